// Input waits in one string, whose taken part is dropped now and then.
#include "vm/port/framing.h"

#include <utility>

namespace vm {
namespace {
constexpr Word kKeepBytes = 65536;  // a taken part below this is not worth moving the rest
}

void Framer::drop(Word count) {
  begin_ += count;
  if (begin_ == waiting_.size()) {
    waiting_.clear();
    begin_ = 0;
  } else if (begin_ > kKeepBytes) {
    waiting_.erase(0, begin_);
    begin_ = 0;
  }
}

bool Framer::next(Frame* frame) {
  switch (framing_.kind) {
    case Framing::Kind::kPacket:
      return next_packet(frame);
    case Framing::Kind::kLine:
      return next_line(frame);
    case Framing::Kind::kStream:
      break;
  }
  if (waiting_.empty()) return false;
  frame->bytes = std::exchange(waiting_, {});
  return true;
}

bool Framer::next_packet(Frame* frame) {
  const std::string_view waiting = std::string_view(waiting_).substr(begin_);
  if (waiting.size() < framing_.size) return false;
  Word length = 0;
  for (Word i = 0; i < framing_.size; ++i)
    length = length << 8 | static_cast<unsigned char>(waiting[i]);
  if (waiting.size() - framing_.size < length) return false;
  frame->bytes = waiting.substr(framing_.size, length);
  drop(framing_.size + length);
  return true;
}

bool Framer::next_line(Frame* frame) {
  const std::string_view waiting = std::string_view(waiting_).substr(begin_);
  // A line may end in \r\n, neither of which counts.
  const Word end = waiting.substr(0, framing_.size + 2).find('\n');
  const bool found = end != std::string_view::npos;
  const Word line = found && end > 0 && waiting[end - 1] == '\r' ? end - 1 : end;
  frame->ends_line = found && line <= framing_.size;
  if (frame->ends_line) {
    frame->bytes = waiting.substr(0, line);
    drop(end + 1);
    return true;
  }
  // As many as fit wait for what comes after them: the end of the line may.
  const bool may_end = waiting.size() == framing_.size + 1 && waiting.back() == '\r';
  if (waiting.size() <= framing_.size || may_end) return false;
  frame->bytes = waiting.substr(0, framing_.size);
  drop(framing_.size);
  return true;
}

bool Framer::rest(Frame* frame) {
  if (framing_.kind != Framing::Kind::kLine || waiting_.size() == begin_) return false;
  frame->ends_line = false;
  frame->bytes = waiting_.substr(begin_);
  drop(frame->bytes.size());
  return true;
}

bool Framer::pack(std::string& bytes) const {
  if (framing_.kind != Framing::Kind::kPacket) return true;
  const Word length = bytes.size();
  if (framing_.size < 8 && length >> (framing_.size * 8) != 0) return false;
  std::string head;
  for (Word i = framing_.size; i-- > 0;) head.push_back(static_cast<char>(length >> (i * 8)));
  bytes.insert(0, head);
  return true;
}

}  // namespace vm
