// Looking at the source of a match spec: what its heads say of keys. The program itself is
// vm/match's.
#include "vm/ets/query.h"

#include "vm/code/tables.h"
#include "vm/heap/list_view.h"
#include "vm/match/match_compile.h"
#include "vm/proc/references.h"
#include "vm/term/compare.h"
#include "vm/term/work_stack.h"

#include <algorithm>

namespace vm {
namespace {

/// The key's part of a clause's head; none() where the head names none.
Term key_pattern(Term head, Word keypos) {
  if (!head.is_tuple() || head.as_tuple().arity() < keypos) return Term::none();
  return head.as_tuple().elements[keypos - 1];
}

bool is_constant_term(Term made) {
  return made.is_tuple_of(2) && made.as_tuple().elements[0] == am::const_;
}

/// A part of a body, and of a pattern, which may be what it makes. In `{const, Term}` it is made as
/// it is.
struct MadePart {
  Term made;
  Term pattern;
  bool is_constant;
};

/// Whether what a body makes with `whole` is what `whole_pattern` matched.
bool makes_same(Term whole, Term whole_pattern, bool whole_is_constant) {
  WorkStack<MadePart> parts;
  parts.push({whole, whole_pattern, whole_is_constant});
  while (!parts.empty()) {
    auto [made, pattern, is_constant] = parts.pop();
    if (!is_constant && is_constant_term(made)) {
      made = made.as_tuple().elements[1];
      is_constant = true;
    }
    if (pattern.is_cons()) {
      if (!made.is_cons()) return false;
      parts.push({made.as_cons().head, pattern.as_cons().head, is_constant});
      parts.push({made.as_cons().tail, pattern.as_cons().tail, is_constant});
    } else if (pattern.is_tuple()) {
      // {{...}} makes a tuple.
      if (!is_constant && !made.is_tuple_of(1)) return false;
      if (!is_constant) made = made.as_tuple().elements[0];
      const Word arity = pattern.as_tuple().arity();
      if (!made.is_tuple_of(arity)) return false;
      for (Word i = 0; i < arity; ++i)
        parts.push({made.as_tuple().elements[i], pattern.as_tuple().elements[i], is_constant});
    } else if (pattern == am::dollar_ || pattern == am::dollar_dollar) {
      return false;  // in a body they stand for the object and for all variables
    } else if (pattern == am::underscore || pattern.is_map() || !exactly_equal(made, pattern)) {
      return false;  // as in OTP, no body is seen to make a map again
    } else if (is_constant && has_variables(pattern)) {
      return false;
    }
  }
  return true;
}

bool clause_keeps_key(Word keypos, Term clause) {
  const auto& parts = clause.as_tuple();
  const Term body = parts.elements[2];
  if (!body.is_cons() || !body.as_cons().tail.is_nil()) return false;
  const Term result = body.as_cons().head;
  if (result == am::dollar_) return true;
  const Term pattern = key_pattern(parts.elements[0], keypos);
  // {{...}} makes a tuple.
  const bool is_constant = is_constant_term(result);
  if (pattern.is_none() || (!is_constant && !result.is_tuple_of(1))) return false;
  const Term made = key_pattern(result.as_tuple().elements[is_constant ? 1 : 0], keypos);
  if (made.is_none()) return false;
  if (is_constant) return makes_same(made, pattern, true);
  if (made.is_tuple_of(3)) {
    const auto& call = made.as_tuple();
    if (call.elements[0] == am::element && call.elements[2] == am::dollar_ &&
        call.elements[1] == Term::small(static_cast<SWord>(keypos))) {
      return true;
    }
  }
  return makes_same(made, pattern, false);
}

}  // namespace

Term CompiledSpec::reference(Process& p, HeapBuilder& builder) {
  return make_magic_ref(p.vm, builder, *this, sizeof(CompiledSpec));
}

Result<SharedRef<MatchProgram>, MatchErrors> compile_query(Process& p, Term source,
                                                           MatchSource kept) {
  const auto lookup = [&p](Term name, Word arity) -> BifFn {
    const Export* found = p.vm.exports->find(am::erlang, name, arity);
    return found == nullptr ? nullptr : found->bif;
  };
  return compile_match_spec(source, MatchUse::kTable, lookup, kept);
}

Term pattern_spec(HeapBuilder& builder, Term pattern, Term result) {
  const Term body = builder.cons(result, Term::nil());
  return builder.cons(builder.tuple(pattern, Term::nil(), body), Term::nil());
}

bool keys_of_query(const TableStore& store, Term source, QueryKeys& keys) {
  for (Term clause : ListView(source)) {
    const Term key = key_pattern(clause.as_tuple().elements[0], store.keypos());
    if (key.is_none() || has_variables(key)) return false;
    keys.push_back(key);
  }
  const bool ordered = store.type() == TableType::kOrderedSet;
  const auto order = ordered ? compare : compare_exact;
  if (keys.size() < 2) return true;
  std::sort(keys.begin(), keys.end(), [&](Term a, Term b) { return order(a, b) < 0; });
  const Term* const end =
      std::unique(keys.begin(), keys.end(), [&](Term a, Term b) { return order(a, b) == 0; });
  keys.truncate(static_cast<Word>(end - keys.begin()));
  return true;
}

Term key_beginning(const TableStore& store, Term source) {
  if (store.type() != TableType::kOrderedSet || !source.as_cons().tail.is_nil())
    return Term::none();
  const Term head = source.as_cons().head.as_tuple().elements[0];
  const Term pattern = key_pattern(head, store.keypos());
  const bool is_compound = pattern.has_value() && (pattern.is_tuple() || pattern.is_cons());
  return is_compound ? pattern : Term::none();
}

bool query_keeps_keys(Word keypos, Term source) {
  for (Term clause : ListView(source)) {
    if (!clause_keeps_key(keypos, clause)) return false;
  }
  return true;
}

}  // namespace vm
