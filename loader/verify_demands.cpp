// What an instruction reads, and what it takes for granted.
#include "loader/verify_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::Control;
using vm::OpAttribute;

/// Calls f(i) for each bit that is set; stops at the first failure.
template <class F>
bool for_each_bit(unsigned bits, F f) {
  for (; bits != 0; bits &= bits - 1) {
    if (!f(static_cast<unsigned>(std::countr_zero(bits)))) return false;
  }
  return true;
}

}  // namespace

// --- registers ---

bool FunctionVerifier::more_reads() {
  for (unsigned bits = rule_->lists; bits != 0; bits &= bits - 1) {
    if (!items(static_cast<unsigned>(std::countr_zero(bits)))) return false;
  }
  if (rule_->places.segments != kNoNumber && !segments()) return false;
  return counted_reads();
}

/// The registers of a list.
bool FunctionVerifier::items(unsigned position) {
  const vm::OperandKind list = loaded_kind(
      generic_op_info(static_cast<std::uint8_t>(code_.instrs[place_.instr].op)).kinds[position]);
  const unsigned per_entry = vm::kind_info(list).items_per_entry;
  const auto all = items_of(operands_[position]);
  for (unsigned n = 0; n < per_entry; n++) {
    const vm::OperandKindInfo& kind = vm::kind_info(vm::item_kind(list, n));
    const bool is_read = kind.is_read(), is_written = kind.is_written();
    for (std::size_t i = n; i < all.size() && (is_read || is_written); i += per_entry) {
      if (is_read && !need_value(all[i])) return false;
      if (is_written && all[i].is(Tag::kY) && !need_in_frame(all[i])) return false;
    }
  }
  return true;
}

/// The registers that a number stands for, and those that no operand names.
bool FunctionVerifier::counted_reads() {
  std::size_t count = 0;
  if (const Operand* arity = find(rule_->places.arguments))
    count = arity->index() + rule_->more_arguments;
  if (const Operand* live = find(rule_->places.live)) count = live->index();
  if (!need_x(count)) return false;
  if (rule_->registers.reads == 0 || rule_->registers.reads == vm::FixedRegisters::kAll)
    return true;
  // Without an exception the end of a catch reads x0 only; with one they are all there.
  const bool reads_first_only = rule_->has(Flag::kStartsHandler) && !state_.is_in_handler;
  return for_each_bit(rule_->registers.reads, [&](unsigned i) -> bool {
    if (x_is_set(i) || (reads_first_only && i != 0)) return true;
    return fail(fmt::format("a value in x{}", i), "nothing");
  });
}

bool FunctionVerifier::need_x(std::size_t count) {
  if (state_.has_x(count)) return true;
  std::size_t i = 0;
  while (x_is_set(i)) i++;
  return fail(fmt::format("values in x0 to x{}", count - 1), fmt::format("nothing in x{}", i));
}

/// Of a register, by all that can be wrong.
bool FunctionVerifier::need_closely(Operand& operand) {
  if (operand.is(Tag::kFr)) {
    if (state_.floats.get(operand.index()).is_set()) return true;
    return fail(fmt::format("a float in fr{}", operand.value), "nothing");
  }
  if (operand.is(Tag::kY) && !need_in_frame(operand)) return false;
  const Value value = value_of(operand);
  const bool may_be_old = rule_->has(Flag::kKeepsTimeout) && operand.is(Tag::kX);
  if (!value.is_term() && !(may_be_old && value.is_set()))
    return fail(fmt::format("a value in {}", register_text(operand)), value_text(value));
  const Operand* live = rule_->has(Flag::kKeepsSource) ? nullptr : find(rule_->places.live);
  if (live != nullptr && operand.is(Tag::kX) && operand.value >= live->value && may_collect())
    return fail(fmt::format("a register that {} live ones include", live->value),
                register_text(operand));
  check_type(operand, value);
  return true;
}

