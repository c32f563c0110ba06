// Both walk two terms in parallel and keep a stack of ranges still to be compared. Equality is a
// separate walk because it is cheaper: it stops at the first difference in shape and never sorts
// the keys of a map.
#include "vm/term/compare_deep.h"

#include "vm/term/atom_table.h"
#include "vm/term/compare.h"
#include "vm/term/compare_leaves.h"
#include "vm/term/fun_identity.h"
#include "vm/term/map.h"
#include "vm/term/order_rank.h"
#include "vm/term/pair_sort.h"
#include "vm/term/work_stack.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace vm {
namespace {

// Compares the code and the number of free variables of two funs. The caller compares the free
// variables.
int compare_fun_code(const Fun& a, const Fun& b) {
  if (a.is_external() != b.is_external()) return a.is_external() ? 1 : -1;
  if (a.target != b.target) {
    const FunIdentity x = fun_identity(a), y = fun_identity(b);
    if (const int order = compare_atoms(x.module, y.module)) return order;
    if (a.is_external()) {
      if (const int order = compare_atoms(x.function, y.function)) return order;
      return order_of(x.arity, y.arity);
    }
    if (x.index != y.index) return order_of(x.index, y.index);
    if (x.old_uniq != y.old_uniq) return order_of(x.old_uniq, y.old_uniq);
  }
  return order_of(a.num_free(), b.num_free());
}

// Compares module, name, whether the definition is exported, number of fields, names of fields.
int compare_definitions(const Record& a, const Record& b) {
  if (a.definition == b.definition) return 0;
  const RecordDefinition &x = a.type(), &y = b.type();
  if (const int order = compare_atoms(x.module, y.module)) return order;
  if (const int order = compare_atoms(x.name, y.name)) return order;
  if (const int order = compare_atoms(x.is_exported, y.is_exported)) return order;
  if (x.count() != y.count()) return order_of(x.count(), y.count());
  for (Word i = 0; i < x.count(); ++i) {
    if (const int order = compare_atoms(x.fields[i], y.fields[i])) return order;
  }
  return 0;
}

// Compares the definitions of two records with the same number of fields. Equal definitions can be
// distinct objects: each module has its own, and so has each record made at run time.
bool same_definition(const Record& a, const Record& b) {
  if (a.definition == b.definition) return true;
  const RecordDefinition &x = a.type(), &y = b.type();
  return std::equal(&x.hash, x.fields + x.count(), &y.hash);
}

// True if comparing the term with another one ends without looking at further terms.
bool is_leaf(Term t) {
  if (t.is_cons()) return false;
  if (!t.is_boxed()) return true;
  const Rank rank = rank_of_boxed(t);
  return rank != kTuple && rank != kMap && rank != kFun && rank != kRecord;
}

// Sorts pairs if all keys are leaves, or there is no more than one. PairSort is for the others.
bool sort_leaves(std::vector<MapPair>& pairs) {
  if (pairs.size() < 2) return true;
  if (!std::all_of(pairs.begin(), pairs.end(), [](const MapPair& p) { return is_leaf(p.key); }))
    return false;
  sort_pairs(pairs);
  return true;
}

// True for a small map whose keys are in the order of terms as they lie there: one key at most, or
// ascending small integers.
bool has_keys_in_order(Term map) {
  if (!map.is_boxed_as(Subtag::kFlatMap)) return false;
  const auto& flat = map.as_boxed<FlatMap>();
  const Word count = flat.count();
  if (count < 2) return true;
  const Term* keys = flat.keys.as_tuple().elements;
  for (Word i = 1; i < count; ++i) {
    if (!Term::both_small(keys[i - 1], keys[i]) || keys[i - 1].as_small() > keys[i].as_small())
      return false;
  }
  return true;
}

enum class Compare : Byte { kByValue, kExactly };

// Two arrays whose elements are still to be compared pairwise. A count of 0 marks where a
// comparison of two keys for a MapSort began.
struct Range {
  const Term* a;
  const Term* b;
  Word count;
  Compare how;
};

// Takes the next pair out of the top range, whose count is not 0. Pairs of the same word, which are
// equal, are passed over, but for the last.
template <class AnyRange>
void next_pair(WorkStack<AnyRange>& ranges, Term* a, Term* b) {
  AnyRange& range = ranges.top();
  const Term *x = range.a, *y = range.b;
  Word left = range.count;
  while (left > 1 && *x == *y) ++x, ++y, --left;
  *a = *x, *b = *y;
  if (left == 1) {
    ranges.drop();
  } else {
    range.a = x + 1, range.b = y + 1, range.count = left - 1;
  }
}

// Two maps of equal size whose keys are being sorted, at first those of the first map.
struct MapSort {
  MapSort(std::vector<MapPair> a, std::vector<MapPair> b, Word column_count)
      : first(std::move(a)), second(std::move(b)), columns(column_count) {}
  /// The sort that goes on; null when both are done.
  PairSort* current() {
    return !first.is_sorted() ? &first : !second.is_sorted() ? &second : nullptr;
  }
  PairSort first, second;
  Term left, right;                 // the keys that are compared
  const Word columns;               // how many Comparison::columns_ are older
  Compare how = Compare::kExactly;  // for the values; keys are compared exactly
};

// Walks two terms in step.
class Comparison {
 public:
  int run(Term a, Term b, Compare how) {
    for (;;) {
      int order = 0;
      if (a != b) {
        if (a.is_cons() && b.is_cons()) {
          const Cons &x = a.as_cons(), &y = b.as_cons();
          if (x.head == y.head) {
            a = x.tail, b = y.tail;
          } else {
            ranges_.push({&x.tail, &y.tail, 1, how});
            a = x.head, b = y.head;
          }
          continue;
        }
        order = compare_heads(a, b, how);
      }
      if (order != 0 && sorts_.empty()) return order;
      if (!sorts_.empty()) answer_sort(order);
      if (ranges_.empty()) return 0;
      how = ranges_.top().how;
      next_pair(ranges_, &a, &b);
    }
  }

