// The passes over a function, and the order of what is asked of an instruction.
#include "loader/verify_function.h"

#include "loader/byte_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace loader {

namespace {

using vm::Control;
using vm::TypeBit;

// States only lose knowledge, so passes end; real functions need one or two.
constexpr int kMostPasses = 100;

// Tags of the external term format, after the version byte.
constexpr Byte kExternalFloat = 70, kExternalBits = 77, kExternalSmallTuple = 104,
               kExternalTuple = 105, kExternalString = 107, kExternalList = 108,
               kExternalBinary = 109, kExternalMap = 116;

/// What a literal is, by the beginning of its external form.
Value value_of_external(Bytes term) {
  constexpr std::size_t kHead = 2;
  const auto one = [](TypeBit kind) { return Value::of(vm::bit(kind)); };
  if (term.size() < kHead + 1) return Value::any();
  const auto count = [&](unsigned bytes) -> std::uint32_t {
    if (term.size() < kHead + bytes) return 0;
    std::uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++) value = value << 8 | term[kHead + i];
    return value;
  };
  switch (term[1]) {
    case kExternalSmallTuple:
      return Value::tuple_of(count(1));
    case kExternalTuple:
      return term.size() < kHead + 4 ? Value::any() : Value::tuple_of(count(4));
    case kExternalString:  // without elements these two are [], or the tail
      return count(2) == 0 ? Value::any() : one(TypeBit::kCons);
    case kExternalList:
      return count(4) == 0 ? Value::any() : one(TypeBit::kCons);
    case kExternalMap:
      return one(TypeBit::kMap);
    case kExternalFloat:
      return one(TypeBit::kFloat);
    case kExternalBits:
    case kExternalBinary:
      return one(TypeBit::kBitstring);
    default:
      return Value::any();
  }
}

}  // namespace

FunctionVerifier::FunctionVerifier(const BeamFile& beam, GenericCode& code)
    : beam_(beam),
      code_(code),
      returning_(returning_functions(beam, code)),
      try_handlers_(try_handlers(code)),
      imports_(import_facts(beam)),
      place_{beam, code, nullptr, 0, nullptr},
      paths_(place_) {
  const auto is_float = [](const RegisterType& type) {
    return type.kinds == vm::bit(TypeBit::kFloat);
  };
  const auto type = std::ranges::find_if(beam.types, is_float);
  if (type != beam.types.end())
    float_type_ = static_cast<std::uint32_t>(type - beam.types.begin()) + 1;
}

LoadResult<void> FunctionVerifier::run(GenericFunction& function) {
  if (follow_all(function)) return {};
  LoadErrorPtr error = std::move(place_.error);
  // Once more with registers that are set before what might fail (preset()).
  paths_.abandon();
  presets_ = true;
  const bool is_accepted = follow_all(function);
  presets_ = false;
  if (!is_accepted) return vm::Err(std::move(error));
  return {};
}

bool FunctionVerifier::follow_all(GenericFunction& function) {
  function_ = &function;
  place_.function = &function;
  const std::size_t first_guard = code_.guards.size();
  for (int i = 0; i < kMostPasses; i++) {
    code_.guards.erase(code_.guards.begin() + first_guard, code_.guards.end());
    paths_.begin_pass();
    if (!pass()) return false;
    if (!paths_.needs_pass()) return paths_.finish();
  }
  place_.instr = function.func_info;
  return fail("few jumps back", fmt::format("a change after {} passes", kMostPasses));
}

bool FunctionVerifier::pass() {
  const GenericFunction& function = *place_.function;
  enter_function();
  if (!follow(function.func_info + 1, function.end)) return false;
  is_reached_ = false;
  return follow(function.begin, function.func_info + 1);
}

bool FunctionVerifier::copy() {
  const Operand& from = operands_[0];
  if (rule_->has(Flag::kSwaps)) {
    const Value first = value_of(from), second = value_of(operands_[1]);
    return write(from, second) && write(operands_[1], first);
  }
  Value value = value_of(from);
  if (value.number == 0) {
    value = new_value(value);
    if (from.is_register()) at(from) = value;
  }
  return write(operands_[1], value);
}

