// Handlers: function templates over a row of the opcode table and the types of its operands. A
// handler decodes the operands, calls the row's definition in vm/instr, which alone defines what
// the instruction does, and tail-calls the next handler. An instruction in memory is the address of
// its handler (I[0]), followed by the operands in order.
// Threads: any scheduler; handlers have no state but the machine registers.
#pragma once

#include "vm/instr/definitions.h"

#include <array>
#include <tuple>
#include <utility>

namespace vm::interp {

/// Continues at the code at `address`: a tail call of its handler with the machine registers. Each
/// use is a separate jump, which the processor predicts separately.
#define VM_CONTINUE_AT(address) \
  do { \
    const CodeAddress vm_next = (address); \
    [[clang::musttail]] return handler_at(vm_next)(vm_next, m.p, m.E, m.H, m.reds, m.x0, m.x1, \
                                                   m.x2, m.x3); \
  } while (false)

/// Makes the operand of type T from its word.
template <class T>
T decode(const Word* word) {
  if constexpr (std::is_same_v<T, instr::List>) {
    return {word + 1, *word};
  } else if constexpr (std::is_same_v<T, instr::Header>) {
    return {word};
  } else {
    return {*word};
  }
}

/// The operands of a row at run time, as a tuple.
template <class Kinds>
struct RunTimeOf;
template <OperandKind... kinds>
struct RunTimeOf<instr::KindList<kinds...>> {
  using Type = std::tuple<instr::Operand<kinds>...>;
};

/// What a handler has to know of its row.
template <Op op>
struct ShapeOf {
  static constexpr const OpInfo& kInfo = op_info(op);
  static constexpr std::size_t kCount = kInfo.operand_count;
  static constexpr bool kHasLabel = kInfo.label() != OpInfo::kNowhere;
  /// It stands in another one's place, and answers kOriginal.
  static constexpr bool kIsBreakpoint = kInfo.control() == Control::kOriginal;
  /// The words of an instruction at I.
  static Word size(CodeAddress I) {
    constexpr Word kFixed = 1 + kInfo.fixed_words();
    if constexpr (kInfo.has_list()) return kFixed + I[kCount];
    return kFixed;
  }
  static CodeAddress label_of(CodeAddress I) {
    if constexpr (kHasLabel) return reinterpret_cast<CodeAddress>(I[1 + kInfo.label()]);
    VM_UNREACHABLE();
  }
  using RunTime = typename RunTimeOf<instr::KindsOf<op>>::Type;
};

/// The handler that calls the out-of-line version of an instruction.
template <Op op>
VM_PRESERVE_NONE void slow_handler(VM_MACHINE_PARAMETERS) {
  Machine m{I, P, E, H, reds, x0, x1, x2, x3};
  const Flow flow =
      [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
        return instr::Row<op>::kSlow(
            m, decode<std::tuple_element_t<i, typename ShapeOf<op>::RunTime>>(I + 1 + i)...);
      }(std::make_index_sequence<ShapeOf<op>::kCount>());
  if constexpr (ShapeOf<op>::kIsBreakpoint) {
    if (flow == Flow::kOriginal) {
      [[clang::musttail]] return m.original(I, m.p, m.E, m.H, m.reds, m.x0, m.x1, m.x2, m.x3);
    }
  }
  if (flow == Flow::kNext) VM_CONTINUE_AT(I + ShapeOf<op>::size(I));
  if constexpr (ShapeOf<op>::kHasLabel) {
    if (flow == Flow::kFail) VM_CONTINUE_AT(ShapeOf<op>::label_of(I));
  }
  VM_CONTINUE_AT(m.I);
}

/// The handler that calls the definition of an instruction with these operand types.
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
    if constexpr (ShapeOf<op>::kIsBreakpoint) {
      if (flow == Flow::kOriginal) {
        [[clang::musttail]] return m.original(I, m.p, m.E, m.H, m.reds, m.x0, m.x1, m.x2, m.x3);
      }
    }
    if (flow == Flow::kNext) VM_CONTINUE_AT(I + ShapeOf<op>::size(I));
    if constexpr (ShapeOf<op>::kHasLabel) {
      if (flow == Flow::kFail) VM_CONTINUE_AT(ShapeOf<op>::label_of(I));
    }
    if constexpr (kMayBeSlow) {
      if (flow == Flow::kSlow) [[clang::musttail]]
        return slow_handler<op>(I, P, E, H, reds, x0, x1, x2, x3);
    }
    VM_CONTINUE_AT(m.I);
  }
};

/// The handler for a sequence of instructions, each a Specialised. It runs the definition of First
/// and, if that continues with the next instruction, those of Rest without reading the handlers of
/// these instructions from the code. The tail calls are direct, so the compiler may merge the
/// bodies.
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
    if constexpr (Shape::kHasLabel) {
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

/// The handler that accepts any operands.
template <Op op>
constexpr OpHandler generic_handler_of() {
  return detail::GenericOf<op, typename ShapeOf<op>::RunTime>::handler();
}
/// The handler that calls the out-of-line version, or the generic handler if there is no such
/// version.
template <Op op>
constexpr OpHandler slow_handler_of() {
  if constexpr (instr::Row<op>::Definition::kVersion == instr::Version::kComplete)
    return generic_handler_of<op>();
  else
    return &slow_handler<op>;
}

}  // namespace vm::interp