 private:
  void push(const Term* a, const Term* b, Word count, Compare how) {
    if (count > 0) ranges_.push({a, b, count, how});
  }

  // Compares two different words. Pushes their elements if they are equal so far.
  int compare_heads(Term a, Term b, Compare how) {
    const Rank rank = rank_of(a), other = rank_of(b);
    if (rank != other) return order_of<int>(rank, other);
    switch (rank) {
      case kNumber:
        return compare_numbers(a, b, how == Compare::kExactly);
      case kAtom:
        return compare_atoms(a, b);
      case kReference:
        return compare_refs(a, b);
      case kFun:
        return compare_funs(a, b, how);
      case kPort:
        return compare_ports(a, b);
      case kPid:
        return compare_pids(a, b);
      case kTuple: {
        const Tuple &x = a.as_tuple(), &y = b.as_tuple();
        if (x.arity() != y.arity()) return order_of(x.arity(), y.arity());
        push(x.elements, y.elements, x.arity(), how);
        return 0;
      }
      case kRecord:
        return compare_records(a.as_boxed<Record>(), b.as_boxed<Record>(), how);
      case kMap:
        return compare_maps(a, b, how);
      case kBits:
        return compare_bits(bits_of(a), bits_of(b));
      case kNil:
      case kList:
        break;
    }
    VM_UNREACHABLE();
  }

  int compare_funs(Term a, Term b, Compare how) {
    const Fun &x = a.as_boxed<Fun>(), &y = b.as_boxed<Fun>();
    if (const int order = compare_fun_code(x, y)) return order;
    push(x.free, y.free, x.num_free(), how);
    return 0;
  }

  int compare_records(const Record& a, const Record& b, Compare how) {
    if (const int order = compare_definitions(a, b)) return order;
    push(a.values, b.values, a.count(), how);
    return 0;
  }

