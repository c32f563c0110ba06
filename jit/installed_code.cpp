// Words are written here only, under the lock, and after each change of an entry word the direct
// calls of its function follow it. (Tracing writes those of exports' stubs itself.)
#include "jit/installed_code.h"

#include "jit/entry_handlers.h"
#include "vm/code/module.h"

#include <utility>

namespace jit {

InstalledCode::InstalledCode(const CodeMemory& memory, Options options)
    : memory_(memory),
      options_(options),
      sleds_(memory),
      direct_calls_(memory),
      random_(options.seed) {}

std::optional<IsTraced> InstalledCode::claim(vm::FuncInfo& info) {
  const vm::MutexLock lock(mutex_);
  if (info.original_handler() != &count_call) return std::nullopt;
  info.switch_original(&count_call, reinterpret_cast<OpHandler>(info.interpreted));
  direct_calls_.follow(info);
  return versions_.wanted(info);
}

IsTraced InstalledCode::wanted(vm::FuncInfo& info) const {
  const vm::MutexLock lock(mutex_);
  return versions_.wanted(info);
}

bool InstalledCode::had_baseline(const vm::FuncInfo& info) {
  const vm::MutexLock lock(mutex_);
  return baseline_.contains(&info);
}

void InstalledCode::install_baseline(const CompileJob& job, CompiledFunction compiled,
                                     bool counts_on) {
  const vm::MutexLock lock(mutex_);
  vm::FuncInfo& info = *job.info;
  if (is_replaced(info) || !baseline_.insert(&info).second) return;
  if (!compiled.entry_points.empty()) {
    const NativeVersion version = make_version(job, compiled);
    version.enter();
    // release: the native code was written before; pairs with the jump of count_call()
    if (version.entry != nullptr)
      vm::store_shared(info.interpreted, reinterpret_cast<Word>(version.entry), vm::kRelease);
    direct_calls_.add(*job.module, compiled.direct_calls);
    code_[job.module].push_back(std::move(compiled.code));
  }
  if (!counts_on && info.original_handler() == &count_call)
    info.switch_original(&count_call, reinterpret_cast<OpHandler>(info.interpreted));
  direct_calls_.follow(info);
}

void InstalledCode::install(const CompileJob& job, CompiledFunction compiled) {
  const vm::MutexLock lock(mutex_);
  if (is_replaced(*job.info)) return;  // meanwhile
  direct_calls_.add(*job.module, compiled.direct_calls);
  install_version(job, compiled, make_version(job, compiled));
  direct_calls_.follow(*job.info);
  code_[job.module].push_back(std::move(compiled.code));
}

NativeVersion InstalledCode::make_version(const CompileJob& job, const CompiledFunction& compiled) {
  NativeVersion version;
  for (const CompiledFunction::EntryPoint& point : compiled.entry_points) {
    const Instruction& instruction = job.code.at(point.instruction);
    entries_.emplace(point.native, NativeEntry{instruction.op, compiled.maker});
    if (instruction.at == job.code.entry) {
      version.entry = point.native;
      continue;
    }
    const auto offset = static_cast<std::size_t>(instruction.at - job.code.entry);
    version.entry_points.push_back({const_cast<Word*>(instruction.at), job.code.words[offset],
                                    reinterpret_cast<Word>(point.native)});
  }
  return version;
}

void InstalledCode::install_version(const CompileJob& job, const CompiledFunction& compiled,
                                    NativeVersion version) {
  vm::FuncInfo& info = *job.info;
  const bool depends_on_breakpoints = compiled.calls_itself || compiled.inlines;
  const bool can_switch = options_.switches_tiers && version.entry != nullptr;
  if (options_.entry == EntryForm::kWord && (depends_on_breakpoints || can_switch)) {
    std::span<const FunctionCode> callees;
    if (compiled.inlines) callees = job.code.callees;
    FunctionVersions& versions = versions_.add(info, callees);
    if (depends_on_breakpoints) {
      versions.set(job.traced, std::move(version));
    } else {
      versions.set_both(version);
    }
    versions_.switch_to_wanted(info);
    return;
  }
  version.enter();
  // The entry last, so that a call through the entry word finds the rest.
  if (version.entry == nullptr) return;
  if (options_.entry == EntryForm::kSled) {
    const OpHandler behind = sleds_.add(info, version.entry);
    entries_.emplace(behind, entries_.at(version.entry));
  } else {
    info.switch_original(reinterpret_cast<OpHandler>(info.interpreted), version.entry);
  }
}

std::vector<std::unique_ptr<Code>> InstalledCode::remove_module(const vm::Module& module) {
  const vm::MutexLock lock(mutex_);
  for (const vm::FuncInfo* info : module.functions) baseline_.erase(info);
  direct_calls_.remove(module);
  const auto found = code_.find(&module);
  if (found == code_.end()) return {};
  std::vector<std::unique_ptr<Code>> removed = std::move(found->second);
  code_.erase(found);
  for (vm::FuncInfo* info : module.functions) {
    versions_.remove(*info);
    if (const EntrySled* sled = sleds_.find(*info); sled != nullptr) {
      entries_.erase(sled->behind());
      sleds_.remove(*info);
    }
  }
  for (const auto& code : removed) {
    for (Word address : code->addresses) entries_.erase(reinterpret_cast<OpHandler>(address));
  }
  return removed;
}

void InstalledCode::clear() {
  const vm::MutexLock lock(mutex_);
  code_.clear();
}

bool InstalledCode::op_of(OpHandler handler, Op* op) {
  const vm::MutexLock lock(mutex_);
  const auto found = entries_.find(handler);
  if (found == entries_.end()) return false;
  *op = found->second.op;
  return true;
}

vm::CodeMaker InstalledCode::maker_of(OpHandler handler) {
  const vm::MutexLock lock(mutex_);
  const auto found = entries_.find(handler);
  return found == entries_.end() ? vm::CodeMaker::kNone : found->second.maker;
}

/// A breakpoint of `info` was stored in its entry word, or taken out of it.
void InstalledCode::breakpoint_changed(vm::FuncInfo& info) {
  direct_calls_.follow(info);
  for (vm::FuncInfo* switched : versions_.breakpoint_changed(info)) direct_calls_.follow(*switched);
}

// The breakpoint is stored before the functions that watch it are switched, and taken out likewise;
// which of the two a call sees first does not matter (function_versions.cpp).
void InstalledCode::arm(vm::FuncInfo& info, OpHandler handler) {
  const vm::MutexLock lock(mutex_);
  if (EntrySled* sled = sleds_.find(info); sled != nullptr) return sled->arm(handler);
  info.set_entry(handler);
  breakpoint_changed(info);
}

void InstalledCode::disarm(vm::FuncInfo& info) {
  const vm::MutexLock lock(mutex_);
  if (EntrySled* sled = sleds_.find(info); sled != nullptr) return sled->disarm();
  info.restore_entry();
  breakpoint_changed(info);
}

// Native code of the function stays until its module goes: processes may be in it.
void InstalledCode::replace(vm::FuncInfo& info, OpHandler handler) {
  const vm::MutexLock lock(mutex_);
  if (EntrySled* sled = sleds_.find(info); sled != nullptr) {
    // A breakpoint moves from the sled to the entry word.
    const OpHandler breakpoint = sled->armed_handler();
    entries_.erase(sled->behind());
    sleds_.remove(info);
    info.switch_entry(breakpoint != nullptr ? breakpoint : handler, handler);
  }
  versions_.remove_code(info);
  // relaxed: a handler of the program, which was there before
  vm::store_shared(info.interpreted, reinterpret_cast<Word>(handler), vm::kRelaxed);
  info.switch_original(info.original_handler(), handler);
  breakpoint_changed(info);
}

void InstalledCode::follow_exports(std::span<vm::Export* const> exports) {
  const vm::MutexLock lock(mutex_);
  for (const vm::Export* exported : exports) direct_calls_.follow(*exported);
}

void InstalledCode::follow_all_exports() {
  const vm::MutexLock lock(mutex_);
  direct_calls_.follow_all_exports();
}

void InstalledCode::finish_patching() {
  const auto take_changed = [this] {
    const vm::MutexLock lock(mutex_);
    return direct_calls_.take_changed();
  };
  if (options_.entry == EntryForm::kSled || take_changed()) memory_.synchronise();
}

void InstalledCode::switch_some_tier() {
  const vm::MutexLock lock(mutex_);
  vm::FuncInfo* const switched = versions_.switch_some_tier(random_);
  if (switched != nullptr) direct_calls_.follow(*switched);
}

}  // namespace jit
