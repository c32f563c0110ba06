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
LoadResult<void> FunctionVerifier::raise() {
  if (!state_.has_all_y()) function_->clears_frames = true;
  for (std::size_t i = 0; i < state_.y.size(); i++) {
    const Value tag = state_.y[i];
    if (!tag.may_be_catch_tag()) continue;
    VM_TRY_VOID(need_all_y());
    scratch_ = state_;
    scratch_.x.assign(vm::kMachineX, Value::any());
    scratch_.y[i] = Value::catch_tag(tag.size);
    scratch_.collect();
    scratch_.floats.clear();
    scratch_.is_in_handler = scratch_.may_be_in_handler = true;
    VM_TRY_VOID(paths_.go_to(tag.size, scratch_));
    if (tag.is_catch_tag()) break;
  }
  return {};
}

LoadResult<void> FunctionVerifier::changes() {
  state_.is_in_handler = state_.may_be_in_handler = false;
  VM_TRY_VOID(build());
  collect();
  if (control() == Control::kCall) return call();
  if (control() == Control::kMayLeave || control() == Control::kLeave) return leave();
  if (!always_succeeds()) VM_TRY_VOID(branches());
  if (control() != Control::kNext) {
    is_reached_ = false;
    return {};
  }
  if (rule_->proves.exists())
    narrow(operands_[rule_->proves.operand], rule_->proves.shape, number_of(rule_->proves));
  frame();
  VM_TRY_VOID(writes());
  write_fixed();
  if (rule_->has(Flag::kTakesHeap)) state_.heap = 0;
  if (rule_->has(Flag::kStartsBitstring)) state_.has_bitstring = true;
  if (rule_->has(Flag::kEndsTimeout)) forget_timeouts();
  return {};
}

/// True for a test of what is known: code that was not optimised has some.
bool FunctionVerifier::always_succeeds() const {
  const ShapeRule& proves = rule_->proves;
  return proves.exists() && !rule_->has(Flag::kAsksMore) &&
         value_of(operands_[proves.operand]).has(proves.shape, number_of(proves));
}

// --- the heap ---

