// The lattice: shapes of values, and what holds on two paths.
#include "loader/verify_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

using vm::TypeBit;

constexpr unsigned kinds_of(Shape shape) {
  switch (shape) {
    case Shape::kTuple:
    case Shape::kTupleOf:
    case Shape::kTupleAbove:
    case Shape::kNewTupleAbove:
      return vm::bit(TypeBit::kTuple);
    case Shape::kCons:
      return vm::bit(TypeBit::kCons);
    case Shape::kMap:
      return vm::bit(TypeBit::kMap);
    case Shape::kFloat:
      return vm::bit(TypeBit::kFloat);
    case Shape::kBitstring:
      return vm::bit(TypeBit::kBitstring) | Value::kContext;
    case Shape::kContext:
      return Value::kContext;
    case Shape::kRecord:
      return vm::bit(TypeBit::kNativeRecord);
    case Shape::kRecordOrNil:
      return vm::bit(TypeBit::kNativeRecord) | vm::bit(TypeBit::kNil);
    case Shape::kAnything:
      break;
  }
  return Value::kAnyTerm;
}

}  // namespace

bool Value::has(Shape shape, std::uint32_t wanted) const {
  if (!is_only(kinds_of(shape))) return false;
  if (shape == Shape::kTupleOf) return is_exact && size == wanted;
  if (shape == Shape::kNewTupleAbove && !is_new) return false;
  if (shape == Shape::kTupleAbove || shape == Shape::kNewTupleAbove) return size > wanted;
  return true;
}

void Value::narrow(Shape shape, std::uint32_t wanted) {
  const unsigned possible = kinds_of(shape);
  // Without a common kind the place is never reached; the value is then what the test says.
  kinds = static_cast<std::uint16_t>((kinds & possible) != 0 ? kinds & possible : possible);
  if (shape == Shape::kTupleOf) {
    size = wanted;
    is_exact = true;
  }
  if (shape == Shape::kTupleAbove) size = std::max(size, wanted + 1);
}

bool Value::join(const Value& other) {
  const Value before = *this;
  constexpr unsigned kTuple = vm::bit(TypeBit::kTuple);
  if (!is_set() || !other.is_set()) {
    *this = Value();
    return before.is_set();
  }
  if (may_be_catch_tag() || other.may_be_catch_tag()) {
    if (!may_be_catch_tag()) size = other.size;
    is_exact = false;
  } else if ((kinds & kTuple) == 0) {
    size = other.size;
    is_exact = other.is_exact;
  } else if ((other.kinds & kTuple) != 0) {
    is_exact = is_exact && other.is_exact && size == other.size;
    size = std::min(size, other.size);
  }
  kinds |= other.kinds;
  is_new = is_new && other.is_new;
  if (number != other.number) number = 0;
  if (constant != other.constant) constant = -1;
  return kinds != before.kinds || size != before.size || is_exact != before.is_exact ||
         is_new != before.is_new || number != before.number || constant != before.constant;
}

std::string shape_text(Shape shape, std::uint32_t number) {
  switch (shape) {
    case Shape::kAnything:
      return "a value";
    case Shape::kTuple:
      return "a tuple";
    case Shape::kTupleOf:
      return fmt::format("a tuple of {}", number);
    case Shape::kTupleAbove:
      return fmt::format("a tuple of more than {}", number);
    case Shape::kNewTupleAbove:
      return fmt::format("a new tuple of more than {}", number);
    case Shape::kCons:
      return "a nonempty list";
    case Shape::kMap:
      return "a map";
    case Shape::kFloat:
      return "a float";
    case Shape::kBitstring:
      return "a bitstring";
    case Shape::kContext:
      return "a match context";
    case Shape::kRecord:
      return "a native record";
    case Shape::kRecordOrNil:
      return "a native record or []";
  }
  VM_UNREACHABLE();
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

void State::collect() {
  heap = 0;
  has_bitstring = false;
  for (Value& value : x) value.is_new = false;
  for (Value& value : y) value.is_new = false;
}

bool State::has_catch_tags() const { return std::ranges::any_of(y, &Value::may_be_catch_tag); }

bool State::has_all_y() const { return std::ranges::all_of(y, &Value::is_set); }

bool State::join(const State& other) {
  bool is_less = x.size() > other.x.size();
  if (frame != other.frame) {
    is_less |= frame != kDifferentFrames;
    frame = kDifferentFrames;
    is_less |= y.size() > other.y.size();
    y.resize(std::min(y.size(), other.y.size()));
  }
  keep_x(other.x.size());
  for (std::size_t i = 0; i < x.size(); i++) is_less |= x[i].join(other.x[i]);
  for (std::size_t i = 0; i < y.size(); i++) is_less |= y[i].join(other.y[i]);
  in_handler = in_handler || other.in_handler;
  const auto keep = [&](bool& mine, bool theirs) {
    is_less |= mine && !theirs;
    mine = mine && theirs;
  };
  keep(has_bitstring, other.has_bitstring);
  is_less |= heap > other.heap;
  heap = std::min(heap, other.heap);
  is_less |= (floats & ~other.floats).any();
  floats &= other.floats;
  return is_less;
}

}  // namespace loader
