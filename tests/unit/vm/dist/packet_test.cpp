// Packets of the distribution protocol: what is written can be read, and what is damaged is
// refused.
#include "vm/dist/packet.h"

#include "vm/dist/control.h"
#include "vm/dist/packet_writer.h"
#include "vm/term/atom_table.h"
#include "vm/term/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace vm {
namespace {

using Kind = PacketReader::Kind;

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

constexpr Word kFragmentBytes = PacketWriter::kFragmentBytes;
constexpr PacketWriter::Form kWhole{true, false};
constexpr PacketWriter::Form kSplit{true, true};

/// A message of which only the bytes matter.
Outgoing message_of(std::string_view control, std::string_view payload, Word sender = 0) {
  const Word size = control.size() + payload.size();
  Outgoing out;
  out.encoded.bytes = Binary::make(size);
  std::ranges::copy(control, out.encoded.bytes->bytes());
  std::ranges::copy(payload, out.encoded.bytes->bytes() + control.size());
  out.encoded.own_size = out.encoded.size = size;
  out.encoded.first_size = control.size();
  out.counted = size;
  out.sender = sender;
  return out;
}

void add(PacketWriter& writer, Outgoing message) {
  std::deque<Outgoing> messages;
  messages.push_back(std::move(message));
  writer.add(messages);
}

/// The bytes of a message without insertions.
std::span<const Byte> bytes_of(const Outgoing& out) {
  return {out.encoded.bytes->bytes(), out.encoded.own_size};
}

std::string next_of(PacketWriter& writer, PacketWriter::Gone* gone) {
  PortData data = writer.next(gone);
  data.flatten();
  return std::move(data.bytes);
}

std::vector<std::string> all_packets(PacketWriter& writer) {
  std::vector<std::string> packets;
  PacketWriter::Gone gone;
  while (!writer.is_empty()) packets.push_back(next_of(writer, &gone));
  return packets;
}

std::vector<std::string> packets_of(Outgoing message, PacketWriter::Form form) {
  PacketWriter writer(form);
  add(writer, std::move(message));
  return all_packets(writer);
}

/// The messages that packets carry, in the order in which they are complete.
std::vector<std::string> messages_in(const std::vector<std::string>& packets) {
  PacketReader reader;
  std::vector<std::string> messages;
  for (const std::string& packet : packets) {
    const auto read = reader.read(packet);
    EXPECT_NE(read.kind, Kind::kInvalid);
    if (read.kind == Kind::kMessage) messages.emplace_back(read.message);
  }
  return messages;
}

template <class... Payload>
Outgoing outgoing(ControlKind what, std::initializer_list<Term> elements, Payload... payload) {
  return make_outgoing({}, Term::none(), what, elements, payload...);
}

TEST(PacketReader, TakesAnEmptyPacketAsATick) {
  PacketReader reader;
  EXPECT_EQ(reader.read("").kind, Kind::kTick);
}

TEST(PacketReader, KeepsAtomsOfEarlierPackets) {
  PacketReader reader;
  // One atom, new, in place 5 of segment 0; its flags are in the low half.
  const std::string packet = bytes({131, 68, 1, 0x08, 5, 2, 'o', 'k'}) + "m";
  const auto first = reader.read(packet);  // refers to the packet
  ASSERT_EQ(first.kind, Kind::kMessage);
  EXPECT_EQ(first.message, "m");
  ASSERT_EQ(first.atoms.size(), 1U);
  EXPECT_EQ(first.atoms[0], am::ok);
  const auto second = reader.read(bytes({131, 68, 1, 0x00, 5}));
  ASSERT_EQ(second.kind, Kind::kMessage);
  EXPECT_EQ(second.atoms[0], am::ok);
}

TEST(PacketReader, ReadsLongAtoms) {
  PacketReader reader;
  // The flag of long atoms is in the half byte behind the last atom's flags.
  const auto packet = reader.read(bytes({131, 68, 1, 0x18, 0, 0, 2, 'o', 'k'}));
  ASSERT_EQ(packet.kind, Kind::kMessage);
  EXPECT_EQ(packet.atoms[0], am::ok);
}

TEST(PacketReader, RefusesWhatIsNoPacket) {
  for (const std::string& damaged :
       {bytes({1}), bytes({131}), bytes({131, 67}), bytes({131, 68}), bytes({131, 68, 1}),
        bytes({131, 68, 1, 0, 7}),           // an atom that was never sent
        bytes({131, 68, 1, 8, 7, 9, 'x'}),   // longer than the packet
        bytes({131, 68, 1, 8, 7, 1, 0xFF}),  // no UTF-8
        bytes({131, 70, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}),        // of no sequence
        bytes({131, 69, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0})}) {  // number 0
    PacketReader reader;
    EXPECT_EQ(reader.read(damaged).kind, Kind::kInvalid);
  }
}

TEST(PacketReader, PutsFragmentsTogether) {
  const std::string control = "control", payload(3 * kFragmentBytes + 7, 'p');
  const auto packets = packets_of(message_of(control, payload), kSplit);
  ASSERT_EQ(packets.size(), 4U);
  PacketReader reader;
  for (std::size_t i = 0; i + 1 < packets.size(); ++i)
    EXPECT_EQ(reader.read(packets[i]).kind, Kind::kFragment);
  const auto whole = reader.read(packets.back());
  ASSERT_EQ(whole.kind, Kind::kMessage);
  EXPECT_EQ(whole.message, control + payload);
  EXPECT_EQ(reader.read(packets.back()).kind, Kind::kInvalid);  // the sequence is over
}

TEST(PacketReader, RefusesAFragmentThatIsMissing) {
  const std::string payload(3 * kFragmentBytes, 'p');
  const auto packets = packets_of(message_of("c", payload), kSplit);
  PacketReader reader;
  EXPECT_EQ(reader.read(packets[0]).kind, Kind::kFragment);
  EXPECT_EQ(reader.read(packets[2]).kind, Kind::kInvalid);
}

TEST(Packets, HaveVersionsForANodeWithoutHeaders) {
  const auto packets = packets_of(message_of("c", "p"), {false, false});
  ASSERT_EQ(packets.size(), 1U);
  EXPECT_EQ(packets[0], bytes({112, 131, 'c', 131, 'p'}));
}

TEST(PacketWriter, SendsOthersBetweenFragments) {
  const std::string large(5 * kFragmentBytes, 'a'), other(3 * kFragmentBytes, 'b');
  PacketWriter writer(kSplit);
  add(writer, message_of("1", large, 1));
  add(writer, message_of("2", "small", 2));
  add(writer, message_of("3", other, 3));
  add(writer, message_of("1", "behind", 1));
  add(writer, message_of("2", "again", 2));
  const std::vector<std::string> expected = {"2small", "2again", "3" + other, "1" + large,
                                             "1behind"};
  EXPECT_EQ(messages_in(all_packets(writer)), expected);
}

TEST(PacketWriter, HasOnlySomeLargeMessagesUnderWay) {
  PacketWriter writer(kSplit);
  const std::string large(4 * kFragmentBytes, '.');
  constexpr Word kMessages = 5 * PacketWriter::kMostTurns;
  for (Word i = 1; i <= kMessages; ++i) add(writer, message_of("l", large, i));
  for (Word i = 1; i <= kMessages; ++i) add(writer, message_of("s", "small", i));
  PacketReader reader;
  PacketWriter::Gone gone;
  Word begun = 0, ended = 0;
  std::string small;
  while (!writer.is_empty()) {
    const std::string packet = next_of(writer, &gone);
    const auto read = reader.read(packet);
    ASSERT_NE(read.kind, Kind::kInvalid);
    // As each has four, of which the first is known by its header.
    if (static_cast<Byte>(packet[1]) == 69) ++begun;
    if (read.kind == Kind::kMessage && read.message.size() > kFragmentBytes) ++ended;
    if (read.kind == Kind::kMessage && read.message == "ssmall") small += '.';
    EXPECT_LE(begun - ended, PacketWriter::kMostTurns);
  }
  EXPECT_EQ(begun, kMessages);
  EXPECT_EQ(ended, kMessages);
  EXPECT_EQ(small.size(), kMessages);
}

TEST(PacketWriter, SaysWhenAMessageThatHoldsItsSenderHasGone) {
  PacketWriter writer(kSplit);
  Outgoing large = message_of("l", std::string(3 * kFragmentBytes, '.'), 7);
  large.holds_sender = true;
  large.counted = 5;
  add(writer, std::move(large));
  PacketWriter::Gone gone;
  for (int i = 0; i < 2; ++i) {
    writer.next(&gone);
    EXPECT_EQ(gone.counted, 0U);
    EXPECT_EQ(gone.sender, 0U);
  }
  writer.next(&gone);
  EXPECT_EQ(gone.counted, 5U);
  EXPECT_EQ(gone.sender, 7U);
  EXPECT_TRUE(writer.is_empty());
}

TEST(PacketWriter, KeepsTheOrderOfEachSender) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    PacketWriter writer(kSplit);
    std::vector<std::string> packets;
    std::map<char, int> next;
    Word added = 0, counted = 0;
    PacketWriter::Gone gone;
    for (int i = 0; i < 200; ++i) {
      const char sender = static_cast<char>('a' + random() % (round % 2 == 0 ? 4 : 26));
      const Word size = random() % 3 == 0 ? random() % (4 * kFragmentBytes) : 10;
      Outgoing message = message_of(std::string(1, sender) + std::to_string(next[sender]++) + ";",
                                    std::string(size, '.'), static_cast<Word>(sender));
      added += message.size();
      add(writer, std::move(message));
      while (!writer.is_empty() && random() % 2 == 0) {
        packets.push_back(next_of(writer, &gone));
        counted += gone.counted;
      }
    }
    for (; !writer.is_empty(); counted += gone.counted) packets.push_back(next_of(writer, &gone));
    EXPECT_EQ(counted, added);
    std::map<char, int> seen;
    for (const std::string& message : messages_in(packets))
      EXPECT_EQ(std::stoi(message.substr(1)), seen[message[0]]++);
    EXPECT_EQ(seen, next);
  }
}

