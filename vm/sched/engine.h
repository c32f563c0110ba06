// The two interfaces between the machine and what runs its code: Engine runs a process for one time
// slice; CodeBackend says which handler belongs in a code word, and sets breakpoints. Implemented
// by vm/interp, and by jit around that.
#pragma once

#include "vm/code/opcodes.h"
#include "vm/proc/process.h"

#include <span>

namespace vm {

class Engine {
 public:
  virtual ~Engine() = default;
  /// Runs `p` from p.ip with p.reductions left, until it yields, waits, exits or suspends;
  /// registers are saved on return (x0 .. x(live-1) are kept). Where p.operation.coroutine is set
  /// on entry, it has just ended: its result is that of the BIF which started it (none():
  /// p.raising.outcome says kRaised, with p.raising.exception, or kTrap); run() takes it out of p.
  /// On return the scheduler looks at p.sched.waiting and at is_exiting() (exit_process());
  /// neither: p has yielded.
  virtual void run(Process& p) = 0;
};

/// Handlers for the entry word of a function or an export, in place of the first instruction's.
struct EntryHandlers {
  OpHandler breakpoint = nullptr;           // runs the actions of a GenericBp
  OpHandler counting_breakpoint = nullptr;  // the same, if all its actions are counters
  OpHandler export_jump = nullptr;          // of an export: continues at the function's address
  OpHandler nif = nullptr;                  // calls the C function that replaces the body
};

/// What made the code that a handler runs.
enum class CodeMaker : std::uint8_t { kNone, kLoader, kBaseline, kOptimizer };

/// One sample of CodeBackend::sample() stands for so many reductions of all processes.
inline constexpr Word kReductionsPerSample = Word{16} * kReductionsPerSlice;

class CodeBackend {
 public:
  virtual ~CodeBackend() = default;
  /// The best handler for an instruction with these operand words (of a list: count and words
  /// follow). It may be replaced by generic_handler(op) without a change of meaning.
  virtual OpHandler handler_for(Op op, std::span<const Word> operands) = 0;
  virtual OpHandler generic_handler(Op op) = 0;
  /// The handler that runs the instruction's out-of-line version at once, where there is one; else
  /// the generic one.
  virtual OpHandler slow_handler(Op op) { return generic_handler(op); }
  /// The first value of a function's entry word. Its code has just been laid out and is visible to
  /// the caller only; info.interpreted is set.
  virtual OpHandler first_entry(FuncInfo& info) {
    return reinterpret_cast<OpHandler>(info.interpreted);
  }
  /// `info`, which `p` is about to run, has been called as often as its counter said, which
  /// first_entry() has set: it may be compiled. On return `info.original` is what to run. On the
  /// scheduler that runs `p`; may wait. No effect where first_entry() counts nothing.
  virtual void tier_up(Process& p, FuncInfo& info) {
    static_cast<void>(p);
    static_cast<void>(info);
  }
  /// Whether sample() does anything. Constant.
  virtual bool takes_samples() const { return false; }
  /// `p` has stopped at p.ip after a random number of reductions, in the middle of its time slice.
  /// `by_call`: the last of them was this call, and was not used by a native or a collection before
  /// it. True: it is at the entry of a function, and can run on at once. On the scheduler that runs
  /// it.
  virtual bool sample(Process& p, bool by_call) {
    static_cast<void>(p);
    static_cast<void>(by_call);
    return false;
  }
  /// A handler that runs what `first` does (one instruction, or several that are fused already) and
  /// then the next instruction, whose handler is `second`, in one go; `first` where there is none.
  /// It belongs in the word of the first. The word of the second stays as it is, for jumps and
  /// returns to it.
  virtual OpHandler fused(OpHandler first, OpHandler second) {
    static_cast<void>(second);
    return first;
  }
  /// The handlers that arm(), replace() and FuncInfo::set_entry() are given. Constant.
  virtual EntryHandlers entry_handlers() { return {}; }
  /// Sets a breakpoint: calls of the function, or through the export, soon run `handler`; a handler
  /// that is set already is replaced. finish_patching() follows the last of several. By the holder
  /// of the code modification permission, as disarm().
  virtual void arm(FuncInfo& info, OpHandler handler) { info.set_entry(handler); }
  /// Removes the breakpoint: calls run info.original.
  virtual void disarm(FuncInfo& info) { info.restore_entry(); }
  /// The function's body is native code from now on, permanently: calls run `handler`, a breakpoint
  /// continues with it, and no tier replaces it. By the holder of the code modification permission.
  virtual void replace(FuncInfo& info, OpHandler handler) {
    info.interpreted = reinterpret_cast<Word>(handler);
    info.switch_original(info.original_handler(), handler);
  }
  /// Where calls of these exports go has changed, or will with the next commit of code
  /// (Export::only_target()): native code that goes there by itself follows. finish_patching()
  /// follows, too. By the holder of the code modification permission.
  virtual void follow_exports(std::span<Export* const> exports) { static_cast<void>(exports); }
  /// The same of all exports. Any thread.
  virtual void follow_all_exports() {}
  /// After this no processor runs code that arm(), disarm(), replace() and follow_exports() have
  /// replaced.
  virtual void finish_patching() {}
  /// The instruction a handler belongs to (of a fused one the first); false if it is not a handler.
  /// For the disassembler and stack scans.
  virtual bool op_of(OpHandler handler, Op* op) = 0;
  /// What made the code of the handler; kNone if it is no handler of an instruction. For people.
  virtual CodeMaker maker_of(OpHandler handler) {
    Op op{};
    return op_of(handler, &op) ? CodeMaker::kLoader : CodeMaker::kNone;
  }
};

}  // namespace vm
