// Lists by priority under one lock; the lock is held for a few instructions only.
#include "vm/sched/run_queue.h"

#include "vm/sched/hastened_processes.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/vm.h"

#include <algorithm>
#include <utility>

namespace vm {
namespace {
// Of so few processes a thief takes the last ones: a process that ends and the one that it answers,
// or a child and the process that its parent asks next, run in that order then, without the time
// that the thief's thread may need to get a processor. Of more it takes the first ones, as those
// have the most to do where processes have children; the memory of the last ones is in the other
// cache, too.
constexpr Word kFewProcesses = 4;
}  // namespace

RunQueue::RunQueue(std::uint64_t stress_seed)
    : random_(stress_seed != 0), random_numbers_(stress_seed) {}

void RunQueue::List::push(Process& p) {
  p.sched.run_queue_next = nullptr;
  if (last == nullptr) {
    first = last = &p;
  } else {
    last->sched.run_queue_next = &p;
    last = &p;
  }
  ++count;
}

Process* RunQueue::List::pop() {
  Process* p = first;
  if (p == nullptr) return nullptr;
  first = p->sched.run_queue_next;
  if (first == nullptr) last = nullptr;
  --count;
  return p;
}

Process* RunQueue::List::take_at(Word index) {
  if (index == 0) return pop();
  Process* before = first;
  while (--index > 0) before = before->sched.run_queue_next;
  Process* p = before->sched.run_queue_next;
  before->sched.run_queue_next = p->sched.run_queue_next;
  if (last == p) last = before;
  --count;
  return p;
}

/// False if it is not in this list.
bool RunQueue::List::remove(Process& p) {
  Process* before = nullptr;
  for (Process* at = first; at != &p; at = at->sched.run_queue_next) {
    if (at == nullptr) return false;
    before = at;
  }
  (before == nullptr ? first : before->sched.run_queue_next) = p.sched.run_queue_next;
  if (last == &p) last = before;
  --count;
  return true;
}

/// Puts the process in its list, which is returned. The length is the caller's to change.
RunQueue::List& RunQueue::insert(Process& p) {
  const Priority priority = p.vm.multi_scheduling->hastened().priority_of(p);
  List& list = lists_[static_cast<unsigned>(priority)];
  list.push(p);
  note_top();
  return list;
}

void RunQueue::note_top() {
  unsigned first = 0;
  while (first < kPriorities && lists_[first].first == nullptr) ++first;
  const bool is_low = first == static_cast<unsigned>(Priority::kLow);
  const Top top = first == kPriorities ? Top::kNone
                  : is_low             ? Top::kOrdinary
                                       : static_cast<Top>(first);
  top_.store(top, kRelaxed);  // relaxed: advice
}

bool RunQueue::raise(Process& p) {
  if (length() == 0) return false;  // seq_cst: a process that is put into it later is put in right
  MutexLock lock(mutex_);
  const Priority priority = p.vm.multi_scheduling->hastened().priority_of(p);
  if (lists_[static_cast<unsigned>(priority)].last == &p) return true;
  for (unsigned lower = static_cast<unsigned>(priority) + 1; lower < kPriorities; ++lower) {
    if (!lists_[lower].remove(p)) continue;
    insert(p);
    return true;
  }
  return false;
}

Word RunQueue::push(Process& p) {
  MutexLock lock(mutex_);
  insert(p);
  const Word length = length_.load(kRelaxed) + 1;  // relaxed: only written under the lock
  length_.store(length, kSeqCst);                  // see README.md: before the look at sleepers
  return length;
}

RunQueue::List* RunQueue::next_list() {
  List& normal = lists_[static_cast<unsigned>(Priority::kNormal)];
  List& low = lists_[static_cast<unsigned>(Priority::kLow)];
  for (Priority priority : {Priority::kMax, Priority::kHigh}) {
    List& list = lists_[static_cast<unsigned>(priority)];
    if (list.first != nullptr) return &list;
  }
  if (normal.first == nullptr) return low.first == nullptr ? nullptr : &low;
  if (low.first == nullptr) return &normal;
  // Of kLowEvery * normal + low turns, the low ones get `low`: each saves up its part of each turn.
  low_credit_ += low.count;
  const Word price = kLowEvery * normal.count + low.count;
  if (low_credit_ < price) return &normal;
  low_credit_ =
      std::min(low_credit_ - price, price);  // what was saved up among fewer does not count
  return &low;
}

Process* RunQueue::pop() {
  if (length_.load(kRelaxed) == 0) return nullptr;  // relaxed: the owner rechecks before it sleeps
  MutexLock lock(mutex_);
  List* list = next_list();
  if (list == nullptr) return nullptr;
  ++turns_[list - lists_];
  Process* p = random_ ? list->take_at(random_numbers_.below(list->count)) : list->pop();
  note_top();
  length_.store(length_.load(kRelaxed) - 1,
                kRelaxed);  // relaxed: only written under the lock; advice to others
  return p;
}

void RunQueue::Chain::move_from(List& list, Word wanted) {
  for (; wanted > 0 && list.first != nullptr; --wanted) {
    Process* p = list.pop();
    p->sched.run_queue_next = nullptr;
    (last == nullptr ? first : last->sched.run_queue_next) = p;
    last = p;
    ++count;
  }
}

Process* RunQueue::steal(Word* count) {
  *count = 0;
  if (!mutex_.try_lock()) return nullptr;
  Chain chain;
  // Of each priority: a thief that took the next ones would leave low processes among themselves,
  // where they get the turns of normal ones.
  Word odd = 1;
  for (List& list : lists_) {
    const Word have = list.count + odd;
    odd = have % 2;
    Chain kept;
    if (list.count <= kFewProcesses) kept.move_from(list, list.count - have / 2);
    chain.move_from(list, have / 2);
    if (kept.count == 0) continue;
    list.first = kept.first;
    list.last = kept.last;
    list.count = kept.count;
  }
  *count = chain.count;
  note_top();
  length_.store(length_.load(kRelaxed) - chain.count, kRelaxed);  // as in pop()
  mutex_.unlock();
  return chain.first;
}

Process* RunQueue::take(unsigned priority, Word count) {
  const MutexLock lock(mutex_);
  Chain chain;
  chain.move_from(lists_[priority], count);
  note_top();
  length_.store(length_.load(kRelaxed) - chain.count, kRelaxed);  // as in pop()
  return chain.first;
}

RunQueue::Load RunQueue::load() const {
  const MutexLock lock(mutex_);
  Load load;
  for (unsigned i = 0; i < kPriorities; ++i) {
    load.waiting[i] = lists_[i].count;
    load.turns[i] = turns_[i] + earlier_turns_[i];
  }
  return load;
}

void RunQueue::begin_period() {
  const MutexLock lock(mutex_);
  for (unsigned i = 0; i < kPriorities; ++i) earlier_turns_[i] = std::exchange(turns_[i], 0);
}

void RunQueue::push_chain(Process* first) {
  MutexLock lock(mutex_);
  Word length = length_.load(kRelaxed);  // relaxed: only written under the lock
  while (first != nullptr) {
    Process* next = first->sched.run_queue_next;
    // What has just come has not waited without turns.
    ++turns_[&insert(*first) - lists_];
    first = next;
    ++length;
  }
  length_.store(length, kSeqCst);  // as in push()
}

}  // namespace vm
