// internal_hash: MurmurHash3 over the words of a term, for map keys. The sequence of blocks is that
// of OTP 27, whose names alpha and beta for the two halves of the state are kept.
#include "vm/term/fun_identity.h"
#include "vm/term/hash.h"
#include "vm/term/hash_parts.h"
#include "vm/term/short_binary.h"
#include "vm/term/work_stack.h"

namespace vm {
namespace {

using namespace detail;

// What a block says about the ones that follow.
namespace block {
enum Type : Word {
  kImmediate = 1,
  kElement,
  kCar,
  kCdr,
  kString,
  kTuple,
  kFlatMap,
  kHashMapFull,  // a root with all sixteen slots
  kHashMap,
  kHashNode,
  kBinary,
  kClosure,
  kExternalFun,
  kNegative,
  kPositive,
  kLocalRef,
  kExternalRef,
  kExternalPid,
  kExternalPort,
  kFloat,
  kRecord,
};
}  // namespace block

Word two(Word low, Word high) { return low | high << 32; }

// The two halves and the number of blocks.
class HashState {
 public:
  void alpha(Word v) {
    alpha_ = (std::rotl(alpha_ ^ scramble_alpha(v), 27) + beta_) * 5 + 0x52DCE729;
    ++ticks_;
  }
  void beta(Word v) {
    beta_ = (std::rotl(beta_ ^ scramble_beta(v), 31) + alpha_) * 5 + 0x38495AB5;
    ++ticks_;
  }
  void immediate(Term t) {
    alpha(block::kImmediate);
    beta(t.bits());
  }
  // The last bytes of a binary, up to 16, are XORed into the state without another round, as in
  // MurmurHash3.
  void last_bytes(Word first, Word count, Word second) {
    if (count > 8) beta_ ^= scramble_beta(second);
    if (count > 0) alpha_ ^= scramble_alpha(first);
  }
  Word finish() const {
    Word a = alpha_ ^ ticks_, b = beta_ ^ ticks_;
    a += b;
    b += a;
    a = mix_bits(a);
    b = mix_bits(b);
    a += b;
    b += a;
    return a ^ b;
  }

 private:
  static constexpr Word kC1 = 0x87C37B91114253D5, kC2 = 0x4CF5AD432745937F;

  static Word scramble_alpha(Word v) { return std::rotl(v * kC1, 31) * kC2; }
  static Word scramble_beta(Word v) { return std::rotl(v * kC2, 33) * kC1; }

  Word alpha_ = 0, beta_ = 0, ticks_ = 0;
};

// Adds the cells of a list up to one whose head is no immediate. Returns that cell, or the end.
[[gnu::always_inline]] inline Term add_cells(HashState& state, Term list) {
  for (;;) {
    Word packed = 0, bytes = 0;
    for (; list.is_cons() && list.as_cons().head.is_byte(); list = list.as_cons().tail) {
      packed = packed << 8 | static_cast<Word>(list.as_cons().head.as_small());
      if (++bytes == 4) {
        state.alpha(two(block::kString | bytes << 8, packed));
        packed = bytes = 0;
      }
    }
    if (bytes > 0) state.alpha(two(block::kString | bytes << 8, packed));
    if (!list.is_cons()) return list;
    const Cons& cell = list.as_cons();
    if (!cell.head.is_immediate()) return list;
    state.alpha(two(block::kImmediate, block::kCar));
    state.beta(cell.head.bits());
    if (!cell.tail.is_cons()) state.alpha(block::kCdr);
    list = cell.tail;
    if (!list.is_cons()) return list;
  }
}

// What most keys are is hashed without a work stack and with the state in registers: strings, short
// binaries, tuples of few other terms than immediates. False: it is none of these, and the state of
// no use.

bool add_flat_list(HashState& state, Term list) {
  const Term end = add_cells(state, list);
  if (!end.is_immediate()) return false;
  state.immediate(end);
  return true;
}
bool add_short_binary(HashState& state, Term term) {
  const auto& binary = term.as_boxed<HeapBinary>();
  state.alpha(block::kBinary);
  state.beta(binary.bit_size);
  Word bits = binary.bit_size, word = 0;
  for (; bits >= 128; bits -= 128, word += 2) {
    state.alpha(word_of(binary, word, 64));
    state.beta(word_of(binary, word + 1, 64));
  }
  if (bits == 0) return true;
  state.last_bytes(word_of(binary, word, std::min<Word>(bits, 64)), bits / 8,
                   bits > 64 ? word_of(binary, word + 1, bits - 64) : 0);
  return true;
}

// Of the elements one may be a tuple, a list or a short binary, which is hashed behind the others.
bool add_flat_tuple(HashState& state, Term tuple) {
  for (;;) {
    const Tuple& elements = tuple.as_tuple();
    const Word arity = elements.arity();
    state.alpha(block::kTuple);
    state.beta(arity);
    Term last = Term::none();
    for (Word i = 0; i < arity; ++i) {
      const Term element = elements.elements[i];
      if (element.is_immediate()) {
        state.immediate(element);
        continue;
      }
      if (last.has_value()) return false;
      if (i + 1 < arity) state.alpha(block::kElement);
      last = element;
    }
    if (last.is_none()) return true;
    if (last.is_cons()) return add_flat_list(state, last);
    if (!last.is_tuple()) return is_short_binary(last) && add_short_binary(state, last);
    tuple = last;
  }
}

class InternalHash {
 public:
  Word run(Term term) {
    add(term);
    while (!todo_.empty()) {
      const Term next = todo_.pop();
      if (next.is_header()) {
        beta(block::kCdr);  // none() marks that the next term is the tail of a list
      } else {
        add(next);
      }
    }
    return state_.finish();
  }

