// The lattice: shapes of values, and what holds on two paths.
#include "loader/verify_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loader {

namespace {

using vm::TypeBit;

constexpr unsigned kTupleKind = vm::bit(TypeBit::kTuple);

struct ShapeText {
  Shape shape;
  const char* text;
  const char* with_size;  // what stands before the number in messages; null: it has none
};
constexpr ShapeText kTexts[] = {
    {Shape::kAnything, "a value", nullptr},
    {Shape::kTuple, "a tuple", nullptr},
    {Shape::kTupleOf, "a tuple of", ""},
    {Shape::kTupleAbove, "a tuple of", "more than "},
    {Shape::kNewTupleAbove, "a new tuple of", "more than "},
    {Shape::kCons, "a nonempty list", nullptr},
    {Shape::kMap, "a map", nullptr},
    {Shape::kFloat, "a float", nullptr},
    {Shape::kBitstring, "a bitstring", nullptr},
    {Shape::kContext, "a match context", nullptr},
    {Shape::kRecord, "a native record", nullptr},
    {Shape::kRecordOrNil, "a native record or []", nullptr},
    {Shape::kOwned, "a term of the process", nullptr},
    {Shape::kTaken, "a term of the process", nullptr},
    {Shape::kPreset, "a value", nullptr},
    {Shape::kNothing, "no value", nullptr},
};

}  // namespace

bool Value::is_of(const vm::ValueType& type) const {
  unsigned possible = kinds;
  if (!is_term()) return false;
  // Outside of a match a context is a bitstring.
  if ((possible & kContext) != 0) possible |= vm::bit(TypeBit::kBitstring);
  possible &= ~kContext;
  if ((possible & ~static_cast<unsigned>(type.kinds)) != 0) return false;
  // The constant is an atom, or a number.
  if ((possible & vm::bit(TypeBit::kInteger)) == 0 || (!type.has_min && !type.has_max)) return true;
  if (constant < 0) return false;
  return (!type.has_min || constant >= type.min) && (!type.has_max || constant <= type.max);
}

bool Value::join_different(const Value& other) {
  const Value before = *this;
  if (!is_set() || !other.is_set()) {
    *this = Value();
    return before.is_set();
  }
  if (may_be_catch_tag() || other.may_be_catch_tag()) {
    if (!may_be_catch_tag()) size = other.size;
    is_exact = false;
  } else if ((kinds & kTupleKind) == 0) {
    size = other.size;
    is_exact = other.is_exact;
  } else if ((other.kinds & kTupleKind) != 0) {
    is_exact = is_exact && other.is_exact && size == other.size;
    size = std::min(size, other.size);
  }
  kinds |= other.kinds;
  if (origin != other.origin) {
    const bool is_queued = origin == Origin::kQueued || other.origin == Origin::kQueued;
    origin = is_queued ? Origin::kQueued : Origin::kOld;
  }
  if (number != other.number) number = 0;
  if (constant != other.constant) constant = -1;
  return kinds != before.kinds || size != before.size || is_exact != before.is_exact ||
         origin != before.origin || number != before.number || constant != before.constant;
}

std::string shape_text(Shape shape, std::uint32_t number) {
  const ShapeText& row = *std::ranges::find(kTexts, shape, &ShapeText::shape);
  if (row.with_size == nullptr) return row.text;
  return fmt::format("{} {}{}", row.text, row.with_size, number);
}

std::string value_text(const Value& value) {
  if (!value.is_set()) return "nothing";
  if (value.is_catch_tag()) return "a catch tag";
  for (Shape shape : {Shape::kTuple, Shape::kCons, Shape::kMap, Shape::kFloat, Shape::kContext,
                      Shape::kBitstring, Shape::kRecord}) {
    if (!value.has(shape, 0)) continue;
    if (shape != Shape::kTuple) return shape_text(shape, 0);
    return fmt::format("a tuple of {}{}", value.is_exact ? "" : "at least ", value.size);
  }
  return "any term";
}

void Values::grow_to(std::size_t size) {
  const std::size_t capacity = std::max<std::size_t>(size + size / 2, 16);
  auto grown = std::make_unique<Value[]>(capacity);
  std::copy_n(begin(), size_, grown.get());
  values_ = std::move(grown);
  capacity_ = static_cast<std::uint32_t>(capacity);
}

void State::clear() {
  x.resize(0);
  y.resize(0);
  floats.resize(0);
  frame = kNoFrame;
  heap = 0;
  has_bitstring = is_in_handler = false;
  care = 0;
}

void State::swap(State& other) {
  x.swap(other.x);
  y.swap(other.y);
  floats.swap(other.floats);
  std::swap(frame, other.frame);
  std::swap(heap, other.heap);
  std::swap(has_bitstring, other.has_bitstring);
  std::swap(is_in_handler, other.is_in_handler);
  std::swap(care, other.care);
}

void State::collect() {
  heap = 0;
  has_bitstring = false;
  if (has(Care::kHasNew)) forget(Origin::kNew, Care::kHasNew);
}

void State::forget(Origin origin, Care what) {
  care &= static_cast<std::uint8_t>(~static_cast<unsigned>(what));
  for (Values* values : {&x, &y}) {
    for (Value& value : *values) {
      if (value.origin == origin) value.origin = Origin::kOld;
    }
  }
}

bool State::join(const State& other) {
  bool is_less = frame != other.frame && frame != kDifferentFrames;
  if (frame != other.frame) frame = kDifferentFrames;
  is_less |= x.join(other.x);
  is_less |= y.join(other.y);
  is_less |= floats.join(other.floats);
  is_less |= (other.care & ~static_cast<unsigned>(care)) != 0;
  care |= other.care;
  is_less |= (has_bitstring && !other.has_bitstring) || (is_in_handler && !other.is_in_handler);
  has_bitstring &= other.has_bitstring;
  is_in_handler &= other.is_in_handler;
  is_less |= heap > other.heap;
  heap = std::min(heap, other.heap);
  return is_less;
}

}  // namespace loader
