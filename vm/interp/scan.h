// The handler of a receive that looks at message after message. In a row of handlers each finds its
// successor in the words of the code, so in a short loop the processor waits for those: a message
// that is skipped would cost two such waits, more than all the work. Here the address stays what it
// is while the loop goes on. Threads: any.
#pragma once

#include "vm/interp/dispatch.h"

namespace vm::interp {

/// loop_rec and a test of the message. Where the test fails into the loop_rec_end that leads back
/// to this loop_rec, both run here again; in all else as any row of handlers.
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
