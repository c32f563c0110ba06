// What a command line asks to be traced, as plain values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tools {

/// What a trace may cost at most: the options of trace:session_create/3. 0: no such bound.
struct TraceBounds {
  std::uint64_t queue_limit = 10'000;  // events that wait to be printed
  std::string overload = "block";      // policy for the next event: block, drop_new, stop
  std::uint64_t max_events = 0;
  std::uint64_t max_rate = 0;       // events in a second
  std::uint64_t stop_after_ms = 0;  // time from the start
};

/// What `sonde trace` asks for; empty `calls` with all switches off means no tracing.
struct TraceRequest {
  std::vector<std::array<std::string, 3>> calls;  // module, function, arity; `_`: any
  bool messages = false;                          // send and 'receive'
  bool procs = false;                             // spawn, exit, link, register ...
  bool count = false;  // call_count instead of a line per call; a table at the end
  std::string output;  // file for the trace; empty: standard error
  TraceBounds bounds;
  bool is_wanted() const { return !calls.empty() || messages || procs || count; }
};

}  // namespace tools
