// Natives over much data: how much of it they do at once, and when they let others run. A native
// does small data in a plain loop, since it is called often, and leaves the rest to an Operation
// that pauses (vm/proc/operation.h):
//
//   if (rest_is_long) return p.suspend_on(reverse_rest(p, list, reversed));
//
//   vm::Operation reverse_rest(Process& p, Term list, Term reversed) {
//     Pace pace(p, kCellsPerReduction);
//     HeapBuilder builder(p);
//     for (; list.is_cons(); list = list.as_cons().tail) {
//       if (pace.is_over()) co_await vm::paused();
//       reversed = builder.cons(list.as_cons().head, reversed);
//     }
//     co_return reversed;
//   }
//
// Terms stay where they are while an operation pauses, so it is written like the plain loop. An
// operation takes terms, not Args: those refer to registers of the scheduler.
// Threads: the one that runs the process.
#pragma once

#include "bif/bif.h"
#include "vm/proc/operation.h"

namespace bif {

/// Elements that a native does in a plain loop before it starts an operation: what takes less than
/// it would cost to start one (--stress=yield: few, so that tests see operations).
inline constexpr Word kMostAtOnce = 4096;
inline Word done_at_once(const Process& p) { return p.vm.options.stress_yield ? 16 : kMostAtOnce; }

/// Counts the work of an operation, charges reductions for it, and says when to pause: a few times
/// in a millisecond.
class Pace {
 public:
  /// `per_reduction`: units of work for each reduction.
  Pace(Process& p, Word per_reduction)
      : process_(p),
        per_reduction_(per_reduction),
        share_(per_reduction * (p.vm.options.stress_yield ? 4 : kReductions)),
        left_(share_) {}
  ~Pace() { charge(); }
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;

  /// Before or after `units` of work: true where the operation is to pause now.
  bool is_over(Word units = 1) {
    if (left_ > units) [[likely]] {
      left_ -= units;
      return false;
    }
    left_ = 0;
    charge();
    left_ = share_;
    return true;
  }
  /// The units that are left until the next pause, at least one: for work in blocks.
  Word left() const { return left_; }

 private:
  static constexpr Word kReductions = 1000;
  void charge() { process_.use_reductions(static_cast<SWord>((share_ - left_) / per_reduction_)); }

  Process& process_;
  const Word per_reduction_;
  const Word share_;
  Word left_;
};

}  // namespace bif
