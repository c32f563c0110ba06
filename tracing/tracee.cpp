// What one process has set on it: an entry per session, and the union of their flags in one word.
#include "tracing/tracee.h"

#include "tracing/delivery.h"

#include <algorithm>

namespace tracing {

namespace {

/// States of processes that have ended, for those to come, so that a process that is traced needs
/// no memory of its own for it where processes come and go. Threads: each has its own.
class SpareStates {
 public:
  SpareStates() = default;
  SpareStates(const SpareStates&) = delete;
  ~SpareStates() {
    while (count_ > 0) delete states_[--count_];  // owner: this object
  }
  vm::TraceState* take() {
    if (count_ > 0) return states_[--count_];
    return new vm::TraceState();  // owner: the process
  }
  /// The process owns it no more.
  void put(vm::TraceState* state) {
    if (count_ == kSpares) {
      delete state;  // owner: the process
      return;
    }
    // The memory of the entries stays with it.
    state->entries.clear();
    state->measured.clear();
    state->allocated_base = 0;
    state->seen_fragment = nullptr;
    state->seen_fragment_words = 0;
    states_[count_++] = state;
  }

 private:
  static constexpr Word kSpares = 64;
  vm::TraceState* states_[kSpares];
  Word count_ = 0;
};
thread_local SpareStates spare_states;

}  // namespace

bool change_entries(Vm& vm, Term tracee, std::vector<TraceeEntry>& entries,
                    const FlagChange& change) {
  TraceeEntry* entry = find_entry(entries, *change.session);
  if (!change.on) {
    if (entry != nullptr) entry->setting.flags &= ~change.flags;
    return true;
  }
  const bool is_new_tracer = entry != nullptr && entry->setting.tracer != change.tracer;
  if (is_new_tracer && !change.replaces_tracer && is_alive(vm, entry->setting.tracer, tracee))
    return false;
  // A tracer that is gone is no error, and has no effect (S7).
  if (change.flags == 0 || !change.session->is_alive() || is_gone(vm, change.tracer)) return true;
  // As OTP: of several sessions the one that came last reports first.
  if (entry == nullptr) entry = &*entries.insert(entries.begin(), {change.session, {}});
  entry->setting.flags |= change.flags;
  entry->setting.tracer = change.tracer;
  return true;
}

void update_flags(Process& p) {
  std::uint32_t flags = 0;
  vm::SessionSet sessions = vm::kEverySession;
  if (p.tracing.state != nullptr) {
    auto& entries = p.tracing.state->entries;
    std::erase_if(entries, [](const TraceeEntry& e) {
      return e.setting.flags == 0 || !e.session->is_alive();
    });
    for (const TraceeEntry& entry : entries) {
      flags |= entry.setting.flags;
      if (entry.setting.flags & vm::kTraceCall) sessions |= entry.session->bit();
    }
    auto& measured = p.tracing.state->measured;
    std::erase_if(measured, [&](const vm::MeasuredCall& call) {
      return std::ranges::none_of(
          entries, [&](const TraceeEntry& e) { return e.session->id == call.session; });
    });
    if (!measured.empty()) flags |= vm::kTraceMeasured;
    if (entries.empty()) clear_tracee(p);
  }
  // Its entries stay, and other processes may change them, but nothing looks at them meanwhile.
  if (p.flags.sensitive) {
    flags = 0;
    sessions = 0;
  }
  p.tracing.sessions = sessions;
  p.tracing.flags.store(flags, vm::kRelaxed);  // relaxed: read by the process itself
}

void clear_tracee(Process& p) {
  if (p.tracing.state != nullptr) spare_states.put(p.tracing.state);
  p.tracing.state = nullptr;
  p.tracing.sessions = vm::kEverySession;
  p.tracing.flags.store(0, vm::kRelaxed);  // relaxed: as above
}

bool apply_change(Process& p, const FlagChange& change) {
  if (p.tracing.state == nullptr) {
    if (!change.on) return true;
    p.tracing.state = spare_states.take();
  }
  const bool is_taken = change_entries(p.vm, p.pid, p.tracing.state->entries, change);
  update_flags(p);
  return is_taken;
}

void give(Process& p, const SharedRef<Session>& session, const TraceeSetting& setting) {
  if (p.tracing.state != nullptr || p.flags.sensitive) {
    apply_change(p, {session, true, setting.flags, setting.tracer});
    return;
  }
  p.tracing.state = spare_states.take();
  p.tracing.state->entries.push_back({session, setting});
  p.tracing.sessions = vm::kEverySession;
  if (setting.flags & vm::kTraceCall) p.tracing.sessions |= session->bit();
  p.tracing.flags.store(setting.flags, vm::kRelaxed);  // relaxed: read by the process itself
}

void remove_entries_without_tracer(Process& p, std::uint32_t flags) {
  for_entries_with(p, flags, [&](const TraceeEntry& entry) {
    return is_alive(p.vm, entry.setting.tracer, p.pid);
  });
}

void remove_entry(Process& p, const Session& session) {
  if (TraceeEntry* entry = find_entry(p, session)) {
    entry->setting.flags = 0;
    update_flags(p);
  }
}

void inherit(Process& parent, Process& child, bool linked) {
  if (parent.tracing.state == nullptr) return;
  constexpr std::uint32_t kSpawn = vm::kTraceSetOnSpawn | vm::kTraceSetOnFirstSpawn;
  constexpr std::uint32_t kLink = vm::kTraceSetOnLink | vm::kTraceSetOnFirstLink;
  const std::uint32_t which = linked ? kSpawn | kLink : kSpawn;
  for (TraceeEntry& entry : parent.tracing.state->entries) {
    std::uint32_t& flags = entry.setting.flags;
    if ((flags & which) == 0) continue;
    // What is for the first one only is over with it, for both; it supersedes.
    if (flags & vm::kTraceSetOnFirstSpawn) flags &= ~kSpawn;
    if (linked && (flags & vm::kTraceSetOnFirstLink)) flags &= ~kLink;
    apply_change(child, {entry.session, true, flags, entry.setting.tracer});
  }
  update_flags(parent);
}

}  // namespace tracing
