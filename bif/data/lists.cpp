// Lists: the guard BIFs, `++` and `--`, and the functions of `lists` that are BIFs in OTP.
#include "bif/long_work.h"
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

constexpr Word kCellsPerReduction = 16;

struct ExactOrder {
  bool operator()(Term l, Term r) const { return vm::compare_exact(l, r) < 0; }
};

/// Elements, each as often as it was added. Few are searched one by one; of many,
/// immediate terms are in a hash table, since equal ones have the same bits, and the others, which
/// may be large and are then compared faster than hashed, in a tree.
class Bag {
 public:
  /// For up to `length` elements.
  explicit Bag(SWord length)
      : slots_(length <= kFew ? 0 : std::bit_ceil(2 * static_cast<Word>(length))) {
    if (length <= kFew) few_.reserve(static_cast<std::size_t>(length));
  }

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

  bool take_of_few(Term element) {
    auto found = std::ranges::find(few_, element);
    if (found == few_.end() && element.is_pointer()) {
      const auto equals = [&](Term other) { return vm::exactly_equal(other, element); };
      found = std::ranges::find_if(few_, equals);
    }
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

constexpr SWord kImproper = -1;

/// The length of a proper list; more than `most` for any list that has more elements.
SWord length_up_to(Term list, Word most) {
  SWord length = 0;
  for (; list.is_cons(); list = list.as_cons().tail)
    if (static_cast<Word>(length++) == most) return length;
  return list.is_nil() ? length : kImproper;
}

/// The most elements that an operation does next, without a look at its pace for each.
Word most_of_part(const Pace& pace) {
  constexpr Word kMostCells = 512;
  return std::min(pace.left(), kMostCells);
}

/// The number of cells at the start of a list that an operation does next; 0 at the end of the
/// list.
Word next_part(Term list, const Pace& pace) {
  const Word most = most_of_part(pace);
  Word cells = 0;
  for (; cells < most && list.is_cons(); list = list.as_cons().tail) ++cells;
  return cells;
}

/// The elements of a list in new cells before `tail`, in the same order: for `++`.
class ListCopy {
 public:
  explicit ListCopy(Term tail) : tail_(tail) {}
  /// Fills `most` cells, or fewer at the end of the list, which becomes its rest. Returns how many.
  Word fill(vm::Cons* first, Term& list, Word most) {
    vm::Cons* cell = first;
    for (; cell != first + most && list.is_cons(); ++cell, list = list.as_cons().tail)
      *cell = {list.as_cons().head, Term::cons(cell + 1)};
    if (cell == first) return 0;
    cell[-1].tail = tail_;
    (last_ != nullptr ? last_->tail : first_) = Term::cons(first);
    last_ = cell - 1;
    return static_cast<Word>(cell - first);
  }
  Term result() const { return last_ != nullptr ? first_ : tail_; }

 private:
  Term tail_, first_;
  vm::Cons* last_ = nullptr;
};

/// The same in reverse order.
class ListReversal {
 public:
  explicit ListReversal(Term tail) : reversed_(tail) {}
  Word fill(vm::Cons* first, Term& list, Word most) {
    vm::Cons* cell = first;
    for (; cell != first + most && list.is_cons(); ++cell, list = list.as_cons().tail) {
      *cell = {list.as_cons().head, reversed_};
      reversed_ = Term::cons(cell);
    }
    return static_cast<Word>(cell - first);
  }
  Term result() const { return reversed_; }

 private:
  Term reversed_;
};

/// Takes elements of a list: at most `most`, and only as many as fit into the builder's block,
/// which need not be counted before. Returns how many.
template <class Target>
Word take_in_block(HeapBuilder& builder, Target& target, Term& list, Word most) {
  const Word room = std::min(most, builder.room() / 2);
  auto* const cells = reinterpret_cast<vm::Cons*>(builder.alloc(2 * room));
  const Word count = target.fill(cells, list, room);
  builder.shrink_to(reinterpret_cast<Term*>(cells + count));
  return count;
}

/// Takes `count` elements, which the list has.
template <class Target>
void take(HeapBuilder& builder, Target& target, Term& list, Word count) {
  target.fill(reinterpret_cast<vm::Cons*>(builder.alloc(2 * count)), list, count);
}

template <class Target>
vm::Operation take_long(Process& p, Term list, Target target) {
  Pace pace(p, kCellsPerReduction);
  HeapBuilder builder(p);
  for (;;) {
    Word cells = take_in_block(builder, target, list, most_of_part(pace));
    if (cells == 0) {
      cells = next_part(list, pace);
      if (cells == 0) break;
      take(builder, target, list, cells);
    }
    if (pace.is_over(cells)) co_await vm::paused();
  }
  co_return list.is_nil() ? target.result() : p.badarg();
}

template <class Target>
BifResult take_all(Process& p, Term list, Target target) {
  const Word at_once = done_at_once(p);
  Word done = 0;
  {
    HeapBuilder builder(p);
    done = take_in_block(builder, target, list, at_once);
  }
  const SWord rest = length_up_to(list, at_once - done);
  if (rest == kImproper) return p.badarg();
  p.use_reductions(static_cast<SWord>(done) / 16);
  if (static_cast<Word>(rest) > at_once - done) return p.suspend_on(take_long(p, list, target));
  if (rest != 0) {
    HeapBuilder builder(p);
    take(builder, target, list, static_cast<Word>(rest));
    p.use_reductions(rest / 16);
  }
  return target.result();
}

/// What `--` keeps of a list.
class Subtraction {
 public:
  /// `length`: of the list to remove.
  explicit Subtraction(SWord length) : to_remove_(length) {}
  void remove(Term element) {
    to_remove_.add(element);
    ++left_;
  }
  /// Whether all that is to be removed was found: the rest of the list is kept as it is.
  bool is_done() const { return left_ == 0; }
  void take(Term element) {
    if (!to_remove_.take(element)) {
      kept_.push_back(element);
      return;
    }
    --left_;
    has_removed_ = true;
  }
  bool has_removed() const { return has_removed_; }
  std::span<const Term> kept() const { return kept_; }

 private:
  Bag to_remove_;
  Word left_ = 0;
  std::vector<Term> kept_;
  bool has_removed_ = false;
};

/// Left minus right for lists as short as most are: without memory of its own.
constexpr SWord kShortLeft = 64, kShortRight = 8;
BifResult subtract_short(Process& p, Term left, Term right) {
  Term to_remove[kShortRight], kept[kShortLeft];
  Word count = 0, kept_count = 0;
  for (const Term element : vm::ListView(right)) to_remove[count++] = element;
  const Word all = count;
  Term rest = left;
  for (; rest.is_cons() && count > 0; rest = rest.as_cons().tail) {
    const Term element = rest.as_cons().head;
    Term* const end = to_remove + count;
    Term* const found = std::find_if(
        to_remove, end, [element](Term other) { return vm::exactly_equal(element, other); });
    if (found == end) {
      kept[kept_count++] = element;
    } else {
      *found = to_remove[--count];
    }
  }
  if (count == all) return left;
  return HeapBuilder(p).list_from({kept, kept_count}, rest);
}

vm::Operation subtract_long(Process& p, Term left, Term right, SWord right_length) {
  constexpr Word kElementsPerReduction = 2;
  Pace pace(p, kElementsPerReduction);
  Subtraction subtraction(right_length);
  for (Term rest = right; rest.is_cons(); rest = rest.as_cons().tail) {
    if (pace.is_over()) co_await vm::paused();
    subtraction.remove(rest.as_cons().head);
  }
  Term rest = left;
  for (; rest.is_cons() && !subtraction.is_done(); rest = rest.as_cons().tail) {
    if (pace.is_over()) co_await vm::paused();
    subtraction.take(rest.as_cons().head);
  }
  if (!subtraction.has_removed()) co_return left;
  const std::span<const Term> kept = subtraction.kept();
  HeapBuilder builder(p);
  Term result = rest;
  for (Word i = kept.size(); i > 0; --i) {
    if (pace.is_over()) co_await vm::paused();
    result = builder.cons(kept[i - 1], result);
  }
  co_return result;
}

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
  return a[0].is_nil() ? a[1] : take_all(p, a[0], ListCopy(a[1]));
}

BifResult subtract_2(Process& p, const Args<2>& a) {
  const SWord left = vm::list_length(a[0]);
  const SWord right = vm::list_length(a[1]);
  if (left < 0 || right < 0) return p.badarg();
  if (left == 0 || right == 0) return a[0];
  if (static_cast<Word>(left + right) > done_at_once(p) / 4)
    return p.suspend_on(subtract_long(p, a[0], a[1], right));
  p.use_reductions((left + right) / 4);
  if (left <= kShortLeft && right <= kShortRight) return subtract_short(p, a[0], a[1]);
  Subtraction subtraction(right);
  for (const Term element : vm::ListView(a[1])) subtraction.remove(element);
  Term rest = a[0];
  for (; rest.is_cons() && !subtraction.is_done(); rest = rest.as_cons().tail)
    subtraction.take(rest.as_cons().head);
  if (!subtraction.has_removed()) return a[0];
  return HeapBuilder(p).list_from(subtraction.kept(), rest);
}

BifResult lists_member_2(Process& p, const Args<2>& a) {
  const Term wanted = a[0];
  Term rest = a[1];
  SWord steps = 0;
  if (wanted.is_immediate()) {  // nothing else is equal to it, so this loop calls nothing
    for (; rest.is_cons() && rest.as_cons().head != wanted; rest = rest.as_cons().tail) ++steps;
  } else {
    for (; rest.is_cons() && !vm::exactly_equal(wanted, rest.as_cons().head);
         rest = rest.as_cons().tail)
      ++steps;
  }
  p.use_reductions(steps / 16);
  if (rest.is_cons()) return am::true_;
  return rest.is_nil() ? am::false_ : p.badarg();
}

BifResult lists_reverse_2(Process& p, const Args<2>& a) {
  return take_all(p, a[0], ListReversal(a[1]));
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
