// Returns and exceptions of traced calls.
#include "tracing/call_ends.h"

#include "tracing/delivery.h"
#include "tracing/measure.h"
#include "tracing/return_frames.h"
#include "tracing/trace_api.h"
#include "vm/code/tables.h"
#include "vm/proc/process_position.h"

namespace tracing {

namespace {

/// The tracer that gets a report of the end of a call, and with which flags; false: there is none.
bool receiver_of(Tracing& tracing, Process& p, Word session_id, const Tracer& meta, Tracer* tracer,
                 std::uint32_t* flags) {
  if (!meta.is_none()) {
    const SharedRef<Session> session = session_id == tracing.sessions().legacy().id
                                           ? SharedRef<Session>(&tracing.sessions().legacy())
                                           : tracing.sessions().find(session_id);
    if (!session) return false;
    *tracer = meta;
    if (!session->is_legacy) tracer->bounds = session->tracer.bounds;
    *flags = vm::kTraceTimestamp;
    return true;
  }
  if (p.tracing.state == nullptr) return false;
  for (const TraceeEntry& entry : p.tracing.state->entries) {
    if (entry.session->id != session_id || !entry.session->is_alive()) continue;
    *tracer = entry.setting.tracer;
    *flags = entry.setting.flags;
    return (*flags & vm::kTraceCall) != 0 && (*flags & vm::kTraceSilent) == 0;
  }
  return false;
}

void report_return_to(Tracing& tracing, Process& p, Word session, vm::CodeAddress address) {
  Tracer tracer;
  std::uint32_t flags;
  if (!receiver_of(tracing, p, session, {}, &tracer, &flags) || (flags & vm::kTraceReturnTo) == 0)
    return;
  vm::HeapBuilder builder(Word{8});
  deliver(p.vm, tracer, p.pid, flags,
          {TracerFamily::call, vm::am::return_to, function_of(builder, p.vm, address), Term::none(),
           Term::none()});
  vm::HeapFragment::free_chain(builder.take_fragments());
}

/// Code address where an exception that passes `slot` will be caught, null if it will not; `*more`:
/// another return_to frame of the session lies before that.
vm::CodeAddress catch_above(Process& p, const vm::StackWord* slot, Word session, bool* more) {
  *more = false;
  for (slot += kReturnToFrameWords; slot < p.heap_end; ++slot) {
    const Term t = slot->term();
    if (t.is_catch()) return p.vm.catches->target(t.catch_index());
    if (!t.is_header()) continue;
    if (reinterpret_cast<vm::CodeAddress>(slot->bits) == &p.vm.words.return_to_trace &&
        return_to_session_at(slot) == session) {
      *more = true;
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

void traced_return(Tracing& tracing, Process& p, vm::CodeAddress frame) {
  // The frame's address word has been popped; its data are on top.
  const vm::StackWord* slot = p.stack_top - 1;
  if (frame == &p.vm.words.return_time_trace) {
    const MeasureFrame data = measure_frame_at(slot);
    p.stack_top += kMeasureFrameWords - 1;
    return end_measured_call(tracing, p, data.session, data.what, data.previous);
  }
  const Word words = frame_words(p.vm, frame);
  if (frame == &p.vm.words.return_to_trace) {
    const Word session = return_to_session_at(slot);
    p.stack_top += words - 1;
    return report_return_to(tracing, p, session, real_return_address(p, p.stack_top));
  }
  const ReturnFrame data = return_frame_at(p, slot);
  p.stack_top += words - 1;
  Tracer tracer;
  std::uint32_t flags;
  if (!receiver_of(tracing, p, data.session, data.meta_tracer, &tracer, &flags)) return;
  vm::HeapBuilder builder(Word{8});
  deliver(p.vm, tracer, p.pid, flags,
          {TracerFamily::call, vm::am::return_from, vm::function_term(builder, data.mfa), p.x[0],
           Term::none()});
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void traced_exception(Tracing& tracing, Process& p, vm::StackWord* slot) {
  const auto frame = reinterpret_cast<vm::CodeAddress>(slot->bits);
  if (frame == &p.vm.words.return_to_trace) {
    bool more = false;
    const Word session = return_to_session_at(slot);
    const vm::CodeAddress caught = catch_above(p, slot, session, &more);
    // One message even when the exception passes several traced functions (P6): by the last frame
    // before the catch.
    if (!more && caught != nullptr) report_return_to(tracing, p, session, caught + 1);
    return;
  }
  if (frame == &p.vm.words.return_time_trace) return;  // see measure.h
  const ReturnFrame data = return_frame_at(p, slot);
  if (!data.on_exception) return;
  Tracer tracer;
  std::uint32_t flags;
  if (!receiver_of(tracing, p, data.session, data.meta_tracer, &tracer, &flags)) return;
  vm::HeapBuilder builder(Word{8});
  // The machine has put class and reason where the catching code expects them.
  const Term what = builder.tuple(p.x[1], p.x[2]);
  deliver(p.vm, tracer, p.pid, flags,
          {TracerFamily::call, vm::am::exception_from, vm::function_term(builder, data.mfa), what,
           Term::none()});
  vm::HeapFragment::free_chain(builder.take_fragments());
}

}  // namespace tracing