bool FunctionVerifier::fail_frame(const Operand& y) {
  return fail(fmt::format("{} in the frame", register_text(y)), frame_text(state_.frame));
}

// --- shapes ---

bool FunctionVerifier::demands() {
  if (rule_->has(Flag::kNeedsBitstring) && !state_.has_bitstring)
    return fail("a bitstring under construction", "none");
  if (rule_->places.import != kNoNumber && control() == Control::kNext && !may_collect() &&
      import_fact() >= ImportFact::kGuardBuilds)
    return fail("a guard that builds nothing", "one that does");
  if (rule_->has(Flag::kStores) && value_of(operands_[0]).origin == Origin::kNew)
    return fail("a value that is older than the tuple", "the tuple");
  return !rule_->needs.exists() || need_shape(rule_->needs);
}

/// What the tests on the path do not prove becomes a guard; it raises where the value has not the
/// shape.
bool FunctionVerifier::need_shape(const ShapeRule& rule) {
  const Operand& needed = operands_[rule.operand];
  if (needed.is(Tag::kFr)) return true;
  const std::uint32_t number = number_of(rule);
  const Value value = value_of(needed);
  if (value.has(rule.shape, number) || fails_without_guard(rule.shape)) return true;
  if (rule.shape == Shape::kContext || rule.shape == Shape::kNewTupleAbove)
    return fail(shape_text(rule.shape, number), value_text(value));
  code_.guards.push_back({place_.instr, rule.operand, rule.shape, number});
  if (!raise()) return false;
  narrow(needed, rule.shape, number);
  return true;
}

/// A label of its own leads on where the source is no bitstring.
bool FunctionVerifier::fails_without_guard(Shape shape) const {
  return shape == Shape::kBitstring && operands_[0].is(Tag::kLabel) && operands_[0].value != 0;
}

/// What is shown of a register is shown of all that hold the same value.
void FunctionVerifier::narrow(const Operand& operand, Shape shape, std::uint32_t number) {
  if (!operand.is_register()) return;
  Value& value = at(operand);
  const std::uint32_t same = value.number;
  value.narrow(shape, number);
  if (same == 0) return;
  const Value narrowed = value;
  for (Values* values : {&state_.x, &state_.y}) {
    for (Value& other : *values) other = other.number == same ? narrowed : other;
  }
}

// --- frames and handlers ---

bool FunctionVerifier::frame_and_tags() {
  const Places& places = rule_->places;
  if (places.new_frame != kNoNumber && state_.frame != kNoFrame)
    return fail("no frame", frame_text(state_.frame));
  // A frame has room for the return address of a call. What always raises needs none.
  if (control() == Control::kCall && state_.frame < 0 && import_fact() != ImportFact::kNeverReturns)
    return fail("a frame", frame_text(state_.frame));
  if (!returns_) return true;
  if (places.frame != kNoNumber) {
    const std::int64_t given_up =
        places.trim == kNoNumber ? operands_[places.frame].value : operands_[places.trim].value;
    const std::int64_t words =
        places.trim == kNoNumber ? given_up : given_up + operands_[places.frame].value;
    if (state_.frame != words)
      return fail(fmt::format("a frame of {}", words), frame_text(state_.frame));
    if (!need_no_tags(static_cast<std::size_t>(given_up))) return false;
  } else if (control() == Control::kTailCall || control() == Control::kReturn ||
             rule_->has(Flag::kHead)) {
    if (state_.frame != kNoFrame) return fail("no frame", frame_text(state_.frame));
  }
  if (rule_->has(Flag::kEndsCatch)) {
    const Value value = value_of(operands_[0]);
    if (!value.is_catch_tag())
      return fail(fmt::format("a catch tag in {}", register_text(operands_[0])), value_text(value));
  }
  return true;
}

bool FunctionVerifier::need_all_y() {
  const Value* unset = std::ranges::find_if_not(state_.y, &Value::is_set);
  if (unset == state_.y.end()) return true;
  return fail(fmt::format("a value in y{}", unset - state_.y.begin()), "nothing");
}

