// How a setting changes a function's actions.
#include "tracing/bp_actions.h"

#include <algorithm>

namespace tracing {

namespace {

bool is_at_export(const BpAction& action) { return kinds_with(kAtExport).has(action.kind); }

BpAction* find_action(BpActions& actions, const Session& session, BpKind kind) {
  for (BpAction& action : actions) {
    if (action.kind == kind && action.session.get() == &session) return &action;
  }
  return nullptr;
}

/// In place of the session's action of that kind; else in the order of kinds within its session. Of
/// several sessions the one that came last is first, as in OTP.
void put_action(BpActions& actions, BpAction action) {
  if (BpAction* present = find_action(actions, *action.session, action.kind)) {
    *present = std::move(action);
    return;
  }
  const auto is_before = [&](const BpAction& a) {
    return a.session == action.session && a.kind < action.kind;
  };
  const auto own = [&](const BpAction& a) { return a.session == action.session; };
  auto place = std::ranges::find_if(actions, own);
  if (place == actions.end()) place = actions.begin();
  while (place != actions.end() && is_before(*place)) ++place;
  actions.insert(place, std::move(action));
}

/// Turns one kind on or off, or starts or stops its figures. `had_any`: the session had an action
/// at the function, of this or another kind.
void change_kind(BpActions& actions, const BpSpec& spec, BpKind kind, bool had_any,
                 Tracing& tracing) {
  BpAction* present = find_action(actions, *spec.session, kind);
  if (spec.how == BpHow::kOff) {
    if (present != nullptr) actions.erase(actions.begin() + (present - actions.data()));
    return;
  }
  // As OTP: where the session has something else at the function, pausing and restarting a kind
  // that is not set turn it on; where it has nothing, they do nothing.
  if (spec.how != BpHow::kOn && kinds_with(kFigures).has(kind)) {
    if (!had_any) return;
    if (spec.how == BpHow::kPause && present != nullptr) {
      present->is_paused = true;
      return;
    }
  }
  BpAction action = action_of(spec, kind);
  with_kind(kind, [&](auto type) { type.merge(action, present, tracing); });
  put_action(actions, std::move(action));
}

}  // namespace

BpAction action_of(const BpSpec& spec, BpKind kind) {
  BpAction action;
  action.kind = kind;
  action.session = spec.session;
  action.program = spec.program;
  if (kinds_with(kOwnTracer).has(kind)) action.own_tracer = spec.own_tracer;
  return action;
}

void change_actions(BpActions& actions, const BpSpec& spec, bool adds, Tracing& tracing) {
  if (spec.of_dead_sessions) {
    std::erase_if(actions, is_of_dead_session);
    return;
  }
  const auto is_own = [&](const BpAction& a) { return a.session == spec.session; };
  const bool had_any = std::ranges::any_of(actions, is_own);
  // F3: what is at the export excludes what is at the function itself, and the reverse. Turning off
  // excludes nothing.
  if (spec.how == BpHow::kOn || spec.turns_on_reports()) {
    std::erase_if(actions, [&](const BpAction& a) {
      return is_own(a) && is_at_export(a) != spec.is_at_exports();
    });
  }
  if (!adds) return;
  for (const BpKind kind : kBpKinds) {
    if (spec.kinds.has(kind)) change_kind(actions, spec, kind, had_any, tracing);
  }
}

void remove_actions_at_export(BpActions& actions) { std::erase_if(actions, is_at_export); }

}  // namespace tracing
