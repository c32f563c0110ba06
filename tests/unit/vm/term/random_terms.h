// Terms for tests: an arena that keeps them alive, and random ones of every kind that needs no
// code.
#pragma once

#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/term/record.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace vm {

class TermArena {
 public:
  explicit TermArena(std::uint64_t seed = 1) : random_(seed) {}
  ~TermArena() { HeapFragment::free_chain(builder.take_fragments()); }

  HeapBuilder builder{4096};

  Term atom(std::string_view text) { return intern_atom(text).value(); }
  Term binary(std::string_view text) {
    return make_binary(builder, reinterpret_cast<const Byte*>(text.data()), text.size());
  }
  Term bits(std::string_view text, Word offset, Word count) {
    return make_bitstring(builder, reinterpret_cast<const Byte*>(text.data()), offset, count);
  }
  Term big(std::vector<Word> limbs, bool negative = false) {
    Term* words = builder.alloc(limbs.size() + 1);
    words[0] = Term::from_bits(
        make_header(negative ? Subtag::kBigNegative : Subtag::kBigPositive, limbs.size()));
    for (Word i = 0; i < limbs.size(); ++i) words[i + 1] = Term::from_bits(limbs[i]);
    return Term::boxed(words);
  }
  Term list(std::vector<Term> elements, Term tail = Term::nil()) {
    return builder.list_from(elements, tail);
  }
  /// Of this node: the first number, in the low half of `low`, has 18 bits.
  Term ref(Word low, Word high) {
    constexpr Word kAllowed = ~Word{0xFFFC0000};
    Term* words = builder.alloc(kRefWords);
    words[0] = Term::from_bits(make_header(Subtag::kRef, kRefWords - 1));
    words[1] = Term::from_bits(low & kAllowed);
    words[2] = Term::from_bits(high);
    return Term::boxed(words);
  }
  Term external(Subtag tag, std::string_view node, std::uint32_t creation, std::vector<Word> data) {
    auto& e = *reinterpret_cast<External*>(builder.alloc(2 + data.size()));
    e.header = make_header(tag, 1 + data.size());
    e.node = intern_node(atom(node), creation);
    for (Word i = 0; i < data.size(); ++i) e.data[i] = data[i];
    return Term::boxed(&e);
  }

  Word below(Word limit) { return random_() % limit; }

  Term random(int depth) {
    switch (below(depth > 0 ? 18 : 12)) {
      case 0:
        return Term::small(static_cast<SWord>(below(300)) - 20);
      case 1:
        return Term::small(static_cast<SWord>(random_()) >> (4 + below(60)));
      case 2:
        return big({random_(), random_() | 1}, below(2) != 0);
      case 3:
        return big({random_() | Word{1} << 63}, below(2) != 0);
      case 4:
        return random_float();
      case 5:
        return atom(std::string(1 + below(3), static_cast<char>('a' + below(4))));
      case 6:
        return Term::nil();
      case 7:
        return binary(random_text(below(100)));
      case 8:
        return bits(random_text(20), below(8), below(100));
      case 9:
        return Term::local_pid(below(1000) | below(3) << 28);
      case 10:
        return below(2) ? Term::local_port(below(100)) : ref(random_(), below(1000));
      case 11:
        return random_external();
      case 12:
      case 13: {
        std::vector<Term> elements = randoms(depth, below(5));
        return builder.tuple_from(elements);
      }
      case 14: {
        std::vector<Term> elements = randoms(depth, below(5));
        return list(elements, below(4) ? Term::nil() : random(0));
      }
      case 15:
        return random_record(depth);
      default: {
        std::vector<MapPair> pairs;
        const Word count = below(3) ? below(6) : below(60);
        for (Word i = 0; i < count; ++i)
          pairs.push_back({random(depth > 1 ? 1 : 0), random(depth - 1)});
        return map_from_pairs(builder, pairs);
      }
    }
  }

 private:
  std::vector<Term> randoms(int depth, Word count) {
    std::vector<Term> terms;
    for (Word i = 0; i < count; ++i) terms.push_back(random(depth - 1));
    return terms;
  }
  // Of a few definitions, so that some are equal.
  Term random_record(int depth) {
    std::vector<Term> fields{atom("a"), atom("b"), atom("c")};
    if (below(3) == 0) std::swap(fields[0], fields[1]);
    fields.resize(below(4));
    Record& record =
        make_record(builder, make_record_definition(builder, atom(below(2) ? "m" : "n"), atom("r"),
                                                    make_boolean(below(2) != 0), fields));
    const std::vector<Term> values = randoms(depth, fields.size());
    std::copy(values.begin(), values.end(), record.values);
    return Term::boxed(&record);
  }
  std::string random_text(Word size) {
    std::string text(size, ' ');
    for (char& c : text) c = static_cast<char>(random_());
    return text;
  }
  Term random_float() {
    static const double kSpecial[] = {0.0,    -0.0,   1.0,   -1.0,   255.0, 0x1p53,
                                      0x1p59, 0x1p60, 1e300, 1e-300, 0.1};
    if (below(2)) return builder.float_(kSpecial[below(std::size(kSpecial))]);
    return builder.float_(static_cast<double>(static_cast<SWord>(random_())) / 1024);
  }
  Term random_external() {
    const std::string node = below(2) ? "a@host" : "b@host";
    const auto creation = static_cast<std::uint32_t>(below(2) + 1);
    switch (below(3)) {
      case 0:
        return external(Subtag::kExternalPid, node, creation, {below(100), below(5)});
      case 1:
        return external(Subtag::kExternalPort, node, creation, {random_() >> below(60)});
      default: {
        const Word count = 1 + below(5);
        std::vector<Word> data{count};
        for (Word i = 0; i < count; i += 2) {
          const Word high = i + 1 < count ? below(9) : 0;
          data.push_back(below(9) | high << 32);
        }
        return external(Subtag::kExternalRef, node, creation, data);
      }
    }
  }

  std::mt19937_64 random_;
};

}  // namespace vm
