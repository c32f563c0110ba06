// A function is followed in the order of its instructions. The state at a label is what all jumps
// to it and the instruction before it have in common; a jump back that leaves less makes another
// pass. Compilers emit few of these, so one pass is the rule.
#include "loader/verify.h"

#include "loader/bit_syntax.h"
#include "loader/decode.h"
#include "loader/verify_rules.h"
#include "vm/term/boxed.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loader {

namespace {

using Tag = Operand::Tag;
using vm::Control;
using vm::OpAttribute;
using vm::OperandKind;
using vm::TypeBit;

// States only lose knowledge, so passes end; real functions need two or three.
constexpr int kMostPasses = 100;

std::uint16_t kinds_of_external(Bytes term, std::uint32_t* size) {
  constexpr std::size_t kHead = 2;
  const auto one = [](TypeBit kind) { return static_cast<std::uint16_t>(vm::bit(kind)); };
  if (term.size() < kHead + 1) return one(TypeBit::kNil);
  switch (term[1]) {
    case 104:
      *size = term[2];
      return one(TypeBit::kTuple);
    case 105:
      if (term.size() < kHead + 4) break;
      *size = ByteReader(term.subspan(kHead), 0).u32();
      return one(TypeBit::kTuple);
    case 107:
    case 108:
      return one(TypeBit::kCons);
    case 116:
      return one(TypeBit::kMap);
    case 70:
      return one(TypeBit::kFloat);
    case 77:
    case 109:
      return one(TypeBit::kBitstring);
    default:
      break;
  }
  return Value::kAnyTerm;
}

/// Finds the functions that can return: by an instruction that returns, or a tail call of one that
/// can, or of anything else. By label of the entry.
std::vector<std::uint8_t> returning_functions(const BeamFile& beam, const GenericCode& code) {
  std::vector<std::uint8_t> returning(code.labels.size(), 0);
  // The bodies of functions may be replaced by those of a library.
  const bool has_library = std::ranges::any_of(
      beam.imports, [&](const Import& row) { return beam.atoms[row.name] == "load_nif"; });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> callers;  // callee, caller: tail calls
  for (const GenericFunction& function : code.functions) {
    std::uint8_t& returns = returning[function.entry_label];
    returns = has_library ? 1 : 0;
    for (std::uint32_t i = function.begin; i < function.end && returns == 0; i++) {
      const GenericInstr& instr = code.instrs[i];
      const GenericOpInfo& info = generic_op_info(static_cast<std::uint8_t>(instr.op));
      const Control control = rule_of(instr.op).traits.control;
      if (control != Control::kTailCall && control != Control::kReturn) continue;
      const auto operands = code.operands_of(instr);
      const std::size_t callee = info.position_of(generic_kind(OperandKind::kCallee));
      const std::size_t row = info.position_of(generic_kind(OperandKind::kExport));
      if (callee != info.arity) {
        callers.emplace_back(operands[callee].index(), function.entry_label);
      } else if (row != info.arity) {
        const Import& import = beam.imports[operands[row].index()];
        if (!never_returns(beam.atoms[import.module], beam.atoms[import.name], import.arity))
          returns = 1;
      } else {
        returns = 1;
      }
    }
  }
  std::ranges::sort(callers);
  std::vector<std::uint32_t> work;
  for (std::uint32_t label = 0; label < returning.size(); label++) {
    if (returning[label] != 0) work.push_back(label);
  }
  while (!work.empty()) {
    const std::uint32_t callee = work.back();
    work.pop_back();
    auto row = std::ranges::lower_bound(callers, std::pair(callee, std::uint32_t{0}));
    for (; row != callers.end() && row->first == callee; ++row) {
      if (std::exchange(returning[row->second], 1) == 0) work.push_back(row->second);
    }
  }
  return returning;
}

class FunctionVerifier {
 public:
  FunctionVerifier(const BeamFile& beam, GenericCode& code)
      : beam_(beam),
        code_(code),
        returning_(returning_functions(beam, code)),
        slots_(code.labels.size(), kNoSlot) {}

  LoadResult<void> run(const GenericFunction& function) {
    function_ = &function;
    const std::size_t first_guard = code_.guards.size();
    for (int pass = 0; pass < kMostPasses; pass++) {
      code_.guards.resize(first_guard);
      edges_.clear();
      needs_pass_ = goes_back_ = false;
      VM_TRY_VOID(run_once());
      if (!needs_pass_) {
        if (goes_back_) VM_TRY_VOID(need_yields());
        forget_labels();
        return {};
      }
    }
    instr_ = function.func_info;
    return fail("few jumps back", fmt::format("a change after {} passes", kMostPasses));
  }

