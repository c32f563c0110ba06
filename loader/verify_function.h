// Follows one function after the other over what is known of its registers: each instruction's
// reads, demands and effects, as the rules say (verify_rules.h). verify.h says what is proved.
// Threads: values of one verifier.
#pragma once

#include "loader/bit_syntax.h"
#include "loader/verify_paths.h"
#include "loader/verify_returns.h"
#include "loader/verify_rules.h"

#include <bit>

namespace loader {

class FunctionVerifier {
 public:
  FunctionVerifier(const BeamFile& beam, GenericCode& code);

  /// Verifies a function, adds its guards to the code, and takes from operands the types that are
  /// not proved.
  LoadResult<void> run(GenericFunction& function);

 private:
  // verify_function.cpp
  bool follow_all(GenericFunction& function);
  bool pass();
  bool follow(std::uint32_t begin, std::uint32_t end);
  bool end_path();
  void enter_function();
  [[gnu::always_inline]] bool plain_instruction();
  bool instruction();
  bool careful();
  bool need_handler();

  // What it reads and takes for granted: verify_demands.cpp
  [[gnu::always_inline]] bool reads() {
    for (unsigned bits = rule_->read; bits != 0; bits &= bits - 1) {
      if (!need_value(operands_[static_cast<std::size_t>(std::countr_zero(bits))])) return false;
    }
    return !rule_->has(Flag::kReadsMore) || more_reads();
  }
  bool more_reads();
  bool counted_reads();
  bool items(unsigned position);
  bool need_x(std::size_t count);
  [[gnu::always_inline]] bool need_value(Operand& operand) {
    if (!operand.is_register() && !operand.is(Operand::Tag::kFr)) return true;
    const Values& values = operand.is(Operand::Tag::kX) ? state_.x : state_.y;
    if (may_collect() || operand.is(Operand::Tag::kFr) || operand.index() >= values.size() ||
        !values[operand.index()].is_term())
      return need_closely(operand);
    check_type(operand, values[operand.index()]);
    return true;
  }
  bool need_closely(Operand& operand);
  /// Takes from an operand the type that the file gives it, unless all possible values have it: the
  /// compiled code relies on it.
  void check_type(Operand& operand, const Value& value) const {
    if (operand.count != 0 && !value.is_of(beam_.types[operand.count - 1])) operand.count = 0;
  }
  bool need_in_frame(const Operand& y) { return y.index() < state_.y.size() || fail_frame(y); }
  bool fail_frame(const Operand& y);
  bool demands();
  bool need_shape(const ShapeRule& rule);
  bool need_callable_bif();
  bool frame_and_tags();
  bool need_all_y();
  bool need_no_tags(std::size_t count);
  bool need_none_queued();
  bool copy_arguments();
  bool need_no_queued_y();
  bool has_queued_y() const;
  bool take_message();
  bool reads_queued() const;

  // What it changes: verify_effects.cpp
  bool raise();
  bool raise_to_handlers();
  bool changes();
  bool tests();
  bool build();
  void collect();
  bool call();
  bool leave();
  bool go_to(std::uint32_t label, const State& state);
  bool branches();
  void preset();
  bool fail_to(std::uint32_t label);
  bool choices();
  void frame();
  [[gnu::always_inline]] bool writes();
  void write_fixed();
  [[gnu::always_inline]] bool copy();
  [[gnu::always_inline]] bool write(const Operand& operand, const Value& value) {
    if (operand.is(Operand::Tag::kY)) return write_y(operand, value);
    if (operand.is(Operand::Tag::kX))
      state_.x.set(operand.index(), value);
    else
      state_.floats.set(operand.index(), Value::of(vm::bit(vm::TypeBit::kFloat)));
    return true;
  }
  bool write_y(const Operand& operand, const Value& value);
  void narrow(const Operand& operand, Shape shape, std::uint32_t number);
  void forget_timeouts();

  // The two languages of bit syntax: verify_bits.cpp
  bool segments();
  bool match();
  bool take(const MatchCommandInfo& info, std::span<Operand> args, std::uint64_t* ensured);
  bool collect_for_match(const Operand& live);

  vm::Control control() const { return rule_->traits.control; }
  bool may_raise() const;
  bool may_collect() const { return rule_->has(vm::OpAttribute::kMayCollect); }
  bool fails_without_guard(Shape shape) const;
  ImportFact import_fact() const;
  bool makes_float() const;
  bool callee_returns() const;
  bool raises_class() const;
  std::uint32_t number_of(const ShapeRule& rule) const;
  std::uint64_t heap_words(const Operand& operand) const;

  bool x_is_set(std::size_t i) const { return i < state_.x.size() && state_.x[i].is_term(); }
  Value value_of(const Operand& operand) const {
    if (operand.is(Operand::Tag::kY)) return state_.y[operand.index()];
    if (!operand.is(Operand::Tag::kX)) return value_of_constant(operand);
    return state_.x.get(operand.index());
  }
  Value value_of_constant(const Operand& operand) const;
  Value& at(const Operand& operand) {
    return operand.is(Operand::Tag::kX) ? state_.x[operand.index()] : state_.y[operand.index()];
  }
  /// A copy of a value is the same value.
  Value new_value(Value value) {
    if (value.number == 0) value.number = ++numbers_;
    if (state_.has(Care::kHasQueued) && reads_queued()) value.origin = Origin::kQueued;
    return value;
  }

  /// The operand at a position, or null where there is none.
  Operand* find(std::uint8_t position) const {
    return position == kNoNumber ? nullptr : &operands_[position];
  }
  bool is_queued(const Operand& operand) const {
    const Values& values = operand.is(Operand::Tag::kX) ? state_.x : state_.y;
    return operand.is_register() && values.get(operand.index()).origin == Origin::kQueued;
  }
  std::span<Operand> items_of(const Operand& list) const {
    return std::span(code_.list_items).subspan(list.index(), list.count);
  }
  bool fail(std::string expected, std::string found) {
    return place_.fail(std::move(expected), std::move(found));
  }

  const BeamFile& beam_;
  GenericCode& code_;
  const std::vector<std::uint8_t> returning_;     // by label: whether the function there can return
  const std::vector<std::uint8_t> try_handlers_;  // by label
  const std::vector<ImportFact> imports_;
  std::uint32_t float_type_ = 0;  // index of the file's type of floats plus 1; 0: it has none
  GenericFunction* function_ = nullptr;
  VerifyPlace place_;
  Paths paths_;
  std::uint32_t numbers_ = 0;  // values that are known to be different

  // The instruction at hand.
  const Rule* rule_ = nullptr;
  std::span<Operand> operands_;
  bool returns_ = true;  // what it calls
  bool is_reached_ = false;
  bool presets_ = false;  // see preset()
  State state_;
  State scratch_;  // of a path that leaves the order; its memory is used again
};

/// A register in refusals.
std::string register_text(const Operand& operand);

}  // namespace loader
