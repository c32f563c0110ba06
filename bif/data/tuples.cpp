// Tuples: access, change, conversion.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/base/bits.h"
#include "vm/heap/list_view.h"

#include <algorithm>

namespace bif {
namespace {

constexpr Word kMaxTupleArity = (Word{1} << 24) - 1;

/// Reads an index from 1 to `limit`. Returns 0 if it is invalid.
Word index_up_to(Term index, Word limit) {
  if (!index.is_small() || index.as_small() < 1) return 0;
  const auto value = static_cast<Word>(index.as_small());
  return value <= limit ? value : 0;
}

struct NewTuple {
  Term* words;
  Term term() const { return Term::boxed(words); }
  Term* elements() const { return words + 1; }
};

NewTuple allocate_tuple(HeapBuilder& builder, Word arity) {
  Term* words = builder.alloc(arity + 1);
  words[0] = Term::from_bits(vm::make_header(vm::Subtag::kTuple, arity));
  return {words};
}

}  // namespace

BifResult tuple_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_tuple()) return p.badarg();
  return number(a[0].as_tuple().arity());
}

BifResult element_2(Process& p, const Args<2>& a) {
  if (!a[1].is_tuple()) return p.badarg();
  const Word index = index_up_to(a[0], a[1].as_tuple().arity());
  if (index == 0) return p.badarg();
  return a[1].as_tuple().elements[index - 1];
}

BifResult setelement_3(Process& p, const Args<3>& a) {
  if (!a[1].is_tuple()) return p.badarg();
  const vm::Tuple& old = a[1].as_tuple();
  const Word arity = old.arity();
  const Word index = index_up_to(a[0], arity);
  if (index == 0) return p.badarg();
  HeapBuilder builder(p);
  const NewTuple changed = allocate_tuple(builder, arity);
  constexpr Word kFew = 12;  // as records and the nodes of arrays: a call would take longer
  if (arity <= kFew) {
    vm::copy_few_bytes(reinterpret_cast<Byte*>(changed.elements()),
                       reinterpret_cast<const Byte*>(old.elements), arity * vm::kWordBytes);
  } else {
    std::copy_n(old.elements, arity, changed.elements());
  }
  changed.elements()[index - 1] = a[2];
  return changed.term();
}

BifResult make_tuple_2(Process& p, const Args<2>& a) {
  if (!a[0].is_small() || a[0].as_small() < 0) return p.badarg();
  const auto arity = static_cast<Word>(a[0].as_small());
  if (arity > kMaxTupleArity) return p.badarg();
  HeapBuilder builder(p);
  const NewTuple made = allocate_tuple(builder, arity);
  std::fill_n(made.elements(), arity, a[1]);
  return made.term();
}

BifResult make_tuple_3(Process& p, const Args<3>& a) {
  if (!a[0].is_small() || a[0].as_small() < 0) return p.badarg();
  const auto arity = static_cast<Word>(a[0].as_small());
  if (arity > kMaxTupleArity || vm::list_length(a[2]) < 0) return p.badarg();
  for (const Term entry : vm::ListView(a[2])) {
    if (!entry.is_tuple_of(2) || index_up_to(entry.as_tuple().elements[0], arity) == 0) {
      return p.badarg();
    }
  }
  HeapBuilder builder(p);
  const NewTuple made = allocate_tuple(builder, arity);
  std::fill_n(made.elements(), arity, a[1]);
  for (const Term entry : vm::ListView(a[2])) {
    const vm::Tuple& pair = entry.as_tuple();
    made.elements()[pair.elements[0].as_small() - 1] = pair.elements[1];
  }
  return made.term();
}

BifResult append_element_2(Process& p, const Args<2>& a) {
  if (!a[0].is_tuple() || a[0].as_tuple().arity() >= kMaxTupleArity) return p.badarg();
  const vm::Tuple& old = a[0].as_tuple();
  HeapBuilder builder(p);
  const NewTuple longer = allocate_tuple(builder, old.arity() + 1);
  std::copy_n(old.elements, old.arity(), longer.elements());
  longer.elements()[old.arity()] = a[1];
  return longer.term();
}

BifResult insert_element_3(Process& p, const Args<3>& a) {
  if (!a[1].is_tuple() || a[1].as_tuple().arity() >= kMaxTupleArity) return p.badarg();
  const vm::Tuple& old = a[1].as_tuple();
  const Word index = index_up_to(a[0], old.arity() + 1);
  if (index == 0) return p.badarg();
  HeapBuilder builder(p);
  const NewTuple longer = allocate_tuple(builder, old.arity() + 1);
  std::copy_n(old.elements, index - 1, longer.elements());
  longer.elements()[index - 1] = a[2];
  std::copy_n(old.elements + index - 1, old.arity() - index + 1, longer.elements() + index);
  return longer.term();
}

BifResult delete_element_2(Process& p, const Args<2>& a) {
  if (!a[1].is_tuple()) return p.badarg();
  const vm::Tuple& old = a[1].as_tuple();
  const Word index = index_up_to(a[0], old.arity());
  if (index == 0) return p.badarg();
  HeapBuilder builder(p);
  const NewTuple shorter = allocate_tuple(builder, old.arity() - 1);
  std::copy_n(old.elements, index - 1, shorter.elements());
  std::copy_n(old.elements + index, old.arity() - index, shorter.elements() + index - 1);
  return shorter.term();
}

BifResult tuple_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_tuple()) return p.badarg();
  const vm::Tuple& tuple = a[0].as_tuple();
  return HeapBuilder(p).list_from({tuple.elements, tuple.arity()});
}

BifResult list_to_tuple_1(Process& p, const Args<1>& a) {
  const SWord length = vm::list_length(a[0]);
  if (length < 0 || static_cast<Word>(length) > kMaxTupleArity) return p.badarg();
  HeapBuilder builder(p);
  const NewTuple made = allocate_tuple(builder, static_cast<Word>(length));
  Term* next = made.elements();
  for (const Term element : vm::ListView(a[0])) *next++ = element;
  return made.term();
}

}  // namespace bif
