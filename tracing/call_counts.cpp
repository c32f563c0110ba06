// The counters of a session are found in the breakpoints of all versions of modules; what was
// counted in versions that are gone is kept by the session.
#include "tracing/call_counts.h"

#include "tracing/breakpoint.h"
#include "tracing/call_counter.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/proc/code_permission.h"
#include "vm/sched/engine.h"
#include "vm/term/number.h"

namespace tracing {

namespace {

void add_calls_of(const vm::FuncInfo& info, const Session& session, unsigned generation,
                  CallCounts& counts) {
  const Breakpoint* bp = Breakpoint::of(info);
  if (bp == nullptr) return;
  for (const BpAction& action : bp->generations[generation]) {
    if (action.kind != BpKind::call_count || action.session.get() != &session) continue;
    const Word calls = static_cast<const CallCounter&>(*action.figures).value();
    if (calls > 0) counts[{info.module, info.function, info.arity}] += calls;
  }
}

/// Natives that are in no loaded module are counted at their export.
void add_calls_of_natives(Vm& vm, const Session& session, unsigned generation, CallCounts& counts) {
  vm.exports->for_some(0, ~std::size_t{0} / 2, [&](vm::Export& exported) {
    if (exported.bif != nullptr) add_calls_of(exported.info, session, generation, counts);
  });
}

Term to_term(Process& p, const CallCounts& counts) {
  vm::HeapBuilder builder(p);
  std::vector<Term> terms;
  terms.reserve(counts.size());
  for (const auto& [mfa, calls] : counts) {
    const Term function = builder.tuple(mfa.module, mfa.function, vm::number(mfa.arity));
    terms.push_back(builder.tuple(function, builder.unsigned_integer(calls)));
  }
  return builder.list_from(terms);
}

}  // namespace

vm::Operation call_counts(Process& p, Tracing& tracing, SharedRef<Session> session) {
  const vm::ProtectedOperation whole(p);
  Vm& vm = tracing.vm();
  const vm::CodeModPermission permission = co_await vm::code_modification_permission(p);
  const unsigned generation = vm.bp_index.active();  // only a holder of the permission changes it
  CallCounts counts = session->purged_calls();
  for (const Term name : vm.modules->loaded()) {
    for (const vm::Module* module : {vm.modules->current(name), vm.modules->old(name)}) {
      if (module == nullptr) continue;
      for (const vm::FuncInfo* info : module->functions)
        add_calls_of(*info, *session, generation, counts);
    }
    co_await vm::yielded(p);
  }
  add_calls_of_natives(vm, *session, generation, counts);
  co_return to_term(p, counts);
}

}  // namespace tracing
