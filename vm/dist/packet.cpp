// Headers, atom cache and fragments; no terms but atoms are looked at here.
#include "vm/dist/packet.h"

#include "vm/base/memory_limit.h"
#include "vm/term/atom_table.h"
#include "vm/term/external_tags.h"

#include <algorithm>

namespace vm {
/// Reads numbers; past the end it reads zeros and has failed.
class PacketReader::Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool has_failed() const { return has_failed_; }
  std::string_view rest() const { return bytes_; }
  std::uint64_t number(unsigned size) {
    const std::string_view taken = take(size);
    std::uint64_t value = 0;
    for (const char c : taken) value = value << 8 | static_cast<Byte>(c);
    return value;
  }
  std::string_view take(Word size) {
    if (size > bytes_.size()) {
      has_failed_ = true;
      bytes_ = {};
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

 private:
  std::string_view bytes_;
  bool has_failed_ = false;
};

PacketReader::Packet PacketReader::read(std::string_view bytes) {
  if (bytes.empty()) return {.kind = Kind::kTick, .message = {}, .atoms = {}};
  forget_message();
  Reader reader(bytes);
  const std::uint64_t first = reader.number(1);
  if (first == kPassThrough)
    return {.kind = Kind::kMessage, .with_versions = true, .message = reader.rest(), .atoms = {}};
  if (first != detail::kExternalVersion) return {};
  const std::uint64_t tag = reader.number(1);
  if (tag == kFirstFragment) return begin_sequence(reader);
  if (tag == kNextFragment) return continue_sequence(reader);
  if (tag != kHeader || !read_atoms(reader)) return {};
  return {.kind = Kind::kMessage, .message = reader.rest(), .atoms = atoms_};
}

bool PacketReader::read_atoms(Reader& reader) {
  atoms_.clear();
  const std::uint64_t count = reader.number(1);
  if (count == 0) return !reader.has_failed();
  const std::string_view flags = reader.take(count / 2 + 1);
  if (flags.empty()) return false;
  const auto flags_of = [flags](Word index) {
    return static_cast<unsigned>(static_cast<Byte>(flags[index / 2])) >> (index % 2 * 4) & 15;
  };
  const bool is_long = (flags_of(count) & 1) != 0;
  for (Word i = 0; i < count; ++i)
    if (!read_atom(reader, flags_of(i), is_long)) return false;
  return true;
}

bool PacketReader::read_atom(Reader& reader, unsigned flags, bool is_long) {
  constexpr unsigned kIsNew = 8;
  const Word index = (flags & 7) << 8 | reader.number(1);
  if ((flags & kIsNew) != 0) {
    const Word size = reader.number(is_long ? 2 : 1);
    const std::string_view text = reader.take(size);
    if (reader.has_failed()) return false;
    const auto atom = intern_atom(text);
    if (!atom.ok()) return false;
    cache_[index] = atom.value();
  }
  if (reader.has_failed() || cache_[index].is_none()) return false;
  atoms_.push_back(cache_[index]);
  return true;
}

PacketReader::Packet PacketReader::begin_sequence(Reader& reader) {
  const std::uint64_t id = reader.number(8), fragment = reader.number(8);
  if (!read_atoms(reader) || reader.has_failed() || fragment == 0) return {};
  if (fragment == 1) return {.kind = Kind::kMessage, .message = reader.rest(), .atoms = atoms_};
  if (sequences_.contains(id) || sequences_.size() >= kMaxSequences) return {};
  const std::string_view bytes = reader.rest();
  fragment_bytes_ += bytes.size();
  if (fragment_bytes_ > kMaxFragmentBytes) return {};
  const Word first = bytes.size() + 1;  // more than nothing
  Sequence& sequence = sequences_[id];
  sequence = {fragment - 1, atoms_, {}, 0, std::min(fragment, kMaxFragmentBytes / first) * first};
  const bool is_reserved = sequences_.size() <= kReservedSequences;
  sequence.bytes =
      Binary::make(first * (is_reserved ? std::min<Word>(fragment, kReservedFragments) : 1));
  if (!append(sequence, bytes)) return {};
  return {.kind = Kind::kFragment, .message = {}, .atoms = {}};
}

PacketReader::Packet PacketReader::continue_sequence(Reader& reader) {
  const std::uint64_t id = reader.number(8), fragment = reader.number(8);
  const auto found = sequences_.find(id);
  if (reader.has_failed() || found == sequences_.end() || found->second.next != fragment) return {};
  fragment_bytes_ += reader.rest().size();
  if (fragment_bytes_ > kMaxFragmentBytes) return {};
  Sequence& sequence = found->second;
  if (!append(sequence, reader.rest())) return {};
  if (fragment > 1) {
    --sequence.next;
    return {.kind = Kind::kFragment, .message = {}, .atoms = {}};
  }
  const Word size = sequence.size;
  fragment_bytes_ -= size;
  atoms_ = std::move(sequence.atoms);
  whole_ = std::move(sequence.bytes);
  sequences_.erase(found);
  if (whole_->size() - size > size / 8) whole_ = Binary::resize(std::move(whole_), size);
  const std::string_view message(reinterpret_cast<const char*>(whole_->bytes()), size);
  return {.kind = Kind::kMessage, .message = message, .whole = whole_.get(), .atoms = atoms_};
}

bool PacketReader::append(Sequence& sequence, std::string_view bytes) {
  const Word size = sequence.size + bytes.size(), room = sequence.bytes->size();
  if (size > room) {
    const Word wanted = std::max(size, std::min(2 * room, sequence.expected));
    if (!fits_in_memory(wanted)) return false;
    sequence.bytes = Binary::resize(std::move(sequence.bytes), wanted);
  }
  std::ranges::copy(bytes, sequence.bytes->bytes() + sequence.size);
  sequence.size = size;
  return true;
}

}  // namespace vm
