// Binaries and bitstrings: sizes, parts, conversion from and to lists.
#include "bif/natives.h"
#include "vm/base/bits.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

#include <cstring>

namespace bif {
namespace {

/// Computes the part of `size` bytes given by start and length. A negative length means the bytes
/// before the start. Returns false if the part is out of range.
bool part_of(Term start, Term length, Word size, Word* from, Word* count) {
  if (!start.is_small() || !length.is_small()) return false;
  SWord first = start.as_small();
  SWord bytes = length.as_small();
  if (first < 0 || static_cast<Word>(first) > size) return false;
  if (bytes < 0) {
    if (-bytes > first) return false;
    first += bytes;
    bytes = -bytes;
  }
  if (static_cast<Word>(bytes) > size - static_cast<Word>(first)) return false;
  *from = static_cast<Word>(first);
  *count = static_cast<Word>(bytes);
  return true;
}

BifResult sub_binary(Process& p, Term binary, Word from, Word count) {
  HeapBuilder builder(p);
  return vm::make_sub_binary(builder, binary, from * 8, count * 8);
}

BifResult binary_part(Process& p, Term binary, Term start, Term length) {
  if (!binary.is_binary()) return p.badarg();
  Word from;
  Word count;
  if (!part_of(start, length, vm::bit_size(binary) / 8, &from, &count)) return p.badarg();
  return sub_binary(p, binary, from, count);
}

/// Makes a list of the bytes, followed by `tail`.
Term bytes_to_list(HeapBuilder& builder, std::span<const Byte> bytes, Term tail) {
  Term* cell = bytes.empty() ? nullptr : builder.alloc(2 * bytes.size());
  for (Word i = 0; i < bytes.size(); ++i) {
    cell[2 * i] = Term::small(bytes[i]);
    cell[2 * i + 1] =
        i + 1 == bytes.size() ? tail : Term::cons(reinterpret_cast<vm::Cons*>(cell + 2 * (i + 1)));
  }
  return bytes.empty() ? tail : Term::cons(reinterpret_cast<vm::Cons*>(cell));
}

/// Collects the bits of list_to_bitstring/1, whose binaries can have any number of bits.
class BitBuffer {
 public:
  void add_byte(Byte byte) { add(&byte, 0, 8); }
  void add(const Byte* data, Word bit_offset, Word bits) {
    bytes_.resize((bits_ + bits + 7) / 8);
    vm::copy_bits(data, bit_offset, bytes_.data(), bits_, bits);
    bits_ += bits;
  }
  const Byte* data() const { return bytes_.data(); }
  Word bits() const { return bits_; }

 private:
  std::vector<Byte> bytes_;
  Word bits_ = 0;
};

bool append_bit_list(Term list, BitBuffer& out) {
  std::vector<Term> stack{list};
  while (!stack.empty()) {
    Term rest = stack.back();
    stack.pop_back();
    for (; rest.is_cons(); rest = rest.as_cons().tail) {
      const Term head = rest.as_cons().head;
      if (head.is_small() && head.as_small() >= 0 && head.as_small() <= 255) {
        out.add_byte(static_cast<Byte>(head.as_small()));
      } else if (head.is_bitstring()) {
        const vm::Bits bits = vm::bits_of(head);
        out.add(bits.bytes, bits.bit_offset, bits.bit_size);
      } else if (head.is_list()) {
        stack.push_back(rest.as_cons().tail);
        rest = head;
        break;
      } else {
        return false;
      }
    }
    // For a nested list, push the rest of the outer list and descend.
    if (rest.is_cons()) {
      stack.push_back(rest);
    } else if (rest.is_bitstring()) {
      const vm::Bits bits = vm::bits_of(rest);
      out.add(bits.bytes, bits.bit_offset, bits.bit_size);
    } else if (!rest.is_nil()) {
      return false;
    }
  }
  return true;
}

}  // namespace

BifResult byte_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  return Term::small(static_cast<SWord>((vm::bit_size(a[0]) + 7) / 8));
}

BifResult bit_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  return Term::small(static_cast<SWord>(vm::bit_size(a[0])));
}

