// erlang:phash2: Bob Jenkins' lookup2 over the parts of a term.
#include "vm/term/atom_table.h"
#include "vm/term/fun_identity.h"
#include "vm/term/hash.h"
#include "vm/term/hash_parts.h"
#include "vm/term/map.h"
#include "vm/term/work_stack.h"

namespace vm {
namespace {

using namespace detail;

constexpr std::uint32_t kGolden = 0x9e3779b9;
constexpr std::uint32_t golden(std::uint32_t n) { return kGolden * n; }

struct Lookup2 {
  std::uint32_t a, b, c;
  void mix() {
    a = (a - b - c) ^ (c >> 13);
    b = (b - c - a) ^ (a << 8);
    c = (c - a - b) ^ (b >> 13);
    a = (a - b - c) ^ (c >> 12);
    b = (b - c - a) ^ (a << 16);
    c = (c - a - b) ^ (b >> 5);
    a = (a - b - c) ^ (c >> 3);
    b = (b - c - a) ^ (a << 10);
    c = (c - a - b) ^ (b >> 15);
  }
};

std::uint32_t hash_bytes(const Byte* bytes, Word size, std::uint32_t initial) {
  Lookup2 state{kGolden, kGolden, initial};
  const auto little = [](const Byte* p) {
    return p[0] | std::uint32_t{p[1]} << 8 | std::uint32_t{p[2]} << 16 | std::uint32_t{p[3]} << 24;
  };
  Word left = size;
  for (; left >= 12; left -= 12, bytes += 12) {
    state.a += little(bytes);
    state.b += little(bytes + 4);
    state.c += little(bytes + 8);
    state.mix();
  }
  state.c += static_cast<std::uint32_t>(size);
  // The lowest byte of c holds the length, so bytes 8 to 10 are added above it.
  for (Word i = 0; i < left; ++i) {
    std::uint32_t& part = i < 4 ? state.a : i < 8 ? state.b : state.c;
    part += std::uint32_t{bytes[i]} << (i < 8 ? i % 4 * 8 : (i - 7) * 8);
  }
  state.mix();
  return state.c;
}

class Phash2 {
 public:
  std::uint32_t run(Term term) {
    todo_.push({Kind::kTerm, term.bits()});
    while (!todo_.empty()) {
      const Item item = todo_.pop();
      switch (item.kind) {
        case Kind::kTerm:
          add(Term::from_bits(item.value));
          break;
        case Kind::kPairEnd:
          pairs_ ^= hash_;
          hash_ = 0;
          break;
        case Kind::kMapEnd: {
          hash_ = static_cast<std::uint32_t>(item.value);
          mix(pairs_, 0, golden(19));
          pairs_ = static_cast<std::uint32_t>(item.value >> 32);
          break;
        }
      }
    }
    return hash_;
  }

  // Called by add_boxed() for the type of an object.

  void add_tuple(const Tuple& tuple) {
    mix(static_cast<std::uint32_t>(tuple.arity()), 0, golden(9));
    for (Word i = tuple.arity(); i-- > 0;) push(tuple.elements[i]);
  }
  void add_record(Term t) {
    const Record& record = t.as_boxed<Record>();
    mix(static_cast<std::uint32_t>(record.count()),
        static_cast<std::uint32_t>(record.type().hash.as_small()), golden(23));
    for (Word i = record.count(); i-- > 0;) push(record.values[i]);
  }
  void add_big(const Big& big) {
    const std::uint32_t constant = big.negative() ? golden(10) : golden(11);
    for (Word i = 0; i < big.size(); ++i) {
      mix(static_cast<std::uint32_t>(big.limbs[i]), static_cast<std::uint32_t>(big.limbs[i] >> 32),
          constant);
    }
  }
  void add_float(double value) {
    const auto bits = std::bit_cast<Word>(value == 0 ? 0.0 : value);  // -0.0 hashes like 0.0
    mix(static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits), golden(12));
  }
  void add_ref(Term t) { mix(static_cast<std::uint32_t>(ref_low_numbers(t)), 0, golden(7)); }
  void add_pid(Term t) { mix(static_cast<std::uint32_t>(pid_number(t)), 0, golden(5)); }
  void add_port(Term t) {
    const Word number = port_number(t);
    mix(static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32), golden(6));
  }

