// TraceFile: the linked-in driver of dbg:trace_port(file, _) and fprof, which writes trace messages
// to a file: each as a zero byte, its size (32 bits, big endian) and its bytes. What comes is
// gathered and written in large pieces. A wrapping log is a number of files `name<N>tail` that are
// written in turn, the oldest one removed when the next begins.
// Pieces are written at once, by the thread that has them: trace messages by the I/O thread,
// commands by their process; both mostly reach the page cache. So a port that is flushed or closed
// has a file that can be read, as OTP's has. Rejected: handing them to another thread, for which
// closing would have to wait. Invariants: a message lies in one file. Ownership: the port. Threads:
// as PortDriver, under the port's lock.
#pragma once

#include "vm/io/io_thread.h"
#include "vm/port/port.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace vm {

class TraceFile final : public PortDriver {
 public:
  /// When a wrapping log goes on to its next file: after so many bytes, or so much time.
  struct Wrap {
    Word bytes = 0;
    Word files = 0;
    std::chrono::milliseconds time{0};  // 0: bytes count
  };
  /// What open_port/2 is given behind the driver's name: `n FILE`, or `w BYTES FILES MILLISECONDS
  /// TAIL n FILE`, where TAIL is the index in FILE before which the number goes.
  struct Request {
    std::string name;
    Word tail = 0;
    std::optional<Wrap> wrap;
  };
  /// Nothing: badarg.
  static std::optional<Request> read_request(std::string_view arguments);

  TraceFile(IoThread& io, Port& port, Request request);
  /// What was gathered reaches the file even if the machine ends while the port is open.
  ~TraceFile() override;

  /// Opens the (first) file: 0, or what is wrong, as an errno value. Called before anything else.
  int open();

  Word write(std::string bytes, bool is_first) override;
  /// `f`: what was gathered is written, then answers a zero byte.
  std::optional<ControlResult> control(Term caller, Word operation, std::string_view data) override;
  void close() override;
  Word os_pid() const override { return 0; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string file_name(Word number) const;
  int open_file(Word number);
  /// Writes what was gathered. On an error, here and below, there is no file any more (fd_ < 0),
  /// and the I/O thread notifies the port: its lock is held here.
  void flush();
  void next_file();
  /// The system's part of it: 0, or an errno value.
  int write_gathered();
  /// Goes on to the next file as often as it was time to since the last message: the files are what
  /// a clock beside would have made of them.
  void wrap_when_due();
  void fail(int error);

  IoThread& io_;
  Port& port_;  // its owner
  const Request request_;
  int fd_ = -1;
  std::string gathered_;
  Word file_bytes_ = 0;  // of the file being written
  Word number_ = 0;      // of the file being written
  Word oldest_ = 0;
  Word until_removal_ = 0;  // files that can still be begun before the oldest one goes
  Clock::time_point next_wrap_;
};

}  // namespace vm
