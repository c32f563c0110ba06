// Packets of the distribution protocol: what is written can be read, and what is damaged is
// refused.
#include "vm/dist/packet.h"

#include "vm/dist/control.h"
#include "vm/term/atom_table.h"
#include "vm/term/compare.h"

#include <gtest/gtest.h>

#include <random>

namespace vm {
namespace {

using Kind = PacketReader::Kind;

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

std::span<const Byte> view(const std::string& text) {
  return {reinterpret_cast<const Byte*>(text.data()), text.size()};
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
  const auto packets = make_packets(view(control), view(payload), true, 9);
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
  const auto packets = make_packets(view("c"), view(payload), true, 1);
  PacketReader reader;
  EXPECT_EQ(reader.read(packets[0]).kind, Kind::kFragment);
  EXPECT_EQ(reader.read(packets[2]).kind, Kind::kInvalid);
}

TEST(Packets, HaveVersionsForANodeWithoutHeaders) {
  const auto packets = make_packets(view("c"), view("p"), false, 0);
  ASSERT_EQ(packets.size(), 1U);
  EXPECT_EQ(packets[0], bytes({112, 131, 'c', 131, 'p'}));
}

TEST(ControlMessages, ComeBackAsTheyWere) {
  HeapBuilder builder(Word{64});
  const Term pid = Term::local_pid(5);
  const Outgoing out = make_outgoing(ControlKind::payload_exit, {pid, pid}, am::killed);
  std::vector<Byte> all = out.control;
  all.insert(all.end(), out.payload.begin(), out.payload.end());
  const auto message = decode_control(builder, all, {}, nullptr, false);
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
    const Outgoing out = make_outgoing(ControlKind::send_sender_tt, {pid, pid, token}, am::ok);
    std::vector<Byte> all = out.control;
    all.insert(all.end(), out.payload.begin(), out.payload.end());
    EXPECT_EQ(decode_control(builder, all, {}, nullptr, false).has_value(), token == good);
    HeapFragment::free_chain(builder.take_fragments());
  }
}

TEST(ControlMessages, AreRefusedWithElementsOfOtherKinds) {
  const Term pid = Term::local_pid(5);
  for (const Outgoing& out :
       {make_outgoing(ControlKind::link, {pid, am::ok}), make_outgoing(ControlKind::link, {pid}),
        make_outgoing(ControlKind::unlink_id, {Term::small(0), pid, pid}),
        make_outgoing(ControlKind::payload_exit, {pid, pid}),  // without its payload
        make_outgoing(static_cast<ControlKind>(60), {pid})}) {
    HeapBuilder builder(Word{64});
    EXPECT_FALSE(decode_control(builder, out.control, {}, nullptr, false).has_value());
    HeapFragment::free_chain(builder.take_fragments());
  }
}

/// A packet with each kind of header and message, some of whose bytes are others.
std::string damaged_packet(std::mt19937& random) {
  const Term pid = Term::local_pid(7);
  HeapBuilder builder(Word{64});
  const Term list = builder.list_from(std::vector<Term>{am::ok, pid, Term::small(1000)});
  const Outgoing messages[] = {make_outgoing(ControlKind::link, {pid, pid}),
                               make_outgoing(ControlKind::payload_exit, {pid, pid}, list),
                               make_outgoing(ControlKind::send_sender, {pid, pid}, list),
                               make_outgoing(ControlKind::reg_send, {pid, am::ok, am::ok}, list)};
  const Outgoing& message = messages[random() % std::size(messages)];
  std::string packet = make_packets(message.control, message.payload, random() % 8 != 0, 0)[0];
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
        decode_control(builder, view(message), read.atoms, nullptr, read.with_versions);
    if (decoded)
      EXPECT_TRUE(decoded->from.is_none() || decoded->from.is_pid() || decoded->from.is_atom());
    HeapFragment::free_chain(builder.take_fragments());
  }
}

}  // namespace
}  // namespace vm
