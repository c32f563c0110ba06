// A singly linked chain with places in it.
#include "vm/proc/message_queue.h"

#include <utility>

namespace vm {

MessageQueue::~MessageQueue() {
  while (first_ != nullptr) {
    const std::unique_ptr<Message> message(first_);
    first_ = next_of(*message);
  }
}

void MessageQueue::move_places(Message** from, Message** to) {
  if (end_ == from) end_ = to;
  if (current_ == from) current_ = to;
  if (markers_ == nullptr) return;
  for (Marker& marker : markers_->all) {
    if (marker.place == from) marker.place = to;
  }
}

Message*& MessageQueue::recent(const Message& message) {
  unsigned place = appended_ - 1;  // mostly that of the newest one
  while (recent_[place % kRecent] != &message) --place;
  return recent_[place % kRecent];
}

std::unique_ptr<Message> MessageQueue::take(Message** link) {
  std::unique_ptr<Message> message(*link);
  if (message->is_recent) recent(*message) = nullptr;
  *link = next_of(*message);
  --length_;
  move_places(link_behind(*message), link);
  return message;
}

std::unique_ptr<Message> MessageQueue::replace(Message** link, std::unique_ptr<Message> message) {
  std::unique_ptr<Message> old(std::exchange(*link, message.get()));
  message->next = old->next;
  message->set_later(old->later());
  message->is_recent = old->is_recent;
  if (old->is_recent) recent(*old) = message.get();
  move_places(link_behind(*old), link_behind(*message));
  static_cast<void>(message.release());  // owner: the chain
  return old;
}

MessageQueue::Marker* MessageQueue::find_marker(RefNumber ref) {
  if (markers_ == nullptr) return nullptr;
  for (Marker& marker : markers_->all) {
    if (marker.place != nullptr && marker.ref == ref) return &marker;
  }
  return nullptr;
}

MessageQueue::Marker* MessageQueue::find_marker(Word id) {
  if (markers_ == nullptr) return nullptr;
  for (Marker& marker : markers_->all) {
    if (marker.place != nullptr && marker.id == id) return &marker;
  }
  return nullptr;
}

Word MessageQueue::reserve_marker() {
  if (markers_ == nullptr) markers_ = std::make_unique<Markers>();
  Marker* taken = nullptr;
  for (Marker& marker : markers_->all) {
    if (taken == nullptr || marker.place == nullptr ||
        (taken->place != nullptr && marker.id < taken->id)) {
      taken = &marker;
    }
  }
  *taken = {end_, RefNumber{}, markers_->next_id++};
  return taken->id;
}

void MessageQueue::bind_marker(Word id, RefNumber ref) {
  if (Marker* marker = find_marker(id); marker != nullptr) marker->ref = ref;
}

void MessageQueue::drop_marker(Word id) {
  if (Marker* marker = find_marker(id); marker != nullptr) marker->place = nullptr;
}

void MessageQueue::drop_marker(RefNumber ref) {
  if (Marker* marker = find_marker(ref); marker != nullptr) marker->place = nullptr;
}

void MessageQueue::restart_at_marker(RefNumber ref) {
  if (const Marker* marker = find_marker(ref); marker != nullptr) current_ = marker->place;
}

}  // namespace vm