 private:
  static constexpr std::uint32_t kNoSlot = UINT32_MAX;

  LoadResult<void> run_once() {
    is_reached_ = false;
    segment_ = kNoSegment;
    for (instr_ = function_->begin; instr_ < function_->end; instr_++) {
      const GenericInstr& instr = code_.instrs[instr_];
      if (instr_ == function_->func_info + 1) enter();
      if (rule_of(instr.op).has(Flag::kIsLabel)) {
        VM_TRY_VOID(label(code_.operands_of(instr)[0].index()));
      } else if (is_reached_) {
        VM_TRY_VOID(instruction(instr));
      }
    }
    return {};
  }

  /// The state of a call: arguments, and nothing else.
  void enter() {
    reset();
    state_.x.assign(function_->arity, Value::any());
    for (Value& value : state_.x) value.number = ++numbers_;
    is_reached_ = true;
    segment_ = kNoSegment;
  }

  void reset() {
    state_.x.clear();
    state_.y.clear();
    state_.frame = kNoFrame;
    state_.heap = 0;
    state_.has_bitstring = state_.in_handler = false;
    state_.floats.reset();
  }

  // --- labels and jumps ---

  LoadResult<void> label(std::uint32_t number) {
    yields_ = false;
    if (is_reached_) VM_TRY_VOID(go_to(number, state_));
    segment_ = number;
    is_reached_ = slots_[number] != kNoSlot;
    if (is_reached_) state_ = states_[slots_[number]];
    return {};
  }

  LoadResult<void> go_to(std::uint32_t number, const State& state) {
    const bool is_back = code_.labels[number] < instr_;
    if (!yields_) {
      goes_back_ |= is_back;
      if (segment_ != kNoSegment) edges_.emplace_back(segment_, number);
    }
    if (slots_[number] == kNoSlot) {
      slots_[number] = used_states_;
      if (used_states_ == states_.size()) states_.emplace_back();
      states_[used_states_++] = state;
      reached_labels_.push_back(number);
      needs_pass_ |= is_back;
      return {};
    }
    State& known = states_[slots_[number]];
    VM_TRY_VOID(need_same_tags(number, known, state));
    const bool is_less = known.join(state);
    needs_pass_ |= is_back && is_less;
    return {};
  }

  /// Frames may differ only where none of them matters: a collection finds terms in all of them, no
  /// handler is lost, and what follows raises.
  LoadResult<void> need_same_tags(std::uint32_t number, const State& known, const State& state) {
    if (known.frame != state.frame) {
      if (known.has_all_y() && state.has_all_y() && !known.has_catch_tags() &&
          !state.has_catch_tags())
        return {};
      return fail(fmt::format("{} at label {}", frame_text(known.frame), number),
                  frame_text(state.frame));
    }
    for (std::size_t i = 0; i < known.y.size(); i++) {
      const Value &before = known.y[i], &now = state.y[i];
      // Where one of two paths has no tag, what follows can only raise.
      const int tags = before.may_be_catch_tag() + now.may_be_catch_tag();
      if (tags == 0 || (tags == 1 && before.is_set() && now.is_set()) ||
          (tags == 2 && before.size == now.size))
        continue;
      return fail(fmt::format("{} in y{} at label {}", value_text(before), i, number),
                  value_text(now));
    }
    return {};
  }

  void forget_labels() {
    for (const std::uint32_t number : reached_labels_) slots_[number] = kNoSlot;
    reached_labels_.clear();
    used_states_ = 0;
  }

