// What the verifier knows at a point of a function: of each register, the frame, the heap, and what
// is under way (a bitstring that is written, exception handlers).
// Threads: values of one verifier.
#pragma once

#include "vm/code/value_type.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loader {

/// What an instruction can demand of a value.
enum class Shape : std::uint8_t {
  kAnything,
  kTuple,
  kTupleOf,        // with a number of elements
  kTupleAbove,     // with more elements than a number
  kNewTupleAbove,  // likewise, and created after the last collection: nothing old refers to it
  kCons,
  kMap,
  kFloat,
  kBitstring,  // or a match context
  kContext,
  kRecord,
  kRecordOrNil,
  kNothing,  // no value has it: control does not get here
};

/// What is known of the value of a register.
struct Value {
  // Bits of `kinds` besides those of vm::TypeBit.
  static constexpr unsigned kContext = 1 << 13;
  static constexpr unsigned kCatchTag = 1 << 14;  // `size` is the label of the handler
  static constexpr unsigned kTimeout = 1 << 15;   // perhaps a timeout that is waited for already
  static constexpr unsigned kAnyTerm = (1 << 14) - 1;

  std::uint16_t kinds = 0;     // the kinds that are possible; 0: the register holds nothing
  bool is_exact = false;       // a tuple has exactly `size` elements
  bool is_new = false;         // created after the last collection
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
  bool join(const Value& other);
};

/// What a shape is called in messages.
std::string shape_text(Shape shape, std::uint32_t number);
/// What is known of a value, in words.
std::string value_text(const Value& value);

inline constexpr std::int32_t kNoFrame = -1;
inline constexpr std::int32_t kDifferentFrames = -2;  // only code that raises can follow

struct State {
  std::vector<Value> x;  // those behind the last one hold nothing
  std::vector<Value> y;  // as many as the frame has words
  std::int32_t frame = kNoFrame;
  std::uint64_t heap = 0;  // words that are reserved
  bool has_bitstring = false;
  bool is_in_handler = false;         // an exception has led here, and nothing was run since
  bool may_be_in_handler = false;     // this holds of some path
  bool has_new = false;               // perhaps some value is new
  std::vector<std::uint64_t> floats;  // float registers that hold a value, a bit for each

  /// What is known where nothing is.
  void clear();
  /// Forgets the x registers from `live` on.
  void keep_x(std::size_t live) {
    if (x.size() > live) x.resize(live);
  }
  /// Forgets what a collection makes untrue.
  void collect();
  void set_x(std::size_t index, const Value& value) {
    if (index >= x.size()) x.resize(index + 1);
    x[index] = value;
  }
  bool has_float(std::size_t index) const {
    return index / 64 < floats.size() && (floats[index / 64] >> index % 64 & 1) != 0;
  }
  void set_float(std::size_t index) {
    if (index / 64 >= floats.size()) floats.resize(index / 64 + 1);
    floats[index / 64] |= std::uint64_t{1} << index % 64;
  }
  bool has_catch_tags() const;
  /// Whether every register of the frame can be looked at by a collection.
  bool has_all_y() const;
  /// Keeps what holds in both states; true if that is less than before. Frames that differ are
  /// forgotten.
  bool join(const State& other);

 private:
  bool join_floats(const State& other);
};

}  // namespace loader