  // Called by add_boxed() for the type of an object.

  void add_tuple(const Tuple& tuple) {
    alpha(block::kTuple);
    beta(tuple.arity());
    push_all(tuple.elements, tuple.arity());
  }
  // A map, or an inner node of one, which add_slots() deferred.
  void add_map(Term t) {
    if (t.is_flat_map()) {
      add_flat_map(t.as_boxed<vm::FlatMap>());
    } else if (t.is_hash_map()) {
      const auto& root = t.as_boxed<vm::HashMap>();
      const Word slots = header_words(root.header) - 1;
      alpha(slots == 16 ? block::kHashMapFull : block::kHashMap);
      beta(root.count());
      add_slots(root.slots, slots);
    } else {
      const auto& node = t.as_boxed<vm::HashNode>();
      alpha(block::kHashNode);
      add_slots(node.slots, header_words(node.header));
    }
  }
  void add_record(Term t) {
    const Record& record = t.as_boxed<Record>();
    alpha(two(block::kRecord, record.count()));
    beta(record.type().hash.bits());
    push_all(record.values, record.count());
  }
  void add_big(const Big& big) {
    alpha(two(big.negative() ? block::kNegative : block::kPositive, big.size()));
    Word i = 0;
    for (; i + 2 <= big.size(); i += 2) {
      alpha(big.limbs[i]);
      beta(big.limbs[i + 1]);
    }
    if (i < big.size()) beta(big.limbs[i]);
  }
  void add_float(double value) {
    alpha(block::kFloat);
    beta(std::bit_cast<Word>(value));
  }
  void add_ref(Term t) {
    if (t.is_boxed_as(Subtag::kExternalRef)) return add_external(t, block::kExternalRef);
    const bool is_magic = t.is_boxed_as(Subtag::kMagicRef);
    const Word low = is_magic ? t.as_boxed<MagicRef>().low : t.as_boxed<Ref>().low;
    const Word high = is_magic ? t.as_boxed<MagicRef>().high : t.as_boxed<Ref>().high;
    alpha(two(block::kLocalRef, low & 0xFFFFFFFF));
    beta(two(low >> 32, high & 0xFFFFFFFF));
    if (!is_magic && t.as_boxed<Ref>().has_pid()) alpha(t.as_boxed<Ref>().pid[0]);
  }
  void add_pid(Term t) { add_external(t, block::kExternalPid); }
  void add_port(Term t) { add_external(t, block::kExternalPort); }

