// Pushing and reading the frames of tracing.
#include "tracing/return_frames.h"

#include "vm/code/tables.h"
#include "vm/term/atom_table.h"
#include "vm/term/number.h"

namespace tracing {

namespace {

constexpr SWord kExceptionBit = 1;

vm::CodeAddress address_in(const vm::StackWord& slot) {
  return reinterpret_cast<vm::CodeAddress>(slot.bits);
}

// Return frames that lie on one another, as those of tail calls do, are counted: slot 4 holds the
// arity and this number. So a search for what lies below takes one step for all of them.
constexpr unsigned kArityBits = 8;  // a function has 255 arguments at most

bool is_return_frame(const Vm& vm, vm::CodeAddress address) {
  return frame_words(vm, address) == kReturnFrameWords;
}
Word frames_at(const vm::StackWord* slot) {
  return static_cast<Word>(slot[4].term().as_small()) >> kArityBits;
}

/// Words of the frame at `slot`, with all return frames that lie below it where it is one.
Word run_words(const Vm& vm, const vm::StackWord* slot) {
  const Word words = frame_words(vm, address_in(*slot));
  return words == kReturnFrameWords ? words * frames_at(slot) : words;
}

/// Whether `f(slot, address)` holds for one of tracing's frames on top of the stack that are no
/// return frames.
template <class F>
bool any_frame(const Process& p, F&& f) {
  for (const vm::StackWord* slot = p.stack_top; slot < p.heap_end;) {
    const Word words = run_words(p.vm, slot);
    if (words == 0) return false;
    if (f(slot, address_in(*slot))) return true;
    slot += words;
  }
  return false;
}

}  // namespace

void push_return_frame(Process& p, const ReturnFrame& frame) {
  VM_CHECK(p.free_words() >= kReturnFrameWords, "a breakpoint makes room before it pushes");
  const vm::MachineWords& words = p.vm.words;
  Term meta_tracer = Term::nil();
  if (!frame.meta_tracer.is_none()) {
    vm::HeapBuilder builder(p);
    meta_tracer = frame.meta_tracer.to_term(builder);
  }
  const bool is_on_another =
      p.stack_top < p.heap_end && is_return_frame(p.vm, address_in(*p.stack_top));
  const Word frames = 1 + (is_on_another ? frames_at(p.stack_top) : 0);
  p.stack_top -= kReturnFrameWords;
  vm::StackWord* e = p.stack_top;
  e[0].bits =
      reinterpret_cast<Word>(frame.on_exception ? &words.exception_trace : &words.return_trace);
  e[1].set(Term::small(static_cast<SWord>(frame.session << 1) |
                       (frame.on_exception ? kExceptionBit : 0)));
  e[2].set(frame.mfa.module);
  e[3].set(frame.mfa.function);
  e[4].set(vm::number(frames << kArityBits | frame.mfa.arity));
  e[5].set(meta_tracer);
}

void push_return_to_frame(Process& p, Word session) {
  VM_CHECK(p.free_words() >= kReturnToFrameWords, "a breakpoint makes room before it pushes");
  p.stack_top -= kReturnToFrameWords;
  p.stack_top[0].bits = reinterpret_cast<Word>(&p.vm.words.return_to_trace);
  p.stack_top[1].set(vm::number(session));
}

void push_measure_frame(Process& p, const MeasureFrame& frame) {
  VM_CHECK(p.free_words() >= kMeasureFrameWords, "a breakpoint makes room before it pushes");
  p.stack_top -= kMeasureFrameWords;
  p.stack_top[0].bits = reinterpret_cast<Word>(&p.vm.words.return_time_trace);
  p.stack_top[1].set(Term::small(static_cast<SWord>(frame.session << kMeasureBits) |
                                 static_cast<SWord>(frame.what)));
  p.stack_top[2].set(frame.previous);
}

ReturnFrame return_frame_at(const Process&, const vm::StackWord* slot) {
  ReturnFrame frame;
  const SWord options = slot[1].term().as_small();
  frame.session = static_cast<Word>(options >> 1);
  frame.on_exception = (options & kExceptionBit) != 0;
  const Word arity = static_cast<Word>(slot[4].term().as_small()) & ((1u << kArityBits) - 1);
  frame.mfa = {slot[2].term(), slot[3].term(), arity};
  const Term tracer = slot[5].term();
  if (tracer.is_tuple_of(2)) {
    const vm::Tuple& pair = tracer.as_tuple();
    frame.meta_tracer.module =
        vm::make_shared_ref<TracerModule>(pair.elements[0], pair.elements[1]);
  } else if (!tracer.is_nil()) {
    frame.meta_tracer.id = tracer;
  }
  return frame;
}

Word return_to_session_at(const vm::StackWord* slot) {
  return static_cast<Word>(slot[1].term().as_small());
}

Word frame_words(const Vm& vm, vm::CodeAddress address) {
  if (!vm.words.is_trace_frame(address)) return 0;
  if (address == &vm.words.return_to_trace) return kReturnToFrameWords;
  return address == &vm.words.return_time_trace ? kMeasureFrameWords : kReturnFrameWords;
}

bool has_return_to_frame(Process& p, Word session) {
  return any_frame(p, [&](const vm::StackWord* slot, vm::CodeAddress address) {
    return address == &p.vm.words.return_to_trace && return_to_session_at(slot) == session;
  });
}

bool has_return_frame(Process& p, Word session) {
  // A session that keeps tail calls has one such frame in a run; others may have any number.
  constexpr int kMost = 16;
  const vm::StackWord* slot = p.stack_top;
  for (int n = 0; n < kMost && slot < p.heap_end; ++n) {
    const Word words = frame_words(p.vm, address_in(*slot));
    if (words == 0) return false;
    const bool is_own = words == kReturnFrameWords && slot[5].term().is_nil() &&
                        static_cast<Word>(slot[1].term().as_small() >> 1) == session;
    if (is_own) return true;
    slot += words;
  }
  return false;
}

bool has_measure_frame(Process& p, Word session, Measure what) {
  return any_frame(p, [&](const vm::StackWord* slot, vm::CodeAddress address) {
    if (address != &p.vm.words.return_time_trace) return false;
    const MeasureFrame frame = measure_frame_at(slot);
    return frame.session == session && frame.what == what;
  });
}

const vm::StackWord* last_word(const Vm& vm, const vm::StackWord* slot) {
  return slot + run_words(vm, slot) - 1;
}

vm::CodeAddress real_return_address(const Process& p, const vm::StackWord* slot) {
  while (slot < p.heap_end) {
    const Word words = run_words(p.vm, slot);
    if (words == 0) return address_in(*slot);
    slot += words;
  }
  return nullptr;
}

Term function_of(vm::HeapBuilder& builder, const Vm& vm, vm::CodeAddress address) {
  if (address == nullptr) return vm::am::undefined;
  // A return address is behind its call, which may be the last word of a function.
  const vm::Module* module = vm.modules->containing(address - 1);
  const vm::FuncInfo* info = module == nullptr ? nullptr : module->function_at(address - 1);
  if (info == nullptr) return vm::am::undefined;
  return builder.tuple(info->module, info->function, vm::number(info->arity));
}

}  // namespace tracing