  /// Refuses a path from a label to itself that costs no reductions: no other process would run.
  LoadResult<void> need_yields() {
    std::ranges::sort(edges_);
    std::vector<std::uint32_t> path;
    std::vector<std::uint32_t> done;
    const auto first_edge = [&](std::uint32_t label) {
      return static_cast<std::size_t>(
          std::ranges::lower_bound(edges_, std::pair(label, std::uint32_t{0})) - edges_.begin());
    };
    std::vector<std::size_t> next;
    std::vector<std::uint8_t> seen(code_.labels.size(), 0);  // 1: on the path, 2: done
    for (const auto& [from, to] : edges_) {
      if (seen[from] != 0) continue;
      path.assign(1, from);
      next.assign(1, first_edge(from));
      seen[from] = 1;
      while (!path.empty()) {
        const std::size_t edge = next.back()++;
        if (edge == edges_.size() || edges_[edge].first != path.back()) {
          seen[path.back()] = 2;
          path.pop_back();
          next.pop_back();
          continue;
        }
        const std::uint32_t target = edges_[edge].second;
        if (seen[target] == 1) {
          instr_ = code_.labels[target];
          return fail("a call or a receive in a loop", "none");
        }
        if (seen[target] != 0) continue;
        seen[target] = 1;
        path.push_back(target);
        next.push_back(first_edge(target));
      }
    }
    return {};
  }

  // --- one instruction ---

  LoadResult<void> instruction(const GenericInstr& instr) {
    rule_ = &rule_of(instr.op);
    info_ = &generic_op_info(static_cast<std::uint8_t>(instr.op));
    operands_ = code_.operands_of(instr);
    yields_ = rule_->has(Flag::kYields);
    returns_ = callee_returns();
    if (rule_->has(Flag::kRemark)) return {};
    if (state_.in_handler && !rule_->has(Flag::kStartsHandler))
      return fail("an instruction that begins a handler", std::string(info_->name));
    VM_TRY_VOID(reads());
    VM_TRY_VOID(demands());
    VM_TRY_VOID(frame_and_tags());
    if (may_raise()) VM_TRY_VOID(raise());
    if (!returns_) {
      is_reached_ = false;
      return {};
    }
    VM_TRY_VOID(changes());
    if (const int commands = position(GenericKind::kMatchCommands); commands >= 0)
      VM_TRY_VOID(match(operand(commands)));
    return {};
  }

  /// Calls f(kind, operand) for each operand and item of a list.
  template <class F>
  LoadResult<void> each(F f) {
    for (unsigned i = 0; i < info_->arity; i++) {
      const GenericKind kind = info_->kinds[i];
      if (!is_loaded_kind(kind)) {
        VM_TRY_VOID(f(kind, operands_[i]));
        continue;
      }
      const OperandKind loaded = loaded_kind(kind);
      if (vm::kind_info(loaded).form != vm::OperandForm::kList) {
        VM_TRY_VOID(f(kind, operands_[i]));
        continue;
      }
      const auto items = code_.items_of(operands_[i]);
      for (std::size_t n = 0; n < items.size(); n++)
        VM_TRY_VOID(f(generic_kind(vm::item_kind(loaded, n)), items[n]));
    }
    return {};
  }

  static bool is_read(GenericKind kind) {
    if (kind == GenericKind::kFloatOrSource) return true;
    return is_loaded_kind(kind) && vm::kind_info(loaded_kind(kind)).is_read();
  }
  static bool is_written(GenericKind kind) {
    if (kind == GenericKind::kFloatOrDest) return true;
    return is_loaded_kind(kind) && vm::kind_info(loaded_kind(kind)).is_written();
  }

  // --- what it reads ---

  LoadResult<void> reads() {
    VM_TRY_VOID(each([&](GenericKind kind, const Operand& operand) -> LoadResult<void> {
      if (is_read(kind)) return need_value(operand);
      if (operand.is(Tag::kY)) return need_in_frame(operand);
      if (kind == GenericKind::kSegments) return segments(operand);
      return {};
    }));
    std::size_t count = 0;
    if (const Operand* arity = find(OperandKind::kArity)) count = arity->index();
    if (const Operand* arity = find(OperandKind::kFunArity)) count = arity->index() + 1;
    if (const Operand* arity = find(OperandKind::kApplyArity)) count = arity->index() + 2;
    if (const Operand* live = find(OperandKind::kLive)) count = live->index();
    VM_TRY_VOID(need_x(count));
    for (unsigned i = 0; i < vm::kMachineX; i++) {
      // Without an exception a handler reads x0 only.
      if (rule_->has(Flag::kStartsHandler) && i != 0) break;
      if ((rule_->registers.reads >> i & 1) != 0 &&
          rule_->registers.reads != vm::FixedRegisters::kAll && !x_is_set(i))
        return fail(fmt::format("a value in x{}", i), "nothing");
    }
    return {};
  }

