// MatchProgram: a compiled match specification, one vector of instructions. Tracing runs it on the
// arguments of a call or the parts of an event, ETS on an object of a table.
//
// The code of a clause has three parts. Head instructions take the subject apart into slots and
// bind variables. Guard instructions evaluate on a small stack; each guard must leave `true`. Body
// instructions compute the result. A failure in the head or a guard continues with the next clause.
// A function that fails in the body has the value 'EXIT' instead.
// Invariants: all jumps go forward, so a run terminates. The compiler computes the number of slots
// and variables and the depth of the stack.
// Ownership: the program owns a copy of its source, or refers to its caller's (MatchSource);
// constants of the code point into it.
// Threads: constant after compilation, shared by all schedulers.
// Contract: M1 to M4, M6.
#pragma once

#include "vm/base/shared.h"
#include "vm/base/short_vector.h"
#include "vm/code/export.h"
#include "vm/heap/heap_builder.h"
#include "vm/match/match_host.h"

#include <span>
#include <vector>

namespace vm {

/// The use of a program, which determines the heads and functions it may have (E2).
enum class MatchUse : std::uint8_t { kTable, kCall, kSend, kReceive };

enum class MatchOp : std::uint8_t {
  // Heads. a: the slot or variable written; b, c: operands.
  kClause,    // b: the start of the next clause
  kArity,     // fails unless there are b arguments
  kArgument,  // slot a = argument c
  kWhole,     // slot a = the subject (arguments as a list)
  kBind,      // variable a = slot b
  kSame,      // fails unless variable a =:= slot b
  // Parts that need no slot.
  kArgumentIs,    // fails unless argument c is constant a, an immediate
  kBindArgument,  // variable a = argument c
  kElementIs,  // fails unless element c (from 0) of the tuple in slot b is constant a, an immediate
  kBindElement,  // variable a = element c (from 0) of the tuple in slot b
  kIsWord,       // fails unless slot a is constant b, an immediate
  kIsTerm,       // fails unless slot a =:= constant b
  kIsMap,        // fails unless slot a is a map
  kIsTuple,      // fails unless slot a is a tuple of b elements
  kElement,      // slot a = element c (from 0) of the tuple in slot b
  kIsCons,       // fails unless slot a is a list cell
  kHead,         // slot a = head of slot b
  kTail,         // slot a = tail of slot b
  kMapValue,     // slot a = value of key (constant c) in slot b; fails if there is none
  // A guard that compares variable c with the constant that the next instruction pushes: of small
  // integers SmallOperation a decides, and the guard ends at b; else the instructions behind do.
  kCompare,
  // Guards and bodies.
  kPushConstant,  // b
  kPushVariable,  // b
  kPushWhole,
  kPushBindings,  // the list of the values of all variables, in the order of their numbers
  kCopyTop,       // replaces the top by a copy on the process heap
  kMakeTuple,     // b elements, first on top
  kMakeCons,      // tail on top of head
  kMakeMap,       // b pairs, key on top of value
  kCall,          // function c of b arguments, first on top; a: its SmallOperation
  kAnd,           // b booleans
  kOr,
  kAndAlso,  // if the top is false, jumps to b; if it is true, drops it
  kOrElse,
  kTest,  // end of a guard: fails unless the top is true
  kBody,  // start of the body: from here a function that fails has the value 'EXIT'
  kPop,
  kReturn,         // tables: the result is the top
  kReturnMessage,  // tracing: the result is the last value of {message, _}
  // Actions. Each pushes its value.
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

/// The result of a run.
struct MatchOutcome {
  Term result;  // none(): no clause matched
  bool return_trace = false;
  bool exception_trace = false;
};

class MatchProgram final : public Shared {
 public:
  /// Matches the arguments of a call or event. The result may share memory with the arguments, the
  /// program and the heap of `p`; the caller copies it before any of them goes away. Builds on the
  /// heap of `p`, whose registers must be saved. Never collects and never raises.
  MatchOutcome run(Process& p, std::span<const Term> arguments, MatchHost& host) const;
  /// Matches one object of a table. The result is on the heap of `p` and shares nothing with the
  /// object or the program. Returns none() if no clause matches. Conditions as for run().
  Term run_on_object(Process& p, Term object) const;

  /// The source that the program was compiled from. Valid as long as the program.
  Term source() const { return source_; }
  MatchUse use() const { return use_; }
  std::span<const MatchInstruction> code() const { return code_; }

 private:
  friend class MatchCompiler;
  friend class MatchRun;
  MatchProgram() = default;
  void find_first_tests();
  bool fails_first_tests(Term object) const;
  ~MatchProgram() override { HeapFragment::free_chain(fragment_); }

  // ETS compiles a program for each call of ets:match/2 and its like, most of them short.
  ShortVector<MatchInstruction, 24> code_;
  ShortVector<Term, 8> constants_;
  std::vector<BifFn> functions_;
  std::uint32_t slots_ = 0;
  std::uint32_t variables_ = 0;
  std::uint32_t stack_ = 0;
  // Of the only clause of a program for tables: where the tests of the object's own arity and
  // elements end. 0: it does not begin with any.
  std::uint32_t first_tests_end_ = 0;
  MatchUse use_ = MatchUse::kTable;
  Term source_;
  HeapFragment* fragment_ = nullptr;
};

}  // namespace vm