  // Pairs are hashed separately and combined by XOR, so that their order does not matter.
  void add_map(Term map) {
    const Word size = map_size(map);
    mix(static_cast<std::uint32_t>(size), 0, golden(16));
    if (size == 0) return;
    todo_.push({Kind::kMapEnd, Word{pairs_} << 32 | hash_});
    hash_ = 0;
    pairs_ = 0;
    MapIterator iterator(map);
    for (Term key, value; iterator.next(&key, &value);) {
      todo_.push({Kind::kPairEnd, 0});
      push(value);
      push(key);
    }
  }

  void add_fun(const Fun& fun) {
    const FunIdentity id = fun_identity(fun);
    if (fun.is_external()) {
      mix(static_cast<std::uint32_t>(id.arity), atom_hash(id.module), kGolden);
      mix(atom_hash(id.function), 0, golden(14));
      return;
    }
    mix(static_cast<std::uint32_t>(fun.num_free()), atom_hash(id.module), kGolden);
    mix(static_cast<std::uint32_t>(id.index), static_cast<std::uint32_t>(id.old_uniq), kGolden);
    for (Word i = fun.num_free(); i-- > 0;) push(fun.free[i]);
  }

  void add_bits(Term t) {
    const Bits bits = bits_of(t);
    const std::uint32_t initial = golden(13) + hash_;
    if (bits.bit_size == 0) {
      hash_ = initial;
      return;
    }
    const AlignedBits aligned(bits);
    hash_ = hash_bytes(aligned.bytes(), aligned.byte_size() & 0xFFFFFFFF, initial);
    if (aligned.tail_bits() > 0) mix(aligned.tail_bits(), aligned.tail(), golden(15));
  }

 private:
  enum class Kind : Byte { kTerm, kPairEnd, kMapEnd };
  struct Item {
    Kind kind;
    Word value;
  };

  void push(Term t) { todo_.push({Kind::kTerm, t.bits()}); }
  void mix(std::uint32_t x, std::uint32_t y, std::uint32_t constant) {
    Lookup2 state{constant + x, constant + y, hash_};
    state.mix();
    hash_ = state.c;
  }

  void add(Term t) {
    if (t.is_cons()) return add_list(t);
    if (t.is_boxed()) return add_boxed(*this, t);
    if (t.is_small()) return add_small(t.as_small());
    if (t.is_atom()) {
      if (hash_ == 0) {
        hash_ = atom_hash(t);
      } else {
        mix(atom_hash(t), 0, golden(3));
      }
    } else if (t.is_nil()) {
      if (hash_ == 0) {
        hash_ = 3468870702u;
      } else {
        mix(2, 0, golden(2));  // 2: the type number of nil in OTP
      }
    } else if (t.is_local_pid()) {
      add_pid(t);
    } else {
      add_port(t);
    }
  }

  void add_small(SWord value) {
    constexpr SWord kLimit = SWord{1} << 27;
    const auto magnitude = value < 0 ? -static_cast<Word>(value) : static_cast<Word>(value);
    if (value >= -kLimit && value < kLimit) {
      if (value < 0) mix(static_cast<std::uint32_t>(magnitude), 0, kGolden);
      mix(static_cast<std::uint32_t>(value), 0, kGolden);
    } else {
      mix(static_cast<std::uint32_t>(magnitude), static_cast<std::uint32_t>(magnitude >> 32),
          value < 0 ? golden(10) : golden(11));
    }
  }

  // Bytes at the start of a list are hashed four at a time.
  void add_list(Term list) {
    std::uint32_t packed = 0;
    int count = 0;
    while (list.is_cons() && list.as_cons().head.is_byte()) {
      packed = (packed << 8) + static_cast<std::uint32_t>(list.as_cons().head.as_small());
      if (++count == 4) {
        mix(packed, 0, golden(4));
        packed = 0;
        count = 0;
      }
      list = list.as_cons().tail;
    }
    if (count > 0) mix(packed, 0, golden(4));
    if (list.is_cons()) {
      push(list.as_cons().tail);
      push(list.as_cons().head);
    } else {
      push(list);
    }
  }

  std::uint32_t hash_ = 0;
  std::uint32_t pairs_ = 0;
  WorkStack<Item> todo_;
};

}  // namespace

std::uint32_t phash2(Term term) {
  Phash2 hash;  // not Phash2(), which would clear the work stack first
  return hash.run(term);
}

}  // namespace vm
