// Which message comes next, and the packets that carry it.
#include "vm/dist/packet_writer.h"

#include "vm/dist/packet.h"
#include "vm/term/atom_table.h"
#include "vm/term/external_tags.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vm {
namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
  while (bytes-- > 0) out.push_back(static_cast<char>(value >> (8 * bytes)));
}

void put(std::string& out, std::span<const Byte> bytes) {
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// What a header, and the length that a port puts in front, take beside atoms.
constexpr Word kHeaderBytes = 32;
// A message of fewer bytes, which has no insertions, is copied, so that packets can go together.
constexpr Word kCopiedBytes = EncodeOptions().least_inserted;

/// Adds the `size` bytes from `at` on, without copying them.
void add_bytes(PortData& out, const EncodedTerms& encoded, Word at, Word size) {
  Word place = 0;  // of what comes next, in all bytes
  const auto add_part = [&](const SharedRef<Binary>& binary, Word offset, Word part_size) {
    const Word begin = std::max(place, at), end = std::min(place + part_size, at + size);
    if (begin < end)
      out.parts.push_back({SharedRef(binary).detach(), offset + begin - place, end - begin});
    place += part_size;
  };
  Word own = 0;
  for (const EncodedTerms::Insertion& each : encoded.insertions) {
    add_part(encoded.bytes, own, each.at - own);
    add_part(each.binary, each.offset, each.size);
    own = each.at;
  }
  add_part(encoded.bytes, own, encoded.own_size - own);
}

}  // namespace

void PacketWriter::add(std::deque<Outgoing>& messages) {
  if (queue_.empty()) {
    queue_.swap(messages);
    return;
  }
  std::ranges::move(messages, std::back_inserter(queue_));
  messages.clear();
}

bool PacketWriter::is_split(const Outgoing& message) const {
  return form_.has_headers && form_.takes_fragments && message.payload_size() > kFragmentBytes;
}

PortData PacketWriter::next(Gone* gone) {
  *gone = {};
  while (!queue_.empty() && (lanes_.empty() || since_fragment_ < kFragmentBytes)) {
    Outgoing message = std::move(queue_.front());
    queue_.pop_front();
    if (!lanes_.empty()) {
      const auto lane = lanes_.find(message.sender);
      if (lane != lanes_.end()) {
        lane->second.behind.push_back(std::move(message));
        continue;
      }
    }
    if (!is_split(message)) {
      since_fragment_ += message.size();
      *gone = {message.counted, message.holds_sender ? message.sender : 0};
      return whole(message);
    }
    const Word sender = message.sender;
    const Word payload = message.payload_size();
    lanes_.try_emplace(sender, std::move(message), next_sequence_++,
                       (payload + kFragmentBytes - 1) / kFragmentBytes);
    if (turns_.size() < kMostTurns) {
      turns_.push_front(sender);
      break;
    }
    later_.push_back(sender);
  }
  since_fragment_ = 0;
  const Word sender = turns_.front();
  turns_.pop_front();
  const auto lane = lanes_.find(sender);
  PortData packet = next_of_lane(lane->second, gone);
  if (lane->second.fragments > 0) {
    turns_.push_back(sender);
    return packet;
  }
  if (!later_.empty()) {
    turns_.push_back(later_.front());
    later_.pop_front();
  }
  // They are older than all of the same sender in the queue.
  std::deque<Outgoing>& behind = lane->second.behind;
  queue_.insert(queue_.begin(), std::move_iterator(behind.begin()),
                std::move_iterator(behind.end()));
  lanes_.erase(lane);
  return packet;
}

PortData PacketWriter::next_of_lane(Lane& lane, Gone* gone) {
  const Outgoing& message = lane.message;
  std::string packet;
  const bool is_first = lane.at == 0;
  Word size = std::min(message.size() - lane.at, kFragmentBytes);
  if (is_first) size = message.control_size() + kFragmentBytes;
  packet.reserve(kHeaderBytes);
  put(packet, detail::kExternalVersion, 1);
  put(packet, is_first ? kFirstFragment : kNextFragment, 1);
  put(packet, lane.sequence, 8);
  put(packet, lane.fragments--, 8);
  if (is_first) put_atoms(packet, message.atoms);
  PortData data(std::move(packet));
  add_bytes(data, message.encoded, lane.at, size);
  lane.at += size;
  if (!message.holds_sender) gone->counted = size;
  if (message.holds_sender && lane.fragments == 0) *gone = {message.counted, message.sender};
  return data;
}

PortData PacketWriter::whole(const Outgoing& message) {
  const EncodedTerms& encoded = message.encoded;
  const bool is_copied = encoded.size < kCopiedBytes;
  std::string packet;
  packet.reserve(kHeaderBytes + (is_copied ? encoded.size : 0));
  Word at = 0;
  if (form_.has_headers) {
    put(packet, detail::kExternalVersion, 1);
    put(packet, kHeader, 1);
    put_atoms(packet, message.atoms);
  } else {
    put(packet, kPassThrough, 1);
    put(packet, detail::kExternalVersion, 1);
    put(packet, {encoded.bytes->bytes(), encoded.first_size});
    if (message.payload_size() > 0) put(packet, detail::kExternalVersion, 1);
    at = encoded.first_size;
  }
  if (is_copied) put(packet, {encoded.bytes->bytes() + at, encoded.size - at});
  PortData data(std::move(packet));
  if (!is_copied) add_bytes(data, encoded, at, encoded.size - at);
  return data;
}

void PacketWriter::put_atoms(std::string& out, std::span<const Term> atoms) {
  constexpr unsigned kIsNew = 8;
  put(out, atoms.size(), 1);
  if (atoms.empty()) return;
  // Four bits for each atom, and four more that say whether lengths take two bytes.
  const std::size_t flags_at = out.size();
  out.append(atoms.size() / 2 + 1, '\0');
  const auto set_flags = [&out, flags_at](std::size_t index, unsigned flags) {
    char& byte = out[flags_at + index / 2];
    byte = static_cast<char>(static_cast<Byte>(byte) | flags << (index % 2 * 4));
  };
  const bool is_long =
      std::ranges::any_of(atoms, [](Term atom) { return atom_text(atom).size() > 255; });
  set_flags(atoms.size(), is_long ? 1 : 0);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Word slot = AtomRefs::slot(atoms[i]);
    const bool is_new = cache_[slot] != atoms[i];
    set_flags(i, static_cast<unsigned>(slot >> 8) | (is_new ? kIsNew : 0));
    put(out, slot & 0xFF, 1);
    if (!is_new) continue;
    const std::string_view text = atom_text(atoms[i]);
    put(out, text.size(), is_long ? 2 : 1);
    out.append(text);
    cache_[slot] = atoms[i];
  }
}

}  // namespace vm