  LoadResult<void> segments(const Operand& list) {
    const auto items = code_.items_of(list);
    for (std::size_t i = 0; i < items.size(); i += kSegmentItems) {
      const Operand& value = items[i + kSegmentValue];
      if (!value.is(Tag::kNumber)) VM_TRY_VOID(need_value(value));
      if (!items[i + kSegmentSize].is(Tag::kNumber))
        VM_TRY_VOID(need_value(items[i + kSegmentSize]));
    }
    return {};
  }

  LoadResult<void> need_x(std::size_t count) {
    for (std::size_t i = 0; i < count; i++) {
      if (!x_is_set(i))
        return fail(fmt::format("values in x0 to x{}", count - 1),
                    fmt::format("nothing in x{}", i));
    }
    return {};
  }
  bool x_is_set(std::size_t i) const { return i < state_.x.size() && state_.x[i].is_term(); }

  LoadResult<void> need_value(const Operand& operand) {
    if (operand.is(Tag::kFr)) {
      if (state_.floats[operand.index()]) return {};
      return fail(fmt::format("a float in fr{}", operand.value), "nothing");
    }
    if (operand.is(Tag::kY)) VM_TRY_VOID(need_in_frame(operand));
    if (!operand.is_register()) return {};
    const Value value = value_of(operand);
    const bool may_be_old = rule_->has(Flag::kKeepsTimeout) && operand.is(Tag::kX);
    if (value.is_term() || (may_be_old && value.is_set())) return {};
    return fail(fmt::format("a value in {}", text(operand)), value_text(value));
  }

  LoadResult<void> need_in_frame(const Operand& y) {
    if (y.index() < state_.y.size()) return {};
    return fail(fmt::format("{} in the frame", text(y)), frame_text(state_.frame));
  }

  Value value_of(const Operand& operand) const {
    switch (operand.tag) {
      case Tag::kX:
        return operand.index() < state_.x.size() ? state_.x[operand.index()] : Value();
      case Tag::kY:
        return state_.y[operand.index()];
      case Tag::kAtom:
        return Value::of(vm::bit(TypeBit::kAtom));
      case Tag::kNil:
        return Value::of(vm::bit(TypeBit::kNil));
      case Tag::kInteger:
      case Tag::kBigInteger: {
        Value value = Value::of(vm::bit(TypeBit::kInteger));
        if (operand.is(Tag::kInteger) && operand.value >= 0 && operand.value <= INT32_MAX)
          value.constant = static_cast<std::int32_t>(operand.value);
        return value;
      }
      case Tag::kLiteral: {
        std::uint32_t size = 0;
        Value value = Value::of(kinds_of_external(beam_.literals[operand.index()], &size));
        value.size = size;
        value.is_exact = value.is_only(vm::bit(TypeBit::kTuple));
        return value;
      }
      default:
        return Value::any();
    }
  }

  // --- what it takes for granted ---

  LoadResult<void> demands() {
    if (rule_->has(Flag::kNeedsBitstring) && !state_.has_bitstring)
      return fail("a bitstring under construction", "none");
    if (!rule_->needs.exists()) return {};
    const Operand& needed = operand(rule_->needs.operand);
    if (needed.is(Tag::kFr)) return {};
    const Shape shape = rule_->needs.shape;
    const std::uint32_t number = number_of(rule_->needs);
    const Value value = value_of(needed);
    if (value.has(shape, number) || fails_without_guard(shape)) return {};
    if (shape == Shape::kContext || shape == Shape::kNewTupleAbove)
      return fail(shape_text(shape, number), value_text(value));
    code_.guards.push_back({instr_, rule_->needs.operand, shape, number});
    VM_TRY_VOID(raise());
    narrow(needed, shape, number);
    return {};
  }

  /// A label of its own leads on where the source is no bitstring.
  bool fails_without_guard(Shape shape) const {
    return shape == Shape::kBitstring && operands_[0].is(Tag::kLabel) && operands_[0].value != 0;
  }

  std::uint32_t number_of(const ShapeRule& rule) const {
    if (rule.number == kNoNumber) return 0;
    const Operand& operand = operands_[rule.number];
    return operand.is(Tag::kList) ? operand.count : operand.index();
  }

  /// What is shown of a register is shown of all that hold the same value.
  void narrow(const Operand& operand, Shape shape, std::uint32_t number) {
    if (!operand.is_register()) return;
    Value& value = at(operand);
    const std::uint32_t same = value.number;
    value.narrow(shape, number);
    if (same == 0) return;
    const Value narrowed = value;
    for (Value& other : state_.x) {
      if (other.number == same) other = narrowed;
    }
    for (Value& other : state_.y) {
      if (other.number == same) other = narrowed;
    }
  }
  Value& at(const Operand& operand) {
    return operand.is(Tag::kX) ? state_.x[operand.index()] : state_.y[operand.index()];
  }

