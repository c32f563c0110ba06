// What the verifier knows at a point of a function: of each register, the frame, the heap, and what
// is under way (a bitstring that is written, exception handlers).
// Threads: values of one verifier.
#pragma once

#include "vm/code/value_type.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace loader {

/// What an instruction can demand of a value.
enum class Shape : std::uint8_t {
  kAnything,
  kTuple,
  kTupleOf,        // with a number of elements
  kTupleAbove,     // with more elements than a number
  kNewTupleAbove,  // likewise, and new
  kCons,
  kMap,
  kFloat,
  kBitstring,  // or a match context
  kContext,
  kRecord,
  kRecordOrNil,
  kOwned,    // of the process, not of a message in its queue
  kTaken,    // likewise, as the message has left the queue
  kPreset,   // of a destination: anything before it is written
  kNothing,  // no value has it: control does not get here
};

/// What holds of a value besides what it is.
enum class Origin : std::uint8_t {
  kOld,
  kNew,     // a tuple that was created just before: nothing else refers to it
  kQueued,  // perhaps refers to a message that is looked at and still in the queue
};

/// What is known of the value of a register.
struct Value {
  // Bits of `kinds` besides those of vm::TypeBit.
  static constexpr unsigned kContext = 1 << 13;
  static constexpr unsigned kCatchTag = 1 << 14;  // `size` is the label of the handler
  static constexpr unsigned kTimeout = 1 << 15;   // perhaps a timeout that is waited for already
  static constexpr unsigned kAnyTerm = (1 << 14) - 1;

  std::uint16_t kinds = 0;  // the kinds that are possible; 0: the register holds nothing
  bool is_exact = false;    // a tuple has exactly `size` elements
  Origin origin = Origin::kOld;
  std::uint32_t size = 0;      // a tuple has at least so many elements
  std::uint32_t number = 0;    // not 0: values with this number are the same one
  std::int32_t constant = -1;  // not negative: the integer, or the atom of the file, that it is

  static Value of(unsigned kinds) {
    Value value;
    value.kinds = static_cast<std::uint16_t>(kinds);
    return value;
  }
  static Value any() { return of(kAnyTerm); }
  static Value tuple_of(std::uint32_t size) {
    Value value = of(vm::bit(vm::TypeBit::kTuple));
    value.size = size;
    value.is_exact = true;
    return value;
  }
  static Value catch_tag(std::uint32_t label) {
    Value value = of(kCatchTag);
    value.size = label;
    return value;
  }

  bool is_set() const { return kinds != 0; }
  /// A term that an instruction may read.
  bool is_term() const { return kinds != 0 && (kinds & ~kAnyTerm) == 0; }
  bool is_catch_tag() const { return kinds == kCatchTag; }
  bool may_be_catch_tag() const { return (kinds & kCatchTag) != 0; }
  bool is_only(unsigned wanted) const { return kinds != 0 && (kinds & ~wanted) == 0; }
  bool has(Shape shape, std::uint32_t number) const;
  /// Whether all values that are possible have the type.
  bool is_of(const vm::ValueType& type) const;
  /// The value after a test has shown that it has the shape.
  void narrow(Shape shape, std::uint32_t number);
  /// Keeps what is known of both; true if that is less than before.
  bool join(const Value& other) {
    return std::memcmp(this, &other, sizeof(Value)) != 0 && join_different(other);
  }

 private:
  bool join_different(const Value& other);
};
static_assert(std::has_unique_object_representations_v<Value>, "join() compares the bytes");

/// The kinds of values that may have the shape.
constexpr unsigned kinds_of(Shape shape) {
  using enum vm::TypeBit;
  constexpr std::uint16_t kKinds[] = {Value::kAnyTerm,
                                      bit(kTuple),
                                      bit(kTuple),
                                      bit(kTuple),
                                      bit(kTuple),
                                      bit(kCons),
                                      bit(kMap),
                                      bit(kFloat),
                                      bit(kBitstring) | Value::kContext,
                                      Value::kContext,
                                      bit(kNativeRecord),
                                      bit(kNativeRecord) | bit(kNil),
                                      Value::kAnyTerm,
                                      0};
  return kKinds[static_cast<std::size_t>(shape)];
}

inline void Value::narrow(Shape shape, std::uint32_t wanted) {
  const unsigned possible = kinds_of(shape);
  // Without a common kind the place is never reached; the value is then what the test says.
  kinds = static_cast<std::uint16_t>((kinds & possible) != 0 ? kinds & possible : possible);
  if (shape == Shape::kTupleOf) {
    size = wanted;
    is_exact = true;
  }
  if (shape == Shape::kTupleAbove) size = std::max(size, wanted + 1);
}

