// A term nested deeper than kMaxDepth keeps its bytes, so neither direction needs much stack.
#include "tools/libsonde/codec.h"

#include "vm/base/utf8.h"

#include <bit>
#include <cstring>
#include <limits>

namespace sonde {
namespace {

constexpr unsigned kMaxDepth = 256;
constexpr std::size_t kMaxAtomCharacters = 255;
constexpr unsigned char kVersion = 131;

enum Tag : unsigned char {
  kNewFloat = 70,
  kBits = 77,
  kNewPid = 88,
  kNewPort = 89,
  kNewerRef = 90,
  kSmallInteger = 97,
  kInteger32 = 98,
  kLatin1Atom = 100,
  kSmallTuple = 104,
  kLargeTuple = 105,
  kNil = 106,
  kString = 107,
  kList = 108,
  kBinary = 109,
  kSmallBig = 110,
  kLargeBig = 111,
  kNewFun = 112,
  kExport = 113,
  kSmallLatin1Atom = 115,
  kMap = 116,
  kUtf8Atom = 118,
  kSmallUtf8Atom = 119,
  kV4Port = 120,
};

std::size_t characters(std::string_view utf8) {
  std::size_t count = 0;
  for (const char c : utf8) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

}  // namespace

// --- writing ---

class Codec::Writer {
 public:
  /// Empty, or why the value is none of Erlang's.
  std::string write(const Value& value, unsigned depth) {
    switch (value.kind_) {
      case Value::Kind::kAtom:
        return atom(value.text_);
      case Value::Kind::kInteger:
        integer(value.integer_);
        return {};
      case Value::Kind::kFloat:
        byte(kNewFloat);
        number(std::bit_cast<std::uint64_t>(value.number_), 8);
        // Its exponent is all ones: infinite, or no number.
        return (value.number_ - value.number_ != 0) ? "a float must be finite" : "";
      case Value::Kind::kBinary:
        byte(kBinary);
        return sized(value.text_);
      case Value::Kind::kPid:
      case Value::Kind::kReference:
      case Value::Kind::kOther:
        out += value.text_;
        return {};
      default:
        return depth == kMaxDepth ? "nested deeper than 256 levels" : compound(value, depth + 1);
    }
  }
  void byte(unsigned value) { out += static_cast<char>(value); }

  std::string out;

 private:
  void number(std::uint64_t value, unsigned bytes) {
    for (unsigned n = bytes; n-- > 0;) byte(static_cast<unsigned char>(value >> 8 * n));
  }
  std::string sized(const std::string& bytes) {
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) return "a binary above 4 GiB";
    number(bytes.size(), 4);
    out += bytes;
    return {};
  }
  std::string atom(const std::string& name) {
    if (characters(name) > kMaxAtomCharacters) return "an atom of more than 255 characters";
    byte(kUtf8Atom);
    number(name.size(), 2);
    out += name;
    return {};
  }
  void integer(std::int64_t value) {
    constexpr std::int64_t kMin = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    if (value >= kMin && value <= kMax) {
      byte(kInteger32);
      number(static_cast<std::uint32_t>(value), 4);
      return;
    }
    // Unsigned, because the smallest integer has no positive counterpart.
    const auto bits = static_cast<std::uint64_t>(value);
    std::uint64_t size = value < 0 ? 0 - bits : bits;
    byte(kSmallBig);
    byte(sizeof size);
    byte(value < 0 ? 1 : 0);
    for (unsigned n = 0; n < sizeof size; ++n, size >>= 8) byte(size & 0xFF);
  }
  std::string compound(const Value& value, unsigned depth) {
    const std::size_t size = value.size();
    if (size > std::numeric_limits<std::uint32_t>::max()) return "more than 4,294,967,295 elements";
    if (value.kind_ == Value::Kind::kList && size == 0) {
      byte(kNil);
      return {};
    }
    byte(value.kind_ == Value::Kind::kList    ? kList
         : value.kind_ == Value::Kind::kTuple ? kLargeTuple
                                              : kMap);
    number(size, 4);
    for (const Value& element : value.elements_)
      if (std::string why = write(element, depth); !why.empty()) return why;
    if (value.kind_ == Value::Kind::kList) byte(kNil);
    return {};
  }
};

Result<std::string> Codec::encode(const Value& value) noexcept {
  Writer writer;
  writer.byte(kVersion);
  if (std::string why = writer.write(value, 0); !why.empty())
    return Error{Error::Kind::kArgument, "no term: " + why, {}};
  return std::move(writer.out);
}

// --- reading ---

class Codec::Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  Value read(unsigned depth) {
    const std::size_t start = at_;
    const auto tag = static_cast<unsigned char>(number(1));
    switch (tag) {
      case kSmallInteger:
        return {static_cast<std::int64_t>(number(1))};
      case kInteger32:
        return {static_cast<std::int64_t>(static_cast<std::int32_t>(number(4)))};
      case kSmallBig:
        return big(start);
      case kNewFloat:
        return {std::bit_cast<double>(number(8))};
      case kSmallUtf8Atom:
        return Value::atom(take(number(1)));
      case kUtf8Atom:
        return Value::atom(take(number(2)));
      case kSmallLatin1Atom:
        return Value::atom(vm::utf8_of_latin1(take(number(1))));
      case kLatin1Atom:
        return Value::atom(vm::utf8_of_latin1(take(number(2))));
      case kBinary:
        return Value::binary(take(number(4)));
      case kNil:
        return {};
      case kString:
        return string(number(2));
      case kList:
      case kSmallTuple:
      case kLargeTuple:
      case kMap:
        return depth == kMaxDepth ? opaque(start, Value::Kind::kOther)
                                  : compound(start, tag, depth);
      case kNewPid:
        return opaque(start, Value::Kind::kPid);
      case kNewerRef:
        return opaque(start, Value::Kind::kReference);
      default:
        return opaque(start, Value::Kind::kOther);
    }
  }