  // --- frames and handlers ---

  /// False for calls of functions that always raise. Compilers know more of these, and what stands
  /// behind such a call fits nothing.
  bool callee_returns() const {
    if (const Operand* row = find(OperandKind::kExport)) {
      const Import& import = beam_.imports[row->index()];
      return !never_returns(beam_.atoms[import.module], beam_.atoms[import.name], import.arity);
    }
    const Operand* label = find(OperandKind::kCallee);
    return label == nullptr || returning_[label->index()] != 0;
  }

  LoadResult<void> frame_and_tags() {
    if (find(OperandKind::kNewFrame) != nullptr && state_.frame != kNoFrame)
      return fail("no frame", frame_text(state_.frame));
    if (!returns_) return {};
    if (const Operand* trim = find(OperandKind::kTrim)) {
      const std::int64_t words = trim->value + find(OperandKind::kFrame)->value;
      if (state_.frame != words)
        return fail(fmt::format("a frame of {}", words), frame_text(state_.frame));
      VM_TRY_VOID(need_no_tags(trim->index()));
    } else if (const Operand* frame = find(OperandKind::kFrame)) {
      if (state_.frame != frame->value)
        return fail(fmt::format("a frame of {}", frame->value), frame_text(state_.frame));
      VM_TRY_VOID(need_no_tags(state_.y.size()));
    } else if (control() == Control::kTailCall || control() == Control::kReturn) {
      if (state_.frame != kNoFrame) return fail("no frame", frame_text(state_.frame));
    }
    if (rule_->has(Flag::kEndsCatch)) {
      const Value value = value_of(operands_[0]);
      if (!value.is_catch_tag())
        return fail(fmt::format("a catch tag in {}", text(operands_[0])), value_text(value));
    }
    if (rule_->has(Flag::kHead) && state_.frame != kNoFrame)
      return fail("no frame", frame_text(state_.frame));
    const bool scans_frame = rule_->has(OpAttribute::kMayCollect) || control() == Control::kCall ||
                             control() == Control::kMayLeave || control() == Control::kLeave;
    return scans_frame ? need_all_y() : LoadResult<void>{};
  }

  LoadResult<void> need_all_y() {
    for (std::size_t i = 0; i < state_.y.size(); i++) {
      if (!state_.y[i].is_set()) return fail(fmt::format("a value in y{}", i), "nothing");
    }
    return {};
  }

  LoadResult<void> need_no_tags(std::size_t count) {
    for (std::size_t i = 0; i < count; i++) {
      if (state_.y[i].may_be_catch_tag())
        return fail("no catch tag in what is given up", fmt::format("one in y{}", i));
    }
    return {};
  }

  bool may_raise() const {
    if (control() == Control::kRaise || control() == Control::kCall) return true;
    const Operand* fail_label = find(OperandKind::kFail);
    if (!rule_->has(OpAttribute::kMayRaise)) return control() == Control::kMayLeave;
    return fail_label == nullptr || fail_label->value == 0;
  }

  /// An exception leads to the innermost handler of the frame.
  LoadResult<void> raise() {
    for (std::size_t i = 0; i < state_.y.size(); i++) {
      const Value tag = state_.y[i];
      if (!tag.may_be_catch_tag()) continue;
      VM_TRY_VOID(need_all_y());
      State caught = state_;
      caught.x.assign(vm::kMachineX, Value::any());
      caught.y[i] = Value::catch_tag(tag.size);
      caught.collect();
      caught.floats.reset();
      caught.in_handler = true;
      VM_TRY_VOID(go_to(tag.size, caught));
      if (tag.is_catch_tag()) break;
    }
    return {};
  }

  // --- what it changes ---

  Control control() const { return rule_->traits.control; }

  LoadResult<void> changes() {
    state_.in_handler = false;
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
      narrow(operand(rule_->proves.operand), rule_->proves.shape, number_of(rule_->proves));
    frame();
    VM_TRY_VOID(writes());
    write_fixed();
    if (rule_->has(Flag::kStartsBitstring)) state_.has_bitstring = true;
    if (rule_->has(Flag::kEndsTimeout)) forget_timeouts();
    return {};
  }

