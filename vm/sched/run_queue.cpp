// Lists by priority under one lock; the lock is held for a few instructions only.
#include "vm/sched/run_queue.h"

namespace vm {

RunQueue::RunQueue(std::uint64_t stress_seed)
    : random_(stress_seed != 0), random_engine_(static_cast<std::uint32_t>(stress_seed)) {}

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

Word RunQueue::push(Process& p) {
  MutexLock lock(mutex_);
  lists_[static_cast<unsigned>(p.flags.priority)].push(p);
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
  const bool is_low_due =
      low.first != nullptr && (normal.first == nullptr || normal_since_low_ >= kLowEvery - 1);
  if (is_low_due) {
    normal_since_low_ = 0;
    return &low;
  }
  if (normal.first == nullptr) return nullptr;
  if (low.first != nullptr) ++normal_since_low_;
  return &normal;
}

Process* RunQueue::pop() {
  if (length_.load(kRelaxed) == 0) return nullptr;  // relaxed: the owner rechecks before it sleeps
  MutexLock lock(mutex_);
  List* list = next_list();
  if (list == nullptr) return nullptr;
  Process* p = random_ ? list->take_at(random_engine_() % list->count) : list->pop();
  length_.store(length_.load(kRelaxed) - 1,
                kRelaxed);  // relaxed: only written under the lock; advice to others
  return p;
}

Process* RunQueue::steal(Word* count) {
  *count = 0;
  if (!mutex_.try_lock()) return nullptr;
  Process* first = nullptr;
  Process* last = nullptr;
  const Word wanted = (length_.load(kRelaxed) + 1) / 2;  // relaxed: only written under the lock
  while (*count < wanted) {
    List* list = next_list();
    if (list == nullptr) break;
    Process* p = list->pop();
    p->sched.run_queue_next = nullptr;
    if (last == nullptr) {
      first = p;
    } else {
      last->sched.run_queue_next = p;
    }
    last = p;
    ++*count;
  }
  length_.store(length_.load(kRelaxed) - *count, kRelaxed);  // as in pop()
  mutex_.unlock();
  return first;
}

void RunQueue::push_chain(Process* first) {
  MutexLock lock(mutex_);
  Word length = length_.load(kRelaxed);  // relaxed: only written under the lock
  while (first != nullptr) {
    Process* next = first->sched.run_queue_next;
    lists_[static_cast<unsigned>(first->flags.priority)].push(*first);
    first = next;
    ++length;
  }
  length_.store(length, kSeqCst);  // as in push()
}

}  // namespace vm