bool FunctionVerifier::writes() {
  if (rule_->has(Flag::kCopies) || rule_->has(Flag::kSwaps)) return copy();
  Value made = rule_->made;
  if (rule_->has(Flag::kMakesBy)) {
    if (makes_float()) made.narrow(Shape::kFloat, 0);
    if (rule_->makes.number != kNoNumber) made.narrow(rule_->makes.shape, number_of(rule_->makes));
    if (const Operand* label = find(rule_->places.catch_label))
      made = Value::catch_tag(label->index());
  }
  for (unsigned bits = rule_->written; bits != 0; bits &= bits - 1) {
    const Operand& to = operands_[static_cast<std::size_t>(std::countr_zero(bits))];
    if (!write(to, made.is_catch_tag() ? made : new_value(made))) return false;
  }
  const Operand* destinations = find(rule_->places.written_list);
  if (destinations == nullptr) return true;
  // Lists of registers alone, or of what is looked up and the register for it.
  const auto items = items_of(*destinations);
  const std::size_t step = rule_->places.destinations == kNoNumber ? 1 : 2;
  for (std::size_t i = step - 1; i < items.size(); i += step)
    if (!write(items[i], new_value(made))) return false;
  return true;
}

/// Most instructions do nothing else.
bool FunctionVerifier::plain_instruction() {
  if (state_.care != 0 && !careful()) return false;
  return reads() && (!rule_->needs.exists() || need_shape(rule_->needs)) &&
         (!rule_->has(vm::OpAttribute::kBuilds) || build()) &&
         (!rule_->has(Flag::kTests) || tests()) && (!rule_->has(Flag::kWrites) || writes());
}

bool FunctionVerifier::follow(std::uint32_t begin, std::uint32_t end) {
  for (place_.instr = begin; place_.instr < end; place_.instr++) {
    const GenericInstr& instr = code_.instrs[place_.instr];
    rule_ = &rule_of(instr.op);
    if (rule_->has(Flag::kIsLabel)) {
      const std::uint32_t label = code_.operands[instr.first_operand].index();
      if (is_reached_ && try_handlers_[label] != 0 && !end_path()) return false;
      if (!paths_.enter(label, state_, &is_reached_)) return false;
    } else if (is_reached_ && !rule_->has(Flag::kRemark)) {
      operands_ = std::span(code_.operands).subspan(instr.first_operand, instr.operand_count);
      if (!(rule_->has(Flag::kPlain) ? plain_instruction() : instruction())) return false;
    }
  }
  return true;
}

/// What stands before a handler continues there only where nothing says that it cannot.
bool FunctionVerifier::end_path() {
  code_.guards.push_back({place_.instr, kNoNumber, Shape::kNothing, 0});
  is_reached_ = false;
  return raise();
}

/// The state of a call: arguments, and nothing else.
void FunctionVerifier::enter_function() {
  state_.clear();
  state_.x.assign(place_.function->arity, Value::any());
  for (Value& value : state_.x) value.number = ++numbers_;
  is_reached_ = true;
}

bool FunctionVerifier::instruction() {
  if (state_.care != 0 && !careful()) return false;
  returns_ = callee_returns();
  if (!reads()) return false;
  if (state_.has(Care::kHasQueued) && !need_none_queued()) return false;
  if (rule_->has(Flag::kDemands) && !demands()) return false;
  if (rule_->has(Flag::kUsesFrame) && !frame_and_tags()) return false;
  if (!state_.look_at_frame().is_plain()) {
    if (returns_ && rule_->has(Flag::kScans) && !need_all_y()) return false;
    if (may_raise() && !raise()) return false;
  }
  if (!returns_) {
    is_reached_ = false;
    return true;
  }
  // An exception costs no reductions, whatever raises it.
  paths_.set_yields(rule_->has(Flag::kYields));
  const bool done = changes() && (rule_->places.commands == kNoNumber || match());
  paths_.set_yields(false);
  return done;
}

bool FunctionVerifier::changes() {
  if (state_.has(Care::kMayBeInHandler)) state_.care = 0;
  state_.is_in_handler = false;
  if (rule_->has(vm::OpAttribute::kBuilds) && !build()) return false;
  if (rule_->has(Flag::kReserves)) collect();
  if (control() == Control::kCall) return call();
  const bool may_leave = control() == Control::kMayLeave;
  if (may_leave || control() == Control::kLeave ? !leave() : rule_->has(Flag::kTests) && !tests())
    return false;
  if (control() != Control::kNext && !may_leave) {
    is_reached_ = false;
    return true;
  }
  if (rule_->has(Flag::kUsesFrame)) frame();
  if (rule_->has(Flag::kWrites) && !writes()) return false;
  if (rule_->has(Flag::kWritesFixed)) write_fixed();
  if (rule_->has(Flag::kTakesHeap)) state_.heap = 0;
  if (rule_->has(Flag::kStartsBitstring)) state_.has_bitstring = true;
  if (rule_->has(Flag::kEndsTimeout)) forget_timeouts();
  if (rule_->has(Flag::kQueued)) state_.set(Care::kHasQueued);
  if (rule_->has(Flag::kTakesQueued)) state_.forget(Origin::kQueued, Care::kHasQueued);
  return true;
}

