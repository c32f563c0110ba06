// Tables of specialised handlers. A table belongs to one row of the opcode table. It has a set of
// operand types for each source and destination operand, and a handler for every combination of
// them. specialisations.def lists the rows that have tables.
// Threads: any; the tables are constant.
#pragma once

#include "vm/interp/dispatch.h"

#include <span>

namespace vm::interp {

/// The kinds of operand words that handlers distinguish.
enum class WordKind : std::uint8_t { kX0, kX1, kX2, kX3, kXMemory, kY, kConst, kAny };

constexpr WordKind word_kind(Word operand) {
  if (!is_register_word(operand)) return WordKind::kConst;
  if (is_y_word(operand)) return WordKind::kY;
  const Word number = register_number(operand);
  return number < kMachineX ? static_cast<WordKind>(number) : WordKind::kXMemory;
}

/// The operand types that a table distinguishes at one position. Any matches all words that no
/// other type of the choice matches.
template <class... Types>
struct Choice {
  static constexpr std::size_t kSize = sizeof...(Types);
  template <std::size_t i>
  using At = std::tuple_element_t<i, std::tuple<Types...>>;
  static constexpr WordKind kind_of(instr::Any) { return WordKind::kAny; }
  template <int n>
  static constexpr WordKind kind_of(instr::X<n>) {
    return static_cast<WordKind>(n);
  }
  static constexpr WordKind kind_of(instr::XMemory) { return WordKind::kXMemory; }
  static constexpr WordKind kind_of(instr::Y) { return WordKind::kY; }
  static constexpr WordKind kind_of(instr::Const) { return WordKind::kConst; }
  static constexpr std::array<WordKind, kSize> kKinds{kind_of(Types{0})...};
};

/// The table of one instruction.
struct HandlerTable {
  Op op;
  std::span<const OpHandler> handlers;  // mixed radix; the index of the first choice varies fastest
  std::array<std::span<const WordKind>, 4> choices;  // per source or destination, in order
};

namespace detail {
constexpr bool has_choice(Op op, std::size_t position) {
  return op_info(op).form(position) == OperandForm::kValue;
}

/// The handlers for all combinations of the choices.
template <Op op, class... Choices>
struct Product {
  using S = ShapeOf<op>;
  using ChoiceTuple = std::tuple<Choices...>;
  static constexpr std::size_t kSize = (Choices::kSize * ... * 1);
  /// The index of the choice for the operand at `position`.
  static constexpr std::size_t rank(std::size_t position) {
    std::size_t r = 0;
    for (std::size_t i = 0; i < position; ++i) r += has_choice(op, i) ? 1 : 0;
    return r;
  }
  static constexpr std::size_t stride(std::size_t choice) {
    constexpr std::size_t sizes[] = {Choices::kSize..., 1};
    std::size_t s = 1;
    for (std::size_t i = 0; i < choice; ++i) s *= sizes[i];
    return s;
  }
  template <std::size_t position, std::size_t index>
  static auto operand_at() {
    if constexpr (has_choice(op, position)) {
      using C = std::tuple_element_t<rank(position), ChoiceTuple>;
      return typename C::template At<(index / stride(rank(position))) % C::kSize>{};
    } else {
      return std::tuple_element_t<position, typename S::RunTime>{};
    }
  }
  template <std::size_t index, std::size_t... position>
  static auto specialised(std::index_sequence<position...>) {
    return Specialised<op, decltype(operand_at<position, index>())...>{};
  }
  /// The Specialised of combination number `index`.
  template <std::size_t index>
  using At = decltype(specialised<index>(std::make_index_sequence<S::kCount>()));
  template <std::size_t... index>
  static constexpr std::array<OpHandler, kSize> all(std::index_sequence<index...>) {
    return {&At<index>::run...};
  }
  static constexpr std::array<OpHandler, kSize> kHandlers = all(std::make_index_sequence<kSize>());
  static_assert(rank(S::kCount) == sizeof...(Choices), "one choice per source and destination");
};
}  // namespace detail

/// Makes the table of one row of specialisations.def.
template <Op op, class... Choices>
constexpr HandlerTable make_table() {
  return {op, detail::Product<op, Choices...>::kHandlers, {Choices::kKinds...}};
}

/// A handler for a sequence of instructions, and the two handlers by which the loader finds it.
struct FusedHandler {
  OpHandler before;  // the handler for all instructions but the last
  OpHandler last;    // the handler for the last instruction
  OpHandler all;
};

namespace detail {
/// One instruction of a sequence in fusions.def, with a choice per source and destination.
template <Op op, class... Choices>
struct Step {
  using P = Product<op, Choices...>;
};
/// The handlers for all combinations of the choices of a sequence.
template <class... Steps>
struct FusedProduct {
  static constexpr std::size_t kSize = (Steps::P::kSize * ...);
  static constexpr std::size_t kLast = sizeof...(Steps) - 1;
  static constexpr std::size_t stride(std::size_t step) {
    constexpr std::size_t sizes[] = {Steps::P::kSize...};
    std::size_t s = 1;
    for (std::size_t i = 0; i < step; ++i) s *= sizes[i];
    return s;
  }
  /// The Specialised of step number `step` in combination number `index`.
  template <std::size_t index, std::size_t step>
  using At = typename std::tuple_element_t<step, std::tuple<Steps...>>::P::template At<
      index / stride(step) % std::tuple_element_t<step, std::tuple<Steps...>>::P::kSize>;
  template <std::size_t index, std::size_t... before>
  static constexpr FusedHandler handler(std::index_sequence<before...>) {
    return {&Fused<At<index, before>...>::run, &At<index, kLast>::run,
            &Fused<At<index, before>..., At<index, kLast>>::run};
  }
  template <std::size_t... index>
  static constexpr std::array<FusedHandler, kSize> all(std::index_sequence<index...>) {
    return {handler<index>(std::make_index_sequence<kLast>())...};
  }
  static constexpr std::array<FusedHandler, kSize> kHandlers =
      all(std::make_index_sequence<kSize>());
};
}  // namespace detail

// The choices for specialisations.def. R: each kind of register; S: these and a constant; F: the
// first four registers, and Any for the rest; C: a constant or Any; A: only Any.
using instr::Any;
using instr::Const;
using instr::X;
using instr::XMemory;
using instr::Y;
using R = Choice<X<0>, X<1>, X<2>, X<3>, XMemory, Y>;
using S = Choice<X<0>, X<1>, X<2>, X<3>, XMemory, Y, Const>;
using F = Choice<X<0>, X<1>, X<2>, X<3>, Any>;
using FC = Choice<X<0>, X<1>, X<2>, X<3>, Const, Any>;
using C = Choice<Const, Any>;
using A = Choice<Any>;
using FY = Choice<X<0>, X<1>, X<2>, X<3>, Y, Any>;
// The choices for fusions.def, subsets of those above. X03: registers x0 to x3, and so on.
using X03 = Choice<X<0>, X<1>, X<2>, X<3>>;
using X01 = Choice<X<0>, X<1>>;
using X13 = Choice<X<1>, X<2>, X<3>>;
using X0 = Choice<X<0>>;
using X1 = Choice<X<1>>;
using X2 = Choice<X<2>>;
using X3 = Choice<X<3>>;
using YReg = Choice<Y>;
using XMem = Choice<XMemory>;
using Lit = Choice<Const>;

/// The tables of each handlers_<group>.cpp.
std::span<const HandlerTable> move_tables();
std::span<const HandlerTable> list_tables();
std::span<const HandlerTable> test_tables();
std::span<const HandlerTable> plus_tables();
std::span<const HandlerTable> arith_tables();
std::span<const HandlerTable> other_tables();
std::span<const HandlerTable> bits_tables();
std::span<const HandlerTable> map_tables();
/// The handlers of sequences, one span per row of fusions.def.
std::span<const std::span<const FusedHandler>> fused_handlers();
/// The handlers of an instruction that accept any operands.
struct GenericHandlers {
  OpHandler generic;
  OpHandler slow;  // calls the out-of-line version, if there is one
};
/// The generic handlers, indexed by Op.
std::span<const GenericHandlers> generic_handlers();
/// The handler of MachineWords::leave. It returns from the engine to its caller.
VM_PRESERVE_NONE void leave_handler(VM_MACHINE_PARAMETERS);

}  // namespace vm::interp
