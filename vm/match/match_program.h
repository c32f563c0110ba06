// MatchProgram: a compiled match specification: patterns, guards and bodies as one vector of
// instructions. Tracing runs it on the arguments of a call (or the parts of an event), ets on an
// object of a table.
//
// A clause is: head instructions, which take the subject apart into slots and bind variables; guard
// instructions, which work on a small stack and leave unless `true` is on top; body instructions.
// Failing anywhere in head or guard goes to the next clause. In a body a failing function yields
// 'EXIT' instead. Invariants: jumps go forward only, so a run ends; slots and stack depth are known
// to the compiler. Ownership: the program owns a copy of its source; constants in the code point
// into that copy. Threads: constant after compilation, shared by all schedulers. Contract: M1 to
// M4, M6.
#pragma once

#include "vm/base/shared.h"
#include "vm/code/export.h"
#include "vm/heap/heap_builder.h"
#include "vm/match/match_host.h"

#include <span>
#include <vector>

namespace vm {

/// What a program is for; decides which heads and functions it may have (E2).
enum class MatchUse : std::uint8_t { kTable, kCall, kSend, kReceive };

enum class MatchOp : std::uint8_t {
  // Heads. a: slot or variable written, b, c: operands.
  kClause,    // b: where the next clause starts
  kArity,     // fails unless there are b arguments
  kArgument,  // slot a = argument b
  kWhole,     // slot a = the subject (arguments as a list)
  kBind,      // variable a = slot b
  kSame,      // fails unless variable a =:= slot b
  kIsWord,    // fails unless slot a is constant b, an immediate
  kIsTerm,    // fails unless slot a =:= constant b
  kIsMap,     // fails unless slot a is a map
  kIsTuple,   // fails unless slot a is a tuple of b elements
  kElement,   // slot a = element c (from 0) of the tuple in slot b
  kIsCons,    // fails unless slot a is a list cell
  kHead,      // slot a = head of slot b
  kTail,      // slot a = tail of slot b
  kMapValue,  // slot a = value of key (constant c) in slot b; fails without
  // Guards and bodies.
  kPushConstant,  // b
  kPushVariable,  // b
  kPushWhole,
  kPushBindings,  // values of all variables in the order of their numbers, as a list
  kCopyTop,       // replaces the top by a copy on the process's heap
  kMakeTuple,     // b elements, first on top
  kMakeCons,      // tail on top of head
  kMakeMap,       // b pairs, key on top of value
  kCall,          // function c of b arguments, first on top
  kAnd,           // b booleans
  kOr,
  kAndAlso,  // top false: jump to b; true: drop it and go on
  kOrElse,
  kTest,  // guard: go on if the top is true
  kBody,  // from here failing functions yield 'EXIT'
  kPop,
  kReturn,         // table: the top is the result
  kReturnMessage,  // trace: the result is what {message, _} left
  // Actions; each pushes its value.
  kSelf,
  kMessage,
  kReturnTrace,
  kExceptionTrace,
  kGetTcw,
  kSetTcw,
  kCaller,
  kCallerLine,
  kStacktrace,  // b: depth
  kSilent,
  kDisplay,
  kProcessDump,
  kIsSeqTrace,
  kGetSeqToken,
  kSetSeqToken,
  kTraceFlags,  // c: MatchTraceChange, b: number of arguments
};

struct MatchInstruction {
  MatchOp op;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

/// How a run ended.
struct MatchOutcome {
  Term result;  // none(): no clause matched
  bool return_trace = false;
  bool exception_trace = false;
};

class MatchProgram final : public Shared {
 public:
  /// Matches `arguments` of a call or event. The result may share with the arguments, the program
  /// and the process's heap: copy it before either goes. Registers of `p` must be saved (it builds
  /// on p's heap); never collects, never raises.
  MatchOutcome run(Process& p, std::span<const Term> arguments, MatchHost& host) const;
  /// Matches one object of a table. The result is on the heap of `p`, whatever the object lies in.
  Term run_on_object(Process& p, Term object) const;

  /// The match spec that this was compiled from.
  Term source() const { return source_; }
  MatchUse use() const { return use_; }
  std::span<const MatchInstruction> code() const { return code_; }

 private:
  friend class MatchCompiler;
  friend class MatchRun;
  MatchProgram() = default;
  ~MatchProgram() override { HeapFragment::free_chain(fragment_); }

  std::vector<MatchInstruction> code_;
  std::vector<Term> constants_;
  std::vector<BifFn> functions_;
  std::uint32_t slots_ = 0;
  std::uint32_t variables_ = 0;
  std::uint32_t stack_ = 0;
  MatchUse use_ = MatchUse::kTable;
  Term source_;
  HeapFragment* fragment_ = nullptr;
};

}  // namespace vm
