// TableIndex: all tables of a machine, by name and by reference, with what spans tables: owners,
// heirs, fixations. Threads: any; guarded by one reader-writer lock, taken before a store's. Most
// named tables are found without it: an array by atom number holds pointers to them, and the index
// gives up its count of a named table only after thread progress.
// Invariants: a table in the array is in the index, and has that name.
#pragma once

#include "vm/base/shared.h"
#include "vm/ets/table.h"

#include <unordered_map>
#include <unordered_set>

namespace vm {

class ThreadProgress;

class TableIndex {
 public:
  explicit TableIndex(ThreadProgress& progress) : progress_(progress) {}
  TableIndex(const TableIndex&) = delete;

  /// A new table of `p`; nothing where the name is taken.
  SharedRef<Table> create(Process& p, Term name, const TableOptions& options);
  /// By name (an atom) or reference; nothing where there is none (any more).
  SharedRef<Table> find(Term identifier);
  /// The table with this name, without lock and count: where many schedulers use a table, all would
  /// wait for the cache lines of these. Valid until the thread next reports progress. Null: find()
  /// decides.
  Table* find_quickly(Term name);
  std::vector<SharedRef<Table>> all();

  /// Takes the table out, then its objects. False: another thread did so before.
  bool remove(Table& table);
  /// The first part of remove(), which takes no longer for a large table: no process finds the
  /// table any more. Returns it, or null if it had been removed. The caller goes on with
  /// empty_removed().
  SharedRef<Table> take_out(Table& table);
  /// The second part.
  static void empty_removed(Table& table);
  /// Gives a table another name. kNameTaken: it is a named table, and another one has the name.
  /// kGone: the table was deleted.
  enum class Renamed : std::uint8_t { kDone, kNameTaken, kGone };
  Renamed rename(Table& table, Term name);
  /// Makes `to` the owner; false if `to` has ended (nothing changed) or the table is gone.
  bool give_away(Vm& vm, Table& table, Term to);
  void set_heir(Table& table, Term heir, Term data);
  Term heir(Table& table);

  /// Other atoms that the index keeps in the same place as `name`, at most `most`: for tests of it.
  std::vector<Term> names_near(Term name, Word most);

  /// A super user may do everything with every table.
  void set_super_user(Term pid, bool is_one);
  bool is_super_user(Term pid);

  /// Fixes it once more for `p`. Returns false if the table was deleted.
  bool fix(Process& p, Table& table);
  /// Ends one fixation by `pid`; no effect where there is none. True if it was the last of a table
  /// whose hash store the caller is to clean.
  bool unfix(Term pid, Table& table);
  struct Fixations {
    std::vector<std::pair<Term, Word>> processes;
    SWord since = 0;         // monotonic, nanoseconds
    SWord since_system = 0;  // microseconds
  };
  Fixations fixations(Table& table);

  /// `p` ends: its fixations end, its tables go to their heirs or away.
  void process_exited(Process& p);

 private:
  struct RefHash {
    std::size_t operator()(const std::pair<Word, Word>& ref) const {
      return ref.first * 0x9E3779B97F4A7C15u ^ ref.second;
    }
  };
  using TableSet = std::unordered_set<Table*>;

  /// Takes the table out of all maps and gives the index's count away; nothing: it was not there.
  SharedRef<Table> forget(Table& table) VM_REQUIRES(mutex_);
  static constexpr Word kQuickNames = 1024;
  Atomic<Table*>& quick_place(Term name) { return quick_names_[name.atom_index() % kQuickNames]; }
  /// The table has got this name, or loses it.
  void add_name(Table& table, Term name) VM_REQUIRES(mutex_);
  void remove_name(Table& table, Term name) VM_REQUIRES(mutex_);
  /// Whether the table is still in the index. Nothing may be entered for one that is not: nothing
  /// would remove it.
  bool has(const Table& table) const VM_REQUIRES(mutex_) {
    return by_ref_.contains({table.ref_low(), table.ref_high()});
  }
  void drop_fixations(Term pid);
  bool inherit(Process& p, Table& table);

  ThreadProgress& progress_;
  // By atom number, modulo. Of several names with one place, the latest. Written under the lock.
  Atomic<Table*> quick_names_[kQuickNames] = {};
  SharedMutex mutex_{LockRank::kEtsTables};
  std::unordered_map<Word, Table*> named_ VM_GUARDED_BY(mutex_);
  std::unordered_map<std::pair<Word, Word>, SharedRef<Table>, RefHash> by_ref_
      VM_GUARDED_BY(mutex_);
  std::unordered_map<Word, TableSet> owned_ VM_GUARDED_BY(mutex_);  // by the owner's pid
  std::unordered_set<Word> super_users_ VM_GUARDED_BY(mutex_);      // pids
  std::unordered_map<Word, TableSet> fixed_ VM_GUARDED_BY(mutex_);  // by the fixing process's pid
};

}  // namespace vm
