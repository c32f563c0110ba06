// Accounts of measured calls: open addressing by pid, one table per scheduler; a table that is full
// is copied by its only writer, and readers of the old one see what was there a moment ago.
#include "tracing/call_account.h"

#include "vm/base/assert.h"
#include "vm/sched/thread_progress.h"

#include <unordered_map>

namespace tracing {

namespace {

constexpr Word kFirstTableSize = 4;
constexpr Word kSlotBits = 24;
constexpr Word kSerialBits = 34;  // with the slot, what fits a small integer

Word slot_of(AccountId id) {
  return static_cast<Word>(id.as_small()) & ((Word{1} << kSlotBits) - 1);
}

}  // namespace

// --- rows ---

AccountRows::~AccountRows() {
  // relaxed: nobody else has the account any more
  for (auto& place : tables_) delete place.load(vm::kRelaxed);  // owner: the account
}

AccountRows::Cell& AccountRows::find(Table& table, Word pid) {
  // The numbers of processes made one after the other differ in the bits above the tag.
  Word at = (pid * 0x9E3779B97F4A7C15) >> 32 & table.mask;
  while (true) {
    Cell& cell = table.cells[at];
    const Word key = cell.pid.load(vm::kRelaxed);  // relaxed: this thread is the writer
    if (key == pid || key == 0) return cell;
    at = (at + 1) & table.mask;
  }
}

AccountRows::Table& AccountRows::grown(vm::ThreadProgress& progress, vm::Atomic<Table*>& place) {
  Table* old = place.load(vm::kRelaxed);  // relaxed: this thread is the writer
  const Word size = old == nullptr ? kFirstTableSize : old->size() * 2;
  auto table = std::make_unique<Table>(size);
  if (old != nullptr) {
    for (const Cell& cell : old->all()) {
      const Word pid = cell.pid.load(vm::kRelaxed);  // relaxed: as above, all of this loop
      if (pid == 0) continue;
      Cell& copy = find(*table, pid);
      copy.pid.store(pid, vm::kRelaxed);
      copy.calls.store(cell.calls.load(vm::kRelaxed), vm::kRelaxed);
      copy.amount.store(cell.amount.load(vm::kRelaxed), vm::kRelaxed);
    }
    table->used = old->used;
    progress.delete_later(old);
  }
  Table& made = *table;
  place.store(table.release(), vm::kRelease);  // release: pairs with rows()
  return made;
}

void AccountRows::add(vm::ThreadProgress& progress, unsigned scheduler, Term pid, Word calls,
                      Word amount) {
  vm::Atomic<Table*>& place = tables_[scheduler];
  Table* table = place.load(vm::kRelaxed);  // relaxed: this thread is the writer
  if (table == nullptr) table = &grown(progress, place);
  Cell* cell = &find(*table, pid.bits());
  const bool is_new = cell->pid.load(vm::kRelaxed) == 0;  // relaxed: as above
  if (is_new && (table->used + 1) * 4 > table->size() * 3) {
    table = &grown(progress, place);
    cell = &find(*table, pid.bits());
  }
  // relaxed: one writer; readers take what is there
  if (calls != 0) cell->calls.store(cell->calls.load(vm::kRelaxed) + calls, vm::kRelaxed);
  if (amount != 0) cell->amount.store(cell->amount.load(vm::kRelaxed) + amount, vm::kRelaxed);
  if (is_new) {
    ++table->used;
    cell->pid.store(pid.bits(), vm::kRelease);  // release: pairs with rows()
  }
}

std::vector<AccountRows::Row> AccountRows::rows() const {
  std::unordered_map<Word, Row> sums;
  for (const auto& place : tables_) {
    const Table* table = place.load(vm::kAcquire);  // acquire: pairs with grown()
    if (table == nullptr) continue;
    for (const Cell& cell : table->all()) {
      const Word pid = cell.pid.load(vm::kAcquire);  // acquire: pairs with add()
      if (pid == 0) continue;
      Row& row = sums[pid];
      row.pid = Term::from_bits(pid);
      row.calls += cell.calls.load(vm::kRelaxed);    // relaxed: see add()
      row.amount += cell.amount.load(vm::kRelaxed);  // relaxed: see add()
    }
  }
  std::vector<Row> rows;
  rows.reserve(sums.size());
  for (const auto& [pid, row] : sums) rows.push_back(row);
  return rows;
}

// --- accounts ---

CallAccount::~CallAccount() { table_.take_back(rows_); }

AccountTable::AccountTable(vm::ThreadProgress& progress, unsigned schedulers)
    : progress_(progress), schedulers_(schedulers), chunks_(kChunks) {}

AccountTable::~AccountTable() {
  // relaxed: the schedulers were joined.
  for (auto& chunk : chunks_) delete[] chunk.load(vm::kRelaxed);  // owner: chunks_
}

AccountTable::Slot& AccountTable::place(Word slot) const {
  // acquire: pairs with make(); the slots are there.
  return chunks_[slot / kChunkSlots].load(vm::kAcquire)[slot % kChunkSlots];
}

SharedRef<CallAccount> AccountTable::make() {
  vm::MutexLock lock(mutex_);
  Word slot;
  if (free_.empty()) {
    slot = next_slot_++;
    VM_CHECK(slot < kChunks * kChunkSlots, "fewer functions than slots");
    if (slot % kChunkSlots == 0) {
      auto* chunk = new Slot[kChunkSlots];                     // owner: chunks_
      chunks_[slot / kChunkSlots].store(chunk, vm::kRelease);  // release: pairs with place()
    }
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  const Word serial = next_serial_++ & ((Word{1} << kSerialBits) - 1);
  const AccountId id = Term::small(static_cast<SWord>(serial << kSlotBits | slot));
  auto* rows = new AccountRows(id, schedulers_);  // owner: the CallAccount
  place(slot).store(rows, vm::kRelease);          // release: pairs with find()
  return vm::make_shared_ref<CallAccount>(*this, rows);
}

SharedRef<CallAccount> AccountTable::renew(const CallAccount& old) {
  auto* rows = new AccountRows(old.id(), schedulers_);  // owner: the CallAccount
  place(slot_of(old.id())).store(rows, vm::kRelease);   // release: pairs with find()
  return vm::make_shared_ref<CallAccount>(*this, rows);
}

AccountRows* AccountTable::find(AccountId id) const {
  if (!id.is_small()) return nullptr;
  AccountRows* rows = place(slot_of(id)).load(vm::kAcquire);  // acquire: pairs with make()
  return rows != nullptr && rows->id == id ? rows : nullptr;
}

void AccountTable::take_back(AccountRows* rows) {
  const Word slot = slot_of(rows->id);
  AccountRows* expected = rows;
  // relaxed: who finds it before may go on with it until it is deleted, after thread progress
  if (place(slot).compare_exchange_strong(expected, nullptr, vm::kRelaxed, vm::kRelaxed)) {
    vm::MutexLock lock(mutex_);
    free_.push_back(slot);
  }
  progress_.delete_later(rows);
}

}  // namespace tracing
