// Only heads and check sums of a log are read here, and the name of the event in each line of JSON:
// what is printed and shown of them is the business of sonde_trace_log_file and of the page.
#include "tools/sonde/trace_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tools {
namespace {

constexpr std::string_view kMagic = "\x89STRACE\n";
constexpr std::uint32_t kMajor = 1;
constexpr std::size_t kHead = 12;                          // of the file, and of a chunk
constexpr std::size_t kMaxChunk = std::size_t{256} << 20;  // as sonde_trace_log_file has it
constexpr std::size_t kBlock = std::size_t{1} << 16;

/// Tags of OTP's trace messages, which are the names of events.
constexpr std::string_view kEvents[] = {"call",
                                        "return_from",
                                        "exception_from",
                                        "return_to",
                                        "send",
                                        "send_to_non_existing_process",
                                        "receive",
                                        "spawn",
                                        "spawned",
                                        "exit",
                                        "register",
                                        "unregister",
                                        "link",
                                        "unlink",
                                        "getting_linked",
                                        "getting_unlinked",
                                        "in",
                                        "out",
                                        "in_exiting",
                                        "out_exiting",
                                        "out_exited",
                                        "gc_minor_start",
                                        "gc_minor_end",
                                        "gc_major_start",
                                        "gc_major_end",
                                        "gc_max_heap_size",
                                        "open",
                                        "closed",
                                        "seq_trace"};

std::uint32_t u32_at(const std::uint8_t* at) {
  return at[0] | static_cast<std::uint32_t>(at[1]) << 8 | static_cast<std::uint32_t>(at[2]) << 16 |
         static_cast<std::uint32_t>(at[3]) << 24;
}

/// Continues `sum` with `size` bytes of the file. False: it has fewer.
bool add_to_sum(std::FILE* file, std::size_t size, uLong& sum) {
  std::array<std::uint8_t, kBlock> bytes;
  while (size > 0) {
    const std::size_t count = std::fread(bytes.data(), 1, std::min(size, bytes.size()), file);
    if (count == 0) return false;
    sum = crc32(sum, bytes.data(), static_cast<uInt>(count));
    size -= count;
  }
  return true;
}

/// What is wrong with the chunks from here on. What is left behind the last whole one was being
/// written.
std::string why_damaged_chunk(std::FILE* file) {
  std::array<std::uint8_t, kHead> head;
  for (std::size_t offset = kHead; std::fread(head.data(), 1, kHead, file) == kHead;) {
    const std::string where = "damaged at byte " + std::to_string(offset) + ": ";
    const std::size_t size = u32_at(&head[8]);
    if (u32_at(&head[4]) > 0xFF || size > kMaxChunk) return where + "this is no chunk";
    uLong sum = crc32(0, &head[4], kHead - 4);
    if (!add_to_sum(file, size, sum)) return {};
    if (sum != u32_at(head.data())) return where + "the check sum of a chunk is wrong";
    // Nothing is read behind the footer.
    if (head[4] == 'F') return {};
    offset += kHead + size;
  }
  return {};
}

/// The value of "event" in an object on one line; empty where it has none.
std::string_view event_in(std::string_view line) {
  constexpr std::string_view kKey = "\"event\"";
  constexpr const char* kSpace = " \t";
  const std::size_t key = line.find(kKey);
  if (key == std::string_view::npos) return {};
  std::size_t at = line.find_first_not_of(kSpace, key + kKey.size());
  if (at == std::string_view::npos || line[at] != ':') return {};
  at = line.find_first_not_of(kSpace, at + 1);
  if (at == std::string_view::npos || line[at] != '"') return {};
  return line.substr(at + 1, line.find('"', at + 1) - at - 1);
}

bool is_event(std::string_view line) {
  return std::find(std::begin(kEvents), std::end(kEvents), event_in(line)) != std::end(kEvents);
}

}  // namespace

TraceForm form_of(std::FILE* file) {
  std::array<char, kMagic.size()> start{};
  const std::size_t count = std::fread(start.data(), 1, start.size(), file);
  std::rewind(file);
  if (std::string_view(start.data(), count) == kMagic) return TraceForm::kLog;
  return count > 0 && start[0] == '{' ? TraceForm::kJson : TraceForm::kNone;
}

bool is_log(const std::string& name) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(name, ignored)) return false;
  const File file(std::fopen(name.c_str(), "rb"));
  return file && form_of(file.get()) == TraceForm::kLog;
}

std::string why_damaged(std::FILE* file) {
  std::array<std::uint8_t, kHead> head{};
  const std::size_t count = std::fread(head.data(), 1, kHead, file);
  const std::uint32_t major = u32_at(&head[kMagic.size()]) & 0xFFFF;
  std::string why;
  if (count < kHead) {
    why = "expected a log (.strace), found the start of its head";
  } else if (major != kMajor) {
    why = "expected a log of version 1, found version " + std::to_string(major);
  } else {
    why = why_damaged_chunk(file);
  }
  std::rewind(file);
  return why;
}

bool has_events(std::FILE* file) {
  std::string line;
  bool found = false;
  for (int c = std::getc(file); c != EOF && !found; c = std::getc(file)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    found = is_event(line);
    line.clear();
  }
  found = found || is_event(line);
  std::rewind(file);
  return found;
}

}  // namespace tools
