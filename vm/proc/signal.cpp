// The in-queue: a stack that is taken whole and turned round.
#include "vm/proc/signal.h"

#include <cstdlib>
#include <utility>

namespace vm {

std::unique_ptr<Message> Message::with_room(Word words) {
  static_assert(sizeof(Message) % kWordBytes == 0, "the fragment behind it is aligned");
  void* block = std::malloc(sizeof(Message) + sizeof(HeapFragment) + words * kWordBytes);
  VM_CHECK(block != nullptr, "memory for a message");
  std::unique_ptr<Message> message(::new (block) Message);  // owner: the caller
  message->is_in_one_block = true;
  message->fragment = HeapFragment::make_in(block, sizeof(Message), words);
  return message;
}

void Message::operator delete(Message* message, std::destroying_delete_t) {
  const bool block_is_fragments = message->is_in_one_block;
  HeapFragment* const fragments = std::exchange(message->fragment, nullptr);
  message->~Message();
  HeapFragment::free_chain(fragments);
  if (!block_is_fragments) ::operator delete(message);
}

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
