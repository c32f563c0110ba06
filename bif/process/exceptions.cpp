// Raising from Erlang code: error, exit, throw, raise, nif_error.
#include "bif/natives.h"
#include "vm/heap/list_view.h"
#include "vm/term/map.h"

namespace bif {
namespace {

/// error/2,3: the arguments replace the arity of the function that calls (`none`: they do not).
BifResult raise_error(Process& p, Term reason, Term arguments, Term error_info) {
  p.raise(vm::ExceptionClass::kError, reason);
  p.raising.exception.arguments = arguments.is_list() ? arguments : Term::none();
  p.raising.exception.error_info = error_info;
  return Term::none();
}

/// One entry of a stack trace as raise/3 takes it: {M,F,A} or {M,F,A,Info}, {Fun,Args} forms.
bool is_trace_entry(Term entry) {
  if (!entry.is_tuple()) return false;
  const vm::Tuple& tuple = entry.as_tuple();
  const auto is_call_shape = [](Term t) {
    return t.is_list() || (t.is_small() && t.as_small() >= 0);
  };
  switch (tuple.arity()) {
    case 2:
      return tuple.elements[0].is_fun() && is_call_shape(tuple.elements[1]);
    case 3:
      if (tuple.elements[0].is_fun()) {
        return is_call_shape(tuple.elements[1]) && vm::list_length(tuple.elements[2]) >= 0;
      }
      return tuple.elements[0].is_atom() && tuple.elements[1].is_atom();
    case 4:
      return tuple.elements[0].is_atom() && tuple.elements[1].is_atom() &&
             vm::list_length(tuple.elements[3]) >= 0;
    default:
      return false;
  }
}

/// The list with every entry as {M,F,A,Info}; none() where one is wrong.
Term normalized_trace(Process& p, Term list) {
  bool needs_copy = false;
  Term rest = list;
  for (; rest.is_cons(); rest = rest.as_cons().tail) {
    const Term entry = rest.as_cons().head;
    if (!is_trace_entry(entry)) return Term::none();
    const vm::Tuple& tuple = entry.as_tuple();
    needs_copy |= tuple.arity() == 2 || (tuple.arity() == 3 && !tuple.elements[0].is_fun());
  }
  if (!rest.is_nil()) return Term::none();
  if (!needs_copy) return list;
  HeapBuilder builder(p);
  vm::ListBuilder copy(builder);
  for (const Term entry : vm::ListView(list)) {
    const Term* e = entry.as_tuple().elements;
    const Word arity = entry.as_tuple().arity();
    if (arity == 2) {
      copy.add(builder.tuple(e[0], e[1], Term::nil()));
    } else if (arity == 3 && !e[0].is_fun()) {
      copy.add(builder.tuple(e[0], e[1], e[2], Term::nil()));
    } else {
      copy.add(entry);
    }
  }
  return copy.finish();
}

}  // namespace

BifResult error_1(Process& p, const Args<1>& a) {
  return raise_error(p, a[0], Term::none(), Term::none());
}

BifResult error_2(Process& p, const Args<2>& a) { return raise_error(p, a[0], a[1], Term::none()); }

BifResult error_3(Process& p, const Args<3>& a) {
  // What is no known option, or no list, is passed over: the error itself matters more.
  Term info;
  for (const Term option : vm::ListView(a[2])) {
    if (option.is_tuple_of(2) && option.as_tuple().elements[0] == am::error_info &&
        option.as_tuple().elements[1].is_map()) {
      info = option.as_tuple().elements[1];
    }
  }
  return raise_error(p, a[0], a[1], info);
}

BifResult exit_1(Process& p, const Args<1>& a) { return p.raise(vm::ExceptionClass::kExit, a[0]); }

BifResult throw_1(Process& p, const Args<1>& a) {
  return p.raise(vm::ExceptionClass::kThrow, a[0]);
}

// Unlike error/1,2 these fail themselves, as other BIFs do.
BifResult nif_error_1(Process& p, const Args<1>& a) { return p.error(a[0]); }
BifResult nif_error_2(Process& p, const Args<2>& a) { return p.error(a[0]); }

BifResult raise_3(Process& p, const Args<3>& a) {
  vm::ExceptionClass kind;
  // A wrong class or stack trace is answered, not raised: badarg is the value then.
  if (a[0] == am::error) {
    kind = vm::ExceptionClass::kError;
  } else if (a[0] == am::exit) {
    kind = vm::ExceptionClass::kExit;
  } else if (a[0] == am::throw_) {
    kind = vm::ExceptionClass::kThrow;
  } else {
    return am::badarg;
  }
  const Term trace = normalized_trace(p, a[2]);
  if (trace.is_none()) return am::badarg;
  p.raise(kind, a[1]);
  p.raising.exception.stacktrace = trace;
  return Term::none();
}

}  // namespace bif
