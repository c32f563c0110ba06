// What open_port/2 is given, files one after the other, and messages as they lie in a file.
#include "vm/port/trace_file.h"

#include "vm/io/posix.h"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace vm {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr Word kFlush = 'f';

/// One number and the spaces behind it; false if there is none.
bool take_number(std::string_view& text, Word* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return true;
}

}  // namespace

std::optional<TraceFile::Request> TraceFile::read_request(std::string_view arguments) {
  Request request;
  if (arguments.starts_with("w ")) {
    arguments.remove_prefix(2);
    Wrap wrap;
    Word milliseconds = 0;
    for (Word* const number : {&wrap.bytes, &wrap.files, &milliseconds, &request.tail}) {
      if (!take_number(arguments, number)) return std::nullopt;
    }
    wrap.time = std::chrono::milliseconds(milliseconds);
    request.wrap = wrap;
  }
  if (!arguments.starts_with("n ")) return std::nullopt;
  request.name = arguments.substr(2);
  if (request.tail >= request.name.size()) return std::nullopt;
  return request;
}

TraceFile::TraceFile(IoThread& io, Port& port, Request request)
    : io_(io), port_(port), request_(std::move(request)) {}

TraceFile::~TraceFile() {
  if (fd_ < 0) return;
  static_cast<void>(write_gathered());  // the machine ends: nothing is left to report an error to
  ::close(fd_);
}

std::string TraceFile::file_name(Word number) const {
  std::string name = request_.name;
  if (request_.wrap) name.insert(request_.tail, std::to_string(number));
  return name;
}

int TraceFile::open_file(Word number) {
  constexpr mode_t kMode = 0777;  // what the umask leaves of it, as OTP's driver
  fd_ = ::open(file_name(number).c_str(), O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, kMode);
  return fd_ < 0 ? errno : 0;
}

int TraceFile::open() {
  if (request_.wrap) {
    until_removal_ = request_.wrap->files;
    next_wrap_ = Clock::now() + request_.wrap->time;
  }
  return open_file(0);
}

void TraceFile::fail(int error) {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  gathered_.clear();
  io_.on_loop([&io = io_, port = SharedRef<Port>(&port_), error](uv_loop_t*) {
    ThreadProgress::Visit visit(io.participant());
    port->failed(posix_error(error));
  });
}

int TraceFile::write_gathered() {
  const std::string gathered = std::exchange(gathered_, {});
  std::string_view left = gathered;
  while (!left.empty()) {
    const ssize_t count = ::write(fd_, left.data(), left.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

void TraceFile::flush() {
  if (fd_ < 0) return;
  if (const int error = write_gathered(); error != 0) fail(error);
}

void TraceFile::next_file() {
  // Numbers go round, one more than there may be files: so the next one is never the oldest.
  const Word last = request_.wrap->files;
  const auto after = [last](Word number) { return number >= last ? 0 : number + 1; };
  flush();
  if (fd_ < 0) return;
  ::close(std::exchange(fd_, -1));
  file_bytes_ = 0;
  if (until_removal_ > 0) --until_removal_;
  if (until_removal_ == 0) {
    ::unlink(file_name(oldest_).c_str());
    oldest_ = after(oldest_);
  }
  number_ = after(number_);
  if (const int error = open_file(number_); error != 0) fail(error);
}

void TraceFile::wrap_when_due() {
  const Wrap& wrap = *request_.wrap;
  const Clock::time_point now = Clock::now();
  // Once round is enough: all files are as empty as they get.
  for (Word turns = 0; now >= next_wrap_ && turns <= wrap.files && fd_ >= 0; ++turns) {
    next_wrap_ += wrap.time;
    next_file();
  }
  if (now >= next_wrap_) next_wrap_ = now + wrap.time;
}

Word TraceFile::write(std::string bytes, bool) {
  const bool by_time = request_.wrap && request_.wrap->time.count() != 0;
  if (by_time && fd_ >= 0) wrap_when_due();
  if (fd_ < 0) return bytes.size();  // the port ends
  const auto size = static_cast<std::uint32_t>(bytes.size());
  const char head[] = {'\0', static_cast<char>(size >> 24), static_cast<char>(size >> 16),
                       static_cast<char>(size >> 8), static_cast<char>(size)};
  gathered_.append(head, sizeof head).append(bytes);
  file_bytes_ += sizeof head + bytes.size();
  if (request_.wrap && !by_time && file_bytes_ >= request_.wrap->bytes) {
    next_file();
  } else if (gathered_.size() >= kPieceBytes) {
    flush();
  }
  return bytes.size();
}

std::optional<ControlResult> TraceFile::control(Term, Word operation, std::string_view) {
  if (operation != kFlush) return std::nullopt;
  flush();
  return ControlResult(std::string(1, '\0'));
}

void TraceFile::close() {
  // Files change when something is written; those that were due since are as empty as OTP's.
  if (request_.wrap && request_.wrap->time.count() != 0 && fd_ >= 0) wrap_when_due();
  flush();
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

}  // namespace vm