  /// True for a test of what is known: code that was not optimised has some.
  bool always_succeeds() const {
    const ShapeRule& proves = rule_->proves;
    return proves.exists() &&
           value_of(operand(proves.operand)).has(proves.shape, number_of(proves));
  }

  LoadResult<void> build() {
    if (!rule_->has(OpAttribute::kBuilds)) return {};
    if (info_->kinds[info_->arity - 1U] == GenericKind::kFloatOrDest &&
        operands_[info_->arity - 1U].is(Tag::kFr))
      return {};
    std::uint64_t words = rule_->built_words;
    const Operand& last = operands_[info_->arity - 1U];
    if (rule_->built_items == BuiltItems::kAsNumber)
      words += find(OperandKind::kTupleArity)->index();
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

  void collect() {
    const Operand* live = find(OperandKind::kLive);
    if (live != nullptr) {
      state_.keep_x(live->index());
    } else if (rule_->has(OpAttribute::kMayCollect)) {
      state_.keep_x(0);
    }
    if (rule_->has(OpAttribute::kMayCollect)) state_.collect();
    if (const Operand* heap = find(OperandKind::kHeap)) state_.heap = heap_words(*heap);
  }

  std::uint64_t heap_words(const Operand& operand) const {
    if (!operand.is(Tag::kAllocList)) return static_cast<std::uint64_t>(operand.value);
    std::uint64_t words = 0;
    const auto pairs = code_.items_of(operand);
    for (std::size_t i = 0; i < pairs.size(); i += 2)
      words +=
          kWordsOfAllocation[pairs[i].index()] * static_cast<std::uint64_t>(pairs[i + 1].value);
    return words;
  }

  LoadResult<void> call() {
    Value result = Value::any();
    if (const Operand* row = find(OperandKind::kExport)) {
      const Import& import = beam_.imports[row->index()];
      const std::string_view module = beam_.atoms[import.module], name = beam_.atoms[import.name];
      if (module == "erlang" && name == "setelement" && import.arity == 3) {
        result = Value::of(vm::bit(TypeBit::kTuple));
        if (state_.x[0].constant > 0)
          result.size = static_cast<std::uint32_t>(state_.x[0].constant);
        result.is_new = true;
      }
    }
    state_.keep_x(0);
    state_.collect();
    state_.floats.reset();
    state_.set_x(0, new_value(result));
    segment_ = kNoSegment;
    return {};
  }

  LoadResult<void> leave() {
    state_.keep_x(0);
    // Woken up, a wait begins again with the register as it was left.
    const int source = position(generic_kind(OperandKind::kSource));
    if (rule_->has(Flag::kKeepsTimeout) && operand(source).is(Tag::kX))
      state_.set_x(operand(source).index(), Value::of(Value::kTimeout));
    state_.collect();
    state_.floats.reset();
    VM_TRY_VOID(branches());
    if (control() == Control::kLeave) {
      is_reached_ = false;
      return {};
    }
    segment_ = kNoSegment;
    state_.keep_x(0);
    VM_TRY_VOID(writes());
    write_fixed();
    return {};
  }

  void write_fixed() {
    if (rule_->registers.writes == vm::FixedRegisters::kAll) return;
    for (unsigned i = 0; i < vm::kMachineX; i++) {
      if ((rule_->registers.writes >> i & 1) != 0) state_.set_x(i, new_value(Value::any()));
    }
  }

  void forget_timeouts() {
    for (Value& value : state_.x) {
      if (!value.is_term()) value = Value();
    }
  }

  LoadResult<void> branches() {
    for (unsigned i = 0; i < info_->arity; i++) {
      const GenericKind kind = info_->kinds[i];
      const bool is_label = kind == generic_kind(OperandKind::kLabel) ||
                            kind == generic_kind(OperandKind::kFail) ||
                            kind == GenericKind::kFailOrAtom;
      if (is_label && operands_[i].is(Tag::kLabel) && operands_[i].value != 0)
        VM_TRY_VOID(fail_to(operands_[i].index()));
      if (kind == generic_kind(OperandKind::kValuesAndLabels)) VM_TRY_VOID(choices(operands_[i]));
      if (kind == generic_kind(OperandKind::kAritiesAndLabels)) VM_TRY_VOID(choices(operands_[i]));
    }
    return {};
  }

  /// The destinations in a list may have been written when a later item fails.
  LoadResult<void> fail_to(std::uint32_t label) {
    if (position(generic_kind(OperandKind::kKeysAndDests)) < 0) return go_to(label, state_);
    State failed = state_;
    const auto items = code_.items_of(operands_[info_->arity - 1U]);
    for (std::size_t i = 1; i < items.size(); i += 2) {
      auto& registers = items[i].is(Tag::kX) ? failed.x : failed.y;
      if (items[i].index() < registers.size()) registers[items[i].index()].join(Value::any());
    }
    return go_to(label, failed);
  }

  LoadResult<void> choices(const Operand& list) {
    const auto items = code_.items_of(list);
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (!items[i].is(Tag::kNumber) || !operands_[0].is_register()) {
        VM_TRY_VOID(go_to(items[i + 1].index(), state_));
        continue;
      }
      State chosen = state_;
      std::swap(chosen, state_);
      narrow(operands_[0], Shape::kTupleOf, items[i].index());
      std::swap(chosen, state_);
      VM_TRY_VOID(go_to(items[i + 1].index(), chosen));
    }
    return {};
  }