TEST(PacketWriter, SendsAnAtomOnce) {
  const Term long_atom = intern_atom(std::string(100, 'l')).value();
  const WireForm form{true, 1};
  PacketWriter writer(kWhole);
  for (int i = 0; i < 2; ++i)
    add(writer, make_outgoing(form, Term::none(), ControlKind::reg_send,
                              {am::ok, am::ok, long_atom}, am::ok));
  const auto packets = all_packets(writer);
  EXPECT_GT(packets[0].size(), packets[1].size() + 100);
  PacketReader reader;
  for (const std::string& packet : packets) {
    const auto read = reader.read(packet);
    ASSERT_EQ(read.kind, Kind::kMessage);
    ASSERT_EQ(read.atoms.size(), 2U);
    EXPECT_EQ(read.atoms[0], am::ok);
    EXPECT_EQ(read.atoms[1], long_atom);
  }
}

TEST(PacketWriter, WritesAtomsOfOneSlotAndManyAtoms) {
  HeapBuilder builder(Word{4096});
  std::vector<Term> atoms;
  for (Word i = 0; i < 3000; ++i)
    atoms.push_back(intern_atom("writer_" + std::to_string(i)).value());
  atoms.push_back(intern_atom(std::string(200, 'x') + "\u00e4\u00e4").value());
  std::string widest;
  for (int i = 0; i < 200; ++i) widest += "\u00e4";
  atoms.push_back(intern_atom(widest).value());  // more than 255 bytes
  std::ranges::reverse(atoms);
  const Term list = builder.list_from(atoms);
  PacketWriter writer(kWhole);
  PacketReader reader;
  for (int i = 0; i < 2; ++i) {
    add(writer, make_outgoing({true, 1}, Term::none(), ControlKind::send_sender,
                              {Term::local_pid(1), Term::local_pid(2)}, list));
    const auto packet = all_packets(writer)[0];
    const auto read = reader.read(packet);
    ASSERT_EQ(read.kind, Kind::kMessage);
    EXPECT_EQ(read.atoms.size(), AtomRefs::kMost);
    HeapBuilder decoded(Word{4096});
    const std::string text(read.message);
    const auto message =
        decode_control(decoded, {reinterpret_cast<const Byte*>(text.data()), text.size()},
                       read.atoms, nullptr, false);
    ASSERT_TRUE(message.has_value());
    EXPECT_TRUE(equal(message->payload, list));
    HeapFragment::free_chain(decoded.take_fragments());
  }
  HeapFragment::free_chain(builder.take_fragments());
}