  // Compares the sizes, then all keys in order, then the values in the order of their keys.
  int compare_maps(Term a, Term b, Compare how) {
    const Word size = map_size(a);
    if (size != map_size(b)) return order_of(size, map_size(b));
    if (has_keys_in_order(a) && has_keys_in_order(b)) {
      const auto &x = a.as_boxed<FlatMap>(), &y = b.as_boxed<FlatMap>();
      push(x.values, y.values, size, how);
      push(x.keys.as_tuple().elements, y.keys.as_tuple().elements, size, Compare::kExactly);
      return 0;
    }
    std::vector<MapPair> x = map_pairs(a), y = map_pairs(b);
    if (sort_leaves(x) && sort_leaves(y)) {
      push_columns(x, y, how);
    } else {
      sorts_.push_back(std::make_unique<MapSort>(std::move(x), std::move(y), columns_.size()));
      sorts_.back()->how = how;
      ask();
    }
    return 0;
  }

  void push_columns(const std::vector<MapPair>& a, const std::vector<MapPair>& b, Compare how) {
    const Word size = a.size();
    const Term* x = columns_.emplace_back(keys_then_values(a)).data();
    const Term* y = columns_.emplace_back(keys_then_values(b)).data();
    push(x + size, y + size, size, how);
    push(x, y, size, Compare::kExactly);
  }

  // Pushes the keys that the innermost sort compares next, or, when both its maps are sorted, their
  // keys and values.
  void ask() {
    MapSort& maps = *sorts_.back();
    if (const PairSort* sort = maps.current()) {
      maps.left = sort->left(), maps.right = sort->right();
      ranges_.push({nullptr, nullptr, 0, Compare::kExactly});
      ranges_.push({&maps.left, &maps.right, 1, Compare::kExactly});
    } else {
      const std::unique_ptr<MapSort> done = std::move(sorts_.back());
      sorts_.pop_back();
      push_columns(done->first.pairs(), done->second.pairs(), done->how);
    }
  }

  // While maps are sorted: two terms are of this order, 0 if equal so far. Answers the innermost
  // sort if that decides between its keys.
  void answer_sort(int order) {
    if (order == 0 && ranges_.top().count != 0) return;
    while (ranges_.top().count != 0) ranges_.drop();
    ranges_.drop();
    MapSort& maps = *sorts_.back();
    columns_.resize(maps.columns);  // those of its keys
    maps.current()->answer(order);
    ask();
  }

  WorkStack<Range> ranges_;
  std::vector<std::unique_ptr<MapSort>> sorts_;  // each has one marker in ranges_
  std::vector<std::vector<Term>> columns_;       // ranges_ points into them
};

enum class Kind : Byte { kTerms, kMapSlots };

struct EqualRange {
  const Term* a;
  const Term* b;
  Word count;
  Compare how;
  Kind kind;
};

class Equality {
 public:
  bool run(Term a, Term b, Compare how) {
    for (;;) {
      if (a != b) {
        if (a.is_cons() && b.is_cons()) {
          const Cons &x = a.as_cons(), &y = b.as_cons();
          if (x.head == y.head) {
            a = x.tail, b = y.tail;
          } else {
            push(&x.tail, &y.tail, 1, how);
            a = x.head, b = y.head;
          }
          continue;
        }
        if (!equal_heads(a, b, how)) return false;
      }
      // Take the next pair. A slot of a hash map is a node or a leaf, not a term; unpack it first.
      for (;;) {
        if (ranges_.empty()) return true;
        const Kind kind = ranges_.top().kind;
        how = ranges_.top().how;
        next_pair(ranges_, &a, &b);
        if (kind == Kind::kTerms) break;
        if (a == b) continue;
        if (a.is_cons() != b.is_cons()) return false;
        if (a.is_cons()) {
          push(&a.as_cons().tail, &b.as_cons().tail, 1, how);
          a = a.as_cons().head, b = b.as_cons().head, how = Compare::kExactly;
          break;
        }
        if (!equal_nodes(a, b, how)) return false;
      }
    }
  }