  void frame() {
    if (const Operand* words = find(OperandKind::kNewFrame)) {
      state_.frame = static_cast<std::int32_t>(words->value);
      state_.y.assign(words->index(), Value());
    } else if (const Operand* trim = find(OperandKind::kTrim)) {
      state_.frame -= static_cast<std::int32_t>(trim->value);
      state_.y.erase(state_.y.begin(), state_.y.begin() + trim->value);
    } else if (find(OperandKind::kFrame) != nullptr) {
      state_.frame = kNoFrame;
      state_.y.clear();
    }
  }

  /// A copy of a value is the same value.
  Value new_value(Value value) {
    if (value.number == 0) value.number = ++numbers_;
    return value;
  }

  LoadResult<void> writes() {
    if (rule_->has(Flag::kCopies)) {
      Value value = new_value(value_of(operands_[0]));
      if (operands_[0].is_register()) at(operands_[0]) = value;
      return write(operands_[1], value);
    }
    if (rule_->has(Flag::kSwaps)) {
      const Value first = value_of(operands_[0]), second = value_of(operands_[1]);
      VM_TRY_VOID(write(operands_[0], second));
      return write(operands_[1], first);
    }
    Value made = Value::any();
    if (rule_->makes.exists()) made.narrow(rule_->makes.shape, number_of(rule_->makes));
    if (const Operand* label = find(OperandKind::kCatch)) made = Value::catch_tag(label->index());
    return each([&](GenericKind kind, const Operand& operand) -> LoadResult<void> {
      if (!is_written(kind)) return {};
      return write(operand, made.is_catch_tag() ? made : new_value(made));
    });
  }

  LoadResult<void> write(const Operand& operand, const Value& value) {
    if (operand.is(Tag::kFr)) {
      state_.floats[operand.index()] = true;
      return {};
    }
    if (operand.is(Tag::kX)) {
      state_.set_x(operand.index(), value);
      return {};
    }
    VM_TRY_VOID(need_in_frame(operand));
    Value& y = state_.y[operand.index()];
    if (y.may_be_catch_tag() && !rule_->has(Flag::kEndsCatch))
      return fail(fmt::format("a value in {}", text(operand)), value_text(y));
    y = value;
    return {};
  }

  // --- bs_match ---

  LoadResult<void> match(const Operand& list) {
    const auto items = code_.items_of(list);
    std::uint64_t ensured = 0;
    for (std::size_t i = 0; i < items.size();) {
      const MatchCommandInfo& info = *find_match_command(beam_.atoms[items[i].index()]);
      const auto args = items.subspan(i + 1, info.operand_count);
      i += 1 + info.operand_count;
      const bool tests = info.command == MatchCommand::kEnsureAtLeast ||
                         info.command == MatchCommand::kEnsureExactly ||
                         info.command == MatchCommand::kEqual;
      if (tests && operands_[0].value != 0) VM_TRY_VOID(go_to(operands_[0].index(), state_));
      if (tests && operands_[0].value == 0) return fail("a label", "none");
      if (tests && info.command != MatchCommand::kEqual) {
        ensured = static_cast<std::uint64_t>(args[0].value);
        continue;
      }
      VM_TRY_VOID(take(info, args, &ensured));
    }
    return {};
  }