BifResult size_1(Process& p, const Args<1>& a) {
  if (a[0].is_tuple()) return Term::small(static_cast<SWord>(a[0].as_tuple().arity()));
  if (a[0].is_bitstring()) return Term::small(static_cast<SWord>(vm::bit_size(a[0]) / 8));
  return p.badarg();
}

BifResult binary_part_3(Process& p, const Args<3>& a) { return binary_part(p, a[0], a[1], a[2]); }

BifResult binary_part_2(Process& p, const Args<2>& a) {
  if (!a[1].is_tuple_of(2)) return p.badarg();
  return binary_part(p, a[0], a[1].as_tuple().elements[0], a[1].as_tuple().elements[1]);
}

BifResult split_binary_2(Process& p, const Args<2>& a) {
  if (!a[0].is_bitstring() || !a[1].is_small() || a[1].as_small() < 0) return p.badarg();
  const Word bits = vm::bit_size(a[0]);
  const Word at = static_cast<Word>(a[1].as_small());
  if (at > bits / 8) return p.badarg();
  HeapBuilder builder(p);
  const Term left = vm::make_sub_binary(builder, a[0], 0, at * 8);
  const Term right = vm::make_sub_binary(builder, a[0], at * 8, bits - at * 8);
  return builder.tuple(left, right);
}

BifResult binary_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  HeapBuilder builder(p);
  p.use_reductions(static_cast<SWord>(bytes.size() / 64));
  return bytes_to_list(builder, bytes.span(), Term::nil());
}

BifResult binary_to_list_3(Process& p, const Args<3>& a) {
  if (!a[0].is_binary() || !a[1].is_small() || !a[2].is_small()) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  const SWord first = a[1].as_small();
  const SWord last = a[2].as_small();
  if (first < 1 || last < first || static_cast<Word>(last) > bytes.size()) return p.badarg();
  HeapBuilder builder(p);
  return bytes_to_list(
      builder,
      bytes.span().subspan(static_cast<Word>(first - 1), static_cast<Word>(last - first + 1)),
      Term::nil());
}

BifResult bitstring_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  const vm::Bits bits = vm::bits_of(a[0]);
  const Word rest = bits.bit_size % 8;
  HeapBuilder builder(p);
  Term tail = Term::nil();
  if (rest != 0) {
    const Term last = vm::make_sub_binary(builder, a[0], bits.bit_size - rest, rest);
    tail = builder.cons(last, tail);
  }
  std::vector<Byte> copy(bits.byte_size());
  if (!copy.empty())
    vm::copy_bits_to_start(bits.bytes, bits.bit_offset, copy.data(), bits.byte_size() * 8);
  return bytes_to_list(builder, copy, tail);
}

BifResult list_to_binary_1(Process& p, const Args<1>& a) {
  if (!a[0].is_list()) return p.badarg();
  return iolist_to_binary_1(p, a);
}

BifResult iolist_to_binary_1(Process& p, const Args<1>& a) {
  if (a[0].is_binary()) return a[0];
  std::string bytes;
  if (!vm::append_iodata(a[0], bytes)) return p.badarg();
  p.use_reductions(static_cast<SWord>(bytes.size() / 64));
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, bytes);
}

BifResult iolist_size_1(Process& p, const Args<1>& a) {
  const SWord size = vm::iodata_size(a[0]);
  if (size < 0) return p.badarg();
  return Term::small(size);
}

BifResult iolist_to_iovec_1(Process& p, const Args<1>& a) {
  if (a[0].is_nil()) return a[0];
  const Term binary = iolist_to_binary_1(p, a);
  if (!binary.has_value() || vm::bit_size(binary) == 0) {
    return binary.has_value() ? Term::nil() : binary;
  }
  return HeapBuilder(p).cons(binary, Term::nil());
}

BifResult list_to_bitstring_1(Process& p, const Args<1>& a) {
  BitBuffer bits;
  if (!a[0].is_list() || !append_bit_list(a[0], bits)) return p.badarg();
  HeapBuilder builder(p);
  return vm::make_bitstring(builder, bits.data(), 0, bits.bits());
}

}  // namespace bif
