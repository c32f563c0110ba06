// The wheels. A timer lies in the lowest level at which its deadline and the present differ: level
// L has slots of 64^L ticks. When the present reaches a slot above level 0, its timers move down;
// each moves at most once per level.
#include "vm/sched/timers.h"

#include "vm/proc/process.h"
#include "vm/proc/send.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <algorithm>
#include <bit>

namespace vm {
namespace {

constexpr unsigned kSlotBits = 6;

struct TimeoutSignal : CallSignal {
  explicit TimeoutSignal(Word n) : CallSignal(&arrive), number(n) {}
  Word number;
  static void arrive(Process& p, CallSignal& self) {
    if (p.timeout.expire(static_cast<TimeoutSignal&>(self).number))
      p.sched.end_wait(Waiting::kMessage);
  }
};

}  // namespace

Timers::Timers(Vm& vm, SWord now_ms) : vm_(vm), base_ms_(now_ms) {
  for (auto& level : slots_) {
    for (TimerNode& slot : level) slot.next = slot.previous = &slot;
  }
}

Timers::~Timers() {
  MutexLock lock(mutex_);
  for (auto& [ref, timer] : by_ref_) std::unique_ptr<MessageTimer>{timer};
}

void Timers::link(TimerNode& node) {
  const Word differs = (node.tick ^ now_) | (kSlots - 1);
  const unsigned level = (63 - static_cast<unsigned>(std::countl_zero(differs))) / kSlotBits;
  const unsigned slot = (node.tick >> (level * kSlotBits)) & (kSlots - 1);
  TimerNode& head = slots_[level][slot];
  node.next = &head;
  node.previous = head.previous;
  head.previous->next = &node;
  head.previous = &node;
  used_[level] |= std::uint64_t{1} << slot;
}

void Timers::unlink(TimerNode& node) {
  TimerNode* next = node.next;
  next->previous = node.previous;
  node.previous->next = next;
  node.next = node.previous = nullptr;
  // A slot that is empty now: next is its head, pointing at itself.
  if (next->next != next) return;
  const auto at = static_cast<Word>(next - &slots_[0][0]);
  used_[at / kSlots] &= ~(std::uint64_t{1} << (at % kSlots));
}

/// The first tick that needs work: a deadline, or a slot that moves down.
Word Timers::next_tick() const {
  Word first = kNoTick;
  for (unsigned level = 0; level < kLevels; ++level) {
    const unsigned shift = level * kSlotBits;
    const unsigned present = (now_ >> shift) & (kSlots - 1);
    const std::uint64_t ahead = used_[level] >> present << present;
    if (ahead == 0) continue;
    const Word slot = static_cast<Word>(std::countr_zero(ahead));
    const Word above = now_ >> (shift + kSlotBits) << (shift + kSlotBits);
    // A slot of a higher level that has begun already moves down at once.
    first = std::min(first, std::max(now_, above | (slot << shift)));
  }
  return first;
}

void Timers::update_next() {
  const Word tick = next_tick();
  next_ms_.store(tick == kNoTick ? kNever : base_ms_ + static_cast<SWord>(tick),
                 kRelaxed);  // relaxed: see next_ms()
}

void Timers::insert(TimerNode& node, SWord deadline_ms) {
  node.deadline_ms = deadline_ms;
  const SWord ticks = std::max<SWord>(deadline_ms - base_ms_, 0);
  node.tick = std::clamp(static_cast<Word>(ticks), now_, kMaxTick);
  link(node);
  const SWord due_ms = base_ms_ + static_cast<SWord>(node.tick);
  // relaxed: only this place and update_next() write it, under the lock
  if (due_ms < next_ms_.load(kRelaxed)) next_ms_.store(due_ms, kRelaxed);
}

void Timers::set(ReceiveTimer& timer, SWord deadline_ms) {
  MutexLock lock(mutex_);
  timer.home = this;
  insert(timer, deadline_ms);
}

void Timers::cancel(ReceiveTimer& timer) {
  MutexLock lock(mutex_);
  if (timer.next != nullptr) unlink(timer);
}

void Timers::add_to_target(MessageTimer& timer) {
  MessageTimer*& first = by_target_[timer.target.bits()];
  timer.next_of_target = first;
  if (first != nullptr) first->previous_of_target = &timer;
  first = &timer;
}

/// The timer is found no more, neither by its reference nor by whom it is for.
void Timers::forget(MessageTimer& timer) {
  by_ref_.erase(timer.ref.low);
  // relaxed: a count for cancel_all_for(), which locks before it acts
  message_timers_.store(by_ref_.size(), kRelaxed);
  if (!timer.target.is_local_pid()) return;
  if (timer.next_of_target != nullptr)
    timer.next_of_target->previous_of_target = timer.previous_of_target;
  if (timer.previous_of_target != nullptr) {
    timer.previous_of_target->next_of_target = timer.next_of_target;
  } else if (timer.next_of_target != nullptr) {
    by_target_[timer.target.bits()] = timer.next_of_target;
  } else {
    by_target_.erase(timer.target.bits());
  }
}

void Timers::cancel_all_for(Term pid) {
  // relaxed: a timer that is set at this moment may be left, see start_timer()
  if (message_timers_.load(kRelaxed) == 0) return;
  MutexLock lock(mutex_);
  for (auto found = by_target_.find(pid.bits()); found != by_target_.end();
       found = by_target_.find(pid.bits())) {
    const std::unique_ptr<MessageTimer> timer(found->second);
    forget(*timer);
    unlink(*timer);
  }
}

void Timers::set(std::unique_ptr<MessageTimer> timer) {
  MutexLock lock(mutex_);
  timer->is_message = true;
  by_ref_[timer->ref.low] = timer.get();
  message_timers_.store(by_ref_.size(), kRelaxed);  // relaxed: as in forget()
  if (timer->target.is_local_pid()) add_to_target(*timer);
  MessageTimer* owned = timer.release();
  insert(*owned, owned->deadline_ms);
}

SWord Timers::cancel_message(RefNumber ref, SWord now_ms) {
  std::unique_ptr<MessageTimer> timer;
  MutexLock lock(mutex_);
  const auto found = by_ref_.find(ref.low);
  if (found == by_ref_.end() || found->second->ref != ref) return -1;
  timer.reset(found->second);
  forget(*timer);
  unlink(*timer);
  return std::max<SWord>(timer->deadline_ms - now_ms, 0);
}

SWord Timers::read_message(RefNumber ref, SWord now_ms) {
  MutexLock lock(mutex_);
  const auto found = by_ref_.find(ref.low);
  if (found == by_ref_.end() || found->second->ref != ref) return -1;
  return std::max<SWord>(found->second->deadline_ms - now_ms, 0);
}

/// Moves the present to `tick` and takes out the timers that are due, in order, linked by `next`.
TimerNode* Timers::advance_to(Word tick) {
  TimerNode* first = nullptr;
  TimerNode** last = &first;
  for (Word at = next_tick(); at <= tick; at = next_tick()) {
    now_ = at;
    // Slots of higher levels that begin at this tick move down first.
    for (unsigned level = kLevels - 1; level > 0; --level) {
      const unsigned slot = (at >> (level * kSlotBits)) & (kSlots - 1);
      TimerNode& head = slots_[level][slot];
      while (head.next != &head) {
        TimerNode& node = *head.next;
        unlink(node);
        link(node);
      }
    }
    TimerNode& head = slots_[0][at & (kSlots - 1)];
    while (head.next != &head) {
      TimerNode& node = *head.next;
      unlink(node);
      if (node.is_message) forget(static_cast<MessageTimer&>(node));
      *last = &node;
      last = &node.next;
    }
    now_ = at + 1;
  }
  now_ = std::max(now_, tick);
  return first;
}

void Timers::expire(SWord now_ms) {
  if (now_ms < next_ms()) return;
  std::vector<ExpiredReceive> receives;
  TimerNode* messages = nullptr;
  {
    MutexLock lock(mutex_);
    TimerNode** last = &messages;
    for (TimerNode* node = advance_to(static_cast<Word>(std::max<SWord>(now_ms - base_ms_, 0)));
         node != nullptr;) {
      TimerNode* next = std::exchange(node->next, nullptr);
      if (node->is_message) {
        *last = node;
        last = &node->next;
      } else {
        // The timer belongs to its process: what is needed is copied while the lock keeps it from
        // being cancelled.
        const auto& timer = static_cast<ReceiveTimer&>(*node);
        receives.push_back({timer.pid, timer.number});
      }
      node = next;
    }
    update_next();
  }
  for (const ExpiredReceive& receive : receives) {
    push_signal(vm_, receive.pid, std::make_unique<TimeoutSignal>(receive.number));
  }
  while (messages != nullptr) {
    std::unique_ptr<MessageTimer> timer(static_cast<MessageTimer*>(messages));
    messages = std::exchange(timer->next, nullptr);
    send_expired(*timer);
  }
}

void Timers::send_expired(MessageTimer& timer) {
  Term value = timer.value;
  HeapFragment* fragments = std::exchange(timer.fragment, nullptr);
  if (timer.rounds > 0) [[unlikely]] {
    auto next = std::make_unique<MessageTimer>();
    next->ref = timer.ref;
    next->deadline_ms = timer.deadline_ms;
    next->target = timer.target;
    next->value = value;
    next->fragment = fragments;
    next->with_timeout_tuple = timer.with_timeout_tuple;
    next->rounds = timer.rounds - 1;
    set(std::move(next));
    return;
  }
  if (timer.with_timeout_tuple) {
    HeapBuilder builder(kRefWords + 4);
    value = builder.tuple(am::timeout, make_ref(builder, timer.ref), value);
    HeapFragment* made = builder.take_fragments();
    made->next = fragments;
    fragments = made;
  }
  send_from_machine_to(vm_, am::clock_service, timer.target, value, fragments);
}

}  // namespace vm
