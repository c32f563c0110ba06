// What an instruction changes, and where it may continue.
#include "loader/verify_function.h"
#include "vm/term/boxed.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::Control;
using vm::OpAttribute;
using vm::TypeBit;

}  // namespace

/// An exception leads to the innermost handler of the frame. It is found by a scan of the stack, so
/// no word of the frame may be what was there before.
bool FunctionVerifier::raise() {
  const State::FrameLook frame = state_.look_at_frame();
  if (!frame.has_all) function_->clears_frames = true;
  return !frame.has_tags || raise_to_handlers();
}

bool FunctionVerifier::raise_to_handlers() {
  if (!need_all_y()) return false;
  const bool takes_message = state_.has(Care::kHasQueued) && has_queued_y();
  if (takes_message && !take_message()) return false;
  for (std::size_t i = 0; i < state_.y.size(); i++) {
    const Value tag = state_.y[i];
    if (!tag.may_be_catch_tag()) continue;
    scratch_ = state_;
    scratch_.x.assign(vm::kMachineX, Value::any());
    scratch_.y[i] = Value::catch_tag(tag.size);
    scratch_.collect();
    scratch_.floats.resize(0);
    scratch_.is_in_handler = true;
    if (takes_message) scratch_.forget(Origin::kQueued, Care::kHasQueued);
    scratch_.care = static_cast<std::uint8_t>(Care::kMayBeInHandler);
    if (!paths_.go_to(tag.size, scratch_)) return false;
    if (tag.is_catch_tag()) break;
  }
  return true;
}

/// Jumps of tests. A test of what is known makes none: code that was not optimised has some.
bool FunctionVerifier::tests() {
  const ShapeRule& proves = rule_->proves;
  if (!proves.exists()) return branches();
  Operand& tested = operands_[proves.operand];
  if (tested.is(Tag::kFr)) return true;
  const std::uint32_t number = number_of(proves);
  const bool is_known = value_of(tested).has(proves.shape, number);
  // Files give the source of a float register no type.
  if (rule_->labels == 0 && tested.is_register()) tested.count = is_known ? float_type_ : 0;
  if ((!is_known || rule_->has(Flag::kAsksMore)) && !branches()) return false;
  if (!is_known) narrow(tested, proves.shape, number);
  return true;
}

// --- the heap ---

bool FunctionVerifier::build() {
  const Operand& last = operands_.back();
  if (last.is(Tag::kFr)) return true;  // fmove to a float register
  std::uint64_t words = rule_->built_words;
  if (rule_->built_items == BuiltItems::kAsNumber)
    words += operands_[rule_->places.tuple_arity].index();
  else if (rule_->built_items != BuiltItems::kNoItems)
    words += last.count;
  if (state_.heap >= words) {
    state_.heap -= words;
    return true;
  }
  if (rule_->built_items != BuiltItems::kPerItemIfThere)
    return fail(fmt::format("{} heap words", words), fmt::format("{}", state_.heap));
  state_.heap = 0;
  return true;
}

void FunctionVerifier::collect() {
  if (const Operand* live = find(rule_->places.live)) {
    state_.keep_x(live->index());
  } else if (may_collect()) {
    state_.keep_x(0);
  }
  if (may_collect()) state_.collect();
  if (const Operand* heap = find(rule_->places.heap)) state_.heap = heap_words(*heap);
}

std::uint64_t FunctionVerifier::heap_words(const Operand& operand) const {
  constexpr std::uint64_t kWordsOfAllocation[] = {1, vm::kFloatWords,
                                                  sizeof(vm::Fun) / sizeof(vm::Word)};
  if (!operand.is(Tag::kAllocList)) return static_cast<std::uint64_t>(operand.value);
  std::uint64_t words = 0;
  const auto pairs = items_of(operand);
  for (std::size_t i = 0; i < pairs.size(); i += 2)
    words += kWordsOfAllocation[pairs[i].index()] * static_cast<std::uint64_t>(pairs[i + 1].value);
  return words;
}

// --- control ---

bool FunctionVerifier::call() {
  Value result = Value::any();
  if (import_fact() == ImportFact::kSetElement) {
    result = Value::of(vm::bit(TypeBit::kTuple));
    if (state_.x[0].constant > 0) result.size = static_cast<std::uint32_t>(state_.x[0].constant);
    result.origin = Origin::kNew;
  }
  state_.keep_x(0);
  state_.collect();
  state_.floats.resize(0);
  state_.care = 0;
  state_.x.set(0, new_value(result));
  if (result.origin == Origin::kNew) state_.set(Care::kHasNew);
  paths_.pass_call();
  return true;
}

bool FunctionVerifier::leave() {
  state_.keep_x(0);
  // Woken up, a wait begins again with the register as it was left.
  const Operand* source = find(rule_->places.source);
  if (rule_->has(Flag::kKeepsTimeout) && source->is(Tag::kX))
    state_.x.set(source->index(), Value::of(Value::kTimeout));
  state_.collect();
  state_.floats.resize(0);
  state_.care = 0;
  // Only its jumps cost reductions: a message that is there, or sent, costs none.
  if (!branches()) return false;
  state_.keep_x(0);
  return true;
}

