// Parsing of function patterns: a cursor over the text, one step for each part.
#include "tools/call_pattern.h"

#include "vm/base/utf8.h"
#include "vm/term/atom_table.h"

#include <cctype>
#include <cstdint>

namespace tools {
namespace {

using NameResult = vm::Result<std::optional<std::string>, std::string>;

std::string bad_pattern(std::string_view text, const char* why) {
  return "bad pattern '" + std::string(text) + "': " + why +
         " (expected mod, mod:fun or mod:fun/arity)";
}

/// Digits to `base` from `at` on, at most `most` of them, which it leaves behind.
std::uint32_t take_number(std::string_view text, std::size_t& at, unsigned base, std::size_t most) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::uint32_t value = 0;
  for (; most > 0 && at < text.size(); --most, ++at) {
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
    const std::size_t digit = kDigits.substr(0, base).find(c);
    if (digit == std::string_view::npos) break;
    value = value * base + static_cast<std::uint32_t>(digit);
  }
  return value;
}

/// The character that stands for what follows a backslash, in Erlang's syntax.
std::uint32_t take_escaped(std::string_view text, std::size_t& at) {
  constexpr std::string_view kLetters = "bdefnrstv";
  constexpr std::string_view kMeant = "\b\x7f\x1b\f\n\r \t\v";
  constexpr std::size_t kMostDigits = 6;  // of a code point
  const char c = text[at];
  if (c >= '0' && c <= '7') return take_number(text, at, 8, 3);
  ++at;
  if (const std::size_t letter = kLetters.find(c); letter != std::string_view::npos)
    return static_cast<std::uint32_t>(kMeant[letter]);
  if (c == '^' && at < text.size()) return static_cast<std::uint32_t>(text[at++]) & 0x1F;
  if (c != 'x') return static_cast<std::uint8_t>(c);
  if (at == text.size() || text[at] != '{') return take_number(text, at, 16, 2);
  ++at;
  const std::uint32_t value = take_number(text, at, 16, kMostDigits);
  if (at < text.size() && text[at] == '}') ++at;
  return value;
}

/// A quoted name up to its closing quote, with Erlang's escapes.
NameResult take_quoted(std::string_view text, std::size_t& at) {
  std::string name;
  for (++at; at < text.size();) {
    const char c = text[at++];
    if (c == '\'') return std::optional(std::move(name));
    // A byte that is no ASCII is part of a character, escaped or not.
    if (c != '\\' || at == text.size() || static_cast<std::uint8_t>(text[at]) >= 0x80) {
      if (c != '\\') name += c;
      continue;
    }
    char utf8[4];
    name.append(utf8, vm::encode_utf8(take_escaped(text, at), utf8));
  }
  return vm::Err(bad_pattern(text, "no closing quote"));
}

/// A plain name: `_` is any; else up to a character of `ends`.
NameResult take_name(std::string_view text, std::size_t& at, std::string_view ends) {
  if (at < text.size() && text[at] == '\'') return take_quoted(text, at);
  const std::size_t start = at;
  while (at < text.size() && ends.find(text[at]) == std::string_view::npos) ++at;
  const std::string_view name = text.substr(start, at - start);
  if (name.empty()) return vm::Err(bad_pattern(text, "a name is missing"));
  if (name.find_first_of(":/ \t\n'\"") != std::string_view::npos)
    return vm::Err(bad_pattern(text, "a name with such characters stands in quotes"));
  if (name == "_") return std::optional<std::string>();
  return std::optional<std::string>(name);
}

}  // namespace

std::array<std::string, 3> CallPattern::parts() const {
  return {module.value_or("_"), function.value_or("_"), arity ? std::to_string(*arity) : "_"};
}

vm::Result<CallPattern, std::string> parse_call_pattern(std::string_view text) {
  CallPattern pattern;
  std::size_t at = 0;
  VM_TRY(pattern.module, take_name(text, at, ":"));
  if (at == text.size()) return pattern;
  if (text[at++] != ':') return vm::Err(bad_pattern(text, "text after the quoted name"));
  // A name may contain a slash only in quotes, except for the operators `/` and `/=`.
  if (text.substr(at).starts_with("/=/") || text.substr(at).starts_with("//")) {
    const std::size_t length = text[at + 1] == '=' ? 2 : 1;
    pattern.function = std::string(text.substr(at, length));
    at += length;
  } else {
    VM_TRY(pattern.function, take_name(text, at, "/"));
  }
  if (at == text.size()) return pattern;
  if (text[at++] != '/') return vm::Err(bad_pattern(text, "text after the quoted name"));
  const std::string_view arity = text.substr(at);
  if (arity == "_") return pattern;
  unsigned value = 0;
  if (arity.empty() || arity.size() > 3) return vm::Err(bad_pattern(text, "no arity"));
  for (char c : arity) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      return vm::Err(bad_pattern(text, "the arity is not a number"));
    }
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  if (value > 255) return vm::Err(bad_pattern(text, "the arity is above 255"));
  pattern.arity = value;
  return pattern;
}

vm::Result<CallPattern, std::string> parse_trace_pattern(std::string_view text) {
  VM_TRY(CallPattern pattern, parse_call_pattern(text));
  if ((!pattern.module && (pattern.function || pattern.arity)) ||
      (!pattern.function && pattern.arity))
    return vm::Err(bad_pattern(text, "what follows _ can only be _"));
  return pattern;
}

}  // namespace tools
