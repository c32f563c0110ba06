// Terms as C sees them: tests of types, numbers, atoms, lists, tuples, strings.
// Source: erl_nif(3). What a function returns for a term of another type is 0.
#include "bif/nif/environment.h"
#include "bif/nif/text.h"
#include "bif/state.h"
#include "vm/base/utf8.h"
#include "vm/heap/list_view.h"
#include "vm/proc/references.h"
#include "vm/proc/unique_integers.h"
#include "vm/sched/scheduler.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/fun_identity.h"
#include "vm/term/hash.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <limits>
#include <utility>

using bif::from_nif;
using bif::to_nif;
using vm::Term;

namespace bif {
namespace {

/// Reads an integer term into `*value` where it is in the range of T.
template <class T>
bool get_integer(ERL_NIF_TERM term, T* value) {
  const Term t = from_nif(term);
  if (t.is_small()) {
    if (!std::in_range<T>(t.as_small())) return false;
    *value = static_cast<T>(t.as_small());
    return true;
  }
  if (!t.is_integer()) return false;
  if constexpr (std::numeric_limits<T>::is_signed) {
    SWord wide;
    if (!vm::integer_to_int64(t, &wide) || wide < std::numeric_limits<T>::min() ||
        wide > std::numeric_limits<T>::max())
      return false;
    *value = static_cast<T>(wide);
  } else {
    Word wide;
    if (!vm::integer_to_uint64(t, &wide) || wide > std::numeric_limits<T>::max()) return false;
    *value = static_cast<T>(wide);
  }
  return true;
}

/// The text of an atom in `encoding`; nothing where it has other characters.
std::optional<std::string> atom_in(Term atom, ErlNifCharEncoding encoding) {
  const std::string_view utf8 = vm::atom_text(atom);
  if (encoding != ERL_NIF_LATIN1) return std::string(utf8);
  std::string latin1;
  const char* end = utf8.data() + utf8.size();
  for (const char* at = utf8.data(); at < end;) {
    std::uint32_t code_point;
    at += vm::decode_utf8(at, end, &code_point);
    if (code_point > 0xFF) return std::nullopt;
    latin1.push_back(static_cast<char>(code_point));
  }
  return latin1;
}

/// The atom of `text`, as 0 where it does not exist or there is no such text.
int find_existing(std::string_view text, ERL_NIF_TERM* atom, ErlNifCharEncoding encoding) {
  const Term found = vm::find_atom(to_utf8(text, encoding));
  if (found.has_value()) *atom = to_nif(found);
  return found.has_value();
}

Term make_list(ErlNifEnv* env, std::span<const Term> elements) {
  return env->builder().list_from(elements);
}

/// The terms after the last named parameter.
std::vector<Term> collect(unsigned count, va_list rest) {
  std::vector<Term> terms(count);
  for (Term& term : terms) term = from_nif(va_arg(rest, ERL_NIF_TERM));
  return terms;
}

/// Characters of a list in `encoding`, one call of `add(code point, bytes it takes)` each; it
/// returns false to end the walk. False: not a proper list of characters.
template <class F>
bool for_each_character(Term list, ErlNifCharEncoding encoding, F add) {
  const SWord limit = encoding == ERL_NIF_LATIN1 ? 0xFF : 0x10FFFF;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term head = list.as_cons().head;
    if (!head.is_small() || head.as_small() < 0 || head.as_small() > limit) return false;
    const auto code_point = static_cast<std::uint32_t>(head.as_small());
    if (!vm::is_unicode_scalar(code_point)) return false;
    char bytes[4] = {static_cast<char>(code_point)};
    const Word size = encoding == ERL_NIF_LATIN1 ? 1 : vm::encode_utf8(code_point, bytes);
    if (!add(std::string_view(bytes, size))) return true;
  }
  return list.is_nil();
}

}  // namespace
}  // namespace bif

