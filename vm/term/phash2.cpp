// erlang:phash2: Bob Jenkins' lookup2 over the parts of a term.
#include "vm/term/atom_table.h"
#include "vm/term/fun_identity.h"
#include "vm/term/hash.h"
#include "vm/term/hash_parts.h"
#include "vm/term/map_trie.h"
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

std::uint32_t low(Word w) { return static_cast<std::uint32_t>(w); }
std::uint32_t high(Word w) { return static_cast<std::uint32_t>(w >> 32); }

std::uint32_t mix(std::uint32_t hash, std::uint32_t x, std::uint32_t y, std::uint32_t constant) {
  Lookup2 state{constant + x, constant + y, hash};
  state.mix();
  return state.c;
}
std::uint32_t mix_word(std::uint32_t hash, Word w, std::uint32_t constant) {
  return mix(hash, low(w), high(w), constant);
}

std::uint32_t hash_small(std::uint32_t hash, SWord value) {
  constexpr SWord kLimit = SWord{1} << 27;
  const Word magnitude = value < 0 ? -static_cast<Word>(value) : static_cast<Word>(value);
  if (value < -kLimit || value >= kLimit)
    return mix_word(hash, magnitude, golden(value < 0 ? 10 : 11));
  if (value < 0) hash = mix(hash, low(magnitude), 0, kGolden);
  return mix(hash, static_cast<std::uint32_t>(value), 0, kGolden);
}

// What is seldom in a term is not inlined, so that the hash of the rest stays in a register.

[[gnu::noinline]] std::uint32_t hash_big(std::uint32_t hash, const Big& big) {
  for (Word i = 0; i < big.size(); ++i)
    hash = mix_word(hash, big.limbs[i], golden(big.negative() ? 10 : 11));
  return hash;
}

[[gnu::noinline]] std::uint32_t hash_bits(std::uint32_t hash, Term t) {
  const Bits bits = bits_of(t);
  hash += golden(13);
  if (bits.bit_size == 0) return hash;
  const AlignedBits aligned(bits);
  hash = hash_bytes(aligned.bytes(), aligned.byte_size() & 0xFFFFFFFF, hash);
  const unsigned tail_bits = aligned.tail_bits();
  return tail_bits == 0 ? hash : mix(hash, tail_bits, aligned.tail(), golden(15));
}

[[gnu::noinline]] std::uint32_t hash_fun(std::uint32_t hash, const Fun& fun) {
  const FunIdentity id = fun_identity(fun);
  if (fun.is_external()) {
    hash = mix(hash, low(id.arity), atom_hash(id.module), kGolden);
    return mix(hash, atom_hash(id.function), 0, golden(14));
  }
  hash = mix(hash, low(fun.num_free()), atom_hash(id.module), kGolden);
  return mix(hash, low(id.index), low(id.old_uniq), kGolden);
}

/// Terms that are still to be hashed, or the rest of a map. The pairs of a map are hashed one by
/// one, and their hashes combined by XOR, so that their order does not matter.
struct Pending {
  enum Kind : Byte {
    kTerms,
    kFlatKey,  // the next key of a flat map, or its end; before, the end of a pair
    kFlatValue,
    kSlots,   // the slots of a node of a trie; before, the end of a pair
    kMapEnd,  // the end of a trie
  };
  Kind kind;
  std::uint32_t count;  // not in kMapEnd
  const Term* terms;    // kFlatValue: the next key, too
  // Flat maps and kMapEnd.
  const Term* values;
  std::uint32_t hash;   // of what is before the pairs
  std::uint32_t pairs;  // of the pairs around this map
};

class Phash2 {
 public:
  explicit Phash2(WorkStack<Pending>& pending) : pending_(pending) {}

  std::uint32_t run(Term term) {
    while (term.has_value()) {
      term = add(term);
      if (term.is_none()) term = next();
    }
    return hash_;
  }

  // Called by add_boxed() for the type of an object. Each returns the term that is to be hashed
  // next, or none(): the next pending one.

  Term add_tuple(const Tuple& tuple) {
    hash_ = mix(hash_, low(tuple.arity()), 0, golden(9));
    return walk(tuple.elements, tuple.arity());
  }
  Term add_record(Term t) {
    const Record& record = t.as_boxed<Record>();
    const auto type = static_cast<std::uint32_t>(record.type().hash.as_small());
    hash_ = mix(hash_, low(record.count()), type, golden(23));
    return walk(record.values, record.count());
  }
  Term add_big(const Big& big) { return now(hash_big(hash_, big)); }
  Term add_float(double value) {
    const auto bits = std::bit_cast<Word>(value == 0 ? 0.0 : value);  // -0.0 hashes like 0.0
    return now(mix(hash_, high(bits), low(bits), golden(12)));
  }
  Term add_ref(Term t) { return now(mix(hash_, low(ref_low_numbers(t)), 0, golden(7))); }
  Term add_pid(Term t) { return now(mix(hash_, low(pid_number(t)), 0, golden(5))); }
  Term add_port(Term t) { return now(mix_word(hash_, port_number(t), golden(6))); }
  Term add_map(Term map) {
    const Word size = map_size(map);
    hash_ = mix(hash_, low(size), 0, golden(16));
    if (size == 0) return Term::none();
    if (map.is_flat_map()) {
      const FlatMap& flat = map.as_boxed<FlatMap>();
      const Term* keys = flat.keys.as_tuple().elements;
      pending_.push({Pending::kFlatKey, low(size), keys, flat.values, hash_, pairs_});
    } else {
      pending_.push({Pending::kMapEnd, 0, nullptr, nullptr, hash_, pairs_});
      push_slots(map);
    }
    hash_ = 0;
    pairs_ = 0;
    return Term::none();
  }
  Term add_fun(const Fun& fun) {
    hash_ = hash_fun(hash_, fun);
    return fun.is_external() ? Term::none() : walk(fun.free, fun.num_free());
  }
  Term add_bits(Term t) { return now(hash_bits(hash_, t)); }

