// A table leaves the index first, then loses its objects under all of its locks: a caller that
// found it before sees that it is not alive once it has a lock.
#include "vm/ets/table_index.h"

#include "vm/proc/process_table.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/copy.h"

#include <algorithm>

namespace vm {
namespace {

bool has_ended(Process& p) {
  // acquire: pairs with the change to exiting; process_exited() of it runs after that.
  return p.sched.state.is_exiting_or_ended(kAcquire);
}

}  // namespace

SharedRef<Table> TableIndex::create(Process& p, Term name, const TableOptions& options) {
  const RefNumber number = next_ref_number(p.vm);
  WriteLock lock(mutex_);
  if (options.named && named_.contains(name.bits())) return {};
  auto table = make_shared_ref<Table>(name, p.pid, options, number.low, number.high,
                                      p.vm.schedulers->count());
  table->heir_ = options.heir;
  if (options.heir != am::none) table->heir_data_ = KeptTerm(options.heir_data);
  if (options.named) add_name(*table, name);
  by_ref_.emplace(std::pair(number.low, number.high), table);
  owned_[p.pid.bits()].insert(table.get());
  p.uses_tables.store(true, kRelaxed);  // relaxed: read by the process itself
  return table;
}

SharedRef<Table> TableIndex::find(Term identifier) {
  ReadLock lock(mutex_);
  if (identifier.is_atom()) {
    const auto at = named_.find(identifier.bits());
    return at == named_.end() ? SharedRef<Table>() : SharedRef<Table>(at->second);
  }
  if (!identifier.is_local_ref()) return {};
  const RefNumber number = ref_number(identifier);
  const auto at = by_ref_.find({number.low, number.high});
  return at == by_ref_.end() ? SharedRef<Table>() : at->second;
}

Table* TableIndex::find_quickly(Term name) {
  // Threads outside of thread progress need a count.
  if (!progress_.is_awake_here()) return nullptr;
  // acquire: pairs with add_name()
  Table* table = quick_place(name).load(kAcquire);
  return table != nullptr && table->name() == name ? table : nullptr;
}

void TableIndex::add_name(Table& table, Term name) {
  named_[name.bits()] = &table;
  quick_place(name).store(&table, kRelease);  // release: the new table; pairs with find_quickly()
}

void TableIndex::remove_name(Table& table, Term name) {
  named_.erase(name.bits());
  // relaxed: written under the lock. A process that hears of the removal finds the place empty.
  if (quick_place(name).load(kRelaxed) == &table) quick_place(name).store(nullptr, kRelaxed);
}

std::vector<SharedRef<Table>> TableIndex::all() {
  ReadLock lock(mutex_);
  std::vector<SharedRef<Table>> tables;
  for (const auto& [ref, table] : by_ref_) tables.push_back(table);
  return tables;
}

SharedRef<Table> TableIndex::forget(Table& table) {
  auto found = by_ref_.extract({table.ref_low(), table.ref_high()});
  if (found.empty()) return {};
  if (table.options().named) {
    remove_name(table, table.name());
    // A thread may have found it in quick_names_.
    progress_.later([held = found.mapped()] {});
  }
  const auto remove_from = [&](auto& sets, Term pid) {
    const auto at = sets.find(pid.bits());
    if (at == sets.end()) return;
    at->second.erase(&table);
    if (at->second.empty()) sets.erase(at);
  };
  remove_from(owned_, table.owner());
  for (const auto& fixation : table.fixations_) remove_from(fixed_, fixation.pid);
  table.fixations_.clear();
  table.heir_data_.clear();
  return std::move(found.mapped());
}

SharedRef<Table> TableIndex::take_out(Table& table) {
  WriteLock lock(mutex_);
  return forget(table);
}

void TableIndex::empty_removed(Table& table) {
  StoreLock lock(table.store());
  table.alive_.store(false, kRelaxed);  // relaxed: read with a lock of the store
  table.store().clear(true);
}

bool TableIndex::remove(Table& table) {
  const SharedRef<Table> held = take_out(table);
  if (held) empty_removed(*held);
  return static_cast<bool>(held);
}

TableIndex::Renamed TableIndex::rename(Table& table, Term name) {
  WriteLock lock(mutex_);
  if (!has(table)) return Renamed::kGone;
  if (table.options().named) {
    if (named_.contains(name.bits())) return Renamed::kNameTaken;
    remove_name(table, table.name());
    add_name(table, name);
  }
  table.name_.store(name.bits(), kRelaxed);  // relaxed: see name()
  return Renamed::kDone;
}

bool TableIndex::give_away(Vm& vm, Table& table, Term to) {
  Process* receiver = vm.processes->find(to);
  if (receiver == nullptr) return false;
  WriteLock lock(mutex_);
  receiver->uses_tables.store(true, kSeqCst);  // before has_ended(), see process_exited()
  // Under the lock: process_exited() of the receiver has either not begun, and will see the table,
  // or the receiver is exiting already, and gets nothing.
  if (has_ended(*receiver) || !has(table)) return false;
  owned_[table.owner().bits()].erase(&table);
  owned_[to.bits()].insert(&table);
  table.owner_.store(to.bits(), kRelaxed);  // relaxed: see owner()
  return true;
}

std::vector<Term> TableIndex::names_near(Term name, Word most) {
  const ReadLock lock(mutex_);
  std::vector<Term> names;
  for (Word index = 0; index < atom_count() && names.size() < most; ++index) {
    const Term atom = Term::atom(index);
    if (atom != name && named_.bucket(atom.bits()) == named_.bucket(name.bits()))
      names.push_back(atom);
  }
  return names;
}

void TableIndex::set_heir(Table& table, Term heir, Term data) {
  WriteLock lock(mutex_);
  table.heir_ = heir;
  table.heir_data_.clear();
  if (heir != am::none) table.heir_data_ = KeptTerm(data);
}

Term TableIndex::heir(Table& table) {
  ReadLock lock(mutex_);
  return table.heir_;
}

bool TableIndex::fix(Process& p, Table& table) {
  WriteLock lock(mutex_);
  if (!has(table)) return false;
  p.uses_tables.store(true, kRelaxed);  // relaxed: read by the process itself
  auto& fixations = table.fixations_;
  const auto at = std::find_if(fixations.begin(), fixations.end(),
                               [&](const auto& fixation) { return fixation.pid == p.pid; });
  if (at != fixations.end()) {
    ++at->count;
    return true;
  }
  if (fixations.empty()) {
    const Clock& clock = p.vm.schedulers->clock();
    table.fixed_since_ = clock.monotonic_ns();
    table.fixed_since_system_ = clock.system_ns() / 1000;
    StoreLock all(table.store());
    table.store().set_fixed(true);
  }
  fixations.push_back({p.pid, 1});
  fixed_[p.pid.bits()].insert(&table);
  return true;
}

bool TableIndex::unfix(Term pid, Table& table) {
  WriteLock lock(mutex_);
  auto& fixations = table.fixations_;
  const auto at = std::find_if(fixations.begin(), fixations.end(),
                               [&](const auto& fixation) { return fixation.pid == pid; });
  if (at == fixations.end() || --at->count > 0) return false;
  fixations.erase(at);
  fixed_[pid.bits()].erase(&table);
  if (!fixations.empty()) return false;
  StoreLock all(table.store());
  table.store().set_fixed(false);
  return table.hash_store() != nullptr;
}

TableIndex::Fixations TableIndex::fixations(Table& table) {
  ReadLock lock(mutex_);
  Fixations result;
  for (const auto& fixation : table.fixations_) {
    result.processes.emplace_back(fixation.pid, fixation.count);
  }
  result.since = table.fixed_since_;
  result.since_system = table.fixed_since_system_;
  return result;
}

void TableIndex::drop_fixations(Term pid) {
  std::vector<SharedRef<Table>> fixed;
  {
    WriteLock lock(mutex_);
    const auto at = fixed_.find(pid.bits());
    if (at == fixed_.end()) return;
    for (Table* table : at->second) {
      fixed.emplace_back(table);
      for (auto& fixation : table->fixations_) {
        if (fixation.pid == pid) fixation.count = 1;
      }
    }
  }
  for (const SharedRef<Table>& table : fixed) {
    HashPlace place;
    if (unfix(pid, *table)) table->hash_store()->clean(place, ~Word{0});
  }
  WriteLock lock(mutex_);
  fixed_.erase(pid.bits());
}

bool TableIndex::inherit(Process& p, Table& table) {
  Term heir;
  HeapBuilder builder(16);
  Term message;
  {
    ReadLock lock(mutex_);
    heir = table.heir_;
    if (heir == am::none || heir == p.pid) return false;
    message = builder.tuple(am::ETS_TRANSFER, table.identifier(builder), p.pid,
                            copy_term(builder, table.heir_data_.get(), nullptr));
  }
  if (!give_away(p.vm, table, heir)) {
    HeapFragment::free_chain(builder.take_fragments());
    return false;
  }
  send_from_machine(p.vm, p.pid, heir, message, builder.take_fragments());
  return true;
}

void TableIndex::set_super_user(Term pid, bool is_one) {
  WriteLock lock(mutex_);
  if (is_one) {
    super_users_.insert(pid.bits());
  } else {
    super_users_.erase(pid.bits());
  }
}

bool TableIndex::is_super_user(Term pid) {
  ReadLock lock(mutex_);
  return super_users_.count(pid.bits()) != 0;
}

void TableIndex::process_exited(Process& p) {
  // seq_cst: a giver stores it, then looks whether we are exiting; we are, then we look here.
  if (!p.uses_tables.load(kSeqCst)) return;
  drop_fixations(p.pid);
  std::vector<SharedRef<Table>> tables;
  {
    WriteLock lock(mutex_);
    const auto at = owned_.find(p.pid.bits());
    if (at == owned_.end()) return;
    for (Table* table : at->second) tables.emplace_back(table);
  }
  for (const SharedRef<Table>& table : tables) {
    if (!inherit(p, *table.get())) remove(*table.get());
  }
  WriteLock lock(mutex_);
  owned_.erase(p.pid.bits());
  super_users_.erase(p.pid.bits());
}

}  // namespace vm