 private:
  void push(const Term* a, const Term* b, Word count, Compare how, Kind kind = Kind::kTerms) {
    if (count > 0) ranges_.push({a, b, count, how, kind});
  }

  // Hash maps with the same keys have nodes of the same shape, so nodes are compared slot by slot.
  bool equal_nodes(Term a, Term b, Compare how) {
    if (a.header() != b.header()) return false;
    const Term* x = reinterpret_cast<const Term*>(a.boxed_words());
    const Term* y = reinterpret_cast<const Term*>(b.boxed_words());
    const Word raw = a.is_hash_map() ? 1 : 0;  // the size
    if (raw == 1 && x[1] != y[1]) return false;
    push(x + 1 + raw, y + 1 + raw, header_words(a.header()) - raw, how, Kind::kMapSlots);
    return true;
  }

  bool equal_heads(Term a, Term b, Compare how) {
    if (!a.is_boxed() || !b.is_boxed()) {
      // An immediate or a list equals a different word only if both are numbers (1 == 1.0).
      if (how == Compare::kExactly || !a.is_number() || !b.is_number()) return false;
      return compare_numbers(a, b, false) == 0;
    }
    const Word header = a.header();
    switch (header_subtag(header)) {
      case Subtag::kTuple:
        if (b.header() != header) return false;
        push(a.as_tuple().elements, b.as_tuple().elements, a.as_tuple().arity(), how);
        return true;
      case Subtag::kFlatMap: {
        if (b.header() != header) return false;
        const auto &x = a.as_boxed<FlatMap>(), &y = b.as_boxed<FlatMap>();
        push(x.values, y.values, x.count(), how);
        push(&x.keys, &y.keys, 1, Compare::kExactly);
        return true;
      }
      case Subtag::kHashMap:
        return equal_nodes(a, b, how);
      case Subtag::kRecord: {
        if (b.header() != header) return false;
        const auto &x = a.as_boxed<Record>(), &y = b.as_boxed<Record>();
        if (!same_definition(x, y)) return false;
        push(x.values, y.values, x.count(), how);
        return true;
      }
      case Subtag::kFun: {
        if (b.header() != header) return false;
        const auto &x = a.as_boxed<Fun>(), &y = b.as_boxed<Fun>();
        if (compare_fun_code(x, y) != 0) return false;
        push(x.free, y.free, x.num_free(), how);
        return true;
      }
      case Subtag::kHeapBinary:
      case Subtag::kSubBinary:
        return b.is_bitstring() && bit_size(a) == bit_size(b) &&
               compare_bits(bits_of(a), bits_of(b)) == 0;
      case Subtag::kRef:
      case Subtag::kMagicRef:
      case Subtag::kExternalRef:
        return b.is_ref() && compare_refs(a, b) == 0;
      case Subtag::kExternalPid:
        return b.is_pid() && compare_pids(a, b) == 0;
      case Subtag::kExternalPort:
        return b.is_port() && compare_ports(a, b) == 0;
      case Subtag::kFloat:
      case Subtag::kBigPositive:
      case Subtag::kBigNegative:
        return b.is_number() && compare_numbers(a, b, how == Compare::kExactly) == 0;
      case Subtag::kRefBinary:
      case Subtag::kHashNode:
        break;
    }
    VM_UNREACHABLE();
  }

  WorkStack<EqualRange> ranges_;
};

}  // namespace

int compare_deep(Term a, Term b, bool exact) {
  Comparison comparison;  // not Comparison(), which would clear the work stack first
  return comparison.run(a, b, exact ? Compare::kExactly : Compare::kByValue);
}

bool equal_deep(Term a, Term b, bool exact) {
  Equality equality;  // as above
  return equality.run(a, b, exact ? Compare::kExactly : Compare::kByValue);
}

}  // namespace vm
