// Accounts of measured calls: open addressing by pid, one table per scheduler; a table that is full
// is copied by its only writer, and readers of the old one see what was there a moment ago.
#include "tracing/call_account.h"

#include "vm/base/assert.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/number.h"

#include <unordered_map>

namespace tracing {

namespace {

constexpr Word kFirstTableSize = 4;

}  // namespace

// --- rows ---

std::unique_ptr<AccountRows> AccountRows::make(AccountId id, unsigned schedulers) {
  static_assert(sizeof(AccountRows) % alignof(TablePlace) == 0);
  void* room = ::operator new(sizeof(AccountRows) + schedulers * sizeof(TablePlace));
  std::unique_ptr<AccountRows> rows(::new (room) AccountRows(id, schedulers));  // owner: rows
  std::uninitialized_value_construct_n(rows->tables(), schedulers);
  return rows;
}

AccountRows::~AccountRows() {
  // relaxed: no other thread has the account any more
  for (TablePlace& place : std::span(tables(), schedulers_))
    delete place.load(vm::kRelaxed);  // owner: the account
}

std::unique_ptr<AccountRows::Table> AccountRows::Table::make(Word size) {
  static_assert(sizeof(Table) % alignof(Cell) == 0);
  void* room = ::operator new(sizeof(Table) + size * sizeof(Cell));
  std::unique_ptr<Table> table(::new (room) Table(size));  // owner: table
  std::uninitialized_value_construct_n(table->cells(), size);
  return table;
}

AccountRows::Cell& AccountRows::find(Table& table, Word pid) {
  Word at = table.place_of(pid);
  while (true) {
    Cell& cell = table.cells()[at];
    const Word key = cell.pid.load(vm::kRelaxed);  // relaxed: this thread is the writer
    if (key == pid || key == 0) return cell;
    at = (at + 1) & table.mask;
  }
}

AccountRows::Table& AccountRows::grown(vm::ThreadProgress& progress, TablePlace& place) {
  Table* old = place.load(vm::kRelaxed);  // relaxed: this thread is the writer
  const Word size = old == nullptr ? kFirstTableSize : old->size() * 2;
  std::unique_ptr<Table> table = Table::make(size);
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

void AccountRows::add_slowly(vm::ThreadProgress& progress, unsigned scheduler, Term pid, Word calls,
                             Word amount) {
  TablePlace& place = tables()[scheduler];
  Table* table = place.load(vm::kRelaxed);  // relaxed: this thread is the writer
  if (table == nullptr) table = &grown(progress, place);
  Cell* cell = &find(*table, pid.bits());
  const bool is_new = cell->pid.load(vm::kRelaxed) == 0;  // relaxed: as above
  if (is_new && (table->used + 1) * 4 > table->size() * 3) {
    table = &grown(progress, place);
    cell = &find(*table, pid.bits());
  }
  cell->add(calls, amount);
  if (is_new) {
    ++table->used;
    cell->pid.store(pid.bits(), vm::kRelease);  // release: pairs with rows()
  }
}

std::vector<AccountRows::Row> AccountRows::rows() {
  std::unordered_map<Word, Row> sums;
  for (const TablePlace& place : std::span(tables(), schedulers_)) {
    Table* table = place.load(vm::kAcquire);  // acquire: pairs with grown()
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
    : progress_(progress), schedulers_(schedulers) {}

AccountTable::~AccountTable() {
  // relaxed: the schedulers were joined.
  for (auto& chunk : chunks_) delete[] chunk.load(vm::kRelaxed);  // owner: chunks_
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
  const AccountId id = vm::number(serial << kSlotBits | slot);
  AccountRows* rows = AccountRows::make(id, schedulers_).release();
  place(slot).store(rows, vm::kRelease);  // release: pairs with find()
  return vm::make_shared_ref<CallAccount>(*this, rows);
}

SharedRef<CallAccount> AccountTable::renew(const CallAccount& old) {
  AccountRows* rows = AccountRows::make(old.id(), schedulers_).release();
  place(slot_of(old.id())).store(rows, vm::kRelease);  // release: pairs with find()
  return vm::make_shared_ref<CallAccount>(*this, rows);
}

void AccountTable::take_back(AccountRows* rows) {
  const Word slot = slot_of(rows->id);
  AccountRows* expected = rows;
  // relaxed: a scheduler that finds it before may use it until it is deleted, after thread progress
  if (place(slot).compare_exchange_strong(expected, nullptr, vm::kRelaxed, vm::kRelaxed)) {
    vm::MutexLock lock(mutex_);
    free_.push_back(slot);
  }
  progress_.delete_later(rows);
}

}  // namespace tracing
