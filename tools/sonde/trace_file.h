// Files of events, as `sonde trace` writes them: which form a file has, and whether it is whole.
// docs/formats.md and docs/strace.md describe the forms. Threads: any.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace tools {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
/// A file that is closed at the end; null where it could not be opened.
using File = std::unique_ptr<std::FILE, CloseFile>;

enum class TraceForm { kNone, kLog, kJson };

/// By the first bytes of `file`, which is at its start before and afterwards.
TraceForm form_of(std::FILE* file);

/// Whether there is a log under this name. Only files are looked at: what is read from a pipe would
/// be missing afterwards.
bool is_log(const std::string& name);

/// Why a log cannot be read to its end; empty for one that can, and for one that has no end because
/// its machine was killed. `file` is at its start before and afterwards.
std::string why_damaged(std::FILE* file);

/// Whether one of the lines is an event that `sonde trace --format jsonl` writes. `file` is at its
/// start before and afterwards.
bool has_events(std::FILE* file);

}  // namespace tools
