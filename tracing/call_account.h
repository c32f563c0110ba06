// CallAccount: what call_time or call_memory of one session has measured at one function: per
// process, how often it was called and how much time or memory was spent in it. Each scheduler
// writes a table of its own, which grows with the processes it has run. AccountTable: all accounts
// by number, so that a frame on a stack and the state of a process name an account by a small
// integer, which finds nothing once the account is gone.
// Invariants: a row's key is written once, before the row can be found; amounts only grow.
// Ownership: actions of breakpoints share an account; its tables go after thread progress, since a
// process on any scheduler may just have found one.
// Threads: add() on the scheduler whose table it is; reading by any. Contract: F7, F8.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/shared.h"
#include "vm/term/term.h"

#include <array>
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
enum class Measure : std::uint8_t { kTime, kMemory, kReductions };

/// The rows of one account, as the writing schedulers see them. Objects whose arrays lie right
/// behind them: each measured call goes through all of these twice, one load after the other.
class AccountRows {
 public:
  static std::unique_ptr<AccountRows> make(AccountId id, unsigned schedulers);
  ~AccountRows();
  AccountRows(const AccountRows&) = delete;
  static void operator delete(void* rows) { ::operator delete(rows); }

  struct Row {
    Term pid;
    Word calls = 0;
    Word amount = 0;
  };
  /// Adds to the row of a process. By scheduler `scheduler` itself. `progress` takes care of a
  /// table that was outgrown.
  void add(vm::ThreadProgress& progress, unsigned scheduler, Term pid, Word calls, Word amount) {
    Table* table = tables()[scheduler].load(vm::kRelaxed);  // relaxed: this thread is the writer
    if (table != nullptr) [[likely]] {
      Cell& cell = table->cells()[table->place_of(pid.bits())];
      // relaxed: as above
      if (cell.pid.load(vm::kRelaxed) == pid.bits()) [[likely]]
        return cell.add(calls, amount);
    }
    add_slowly(progress, scheduler, pid, calls, amount);
  }
  /// The rows of all processes, in no order. On a participant of thread progress.
  std::vector<Row> rows();

  const AccountId id;

 private:
  struct Cell {
    vm::Atomic<Word> pid{0};  // release when the row is new, acquire by readers; 0: free
    vm::Atomic<Word> calls{0};
    vm::Atomic<Word> amount{0};
    void add(Word more_calls, Word more) {
      // relaxed: one writer; readers take what is there
      if (more_calls != 0) calls.store(calls.load(vm::kRelaxed) + more_calls, vm::kRelaxed);
      if (more != 0) amount.store(amount.load(vm::kRelaxed) + more, vm::kRelaxed);
    }
  };
  struct Table {
    static std::unique_ptr<Table> make(Word size);
    static void operator delete(void* table) { ::operator delete(table); }
    Word size() const { return mask + 1; }
    Cell* cells() { return reinterpret_cast<Cell*>(this + 1); }
    std::span<Cell> all() { return {cells(), size()}; }
    /// Where the row of a process is looked for first. The numbers of processes made one after the
    /// other differ in the bits above the tag.
    Word place_of(Word pid) const { return (pid * 0x9E3779B97F4A7C15) >> 32 & mask; }
    const Word mask;  // of a power of two: how many cells there are; at least a quarter is free
    Word used = 0;

   private:
    explicit Table(Word size) : mask(size - 1) {}
  };
  static Cell& find(Table& table, Word pid);
  void add_slowly(vm::ThreadProgress& progress, unsigned scheduler, Term pid, Word calls,
                  Word amount);

  AccountRows(AccountId id, unsigned schedulers) : id(id), schedulers_(schedulers) {}
  using TablePlace = vm::Atomic<Table*>;
  Table& grown(vm::ThreadProgress& progress, TablePlace& place);
  /// One per scheduler; null until it has something.
  TablePlace* tables() { return reinterpret_cast<TablePlace*>(this + 1); }

  const unsigned schedulers_;
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
  AccountRows* find(AccountId id) const {
    if (!id.is_small()) return nullptr;
    AccountRows* rows = place(slot_of(id)).load(vm::kAcquire);  // acquire: pairs with make()
    return rows != nullptr && rows->id == id ? rows : nullptr;
  }

 private:
  friend class CallAccount;
  void take_back(AccountRows* rows) VM_EXCLUDES(mutex_);

  static constexpr Word kChunkSlots = 4096;
  static constexpr Word kChunks = 4096;
  using Slot = vm::Atomic<AccountRows*>;  // release when made, acquire in find()
  /// A name is a slot below a serial number, which with it fits a small integer.
  static constexpr Word kSlotBits = 24;
  static constexpr Word kSerialBits = 34;
  static Word slot_of(AccountId id) {
    return static_cast<Word>(id.as_small()) & ((Word{1} << kSlotBits) - 1);
  }
  Slot& place(Word slot) const {
    // acquire: pairs with make(); the slots are there.
    return chunks_[slot / kChunkSlots].load(vm::kAcquire)[slot % kChunkSlots];
  }

  vm::ThreadProgress& progress_;
  const unsigned schedulers_;
  vm::Mutex mutex_{vm::LockRank::kBpCounters};
  std::array<vm::Atomic<Slot*>, kChunks> chunks_{};  // release when made, acquire in find()
  std::vector<Word> free_ VM_GUARDED_BY(mutex_);
  Word next_slot_ VM_GUARDED_BY(mutex_) = 0;
  Word next_serial_ VM_GUARDED_BY(mutex_) = 0;
};

}  // namespace tracing
