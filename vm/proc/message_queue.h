// MessageQueue: the messages that a process has fetched from its in-queue, in order, how far the
// receive in progress has looked, and receive markers: places where the answer to a reference can
// be at the earliest. Places are links (the pointer that leads to a message), so that a place at
// the end stays valid when a message is appended there. Invariants: length() counts the messages;
// every place (current, end, markers) is a link of the chain: taking a message out or replacing it
// moves the places behind it. A marker is found by one reference; at most kMarkers exist, the
// oldest is given up first, which only makes a search longer. A message knows one further behind
// (Message::later()), as in a chain each message is found only through the one before. Ownership:
// owns its messages. Threads: the process's own.
#pragma once

#include "vm/proc/signal.h"

#include <array>
#include <memory>

namespace vm {

class MessageQueue {
 public:
  MessageQueue() = default;
  ~MessageQueue();
  MessageQueue(const MessageQueue&) = delete;
  MessageQueue& operator=(const MessageQueue&) = delete;

  Word length() const { return length_; }
  /// The first message, or null; the others follow by next_of().
  Message* first() const { return first_; }
  static Message* next_of(const Message& message) { return static_cast<Message*>(message.next); }

  /// Takes over the message. The caller calls note_appended() when its sender is not needed any
  /// more.
  void append(Message* message) {
    message->next = nullptr;
    *end_ = message;
    end_ = link_behind(*message);
    ++length_;
  }

  /// `message`, the last one, is now what an earlier one's later() says.
  void note_appended(Message& message) {
    message.set_later(0);
    message.is_recent = true;
    Message*& oldest = recent_[appended_++ % kRecent];
    if (oldest != nullptr) {
      oldest->set_later(reinterpret_cast<Word>(&message));
      oldest->is_recent = false;
    }
    oldest = &message;
  }

  /// The message that the receive in progress looks at; null: it has looked at all.
  Message* current() const { return *current_; }
  /// The receive continues with the next message.
  void skip() { current_ = link_behind(**current_); }
  /// The next receive begins with the first message.
  void restart() { current_ = &first_; }

  /// Links of the chain, for a search that may take messages out: from first_link() on, each
  /// message is at `*link`, the next at link_behind(**link).
  Message** first_link() { return &first_; }
  Message** current_link() { return current_; }
  static Message** link_behind(Message& message) {
    return reinterpret_cast<Message**>(&message.next);
  }
  /// Takes out the message at `link`.
  [[nodiscard]] std::unique_ptr<Message> take(Message** link);
  /// Puts `message` in the place of the one at `link`, which is returned.
  [[nodiscard]] std::unique_ptr<Message> replace(Message** link, std::unique_ptr<Message> message);

  /// A marker at the end, by a number that bind_marker() takes.
  Word reserve_marker();
  /// From now on the marker is found by this reference. No effect if it was given up.
  void bind_marker(Word id, RefNumber ref);
  void drop_marker(Word id);
  void drop_marker(RefNumber ref);
  /// The receive in progress begins at the marker, if there is one.
  void restart_at_marker(RefNumber ref);

 private:
  static constexpr std::size_t kMarkers = 4;
  // A receive that skips messages takes some nanoseconds for each, and one that is not in the cache
  // comes after some tens of them.
  static constexpr unsigned kRecent = 8;
  struct Marker {
    Message** place = nullptr;  // null: free
    RefNumber ref;              // none while only reserved
    Word id = 0;
  };
  struct Markers {
    std::array<Marker, kMarkers> all;
    Word next_id = 1;
  };

  void move_places(Message** from, Message** to);
  /// The place of a message that is_recent.
  Message*& recent(const Message& message);
  Marker* find_marker(RefNumber ref);
  Marker* find_marker(Word id);

  Message* first_ = nullptr;
  Message** current_ = &first_;
  Message** end_ = &first_;
  Word length_ = 0;
  std::array<Message*, kRecent> recent_{};  // appended last and still in the queue; or null
  unsigned appended_ = 0;                   // the next one's place, modulo kRecent
  std::unique_ptr<Markers> markers_;        // made with the first marker
};

}  // namespace vm
