// References and unique integers.
#include "bif/natives.h"
#include "vm/proc/references.h"
#include "vm/proc/unique_integers.h"
#include "vm/sched/scheduler.h"

namespace bif {
namespace {

/// The first value of integers that are not asked to be positive, as OTP's are.
constexpr SWord kFirstUnique = vm::kSmallMin;

}  // namespace

BifResult make_ref_0(Process& p, const Args<0>&) { return vm::make_ref(p); }

BifResult unique_integer_0(Process& p, const Args<0>&) {
  const SWord given = static_cast<SWord>(p.vm.unique_integers->take());
  return HeapBuilder(p).integer(kFirstUnique + given);
}

BifResult unique_integer_1(Process& p, const Args<1>& a) {
  bool monotonic = false;
  bool positive = false;
  Term list = a[0];
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::monotonic) {
      monotonic = true;
    } else if (option == am::positive) {
      positive = true;
    } else {
      return p.badarg();
    }
  }
  if (!list.is_nil()) return p.badarg();
  const auto given = static_cast<SWord>(monotonic ? p.vm.schedulers->clock().next_ordered()
                                                  : p.vm.unique_integers->take());
  return HeapBuilder(p).integer(positive ? given + 1 : kFirstUnique + given);
}

}  // namespace bif