inline bool Value::has(Shape shape, std::uint32_t wanted) const {
  if (!is_only(kinds_of(shape))) return false;
  if (shape == Shape::kTupleOf) return is_exact && size == wanted;
  if (shape == Shape::kNewTupleAbove && origin != Origin::kNew) return false;
  return (shape != Shape::kTupleAbove && shape != Shape::kNewTupleAbove) || size > wanted;
}

/// What a shape is called in messages.
std::string shape_text(Shape shape, std::uint32_t number);
/// What is known of a value, in words.
std::string value_text(const Value& value);

/// The values of registers, from the first one on. It keeps its memory.
class Values {
 public:
  Values() = default;
  Values(Values&&) = default;
  Values& operator=(Values&&) = default;
  Values& operator=(const Values& other) {
    grow(other.size_);
    std::copy_n(other.begin(), size_ = other.size_, begin());
    return *this;
  }

  std::uint32_t size() const { return size_; }
  Value& operator[](std::size_t i) { return values_[i]; }
  const Value& operator[](std::size_t i) const { return values_[i]; }
  Value* begin() { return values_.get(); }
  Value* end() { return begin() + size_; }
  const Value* begin() const { return values_.get(); }
  const Value* end() const { return begin() + size_; }

  /// What is new holds nothing.
  void resize(std::size_t size) {
    grow(size);
    for (; size_ < size; size_++) values_[size_] = Value();
    size_ = static_cast<std::uint32_t>(size);
  }
  void assign(std::size_t size, const Value& value) {
    grow(size);
    std::fill_n(begin(), size, value);
    size_ = static_cast<std::uint32_t>(size);
  }
  /// What no register holds that is not there.
  Value get(std::size_t i) const { return i < size_ ? values_[i] : Value(); }
  void set(std::size_t i, const Value& value) {
    if (i >= size_) resize(i + 1);
    values_[i] = value;
  }
  /// Keeps what both hold; true if that is less than before.
  bool join(const Values& other) {
    bool is_less = size_ > other.size_;
    size_ = std::min(size_, other.size_);
    for (std::uint32_t i = 0; i < size_; i++) is_less |= values_[i].join(other.values_[i]);
    return is_less;
  }
  void swap(Values& other) {
    values_.swap(other.values_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void erase_first(std::size_t count) {
    std::copy(begin() + count, end(), begin());
    size_ -= static_cast<std::uint32_t>(count);
  }

 private:
  void grow(std::size_t size) {
    if (size > capacity_) [[unlikely]]
      grow_to(size);
  }
  void grow_to(std::size_t size);

  std::unique_ptr<Value[]> values_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

/// What is under way, and of importance to all instructions.
enum class Care : std::uint8_t {
  kMayBeInHandler = 1,  // on some path an exception has led here, and nothing was run since
  kHasNew = 2,          // perhaps a value is new
  kHasQueued = 4,       // perhaps a value refers to a message that is still in the queue
};

inline constexpr std::int32_t kNoFrame = -1;
inline constexpr std::int32_t kDifferentFrames = -2;  // only code that raises can follow

struct State {
  Values x;  // those behind the last one hold nothing
  Values y;  // as many as the frame has words
  std::int32_t frame = kNoFrame;
  std::uint64_t heap = 0;  // words that are reserved
  bool has_bitstring = false;
  bool is_in_handler = false;  // an exception has led here on all paths, and nothing was run since
  std::uint8_t care = 0;       // bits of Care
  Values floats;               // float registers

  /// What is known where nothing is.
  void clear();
  /// Whether the first x registers hold terms.
  bool has_x(std::size_t count) const {
    bool all = count <= x.size();
    for (std::size_t i = 0; all && i < count; i++) all = x[i].is_term();
    return all;
  }
  /// Forgets the x registers from `live` on.
  void keep_x(std::size_t live) {
    if (x.size() > live) x.resize(live);
  }
  /// Forgets what a collection makes untrue.
  void collect();
  bool has(Care what) const { return (care & static_cast<unsigned>(what)) != 0; }
  void set(Care what) { care |= static_cast<std::uint8_t>(what); }
  /// No value is of this origin any more.
  void forget(Origin origin, Care what);
  struct FrameLook {
    bool has_all;   // every register can be looked at by a collection
    bool has_tags;  // one is perhaps a catch tag
    bool is_plain() const { return has_all && !has_tags; }
  };
  FrameLook look_at_frame() const {
    bool all = true;
    unsigned kinds = 0;
    for (const Value& value : y) {
      all &= value.is_set();
      kinds |= value.kinds;
    }
    return {all, (kinds & Value::kCatchTag) != 0};
  }
  void swap(State& other);
  /// Keeps what holds in both states; true if that is less than before. Frames that differ are
  /// forgotten.
  bool join(const State& other);
};

}  // namespace loader
