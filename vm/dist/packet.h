// PacketReader: turns the packets of one connection into messages: their headers, the cache of
// atoms, messages that come in fragments. Everything here comes from the network and is checked;
// what is wrong ends the connection.
// Invariants: an atom of the cache is an atom; a fragment's number is one less than that of the one
// before it in its sequence.
// Source: "External Term Format" of OTP, section "Distribution Header".
// Threads: one at a time; the reader belongs to one connection's input.
#pragma once

#include "vm/heap/binary.h"
#include "vm/term/atom_refs.h"
#include "vm/term/term.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vm {

/// The first bytes of a packet.
enum PacketTag : Byte {
  kPassThrough = 112,
  kHeader = 68,
  kFirstFragment = 69,
  kNextFragment = 70,
};

class PacketReader {
 public:
  enum class Kind : std::uint8_t {
    kTick,      // nothing but a sign of life
    kMessage,   // `message` and `atoms` are complete
    kFragment,  // kept until the rest has come
    kInvalid,
  };
  struct Packet {
    Kind kind = Kind::kInvalid;
    bool with_versions = false;   // the terms have version bytes: a node without headers
    std::string_view message;     // the control message and its payload
    Binary* whole = nullptr;      // if not null, what `message` lies in, and nothing else
    std::span<const Term> atoms;  // what its references to atoms mean
  };
  /// Takes the next packet. What the result refers to lives until the next call of read() or
  /// forget_message(), and as long as `bytes`.
  Packet read(std::string_view bytes);
  void forget_message() { whole_ = {}; }

  /// Most bytes that messages in fragments may have together before they are complete, and most
  /// such messages. A node that sends more is cut off.
  static constexpr Word kMaxFragmentBytes = Word{4} << 30;
  static constexpr Word kMaxSequences = 1 << 16;
  /// Memory is taken at the first fragment, which says how many there are; for so many messages at
  /// a time, and for so many fragments, as a fragment may claim anything.
  static constexpr Word kReservedSequences = 16;
  static constexpr Word kReservedFragments = 256;

 private:
  struct Sequence {
    std::uint64_t next = 0;  // number of the fragment that comes next
    std::vector<Term> atoms;
    SharedRef<Binary> bytes;  // longer than what has come
    Word size = 0;            // of that
    Word expected = 0;        // at the most, as the first fragment says
  };
  /// False: there is not the memory.
  static bool append(Sequence& sequence, std::string_view bytes);
  class Reader;
  bool read_atoms(Reader& reader);
  bool read_atom(Reader& reader, unsigned flags, bool is_long);
  Packet begin_sequence(Reader& reader);
  Packet continue_sequence(Reader& reader);

  std::array<Term, AtomRefs::kSlots> cache_{};
  std::vector<Term> atoms_;                      // of the packet that was read last
  std::map<std::uint64_t, Sequence> sequences_;  // messages that are not complete
  Word fragment_bytes_ = 0;                      // in sequences_
  SharedRef<Binary> whole_;                      // the message that became complete last
};

}  // namespace vm
