// What sessions do when one function is called: a list of actions, one per session and kind, and
// how a setting changes it. Ownership: an action shares its session, program and figures with its
// copies in the other generation. Threads: lists of a generation that is not active belong to the
// holder of the code modification permission; those of the active one are not changed.
#pragma once

#include "tracing/bp_kind.h"
#include "tracing/bp_spec.h"
#include "tracing/session.h"

#include <vector>

namespace tracing {

/// What one session does at one function.
struct BpAction {
  BpKind kind = BpKind::local;
  SharedRef<Session> session;
  SharedRef<vm::MatchProgram> program;  // null: no match spec
  Tracer own_tracer;                    // of kinds with kOwnTracer
  SharedRef<vm::Shared> figures;        // what the kind keeps; its file knows the type
  bool is_paused = false;
};

using BpActions = std::vector<BpAction>;

/// The action that a setting asks for, before the kind's merge().
BpAction action_of(const BpSpec& spec, BpKind kind);

/// Makes the change to a function's actions that `spec` asks for. `adds` false: the function is
/// none of those that it names, but has actions of the session that the new ones exclude (F3).
void change_actions(BpActions& actions, const BpSpec& spec, bool adds, Tracing& tracing);

/// For a kind whose action runs at the calls of the session's tracees.
inline void summarize_session(const BpAction& action, BpSummaryParts& summary) {
  summary.sessions |= action.session->bit();
}

/// Whether the action is of a session that has ended.
inline bool is_of_dead_session(const BpAction& action) { return !action.session->is_alive(); }

/// Removes what sits at an export's entry: new code was loaded, which ends it.
void remove_actions_at_export(BpActions& actions);

}  // namespace tracing