TEST(PacketWriter, CopiesNoLargeBinaries) {
  HeapBuilder builder(Word{64});
  std::mt19937 random(5);
  const auto binary = [&](Word size) {
    Byte* data;
    const Term made = make_uninitialised_binary(builder, size, &data);
    for (Word i = 0; i < size; ++i) data[i] = static_cast<Byte>(random());
    return made;
  };
  const Term pid = Term::local_pid(5);
  for (const Word size :
       {Word{100}, EncodeOptions().least_inserted, Word{50000}, 3 * kFragmentBytes}) {
    const Term payload = builder.tuple(binary(size), builder.cons(am::ok, binary(size + 7)), pid,
                                       binary(size), binary(10));
    for (const PacketWriter::Form form : {kWhole, kSplit, PacketWriter::Form{}}) {
      const Outgoing out =
          make_outgoing({form.has_headers, 0}, pid, ControlKind::send_sender, {pid, pid}, payload);
      EXPECT_EQ(out.encoded.insertions.size(), size < EncodeOptions().least_inserted ? 0 : 3);
      PacketReader reader;
      PacketReader::Packet read;
      const std::vector<std::string> packets = packets_of(out, form);
      for (const std::string& packet : packets) read = reader.read(packet);
      ASSERT_EQ(read.kind, PacketReader::Kind::kMessage);
      HeapBuilder decoded(Word{64});
      const std::span message(reinterpret_cast<const Byte*>(read.message.data()),
                              read.message.size());
      const auto got = decode_control(decoded, message, read.atoms, nullptr, read.with_versions);
      ASSERT_TRUE(got.has_value());
      EXPECT_TRUE(equal(got->payload, payload));
      HeapFragment::free_chain(decoded.take_fragments());
    }
  }
  HeapFragment::free_chain(builder.take_fragments());
}

