// RamFile: the linked-in driver of OTP's module ram_file, a file that is bytes in memory. A request
// is an operation's number and its arguments; each is done, and answered, at once.
// Invariants: bytes between the end of contents_ and end_ are zero. Ownership: the port.
// Threads: as PortDriver, under the port's lock.
#pragma once

#include "vm/port/port.h"

#include <optional>
#include <string>
#include <string_view>

namespace vm {

class RamFile final : public PortDriver {
 public:
  /// Carries out one request; what is said to it is in take_answer().
  Word write(std::string bytes, bool is_first) override;
  std::optional<PortAnswer> take_answer() override { return std::exchange(answer_, std::nullopt); }
  void close() override {}
  Word os_pid() const override { return 0; }

 private:
  class Request;

  void open(Request& request);
  void read_at(SWord offset, SWord count, bool moves);
  void write_at(SWord offset, std::string_view bytes, bool moves);
  void seek(SWord offset, SWord origin);
  void truncate();
  /// Answers with the bytes of [begin, begin + count), which are inside the file.
  void answer_bytes(Word begin, Word count);
  void answer_number(SWord number);
  void answer_ok();
  /// `symbol` as Erlang's atom for an error number is written.
  void answer_error(std::string_view symbol);

  SWord modes_ = 0;  // 0: not open
  std::string contents_;
  Word position_ = 0;
  Word end_ = 0;  // size of the file
  std::optional<PortAnswer> answer_;
};

}  // namespace vm