  LoadResult<void> take(const MatchCommandInfo& info, std::span<const Operand> args,
                        std::uint64_t* ensured) {
    const auto number = [&](unsigned i) { return static_cast<std::uint64_t>(args[i].value); };
    const bool has_unit =
        info.command == MatchCommand::kInteger || info.command == MatchCommand::kBinary;
    std::uint64_t bits = 0;
    if (has_unit && __builtin_mul_overflow(number(2), number(3), &bits)) bits = UINT64_MAX;
    if (info.command == MatchCommand::kSkip) bits = number(0);
    if (info.command == MatchCommand::kEqual) bits = number(1);
    if (bits > *ensured)
      return fail(fmt::format("at least {} bits ensured", bits), fmt::format("{}", *ensured));
    *ensured -= bits;
    for (unsigned n = 0; n < info.operand_count; n++) {
      if (info.kinds[n] == generic_kind(OperandKind::kLive))
        VM_TRY_VOID(collect_for_match(args[n]));
      if (info.kinds[n] != generic_kind(OperandKind::kDest)) continue;
      Value made = Value::any();
      if (info.command != MatchCommand::kInteger) made.narrow(Shape::kBitstring, 0);
      VM_TRY_VOID(write(args[n], new_value(made)));
    }
    return {};
  }

  LoadResult<void> collect_for_match(const Operand& live) {
    VM_TRY_VOID(need_x(live.index()));
    VM_TRY_VOID(need_all_y());
    const Operand& context = operands_[1];
    if (context.is(Tag::kX) && context.index() >= live.index())
      return fail(fmt::format("{} among the live registers", text(context)),
                  fmt::format("{} live", live.value));
    state_.keep_x(live.index());
    state_.collect();
    return {};
  }

  // --- operands and messages ---

  const Operand& operand(int position) const {
    return operands_[static_cast<std::size_t>(position)];
  }
  int position(GenericKind kind) const {
    const std::size_t found = info_->position_of(kind);
    return found == info_->arity ? -1 : static_cast<int>(found);
  }
  const Operand* find(OperandKind kind) const {
    const int found = position(generic_kind(kind));
    return found < 0 ? nullptr : &operand(found);
  }

  static std::string text(const Operand& operand) {
    return fmt::format("{}{}", operand.is(Tag::kX) ? 'x' : 'y', operand.value);
  }
  static std::string frame_text(std::int32_t frame) {
    if (frame == kDifferentFrames) return "different frames";
    return frame == kNoFrame ? "no frame" : fmt::format("a frame of {}", frame);
  }

  vm::Err<LoadErrorPtr> fail(std::string expected, std::string found) const {
    const GenericInstr& instr = code_.instrs[instr_];
    const FunctionName name{function_->name, function_->arity};
    return code_error(beam_, &name, instr.offset,
                      std::string(generic_op_info(static_cast<std::uint8_t>(instr.op)).name),
                      std::move(expected), std::move(found));
  }

  static constexpr std::uint32_t kNoSegment = 0;  // no label has this number
  static constexpr std::uint64_t kWordsOfAllocation[] = {1, vm::kFloatWords,
                                                         sizeof(vm::Fun) / sizeof(vm::Word)};

  const BeamFile& beam_;
  GenericCode& code_;
  const std::vector<std::uint8_t> returning_;  // by label: whether the function there can return
  const GenericFunction* function_ = nullptr;

  // By label: the place of its state, or kNoSlot.
  std::vector<std::uint32_t> slots_;
  std::vector<State> states_;  // their memory is used again
  std::uint32_t used_states_ = 0;
  std::vector<std::uint32_t> reached_labels_;
  bool needs_pass_ = false;

  // Jumps between labels that cost no reductions.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::uint32_t segment_ = kNoSegment;  // the label before, if no call lies between
  bool goes_back_ = false;

  // The instruction at hand.
  std::uint32_t instr_ = 0;
  const Rule* rule_ = nullptr;
  const GenericOpInfo* info_ = nullptr;
  std::span<const Operand> operands_;
  bool yields_ = false;
  bool returns_ = true;
  bool is_reached_ = false;
  State state_;
  std::uint32_t numbers_ = 0;
};

}  // namespace

LoadResult<void> verify(const BeamFile& beam, GenericCode& code) {
  FunctionVerifier verifier(beam, code);
  for (const GenericFunction& function : code.functions) VM_TRY_VOID(verifier.run(function));
  return {};
}

}  // namespace loader
