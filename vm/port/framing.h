// How the bytes of a port are cut into messages, and what is put before those that go out.
// Ownership: one Framer per port. Threads: under the port's lock.
#pragma once

#include "vm/base/types.h"

#include <string>
#include <string_view>

namespace vm {

struct Framing {
  enum class Kind { kStream, kPacket, kLine };
  Kind kind = Kind::kStream;
  Word size = 0;  // bytes of a packet's length (1, 2, 4), or the most bytes of a line
};

/// One message's worth of input.
struct Frame {
  std::string bytes;
  bool ends_line = false;  // kLine: else the line goes on, or the input has ended
};

class Framer {
 public:
  explicit Framer(Framing framing) : framing_(framing) {}

  void add(std::string_view bytes) { waiting_.append(bytes); }
  /// Takes the next complete frame; false if there is none yet.
  bool next(Frame* frame);
  /// The input has ended: what is left of a line. False if nothing is left.
  bool rest(Frame* frame);
  /// Puts the length before bytes that go out. False if they are too many for it.
  bool pack(std::string& bytes) const;
  Framing framing() const { return framing_; }

 private:
  bool next_packet(Frame* frame);
  bool next_line(Frame* frame);
  void drop(Word count);

  const Framing framing_;
  std::string waiting_;
  Word begin_ = 0;  // of what has not been taken of waiting_
};

}  // namespace vm
