// Maps: the guard functions and the natives of `maps`.
#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "vm/heap/list_view.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/term/map_trie.h"

#include <bit>
#include <optional>

namespace bif {
namespace {

/// Pairs that one step of an iterator yields (as many as a flat map has at most).
constexpr int kStepPairs = 32;

BifResult value_of(Process& p, Term key, Term map) {
  if (!map.is_map()) return p.badmap(map);
  const Term value = vm::map_get(map, key);
  return value.has_value() ? value : p.badkey(key);
}

/// Calls f(key, value) for the pairs of a large map from `path` on that one step of an iterator
/// yields. Returns where the next step starts (0: nowhere), or nothing if the map has no such path:
/// a program can make up an iterator.
template <class F>
std::optional<Word> take_step(Term map, Word path, F f) {
  vm::MapIterator iterator(map);
  if (!iterator.seek(path)) return {};
  iterator.next_together(kStepPairs, f);
  return iterator.path();
}

/// Reads the path of an iterator: a non-negative integer, of which the lowest word counts.
bool to_path(Term term, Word* path) {
  if (!term.is_integer()) return false;
  const vm::IntegerView view(term);
  *path = view.is_zero() ? 0 : view.limbs()[0];
  return !view.negative();
}

/// The next pairs of an iterator over the keys of a list: how OTP's maps:iterator/2 keeps an order.
BifResult ordered_next(Process& p, Term keys, Term map, Term kind) {
  constexpr std::size_t kPairsAtOnce = 64;
  if (!map.is_map() || kind != am::iterator) return p.badarg();
  std::vector<vm::MapPair> pairs;
  for (; keys.is_cons() && pairs.size() < kPairsAtOnce; keys = keys.as_cons().tail) {
    const Term key = keys.as_cons().head;
    const Term value = vm::map_get(map, key);
    if (value.is_none()) return p.badarg();
    pairs.push_back({key, value});
  }
  if (!keys.is_list()) return p.badarg();
  HeapBuilder builder(p);
  Term result = keys.is_nil() ? Term(am::none) : builder.cons(keys, map);
  for (std::size_t i = pairs.size(); i-- > 0;) {
    result = builder.tuple(pairs[i].key, pairs[i].value, result);
  }
  return result;
}

/// The pair that a list element stands for: a key that gets `value`, or, with none(), a tuple.
bool read_pair(Term element, Term value, vm::MapPair* pair) {
  if (value.has_value()) {
    *pair = {element, value};
    return true;
  }
  if (!element.is_tuple_of(2)) return false;
  *pair = {element.as_tuple().elements[0], element.as_tuple().elements[1]};
  return true;
}
bool add_pair(std::vector<vm::MapPair>& pairs, Term element, Term value) {
  vm::MapPair pair;
  if (!read_pair(element, value, &pair)) return false;
  pairs.push_back(pair);
  return true;
}

constexpr Word kPairsPerReduction = 4;

/// Of many pairs. They are divided by their hashes, and a map is made of each part: as these have
/// no branch in common below the first levels, putting them together costs little.
vm::Operation map_of_long_list(Process& p, Term list, Term value) {
  constexpr Word kPartPairs = 512;
  Pace pace(p, kPairsPerReduction);
  std::vector<vm::MapPair> pairs;
  for (; list.is_cons(); list = list.as_cons().tail) {
    if (pace.is_over()) co_await vm::paused();
    if (!add_pair(pairs, list.as_cons().head, value)) co_return p.badarg();
  }
  if (!list.is_nil()) co_return p.badarg();
  std::vector<std::vector<vm::MapPair>> parts(std::bit_ceil(pairs.size() / kPartPairs + 1));
  for (const vm::MapPair& pair : pairs) {
    if (pace.is_over()) co_await vm::paused();
    parts[vm::internal_hash(pair.key) & (parts.size() - 1)].push_back(pair);
  }
  HeapBuilder builder(p);
  Term map = vm::empty_map(builder);
  for (std::vector<vm::MapPair>& part : parts) {
    const Word count = part.size();
    map = vm::map_merge(builder, map, vm::map_from_pairs(builder, part));
    part = {};
    if (pace.is_over(count)) co_await vm::paused();
  }
  co_return map;
}

/// The map of a list of pairs, or of keys that all have `value`.
BifResult map_of_elements(Process& p, Term list, Term value) {
  constexpr Word kFew = 32;
  vm::PairMemory<kFew> few;
  Word count = 0;
  Term rest = list;
  for (; rest.is_cons() && count < kFew; rest = rest.as_cons().tail)
    if (!read_pair(rest.as_cons().head, value, &few.data()[count++])) return p.badarg();
  std::span<vm::MapPair> pairs(few.data(), count);
  std::vector<vm::MapPair> many;
  if (!rest.is_nil()) many.assign(pairs.begin(), pairs.end());
  for (; !rest.is_nil(); rest = rest.as_cons().tail) {
    if (!rest.is_cons()) return p.badarg();
    if (many.size() >= done_at_once(p)) return p.suspend_on(map_of_long_list(p, list, value));
    if (!add_pair(many, rest.as_cons().head, value)) return p.badarg();
  }
  if (!many.empty()) pairs = many;
  p.use_reductions(static_cast<SWord>(pairs.size() / kPairsPerReduction));
  HeapBuilder builder(p);
  return vm::map_from_pairs(builder, pairs);
}

/// As vm::map_keys() and vm::map_values(), of a large map.
vm::Operation list_of_large_map(Process& p, Term map, Term vm::MapPair::* part) {
  Pace pace(p, kPairsPerReduction);
  vm::MapIterator iterator(map);
  vm::MapPair pair;
  HeapBuilder builder(p);
  Term list = Term::nil();
  while (iterator.next(&pair.key, &pair.value)) {
    if (pace.is_over()) co_await vm::paused();
    list = builder.cons(pair.*part, list);
  }
  co_return list;
}

/// After merging two small maps with the same keys into `b`: makes `b` share the key tuple of `a`
/// if that is a literal and its own is not, so that its own can go. As in OTP, it is the one place
/// where a term changes; the keys stay the same.
void share_literal_keys(const Process& p, Term a, Term b) {
  const vm::LiteralMemory& literals = *p.vm.literals;
  if (!a.is_flat_map() || !b.is_flat_map() || vm::map_size(a) != vm::map_size(b)) return;
  const Term keys = a.as_boxed<vm::FlatMap>().keys;
  if (auto& map = b.as_boxed<vm::FlatMap>(); literals.contains(keys) && !literals.contains(b))
    map.keys = keys;
}

bool is_long_work(const Process& p, Term map) {
  return !map.is_flat_map() && vm::map_size(map) > done_at_once(p);
}

}  // namespace

BifResult map_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_map()) return p.badmap(a[0]);
  return number(vm::map_size(a[0]));
}

