// Patterns for code to come (F9). New code is armed while nobody can reach it, so nothing has to
// wait and nobody stops (Z1).
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/sched/engine.h"
#include "vm/term/copy.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace tracing {

namespace {

bool is_empty(const BpSpec& spec) {
  return !spec.is_global && !spec.local && !spec.meta && !spec.call_count && !spec.call_time &&
         !spec.call_memory;
}

}  // namespace

void Tracing::set_on_load(const BpPattern& pattern, BpSpec spec) {
  vm::MutexLock lock(on_load_mutex_);
  std::erase_if(on_load_, [](const OnLoad& o) { return !o.spec.session->is_alive(); });
  const auto place = std::ranges::find_if(on_load_, [&](const OnLoad& o) {
    return o.spec.session == spec.session && o.pattern == pattern;
  });
  if (spec.how == BpHow::kOff) {
    if (place == on_load_.end()) return;
    BpSpec& present = place->spec;
    present.is_global = present.is_global && !spec.is_global;
    present.local = present.local && !spec.local;
    present.meta = present.meta && !spec.meta;
    present.call_count = present.call_count && !spec.call_count;
    present.call_time = present.call_time && !spec.call_time;
    present.call_memory = present.call_memory && !spec.call_memory;
    if (is_empty(present)) on_load_.erase(place);
    return;
  }
  if (spec.how != BpHow::kOn) return;
  if (place == on_load_.end()) {
    on_load_.push_back({pattern, std::move(spec)});
    return;
  }
  // Global excludes the local kinds, and the reverse (F3); local kinds add up.
  const BpSpec& present = place->spec;
  if (!spec.is_global && !present.is_global) {
    spec.local = spec.local || present.local;
    spec.meta = spec.meta || present.meta;
    spec.call_count = spec.call_count || present.call_count;
    spec.call_time = spec.call_time || present.call_time;
    spec.call_memory = spec.call_memory || present.call_memory;
  }
  place->spec = std::move(spec);
}

bool Tracing::has_on_load(const Session& session) const {
  vm::MutexLock lock(on_load_mutex_);
  return std::ranges::any_of(on_load_,
                             [&](const OnLoad& o) { return o.spec.session.get() == &session; });
}

Term Tracing::on_load_info(Process& p, const Session& session, FunctionItem item, Term name) {
  BpSpec spec;
  {
    vm::MutexLock lock(on_load_mutex_);
    for (const OnLoad& candidate : on_load_) {
      if (candidate.spec.session.get() == &session && candidate.pattern == BpPattern{})
        spec = candidate.spec;
    }
  }
  vm::HeapBuilder builder(p);
  const Term source = spec.program
                          ? vm::copy_term(builder, spec.program->source(), vm_.literals.get())
                          : Term::nil();
  const bool called = spec.local || spec.is_global;
  const Term traced = spec.local ? vm::am::local : spec.is_global ? vm::am::global : vm::am::false_;
  // As OTP: `all` leaves call_time and call_memory out.
  const Term items[] = {
      builder.tuple(Term(vm::am::traced), traced),
      builder.tuple(Term(vm::am::match_spec), called ? source : Term(vm::am::false_)),
      builder.tuple(Term(vm::am::meta), spec.meta ? spec.meta_tracer.id : Term(vm::am::false_)),
      builder.tuple(Term(vm::am::meta_match_spec), spec.meta ? source : Term(vm::am::false_)),
      builder.tuple(Term(vm::am::call_count), vm::make_boolean(spec.call_count)),
  };
  switch (item) {
    case FunctionItem::kTraced:
      return items[0];
    case FunctionItem::kMatchSpec:
      return items[1];
    case FunctionItem::kMeta:
      return items[2];
    case FunctionItem::kMetaMatchSpec:
      return items[3];
    case FunctionItem::kCallMemory:
      return builder.tuple(Term(vm::am::call_memory), vm::make_boolean(spec.call_memory));
    case FunctionItem::kCallTime:
      return builder.tuple(Term(vm::am::call_time), vm::make_boolean(spec.call_time));
    case FunctionItem::kCallCount:
      return items[4];
    case FunctionItem::kUnknown:
      return is_empty(spec) ? builder.tuple(name, Term(vm::am::false_)) : p.badarg();
    case FunctionItem::kAll:
      break;
  }
  return builder.tuple(Term(vm::am::all),
                       is_empty(spec) ? Term(vm::am::false_) : builder.list_from(items));
}

void Tracing::on_purged(const vm::CodeModPermission&, vm::Module& module) {
  for (vm::FuncInfo* info : module.functions) {
    Breakpoint* bp = Breakpoint::of(*info);
    if (bp == nullptr) continue;
    info->breakpoint.store(nullptr, vm::kRelaxed);  // relaxed: written by holders of the permission
    free_breakpoint(bp);
  }
}

void Tracing::on_staged(const vm::CodeModPermission& permission, vm::Module& module) {
  on_waiting_staged(permission, module)();  // without a wait: nobody runs it
}

std::function<void()> Tracing::on_waiting_staged(const vm::CodeModPermission& permission,
                                                 vm::Module& module) {
  end_globals(permission, module, vm_.code_index.staging());
  std::vector<OnLoad> patterns;
  {
    vm::MutexLock lock(on_load_mutex_);
    patterns = on_load_;
  }
  // Shared, since what is answered can be copied.
  auto changes = std::make_shared<std::deque<BpChange>>();
  for (const OnLoad& on_load : patterns) {
    if (on_load.spec.session->is_alive())
      changes->emplace_back(*this, on_load.pattern, on_load.spec)
          .prepare_staged(permission, module);
  }
  return [this, changes, &permission, &module] {
    for (BpChange& change : *changes) change.install_staged(permission);
    // Breakpoints of the version before are left behind with it.
    for (const vm::Module::ExportedFunction& exported : module.exports)
      vm_.exports->lead_light_calls(exported.target->mfa(), vm_.code_index.staging());
  };
}

}  // namespace tracing
