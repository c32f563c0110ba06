// One port's entries. Ports are few and what happens to them costs system calls: simple is enough.
#include "tracing/port_tracee.h"

#include "tracing/delivery.h"

#include <algorithm>

namespace tracing {

void update_flags(vm::PortTracee& p) {
  std::uint32_t flags = 0;
  if (vm::PortTraceState* state = p.tracing.state.get()) {
    std::erase_if(state->entries, [&](const TraceeEntry& e) {
      return e.setting.flags == 0 || !e.session->is_alive() || is_gone(p.vm, e.setting.tracer);
    });
    for (const TraceeEntry& entry : state->entries) flags |= entry.setting.flags;
    if (state->entries.empty()) p.tracing.state.reset();
  }
  p.tracing.flags.store(flags, vm::kRelaxed);  // relaxed: under the port's lock
}

bool apply_change(vm::PortTracee& p, const FlagChange& change) {
  if (p.tracing.state == nullptr) {
    if (!change.on) return true;
    p.tracing.state = std::make_unique<vm::PortTraceState>();
  }
  const bool is_taken = change_entries(p.vm, p.id, p.tracing.state->entries, change);
  update_flags(p);
  return is_taken;
}

void give(vm::PortTracee& p, const SharedRef<Session>& session, const TraceeSetting& setting) {
  apply_change(p, {session, true, setting.flags, setting.tracer});
}

TraceeSetting setting_of(vm::PortTracee& p, const Session& session) {
  update_flags(p);
  vm::PortTraceState* state = p.tracing.state.get();
  TraceeEntry* entry = state == nullptr ? nullptr : find_entry(state->entries, session);
  if (entry == nullptr) return {};
  if (is_alive(p.vm, entry->setting.tracer, p.id)) return entry->setting;
  entry->setting.flags = 0;
  update_flags(p);
  return {};
}

}  // namespace tracing
