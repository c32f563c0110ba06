// CallAccount: what call_time or call_memory of one session has found out about one function: per
// process, how often it was called and how much time or memory was spent in it. Each scheduler has
// a table of its own that grows with the processes it saw; nobody else writes it. AccountTable: all
// accounts by number, so that a frame on a stack and the state of a process name an account by a
// small integer, which leads nowhere once the account is gone.
// Invariants: a row's key is written once, before the row can be found; amounts only grow.
// Ownership: actions of breakpoints share an account; its tables go after thread progress, since a
// process on any scheduler may just have found one.
// Threads: add() on the scheduler whose table it is; reading by any. Contract: F7, F8.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/shared.h"
#include "vm/term/term.h"

#include <memory>
#include <span>
#include <vector>

namespace vm {
class ThreadProgress;
}

namespace tracing {

using vm::SharedRef;
using vm::SWord;
using vm::Term;
using vm::Word;

/// Names an account on stacks and in processes: an immediate term; nil names none.
using AccountId = Term;

/// What a measured kind of breakpoint sums up.
enum class Measure : std::uint8_t { kTime, kMemory };

/// The rows of one account, as the writing schedulers see them.
class AccountRows {
 public:
  AccountRows(AccountId id, unsigned schedulers) : id(id), tables_(schedulers) {}
  ~AccountRows();
  AccountRows(const AccountRows&) = delete;

  struct Row {
    Term pid;
    Word calls = 0;
    Word amount = 0;
  };
  /// Adds to the row of a process. By scheduler `scheduler` itself. `progress` takes care of a
  /// table that was outgrown.
  void add(vm::ThreadProgress& progress, unsigned scheduler, Term pid, Word calls, Word amount);
  /// The rows of all processes, in no order. On a participant of thread progress.
  std::vector<Row> rows() const;

  const AccountId id;

 private:
  struct Cell {
    vm::Atomic<Word> pid{0};  // release when the row is new, acquire by readers; 0: free
    vm::Atomic<Word> calls{0};
    vm::Atomic<Word> amount{0};
  };
  struct Table {
    explicit Table(Word size) : mask(size - 1), cells(std::make_unique<Cell[]>(size)) {}
    Word size() const { return mask + 1; }
    std::span<Cell> all() const { return {cells.get(), size()}; }
    const Word mask;                      // of a power of two
    const std::unique_ptr<Cell[]> cells;  // at least a quarter is free
    Word used = 0;
  };
  static Cell& find(Table& table, Word pid);
  Table& grown(vm::ThreadProgress& progress, vm::Atomic<Table*>& place);

  std::vector<vm::Atomic<Table*>> tables_;  // one per scheduler; null until it has something
};

class AccountTable;

/// What an action of a breakpoint holds.
class CallAccount final : public vm::Shared {
 public:
  CallAccount(AccountTable& table, AccountRows* rows) : table_(table), rows_(rows) {}
  AccountRows& rows() const { return *rows_; }
  AccountId id() const { return rows_->id; }

 private:
  ~CallAccount() override;
  AccountTable& table_;
  AccountRows* const rows_;  // owner: this, until the table has taken it back
};

class AccountTable {
 public:
  AccountTable(vm::ThreadProgress& progress, unsigned schedulers);
  ~AccountTable();
  AccountTable(const AccountTable&) = delete;

  /// A new account with a name of its own.
  SharedRef<CallAccount> make() VM_EXCLUDES(mutex_);
  /// A new, empty account under the name of another, which it replaces: what runs now will be added
  /// to the new one when it returns.
  SharedRef<CallAccount> renew(const CallAccount& old);
  /// The account of this name; null if it is gone. Valid until the thread next reports progress.
  AccountRows* find(AccountId id) const;

 private:
  friend class CallAccount;
  void take_back(AccountRows* rows) VM_EXCLUDES(mutex_);
  vm::Atomic<AccountRows*>& place(Word slot) const;

  static constexpr Word kChunkSlots = 4096;
  static constexpr Word kChunks = 4096;
  using Slot = vm::Atomic<AccountRows*>;  // release when made, acquire in find()

  vm::ThreadProgress& progress_;
  const unsigned schedulers_;
  vm::Mutex mutex_{vm::LockRank::kBpCounters};
  std::vector<vm::Atomic<Slot*>> chunks_;  // release when made, acquire in find()
  std::vector<Word> free_ VM_GUARDED_BY(mutex_);
  Word next_slot_ VM_GUARDED_BY(mutex_) = 0;
  Word next_serial_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace tracing
