// Out-of-line functions of Machine: collection, leaving the engine, entering functions.
#include "vm/instr/machine.h"

#include "vm/vm.h"

namespace vm {
namespace {

/// With --stress=gc, the words that may be copied each time a collection is possible. Small heaps
/// are collected every time and larger ones less often, so that no program takes a multiple of its
/// heap's size in time.
constexpr Word kStressWords = 2048;

/// Whether to collect although there is room.
bool collects_under_stress(const Machine& m) {
  thread_local Word allowed = 0;  // to be copied, since this thread collected last
  allowed += kStressWords;
  const auto heap = static_cast<Word>(reinterpret_cast<const Byte*>(m.H) -
                                      reinterpret_cast<const Byte*>(m.p->heap_start));
  const auto stack = static_cast<Word>(reinterpret_cast<const Byte*>(m.p->heap_end) -
                                       reinterpret_cast<const Byte*>(m.E));
  if (allowed * kWordBytes < heap + stack) return false;
  allowed = 0;
  return true;
}

}  // namespace

void Machine::collect(Word words, Word live) {
  save();
  collect_garbage(*p, words + kStackReserve, static_cast<std::uint32_t>(live));
  load();
}

void Machine::ensure(Word words, Word live) {
  if (has_room(words) && !(p->vm.options.stress_gc && collects_under_stress(*this))) return;
  collect(words, live);
}

HeapWord* Machine::take(Word words) {
  HeapWord* result = H;
  if (has_room(words)) {
    H += words;
    return result;
  }
  save();
  {
    HeapBuilder builder(*p);
    result = reinterpret_cast<HeapWord*>(builder.alloc(words));
  }
  load();
  return result;
}

Flow Machine::yield(CodeAddress address, Word live) {
  save();
  if (p->wants_collection()) {
    collect_garbage(*p, kStackReserve, static_cast<std::uint32_t>(live));
    load();
  }
  p->ip = address;
  p->live = static_cast<std::uint32_t>(live);
  return leave_saved();
}

Flow Machine::leave_saved() { return go(&p->vm.words.leave); }

Flow Machine::enter(CodeAddress entry, Word arity) {
  if (--reds <= 0) return yield(entry, arity);
  return go(entry);
}

}  // namespace vm