  void add_fun(const Fun& fun) {
    if (fun.is_external()) {
      alpha(block::kExternalFun);
      beta(reinterpret_cast<Word>(fun.target));
      return;
    }
    const FunIdentity id = fun_identity(fun);
    alpha(two(block::kClosure, fun.num_free()));
    beta(two(id.index, id.old_uniq & 0xFFFFFFFF));
    state_.immediate(id.module);
    push_all(fun.free, fun.num_free());
  }

  void add_bits(Term t) {
    if (is_short_binary(t)) {
      add_short_binary(state_, t);
      return;
    }
    const Bits bits = bits_of(t);
    alpha(block::kBinary);
    beta(bits.bit_size);
    if (bits.bit_size == 0) return;
    const AlignedBits aligned(bits);
    const Byte* bytes = aligned.bytes();
    const auto read = [](const Byte* from, Word count) {
      Word value = 0;
      std::memcpy(&value, from, count);
      return value;
    };
    Word left = aligned.byte_size();
    for (; left >= 16; left -= 16, bytes += 16) {
      alpha(read(bytes, 8));
      beta(read(bytes + 8, 8));
    }
    state_.last_bytes(read(bytes, std::min<Word>(left, 8)), left,
                      left > 8 ? read(bytes + 8, left - 8) : 0);
    if (aligned.tail_bits() > 0) alpha(aligned.tail());
  }

 private:
  void alpha(Word v) { state_.alpha(v); }
  void beta(Word v) { state_.beta(v); }

  // Hashes an immediate at once and defers any other term. The deferral itself is hashed, so that
  // {a, {}, b, {}} and {{}, a, {}, b} have different hashes.
  void push(Term t) {
    if (t.is_immediate()) {
      state_.immediate(t);
    } else {
      alpha(block::kElement);
      todo_.push(t);
    }
  }
  void push_all(const Term* terms, Word count) {
    for (Word i = 0; i + 1 < count; ++i) push(terms[i]);
    if (count > 0) todo_.push(terms[count - 1]);
  }

  void add(Term t) {
    if (t.is_cons()) return add_list(t);
    if (t.is_boxed()) return add_boxed(*this, t);
    state_.immediate(t);
  }

  void add_list(Term list) {
    const Term end = add_cells(state_, list);
    if (!end.is_cons()) return add(end);
    const Cons& cell = end.as_cons();
    todo_.push(cell.tail);
    if (!cell.tail.is_cons()) todo_.push(Term::none());
    alpha(block::kCar);
    todo_.push(cell.head);
  }

  void add_external(Term t, block::Type type) {
    const External& external = t.as_boxed<External>();
    alpha(type);
    beta(reinterpret_cast<Word>(external.node));
    for (Word i = 0; i + 1 < header_words(external.header); ++i) alpha(external.data[i]);
  }

  void add_flat_map(const vm::FlatMap& map) {
    const Word size = map.count();
    alpha(block::kFlatMap);
    beta(size);
    if (size == 0) return;
    const Term* keys = map.keys.as_tuple().elements;
    for (Word i = 0; i + 1 < size; ++i) {
      push(map.values[i]);
      push(keys[i]);
    }
    push(map.values[size - 1]);
    todo_.push(keys[size - 1]);
  }

  void add_slots(const Term* slots, Word count) {
    for (Word i = 0; i < count; ++i) {
      if (slots[i].is_cons()) {
        push(slots[i].as_cons().tail);
        push(slots[i].as_cons().head);
      } else {
        todo_.push(slots[i]);
      }
    }
  }

  HashState state_;
  WorkStack<Term> todo_;
};

static_assert(std::endian::native == std::endian::little,
              "binaries are hashed as little-endian words");

[[gnu::noinline]] Word hash_deep(Term term) {
  InternalHash hash;  // not InternalHash(), which would clear the work stack first
  return hash.run(term);
}

}  // namespace

Word detail::internal_hash_of_object(Term term) {
  HashState state;
  bool is_complete = false;
  if (term.is_cons()) {
    is_complete = add_flat_list(state, term);
  } else if (term.is_tuple()) {
    is_complete = add_flat_tuple(state, term);
  } else if (is_short_binary(term)) {
    is_complete = add_short_binary(state, term);
  }
  return is_complete ? state.finish() : hash_deep(term);
}

}  // namespace vm