TEST(ControlMessages, ComeBackAsTheyWere) {
  HeapBuilder builder(Word{64});
  const Term pid = Term::local_pid(5);
  const Outgoing out = outgoing(ControlKind::payload_exit, {pid, pid}, am::killed);
  const auto message = decode_control(builder, bytes_of(out), {}, nullptr, false);
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->what, ControlKind::payload_exit);
  EXPECT_EQ(message->from, pid);
  EXPECT_EQ(message->payload, am::killed);
  HeapFragment::free_chain(builder.take_fragments());
}

TEST(ControlMessages, RefuseATokenOfAnotherForm) {
  const Term pid = Term::local_pid(5), one = Term::small(1);
  HeapBuilder terms(Word{64});
  const Term good = terms.tuple(one, am::ok, one, pid, one);
  for (const Term token : {good, Term(am::ok), terms.tuple(one, am::ok, one, pid),
                           terms.tuple(one, am::ok, one, one, one)}) {
    HeapBuilder builder(Word{64});
    const Outgoing out = outgoing(ControlKind::send_sender_tt, {pid, pid, token}, am::ok);
    EXPECT_EQ(decode_control(builder, bytes_of(out), {}, nullptr, false).has_value(),
              token == good);
    HeapFragment::free_chain(builder.take_fragments());
  }
}

TEST(ControlMessages, AreRefusedWithElementsOfOtherKinds) {
  const Term pid = Term::local_pid(5);
  for (const Outgoing& out :
       {outgoing(ControlKind::link, {pid, am::ok}), outgoing(ControlKind::link, {pid}),
        outgoing(ControlKind::unlink_id, {Term::small(0), pid, pid}),
        outgoing(ControlKind::payload_exit, {pid, pid}),  // without its payload
        outgoing(static_cast<ControlKind>(60), {pid})}) {
    HeapBuilder builder(Word{64});
    EXPECT_FALSE(
        decode_control(builder, bytes_of(out).first(out.control_size()), {}, nullptr, false)
            .has_value());
    HeapFragment::free_chain(builder.take_fragments());
  }
}

TEST(ControlMessages, RefuseASenderThatIsNoProcess) {
  const Term pid = Term::local_pid(5);
  for (const Term sender : {pid, Term(am::ok)}) {
    HeapBuilder builder(Word{64});
    const Outgoing out = outgoing(ControlKind::reg_send, {sender, am::empty, am::ok}, am::ok);
    EXPECT_EQ(decode_control(builder, bytes_of(out), {}, nullptr, false).has_value(),
              sender == pid);
    HeapFragment::free_chain(builder.take_fragments());
  }
}

/// A packet with each kind of header and message, some of whose bytes are others.
std::string damaged_packet(std::mt19937& random) {
  const Term pid = Term::local_pid(7);
  HeapBuilder builder(Word{64});
  const Term list = builder.list_from(std::vector<Term>{am::ok, pid, Term::small(1000)});
  const Outgoing messages[] = {outgoing(ControlKind::link, {pid, pid}),
                               outgoing(ControlKind::payload_exit, {pid, pid}, list),
                               outgoing(ControlKind::send_sender, {pid, pid}, list),
                               outgoing(ControlKind::reg_send, {pid, am::ok, am::ok}, list)};
  std::string packet = packets_of(messages[random() % std::size(messages)],
                                  random() % 8 != 0 ? kWhole : PacketWriter::Form())[0];
  HeapFragment::free_chain(builder.take_fragments());
  if (random() % 4 == 0) packet[1] = static_cast<char>(68 + random() % 3);
  for (unsigned changes = random() % 6; changes > 0; --changes)
    packet[random() % packet.size()] = static_cast<char>(random());
  packet.resize(random() % 4 == 0 ? random() % packet.size() : packet.size());
  return packet;
}

TEST(Packets, DoNoHarmWhateverIsInThem) {
  std::mt19937 random(1);
  PacketReader reader;
  for (int i = 0; i < 20000; ++i) {
    const std::string packet = damaged_packet(random);
    const auto read = reader.read(packet);
    if (read.kind == Kind::kInvalid) reader = PacketReader();
    if (read.kind != Kind::kMessage) continue;
    HeapBuilder builder(Word{64});
    const std::string message(read.message);
    const auto decoded =
        decode_control(builder, {reinterpret_cast<const Byte*>(message.data()), message.size()},
                       read.atoms, nullptr, read.with_versions);
    if (decoded)
      EXPECT_TRUE(decoded->from.is_none() || decoded->from.is_pid() || decoded->from.is_atom());
    HeapFragment::free_chain(builder.take_fragments());
  }
}

}  // namespace
}  // namespace vm
