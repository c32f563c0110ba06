// Numbers are written seven bits at a time, the lowest first: most are small, because indices are
// distances from the one before.
#include "loader/verdict.h"

#include <algorithm>

namespace loader {
namespace {

class Writer {
 public:
  void bytes(std::span<const Byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<Byte>(value | 0x80));
    bytes_.push_back(static_cast<Byte>(value));
  }
  /// An index that is not below the one before.
  void index(std::uint64_t index) {
    number(index - last_);
    last_ = index;
  }
  void begin_list(std::size_t count) {
    number(count);
    last_ = 0;
  }
  std::vector<Byte> take() { return std::move(bytes_); }

 private:
  std::vector<Byte> bytes_;
  std::uint64_t last_ = 0;
};

class Reader {
 public:
  explicit Reader(std::span<const Byte> bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == bytes_.size()) break;
      const Byte byte = bytes_[at_++];
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    is_bad_ = true;
    return 0;
  }
  std::uint64_t index() { return last_ += number(); }
  /// The number of elements, each of which takes a byte at least.
  std::size_t begin_list() {
    last_ = 0;
    const std::uint64_t count = number();
    is_bad_ |= count > bytes_.size() - at_;
    return is_bad_ ? 0 : count;
  }
  bool is_bad() const { return is_bad_; }
  bool is_at_end() const { return at_ == bytes_.size(); }

 private:
  std::span<const Byte> bytes_;
  std::size_t at_ = 0;
  std::uint64_t last_ = 0;
  bool is_bad_ = false;
};

/// The type of an operand, or the length of a list, which verify() leaves as it is.
std::uint32_t type_of(const Operand& operand) { return operand.count; }

/// Operands first, then the items of lists.
std::size_t count_of_operands(const GenericCode& code) {
  return code.operands.size() + code.list_items.size();
}
auto& operand_at(auto& code, std::size_t i) {
  const std::size_t count = code.operands.size();
  return i < count ? code.operands[i] : code.list_items[i - count];
}

}  // namespace

std::vector<std::uint32_t> operand_types(const GenericCode& code) {
  std::vector<std::uint32_t> types;
  types.reserve(count_of_operands(code));
  for (std::size_t i = 0; i < count_of_operands(code); ++i)
    types.push_back(type_of(operand_at(code, i)));
  return types;
}

std::vector<Byte> write_verdict(const BeamFile& beam, const GenericCode& code,
                                const std::vector<std::uint32_t>& before) {
  Writer writer;
  writer.bytes(beam.md5);
  writer.number(code.instrs.size());
  writer.begin_list(code.guards.size());
  for (const Guard& guard : code.guards) {
    writer.index(guard.instr);
    writer.number(guard.operand);
    writer.number(static_cast<std::uint8_t>(guard.shape));
    writer.number(guard.number);
  }
  std::size_t cleared = 0, changed = 0;
  for (const GenericFunction& function : code.functions) cleared += function.clears_frames ? 1 : 0;
  writer.begin_list(cleared);
  for (std::size_t i = 0; i < code.functions.size(); ++i) {
    if (code.functions[i].clears_frames) writer.index(i);
  }
  for (std::size_t i = 0; i < before.size(); ++i)
    changed += type_of(operand_at(code, i)) != before[i] ? 1 : 0;
  writer.begin_list(changed);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::uint32_t type = type_of(operand_at(code, i));
    if (type == before[i]) continue;
    writer.index(i);
    writer.number(type);
  }
  return writer.take();
}

std::optional<Md5Digest> md5_of_verdict(std::span<const Byte> verdict) {
  Md5Digest md5;
  if (verdict.size() < md5.size()) return std::nullopt;
  std::ranges::copy(verdict.first(md5.size()), md5.begin());
  return md5;
}

bool apply_verdict(std::span<const Byte> verdict, GenericCode& code) {
  if (!md5_of_verdict(verdict)) return false;
  Reader reader(verdict.subspan(sizeof(Md5Digest)));
  if (reader.number() != code.instrs.size()) return false;
  const std::size_t guards = reader.begin_list();
  code.guards.clear();
  code.guards.reserve(guards);
  for (std::size_t n = 0; n < guards; ++n) {
    const std::uint64_t instr = reader.index(), operand = reader.number();
    const std::uint64_t shape = reader.number(), number = reader.number();
    if (instr >= code.instrs.size()) return false;
    code.guards.push_back({static_cast<std::uint32_t>(instr), static_cast<std::uint8_t>(operand),
                           static_cast<Shape>(shape), static_cast<std::uint32_t>(number)});
  }
  for (std::size_t n = reader.begin_list(); n > 0; --n) {
    const std::uint64_t function = reader.index();
    if (function >= code.functions.size()) return false;
    code.functions[function].clears_frames = true;
  }
  for (std::size_t n = reader.begin_list(); n > 0; --n) {
    const std::uint64_t operand = reader.index();
    const std::uint64_t type = reader.number();
    if (operand >= count_of_operands(code)) return false;
    operand_at(code, operand).count = static_cast<std::uint32_t>(type);
  }
  return !reader.is_bad() && reader.is_at_end();
}

}  // namespace loader
