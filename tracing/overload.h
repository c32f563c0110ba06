// What becomes of an event when a session's queue is full, by enumerator and by name
// (overload.def). Threads: values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tracing {

enum class Overload : std::uint8_t {
#define OVERLOAD(name, enumerator) enumerator,
#include "tracing/overload.def"
};

/// Their names, in the order of the enumerators.
inline constexpr std::array kOverloadNames = {
#define OVERLOAD(name, enumerator) std::string_view(#name),
#include "tracing/overload.def"
};

/// The one of this name, if any.
constexpr std::optional<Overload> overload_from(std::string_view name) {
  for (std::size_t n = 0; n < kOverloadNames.size(); ++n) {
    if (kOverloadNames[n] == name) return static_cast<Overload>(n);
  }
  return std::nullopt;
}

}  // namespace tracing
