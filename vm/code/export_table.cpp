// A hash table with open addressing and linear probing, at most half full.
#include "vm/code/export_table.h"

namespace vm {

namespace {

constexpr Word kFirstSlots = 4096;

Word hash(const Mfa& mfa) {
  // Atom indices are consecutive numbers. Multiply them by odd constants with about half of the
  // bits set, to spread them.
  Word h = mfa.module.bits() * 0x9E3779B97F4A7C15u ^ mfa.function.bits() * 0xC2B2AE3D27D4EB4Fu;
  h = (h ^ mfa.arity) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

// The address of this word is stored as the breakpoint of saving entries, so that call_light() does
// not call the BIF directly. It is never dereferenced.
Word no_breakpoint;

}  // namespace

ExportTable::ExportTable() {
  MutexLock lock(mutex_);
  tables_.push_back(std::make_unique<Slots>(kFirstSlots));
  current_.store(tables_.back().get(), kRelease);  // pairs with find()
}

Export* ExportTable::look_up(const Slots& slots, const Mfa& mfa) {
  for (Word i = hash(mfa);; i++) {
    // acquire: the export was written before its slot; pairs with insert()
    Export* e = slots.slots[i & slots.mask].load(kAcquire);
    if (e == nullptr || e->mfa() == mfa) return e;
  }
}

void ExportTable::insert(Slots& slots, Export* e) {
  Word i = hash(e->mfa());
  // relaxed: only the lock's holder writes slots
  while (slots.slots[i & slots.mask].load(kRelaxed) != nullptr) i++;
  slots.slots[i & slots.mask].store(e, kRelease);  // pairs with look_up()
}

void ExportTable::grow() {
  tables_.push_back(std::make_unique<Slots>(2 * (tables_.back()->mask + 1)));
  for (Export& e : exports_) insert(*tables_.back(), &e);
  current_.store(tables_.back().get(), kRelease);  // pairs with find()
}

void ExportTable::fill_stub(Export& e) {
  bool is_bif = e.bif != nullptr;
  e.stub[0] = reinterpret_cast<Word>(is_bif ? handlers_.call_bif : handlers_.call_error_handler);
  e.stub[1] = reinterpret_cast<Word>(e.bif);
  e.stub[2] = is_bif ? e.info.arity : 0;
  e.info.original.store(e.stub[0], kRelaxed);  // relaxed: published with the slot, or at start
  set_light_bif(e, saves_calls_);
}

void ExportTable::set_light_bif(Export& e, bool is_seen) {
  const bool is_direct = !is_seen && e.collecting_bif != nullptr;
  // relaxed: published with the slot, or at start; later both values are valid to call until
  // thread progress after the caller's change
  e.light_bif.store(is_direct ? e.collecting_bif : handlers_.light_call, kRelaxed);
}

void ExportTable::redirect_light_calls(const Mfa& mfa, unsigned code_index) {
  Export* e = find(mfa.module, mfa.function, mfa.arity);
  if (e == nullptr || e->bif == nullptr) return;
  const MutexLock lock(mutex_);
  const FuncInfo& target = FuncInfo::of_entry(e->target(code_index));
  // relaxed: written by holders of the permission
  const bool is_seen = saves_calls_ || e->info.breakpoint.load(kRelaxed) != nullptr ||
                       target.breakpoint.load(kRelaxed) != nullptr;
  set_light_bif(*e, is_seen);
}

void ExportTable::set_handlers(ExportHandlers handlers) {
  MutexLock lock(mutex_);
  handlers_ = handlers;
  for (Export& e : exports_) fill_stub(e);
}

Export* ExportTable::find(Term module, Term function, Word arity) const {
  return look_up(*current_.load(kAcquire), {module, function, arity});  // pairs with grow()
}

Export& ExportTable::get_or_create(Term module, Term function, Word arity) {
  if (Export* e = find(module, function, arity)) return *e;
  MutexLock lock(mutex_);
  if (Export* e = look_up(*tables_.back(), {module, function, arity})) return *e;
  const auto number = static_cast<std::uint32_t>(exports_.size());
  Export& e = exports_.emplace_back(module, function, arity, number);
  fill_stub(e);
  for (unsigned i = 0; i < kCodeGenerations; ++i) e.set_target(i, e.stub_address());
  if (saves_calls_) save_calls_of(e);
  if (exports_.size() * 2 > tables_.back()->mask) {
    grow();
  } else {
    insert(*tables_.back(), &e);
  }
  return e;
}

void ExportTable::save_calls_of(Export& e) {
  SavingEntry& entry = saving_.emplace_back(e.mfa());
  const auto handler = reinterpret_cast<Word>(handlers_.save_call);
  entry.word[0] = handler;
  entry.word[1] = reinterpret_cast<Word>(&e);
  // relaxed, all: published with the slot, or by the store below
  entry.info.original.store(handler, kRelaxed);
  entry.info.breakpoint.store(reinterpret_cast<GenericBp*>(&no_breakpoint), kRelaxed);
  // relaxed: a process that saves its calls runs on this thread, or sees the store by a lock
  if (e.bif != nullptr) set_light_bif(e, true);
  // release: pairs with the lock that a user of the index has held, and with dependent loads
  e.addresses[kSavingCalls].store(entry.word, kRelease);
}

bool ExportTable::save_calls() {
  MutexLock lock(mutex_);
  if (std::exchange(saves_calls_, true)) return false;
  for (Export& e : exports_) save_calls_of(e);
  return true;
}

Export& ExportTable::define_bif(const Mfa& mfa, BifFn function, std::uint32_t flags,
                                BifFn collecting) {
  Export& e = get_or_create(mfa.module, mfa.function, mfa.arity);
  MutexLock lock(mutex_);
  e.bif = function;
  e.collecting_bif = collecting;
  e.bif_flags = flags;
  e.exported_by_table = true;
  fill_stub(e);
  return e;
}

}  // namespace vm
