// 64 bits of count: 18 in n0, 32 in n1, 14 in n2, and above them in n2 the scheduler that counts.
#include "vm/proc/references.h"

#include "vm/heap/magic_ref.h"
#include "vm/sched/scheduler.h"
#include "vm/vm.h"

namespace vm {
namespace {

RefNumber number_from(Word count, unsigned scheduler) {
  const Word n0 = count & 0x3FFFF;
  const Word n1 = (count >> 18) & 0xFFFFFFFF;
  const Word n2 = ((count >> 50) & ((Word{1} << kRefSchedulerShift) - 1)) |
                  (Word{scheduler} << kRefSchedulerShift);
  return {n0 | (n1 << 32), n2};
}

}  // namespace

RefNumber next_ref_number(Vm& vm) {
  Scheduler* scheduler = Scheduler::current();
  if (scheduler != nullptr && &scheduler->vm == &vm) {
    return number_from(++scheduler->ref_count, scheduler->index + 1);
  }
  return number_from(vm.schedulers->next_foreign_ref(), 0);
}

unsigned scheduler_of(RefNumber number) {
  const auto scheduler = static_cast<unsigned>((number.high & 0xFFFFFFFF) >> kRefSchedulerShift);
  return scheduler == 0 ? 0 : scheduler - 1;
}

Term make_ref(Process& p) {
  HeapBuilder builder(p);
  return make_ref(builder, next_ref_number(p.vm));
}

Term make_magic_ref(Vm& vm, HeapBuilder& builder, MagicObject& object, Word bytes) {
  const RefNumber number = next_ref_number(vm);
  return make_magic_ref(builder, number.low, number.high, object, bytes);
}

}  // namespace vm
