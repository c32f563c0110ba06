// The in-queue: a stack that is taken whole and reversed.
#include "vm/proc/signal.h"

#include <utility>

namespace vm {

void Signal::operator delete(Signal* signal, std::destroying_delete_t) {
  if (signal->kind == SignalKind::kMessage || signal->kind == SignalKind::kAliasMessage) {
    std::unique_ptr<Message> message(static_cast<Message*>(signal));
    HeapFragment::free_chain(Message::to_fragments(std::move(message)));
  } else {
    delete static_cast<SignalObject*>(signal);  // owner: the caller
  }
}

std::unique_ptr<Message> Message::make(Word room_words, Extra with_extra) {
  const bool has_extra = with_extra == Extra::kYes;
  HeapFragment* block = HeapFragment::make(room_words + (has_extra ? kMessageExtraWords : 0));
  block->~HeapFragment();
  std::unique_ptr<Message> message(::new (static_cast<void*>(block)) Message);  // owner: the block
  message->words = static_cast<std::uint32_t>(room_words);  // as a fragment's capacity
  message->has_extra = has_extra;
  if (has_extra) ::new (static_cast<void*>(&message->extra())) MessageExtra;  // owner: the block
  return message;
}

HeapFragment* Message::to_fragments(std::unique_ptr<Message> owner) {
  Message* const message = owner.release();
  const Word room = message->words;
  const Word used = message->terms().size();
  HeapFragment* more = nullptr;
  MessageReceipt* receipt = nullptr;
  OffHeap off_heap;
  const bool has_extra = message->has_extra;
  if (has_extra) [[unlikely]] {
    MessageExtra& extra = message->extra();
    more = extra.fragments;
    receipt = extra.receipt;
    off_heap = extra.off_heap;
  }
  message->~Message();
  auto* block = ::new (static_cast<void*>(message)) HeapFragment;  // owner: the caller
  block->capacity = static_cast<std::uint32_t>(room + (has_extra ? kMessageExtraWords : 0));
  if (receipt != nullptr) [[unlikely]]
    receipt->gone();
  if (used == 0) {
    HeapFragment::free(block);
    return more;
  }
  block->used = static_cast<std::uint32_t>(used);
  block->off_heap = off_heap;
  block->next = more;
  return block;
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
