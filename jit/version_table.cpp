// Two maps: function to versions, and the watched function to those that watch it.
#include "jit/version_table.h"

#include <algorithm>

namespace jit {
namespace {

/// Whether calls of a function must go through its entry word: a breakpoint stands there (it is not
/// in a sled), or its body has been replaced, so that a copy of the body is wrong.
bool is_armed(vm::FuncInfo& info) {
  if (is_replaced(info)) return true;
  // relaxed, both: written under the owner's lock
  return vm::load_shared(*info.entry_word(), vm::kRelaxed) != info.original.load(vm::kRelaxed);
}

IsTraced to_is_traced(bool is_traced) { return is_traced ? IsTraced::kYes : IsTraced::kNo; }

}  // namespace

FunctionVersions& VersionTable::add(vm::FuncInfo& info, std::span<const FunctionCode> callees) {
  Entry& entry = functions_.try_emplace(&info, info).first->second;
  watch(info, entry, info);
  for (const FunctionCode& callee : callees)
    watch(info, entry, vm::FuncInfo::of_entry(callee.entry));
  return entry.versions;
}

void VersionTable::watch(vm::FuncInfo& info, Entry& entry, vm::FuncInfo& watched) {
  if (std::ranges::find(entry.watched, &watched) != entry.watched.end()) return;
  entry.watched.push_back(&watched);
  watchers_[&watched].push_back(&info);
}

void VersionTable::remove(vm::FuncInfo& info) {
  functions_.erase(&info);
  watchers_.erase(&info);
}

void VersionTable::remove_code(vm::FuncInfo& info) {
  const auto found = functions_.find(&info);
  if (found == functions_.end()) return;
  found->second.versions.switch_to_interpreter();
  for (vm::FuncInfo* watched : found->second.watched) std::erase(watchers_[watched], &info);
  functions_.erase(found);
}

IsTraced VersionTable::wanted(const Entry& entry) {
  return to_is_traced(std::ranges::any_of(entry.watched, [](auto* f) { return is_armed(*f); }));
}

IsTraced VersionTable::wanted(vm::FuncInfo& info) const {
  const auto found = functions_.find(&info);
  return found != functions_.end() ? wanted(found->second) : to_is_traced(is_armed(info));
}

void VersionTable::switch_to_wanted(vm::FuncInfo& info) {
  Entry& entry = functions_.at(&info);
  entry.versions.switch_to(wanted(entry));
}

std::span<vm::FuncInfo* const> VersionTable::breakpoint_changed(vm::FuncInfo& info) {
  const auto found = watchers_.find(&info);
  if (found == watchers_.end()) return {};
  for (vm::FuncInfo* watcher : found->second) {
    Entry& entry = functions_.at(watcher);
    const IsTraced right = wanted(entry);
    if (right != entry.versions.current()) entry.versions.switch_to(right);
  }
  return found->second;
}

vm::FuncInfo* VersionTable::switch_some_tier(vm::RandomNumbers& random) {
  if (functions_.empty()) return nullptr;
  const auto number = static_cast<std::ptrdiff_t>(random.below(functions_.size()));
  auto& [info, entry] = *std::next(functions_.begin(), number);
  if (entry.versions.is_interpreted()) {
    entry.versions.switch_to(wanted(entry));
  } else {
    entry.versions.switch_to_interpreter();
  }
  return info;
}

}  // namespace jit