BifResult map_get_2(Process& p, const Args<2>& a) { return value_of(p, a[0], a[1]); }

BifResult is_map_key_2(Process& p, const Args<2>& a) {
  if (!a[1].is_map()) return p.badmap(a[1]);
  return vm::make_boolean(vm::map_get(a[1], a[0]).has_value());
}

BifResult maps_find_2(Process& p, const Args<2>& a) {
  if (!a[1].is_map()) return p.badmap(a[1]);
  const Term value = vm::map_get(a[1], a[0]);
  if (value.is_none()) return am::error;
  return HeapBuilder(p).tuple(am::ok, value);
}

BifResult maps_put_3(Process& p, const Args<3>& a) {
  if (!a[2].is_map()) return p.badmap(a[2]);
  HeapBuilder builder(p);
  return vm::map_put(builder, a[2], a[0], a[1]);
}

BifResult maps_update_3(Process& p, const Args<3>& a) {
  if (!a[2].is_map()) return p.badmap(a[2]);
  Term updated;
  {
    HeapBuilder builder(p);
    updated = vm::map_update(builder, a[2], a[0], a[1]);
  }
  return updated.has_value() ? updated : p.badkey(a[0]);
}

BifResult maps_remove_2(Process& p, const Args<2>& a) {
  if (!a[1].is_map()) return p.badmap(a[1]);
  HeapBuilder builder(p);
  return vm::map_remove(builder, a[1], a[0]);
}

BifResult maps_take_2(Process& p, const Args<2>& a) {
  if (!a[1].is_map()) return p.badmap(a[1]);
  HeapBuilder builder(p);
  Term value;
  const Term rest = vm::map_remove(builder, a[1], a[0], &value);
  return value.has_value() ? builder.tuple(value, rest) : Term(am::error);
}

BifResult maps_merge_2(Process& p, const Args<2>& a) {
  if (!a[0].is_map()) return p.badmap(a[0]);
  if (!a[1].is_map()) return p.badmap(a[1]);
  HeapBuilder builder(p);
  p.use_reductions(static_cast<SWord>((vm::map_size(a[0]) + vm::map_size(a[1])) / 8));
  const Term merged = vm::map_merge(builder, a[0], a[1]);
  if (merged == a[1]) share_literal_keys(p, a[0], a[1]);
  return merged;
}

BifResult maps_keys_1(Process& p, const Args<1>& a) {
  if (!a[0].is_map()) return p.badmap(a[0]);
  if (is_long_work(p, a[0])) return p.suspend_on(list_of_large_map(p, a[0], &vm::MapPair::key));
  HeapBuilder builder(p);
  return vm::map_keys(builder, a[0]);
}

