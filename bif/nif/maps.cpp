// Maps and their iterators. An iterator holds all pairs in an array of its own (u.hash.kv), which
// makes it independent of how a map is laid out and lets it go both ways; it is freed by
// enif_map_iterator_destroy(). `idx` is the number of the pair from 1 on: 0 is before the first.
// Source: erl_nif(3), enif_map_iterator_create.
#include "bif/nif/environment.h"
#include "vm/term/map.h"

#include <cstdlib>

using bif::from_nif;
using bif::to_nif;
using vm::Term;

extern "C" {

int enif_is_map(ErlNifEnv*, ERL_NIF_TERM t) { return from_nif(t).is_map(); }

int enif_get_map_size(ErlNifEnv*, ERL_NIF_TERM t, size_t* size) {
  if (!from_nif(t).is_map()) return 0;
  *size = vm::map_size(from_nif(t));
  return 1;
}

ERL_NIF_TERM enif_make_new_map(ErlNifEnv* env) { return to_nif(vm::empty_map(env->builder())); }

int enif_make_map_put(ErlNifEnv* env, ERL_NIF_TERM map, ERL_NIF_TERM key, ERL_NIF_TERM value,
                      ERL_NIF_TERM* result) {
  if (!from_nif(map).is_map()) return 0;
  *result = to_nif(vm::map_put(env->builder(), from_nif(map), from_nif(key), from_nif(value)));
  return 1;
}

int enif_get_map_value(ErlNifEnv*, ERL_NIF_TERM map, ERL_NIF_TERM key, ERL_NIF_TERM* value) {
  if (!from_nif(map).is_map()) return 0;
  const Term found = vm::map_get(from_nif(map), from_nif(key));
  if (found.has_value()) *value = to_nif(found);
  return found.has_value();
}

int enif_make_map_update(ErlNifEnv* env, ERL_NIF_TERM map, ERL_NIF_TERM key, ERL_NIF_TERM value,
                         ERL_NIF_TERM* result) {
  if (!from_nif(map).is_map()) return 0;
  const Term changed =
      vm::map_update(env->builder(), from_nif(map), from_nif(key), from_nif(value));
  if (changed.has_value()) *result = to_nif(changed);
  return changed.has_value();
}

int enif_make_map_remove(ErlNifEnv* env, ERL_NIF_TERM map, ERL_NIF_TERM key, ERL_NIF_TERM* result) {
  if (!from_nif(map).is_map()) return 0;
  *result = to_nif(vm::map_remove(env->builder(), from_nif(map), from_nif(key)));
  return 1;
}

int enif_make_map_from_arrays(ErlNifEnv* env, ERL_NIF_TERM keys[], ERL_NIF_TERM values[],
                              size_t count, ERL_NIF_TERM* result) {
  std::vector<vm::MapPair> pairs;
  for (size_t i = 0; i < count; ++i) pairs.push_back({from_nif(keys[i]), from_nif(values[i])});
  const Term map = vm::map_from_unique_pairs(env->builder(), pairs);
  if (map.has_value()) *result = to_nif(map);
  return map.has_value();
}

int enif_map_iterator_create(ErlNifEnv*, ERL_NIF_TERM map, ErlNifMapIterator* to,
                             ErlNifMapIteratorEntry entry) {
  const Term t = from_nif(map);
  if (!t.is_map() || (entry != ERL_NIF_MAP_ITERATOR_FIRST && entry != ERL_NIF_MAP_ITERATOR_LAST))
    return 0;
  *to = {};
  to->map = map;
  to->size = vm::map_size(t);
  to->idx = entry == ERL_NIF_MAP_ITERATOR_FIRST ? 1 : to->size;
  to->u.hash.kv = static_cast<ERL_NIF_TERM*>(std::malloc((2 * to->size + 1) * sizeof(Term)));
  ERL_NIF_TERM* next = to->u.hash.kv;
  vm::MapIterator pairs(t);
  for (Term key, value; pairs.next(&key, &value);) {
    *next++ = to_nif(key);
    *next++ = to_nif(value);
  }
  return 1;
}

void enif_map_iterator_destroy(ErlNifEnv*, ErlNifMapIterator* it) {
  std::free(it->u.hash.kv);
  it->u.hash.kv = nullptr;
}

int enif_map_iterator_is_head(ErlNifEnv*, ErlNifMapIterator* it) { return it->idx == 0; }
int enif_map_iterator_is_tail(ErlNifEnv*, ErlNifMapIterator* it) { return it->idx > it->size; }

int enif_map_iterator_next(ErlNifEnv*, ErlNifMapIterator* it) {
  if (it->idx <= it->size) ++it->idx;
  return it->idx <= it->size;
}

int enif_map_iterator_prev(ErlNifEnv*, ErlNifMapIterator* it) {
  if (it->idx > 0) --it->idx;
  return it->idx > 0;
}

int enif_map_iterator_get_pair(ErlNifEnv*, ErlNifMapIterator* it, ERL_NIF_TERM* key,
                               ERL_NIF_TERM* value) {
  if (it->idx == 0 || it->idx > it->size) return 0;
  const ERL_NIF_TERM* pair = it->u.hash.kv + 2 * (it->idx - 1);
  *key = pair[0];
  *value = pair[1];
  return 1;
}

}  // extern "C"
