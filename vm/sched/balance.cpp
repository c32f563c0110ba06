// How processes get equal shares though schedulers steal only when they have nothing to do: every
// few million reductions each looks at the queues of all, by priority, and takes from them. It
// never gives away, so that two do not move the same processes to and fro.
#include "vm/sched/scheduler.h"

namespace vm {

void SchedulerSet::balance(Scheduler& own) {
  balances_.fetch_add(1, kRelaxed);  // relaxed: a count
  std::vector<RunQueue::Load> loads;
  for (unsigned i = 0; i < running_limit(); ++i) loads.push_back(schedulers_[i]->queue.load());
  own.queue.begin_period();
  if (!may_run(own) || own.index >= loads.size()) return;
  for (unsigned priority = 0; priority < RunQueue::kPriorities; ++priority)
    take_share(own, priority, loads);
}

void SchedulerSet::take_share(Scheduler& own, unsigned priority,
                              const std::vector<RunQueue::Load>& loads) {
  const RunQueue::Load& here = loads[own.index];
  // More urgent processes take all turns here.
  if (here.waiting[priority] > 0 && here.turns[priority] == 0) return;
  unsigned from = own.index;
  bool starves = false;
  Word most = here.waiting[priority] + 1;  // a difference of one is none
  for (unsigned i = 0; i < loads.size(); ++i) {
    const Word waiting = loads[i].waiting[priority];
    const bool none_runs = waiting > 0 && loads[i].turns[priority] == 0;
    const bool is_worse = none_runs && !starves;
    if (i == own.index || (!is_worse && (none_runs != starves || waiting <= most))) continue;
    from = i;
    starves = none_runs;
    most = waiting;
  }
  if (from == own.index) return;
  const Word count = starves ? most : (most - here.waiting[priority]) / 2;
  if (Process* first = schedulers_[from]->queue.take(priority, count)) own.queue.push_chain(first);
}

}  // namespace vm
