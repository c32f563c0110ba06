// Lists: the guard BIFs, `++` and `--`, and the functions of `lists` that are BIFs in OTP.
#include "bif/natives.h"
#include "vm/heap/list_view.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"

#include <algorithm>
#include <bit>
#include <map>

namespace bif {
namespace {

/// Reads the position of the key in tuples. Returns 0 if it is invalid.
Word key_position(Term position) {
  if (!position.is_small() || position.as_small() < 1) return 0;
  return static_cast<Word>(position.as_small());
}

enum class KeySearch { kTuple, kMember, kValue };

/// keyfind, keymember and keysearch: they find the first tuple whose element is equal (`==`) to the
/// key.
BifResult key_search(Process& p, const Args<3>& a, KeySearch answer) {
  const Word position = key_position(a[1]);
  if (position == 0) return p.badarg();
  Term rest = a[2];
  SWord steps = 0;
  for (; rest.is_cons(); rest = rest.as_cons().tail, ++steps) {
    const Term element = rest.as_cons().head;
    if (!element.is_tuple() || element.as_tuple().arity() < position) continue;
    if (!vm::equal(a[0], element.as_tuple().elements[position - 1])) continue;
    p.use_reductions(steps / 16);
    if (answer == KeySearch::kTuple) return element;
    if (answer == KeySearch::kMember) return am::true_;
    return HeapBuilder(p).tuple(am::value, element);
  }
  p.use_reductions(steps / 16);
  return rest.is_nil() ? am::false_ : p.badarg();
}

struct ExactOrder {
  bool operator()(Term l, Term r) const { return vm::compare_exact(l, r) < 0; }
};

/// The elements of a list, each as often as it occurs. Few are searched one by one; of many,
/// immediate terms are in a hash table, since equal ones have the same bits, and the others, which
/// may be large and are then compared faster than hashed, in a tree.
class Bag {
 public:
  Bag(Term list, SWord length)
      : slots_(length <= kFew ? 0 : std::bit_ceil(2 * static_cast<Word>(length))) {
    if (length <= kFew) few_.reserve(static_cast<std::size_t>(length));
    for (const Term element : vm::ListView(list)) add(element);
  }

  /// Takes the element out once. False: it is not there (any more).
  bool take(Term element) {
    if (slots_.empty()) return take_of_few(element);
    Word* count = nullptr;
    if (!element.is_pointer()) {
      count = &find(element).count;
    } else if (const auto found = others_.find(element); found != others_.end()) {
      count = &found->second;
    }
    if (count == nullptr || *count == 0) return false;
    --*count;
    return true;
  }

 private:
  static constexpr SWord kFew = 8;
  struct Slot {
    Term element = Term::none();
    Word count = 0;
  };

  void add(Term element) {
    if (slots_.empty()) return few_.push_back(element);
    if (element.is_pointer()) {
      ++others_[element];
      return;
    }
    Slot& slot = find(element);
    slot.element = element;
    ++slot.count;
  }
  bool take_of_few(Term element) {
    const auto equals = [&](Term other) { return vm::exactly_equal(other, element); };
    const auto found = std::ranges::find_if(few_, equals);
    if (found == few_.end()) return false;
    few_.erase(found);
    return true;
  }
  /// The slot of an immediate term, or the free one where it belongs. Half of them are free.
  Slot& find(Term element) {
    const Word mask = slots_.size() - 1;
    Word place = vm::internal_hash(element) & mask;
    while (slots_[place].element != element && !slots_[place].element.is_none())
      place = (place + 1) & mask;
    return slots_[place];
  }

  std::vector<Term> few_;
  std::vector<Slot> slots_;  // a power of two; empty: few_ has all
  std::map<Term, Word, ExactOrder> others_;
};

}  // namespace

BifResult length_1(Process& p, const Args<1>& a) {
  const SWord length = vm::list_length(a[0]);
  if (length < 0) return p.badarg();
  p.use_reductions(length / 256);
  return Term::small(length);
}

BifResult hd_1(Process& p, const Args<1>& a) {
  return a[0].is_cons() ? a[0].as_cons().head : p.badarg();
}

BifResult tl_1(Process& p, const Args<1>& a) {
  return a[0].is_cons() ? a[0].as_cons().tail : p.badarg();
}

BifResult append_2(Process& p, const Args<2>& a) {
  if (a[0].is_nil()) return a[1];
  const SWord length = vm::list_length(a[0]);
  if (length < 0) return p.badarg();
  HeapBuilder builder(p);
  p.use_reductions(length / 16);
  return vm::copy_list(builder, a[0], length, a[1]);
}

BifResult subtract_2(Process& p, const Args<2>& a) {
  const SWord left = vm::list_length(a[0]);
  const SWord right = vm::list_length(a[1]);
  if (left < 0 || right < 0) return p.badarg();
  if (left == 0 || right == 0) return a[0];
  Bag to_remove(a[1], right);
  std::vector<Term> kept;
  Word removed = 0;
  Term rest = a[0];
  for (; rest.is_cons() && removed < static_cast<Word>(right); rest = rest.as_cons().tail) {
    const Term element = rest.as_cons().head;
    if (to_remove.take(element))
      ++removed;
    else
      kept.push_back(element);
  }
  p.use_reductions((left + right) / 4);
  if (removed == 0) return a[0];
  return HeapBuilder(p).list_from(kept, rest);
}

BifResult lists_member_2(Process& p, const Args<2>& a) {
  Term rest = a[1];
  SWord steps = 0;
  for (; rest.is_cons(); rest = rest.as_cons().tail, ++steps) {
    if (vm::exactly_equal(a[0], rest.as_cons().head)) {
      p.use_reductions(steps / 16);
      return am::true_;
    }
  }
  p.use_reductions(steps / 16);
  return rest.is_nil() ? am::false_ : p.badarg();
}

BifResult lists_reverse_2(Process& p, const Args<2>& a) {
  const SWord length = vm::list_length(a[0]);
  if (length < 0) return p.badarg();
  HeapBuilder builder(p);
  Term result = a[1];
  for (const Term element : vm::ListView(a[0])) result = builder.cons(element, result);
  p.use_reductions(length / 16);
  return result;
}

BifResult lists_keyfind_3(Process& p, const Args<3>& a) {
  return key_search(p, a, KeySearch::kTuple);
}
BifResult lists_keymember_3(Process& p, const Args<3>& a) {
  return key_search(p, a, KeySearch::kMember);
}
BifResult lists_keysearch_3(Process& p, const Args<3>& a) {
  return key_search(p, a, KeySearch::kValue);
}

}  // namespace bif