extern "C" {

// --- types ---

int enif_is_atom(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_atom(); }
int enif_is_binary(ErlNifEnv*, ERL_NIF_TERM t) {
  return from_nif(t).is_bitstring() && from_nif(t).is_binary();
}
int enif_is_empty_list(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_nil(); }
int enif_is_fun(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_fun(); }
int enif_is_list(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_list(); }
int enif_is_number(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_number(); }
int enif_is_pid(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_pid(); }
int enif_is_port(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_port(); }
int enif_is_ref(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_ref(); }
int enif_is_tuple(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_tuple(); }

ErlNifTermType enif_term_type(ErlNifEnv*, ERL_NIF_TERM term) {
  const Term t = from_nif(term);
  if (t.is_atom()) return ERL_NIF_TERM_TYPE_ATOM;
  if (t.is_integer()) return ERL_NIF_TERM_TYPE_INTEGER;
  if (t.is_list()) return ERL_NIF_TERM_TYPE_LIST;
  if (t.is_tuple()) return ERL_NIF_TERM_TYPE_TUPLE;
  if (t.is_bitstring()) return ERL_NIF_TERM_TYPE_BITSTRING;
  if (t.is_map()) return ERL_NIF_TERM_TYPE_MAP;
  if (t.is_float()) return ERL_NIF_TERM_TYPE_FLOAT;
  if (t.is_pid()) return ERL_NIF_TERM_TYPE_PID;
  if (t.is_ref()) return ERL_NIF_TERM_TYPE_REFERENCE;
  if (t.is_port()) return ERL_NIF_TERM_TYPE_PORT;
  VM_CHECK(t.is_fun(), "a NIF's argument is one of the types above, or a fun");
  return ERL_NIF_TERM_TYPE_FUN;
}

int enif_is_identical(ERL_NIF_TERM a, ERL_NIF_TERM b) {
  return vm::exactly_equal(from_nif(a), from_nif(b));
}
int enif_compare(ERL_NIF_TERM a, ERL_NIF_TERM b) { return vm::compare(from_nif(a), from_nif(b)); }
ErlNifUInt64 enif_hash(ErlNifHash type, ERL_NIF_TERM term, ErlNifUInt64 salt) {
  if (type == ERL_NIF_PHASH2) return vm::phash2(from_nif(term)) & ((1U << 27) - 1);
  // 64 bits, as OTP 27's are; their values are not promised.
  return vm::detail::mix_bits(vm::internal_hash(from_nif(term)) ^ vm::detail::mix_bits(salt));
}

// --- numbers ---

int enif_get_int(ErlNifEnv*, ERL_NIF_TERM t, int* v) { return bif::get_integer(t, v); }
int enif_get_uint(ErlNifEnv*, ERL_NIF_TERM t, unsigned* v) { return bif::get_integer(t, v); }
int enif_get_long(ErlNifEnv*, ERL_NIF_TERM t, long* v) { return bif::get_integer(t, v); }
int enif_get_ulong(ErlNifEnv*, ERL_NIF_TERM t, unsigned long* v) { return bif::get_integer(t, v); }
int enif_get_double(ErlNifEnv*, ERL_NIF_TERM t, double* v) {
  if (!from_nif(t).is_float()) return 0;
  *v = vm::float_value(from_nif(t));
  return 1;
}

ERL_NIF_TERM enif_make_int(ErlNifEnv*, int v) { return to_nif(Term::small(v)); }
ERL_NIF_TERM enif_make_uint(ErlNifEnv*, unsigned v) { return to_nif(Term::small(v)); }
ERL_NIF_TERM enif_make_long(ErlNifEnv* env, long v) { return to_nif(env->builder().integer(v)); }
ERL_NIF_TERM enif_make_ulong(ErlNifEnv* env, unsigned long v) {
  return to_nif(env->builder().unsigned_integer(v));
}
ERL_NIF_TERM enif_make_double(ErlNifEnv* env, double v) {
  return to_nif(std::isfinite(v) ? env->builder().float_(v) : env->badarg());
}

// --- atoms ---

int enif_get_atom(ErlNifEnv*, ERL_NIF_TERM t, char* buffer, unsigned size,
                  ErlNifCharEncoding encoding) {
  if (!from_nif(t).is_atom()) return 0;
  const auto text = bif::atom_in(from_nif(t), encoding);
  if (!text || text->size() + 1 > size) return 0;
  std::ranges::copy(*text, buffer);
  buffer[text->size()] = '\0';
  return static_cast<int>(text->size()) + 1;
}
int enif_get_atom_length(ErlNifEnv*, ERL_NIF_TERM t, unsigned* length,
                         ErlNifCharEncoding encoding) {
  if (!from_nif(t).is_atom()) return 0;
  const auto text = bif::atom_in(from_nif(t), encoding);
  if (text) *length = static_cast<unsigned>(text->size());
  return text.has_value();
}
ERL_NIF_TERM enif_make_atom_len(ErlNifEnv* env, const char* name, size_t length) {
  const auto atom = bif::intern_latin1({name, length});
  return to_nif(atom.ok() ? *atom : env->badarg());
}
ERL_NIF_TERM enif_make_atom(ErlNifEnv* env, const char* name) {
  return enif_make_atom_len(env, name, std::strlen(name));
}
int enif_make_existing_atom_len(ErlNifEnv*, const char* name, size_t length, ERL_NIF_TERM* atom,
                                ErlNifCharEncoding encoding) {
  return bif::find_existing({name, length}, atom, encoding);
}
int enif_make_existing_atom(ErlNifEnv*, const char* name, ERL_NIF_TERM* atom,
                            ErlNifCharEncoding encoding) {
  return bif::find_existing(name, atom, encoding);
}
int enif_make_new_atom_len(ErlNifEnv*, const char* name, size_t length, ERL_NIF_TERM* atom,
                           ErlNifCharEncoding encoding) {
  const auto made = vm::intern_atom(bif::to_utf8({name, length}, encoding));
  if (made.ok()) *atom = to_nif(*made);
  return made.ok();
}
int enif_make_new_atom(ErlNifEnv* env, const char* name, ERL_NIF_TERM* atom,
                       ErlNifCharEncoding encoding) {
  return enif_make_new_atom_len(env, name, std::strlen(name), atom, encoding);
}

// --- lists and strings ---

int enif_get_list_cell(ErlNifEnv*, ERL_NIF_TERM t, ERL_NIF_TERM* head, ERL_NIF_TERM* tail) {
  if (!from_nif(t).is_cons()) return 0;
  const vm::Cons cell = from_nif(t).as_cons();
  *head = to_nif(cell.head);
  *tail = to_nif(cell.tail);
  return 1;
}
int enif_get_list_length(ErlNifEnv*, ERL_NIF_TERM t, unsigned* length) {
  const vm::SWord count = vm::list_length(from_nif(t));
  if (count >= 0) *length = static_cast<unsigned>(count);
  return count >= 0;
}
int enif_get_string(ErlNifEnv*, ERL_NIF_TERM list, char* buffer, unsigned size,
                    ErlNifCharEncoding encoding) {
  if (size == 0) return 0;
  unsigned used = 0;
  bool fits = true;
  const bool is_text = bif::for_each_character(from_nif(list), encoding, [&](std::string_view c) {
    fits = used + c.size() < size;
    if (fits) used = static_cast<unsigned>(std::ranges::copy(c, buffer + used).out - buffer);
    return fits;
  });
  buffer[is_text ? used : 0] = '\0';
  if (!is_text) return 0;
  return fits ? static_cast<int>(used) + 1 : -static_cast<int>(used + 1);
}
int enif_get_string_length(ErlNifEnv*, ERL_NIF_TERM list, unsigned* length,
                           ErlNifCharEncoding encoding) {
  unsigned bytes = 0;
  const bool is_text = bif::for_each_character(from_nif(list), encoding, [&](std::string_view c) {
    bytes += static_cast<unsigned>(c.size());
    return true;
  });
  if (is_text) *length = bytes;
  return is_text;
}
ERL_NIF_TERM enif_make_list_cell(ErlNifEnv* env, ERL_NIF_TERM head, ERL_NIF_TERM tail) {
  return to_nif(env->builder().cons(from_nif(head), from_nif(tail)));
}
ERL_NIF_TERM enif_make_list_from_array(ErlNifEnv* env, const ERL_NIF_TERM elements[],
                                       unsigned count) {
  return to_nif(bif::make_list(env, {from_nif(elements), count}));
}
ERL_NIF_TERM enif_make_list(ErlNifEnv* env, unsigned count, ...) {
  va_list rest;
  va_start(rest, count);
  const std::vector<Term> elements = bif::collect(count, rest);
  va_end(rest);
  return to_nif(bif::make_list(env, elements));
}
int enif_make_reverse_list(ErlNifEnv* env, ERL_NIF_TERM term, ERL_NIF_TERM* reversed) {
  Term list = from_nif(term);
  Term result = Term::nil();
  for (; list.is_cons(); list = list.as_cons().tail)
    result = env->builder().cons(list.as_cons().head, result);
  if (list.is_nil()) *reversed = to_nif(result);
  return list.is_nil();
}
ERL_NIF_TERM enif_make_string_len(ErlNifEnv* env, const char* text, size_t length,
                                  ErlNifCharEncoding encoding) {
  if (encoding == ERL_NIF_LATIN1) return to_nif(env->builder().string({text, length}));
  std::vector<Term> characters;
  const char* end = text + length;
  for (const char* at = text; at < end;) {
    std::uint32_t code_point;
    const vm::Word size = vm::decode_utf8(at, end, &code_point);
    if (size == 0) return to_nif(env->badarg());
    characters.push_back(Term::small(code_point));
    at += size;
  }
  return to_nif(bif::make_list(env, characters));
}
ERL_NIF_TERM enif_make_string(ErlNifEnv* env, const char* text, ErlNifCharEncoding encoding) {
  return enif_make_string_len(env, text, std::strlen(text), encoding);
}

// --- funs ---

// The module of a closure, its index in the module's table of funs, and its check sum there: what
// %T prints, at the cost of reading it. 0 for other terms, and for `fun M:F/A`.
int sonde_get_fun(ErlNifEnv*, ERL_NIF_TERM t, ERL_NIF_TERM* module, unsigned long* index,
                  unsigned long* uniq) {
  if (!from_nif(t).is_fun() || from_nif(t).as_boxed<vm::Fun>().is_external()) return 0;
  const vm::FunIdentity id = vm::fun_identity(from_nif(t).as_boxed<vm::Fun>());
  *module = to_nif(id.module);
  *index = id.index;
  *uniq = id.old_uniq;
  return 1;
}

// --- tuples ---

int enif_get_tuple(ErlNifEnv*, ERL_NIF_TERM t, int* arity, const ERL_NIF_TERM** elements) {
  if (!from_nif(t).is_tuple()) return 0;
  const vm::Tuple& tuple = from_nif(t).as_tuple();
  *arity = static_cast<int>(tuple.arity());
  *elements = to_nif(tuple.elements);
  return 1;
}
ERL_NIF_TERM enif_make_tuple_from_array(ErlNifEnv* env, const ERL_NIF_TERM elements[],
                                        unsigned count) {
  return to_nif(env->builder().tuple_from({from_nif(elements), count}));
}
ERL_NIF_TERM enif_make_tuple(ErlNifEnv* env, unsigned count, ...) {
  va_list rest;
  va_start(rest, count);
  const std::vector<Term> elements = bif::collect(count, rest);
  va_end(rest);
  return to_nif(env->builder().tuple_from(elements));
}

// --- references and unique integers ---

ERL_NIF_TERM enif_make_ref(ErlNifEnv* env) {
  return to_nif(vm::make_ref(env->builder(), vm::next_ref_number(env->vm)));
}
ERL_NIF_TERM enif_make_unique_integer(ErlNifEnv* env, ErlNifUniqueInteger properties) {
  const auto given = static_cast<vm::SWord>((properties & ERL_NIF_UNIQUE_MONOTONIC) != 0
                                                ? env->vm.schedulers->clock().next_ordered()
                                                : env->vm.unique_integers->take());
  const bool positive = (properties & ERL_NIF_UNIQUE_POSITIVE) != 0;
  return to_nif(env->builder().integer(positive ? given + 1 : vm::kSmallMin + given));
}

}  // extern "C"
