// Lists: the guard BIFs, `++` and `--`, and the functions of `lists` that are BIFs in OTP.
#include "bif/natives.h"
#include "vm/heap/list_view.h"
#include "vm/term/compare.h"

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
  std::map<Term, Word, ExactOrder> to_remove;
  for (const Term element : vm::ListView(a[1])) ++to_remove[element];
  std::vector<Term> kept;
  Word removed = 0;
  Term rest = a[0];
  for (; rest.is_cons() && removed < static_cast<Word>(right); rest = rest.as_cons().tail) {
    const Term element = rest.as_cons().head;
    const auto found = to_remove.find(element);
    if (found == to_remove.end() || found->second == 0) {
      kept.push_back(element);
    } else {
      --found->second;
      ++removed;
    }
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
