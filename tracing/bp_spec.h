// What trace:function/4 asks for: a pattern of functions and a setting for them. Values, computed
// before anything is touched. Contract: F1 to F3.
#pragma once

#include "tracing/bp_kind.h"
#include "tracing/session.h"

namespace tracing {

/// Which functions, as {M, F, A} with wildcards from the right (F1).
struct BpPattern {
  Term module;    // none(): any
  Term function;  // none(): any
  SWord arity = -1;
  bool operator==(const BpPattern&) const = default;
  bool matches(const vm::FuncInfo& info) const {
    return (module.is_none() || info.module == module) &&
           (function.is_none() || info.function == function) &&
           (arity < 0 || info.arity == static_cast<Word>(arity));
  }
};

enum class BpHow : std::uint8_t { kOn, kOff, kRestart, kPause };

/// What is to happen to the functions of a pattern, for one session.
struct BpSpec {
  SharedRef<Session> session;
  BpHow how = BpHow::kOn;
  BpKindSet kinds;
  SharedRef<vm::MatchProgram> program;  // null: no match spec
  Tracer own_tracer;                    // of kinds with kOwnTracer
  bool of_dead_sessions = false;  // with kOff, without session: everything that those still have

  /// Whether it turns on kinds that report calls. Pausing and restarting are for figures, and turn
  /// the others on (F2).
  bool turns_on_reports() const {
    return how != BpHow::kOff && !(kinds - kinds_with(kFigures)).is_empty();
  }
  /// Whether it is about exports' entry words; else about functions' own (F3).
  bool is_at_exports() const { return kinds.has_any_of(kinds_with(kAtExport)); }
};

/// The kind that an option of trace:function/4 names, if any.
inline std::optional<BpKind> kind_of_option(Term option) {
  constexpr std::pair<Term, BpKind> kOptions[] = {
#define BP_KIND(name, Type, attributes) {vm::am::name, BpKind::name},
#include "tracing/bp_kinds.def"
  };
  for (const auto& [name, kind] : kOptions) {
    if (name == option) return kind;
  }
  return std::nullopt;
}

}  // namespace tracing
