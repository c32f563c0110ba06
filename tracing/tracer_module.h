// Tracer modules: tracers whose events are calls of C functions, the behaviour erl_tracer. A
// TracerModule is a module's name with the state that its functions get; TracerCallbacks is how
// tracing calls them, which the folder of the C interfaces implements. The functions run in the
// thread and in the middle of what reports the event, so nothing of the process is built or moved
// meanwhile: their terms have an environment of their own.
// Invariants: a TracerModule never changes. Which functions its name stands for is looked up for
// each call, so a module that is replaced, deleted or loaded again is called as it is then.
// Ownership: settings and breakpoints share a TracerModule, which owns a copy of the state.
// Threads: any. Contract: T1 to T5. Source: erl_tracer(3).
#pragma once

#include "vm/base/shared.h"
#include "vm/code/func_info.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/trace_hooks.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace tracing {

using vm::Term;
using vm::Vm;
using vm::Word;

/// The families of events, with one function each to ask and to report; `any` has the functions
/// that serve all.
enum class TracerFamily : std::uint8_t {
  any,
#define TRACER_FAMILY(name, flags) name,
#include "tracing/tracer_families.def"
};

/// Their names, in the order of the enumerators; that of `any` is empty.
inline constexpr std::array kTracerFamilyNames = {
    std::string_view(),
#define TRACER_FAMILY(name, flags) std::string_view(#name),
#include "tracing/tracer_families.def"
};

/// The family of the events that are reported with this flag.
constexpr TracerFamily family_of(vm::TraceFlag flag) {
  using namespace vm;  // the names of flags
#define TRACER_FAMILY(name, flags) \
  if (((flags) & flag) != 0) return TracerFamily::name;
#include "tracing/tracer_families.def"
  return TracerFamily::any;
}

/// What a module's function `enabled` has returned. kOther: something else, or an exception.
/// kNoModule: there is no such module now, or it lacks the functions.
enum class TracerAnswer : std::uint8_t { kTrace, kDiscard, kRemove, kOther, kNoModule };

class TracerModule;

/// How the library of a tracer takes events of which it need not be asked: the implementation of
/// TracerCallbacks has it, and it is part of the tracer's state.
struct DirectTracer;

/// {M, F, Args}, or {M, F, Arity}, of a call that is being made, in memory of its own: made when it
/// is asked for, and valid as long as this object and the arguments.
class CalledFunction {
 public:
  enum class Last : std::uint8_t { kArguments, kArity };
  CalledFunction(const vm::FuncInfo& function, const Term* arguments, Last last)
      : function_(function), arguments_(arguments), last_(last) {}
  CalledFunction(const CalledFunction&) = delete;
  Term to_term();

 private:
  static constexpr Word kMfaWords = 4;
  static constexpr Word kMaxArguments = 255;

  const vm::FuncInfo& function_;
  const Term* const arguments_;
  const Last last_;
  Word room_[kMfaWords + 2 * kMaxArguments];  // not initialised: there is one for each call
};

/// What comes of an event for a module beyond its tag: made when the module wants it, and valid as
/// long as this object.
class EventParts {
 public:
  virtual ~EventParts() = default;
  /// Term, and the option `extra` (none(): there is none). To be called once.
  virtual std::pair<Term, Term> terms() = 0;
  /// Whether there are other options. After terms().
  virtual bool has_other_options() const = 0;
  /// All options. After terms().
  virtual Term options() = 0;
};

/// How the functions of tracer modules are called. Each call finds the module's current version.
class TracerCallbacks {
 public:
  virtual ~TracerCallbacks() = default;
  /// Whether the current version of the module has enabled/3 and trace/5 in a loaded C library.
  virtual bool is_tracer(Term module) = 0;
  /// What the library that `state` is of has said about a tracer with this state; null: nothing. It
  /// lives as long as the state.
  virtual const DirectTracer* direct_tracer(Term state) = 0;
  /// Whether enabled(trace_status, ...) would say kTrace: known without a call.
  virtual bool is_standing(const TracerModule& module) = 0;
  /// Calls enabled_<family>(Tag, State, Tracee).
  virtual TracerAnswer enabled(Term module, TracerFamily family,
                               std::span<const Term, 3> arguments) = 0;
  /// Both questions before a call is reported, at the cost of little more than one:
  /// enabled(trace_status, State, Tracee), and unless that says kRemove or kNoModule, which is then
  /// the answer, enabled_call(call, State, Tracee).
  virtual TracerAnswer enabled_call(Term module, Term state, Term tracee) = 0;
  /// enabled_call(), and if that says kTrace, trace() of the call, without options and in the
  /// context of the tracee, at the cost of little more than the three functions.
  virtual TracerAnswer report_call(const TracerModule& module, Term tracee,
                                   CalledFunction& call) = 0;
  /// enabled(), and if that says kTrace, trace() of the parts, at the cost of little more than the
  /// two functions.
  virtual TracerAnswer report(const TracerModule& module, TracerFamily family, Term tag,
                              Term tracee, EventParts& parts, Term self) = 0;
  /// report() of an event that is made already, and has no option but `extra` (none(): not even
  /// that), to a module that need not be asked. False: it must be, and nothing was done.
  virtual bool record(const TracerModule& module, Term tag, Term tracee, Term term, Term extra,
                      Term self) = 0;
  /// Calls trace_<family>(Tag, State, Tracee, Term, Options). `self` is the process in whose
  /// context that is, none() if it is in no process's. Nothing happens where there is no such
  /// module now.
  virtual void trace(Term module, TracerFamily family, std::span<const Term, 5> arguments,
                     Term self) = 0;
};

class TracerModule final : public vm::Shared {
 public:
  /// Copies `state`. `direct`: what TracerCallbacks::direct_tracer() has of it.
  TracerModule(Term module, Term state, const DirectTracer* direct = nullptr);

  Term module() const { return module_; }
  Term state() const { return state_; }
  const DirectTracer* direct() const { return direct_; }
  /// The options of an event without any: a map of the module's own.
  Term no_options() const { return no_options_; }
  /// A map of the module's own with the key `extra`, as a pattern for such options.
  Term extra_option() const { return extra_option_; }
  /// The heap words of to_term().
  Word words() const { return words_; }
  /// {Module, State}, as programs see it. Of `erl_tracer`, the module that stands for processes and
  /// ports, the state alone.
  Term to_term(vm::HeapBuilder& builder) const;
  /// The same module with an equal state.
  bool operator==(const TracerModule& other) const;

 private:
  ~TracerModule() override;

  const Term module_;
  const DirectTracer* const direct_;
  Term state_;
  Term no_options_;
  Term extra_option_;
  Word words_;
  vm::HeapFragment* fragments_;
};

}  // namespace tracing
