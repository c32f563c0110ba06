// Sequential tracing: a token travels with messages, exit signals and spawns from process to
// process, and each step is reported to the system tracer. A token is a tuple {Flags, Label,
// Serial, From, LastSerial, Epoch} on the heap of the process that has it, or in the fragment of
// the message that carries it; nothing else refers to that tuple, so its immediate parts are
// changed in place. Programs never see it, but copies without the epoch. The epoch makes
// reset_trace/0 one addition: a token (or counter) of an older epoch counts as none, wherever it is
// found (Q6); one from another node has `none` there until it is received. Invariants: a process
// without a token has [] in ProcessTracing::seq_token; nothing else is tested (Q9). Ownership:
// counters belong to the process (seq_counters), freed with it. Threads: in the context of the
// process given; the system tracer and the epoch are atomic. Contract: Q1 to Q9.
#pragma once

#include "tracing/tracer.h"
#include "vm/proc/trace_hooks.h"

namespace vm {
/// What counts the events of one process in an epoch (Q3).
struct SeqCounters {
  Word epoch = 0;
  Word serial = 0;
  Word last = 0;  // serial of the message received last
};
}  // namespace vm

namespace tracing {

using vm::Process;
using vm::Term;
using vm::Vm;
using vm::Word;

class SeqTrace {
 public:
  explicit SeqTrace(Vm& vm) : vm_(vm) {}
  ~SeqTrace();
  SeqTrace(const SeqTrace&) = delete;

  // --- what programs ask for ---

  /// erlang:seq_trace/2: sets a component, or with `sequential_trace_token` and [] ends the token.
  /// Returns the value before; none(): badarg.
  Term set(Process& p, Term component, Term value);
  /// erlang:seq_trace_info/1: the component's value; without a token false (flags) or [] (others).
  /// none(): badarg.
  Term info(Process& p, Term component);
  /// erlang:seq_trace_print/1,2: false without a token, or with another label than `label` (none():
  /// any).
  bool print(Process& p, Term label, Term value);
  /// The token as programs see it, built in `builder`; [] without.
  Term token(Process& p, vm::HeapBuilder& builder);
  /// Whether the process has one of this epoch.
  bool has_token(Process& p);
  /// reset_trace/0.
  void reset() {
    // relaxed: a process learns of it through a message, which orders the two
    epoch_.fetch_add(1, vm::kRelaxed);
  }
  /// The system tracer; none if there is none (any more). A module is asked for its status.
  Tracer tracer() { return system_tracer().tracer; }
  /// Sets it. The bounds of a session's tracer hold for these events, too. `stamp`: the trace flag
  /// of the time stamp that each event has; 0: as its token says.
  void set_tracer(const Tracer& tracer, std::uint32_t stamp = 0);

  // --- what the machine reports: the token_ rows of vm/proc/trace_points.def ---

  void sent(Process& from, Term to, Term message);
  void received(Process& p, Term token, Term message);
  void exits(Process& p);
  void exited(Process& p, Term from, Term reason, const vm::Tuple& token);
  Term spawned(Process& parent, Process& child, vm::SpawnReport& report);
  /// Frees the counters of a process.
  static void free(Process& p);

 private:
  struct SystemTracer {
    Tracer tracer;
    std::uint32_t stamp = 0;
  };
  SystemTracer system_tracer();
  enum class Kind : std::uint32_t { kSend = 1, kReceive = 2, kPrint = 4 };  // flags of tokens
  vm::Tuple* current(Process& p);
  vm::Tuple& require(Process& p);
  vm::SeqCounters& counters(Process& p);
  bool count(Process& p);
  bool counts(Process& p);
  void receive_token(Process& p, Term token);
  void emit(Process& about, const vm::Tuple& token, Kind kind, Term receiver, Term message);

  Vm& vm_;
  // Release in set_tracer(), acquire in tracer(); null: none. Replaced whole; the old one goes
  // after thread progress.
  vm::Atomic<const SystemTracer*> tracer_{nullptr};
  vm::Atomic<Word> epoch_{0};  // see reset()
};

}  // namespace tracing
