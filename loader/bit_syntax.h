// The two lists of bit syntax in files that are languages of their own: commands of bs_match and
// segments of bs_create_bin. check() demands what is said here, transform() reads by it. Threads:
// constants.
#pragma once

#include "loader/generic.h"

#include <array>
#include <span>
#include <string_view>

namespace loader {

enum class MatchCommand : std::uint8_t {
  kEnsureAtLeast,
  kEnsureExactly,
  kSkip,
  kInteger,
  kBinary,
  kGetTail,
  kEqual,
};

/// A command is its name, an atom, then operands of these kinds.
struct MatchCommandInfo {
  MatchCommand command;
  std::string_view name;
  std::uint8_t operand_count;
  std::array<GenericKind, 5> kinds;
  std::span<const GenericKind> operand_kinds() const { return {kinds.data(), operand_count}; }
};

namespace detail {
using enum GenericKind;
template <class... Kinds>
consteval MatchCommandInfo match_command(MatchCommand command, std::string_view name,
                                         Kinds... kinds) {
  return {command, name, sizeof...(kinds), {kinds...}};
}
inline constexpr MatchCommandInfo kCommandTable[] = {
    match_command(MatchCommand::kEnsureAtLeast, "ensure_at_least", kBits, kUnit),
    match_command(MatchCommand::kEnsureExactly, "ensure_exactly", kBits),
    match_command(MatchCommand::kSkip, "skip", kBits),
    match_command(MatchCommand::kInteger, "integer", kLive, kFlagList, kBits, kUnit, kDest),
    match_command(MatchCommand::kBinary, "binary", kLive, kFlagList, kBits, kUnit, kDest),
    match_command(MatchCommand::kGetTail, "get_tail", kLive, kUnit, kDest),
    match_command(MatchCommand::kEqual, "=:=", kAny, kRawBits, kInteger),
};
}  // namespace detail

/// The command of this name; null: there is none.
constexpr const MatchCommandInfo* find_match_command(std::string_view name) {
  for (const MatchCommandInfo& info : detail::kCommandTable) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

/// The items of a segment, in order.
enum SegmentItem : std::uint8_t {
  kSegmentType,    // an atom
  kSegmentNumber,  // its place in the source, for errors
  kSegmentUnit,    // 0 for UTF
  kSegmentFlags,   // a list of atoms
  kSegmentValue,   // of a string: where it is in the string table
  kSegmentSize,
  kSegmentItems,
};

}  // namespace loader