LoadResult<void> FunctionVerifier::build() {
  if (!rule_->has(OpAttribute::kBuilds)) return {};
  const Operand& last = operands_.back();
  if (last.is(Tag::kFr)) return {};  // fmove to a float register
  std::uint64_t words = rule_->built_words;
  if (rule_->built_items == BuiltItems::kAsNumber)
    words += operands_[rule_->places.tuple_arity].index();
  else if (rule_->built_items != BuiltItems::kNoItems)
    words += last.count;
  if (state_.heap >= words) {
    state_.heap -= words;
    return {};
  }
  if (rule_->built_items != BuiltItems::kPerItemIfThere)
    return fail(fmt::format("{} heap words", words), fmt::format("{}", state_.heap));
  state_.heap = 0;
  return {};
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

LoadResult<void> FunctionVerifier::call() {
  Value result = Value::any();
  if (import_fact() == ImportFact::kSetElement) {
    result = Value::of(vm::bit(TypeBit::kTuple));
    if (state_.x[0].constant > 0) result.size = static_cast<std::uint32_t>(state_.x[0].constant);
    result.is_new = true;
  }
  state_.keep_x(0);
  state_.collect();
  state_.floats.clear();
  if (result.is_new) state_.has_new = true;
  state_.set_x(0, new_value(result));
  paths_.pass_call();
  return {};
}

LoadResult<void> FunctionVerifier::leave() {
  state_.keep_x(0);
  // Woken up, a wait begins again with the register as it was left.
  const Operand* source = find(rule_->places.source);
  if (rule_->has(Flag::kKeepsTimeout) && source->is(Tag::kX))
    state_.set_x(source->index(), Value::of(Value::kTimeout));
  state_.collect();
  state_.floats.clear();
  VM_TRY_VOID(branches());
  if (control() == Control::kLeave) {
    is_reached_ = false;
    return {};
  }
  // Only its jumps cost reductions: a message that is there, or sent, costs none.
  state_.keep_x(0);
  VM_TRY_VOID(writes());
  write_fixed();
  return {};
}

/// Compilers let what follows a call that always raises lead to the handler of its exception. If
/// the call returns after all (erlang:raise/3 of what is no exception), a guard raises instead.
LoadResult<void> FunctionVerifier::go_to(std::uint32_t label, const State& state) {
  if (!is_try_handler(label)) return paths_.go_to(label, state);
  if (control() != Control::kBranch || rule_->places.choices != kNoNumber)
    return fail("a handler that only exceptions lead to", fmt::format("label {}", label));
  code_.guards.push_back({place_.instr, kNoNumber, Shape::kNothing, 0});
  return raise();
}

bool FunctionVerifier::is_try_handler(std::uint32_t label) const {
  std::uint32_t i = code_.labels[label];
  while (i < function_->end && rule_of(code_.instrs[i].op).has(Flag::kRemark)) i++;
  return i < function_->end && rule_of(code_.instrs[i].op).has(Flag::kNeedsException);
}

LoadResult<void> FunctionVerifier::branches() {
  for (unsigned bits = rule_->labels; bits != 0; bits &= bits - 1) {
    const Operand& label = operands_[static_cast<std::size_t>(std::countr_zero(bits))];
    if (label.is(Tag::kLabel) && label.value != 0) VM_TRY_VOID(fail_to(label.index()));
  }
  return rule_->places.choices == kNoNumber ? LoadResult<void>{} : choices();
}

LoadResult<void> FunctionVerifier::fail_to(std::uint32_t label) {
  if (rule_->places.import != kNoNumber) {
    // A guard BIF may have built what it would have raised.
    const std::uint64_t heap = std::exchange(state_.heap, 0);
    VM_TRY_VOID(go_to(label, state_));
    state_.heap = heap;
    return {};
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
LoadResult<void> FunctionVerifier::choices() {
  const auto items = items_of(operands_[rule_->places.choices]);
  for (std::size_t i = 0; i < items.size(); i += 2) {
    if (!items[i].is(Tag::kNumber) || !operands_[0].is_register()) {
      VM_TRY_VOID(go_to(items[i + 1].index(), state_));
      continue;
    }
    scratch_ = state_;
    std::swap(scratch_, state_);
    narrow(operands_[0], Shape::kTupleOf, items[i].index());
    std::swap(scratch_, state_);
    VM_TRY_VOID(go_to(items[i + 1].index(), scratch_));
  }
  return {};
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
    state_.y.erase(state_.y.begin(), state_.y.begin() + words);
  } else if (places.frame != kNoNumber) {
    state_.frame = kNoFrame;
    state_.y.clear();
  }
}

LoadResult<void> FunctionVerifier::writes() {
  if (rule_->has(Flag::kCopies)) {
    const Value value = new_value(value_of(operands_[0]));
    if (operands_[0].is_register()) at(operands_[0]) = value;
    return write(operands_[1], value);
  }
  if (rule_->has(Flag::kSwaps)) {
    const Value first = value_of(operands_[0]), second = value_of(operands_[1]);
    VM_TRY_VOID(write(operands_[0], second));
    return write(operands_[1], first);
  }
  const Operand* destinations = find(rule_->places.written_list);
  if (rule_->written == 0 && destinations == nullptr) return {};
  Value made = Value::any();
  if (rule_->makes.exists()) made.narrow(rule_->makes.shape, number_of(rule_->makes));
  if (const Operand* label = find(rule_->places.catch_label))
    made = Value::catch_tag(label->index());
  for (unsigned bits = rule_->written; bits != 0; bits &= bits - 1) {
    const Operand& to = operands_[static_cast<std::size_t>(std::countr_zero(bits))];
    VM_TRY_VOID(write(to, made.is_catch_tag() ? made : new_value(made)));
  }
  if (destinations == nullptr) return {};
  // Lists of registers alone, or of what is looked up and the register for it.
  const auto items = items_of(*destinations);
  const std::size_t step = rule_->places.destinations == kNoNumber ? 1 : 2;
  for (std::size_t i = step - 1; i < items.size(); i += step)
    VM_TRY_VOID(write(items[i], new_value(made)));
  return {};
}

void FunctionVerifier::write_fixed() {
  if (rule_->registers.writes == vm::FixedRegisters::kAll) return;
  for (unsigned bits = rule_->registers.writes; bits != 0; bits &= bits - 1)
    state_.set_x(static_cast<std::size_t>(std::countr_zero(bits)), new_value(Value::any()));
}

LoadResult<void> FunctionVerifier::write(const Operand& operand, const Value& value) {
  if (operand.is(Tag::kFr)) {
    state_.set_float(operand.index());
    return {};
  }
  if (operand.is(Tag::kX)) {
    state_.set_x(operand.index(), value);
    return {};
  }
  VM_TRY_VOID(need_in_frame(operand));
  Value& y = state_.y[operand.index()];
  if (y.may_be_catch_tag() && !rule_->has(Flag::kEndsCatch))
    return fail(fmt::format("a value in {}", register_text(operand)), value_text(y));
  y = value;
  return {};
}

void FunctionVerifier::forget_timeouts() {
  for (Value& value : state_.x) {
    if (!value.is_term()) value = Value();
  }
}

}  // namespace loader
