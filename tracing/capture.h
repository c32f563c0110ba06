// Capture: how much of an event a session gets, options of trace:session_create/3 like its bounds.
// What is left out is left out when the event is built, so a large argument costs neither its copy
// nor a walk over it. In its place is the atom '...': as the tail of a list, the last element of a
// tuple, a pair of a map, the last bytes of a binary ("..."), or the whole. Threads: values.
#pragma once

#include "vm/heap/heap_builder.h"

namespace tracing {

struct TraceEvent;

using vm::Term;
using vm::Word;

/// What of each event is kept.
struct Capture {
  /// The most that max_bytes may be: it bounds how deep a copy that is cut can nest.
  static constexpr Word kMaxBytes = Word{1} << 24;

  Word max_bytes = 0;      // of each argument, message, result, reason; 0: all
  Word argument = 0;       // the only one of a call's arguments, the first is 1; 0: all
  bool has_result = true;  // of calls that return
  bool is_everything() const { return max_bytes == 0 && argument == 0 && has_result; }
};

/// A copy of `term` that takes about `max_bytes` at most, in memory and printed; the time it takes
/// is that of the copy. Nothing is shared but binaries' bytes.
Term copy_cut(vm::HeapBuilder& builder, Term term, Word max_bytes);

/// The event with what `capture` keeps of it. New terms are in the builder's memory, the others
/// are the event's own. Of events that are no calls, messages or parts of a process's life
/// everything is kept.
TraceEvent captured(vm::HeapBuilder& builder, const Capture& capture, const TraceEvent& event);

}  // namespace tracing
