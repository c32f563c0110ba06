// Times on the command line: see duration.h.
#include "tools/sonde/duration.h"

#include <CLI/CLI.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace tools {
namespace {

// The largest unit first.
constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> kUnits{
    {{"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}}};

/// With the largest unit in which it is a whole number.
std::string shown(std::uint64_t ms) {
  for (const auto& [unit, size] : kUnits) {
    if (ms != 0 && ms % size == 0) return std::to_string(ms / size).append(unit);
  }
  return std::to_string(ms);
}

}  // namespace

std::optional<std::uint64_t> duration_ms(const std::string& text) {
  const char* end = text.data() + text.size();
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  constexpr double kMost = 1e15;
  if (error != std::errc() || !(number >= 0) || std::signbit(number) || number > kMost) return {};
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  // Without a unit, whole milliseconds only: 0.5 was meant to be something else.
  if (unit.empty() && number != std::floor(number)) return {};
  for (const auto& [name, size] : kUnits) {
    if (unit == name || (unit.empty() && size == 1)) {
      const double ms = number * static_cast<double>(size);
      // What is more than nothing stays so.
      return static_cast<std::uint64_t>(number > 0 && ms < 1 ? 1 : std::round(ms));
    }
  }
  return {};
}

CLI::Validator as_duration(std::uint64_t least_ms, std::uint64_t most_ms) {
  const auto check = [least_ms, most_ms](std::string& text) -> std::string {
    const std::optional<std::uint64_t> ms = duration_ms(text);
    if (!ms) return "expected a time such as 500ms, 10s or 2m, found " + text;
    if (*ms < least_ms || *ms > most_ms)
      return "expected a time from " + shown(least_ms) + " to " + shown(most_ms) + ", found " +
             text;
    text = std::to_string(*ms);
    return {};
  };
  return CLI::Validator(check, "");
}

}  // namespace tools
