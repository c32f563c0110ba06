// The lattice: shapes of values, and what holds on two paths.
#include "loader/verify_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loader {

namespace {

using vm::TypeBit;

struct ShapeRow {
  Shape shape;
  unsigned kinds;  // of values that may have it
  const char* text;
  const char* with_size;  // what stands before the number in messages; null: it has none
};
constexpr unsigned kTupleKind = vm::bit(TypeBit::kTuple);
constexpr ShapeRow kShapes[] = {
    {Shape::kAnything, Value::kAnyTerm, "a value", nullptr},
    {Shape::kTuple, kTupleKind, "a tuple", nullptr},
    {Shape::kTupleOf, kTupleKind, "a tuple of", ""},
    {Shape::kTupleAbove, kTupleKind, "a tuple of", "more than "},
    {Shape::kNewTupleAbove, kTupleKind, "a new tuple of", "more than "},
    {Shape::kCons, vm::bit(TypeBit::kCons), "a nonempty list", nullptr},
    {Shape::kMap, vm::bit(TypeBit::kMap), "a map", nullptr},
    {Shape::kFloat, vm::bit(TypeBit::kFloat), "a float", nullptr},
    {Shape::kBitstring, vm::bit(TypeBit::kBitstring) | Value::kContext, "a bitstring", nullptr},
    {Shape::kContext, Value::kContext, "a match context", nullptr},
    {Shape::kRecord, vm::bit(TypeBit::kNativeRecord), "a native record", nullptr},
    {Shape::kRecordOrNil, vm::bit(TypeBit::kNativeRecord) | vm::bit(TypeBit::kNil),
     "a native record or []", nullptr},
    {Shape::kNothing, 0, "no value", nullptr},
};
constexpr const ShapeRow& row_of(Shape shape) { return kShapes[static_cast<std::size_t>(shape)]; }
static_assert(std::ranges::all_of(kShapes,
                                  [](const ShapeRow& row) { return &row == &row_of(row.shape); }),
              "rows stand in the order of Shape");

constexpr unsigned kinds_of(Shape shape) { return row_of(shape).kinds; }

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

bool Value::join(const Value& other) {
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
  is_new = is_new && other.is_new;
  if (number != other.number) number = 0;
  if (constant != other.constant) constant = -1;
  return kinds != before.kinds || size != before.size || is_exact != before.is_exact ||
         is_new != before.is_new || number != before.number || constant != before.constant;
}

std::string shape_text(Shape shape, std::uint32_t number) {
  const ShapeRow& row = row_of(shape);
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

void State::clear() {
  x.clear();
  y.clear();
  floats.clear();
  frame = kNoFrame;
  heap = 0;
  has_bitstring = is_in_handler = may_be_in_handler = has_new = false;
}

void State::collect() {
  heap = 0;
  has_bitstring = false;
  if (!std::exchange(has_new, false)) return;
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
  is_less |= other.may_be_in_handler && !may_be_in_handler;
  may_be_in_handler = may_be_in_handler || other.may_be_in_handler;
  has_new = has_new || other.has_new;
  const auto keep = [&](bool& mine, bool theirs) {
    is_less |= mine && !theirs;
    mine = mine && theirs;
  };
  keep(has_bitstring, other.has_bitstring);
  keep(is_in_handler, other.is_in_handler);
  is_less |= heap > other.heap;
  heap = std::min(heap, other.heap);
  return join_floats(other) || is_less;
}

bool State::join_floats(const State& other) {
  bool is_less = false;
  for (std::size_t i = 0; i < floats.size(); i++) {
    const std::uint64_t kept = i < other.floats.size() ? floats[i] & other.floats[i] : 0;
    is_less |= kept != floats[i];
    floats[i] = kept;
  }
  return is_less;
}

}  // namespace loader
