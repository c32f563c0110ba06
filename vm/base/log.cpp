// Writes log lines through spdlog: one sink for all subjects. The only file that includes spdlog.
#include "vm/base/log.h"

#include "vm/base/mutex.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

namespace vm {

namespace {

struct SubjectRow {
  const char* name;
  const char* help;
};

constexpr SubjectRow kSubjects[] = {
#define LOG_SUBJECT(name, help) {#name, help},
#include "vm/base/log_subjects.def"
};
static_assert(std::size(kSubjects) <= 32, "the mask has one bit per subject");

Mutex sink_mutex{LockRank::kLog};

/// The sink that receives all lines. Created by the first line or by set_log_file(), and never
/// destroyed before the operating system process ends.
spdlog::sink_ptr& sink() VM_REQUIRES(sink_mutex) {
  static spdlog::sink_ptr sink = [] {
    auto s = std::make_shared<spdlog::sinks::stderr_sink_st>();
    s->set_pattern("%n: %H:%M:%S.%f [%t] %v");
    return s;
  }();
  return sink;
}

std::optional<std::uint32_t> bit_of(std::string_view name) {
  if (name == "all")
    return static_cast<std::uint32_t>((std::uint64_t{1} << std::size(kSubjects)) - 1);
  for (std::size_t i = 0; i < std::size(kSubjects); i++) {
    if (name == kSubjects[i].name) return std::uint32_t{1} << i;
  }
  return std::nullopt;
}

}  // namespace

Result<void, std::string> set_log_subjects(std::string_view list) {
  std::uint32_t mask = 0;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    const std::optional<std::uint32_t> bit = bit_of(name);
    if (!bit) {
      return Err(fmt::format("unknown log subject '{}', expected one of:\n{}", name,
                             describe_log_subjects()));
    }
    mask |= *bit;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  // Relaxed: see log_on().
  detail::log_mask.store(mask, kRelaxed);
  count_locks(log_on(LogSubject::locks));
  return {};
}

std::string describe_log_subjects() {
  std::string text;
  for (const SubjectRow& row : kSubjects) text += fmt::format("  {:<10} {}\n", row.name, row.help);
  return text;
}

Result<void, std::string> set_log_file(const std::string& path) {
  // Open the file here first: built without exceptions, spdlog aborts when it cannot open a file.
  std::FILE* file = std::fopen(path.c_str(), "a");
  if (file == nullptr) {
    return Err(fmt::format("cannot write log file {}: {}", path, std::strerror(errno)));
  }
  std::fclose(file);
  auto s = std::make_shared<spdlog::sinks::basic_file_sink_st>(path);
  s->set_pattern("%n: %H:%M:%S.%f [%t] %v");
  MutexLock lock(sink_mutex);
  sink() = std::move(s);
  return {};
}

namespace detail {

void write_log(LogSubject subject, fmt::string_view format, fmt::format_args args) {
  const std::string text = fmt::vformat(format, args);
  const char* name = kSubjects[static_cast<std::size_t>(subject)].name;
  const spdlog::details::log_msg message(name, spdlog::level::info, text);
  MutexLock lock(sink_mutex);
  sink()->log(message);
  sink()->flush();
}

}  // namespace detail

}  // namespace vm
