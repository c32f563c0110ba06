// Generations are copied whole: a few thousand pointers for a change that loads code from disk.
#include "vm/code/module_table.h"

#include "vm/base/log.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/atom_table.h"

#include <algorithm>

namespace vm {

ModuleTable::ModuleTable(CodeIndex& index, ExportTable& exports, CatchTable& catches,
                         LiteralMemory& literals)
    : index_(index), exports_(exports), catches_(catches), literals_(literals) {}

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
    if (versions.current != nullptr) names.push_back(Term::from_bits(bits));
  }
  return names;
}

bool ModuleTable::has_old_staged(Term name) const { return old(name, index_.staging()) != nullptr; }

void ModuleTable::start_staging(const CodeModPermission&) {
  unsigned active = index_.active();
  unsigned next = index_.staging();
  generations_[next] = generations_[active];
  staged_.clear();
  exports_.for_each([&](Export& e) {
    e.set_target(next, e.target(active));  // commit() publishes
  });
}

void ModuleTable::lead_exports(Module& module, bool to_stubs) {
  for (const Module::ExportedFunction& function : module.exports) {
    // commit() publishes
    function.target->set_target(index_.staging(),
                                to_stubs ? function.target->stub_address() : function.entry);
  }
}

void ModuleTable::stage(const CodeModPermission& permission, std::unique_ptr<Module> module) {
  VM_CHECK(!has_old_staged(module->name), "the old version is purged before a third is loaded");
  Module* added = all_.emplace_back(std::move(module)).get();
  stage_delete(permission, added->name);
  Generation& generation = staging();
  generation.names[added->name.bits()].current = added;
  Range range{added->code.data(), added->code.data() + added->code.size(), added};
  auto place = std::upper_bound(generation.ranges.begin(), generation.ranges.end(), range.start,
                                [](CodeAddress a, const Range& r) { return a < r.start; });
  generation.ranges.insert(place, range);
  lead_exports(*added, false);
  staged_.push_back(added);
}

bool ModuleTable::stage_delete(const CodeModPermission&, Term name) {
  Versions& versions = staging().names[name.bits()];
  if (versions.current == nullptr) return false;
  VM_CHECK(versions.old == nullptr, "the old version is purged before the current becomes old");
  lead_exports(*versions.current, true);
  versions.old = versions.current;
  versions.current = nullptr;
  return true;
}

bool ModuleTable::stage_restore(const CodeModPermission&, Term name) {
  Versions& versions = staging().names[name.bits()];
  if (versions.old == nullptr || versions.current == nullptr) return false;
  lead_exports(*versions.current, true);
  std::swap(versions.current, versions.old);
  lead_exports(*versions.current, false);
  staged_.push_back(versions.current);  // its funs lead to it again
  return true;
}

Module* ModuleTable::stage_purge(const CodeModPermission&, Term name) {
  Versions& versions = staging().names[name.bits()];
  Module* purged = versions.old;
  if (purged == nullptr) return nullptr;
  versions.old = nullptr;
  std::erase_if(staging().ranges, [&](const Range& range) { return range.module == purged; });
  for (FunEntry* fun : purged->funs) {
    // relaxed: only the permission's holder writes addresses
    if (purged->contains(fun->address.load(kRelaxed))) fun->address.store(nullptr, kRelease);
  }
  return purged;
}

void ModuleTable::commit(const CodeModPermission&) {
  // Funs first: new code may make and call its funs as soon as it can be entered. Entries that an
  // older version shares have the same digest, so the same code.
  for (Module* module : staged_) {
    for (std::size_t i = 0; i < module->funs.size(); i++) {
      module->funs[i]->address.store(module->fun_entries[i], kRelease);  // pairs with calls of funs
    }
    VM_LOG(loader, "loaded {}: {} words of code, {} of literals", atom_text(module->name),
           module->code.size(), module->literal_words);
  }
  index_.commit();
  staged_.clear();
}

void ModuleTable::release(Module& module) {
  if (before_free) before_free(module);
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
