// The handler of a selective receive that scans the message queue. Ordinarily each handler reads
// the address of the next one from the code, and in a short loop the processor stalls on these
// loads: a skipped message would cost two stalls, more than all its work. In this handler the loop
// has no such loads.
// Threads: any scheduler.
#pragma once

#include "vm/interp/dispatch.h"

namespace vm::interp {

/// The handler for loop_rec followed by a test of the message. If the test fails and its label is a
/// loop_rec_end that jumps back to this loop_rec, the handler loops; otherwise it behaves like
/// Fused.
template <class... Operands, class Test>
struct Fused<Specialised<Op::loop_rec, Operands...>, Test> {
  using Begin = Specialised<Op::loop_rec, Operands...>;
  using End = Specialised<Op::loop_rec_end, instr::Label>;

  static VM_PRESERVE_NONE void run(VM_MACHINE_PARAMETERS) {
    using Shape = ShapeOf<Op::loop_rec>;
    Machine m{I, P, E, H, reds, x0, x1, x2, x3};
    if (Begin::define(m, I) != Flow::kNext) [[clang::musttail]]
      return slow_handler<Op::loop_rec>(I, P, E, H, reds, x0, x1, x2, x3);
    const CodeAddress test = I + Shape::size(I);
    const Flow tested = Test::define(m, test);
    if (tested == Flow::kNext) VM_CONTINUE_AT(test + ShapeOf<Test::kOp>::size(test));
    if constexpr (Test::kMayBeSlow) {
      if (tested == Flow::kSlow) [[clang::musttail]]
        return slow_handler<Test::kOp>(test, m.p, m.E, m.H, m.reds, m.x0, m.x1, m.x2, m.x3);
    }
    const CodeAddress end = ShapeOf<Test::kOp>::label_of(test);
    if (handler_at(end) != &End::run || ShapeOf<End::kOp>::label_of(end) != I) VM_CONTINUE_AT(end);
    if (End::define(m, end) != Flow::kFail) {
      [[clang::musttail]] return slow_handler<End::kOp>(end, m.p, m.E, m.H, m.reds, m.x0, m.x1,
                                                        m.x2, m.x3);
    }
    [[clang::musttail]] return run(I, m.p, m.E, m.H, m.reds, m.x0, m.x1, m.x2, m.x3);
  }
};

}  // namespace vm::interp
