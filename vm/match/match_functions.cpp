// The guard functions that match programs call directly, and the table of match_functions.def.
#include "vm/match/match_functions.h"

#include "vm/term/compare.h"
#include "vm/term/record.h"

namespace vm {

namespace {

// The common tests and comparisons, which need no look-up in the export table. A function that
// fails returns none() like any BIF, but sets no reason, since match programs ignore it.

#define MATCH_TYPE_TEST(name) \
  Term name##_1(Process&, const Term* a) { return make_boolean(a[0].name()); }
MATCH_TYPE_TEST(is_atom)
MATCH_TYPE_TEST(is_float)
MATCH_TYPE_TEST(is_integer)
MATCH_TYPE_TEST(is_list)
MATCH_TYPE_TEST(is_number)
MATCH_TYPE_TEST(is_pid)
MATCH_TYPE_TEST(is_port)
MATCH_TYPE_TEST(is_tuple)
MATCH_TYPE_TEST(is_map)
MATCH_TYPE_TEST(is_binary)
MATCH_TYPE_TEST(is_bitstring)
#undef MATCH_TYPE_TEST

bool is_boolean(Term t) { return t == am::true_ || t == am::false_; }
Term is_boolean_1(Process&, const Term* a) { return make_boolean(is_boolean(a[0])); }
Term is_reference_1(Process&, const Term* a) { return make_boolean(a[0].is_ref()); }
Term is_function_1(Process&, const Term* a) { return make_boolean(a[0].is_fun()); }
Term is_record_3(Process&, const Term* a) {
  if (a[0].is_record() && a[1].is_atom() && a[2].is_atom())
    return make_boolean(is_record_of(a[0].as_boxed<Record>(), a[1], a[2]));
  if (!a[1].is_atom() || !a[2].is_small()) return Term::none();
  return make_boolean(a[2].as_small() > 0 && a[0].is_tuple_of(static_cast<Word>(a[2].as_small())) &&
                      a[0].as_tuple().elements[0] == a[1]);
}

Term greater_2(Process&, const Term* a) { return make_boolean(compare(a[0], a[1]) > 0); }
Term greater_equal_2(Process&, const Term* a) { return make_boolean(compare(a[0], a[1]) >= 0); }
Term less_2(Process&, const Term* a) { return make_boolean(compare(a[0], a[1]) < 0); }
Term less_equal_2(Process&, const Term* a) { return make_boolean(compare(a[0], a[1]) <= 0); }
Term exactly_equal_2(Process&, const Term* a) { return make_boolean(exactly_equal(a[0], a[1])); }
Term equal_to_2(Process&, const Term* a) { return make_boolean(equal(a[0], a[1])); }
Term exactly_not_equal_2(Process&, const Term* a) {
  return make_boolean(!exactly_equal(a[0], a[1]));
}
Term not_equal_to_2(Process&, const Term* a) { return make_boolean(!equal(a[0], a[1])); }
Term max_2(Process&, const Term* a) { return compare(a[0], a[1]) >= 0 ? a[0] : a[1]; }
Term min_2(Process&, const Term* a) { return compare(a[0], a[1]) <= 0 ? a[0] : a[1]; }

Term not_1(Process&, const Term* a) {
  return is_boolean(a[0]) ? make_boolean(a[0] == am::false_) : Term::none();
}
Term xor_2(Process&, const Term* a) {
  return is_boolean(a[0]) && is_boolean(a[1]) ? make_boolean(a[0] != a[1]) : Term::none();
}
Term hd_1(Process&, const Term* a) { return a[0].is_cons() ? a[0].as_cons().head : Term::none(); }
Term tl_1(Process&, const Term* a) { return a[0].is_cons() ? a[0].as_cons().tail : Term::none(); }
Term element_2(Process&, const Term* a) {
  if (!a[0].is_small() || !a[1].is_tuple()) return Term::none();
  const SWord index = a[0].as_small();
  const Tuple& tuple = a[1].as_tuple();
  return index >= 1 && static_cast<Word>(index) <= tuple.arity() ? tuple.elements[index - 1]
                                                                 : Term::none();
}
Term tuple_size_1(Process&, const Term* a) {
  return a[0].is_tuple() ? Term::small(static_cast<SWord>(a[0].as_tuple().arity())) : Term::none();
}

struct Row {
  Term name;
  Word arity;
  MatchFunction function;
};
constexpr Row kRows[] = {
#define MATCH_INLINE(name, arity, function) \
  {am::name, arity, {MatchFunctionKind::kInline, function}},
#define MATCH_BIF(name, arity) {am::name, arity, {MatchFunctionKind::kBif, nullptr}},
#include "vm/match/match_functions.def"
};

}  // namespace

SmallOperation small_operation_of(Term name, Word arity) {
  if (arity != 2) return SmallOperation::kNone;
#define MATCH_SMALL(row, operation) \
  if (name == am::row) return SmallOperation::operation;
#include "vm/match/match_functions.def"
  return SmallOperation::kNone;
}

MatchFunction find_match_function(Term name, Word arity) {
  for (const Row& row : kRows) {
    if (row.name == name && row.arity == arity) return row.function;
  }
  return {};
}

}  // namespace vm
