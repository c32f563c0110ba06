// The kinds of breakpoints as an enumeration, a set, and a type for each, all made from
// bp_kinds.def. What a kind does is defined in its file in kinds/; this header is what the others
// need to call it. Threads: as each function says.
#pragma once

#include "vm/code/generic_bp.h"

#include <array>
#include <bit>
#include <initializer_list>
#include <vector>

namespace tracing {

using vm::Word;

class Tracing;
class Hit;
class FunctionReport;
struct BpAction;
struct BpSummaryParts;

/// The kinds, in the order in which they run at a call.
enum class BpKind : std::uint8_t {
#define BP_KIND(name, Type, attributes) name,
#include "tracing/bp_kinds.def"
};

/// All of them.
inline constexpr std::array kBpKinds = {
#define BP_KIND(name, Type, attributes) BpKind::name,
#include "tracing/bp_kinds.def"
};

/// A set of kinds.
class BpKindSet {
 public:
  constexpr BpKindSet() = default;
  constexpr BpKindSet(std::initializer_list<BpKind> kinds) {
    for (const BpKind kind : kinds) bits_ |= bit(kind);
  }
  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr bool has(BpKind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool has_any_of(BpKindSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr void insert(BpKind kind) { bits_ |= bit(kind); }
  constexpr BpKindSet operator|(BpKindSet other) const { return BpKindSet(bits_ | other.bits_); }
  constexpr BpKindSet operator-(BpKindSet other) const { return BpKindSet(bits_ & ~other.bits_); }
  bool operator==(const BpKindSet&) const = default;

 private:
  explicit constexpr BpKindSet(unsigned bits) : bits_(bits) {}
  static constexpr unsigned bit(BpKind kind) { return 1u << static_cast<unsigned>(kind); }
  unsigned bits_ = 0;
};

/// The attributes of rows; bp_kinds.def says what each means.
enum BpKindAttribute : unsigned {
  kFigures = 1u << 0,
  kAtExport = 1u << 1,
  kOwnTracer = 1u << 2,
  kUnlistedOnLoad = 1u << 3,
  kUnlisted = 1u << 4,
};

/// The kinds that have an attribute.
constexpr BpKindSet kinds_with(BpKindAttribute attribute) {
  BpKindSet kinds;
#define BP_KIND(name, Type, attributes) \
  if (((attributes) & attribute) != 0) kinds.insert(BpKind::name);
#include "tracing/bp_kinds.def"
  return kinds;
}

// The types, with what each of them does:
//
// on_call    A process calls a function that has `action`, of a live session and not paused. In the
//            context of the process; may change its trace flags and ask for frames.
// merge      `action` is new: it has kind, session, program and tracer of a setting. Makes what the
//            kind keeps, and takes over what is to stay of the action that it replaces (null:
//            none). By holders of the code modification permission.
// summarize  Adds to the summary that decides, at the function's entry, which calls reach on_call.
//            By holders of the permission.
// report     Sets the kind's items of trace:info/3; `action` null: the session has none. In the
//            context of the process that asks.
#define BP_KIND(name, Type, attributes) \
  struct Type { \
    static void on_call(Hit& hit, const BpAction& action); \
    static void merge(BpAction& action, const BpAction* present, Tracing& tracing); \
    static void summarize(const BpAction& action, BpSummaryParts& summary); \
    static void report(FunctionReport& report, const BpAction* action); \
  };
#include "tracing/bp_kinds.def"

/// Calls f with a value of the kind's type.
template <class F>
decltype(auto) with_kind(BpKind kind, F&& f) {
  switch (kind) {
#define BP_KIND(name, Type, attributes) \
  case BpKind::name: \
    return f(Type());
#include "tracing/bp_kinds.def"
  }
  VM_UNREACHABLE();
}

/// What the actions of one generation come to for a call: their summarize() adds to it.
struct BpSummaryParts {
  vm::SessionSet sessions = 0;               // those whose actions are to run
  std::vector<vm::Atomic<Word>*>& counters;  // words that the handler counts calls in
};

}  // namespace tracing
