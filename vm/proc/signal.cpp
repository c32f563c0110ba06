// The in-queue: a stack that is taken whole and turned round.
#include "vm/proc/signal.h"

#include <utility>

namespace vm {

std::unique_ptr<Message> Message::with_room(Word words) {
  static_assert(sizeof(Message) % kWordBytes == 0, "the terms behind it are aligned");
  HeapFragment* fragment = HeapFragment::make_with_gap(words, sizeof(Message) / kWordBytes);
  std::unique_ptr<Message> message(::new (fragment + 1) Message);  // owner: the fragment
  message->is_in_one_block = true;
  message->fragment = fragment;
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
  // acquire: what is pushed after this is not taken below without its mark being set again.
  if (has_other_than_messages()) has_other_.exchange(false, kAcquire);
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
