// TraceState: what sessions have set on one process: per session flags and a tracer.
// ProcessTracing::flags is the union of the flags, so that untraced events cost one test.
// Invariants: an entry has at least one flag; the flags of the process are the union.
// Ownership: the Process points to it; null while no session traces it.
// Threads: the process itself only, or its creator before it can run. Contract: P1, P18, P19, S2,
// S7.
#pragma once

#include "tracing/call_account.h"
#include "tracing/session.h"

#include <vector>

namespace tracing {

struct TraceeEntry {
  SharedRef<Session> session;
  TraceeSetting setting;
};

/// A change that trace:process asks for.
struct FlagChange {
  SharedRef<Session> session;
  bool on = true;
  std::uint32_t flags = 0;
  Tracer tracer;
  bool replaces_tracer = false;  // whatever tracer there is, as a match spec's action does
};

}  // namespace tracing

namespace vm {
/// Which measured function a process is in, for one session; see tracing/measure.h.
struct MeasuredCall {
  Word session;
  tracing::Measure what;
  Term current;  // account of the innermost measured function; nil: none
  Word mark;     // the measure's reading when it was last settled
};

struct TraceState {
  std::vector<tracing::TraceeEntry> entries;
  std::vector<MeasuredCall> measured;
  Word allocated_base = 0;  // words allocated in all, less those on the heap now
  const HeapFragment* seen_fragment = nullptr;  // this and all behind it are in seen_fragment_words
  Word seen_fragment_words = 0;
};
}  // namespace vm

namespace tracing {

/// The entry of a session among a process's or a port's, or null.
inline TraceeEntry* find_entry(std::vector<TraceeEntry>& entries, const Session& session) {
  for (TraceeEntry& entry : entries) {
    if (entry.session.get() == &session) return &entry;
  }
  return nullptr;
}
/// Makes a change to the entries of a process or a port; its flag word is for the caller to bring
/// up to date. A different tracer that is alive keeps the tracee: false.
bool change_entries(Vm& vm, Term tracee, std::vector<TraceeEntry>& entries,
                    const FlagChange& change);

/// The entry of a live session, or null.
inline TraceeEntry* find_entry(Process& p, const Session& session) {
  return p.tracing.state == nullptr ? nullptr : find_entry(p.tracing.state->entries, session);
}
/// Sets or clears flags. A different tracer that is alive keeps the process (legacy sessions):
/// false.
bool apply_change(Process& p, const FlagChange& change);
/// Gives a process that is being created a live session's setting, with a tracer that is not gone.
void give(Process& p, const SharedRef<Session>& session, const TraceeSetting& setting);
/// Removes entries with one of `flags` whose tracer is gone (S7); modules are asked.
void remove_entries_without_tracer(Process& p, std::uint32_t flags);
/// Removes the session's entry, if any.
void remove_entry(Process& p, const Session& session);
/// Brings ProcessTracing::flags up to date after entries changed; drops those of dead sessions and
/// without flags.
void update_flags(Process& p);
/// Frees everything.
void clear_tracee(Process& p);
/// Gives a new process what its parent passes on to children, and where they are linked to linked
/// processes (P18, P19).
void inherit(Process& parent, Process& child, bool linked);

/// Calls `f(const TraceeEntry&)` with a copy of each entry with one of `flags`; f returns false if
/// the tracer turned out to be gone. What f runs may change the entries: a match spec's body does.
template <class F>
void for_entries_with(Process& p, std::uint32_t flags, F&& f) {
  bool changed = false;
  for (std::size_t i = 0; p.tracing.state != nullptr && i < p.tracing.state->entries.size();) {
    if ((p.tracing.state->entries[i].setting.flags & flags) == 0) {
      ++i;
      continue;
    }
    const TraceeEntry entry = p.tracing.state->entries[i];
    if (!entry.session->is_alive() || !f(entry)) {
      if (TraceeEntry* left = find_entry(p, *entry.session)) left->setting.flags = 0;
      changed = true;
    }
    if (p.tracing.state == nullptr) break;
    const auto& entries = p.tracing.state->entries;
    if (i < entries.size() && entries[i].session == entry.session) ++i;  // it is still there
  }
  if (changed) update_flags(p);
}

}  // namespace tracing
