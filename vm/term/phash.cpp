// erlang:phash: the oldest of the hashes, a multiplicative hash over bytes.
#include "vm/term/atom_table.h"
#include "vm/term/fun_identity.h"
#include "vm/term/hash.h"
#include "vm/term/hash_parts.h"
#include "vm/term/work_stack.h"

namespace vm {
namespace {

using namespace detail;

// Primes just above 2^28, numbered as in OTP's description of the algorithm.
constexpr std::uint32_t kPrime1 = 268440163, kPrime2 = 268439161, kPrime3 = 268435459,
                        kPrime4 = 268436141, kPrime5 = 268438633, kPrime6 = 268437017,
                        kPrime8 = 268437511, kPrime9 = 268439627, kPrime10 = 268440479,
                        kPrime11 = 268440577, kPrime12 = 268440581, kPrime13 = 268440593,
                        kPrime14 = 268440611;

class Phash {
 public:
  std::uint32_t run(Term term) {
    todo_.push({Kind::kTerm, term.bits()});
    while (!todo_.empty()) {
      const Item item = todo_.pop();
      switch (item.kind) {
        case Kind::kTerm:
          add(Term::from_bits(item.value));
          break;
        case Kind::kTail:
          add_tail(Term::from_bits(item.value));
          break;
        case Kind::kListEnd:
          hash_ *= kPrime8;
          break;
        case Kind::kTupleEnd:
          step(static_cast<std::uint32_t>(item.value), kPrime9);
          break;
      }
    }
    return hash_;
  }

  // Called by add_boxed() for the type of an object.

  void add_tuple(const Tuple& tuple) {
    todo_.push({Kind::kTupleEnd, tuple.arity()});
    for (Word i = tuple.arity(); i-- > 0;) push(tuple.elements[i]);
  }
  void add_map(Term t) { step(kPrime14 + phash2(t), kPrime13); }
  void add_record(Term t) { step(kPrime14 + phash2(t), kPrime13); }
  void add_big(const Big& big) { add_magnitude(big.limbs, big.size(), big.negative()); }
  void add_float(double value) {
    const auto bits = std::bit_cast<Word>(value == 0 ? 0.0 : value);  // -0.0 hashes like 0.0
    step(static_cast<std::uint32_t>(bits) ^ static_cast<std::uint32_t>(bits >> 32), kPrime6);
  }
  void add_ref(Term t) {
    steps(ref_low_numbers(t) & 0xFFFFFFFF, 4, kPrime9);
    hash_ *= kPrime10;
  }
  void add_pid(Term t) {
    steps(pid_number(t), 4, kPrime5);
    hash_ *= kPrime6;
  }
  void add_port(Term t) {
    if (port_number(t) >> 32) steps(port_number(t) >> 32, 4, kPrime11);
    steps(port_number(t) & 0xFFFFFFFF, 4, kPrime9);
    hash_ *= kPrime10;
  }

  void add_fun(const Fun& fun) {
    const FunIdentity id = fun_identity(fun);
    if (fun.is_external()) {
      step(static_cast<std::uint32_t>(id.arity), kPrime11);
      step(atom_hash(id.module), kPrime1);
      step(atom_hash(id.function), kPrime1);
      return;
    }
    step(static_cast<std::uint32_t>(fun.num_free()), kPrime10);
    step(atom_hash(id.module), kPrime1);
    step(static_cast<std::uint32_t>(id.index), kPrime2);
    step(static_cast<std::uint32_t>(id.old_uniq), kPrime2);
    for (Word i = fun.num_free(); i-- > 0;) push(fun.free[i]);
  }

  void add_bits(Term t) {
    const Bits bits = bits_of(t);
    const AlignedBits aligned(bits);
    std::uint32_t hash = hash_;  // local, so that the compiler keeps it in a register
    for (Word i = 0; i < aligned.byte_size(); ++i) hash = hash * kPrime1 + aligned.bytes()[i];
    hash_ = hash;
    if (aligned.tail_bits() > 0) {
      step(aligned.tail(), kPrime1);
      step(aligned.tail_bits(), kPrime12);
    }
    step(static_cast<std::uint32_t>(aligned.byte_size()), kPrime4);
  }

 private:
  enum class Kind : Byte { kTerm, kTail, kListEnd, kTupleEnd };
  struct Item {
    Kind kind;
    Word value;
  };

  void step(std::uint32_t value, std::uint32_t prime) { hash_ = hash_ * prime + value; }
  void steps(Word value, int bytes, std::uint32_t prime) {
    for (int i = 0; i < bytes; ++i, value >>= 8)
      step(static_cast<std::uint32_t>(value & 255), prime);
  }
  void add_magnitude(const Word* limbs, Word count, bool negative) {
    for (Word i = 0; i + 1 < count; ++i) steps(limbs[i], 8, kPrime2);
    steps(limbs[count - 1], limbs[count - 1] >> 32 ? 8 : 4, kPrime2);
    hash_ *= negative ? kPrime4 : kPrime3;
  }
  void push(Term t) { todo_.push({Kind::kTerm, t.bits()}); }

  void add(Term t) {
    if (t.is_cons()) return add_list(t);
    if (t.is_nil()) return step(1, kPrime3);
    if (t.is_atom()) return step(atom_hash(t), kPrime1);
    if (t.is_small()) {
      const auto magnitude =
          t.as_small() < 0 ? -static_cast<Word>(t.as_small()) : static_cast<Word>(t.as_small());
      return add_magnitude(&magnitude, 1, t.as_small() < 0);
    }
    if (t.is_local_pid()) return add_pid(t);
    if (t.is_local_port()) return add_port(t);
    add_boxed(*this, t);
  }

  void add_tail(Term tail) {
    if (tail.is_cons()) return add_list(tail);
    todo_.push({Kind::kListEnd, 0});
    add(tail);
  }

  void add_list(Term list) {
    while (list.as_cons().head.is_byte()) {
      step(static_cast<std::uint32_t>(list.as_cons().head.as_small()), kPrime2);
      list = list.as_cons().tail;
      if (!list.is_cons()) return add_tail(list);
    }
    todo_.push({Kind::kTail, list.as_cons().tail.bits()});
    push(list.as_cons().head);
  }

  std::uint32_t hash_ = 0;
  WorkStack<Item> todo_;
};

}  // namespace

std::uint32_t phash(Term term) {
  Phash hash;  // not Phash(), which would clear the work stack first
  return hash.run(term);
}

}  // namespace vm
