// Handlers: from a row of the opcode table and the operand kinds, the function that decodes the
// operands, calls the row's definition and goes on. There is no meaning here: what an instruction
// does is in vm/instr. A handler's words: I[0] is the handler itself, operands follow in order.
#pragma once

#include "vm/instr/definitions.h"

#include <array>
#include <tuple>
#include <utility>

namespace vm::interp {

/// Passes the machine registers on to the code at `address`. Each use is a jump of its own: the
/// processor predicts them apart.
#define VM_CONTINUE_AT(address) \
  do { \
    const CodeAddress vm_next = (address); \
    [[clang::musttail]] return handler_at(vm_next)(vm_next, m.p, m.E, m.H, m.reds, m.x0, m.x1, \
                                                   m.x2, m.x3); \
  } while (false)

template <class T>
T decode(const Word* word) {
  if constexpr (std::is_same_v<T, instr::List>) {
    return {word + 1, *word};
  } else {
    return {*word};
  }
}

template <class Kinds>
struct Shape;
template <OperandKind... Kinds>
struct Shape<instr::KindList<Kinds...>> {
  static constexpr std::size_t kCount = sizeof...(Kinds);
  static constexpr std::array<OperandKind, sizeof...(Kinds) + 1> kKinds{Kinds..., kUint};
  static constexpr bool kHasList = kCount > 0 && kKinds[kCount == 0 ? 0 : kCount - 1] == kList;
  /// Position of the first label operand, or kCount.
  static constexpr std::size_t label() {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (kKinds[i] == kLabel) return i;
    }
    return kCount;
  }
  /// The words of an instruction at I.
  static Word size(CodeAddress I) {
    if constexpr (kHasList) return 1 + kCount + I[kCount];
    return 1 + kCount;
  }
  static CodeAddress label_of(CodeAddress I) {
    if constexpr (label() < kCount) return reinterpret_cast<CodeAddress>(I[1 + label()]);
    VM_UNREACHABLE();
  }
  using RunTime = std::tuple<instr::Operand<Kinds>...>;
};

/// Instructions that stand in another one's place, and answer kOriginal.
template <Op op>
inline constexpr bool kIsBreakpoint =
    op == Op::i_generic_breakpoint || op == Op::i_count_breakpoint;

template <Op op>
using ShapeOf = Shape<typename instr::Row<op>::Kinds>;

/// Runs the out-of-line version of an instruction.
template <Op op>
VM_PRESERVE_NONE void slow_handler(VM_MACHINE_PARAMETERS) {
  Machine m{I, P, E, H, reds, x0, x1, x2, x3};
  const Flow flow =
      [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
        return instr::Row<op>::kSlow(
            m, decode<std::tuple_element_t<i, typename ShapeOf<op>::RunTime>>(I + 1 + i)...);
      }(std::make_index_sequence<ShapeOf<op>::kCount>());
  if constexpr (kIsBreakpoint<op>) {
    if (flow == Flow::kOriginal) {
      [[clang::musttail]] return m.original(I, m.p, m.E, m.H, m.reds, m.x0, m.x1, m.x2, m.x3);
    }
  }
  if (flow == Flow::kNext) VM_CONTINUE_AT(I + ShapeOf<op>::size(I));
  if constexpr (ShapeOf<op>::label() < ShapeOf<op>::kCount) {
    if (flow == Flow::kFail) VM_CONTINUE_AT(ShapeOf<op>::label_of(I));
  }
  VM_CONTINUE_AT(m.I);
}

/// Runs the definition with these operand types.
template <Op op, class... Operands>
struct Specialised {
  static constexpr Op kOp = op;
  static constexpr bool kMayBeSlow = instr::Row<op>::Definition::kVersion == instr::Version::kFast;
  template <std::size_t... i>
  [[gnu::always_inline]] static Flow define(Machine& m, CodeAddress I, std::index_sequence<i...>) {
    return instr::Row<op>::Definition::run(m, decode<Operands>(I + 1 + i)...);
  }
  [[gnu::always_inline]] static Flow define(Machine& m, CodeAddress I) {
    return define(m, I, std::index_sequence_for<Operands...>());
  }
  static VM_PRESERVE_NONE void run(VM_MACHINE_PARAMETERS) {
    Machine m{I, P, E, H, reds, x0, x1, x2, x3};
    const Flow flow = define(m, I);
    if constexpr (kIsBreakpoint<op>) {
      if (flow == Flow::kOriginal) {
        [[clang::musttail]] return m.original(I, m.p, m.E, m.H, m.reds, m.x0, m.x1, m.x2, m.x3);
      }
    }
    if (flow == Flow::kNext) VM_CONTINUE_AT(I + ShapeOf<op>::size(I));
    if constexpr (ShapeOf<op>::label() < ShapeOf<op>::kCount) {
      if (flow == Flow::kFail) VM_CONTINUE_AT(ShapeOf<op>::label_of(I));
    }
    if constexpr (kMayBeSlow) {
      if (flow == Flow::kSlow) [[clang::musttail]]
        return slow_handler<op>(I, P, E, H, reds, x0, x1, x2, x3);
    }
    VM_CONTINUE_AT(m.I);
  }
};

/// Runs the definition of First, and where that goes on to the next instruction, those of Rest
/// without asking the next word what it is. Each is a Specialised. The tail calls are direct, so
/// the compiler may join the bodies.
template <class First, class... Rest>
struct Fused {
  static VM_PRESERVE_NONE void run(VM_MACHINE_PARAMETERS) {
    using Shape = ShapeOf<First::kOp>;
    Machine m{I, P, E, H, reds, x0, x1, x2, x3};
    const Flow flow = First::define(m, I);
    if (flow == Flow::kNext) {
      [[clang::musttail]] return Fused<Rest...>::run(I + Shape::size(I), m.p, m.E, m.H, m.reds,
                                                     m.x0, m.x1, m.x2, m.x3);
    }
    if constexpr (Shape::label() < Shape::kCount) {
      if (flow == Flow::kFail) VM_CONTINUE_AT(Shape::label_of(I));
    }
    if constexpr (First::kMayBeSlow) {
      if (flow == Flow::kSlow) [[clang::musttail]]
        return slow_handler<First::kOp>(I, P, E, H, reds, x0, x1, x2, x3);
    }
    VM_CONTINUE_AT(m.I);
  }
};
template <class Last>
struct Fused<Last> : Last {};

namespace detail {
template <Op op, class RunTime>
struct GenericOf;
template <Op op, class... Operands>
struct GenericOf<op, std::tuple<Operands...>> {
  static constexpr OpHandler handler() {
    if constexpr (instr::Row<op>::Definition::kVersion == instr::Version::kOutOfLine)
      return &slow_handler<op>;
    else
      return &Specialised<op, Operands...>::run;
  }
};
}  // namespace detail

/// The handler for any operands.
template <Op op>
constexpr OpHandler generic_handler_of() {
  return detail::GenericOf<op, typename ShapeOf<op>::RunTime>::handler();
}
/// The handler that runs the out-of-line version at once, where there is one.
template <Op op>
constexpr OpHandler slow_handler_of() {
  if constexpr (instr::Row<op>::Definition::kVersion == instr::Version::kComplete)
    return generic_handler_of<op>();
  else
    return &slow_handler<op>;
}

}  // namespace vm::interp
