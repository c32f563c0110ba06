// In OTP the program erlexec and the emulator share this work: erlexec adds what stands in the
// environment and knows which flags of the emulator have a value, so that the value is not taken
// for an argument of the flag before.
#include "tools/sonde/erl_flags.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace tools {
namespace {

// Their values stand in the next word or in the same: +pc RANGE or +pcRANGE.
constexpr std::string_view kPrintable = "+pc", kCoverage = "+JPcover";

/// Words of a variable; quotes keep spaces, and a backslash the next character.
std::vector<std::string> words_of(const char* variable) {
  const char* text = std::getenv(variable);
  std::vector<std::string> words;
  if (text == nullptr) return words;
  std::string word;
  bool is_open = false;
  char quote = 0;
  for (; *text != '\0'; ++text) {
    const char c = *text;
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (is_open) words.push_back(std::move(word));
      word.clear();
      is_open = false;
      continue;
    }
    is_open = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && text[1] != '\0') {
      word += *++text;
    } else {
      word += c;
    }
  }
  if (is_open) words.push_back(std::move(word));
  return words;
}

/// Whether the value of the emulator's flag is the next word: not where it is part of the flag
/// (+A5), and not for flags without one.
bool has_value_behind(std::string_view flag) {
  constexpr std::string_view kAlone[] = {"+B", "+fn", "+c", "+d", "+i", "+l",
                                         "+L", "+r",  "+v", "+V", "+x", "+IO"};
  for (const std::string_view name : {kPrintable, kCoverage})
    if (flag.starts_with(name)) return flag == name;
  for (const std::string_view alone : kAlone) {
    if (flag.starts_with(alone)) return flag.starts_with("+IOp") || flag.starts_with("+IOPp");
  }
  return std::none_of(flag.begin(), flag.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The number at the start of `text`; 0 where there is none.
unsigned number_at(std::string_view text) {
  unsigned number = 0;
  for (std::size_t at = 0;
       at < text.size() && text[at] >= '0' && text[at] <= '9' && number < 10000000; ++at)
    number = number * 10 + static_cast<unsigned>(text[at] - '0');
  return number;
}

/// Whether erl takes the value of a flag that wants a number. A number of schedulers can be that of
/// those online alone (`:2`); `legacy` chooses an older table of processes or ports.
bool is_number(std::string_view flag, std::string_view value) {
  if (value.empty()) return false;
  if (value[0] >= '0' && value[0] <= '9') return true;
  if (flag == "+S") return value[0] == ':' || value[0] == '-';
  return (flag == "+P" || flag == "+Q") && value == "legacy";
}

/// Why erl refuses the value of the flag, in its words; empty if it does not.
std::string why_refused(std::string_view flag, std::string_view value) {
  constexpr std::pair<std::string_view, std::string_view> kNumbers[] = {
      {"+S", "bad amount of schedulers "},
      {"+P", "bad number of processes "},
      {"+Q", "bad number of ports "},
      {"+t", "bad atom table size "}};
  for (const auto& [name, complaint] : kNumbers) {
    if (flag == name && !is_number(flag, value)) return std::string(complaint) + std::string(value);
  }
  if (flag == "+JMsingle" && value != "true" && value != "false")
    return "bad +JMsingle support flag " + std::string(value);
  return {};
}

/// The mode of coverage that a value of +JPcover asks for; nothing: erl knows no such value.
std::optional<vm::CoverageMode> coverage_named(std::string_view value) {
  using enum vm::CoverageMode;
  constexpr std::pair<std::string_view, vm::CoverageMode> kModes[] = {
      {"true", kLineCounters}, {"false", kNone},
      {"line", kLine},         {"line_counters", kLineCounters},
      {"function", kFunction}, {"function_counters", kFunctionCounters}};
  for (const auto& [name, mode] : kModes)
    if (name == value) return mode;
  return std::nullopt;
}

/// The value of such a flag: what is behind its name in `word`, or the next word.
std::string_view value_of(std::string_view name, std::string_view word, std::string_view next) {
  return word == name ? next : word.substr(name.size());
}

void take_coverage(std::string_view value, ErlFlags& flags) {
  const auto mode = coverage_named(value);
  if (mode) {
    flags.coverage = *mode;
  } else if (flags.error.empty()) {
    flags.error = "bad +JPcover flag " + std::string(value);
  }
}

void take_printable_range(std::string_view range, ErlFlags& flags) {
  if (range == "unicode" || range == "latin1") {
    flags.prints_unicode = range == "unicode";
  } else if (flags.error.empty()) {
    flags.error = "bad range of printable characters: " + std::string(range);
  }
}

void take_setting(std::string_view flag, std::string_view value, ErlFlags& flags) {
  constexpr unsigned kMost = 1024;
  const std::string_view own = flag.substr(std::min<std::size_t>(2, flag.size()));
  if (flag == "+zdbbl") flags.dist_buffer_kib = number_at(value);
  if (flag == "+W" && !value.empty()) flags.warnings = value[0];
  if (flag == "+pad") flags.async_dist = value == "true";
  const unsigned number = std::min(number_at(own.empty() ? value : own), kMost);
  if (flag.starts_with("+A")) flags.async_threads = number;
  if (flag == "+S" || (flag.starts_with("+S") && number_at(own) != 0)) flags.schedulers = number;
}

}  // namespace

ErlFlags take_erl_flags(const std::vector<std::string>& given) {
  std::vector<std::string> all = words_of("ERL_AFLAGS");
  all.insert(all.end(), given.begin(), given.end());
  for (const char* variable : {"ERL_FLAGS", "ERL_ZFLAGS"}) {
    const auto more = words_of(variable);
    // Behind -extra they would be the program's.
    all.insert(std::find(all.begin(), all.end(), "-extra"), more.begin(), more.end());
  }
  ErlFlags flags;
  for (std::size_t at = 0; at < all.size(); ++at) {
    const std::string& word = all[at];
    if (word == "-extra") {
      flags.words.insert(flags.words.end(), all.begin() + static_cast<std::ptrdiff_t>(at),
                         all.end());
      break;
    }
    flags.prints_version |= word == "-version" || word == "+V";
    if (word.size() > 1 && word[0] == '+') {
      const bool has_value = at + 1 < all.size() && has_value_behind(word);
      const std::string value = has_value ? all[at + 1] : std::string();
      take_setting(word, value, flags);
      if (word.starts_with(kPrintable))
        take_printable_range(value_of(kPrintable, word, value), flags);
      if (word.starts_with(kCoverage)) take_coverage(value_of(kCoverage, word, value), flags);
      if (flags.error.empty()) flags.error = why_refused(word, value);
      at += has_value ? 1 : 0;
    } else if (word == "-env" && at + 2 < all.size()) {
      flags.environment.emplace_back(all[at + 1], all[at + 2]);
      at += 2;
    } else {
      flags.is_detached |= word == "-detached";
      // As erlexec has it: no input means no shell, and no terminal means no input.
      if (word == "-noinput" || word == "-detached") flags.words.emplace_back("-noshell");
      if (word == "-detached") flags.words.emplace_back("-noinput");
      flags.words.push_back(word);
    }
  }
  return flags;
}

bool detach() {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child > 0) _exit(0);
  setsid();
  const int null = open("/dev/null", O_RDWR);
  if (null < 0) return false;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, stream);
  if (null > STDERR_FILENO) close(null);
  return true;
}

}  // namespace tools
