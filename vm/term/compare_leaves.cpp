// Each kind of term from the most significant part of its identity to the least.
#include "vm/term/compare_leaves.h"

#include "vm/term/atom_table.h"
#include "vm/term/compare.h"
#include "vm/term/node.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace vm {
namespace {

int compare_magnitudes(const Big& a, const Big& b) {
  if (a.size() != b.size()) return order_of(a.size(), b.size());
  for (Word i = a.size(); i-- > 0;) {
    if (a.limbs[i] != b.limbs[i]) return order_of(a.limbs[i], b.limbs[i]);
  }
  return 0;
}

int compare_integers(Term a, Term b) {
  if (Term::both_small(a, b)) return order_of(a.as_small(), b.as_small());
  if (a.is_small()) return b.as_boxed<Big>().negative() ? 1 : -1;
  const Big& x = a.as_boxed<Big>();
  if (b.is_small()) return x.negative() ? -1 : 1;
  const Big& y = b.as_boxed<Big>();
  if (x.negative() != y.negative()) return x.negative() ? -1 : 1;
  return x.negative() ? compare_magnitudes(y, x) : compare_magnitudes(x, y);
}

// Order of a big magnitude and a positive float.
int compare_magnitude_float(const Big& big, double value) {
  // value = fraction * 2^exponent with 1/2 <= fraction < 1, so its integer part has `exponent`
  // bits.
  int exponent;
  const double fraction = std::frexp(value, &exponent);
  const auto top_bits = static_cast<Word>(64 - __builtin_clzll(big.limbs[big.size() - 1]));
  const SWord big_bits = static_cast<SWord>((big.size() - 1) * 64 + top_bits);
  if (big_bits != exponent) return order_of<SWord>(big_bits, exponent);
  // Both have the same number of bits, at least 60, so the float is an integer. Compare its
  // mantissa with the leading 64 bits of the big; `rest` tells whether any lower bit is set.
  const auto mantissa = static_cast<Word>(std::ldexp(fraction, 64));
  Word leading = big.limbs[big.size() - 1] << (64 - top_bits);
  bool rest = false;
  for (Word i = big.size() - 1; i-- > 0;) {
    const bool next = i == big.size() - 2;
    if (next && top_bits < 64) leading |= big.limbs[i] >> top_bits;
    const Word unused = next && top_bits < 64 ? big.limbs[i] << (64 - top_bits) : big.limbs[i];
    rest = rest || unused != 0;
  }
  if (leading != mantissa) return order_of(leading, mantissa);
  return rest ? 1 : 0;
}

int compare_floats_exactly(double a, double b) {
  if (a == 0 && b == 0) return order_of(!std::signbit(a), !std::signbit(b));
  return order_of(a, b);
}

int compare_nodes(Term a, Term b) {
  const Node x = node_of(a), y = node_of(b);
  if (const int order = compare_atoms(x.name, y.name)) return order;
  return order_of(x.creation, y.creation);
}

// The number in the low 32 bits and the serial above them.
Word pid_data(Term pid) {
  if (pid.is_local_pid()) return (pid.id_data() >> 28) << 32 | (pid.id_data() & 0xFFFFFFF);
  const External& external = pid.as_boxed<External>();
  return external.data[1] << 32 | external.data[0];
}

// The 32-bit numbers of a reference, two per word, least significant first.
struct RefNumbers {
  Word words[3];
};
RefNumbers ref_numbers(Term ref) {
  switch (header_subtag(ref.header())) {
    case Subtag::kRef: {
      const Ref& local = ref.as_boxed<Ref>();
      // The owner's pid of an alias is part of its identity, and more significant than the numbers.
      return {{local.low, (local.high & 0xFFFFFFFF), local.has_pid() ? local.pid[0] : 0}};
    }
    case Subtag::kMagicRef: {
      const auto& magic = ref.as_boxed<MagicRef>();
      return {{magic.low, magic.high & 0xFFFFFFFF, 0}};
    }
    default: {
      const External& external = ref.as_boxed<External>();
      RefNumbers numbers{};
      for (Word i = 1; i < header_words(external.header) - 1; ++i)
        numbers.words[i - 1] = external.data[i];
      return numbers;
    }
  }
}

// Reads up to 8 bits from `offset` into the high bits of a byte. Reads only bytes that hold
// requested bits.
unsigned bits_at(const Byte* bytes, Word offset, Word count) {
  const Word first = offset / 8, shift = offset % 8;
  unsigned value = static_cast<unsigned>(bytes[first]) << shift;
  if (shift + count > 8) value |= bytes[first + 1] >> (8 - shift);
  return value & 0xFF & (0xFF00u >> count);
}

}  // namespace

int compare_numbers(Term a, Term b, bool exact) {
  const bool a_float = a.is_float(), b_float = b.is_float();
  if (a_float && b_float) {
    return exact ? compare_floats_exactly(float_value(a), float_value(b))
                 : order_of(float_value(a), float_value(b));
  }
  if (!a_float && !b_float) return compare_integers(a, b);
  if (exact) return a_float ? 1 : -1;
  return a_float ? -compare_integer_float(b, float_value(a))
                 : compare_integer_float(a, float_value(b));
}

int compare_pids(Term a, Term b) {
  if (pid_data(a) != pid_data(b)) return order_of(pid_data(a), pid_data(b));
  return compare_nodes(a, b);
}

int compare_ports(Term a, Term b) {
  if (const int order = compare_nodes(a, b)) return order;
  const auto number = [](Term port) {
    return port.is_local_port() ? port.id_data() : port.as_boxed<External>().data[0];
  };
  return order_of(number(a), number(b));
}

int compare_refs(Term a, Term b) {
  if (const int order = compare_nodes(a, b)) return order;
  const RefNumbers x = ref_numbers(a), y = ref_numbers(b);
  for (int i = 2; i >= 0; --i) {
    if (x.words[i] != y.words[i]) return order_of(x.words[i], y.words[i]);
  }
  return 0;
}

int compare_bits(const Bits& a, const Bits& b) {
  const Word common = std::min(a.bit_size, b.bit_size);
  Word done = 0;
  if (a.is_byte_aligned() && b.is_byte_aligned()) {
    if (common >= 8) {
      if (const int order = std::memcmp(a.bytes, b.bytes, common / 8)) return order < 0 ? -1 : 1;
    }
    done = common / 8 * 8;
  }
  while (done < common) {
    const Word count = std::min<Word>(8, common - done);
    const unsigned x = bits_at(a.bytes, a.bit_offset + done, count);
    const unsigned y = bits_at(b.bytes, b.bit_offset + done, count);
    if (x != y) return x < y ? -1 : 1;
    done += count;
  }
  return order_of(a.bit_size, b.bit_size);
}

int compare_integer_float(Term integer, double value) {
  if (std::isinf(value)) return value > 0 ? -1 : 1;
  if (integer.is_small()) {
    const SWord small = integer.as_small();
    constexpr SWord kExact = SWord{1} << 53;  // integers up to here convert to floats exactly
    if (small >= -kExact && small <= kExact) return order_of(static_cast<double>(small), value);
    if (value >= 0x1p62) return -1;
    if (value <= -0x1p62) return 1;
    // A float with a fraction is below 2^53, so truncation does not change the order.
    return order_of(small, static_cast<SWord>(value));
  }
  const Big& big = integer.as_boxed<Big>();
  if (big.negative()) return value >= 0 ? -1 : -compare_magnitude_float(big, -value);
  return value <= 0 ? 1 : compare_magnitude_float(big, value);
}

}  // namespace vm