/// What is under way restricts all instructions.
bool FunctionVerifier::careful() {
  if (state_.has(Care::kMayBeInHandler) && !rule_->has(Flag::kStartsHandler)) return need_handler();
  if (state_.has(Care::kHasNew) && !rule_->has(Flag::kKeepsNew))
    state_.forget(Origin::kNew, Care::kHasNew);
  return true;
}

bool FunctionVerifier::need_handler() {
  return fail(
      "an instruction that begins a handler",
      std::string(generic_op_info(static_cast<std::uint8_t>(code_.instrs[place_.instr].op)).name));
}

bool FunctionVerifier::may_raise() const {
  if (control() == Control::kRaise || control() == Control::kCall) return true;
  if (!rule_->has(vm::OpAttribute::kMayRaise)) return control() == Control::kMayLeave;
  const Operand* fail_label = find(rule_->places.fail);
  return fail_label == nullptr || fail_label->value == 0;
}

ImportFact FunctionVerifier::import_fact() const {
  const Operand* row = find(rule_->places.import);
  return row == nullptr ? ImportFact::kNothing : imports_[row->index()];
}

/// Whether the instruction calls a guard BIF whose result is a float.
bool FunctionVerifier::makes_float() const {
  const ImportFact fact = import_fact();
  if (fact == ImportFact::kBuildsFloat) return true;
  if (fact != ImportFact::kBuildsFloatOfFloat) return false;
  for (unsigned bits = rule_->read; bits != 0; bits &= bits - 1) {
    const auto operand = static_cast<std::size_t>(std::countr_zero(bits));
    if (value_of(operands_[operand]).has(Shape::kFloat, 0)) return true;
  }
  return false;
}

/// False for calls of functions that always raise. Compilers know more of these, and what stands
/// behind such a call fits nothing.
bool FunctionVerifier::callee_returns() const {
  if (rule_->places.callee != kNoNumber)
    return returning_[operands_[rule_->places.callee].index()] != 0;
  if (rule_->has(Flag::kRaisesClass) && raises_class()) return false;
  return import_fact() != ImportFact::kNeverReturns;
}

/// Whether x0 is known to be a class that can be raised; anything else is no exception.
bool FunctionVerifier::raises_class() const {
  if (!x_is_set(0) || !state_.x[0].is_only(vm::bit(TypeBit::kAtom)) || state_.x[0].constant < 1)
    return false;
  const std::string& name = beam_.atoms[static_cast<std::size_t>(state_.x[0].constant)];
  return name == "error" || name == "exit" || name == "throw";
}

std::uint32_t FunctionVerifier::number_of(const ShapeRule& rule) const {
  if (rule.number == kNoNumber) return 0;
  const Operand& operand = operands_[rule.number];
  return operand.is(Operand::Tag::kList) ? operand.count : operand.index();
}

Value FunctionVerifier::value_of_constant(const Operand& operand) const {
  using Tag = Operand::Tag;
  switch (operand.tag) {
    case Tag::kAtom: {
      Value value = Value::of(vm::bit(TypeBit::kAtom));
      value.constant = static_cast<std::int32_t>(operand.value);
      return value;
    }
    case Tag::kNil:
      return Value::of(vm::bit(TypeBit::kNil));
    case Tag::kInteger:
    case Tag::kBigInteger: {
      Value value = Value::of(vm::bit(TypeBit::kInteger));
      if (operand.is(Tag::kInteger) && operand.value >= 0 && operand.value <= INT32_MAX)
        value.constant = static_cast<std::int32_t>(operand.value);
      return value;
    }
    case Tag::kLiteral:
      return value_of_external(beam_.literals[operand.index()]);
    default:
      return Value::any();
  }
}

std::string register_text(const Operand& operand) {
  return fmt::format("{}{}", operand.is(Operand::Tag::kX) ? 'x' : 'y', operand.value);
}

}  // namespace loader