bool FunctionVerifier::need_no_tags(std::size_t count) {
  for (std::size_t i = 0; i < count; i++) {
    if (state_.y[i].may_be_catch_tag())
      return fail("no catch tag in what is given up", fmt::format("one in y{}", i));
  }
  return true;
}

// --- messages that are looked at ---

/// Where control leaves the function, or an exception takes what the instruction reads, nothing may
/// refer to a message that is still in the queue. Compilers leave the label out of a guard that
/// cannot fail: if it does, a guard of ours raises, without arguments. prim_eval of OTP, written by
/// hand, calls a fun with a message that it then removes or skips: the fun gets a copy.
bool FunctionVerifier::need_none_queued() {
  const bool stays = control() == Control::kNext || control() == Control::kBranch;
  if (!stays && !need_no_queued_y()) return false;
  if ((stays && !may_raise()) || !reads_queued()) return true;
  if (control() == Control::kCall && rule_->more_arguments != 0) return copy_arguments();
  if (!stays || rule_->places.fail == kNoNumber)
    return fail("a message that was removed", "one in the queue");
  code_.guards.push_back({place_.instr, rule_->places.fail, Shape::kAnything, 0});
  return true;
}

bool FunctionVerifier::copy_arguments() {
  const std::uint32_t count = operands_[rule_->places.arguments].index() + rule_->more_arguments;
  for (std::uint32_t i = 0; i < count; i++) {
    if (state_.x[i].origin == Origin::kQueued)
      code_.guards.push_back({place_.instr, kNoNumber, Shape::kOwned, i});
  }
  return true;
}

bool FunctionVerifier::has_queued_y() const {
  return std::ranges::find(state_.y, Origin::kQueued, &Value::origin) != state_.y.end();
}

/// The handler of an exception finds the frame as it is. A guard of ours takes the message from the
/// queue before it raises, where a compiler knows that it does not: it keeps parts of a message
/// before it takes it, and knows more than we do of other values. What raises by itself becomes
/// such a guard, if it can fail.
bool FunctionVerifier::take_message() {
  auto first = code_.guards.end();
  while (first != code_.guards.begin() && std::prev(first)->instr == place_.instr) --first;
  const bool is_tested = first != code_.guards.end();
  if ((may_raise() || !is_tested) && rule_->places.fail == kNoNumber) return need_no_queued_y();
  code_.guards.insert(first, {place_.instr, kNoNumber, Shape::kTaken, 0});
  if (may_raise()) code_.guards.push_back({place_.instr, rule_->places.fail, Shape::kAnything, 0});
  return true;
}

bool FunctionVerifier::need_no_queued_y() {
  const Value* queued = std::ranges::find(state_.y, Origin::kQueued, &Value::origin);
  if (queued == state_.y.end()) return true;
  return fail("no part of a message in the queue",
              fmt::format("one in y{}", queued - state_.y.begin()));
}

/// Whether the instruction reads a part of such a message.
bool FunctionVerifier::reads_queued() const {
  const Operand* arguments = find(rule_->places.arguments);
  const std::size_t count = arguments == nullptr ? 0 : arguments->index() + rule_->more_arguments;
  for (std::size_t i = 0; i < state_.x.size(); i++) {
    const bool is_fixed = i < 8 && (rule_->registers.reads & (1U << i)) != 0;
    if ((i < count || is_fixed) && state_.x[i].origin == Origin::kQueued) return true;
  }
  for (std::size_t i = 0; i < operands_.size(); i++) {
    const Operand& operand = operands_[i];
    if ((rule_->written & (1U << i)) == 0 && is_queued(operand)) return true;
    if (operand.is(Tag::kList) && std::ranges::any_of(items_of(operand), [&](const Operand& item) {
          return is_queued(item);
        }))
      return true;
  }
  return false;
}

}  // namespace loader
