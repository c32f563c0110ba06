// One port's entries. Ports are few and what happens to them costs system calls: simple is enough.
#include "tracing/port_tracee.h"

#include "tracing/delivery.h"

#include <algorithm>

namespace tracing {

PortEntries* port_entries(vm::PortTracee& p) { return static_cast<PortEntries*>(p.state.get()); }

namespace {
TraceeEntry* find_entry(vm::PortTracee& p, const Session& session) {
  PortEntries* state = port_entries(p);
  if (state == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      state->entries, [&](const TraceeEntry& e) { return e.session.get() == &session; });
  return found == state->entries.end() ? nullptr : &*found;
}
}  // namespace

void update_flags(vm::PortTracee& p) {
  std::uint32_t flags = 0;
  if (PortEntries* state = port_entries(p)) {
    std::erase_if(state->entries, [&](const TraceeEntry& e) {
      return e.setting.flags == 0 || !e.session->is_alive() || !is_alive(p.vm, e.setting.tracer);
    });
    for (const TraceeEntry& entry : state->entries) flags |= entry.setting.flags;
    if (state->entries.empty()) p.state.reset();
  }
  p.trace_flags.store(flags, vm::kRelaxed);  // relaxed: under the port's lock
}

bool apply_change(vm::PortTracee& p, const FlagChange& change) {
  TraceeEntry* entry = find_entry(p, *change.session);
  if (!change.on) {
    if (entry != nullptr) entry->setting.flags &= ~change.flags;
    update_flags(p);
    return true;
  }
  if (entry != nullptr && entry->setting.tracer != change.tracer &&
      is_alive(p.vm, entry->setting.tracer))
    return false;
  // A tracer that is gone is no error, and has no effect (S7).
  if (change.flags == 0 || !change.session->is_alive() || !is_alive(p.vm, change.tracer))
    return true;
  if (entry == nullptr) {
    if (p.state == nullptr) p.state = std::make_unique<PortEntries>();
    auto& entries = port_entries(p)->entries;
    entry = &*entries.insert(entries.begin(), {change.session, {}});
  }
  entry->setting.flags |= change.flags;
  entry->setting.tracer = change.tracer;
  update_flags(p);
  return true;
}

TraceeSetting setting_of(vm::PortTracee& p, const Session& session) {
  update_flags(p);
  const TraceeEntry* entry = find_entry(p, session);
  return entry == nullptr ? TraceeSetting{} : entry->setting;
}

}  // namespace tracing