 private:
  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned n = 0; n < bytes && at_ < bytes_.size(); ++n)
      value = value << 8 | static_cast<unsigned char>(bytes_[at_++]);
    return value;
  }
  std::string_view take(std::size_t size) {
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += taken.size();
    return taken;
  }

  Value big(std::size_t start) {
    const auto size = static_cast<unsigned>(number(1));
    const bool is_negative = number(1) != 0;
    std::uint64_t magnitude = 0;
    if (size > sizeof magnitude) return opaque(start, Value::Kind::kOther);
    for (unsigned n = 0; n < size; ++n) magnitude |= number(1) << 8 * n;
    constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
    if (magnitude > (is_negative ? kLimit : kLimit - 1)) return opaque(start, Value::Kind::kOther);
    return {static_cast<std::int64_t>(is_negative ? 0 - magnitude : magnitude)};
  }
  Value string(std::size_t size) {
    std::vector<Value> elements;
    for (const char c : take(size))
      elements.emplace_back(static_cast<std::int64_t>(static_cast<unsigned char>(c)));
    return Value::list(std::move(elements));
  }
  Value compound(std::size_t start, unsigned char tag, unsigned depth) {
    Value value;
    const std::uint64_t size = number(tag == kSmallTuple ? 1 : 4) * (tag == kMap ? 2 : 1);
    for (std::uint64_t n = 0; n < size && at_ < bytes_.size(); ++n)
      value.elements_.push_back(read(depth + 1));
    value.kind_ = tag == kList  ? Value::Kind::kList
                  : tag == kMap ? Value::Kind::kMap
                                : Value::Kind::kTuple;
    if (tag == kList && number(1) != kNil) return opaque(start, Value::Kind::kOther);
    return value;
  }

  /// The bytes of the term that begins at `start`.
  Value opaque(std::size_t start, Value::Kind kind) {
    at_ = start;
    // Counts terms to come: without recursion, because what is opaque may be nested a million deep.
    for (std::uint64_t open = 1; open > 0 && at_ < bytes_.size(); --open) open += skip_head();
    Value value;
    value.kind_ = kind;
    value.text_ = bytes_.substr(start, at_ - start);
    return value;
  }
  /// Skips a term up to the terms in it; returns how many these are.
  std::uint64_t skip_head() {
    switch (number(1)) {
      case kSmallInteger:
        return skip(1, 0);
      case kInteger32:
        return skip(4, 0);
      case kNewFloat:
        return skip(8, 0);
      case kSmallUtf8Atom:
      case kSmallLatin1Atom:
        return skip(number(1), 0);
      case kUtf8Atom:
      case kLatin1Atom:
      case kString:
        return skip(number(2), 0);
      case kBinary:
        return skip(number(4), 0);
      case kBits:
        return skip(number(4) + 1, 0);
      case kSmallBig:
        return skip(number(1) + 1, 0);
      case kLargeBig:
        return skip(number(4) + 1, 0);
      case kSmallTuple:
        return number(1);
      case kLargeTuple:
        return number(4);
      case kList:
        return number(4) + 1;
      case kMap:
        return number(4) * 2;
      case kExport:
        return 3;
      case kNewPid:
        return skip_behind_node(12);
      case kNewPort:
        return skip_behind_node(8);
      case kV4Port:
        return skip_behind_node(12);
      case kNewerRef: {
        const std::uint64_t words = number(2);
        return skip_behind_node(4 + 4 * words);
      }
      case kNewFun:
        return skip_fun();
      default:
        return 0;
    }
  }
  std::uint64_t skip(std::uint64_t bytes, std::uint64_t terms) {
    take(bytes);
    return terms;
  }
  /// A node's name, which is an atom, then bytes.
  std::uint64_t skip_behind_node(std::uint64_t bytes) {
    skip_head();
    return skip(bytes, 0);
  }
  /// Its size covers all of it.
  std::uint64_t skip_fun() {
    constexpr std::uint64_t kSizeBytes = 4;
    const std::uint64_t size = number(kSizeBytes);
    return skip(size < kSizeBytes ? 0 : size - kSizeBytes, 0);
  }

  std::string_view bytes_;
  std::size_t at_ = 1;  // behind the version
};

Value Codec::decode(std::string_view bytes) noexcept { return Reader(bytes).read(0); }

}  // namespace sonde
