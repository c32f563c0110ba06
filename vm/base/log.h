// The log: lines about the machine itself, switched on by subject with `--log=loader,gc`. A
// statement whose subject is off costs one relaxed load and a branch; its arguments are not
// evaluated.
//
//   VM_LOG(gc, "minor: {} words before, {} after", before, after);
//
// The mask of subjects and the sink are process-wide and not owned by a Vm, because code logs
// before a Vm exists and while it is destroyed, and the machines of one test program share one
// standard error.
// Threads: logging is allowed on any thread, and under any lock (kLog is the innermost rank).
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

/// Enables exactly the subjects in `list`: names separated by commas, or `all`, or empty for none.
/// If a name is unknown, nothing changes and the error names it. Any thread.
Result<void, std::string> set_log_subjects(std::string_view list);

/// Returns one line per subject with its name and meaning, for --help.
std::string describe_log_subjects();

/// Appends log lines to the file at `path` instead of writing them to standard error. The error
/// says why the file cannot be opened. Any thread.
Result<void, std::string> set_log_file(const std::string& path);

namespace detail {

inline Atomic<std::uint32_t> log_mask{0};

/// Formats one line and writes it to the sink.
void write_log(LogSubject subject, fmt::string_view format, fmt::format_args args);

template <typename... Args>
[[gnu::cold, gnu::noinline]] void log(LogSubject subject, fmt::format_string<Args...> format,
                                      Args&&... args) {
  write_log(subject, format, fmt::make_format_args(args...));
}

}  // namespace detail

/// True if the subject is enabled. Use it to guard work that is done only for the log. Any thread.
inline bool log_on(LogSubject subject) {
  // Relaxed: a thread that sees the new mask late only omits or prints a few more lines.
  return (detail::log_mask.load(kRelaxed) >> static_cast<unsigned>(subject) & 1) != 0;
}

}  // namespace vm

/// Logs one line about a subject of log_subjects.def. The format is {fmt}'s, checked at compile
/// time.
#define VM_LOG(subject, ...) \
  do { \
    if (::vm::log_on(::vm::LogSubject::subject)) [[unlikely]] { \
      ::vm::detail::log(::vm::LogSubject::subject, __VA_ARGS__); \
    } \
  } while (false)
