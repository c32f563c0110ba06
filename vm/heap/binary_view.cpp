// Text is taken from terms as it is, and made of code points where they are numbers.
#include "vm/heap/binary_view.h"

#include "vm/base/bits.h"
#include "vm/base/memory_limit.h"
#include "vm/base/utf8.h"
#include "vm/heap/iodata_walk.h"

namespace vm {

void BinaryBytes::align(const Bits& bits) {
  copy_.resize(size_);
  copy_bits_to_start(bits.bytes, bits.bit_offset, copy_.data(), size_ * 8);
  data_ = copy_.data();
}

namespace {

/// Calls `byte(Byte)` and `binary(Term)` for each leaf in order; false where it is no I/O list.
template <class OnByte, class OnBinary>
bool for_each_part(Term iodata, OnByte on_byte, OnBinary on_binary) {
  return IodataWalk(iodata).go_on(~Word{0}, on_byte, on_binary) == IodataWalk::State::kEnd;
}

}  // namespace

bool append_iodata(Term iodata, std::string& out) {
  // A text grows to twice its room, beside which the old one stays until it is copied.
  const auto has_room = [&](Word more) {
    return more <= out.capacity() - out.size() || fits_in_memory(2 * out.capacity() + more);
  };
  constexpr Word kElements = 4096;
  IodataWalk walk(iodata);
  IodataWalk::State state;
  do {
    if (!has_room(kElements)) return false;
    state = walk.go_on(
        kElements, [&](Byte byte) { out.push_back(static_cast<char>(byte)); },
        [&](Term binary) {
          if (!binary.is_binary() || !has_room(bit_size(binary) / 8)) return false;
          out += BinaryBytes(binary).text();
          return true;
        });
  } while (state == IodataWalk::State::kMore);
  return state == IodataWalk::State::kEnd;
}

SWord iodata_size(Term iodata) {
  SWord size = 0;
  const bool valid = for_each_part(
      iodata, [&](Byte) { ++size; },
      [&](Term binary) {
        if (!binary.is_binary()) return false;
        size += static_cast<SWord>(bit_size(binary) / 8);
        return true;
      });
  return valid ? size : -1;
}

bool append_latin1_list(Term list, std::string& out) {
  char part[64];  // what is appended at once
  while (list.is_cons()) {
    std::size_t count = 0;
    for (; count < sizeof(part) && list.is_cons(); list = list.as_cons().tail) {
      const Term head = list.as_cons().head;
      if (!head.is_byte()) return false;
      part[count++] = static_cast<char>(head.as_small());
    }
    out.append(part, count);
  }
  return list.is_nil();
}

namespace {

bool append_code_point(Term point, std::string& out) {
  if (!point.is_small()) return false;
  const SWord code = point.as_small();
  if (!is_unicode_scalar(static_cast<Word>(code))) return false;
  char utf8[4];
  out.append(utf8, encode_utf8(static_cast<std::uint32_t>(code), utf8));
  return true;
}

}  // namespace

bool append_utf8_list(Term list, std::string& out) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    if (!append_code_point(list.as_cons().head, out)) return false;
  }
  return list.is_nil();
}

bool append_deep_utf8_list(Term list, std::string& out) {
  std::vector<Term> rest{list};
  while (!rest.empty()) {
    const Term next = rest.back();
    rest.pop_back();
    if (next.is_cons()) {
      const Cons& cell = next.as_cons();
      rest.push_back(cell.tail);
      if (cell.head.is_list()) {
        rest.push_back(cell.head);
      } else if (!append_code_point(cell.head, out)) {
        return false;
      }
    } else if (!next.is_nil()) {
      return false;
    }
  }
  return true;
}

bool append_name(Term name, std::string& out) {
  const std::size_t before = out.size();
  if (name.is_atom()) {
    out += atom_text(name);
  } else if (name.is_binary()) {
    out += BinaryBytes(name).text();
  } else if (!append_utf8_list(name, out)) {
    return false;
  }
  return out.find('\0', before) == std::string::npos;
}

}  // namespace vm
