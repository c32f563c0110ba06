// The frames that tracing pushes below a traced function's own return address, to notice the return
// or an exception that passes (B8). This file alone knows their layout.
//
// A frame is, from the top of the stack: the address of a code word that tracing owns
// (MachineWords), then data as terms:
//   return_trace, exception_trace: session number and options (small), module, function, arity and
//   how many such frames lie here on one another (small), tracer of a meta trace or []: a pid, a
//   port, or {Module, State} on the process's heap return_to_trace: session number (small)
//   return_time_trace: session number and measure (small), account that was innermost, or []
// Data are terms like others, so the collector and purging need to know nothing of them.
// Threads: the process's own.
#pragma once

#include "tracing/call_account.h"
#include "tracing/session.h"
#include "vm/code/func_info.h"

namespace tracing {

class Tracing;

/// What is to be reported at the end of a call.
struct ReturnFrame {
  Word session;
  vm::Mfa mfa;
  Tracer meta_tracer;         // none(): by the flags of the process
  bool on_exception = false;  // exception_trace; else only returns are reported
};

inline constexpr Word kReturnFrameWords = 6;
inline constexpr Word kReturnToFrameWords = 2;
inline constexpr Word kMeasureFrameWords = 3;
inline constexpr unsigned kMeasureBits = 2;  // of a Measure, beside the session's number

/// What is settled when a measured call returns; see tracing/measure.h.
struct MeasureFrame {
  Word session;
  Measure what;
  AccountId previous;
};

/// Words of the heap that pushing the frame takes.
inline Word heap_words_of(const ReturnFrame& frame) {
  return frame.meta_tracer.module ? frame.meta_tracer.module->words() : 0;
}
/// Pushes; there is room, on the heap too.
void push_return_frame(Process& p, const ReturnFrame& frame);
void push_return_to_frame(Process& p, Word session);
void push_measure_frame(Process& p, const MeasureFrame& frame);
/// Whether a return_to frame of the session is on top, or only below other frames of tracing: the
/// call is a tail call of one whose return will be reported (P6).
bool has_return_to_frame(Process& p, Word session);
/// Whether a return frame of the session is on top in the same way, and reports to the flags'
/// tracer. Looks at a few frames only: below those of other sessions it may miss one.
bool has_return_frame(Process& p, Word session);
/// Whether a frame of this session and measure is on top in the same way.
bool has_measure_frame(Process& p, Word session, Measure what);

/// Data of the frame whose address word is `slot`.
ReturnFrame return_frame_at(const Process& p, const vm::StackWord* slot);
Word return_to_session_at(const vm::StackWord* slot);
inline MeasureFrame measure_frame_at(const vm::StackWord* slot) {
  const auto key = static_cast<Word>(slot[1].term().as_small());
  return {key >> kMeasureBits, static_cast<Measure>(key & ((Word{1} << kMeasureBits) - 1)),
          slot[2].term()};
}
/// Words of the frame whose return address is `address`, the address included; 0 if it is no frame
/// of tracing.
Word frame_words(const Vm& vm, vm::CodeAddress address);

/// The last word of the frame at `slot`, and of all return frames that it lies on.
const vm::StackWord* last_word(const Vm& vm, const vm::StackWord* slot);
/// Where the code goes on below all frames of tracing, from `slot`: a return address of the
/// program. Null at the end.
vm::CodeAddress real_return_address(const Process& p, const vm::StackWord* slot);
/// The function that `address` is in, as a tuple {M,F,A}; `undefined` if none.
Term function_of(vm::HeapBuilder& builder, const Vm& vm, vm::CodeAddress address);

}  // namespace tracing
