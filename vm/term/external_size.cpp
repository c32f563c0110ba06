// A sum in a register: the encoder, which only counts, has it in memory.
#include "vm/term/external_size.h"

#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/external_tags.h"
#include "vm/term/map.h"

namespace vm::detail {
namespace {

constexpr unsigned kMostLevels = 20;

class Counter {
 public:
  explicit Counter(Word most) : left_(most) {}

  // What is not counted is 0.
  Word size_of(Term t, unsigned levels) {
    if (t.is_byte()) return 2;
    if (t.is_small()) return size_of_integer(t);
    if (t.is_atom()) return size_of_atom(t);
    if (t.is_nil()) return 1;
    if (levels == 0 || !t.is_pointer()) return give_up();
    return t.is_cons() ? size_of_list(t, levels - 1) : size_of_object(t, levels - 1);
  }
  bool gave_up() const { return gave_up_; }

 private:
  Word give_up() {
    gave_up_ = true;
    left_ = 0;
    return 0;
  }

  static Word size_of_integer(Term t) {
    if (t.is_small() && t.as_small() >= INT32_MIN && t.as_small() <= INT32_MAX) return 5;
    const Word size = (integer_bits(t) + 7) / 8;
    return (size < 256 ? 3 : 6) + size;
  }
  static Word size_of_atom(Term t) {
    const Word size = atom_text(t).size();
    return (size < 256 ? 2 : 3) + size;
  }
  Word size_of_bits(Word bit_size) {
    const Word size = (bit_size + 7) / 8;
    if (size > kMostBytes) return give_up();
    return (bit_size % 8 == 0 ? 5 : 6) + size;
  }
  Word size_of_all(const Term* first, Word count, unsigned levels) {
    if (count > left_) return give_up();
    left_ -= count;
    Word size = 0;
    for (; count > 0; --count) size += size_of(*first++, levels);
    return size;
  }

  Word size_of_object(Term t, unsigned levels) {
    switch (header_subtag(t.header())) {
      case Subtag::kTuple: {
        const Tuple& tuple = t.as_tuple();
        return (tuple.arity() < 256 ? 2 : 5) + size_of_all(tuple.elements, tuple.arity(), levels);
      }
      case Subtag::kFloat:
        return 9;
      case Subtag::kBigPositive:
      case Subtag::kBigNegative:
        return size_of_integer(t);
      case Subtag::kHeapBinary:
      case Subtag::kSubBinary:
        return size_of_bits(bits_of(t).bit_size);
      case Subtag::kFlatMap: {
        const auto& map = t.as_boxed<FlatMap>();
        return 5 + size_of_all(map.keys.as_tuple().elements, map.count(), levels) +
               size_of_all(map.values, map.count(), levels);
      }
      default:
        return give_up();
    }
  }

  // A proper list of bytes is a string if its length fits 16 bits.
  Word size_of_list(Term list, unsigned levels) {
    Word count = 0;
    Term tail = list;
    for (; tail.is_cons() && tail.as_cons().head.is_byte(); tail = tail.as_cons().tail) {
      ++count;
      if (count > left_) return give_up();
    }
    left_ -= count;
    if (tail.is_nil() && count <= kMaxString) return 3 + count;
    Word size = 5 + 2 * count;
    for (; tail.is_cons(); tail = tail.as_cons().tail) {
      if (left_ == 0) return give_up();
      --left_;
      size += size_of(tail.as_cons().head, levels);
    }
    return size + size_of(tail, levels);
  }

  Word left_;  // terms
  bool gave_up_ = false;
};

}  // namespace

std::optional<Word> size_of_external(Term term, const EncodeOptions& options, Word most) {
  if (options.atoms != nullptr || options.minor_version < 2) return std::nullopt;
  Counter counter(most);
  const Word size = counter.size_of(term, kMostLevels);
  if (counter.gave_up()) return std::nullopt;
  return size;
}

}  // namespace vm::detail
