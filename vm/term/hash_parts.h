// Code shared by the three hash functions: the numbers of identifiers, byte-aligned views of
// bitstrings, and the dispatch on the type of an object.
#pragma once

#include "vm/base/bits.h"
#include "vm/term/boxed.h"

#include <vector>

namespace vm::detail {

/// The two low 32-bit numbers of a local or external reference.
inline Word ref_low_numbers(Term ref) {
  switch (header_subtag(ref.header())) {
    case Subtag::kRef:
      return ref.as_boxed<Ref>().low;
    case Subtag::kMagicRef:
      return ref.as_boxed<MagicRef>().low;
    default: {
      const External& external = ref.as_boxed<External>();
      return external.data[0] == 0 ? 0 : external.data[1];
    }
  }
}

/// The numbers of a local or external pid (without its serial) or port.
inline Word pid_number(Term pid) {
  return pid.is_local_pid() ? pid.id_data() & 0xFFFFFFF : pid.as_boxed<External>().data[0];
}
inline Word port_number(Term port) {
  return port.is_local_port() ? port.id_data() : port.as_boxed<External>().data[0];
}

/// The bytes of a bitstring, aligned to a byte boundary: its own bytes if they are aligned,
/// otherwise a copy. The bits after the end are zero in a copy and arbitrary otherwise.
class AlignedBits {
 public:
  explicit AlignedBits(const Bits& bits) : bit_size_(bits.bit_size), bytes_(bits.bytes) {
    if (bits.bit_offset == 0) return;
    copy_.resize((bit_size_ + 7) / 8);
    copy_bits_to_start(bits.bytes, bits.bit_offset, copy_.data(), bit_size_);
    bytes_ = copy_.data();
  }
  const Byte* bytes() const { return bytes_; }
  Word byte_size() const { return bit_size_ / 8; }
  unsigned tail_bits() const { return bit_size_ % 8; }
  /// The bits after the last whole byte as a number; only if tail_bits() > 0.
  unsigned tail() const { return bytes_[byte_size()] >> (8 - tail_bits()); }

 private:
  Word bit_size_;
  const Byte* bytes_;
  std::vector<Byte> copy_;
};

/// Calls the add function of `hash` for the type of a boxed object. A hash that does not tell two
/// types apart has one function for both. Returns what that does.
template <class Hash>
[[gnu::always_inline]] inline auto add_boxed(Hash& hash, Term t) {
  switch (header_subtag(t.header())) {
    case Subtag::kTuple:
      return hash.add_tuple(t.as_tuple());
    case Subtag::kFlatMap:
    case Subtag::kHashMap:
    case Subtag::kHashNode:
      return hash.add_map(t);
    case Subtag::kRecord:
      return hash.add_record(t);
    case Subtag::kFun:
      return hash.add_fun(t.as_boxed<Fun>());
    case Subtag::kHeapBinary:
    case Subtag::kSubBinary:
      return hash.add_bits(t);
    case Subtag::kBigPositive:
    case Subtag::kBigNegative:
      return hash.add_big(t.as_boxed<Big>());
    case Subtag::kFloat:
      return hash.add_float(float_value(t));
    case Subtag::kRef:
    case Subtag::kMagicRef:
    case Subtag::kExternalRef:
      return hash.add_ref(t);
    case Subtag::kExternalPid:
      return hash.add_pid(t);
    case Subtag::kExternalPort:
      return hash.add_port(t);
    case Subtag::kRefBinary:
      VM_UNREACHABLE();
  }
}

}  // namespace vm::detail
