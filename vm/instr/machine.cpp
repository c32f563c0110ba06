// Out-of-line functions of Machine: collection, leaving the engine, entering functions.
#include "vm/instr/machine.h"

#include "vm/vm.h"

namespace vm {

void Machine::collect(Word words, Word live) {
  save();
  collect_garbage(*p, words + kStackReserve, static_cast<std::uint32_t>(live));
  load();
}

void Machine::ensure(Word words, Word live) {
  if (has_room(words) && !p->vm.options.stress_gc) return;
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
