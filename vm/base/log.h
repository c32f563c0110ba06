// What the machine says about itself while it runs, by subject: `--log=loader,gc`. A subject that
// is off costs one relaxed load and a branch; its arguments are not evaluated.
//
//   VM_LOG(gc, "minor: {} words before, {} after", before, after);
//
// The only state of the process that is not owned by a Vm: a machine that is being built or taken
// down, and several machines in one test program, share one standard error.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/result.h"

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace vm {

enum class LogSubject : unsigned char {
#define LOG_SUBJECT(name, help) name,
#include "vm/base/log_subjects.def"
};

/// Switches exactly the subjects of `list` on (names with commas between; `all`; empty for none).
/// An unknown name changes nothing and is named in the error. Any thread.
Result<void, std::string> set_log_subjects(std::string_view list);

/// A line per subject, name and meaning, for --help.
std::string describe_log_subjects();

/// Writes log lines to the file instead of standard error. Error: why it cannot be opened.
Result<void, std::string> set_log_file(const std::string& path);

namespace detail {

inline Atomic<std::uint32_t> log_mask{0};

void write_log(LogSubject subject, fmt::string_view format, fmt::format_args args);

template <typename... Args>
[[gnu::cold, gnu::noinline]] void log(LogSubject subject, fmt::format_string<Args...> format,
                                      Args&&... args) {
  write_log(subject, format, fmt::make_format_args(args...));
}

}  // namespace detail

/// True where the subject's lines are printed; for work done only to log its outcome.
inline bool log_on(LogSubject subject) {
  // Relaxed: a thread that learns of the switch a little later only says a line less.
  return (detail::log_mask.load(kRelaxed) >> static_cast<unsigned>(subject) & 1) != 0;
}

}  // namespace vm

/// Says one line about a subject of log_subjects.def. Format as in {fmt}, checked at compile time.
#define VM_LOG(subject, ...) \
  do { \
    if (::vm::log_on(::vm::LogSubject::subject)) [[unlikely]] { \
      ::vm::detail::log(::vm::LogSubject::subject, __VA_ARGS__); \
    } \
  } while (false)
