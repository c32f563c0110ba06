// Follows one function after the other over what is known of its registers: each instruction's
// reads, demands and effects, as the rules say (verify_rules.h). verify.h says what is proved.
// Threads: values of one verifier.
#pragma once

#include "loader/bit_syntax.h"
#include "loader/verify_paths.h"
#include "loader/verify_returns.h"
#include "loader/verify_rules.h"

namespace loader {

class FunctionVerifier {
 public:
  FunctionVerifier(const BeamFile& beam, GenericCode& code);

  /// Verifies a function, adds its guards to the code, and takes from operands the types that are
  /// not proved.
  LoadResult<void> run(GenericFunction& function);

 private:
  // verify_function.cpp
  LoadResult<void> pass();
  LoadResult<void> follow(std::uint32_t begin, std::uint32_t end);
  LoadResult<void> end_path();
  void enter_function();
  LoadResult<void> instruction(const GenericInstr& instr);

  // What it reads and takes for granted: verify_demands.cpp
  LoadResult<void> reads();
  LoadResult<void> counted_reads();
  LoadResult<void> items(unsigned position);
  LoadResult<void> need_x(std::size_t count);
  LoadResult<void> need_value(Operand& operand);
  LoadResult<void> need_in_frame(const Operand& y);
  void check_type(Operand& operand, const Value& value) const;
  LoadResult<void> demands();
  LoadResult<void> need_shape(const ShapeRule& rule);
  LoadResult<void> need_callable_bif();
  LoadResult<void> frame_and_tags();
  LoadResult<void> need_all_y();
  LoadResult<void> need_no_tags(std::size_t count);

  // What it changes: verify_effects.cpp
  LoadResult<void> raise();
  LoadResult<void> changes();
  LoadResult<void> build();
  void collect();
  LoadResult<void> call();
  LoadResult<void> leave();
  LoadResult<void> go_to(std::uint32_t label, const State& state);
  bool is_try_handler(std::uint32_t label) const;
  LoadResult<void> branches();
  LoadResult<void> fail_to(std::uint32_t label);
  LoadResult<void> choices();
  void frame();
  LoadResult<void> writes();
  void write_fixed();
  LoadResult<void> write(const Operand& operand, const Value& value);
  void narrow(const Operand& operand, Shape shape, std::uint32_t number);
  void forget_timeouts();

  // The two languages of bit syntax: verify_bits.cpp
  LoadResult<void> segments();
  LoadResult<void> match();
  LoadResult<void> take(const MatchCommandInfo& info, std::span<Operand> args,
                        std::uint64_t* ensured);
  LoadResult<void> collect_for_match(const Operand& live);

  vm::Control control() const { return rule_->traits.control; }
  bool may_raise() const;
  bool may_collect() const { return rule_->has(vm::OpAttribute::kMayCollect); }
  bool always_succeeds() const;
  bool fails_without_guard(Shape shape) const;
  ImportFact import_fact() const;
  bool callee_returns() const;
  bool raises_class() const;
  std::uint32_t number_of(const ShapeRule& rule) const;
  std::uint64_t heap_words(const Operand& operand) const;

  bool x_is_set(std::size_t i) const { return i < state_.x.size() && state_.x[i].is_term(); }
  Value value_of(const Operand& operand) const;
  Value& at(const Operand& operand) {
    return operand.is(Operand::Tag::kX) ? state_.x[operand.index()] : state_.y[operand.index()];
  }
  /// A copy of a value is the same value.
  Value new_value(Value value) {
    if (value.number == 0) value.number = ++numbers_;
    return value;
  }

  /// The operand at a position, or null where there is none.
  Operand* find(std::uint8_t position) const {
    return position == kNoNumber ? nullptr : &operands_[position];
  }
  std::span<Operand> items_of(const Operand& list) const {
    return std::span(code_.list_items).subspan(list.index(), list.count);
  }
  vm::Err<LoadErrorPtr> fail(std::string expected, std::string found) const {
    return place_.fail(std::move(expected), std::move(found));
  }

  const BeamFile& beam_;
  GenericCode& code_;
  const std::vector<std::uint8_t> returning_;  // by label: whether the function there can return
  const std::vector<ImportFact> imports_;
  std::vector<Value> literals_;  // what is known of each
  GenericFunction* function_ = nullptr;
  VerifyPlace place_;
  Paths paths_;
  std::uint32_t numbers_ = 0;  // values that are known to be different

  // The instruction at hand.
  const Rule* rule_ = nullptr;
  std::span<Operand> operands_;
  bool returns_ = true;  // what it calls
  bool is_reached_ = false;
  State state_;
  State scratch_;  // of a path that leaves the order; its memory is used again
};

/// A register in refusals.
std::string register_text(const Operand& operand);

}  // namespace loader