BifResult maps_values_1(Process& p, const Args<1>& a) {
  if (!a[0].is_map()) return p.badmap(a[0]);
  if (is_long_work(p, a[0])) return p.suspend_on(list_of_large_map(p, a[0], &vm::MapPair::value));
  HeapBuilder builder(p);
  return vm::map_values(builder, a[0]);
}

BifResult maps_from_list_1(Process& p, const Args<1>& a) {
  return map_of_elements(p, a[0], Term::none());
}

BifResult maps_from_keys_2(Process& p, const Args<2>& a) { return map_of_elements(p, a[0], a[1]); }

namespace {
/// map_next_3() of a small map: its valid paths are the numbers up to its size; each gives all
/// pairs.
BifResult whole_map(Process& p, const vm::FlatMap& map, Term path, Term what) {
  if (!path.is_small() || path.as_small() < 0 || static_cast<Word>(path.as_small()) > map.count())
    return p.badarg();
  HeapBuilder builder(p);
  const Term* keys = map.keys.as_tuple().elements;
  const bool iterates = what == am::iterator;
  if (!iterates && !what.is_list()) return p.badarg();
  Term result = iterates ? Term(am::none) : what;
  for (Word i = map.count(); i-- > 0;) {
    result = iterates ? builder.tuple(keys[i], map.values[i], result)
                      : builder.cons(builder.tuple(keys[i], map.values[i]), result);
  }
  return result;
}

}  // namespace

BifResult map_next_3(Process& p, const Args<3>& a) {
  if (a[0].is_list()) return ordered_next(p, a[0], a[1], a[2]);
  if (a[1].is_flat_map()) return whole_map(p, a[1].as_boxed<vm::FlatMap>(), a[0], a[2]);
  Word path;
  if (!a[1].is_map() || !to_path(a[0], &path)) return p.badarg();
  HeapBuilder builder(p);
  const auto continued = [&](Word next) { return builder.unsigned_integer(next); };
  if (a[2] == am::iterator) {
    // Each tuple ends with the one after it.
    Term first;
    Term* end = &first;
    const auto next = take_step(a[1], path, [&](Term key, Term value) {
      Term* const words = builder.alloc(4);
      words[0] = Term::from_bits(vm::make_header(vm::Subtag::kTuple, 3));
      words[1] = key;
      words[2] = value;
      *end = Term::boxed(words);
      end = words + 3;
    });
    if (!next) return p.badarg();
    *end = *next == 0 ? Term(am::none) : builder.cons(continued(*next), a[1]);
    return first;
  }
  if (!a[2].is_list()) return p.badarg();
  Term pairs = a[2];  // with those of this step in front, the last one first
  const auto next = take_step(a[1], path, [&](Term key, Term value) {
    pairs = builder.cons(builder.tuple(key, value), pairs);
  });
  if (!next) return p.badarg();
  return *next == 0 ? pairs : builder.cons(continued(*next), builder.cons(a[1], pairs));
}

BifResult map_to_tuple_keys_1(Process& p, const Args<1>& a) {
  if (!a[0].is_flat_map()) return p.badarg();
  return a[0].as_boxed<vm::FlatMap>().keys;
}

/// erts_internal:map_hashmap_children(Map), for erts_debug:size/1. OTP's inner nodes are terms that
/// only that function understands; here they come as tuples, which it counts as the same words.
BifResult map_hashmap_children_1(Process& p, const Args<1>& a) {
  if (!a[0].is_map()) return p.badmap(a[0]);
  if (!a[0].is_hash_map()) return p.badarg();
  p.use_reductions(static_cast<SWord>(vm::map_size(a[0]) / kPairsPerReduction));
  HeapBuilder builder(p);
  return vm::trie_slots(builder, a[0]);
}

/// erts_debug:map_info(Map): the nodes of a large map.
BifResult map_info_1(Process& p, const Args<1>& a) {
  if (!a[0].is_map()) return p.badmap(a[0]);
  if (!a[0].is_hash_map()) return p.badarg();
  const vm::TrieShape shape = vm::trie_shape(a[0]);
  HeapBuilder builder(p);
  const auto counts = [&](Term name, std::span<const Word> words) {
    Word sum = 0;
    std::vector<Term> elements;
    for (const Word word : words) {
      sum += word;
      elements.push_back(number(word));
    }
    return builder.tuple(name, number(sum), builder.tuple_from(elements));
  };
  const Term items[] = {
      builder.tuple(am::depth, number(shape.depth)),
      builder.tuple(am::arrays, number(shape.full_roots), Term::nil()),
      counts(am::collisions, shape.collisions),
      counts(am::bitmaps, shape.bitmaps),
      counts(am::leafs, shape.leaves),
  };
  return builder.list_from(items);
}

}  // namespace bif
