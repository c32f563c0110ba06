// What a command line asks to be traced, as plain values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace tools {

/// What a trace may cost at most: the options of trace:session_create/3. 0: no such bound.
struct TraceBounds {
  std::uint64_t queue_limit = 10'000;  // events that wait to be printed
  std::string overload = "block";      // policy for the next event: block, drop_new, stop
  std::uint64_t max_events = 0;
  std::uint64_t max_rate = 0;       // events in a second
  std::uint64_t stop_after_ms = 0;  // time from the start
  std::uint64_t max_arg = 0;        // bytes of each argument, message, result
  std::uint64_t arg = 0;            // the only argument of calls
  bool has_result = true;           // of calls
  bool keeps_tail_calls = false;    // where returns are traced
};

/// Module, function and arity, `_` for any; or the text of a call as Erlang writes it, with
/// patterns as arguments, which is checked when the machine has started.
using TraceCalls = std::variant<std::array<std::string, 3>, std::string>;

/// What `sonde run --record-last` keeps; sonde_recorder:start/1 says what each means.
struct RecordRequest {
  std::string last;  // empty: nothing is recorded
  std::string file;
  std::vector<std::string> events;
  std::vector<TraceCalls> calls;
  std::vector<std::string> limits;
};

/// What `sonde top` shows, and how often.
struct TopRequest {
  std::uint64_t every_ms = 1000;
  std::uint64_t times = 0;  // 0: until it is stopped
  std::string sort = "reductions";
  std::uint64_t rows = 20;
  bool is_grouped = false;      // by name
  bool redraws = true;          // each list takes the place of the one before it
  bool is_interactive = false;  // the client is a terminal, whose keys say what is shown
};

/// What `sonde trace` or `sonde profile` asks for; without `calls`, `events` and `measure` there is
/// nothing to watch. The words in `events`, `actions` and `measure` are those of the options;
/// sonde_trace:start/1 and sonde_profile:start/1 say what each means.
struct TraceRequest {
  std::string tool = "sonde_trace";  // the module that does it inside the machine
  std::string measure;  // of a profile: count, time, memory, reductions, sample; what a client asks
                        // for: top, breakpoints, snapshot
  std::uint64_t frequency = 250;  // samples in a second of running time
  std::string attach;             // socket of the machine that is watched; empty: this one
  TopRequest top;
  std::vector<TraceCalls> calls;
  std::string where;                // condition for `calls`, the text of a fun; empty: none
  std::vector<std::string> events;  // messages, procs, running, gc, ports, seq, counters
  std::vector<std::string>
      actions;  // returns, exceptions, stack, arity, count; of a profile callers
  std::vector<std::string> processes;  // empty: the program's
  bool system = false;                 // messages of the machine's own processes, too
  unsigned depth = 0;                  // of terms; 0: unlimited
  bool deltas = false;                 // times since the event before
  bool explain = false;                // say what each step of the change of breakpoints took
  std::string format = "text";
  std::string output;  // file for the trace; empty: standard error
  TraceBounds bounds;
  bool is_wanted() const { return !calls.empty() || !events.empty() || !measure.empty(); }
};

}  // namespace tools
