// The requests of ram_file, numbered as that module numbers them.
#include "vm/port/ram_file.h"

#include "vm/base/assert.h"

#include <algorithm>

namespace vm {
namespace {

enum class Ask : Byte {
  kOpen = 1,
  kRead = 2,
  kSeek = 3,
  kWrite = 4,
  kSync = 9,
  kTruncate = 14,
  kReadAt = 17,
  kWriteAt = 18,
  kDataSync = 19,
  kWhole = 30,
  kSize = 37,
  kAdvise = 38,
  kAllocate = 39
};

enum class Say : char { kOk = 0, kError = 1, kBytes = 2, kNumber = 3 };

constexpr SWord kReads = 1, kWrites = 2;          // bits of the modes
constexpr SWord kFromPosition = 1, kFromEnd = 2;  // of a seek; 0: from the beginning
// Offsets are reported in 32 bits with a sign.
constexpr Word kMostBytes = Word{1} << 31;

std::string with_number(Say say, Word number) {
  std::string head(1, static_cast<char>(say));
  for (int shift = 24; shift >= 0; shift -= 8) head.push_back(static_cast<char>(number >> shift));
  return head;
}

}  // namespace

/// What is left of a request. Missing bytes read as zeros.
class RamFile::Request {
 public:
  explicit Request(std::string_view bytes) : rest_(bytes) {}

  Byte byte() {
    if (rest_.empty()) return 0;
    const Byte value = static_cast<Byte>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  SWord number() {
    Word value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | byte();
    return static_cast<std::int32_t>(value);
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

Word RamFile::write(std::string bytes, bool) {
  Request request(bytes);
  switch (static_cast<Ask>(request.byte())) {
    case Ask::kOpen:
      open(request);
      break;
    case Ask::kRead:
      read_at(static_cast<SWord>(position_), request.number(), true);
      break;
    case Ask::kReadAt: {
      const SWord offset = request.number();
      read_at(offset, request.number(), false);
      break;
    }
    case Ask::kWrite:
      write_at(static_cast<SWord>(position_), request.rest(), true);
      break;
    case Ask::kWriteAt: {
      const SWord offset = request.number();
      write_at(offset, request.rest(), false);
      break;
    }
    case Ask::kSeek: {
      const SWord offset = request.number();
      seek(offset, request.number());
      break;
    }
    case Ask::kTruncate:
      truncate();
      break;
    case Ask::kWhole:
      answer_bytes(0, end_);
      break;
    case Ask::kSize:
      answer_number(static_cast<SWord>(end_));
      break;
    case Ask::kSync:
    case Ask::kDataSync:
    case Ask::kAdvise:
    case Ask::kAllocate:
      modes_ == 0 ? answer_error("ebadf") : answer_ok();
      break;
    default:
      break;  // as OTP: no answer
  }
  return bytes.size();
}

void RamFile::open(Request& request) {
  modes_ = request.number();
  contents_ = request.rest();
  end_ = contents_.size();
  position_ = 0;
  answer_number(0);
}

void RamFile::read_at(SWord offset, SWord count, bool moves) {
  if ((modes_ & kReads) == 0 && offset >= 0) return answer_error("ebadf");
  if (offset < 0 || count < 0) return answer_error("einval");
  const Word begin = std::min(static_cast<Word>(offset), end_);
  const Word size = std::min(static_cast<Word>(count), end_ - begin);
  if (moves) position_ += size;
  answer_bytes(begin, size);
}

void RamFile::write_at(SWord offset, std::string_view bytes, bool moves) {
  if (offset < 0) return answer_error("einval");
  if ((modes_ & kWrites) == 0) return answer_error("ebadf");
  const Word begin = static_cast<Word>(offset);
  const Word after = begin + bytes.size();
  if (after > kMostBytes) return answer_error("enomem");
  if (after > contents_.size()) contents_.resize(after);
  contents_.replace(begin, bytes.size(), bytes);
  end_ = std::max(end_, after);
  if (moves) position_ = after;
  answer_number(static_cast<SWord>(bytes.size()));
}

void RamFile::seek(SWord offset, SWord origin) {
  if (modes_ == 0) return answer_error("ebadf");
  if (origin < 0 || origin > kFromEnd) return answer_error("einval");
  Word base = 0;
  if (origin == kFromPosition) base = position_;
  if (origin == kFromEnd) base = end_;
  const SWord position = static_cast<SWord>(base) + offset;
  if (position < 0) return answer_error("einval");
  position_ = static_cast<Word>(position);
  answer_number(position);
}

void RamFile::truncate() {
  if ((modes_ & kWrites) == 0) return answer_error("eacces");
  // Behind the end this makes the file longer; the zeros are not stored before they are written.
  if (position_ > kMostBytes) return answer_error("enomem");
  end_ = position_;
  if (contents_.size() > end_) contents_.resize(end_);
  answer_ok();
}

void RamFile::answer_bytes(Word begin, Word count) {
  std::string bytes;
  if (begin < contents_.size()) bytes = contents_.substr(begin, count);
  bytes.resize(count);
  answer_ = PortAnswer{with_number(Say::kBytes, count), std::move(bytes)};
}

void RamFile::answer_number(SWord number) {
  answer_ = PortAnswer{with_number(Say::kNumber, static_cast<Word>(number)), std::nullopt};
}

void RamFile::answer_ok() {
  answer_ = PortAnswer{std::string(1, static_cast<char>(Say::kOk)), std::nullopt};
}

void RamFile::answer_error(std::string_view symbol) {
  std::string head(1, static_cast<char>(Say::kError));
  answer_ = PortAnswer{head.append(symbol), std::nullopt};
}

}  // namespace vm
