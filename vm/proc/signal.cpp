// The in-queue: a stack that is taken whole and turned round.
#include "vm/proc/signal.h"

#include <memory>
#include <utility>

namespace vm {

Signal* SignalInQueue::reversed(Signal* head) {
  Signal* result = nullptr;
  while (head != nullptr) {
    Signal* next = head->next;
    head->next = result;
    result = head;
    head = next;
  }
  return result;
}

Signal* SignalInQueue::take_all() {
  if (seems_empty()) return nullptr;
  // acquire: pairs with the release in push(); the signals' contents are visible.
  return reversed(head_.exchange(nullptr, kAcquire));
}

Signal* SignalInQueue::close() {
  Signal* head = head_.exchange(closed(), kAcqRel);  // acquire: as in take_all()
  return head == closed() ? nullptr : reversed(head);
}

SignalInQueue::~SignalInQueue() {
  Signal* signal = close();
  while (signal != nullptr) {
    std::unique_ptr<Signal>{std::exchange(signal, signal->next)};
  }
}

}  // namespace vm