/// Compilers let what follows a call that always raises lead to the handler of its exception. If
/// the call returns after all (erlang:raise/3 of what is no exception), a guard raises instead.
bool FunctionVerifier::go_to(std::uint32_t label, const State& state) {
  if (try_handlers_[label] == 0) return paths_.go_to(label, state);
  if (control() != Control::kBranch || rule_->places.choices != kNoNumber)
    return fail("a handler that only exceptions lead to", fmt::format("label {}", label));
  code_.guards.push_back({place_.instr, kNoNumber, Shape::kNothing, 0});
  return raise();
}

/// Compilers know that some instructions cannot fail, and leave out what would be missing where
/// they lead if they did. Where that is why a function is refused, their destinations are set
/// before.
void FunctionVerifier::preset() {
  for (unsigned bits = rule_->written; bits != 0; bits &= bits - 1) {
    const auto position = static_cast<std::uint8_t>(std::countr_zero(bits));
    const Operand& to = operands_[position];
    if (!to.is(Tag::kX) && (!to.is(Tag::kY) || to.index() >= state_.y.size())) continue;
    if (value_of(to).is_set()) continue;
    Values& values = to.is(Tag::kX) ? state_.x : state_.y;
    values.set(to.index(), new_value(Value::any()));
    code_.guards.push_back({place_.instr, position, Shape::kPreset, 0});
  }
}

bool FunctionVerifier::branches() {
  if (presets_) preset();
  for (unsigned bits = rule_->labels; bits != 0; bits &= bits - 1) {
    const Operand& label = operands_[static_cast<std::size_t>(std::countr_zero(bits))];
    if (label.is(Tag::kLabel) && label.value != 0 && !fail_to(label.index())) return false;
  }
  return rule_->places.choices == kNoNumber ? true : choices();
}

bool FunctionVerifier::fail_to(std::uint32_t label) {
  if (rule_->places.import != kNoNumber) {
    // A guard BIF may have built what it would have raised.
    const std::uint64_t heap = std::exchange(state_.heap, 0);
    if (!go_to(label, state_)) return false;
    state_.heap = heap;
    return true;
  }
  const Operand* destinations = find(rule_->places.destinations);
  if (destinations == nullptr) return go_to(label, state_);
  // The destinations may have been written when a later item fails.
  scratch_ = state_;
  const auto items = items_of(*destinations);
  for (std::size_t i = 1; i < items.size(); i += 2) {
    auto& registers = items[i].is(Tag::kX) ? scratch_.x : scratch_.y;
    if (items[i].index() < registers.size()) registers[items[i].index()].join(Value::any());
  }
  return go_to(label, scratch_);
}

/// The labels of a list; a number of elements leads to a tuple of so many.
bool FunctionVerifier::choices() {
  const auto items = items_of(operands_[rule_->places.choices]);
  for (std::size_t i = 0; i < items.size(); i += 2) {
    if (!items[i].is(Tag::kNumber) || !operands_[0].is_register()) {
      if (!go_to(items[i + 1].index(), state_)) return false;
      continue;
    }
    scratch_ = state_;
    scratch_.swap(state_);
    narrow(operands_[0], Shape::kTupleOf, items[i].index());
    scratch_.swap(state_);
    if (!go_to(items[i + 1].index(), scratch_)) return false;
  }
  return true;
}

// --- registers ---

void FunctionVerifier::frame() {
  const Places& places = rule_->places;
  if (places.new_frame != kNoNumber) {
    state_.frame = static_cast<std::int32_t>(operands_[places.new_frame].value);
    state_.y.assign(operands_[places.new_frame].index(), Value());
  } else if (places.trim != kNoNumber) {
    const std::int64_t words = operands_[places.trim].value;
    state_.frame -= static_cast<std::int32_t>(words);
    state_.y.erase_first(static_cast<std::size_t>(words));
  } else if (places.frame != kNoNumber) {
    state_.frame = kNoFrame;
    state_.y.resize(0);
  }
}

void FunctionVerifier::write_fixed() {
  for (unsigned bits = rule_->registers.writes; bits != 0; bits &= bits - 1)
    state_.x.set(static_cast<std::size_t>(std::countr_zero(bits)), new_value(Value::any()));
}

bool FunctionVerifier::write_y(const Operand& operand, const Value& value) {
  if (!need_in_frame(operand)) return false;
  Value& y = state_.y[operand.index()];
  if (y.may_be_catch_tag() && !rule_->has(Flag::kEndsCatch))
    return fail(fmt::format("a value in {}", register_text(operand)), value_text(y));
  y = value;
  return true;
}

void FunctionVerifier::forget_timeouts() {
  for (Value& value : state_.x) {
    if (!value.is_term()) value = Value();
  }
}

}  // namespace loader
