// Each generation knows in what it differs from the one before it, so start_staging() looks only at
// what has changed since the staging generation was the active one: a program with many modules
// loads the next one as fast as the first.
#include "vm/code/module_table.h"

#include "vm/base/log.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <utility>

namespace vm {

namespace {
Word first_change() {
  static Atomic<Word> tables{0};
  return (tables.fetch_add(1, kRelaxed) + 1) << 32;  // relaxed: only unique
}
}  // namespace

ModuleTable::ModuleTable(CodeIndex& index, CatchTable& catches, LiteralMemory& literals)
    : index_(index), catches_(catches), literals_(literals), changes_(first_change()) {}

ModuleTable::~ModuleTable() {
  for (const auto& module : all_) release(*module);
}

const ModuleTable::Versions* ModuleTable::find(Term name, unsigned generation) const {
  const auto& names = generations_[generation].names;
  auto it = names.find(name.bits());
  return it == names.end() ? nullptr : &it->second;
}

Module* ModuleTable::current(Term name, unsigned generation) const {
  const Versions* versions = find(name, generation);
  return versions == nullptr ? nullptr : versions->current;
}

Module* ModuleTable::old(Term name, unsigned generation) const {
  const Versions* versions = find(name, generation);
  return versions == nullptr ? nullptr : versions->old;
}

Module* ModuleTable::waiting(Term name) const {
  const Versions* versions = find(name, index_.active());
  return versions == nullptr ? nullptr : versions->waiting;
}

Module* ModuleTable::containing(CodeAddress address, unsigned generation) const {
  const auto& ranges = generations_[generation].ranges;
  auto after = std::upper_bound(ranges.begin(), ranges.end(), address,
                                [](CodeAddress a, const Range& range) { return a < range.start; });
  if (after == ranges.begin()) return nullptr;
  const Range& range = *std::prev(after);
  return address < range.end ? range.module : nullptr;
}

std::vector<Term> ModuleTable::loaded() const {
  std::vector<Term> names;
  for (const auto& [bits, versions] : generations_[index_.active()].names) {
    if (versions.current != nullptr || versions.old != nullptr)
      names.push_back(Term::from_bits(bits));
  }
  return names;
}

void ModuleTable::start_staging(const CodeModPermission&) {
  unsigned active = index_.active();
  unsigned next = index_.staging();
  const Generation& from = generations_[active];
  Generation& to = generations_[next];
  to.ranges = from.ranges;
  // What the others changed, and what a change that was given up has left in this one.
  for (const Generation& generation : generations_) {
    for (const Word name : generation.changed_names) {
      const auto found = from.names.find(name);
      to.names[name] = found == from.names.end() ? Versions() : found->second;
    }
    for (Export* e : generation.led_exports)
      e->set_target(next, e->target(active));  // commit() publishes
  }
  to.changed_names.clear();
  to.led_exports.clear();
  staged_.clear();
}

ModuleTable::Versions& ModuleTable::versions_of(Term name) {
  staging().changed_names.push_back(name.bits());
  return staging().names[name.bits()];
}

void ModuleTable::lead_exports(Module& module, bool to_stubs) {
  for (const Module::ExportedFunction& function : module.exports) {
    staging().led_exports.push_back(function.target);
    // commit() publishes
    function.target->set_target(index_.staging(),
                                to_stubs ? function.target->stub_address() : function.entry);
  }
}

Module& ModuleTable::own(std::unique_ptr<Module> module) {
  Module& added = *all_.emplace_back(std::move(module));
  Generation& generation = staging();
  Range range{added.code.data(), added.code.data() + added.code.size(), &added};
  auto place = std::upper_bound(generation.ranges.begin(), generation.ranges.end(), range.start,
                                [](CodeAddress a, const Range& r) { return a < r.start; });
  generation.ranges.insert(place, range);
  staged_.push_back(&added);
  return added;
}

void ModuleTable::stage(const CodeModPermission& permission, std::unique_ptr<Module> module) {
  Module& added = own(std::move(module));
  stage_delete(permission, added.name);
  versions_of(added.name).current = &added;
  lead_exports(added, false);
}

void ModuleTable::stage_waiting(const CodeModPermission&, std::unique_ptr<Module> module) {
  Module& added = own(std::move(module));
  versions_of(added.name).waiting = &added;
}

void ModuleTable::stage_waiting_as_current(const CodeModPermission&, Term name) {
  Versions& versions = versions_of(name);
  VM_CHECK(versions.waiting != nullptr, "the caller checks that a version waits for its on_load");
  if (versions.current != nullptr) {
    lead_exports(*versions.current, true);
    versions.old = versions.current;
  }
  versions.current = std::exchange(versions.waiting, nullptr);
  lead_exports(*versions.current, false);
}

bool ModuleTable::stage_waiting_as_old(const CodeModPermission&, Term name) {
  Versions& versions = versions_of(name);
  if (versions.waiting == nullptr) return false;
  VM_CHECK(versions.set_aside == nullptr, "there is at most one purge at a time");
  versions.set_aside = versions.old;
  versions.old = std::exchange(versions.waiting, nullptr);
  // The order matters: if both share a fun, commit() takes the address of the version staged last.
  if (versions.set_aside != nullptr) staged_.push_back(versions.set_aside);
  if (versions.current != nullptr) staged_.push_back(versions.current);
  return true;
}

bool ModuleTable::stage_delete(const CodeModPermission&, Term name) {
  Versions& versions = versions_of(name);
  if (versions.current == nullptr) return false;
  VM_CHECK(versions.old == nullptr, "the caller purges the old version first");
  lead_exports(*versions.current, true);
  versions.old = versions.current;
  versions.current = nullptr;
  return true;
}

Module* ModuleTable::stage_purge(const CodeModPermission&, Term name) {
  Versions& versions = versions_of(name);
  Module* purged = versions.old;
  if (purged == nullptr) return nullptr;
  versions.old = std::exchange(versions.set_aside, nullptr);
  std::erase_if(staging().ranges, [&](const Range& range) { return range.module == purged; });
  for (FunEntry* fun : purged->funs) {
    // relaxed: only the holder of the permission writes addresses
    if (purged->contains(fun->address.load(kRelaxed))) fun->address.store(nullptr, kRelease);
  }
  return purged;
}

void ModuleTable::commit(const CodeModPermission&) {
  // Funs get their addresses first: new code may make and call funs as soon as it can be entered.
  // An entry shared with an older version has the same digest, so it has the same code.
  for (Module* module : staged_) {
    for (std::size_t i = 0; i < module->funs.size(); i++) {
      module->funs[i]->address.store(module->fun_entries[i], kRelease);  // pairs with calls of funs
    }
    VM_LOG(loader, "loaded {}: {} words of code, {} of literals", atom_text(module->name),
           module->code.size(), module->literal_words);
  }
  if (exports_led) exports_led(staging().led_exports);
  index_.commit();
  changes_.fetch_add(1, kRelaxed);  // relaxed: see changes()
  staged_.clear();
}

void ModuleTable::settle(const CodeModPermission&) {
  const unsigned active = index_.active();
  for (Generation& generation : generations_) {
    for (Export* e : generation.led_exports) {
      for (unsigned i = 0; i < kCodeGenerations; ++i) e->set_target(i, e->target(active));
    }
    if (exports_led) exports_led(generation.led_exports);
    generation.led_exports.clear();
  }
}

void ModuleTable::release(Module& module) {
  if (before_free) before_free(module);
  module.native.reset();
  for (Word number : module.catch_indexes) catches_.release(number);
  module.literal_off_heap.release_all();
  literals_.free(module.literals, module.literal_words);
}

void ModuleTable::discard(std::unique_ptr<Module> module) { release(*module); }

LiteralArea ModuleTable::free_purged(const CodeModPermission&, Module* module) {
  VM_LOG(loader, "freed {}", atom_text(module->name));
  const LiteralArea literals{module->literals, module->literal_words, module->literal_off_heap};
  module->literals = nullptr;
  module->literal_words = 0;
  module->literal_off_heap = OffHeap();
  release(*module);
  std::erase_if(all_, [&](const auto& owned) { return owned.get() == module; });
  return literals;
}

}  // namespace vm
