// Times on the command line: 500ms, 10s, 2m, 1h. A number without a unit is one of milliseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class Validator;
}

namespace tools {

/// The milliseconds of a time; none where the text is no time. A part of a second is one: 1.5s.
std::optional<std::uint64_t> duration_ms(const std::string& text);

/// For an option whose value is a number of milliseconds between these: accepts a time, makes it
/// that number, and says what is expected where it is none.
CLI::Validator as_duration(std::uint64_t least_ms, std::uint64_t most_ms);

}  // namespace tools
