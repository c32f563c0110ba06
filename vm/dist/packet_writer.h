// PacketWriter: turns the messages to one node into packets: headers, the cache of atoms, messages
// in fragments. A large message does not keep others waiting: between two of its fragments go
// messages of other senders, up to a fragment's bytes. What one process has sent keeps its order.
// Large messages take turns, but only so many at a time: the others would all end late.
// Invariants: of one sender at most one message is in fragments; what the sender sends after it
// waits behind it. The cache is what the other node has after the packets so far.
// Source: "External Term Format" of OTP, section "Distribution Header".
// Threads: one at a time; the writer belongs to one connection's output.
#pragma once

#include "vm/dist/control.h"
#include "vm/port/port.h"

#include <array>
#include <deque>
#include <string>
#include <unordered_map>

namespace vm {

class PacketWriter {
 public:
  struct Form {
    bool has_headers = false;      // the other node takes distribution headers
    bool takes_fragments = false;  // and messages in fragments
  };
  explicit PacketWriter(Form form) : form_(form) {}

  /// Takes all of `messages`, to be written behind what is there.
  void add(std::deque<Outgoing>& messages);
  bool is_empty() const { return queue_.empty() && lanes_.empty(); }
  /// The next packet, of messages that is_empty() says there are.
  struct Gone {
    Word counted = 0;  // bytes of the queue that have gone with the packet
    Word sender = 0;   // whose large message has gone now, if it waits for that
  };
  PortData next(Gone* gone);

  /// So many large messages are on their way at a time.
  static constexpr std::size_t kMostTurns = 16;
  /// A payload of more bytes than this goes in fragments of this size.
  static constexpr Word kFragmentBytes = 64 * 1024;

 private:
  /// A message that has gone in part, and what its sender sent afterwards.
  struct Lane {
    Outgoing message;
    std::uint64_t sequence;
    std::uint64_t fragments;  // to come
    Word at = 0;              // bytes that have gone
    std::deque<Outgoing> behind = {};
  };
  bool is_split(const Outgoing& message) const;
  PortData next_of_lane(Lane& lane, Gone* gone);
  PortData whole(const Outgoing& message);
  /// The references to atoms in the header, and what the other node does not have of them yet.
  void put_atoms(std::string& out, std::span<const Term> atoms);

  const Form form_;
  std::deque<Outgoing> queue_;            // nothing of it has gone
  std::unordered_map<Word, Lane> lanes_;  // by sender
  std::deque<Word> turns_;                // the lanes that go on, in their order; not too many
  std::deque<Word> later_;                // lanes of which nothing has gone
  Word since_fragment_ = 0;               // bytes of other messages
  std::uint64_t next_sequence_ = 1;
  std::array<Term, AtomRefs::kSlots> cache_{};  // what the other node has
};

}  // namespace vm
