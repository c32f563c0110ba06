// Frames that tracing pushes on a stack so that it hears of returns and exceptions (B8). Their
// layout is known here alone.
#include "tracing/return_frames.h"

#include "vm/code/tables.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

constexpr SWord kExceptionBit = 1;

vm::CodeAddress address_in(const vm::StackWord& slot) {
  return reinterpret_cast<vm::CodeAddress>(slot.bits);
}

}  // namespace

void push_return_frame(Process& p, const ReturnFrame& frame) {
  VM_CHECK(p.free_words() >= kReturnFrameWords, "a breakpoint makes room before it pushes");
  const vm::MachineWords& words = p.vm.words;
  p.stack_top -= kReturnFrameWords;
  vm::StackWord* e = p.stack_top;
  e[0].bits =
      reinterpret_cast<Word>(frame.on_exception ? &words.exception_trace : &words.return_trace);
  e[1].set(Term::small(static_cast<SWord>(frame.session << 1) |
                       (frame.on_exception ? kExceptionBit : 0)));
  e[2].set(frame.mfa.module);
  e[3].set(frame.mfa.function);
  e[4].set(Term::small(static_cast<SWord>(frame.mfa.arity)));
  e[5].set(frame.meta_tracer.is_none() ? Term::nil() : frame.meta_tracer.pid);
}

void push_return_to_frame(Process& p, Word session) {
  VM_CHECK(p.free_words() >= kReturnToFrameWords, "a breakpoint makes room before it pushes");
  p.stack_top -= kReturnToFrameWords;
  p.stack_top[0].bits = reinterpret_cast<Word>(&p.vm.words.return_to_trace);
  p.stack_top[1].set(Term::small(static_cast<SWord>(session)));
}

ReturnFrame return_frame_at(const Process&, const vm::StackWord* slot) {
  ReturnFrame frame;
  const SWord options = slot[1].term().as_small();
  frame.session = static_cast<Word>(options >> 1);
  frame.on_exception = (options & kExceptionBit) != 0;
  frame.mfa = {slot[2].term(), slot[3].term(), static_cast<Word>(slot[4].term().as_small())};
  if (!slot[5].term().is_nil()) frame.meta_tracer.pid = slot[5].term();
  return frame;
}

Word return_to_session_at(const vm::StackWord* slot) {
  return static_cast<Word>(slot[1].term().as_small());
}

Word frame_words(const Vm& vm, vm::CodeAddress address) {
  if (!vm.words.is_trace_frame(address)) return 0;
  return address == &vm.words.return_to_trace ? kReturnToFrameWords : kReturnFrameWords;
}

bool has_return_to_frame(Process& p, Word session) {
  const vm::StackWord* slot = p.stack_top;
  while (slot < p.heap_end) {
    const Word words = frame_words(p.vm, address_in(*slot));
    if (words == 0) return false;
    if (words == kReturnToFrameWords && return_to_session_at(slot) == session) return true;
    slot += words;
  }
  return false;
}

vm::CodeAddress real_return_address(const Process& p, const vm::StackWord* slot) {
  while (slot < p.heap_end) {
    const Word words = frame_words(p.vm, address_in(*slot));
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
  return builder.tuple(info->module, info->function, Term::small(static_cast<SWord>(info->arity)));
}

}  // namespace tracing