 private:
  Term now(std::uint32_t hash) {
    hash_ = hash;
    return Term::none();
  }
  void push(const Term* terms, Word count) {
    if (count > 0) pending_.push({Pending::kTerms, low(count), terms, nullptr, 0, 0});
  }
  void push_slots(Term node) {
    const Slots slots = slots_of(node);
    pending_.push({Pending::kSlots, low(slots.count), slots.begin, nullptr, 0, 0});
  }

  /// False, and nothing is done, for a term that is none of the most frequent immediates.
  [[gnu::always_inline]] bool add_immediate(Term t) {
    if (t.is_small()) {
      hash_ = hash_small(hash_, t.as_small());
    } else if (t.is_atom()) {
      const std::uint32_t hash = atom_hash(t);
      hash_ = hash_ == 0 ? hash : mix(hash_, hash, 0, golden(3));
    } else if (t.is_nil()) {
      // 2: the type number of nil in OTP.
      hash_ = hash_ == 0 ? 3468870702u : mix(hash_, 2, 0, golden(2));
    } else {
      return false;
    }
    return true;
  }

  /// Hashes the terms up to one that is not such an immediate, which it returns.
  [[gnu::always_inline]] Term walk(const Term* terms, Word count) {
    for (; count > 0; --count) {
      const Term term = *terms++;
      if (add_immediate(term)) continue;
      push(terms, count - 1);
      return term;
    }
    return Term::none();
  }

  /// The same for the rest of a flat map.
  [[gnu::always_inline]] Term walk_flat_map(Pending& map) {
    for (;;) {
      if (map.kind == Pending::kFlatKey) {
        end_pair();
        if (map.count == 0) break;
        const Term key = *map.terms++;
        map.kind = Pending::kFlatValue;
        if (!add_immediate(key)) return key;
      }
      --map.count;
      const Term value = *map.values++;
      map.kind = Pending::kFlatKey;
      if (!add_immediate(value)) return value;
    }
    end_map(map);
    return Term::none();
  }

  /// The next pending term that is not hashed at once; none(): there are no more.
  [[gnu::always_inline]] Term next() {
    while (!pending_.empty()) {
      Pending& top = pending_.top();
      Term term;
      switch (top.kind) {
        case Pending::kTerms: {
          pending_.drop();
          term = walk(top.terms, top.count);
          break;
        }
        case Pending::kFlatKey:
        case Pending::kFlatValue:
          term = walk_flat_map(top);
          break;
        case Pending::kSlots: {
          end_pair();
          const Term slot = *top.terms++;
          if (--top.count == 0) pending_.drop();
          if (slot.is_cons()) {
            term = walk(&slot.as_cons().head, 2);
          } else {
            push_slots(slot);
          }
          break;
        }
        case Pending::kMapEnd:
          end_pair();
          end_map(top);
          break;
      }
      if (term.has_value()) return term;
    }
    return Term::none();
  }
  void end_pair() {
    pairs_ ^= hash_;
    hash_ = 0;
  }
  void end_map(const Pending& map) {
    hash_ = mix(map.hash, pairs_, 0, golden(19));
    pairs_ = map.pairs;
    pending_.drop();
  }

  [[gnu::always_inline]] Term add(Term t) {
    if (t.is_cons()) return add_list(&t.as_cons());
    if (t.is_boxed()) return add_boxed(*this, t);
    if (add_immediate(t)) return Term::none();
    return t.is_local_pid() ? add_pid(t) : add_port(t);
  }

  // Bytes that follow each other are hashed four at a time.
  Term add_list(const Cons* cell) {
    std::uint32_t packed = 0;
    int count = 0;
    const auto end_bytes = [&] {
      if (count > 0) hash_ = mix(hash_, packed, 0, golden(4));
      packed = 0;
      count = 0;
    };
    for (;; cell = &cell->tail.as_cons()) {
      if (cell->head.is_byte()) {
        packed = (packed << 8) + static_cast<std::uint32_t>(cell->head.as_small());
        if (++count == 4) end_bytes();
      } else {
        end_bytes();
        if (!add_immediate(cell->head)) {
          push(&cell->tail, 1);
          return cell->head;
        }
      }
      if (!cell->tail.is_cons()) break;
    }
    end_bytes();
    return cell->tail;
  }

  std::uint32_t hash_ = 0;
  std::uint32_t pairs_ = 0;
  // Elsewhere, as its address is taken: the hashes would be kept in memory with it.
  WorkStack<Pending>& pending_;
};

}  // namespace

std::uint32_t phash2(Term term) {
  WorkStack<Pending> pending;
  return Phash2(pending).run(term);
}

}  // namespace vm
