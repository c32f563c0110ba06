// ets: select and match in all forms. One search serves them: it walks the objects that can match,
// runs the program on each, and lets the form decide what happens with the result. In a large table
// it goes in parts, between which other processes run; the table is fixed meanwhile, as in OTP, so
// that each object which is there all the time is visited once.
#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/ets/query.h"
#include "vm/heap/list_view.h"

#include <optional>

namespace bif {
namespace {

enum class Form : std::uint8_t { kCollect, kCount, kDelete, kReplace };

constexpr Word kNoLimit = ~Word{0};

/// A search of one table, possibly the next part of an earlier one.
struct Search {
  Process& p;
  vm::Table& table;
  vm::SharedRef<vm::MatchProgram> program;
  Form form = Form::kCollect;
  Word limit = kNoLimit;
  vm::Direction direction = vm::Direction::kUp;
  // Where it begins, and afterwards where it is.
  vm::HashPlace place;
  std::optional<vm::QueryKeys> keys;  // the only ones that can match, in the order of visiting
  Term last_key;                      // in an ordered set: none() at the beginning
  Term beginning;                     // likewise: of all keys that can match, or none()
  Word pause_at = kNoLimit;           // how many objects it may have visited before it pauses
  Term compiled;                      // with a limit: the reference for continuations
  vm::TableObject* last_object = nullptr;
  vm::ShortVector<Term, 8> found;  // results, in the order of visiting
  Word count = 0;
  Word visited = 0;
  bool at_end = false;

  vm::ScanStep visit(vm::TableObject* object) {
    ++visited;
    last_object = object;
    // Before anything becomes of the object.
    if (visited == pause_at && table.ordered_store() != nullptr) remember_key(object);
    const Term result = program->run_on_object(p, object->tuple());
    if (result.is_none()) return vm::ScanStep::kKeep;
    switch (form) {
      case Form::kCollect:
        found.push_back(result);
        return vm::ScanStep::kKeep;
      case Form::kCount:
        count += result == am::true_;
        return vm::ScanStep::kKeep;
      case Form::kDelete:
        count += result == am::true_;
        return result == am::true_ ? vm::ScanStep::kErase : vm::ScanStep::kKeep;
      case Form::kReplace:
        // The key is the same: query_keeps_keys() saw to it.
        replace(object, result);
        ++count;
        return vm::ScanStep::kKeep;
    }
    return vm::ScanStep::kKeep;
  }
  void replace(vm::TableObject* object, Term result) {
    vm::TableStore& store = table.store();
    store.replace(object, store.make(result, store.key(store.key_of(*object))));
  }
  void remember_key(vm::TableObject* object) {
    HeapBuilder builder(p);
    last_key = copy_from_table(builder, table.store().key_of(*object));
  }
  bool is_full() const { return found.size() >= limit; }
  bool pauses() const { return visited >= pause_at; }
  vm::LockMode mode() const {
    return form == Form::kDelete || form == Form::kReplace ? vm::LockMode::kWrite
                                                           : vm::LockMode::kRead;
  }
};

/// Finds out which keys can match. Only a search without a limit asks.
void find_keys(Search& search) {
  vm::QueryKeys keys;
  if (!vm::keys_of_query(search.table.store(), search.program->source(), keys)) return;
  if (search.direction == vm::Direction::kDown) std::reverse(keys.begin(), keys.end());
  search.keys = std::move(keys);
}

void search_keys(Search& search) {
  vm::TableStore& store = search.table.store();
  for (Term term : *search.keys) {
    const vm::TableKey key = store.key(term);
    vm::StoreLock lock(store, key, search.mode());
    for (vm::TableObject* object = store.find(key); object != nullptr;) {
      vm::TableObject* after = store.find_next(object);
      if (search.visit(object) == vm::ScanStep::kErase) store.erase(object);
      object = after;
    }
  }
  search.at_end = true;
}

void search_ordered(Search& search, vm::OrderedStore& store) {
  search.last_object = nullptr;
  vm::StoreLock lock(store, store.lock(0), search.mode());
  store.scan(
      search.last_key, search.direction, search.beginning,
      [&] { return !search.is_full() && !search.pauses(); },
      [&](vm::TableObject* object) { return search.visit(object); });
  search.at_end = !search.is_full() && !search.pauses();
  if (search.limit != kNoLimit && search.last_object != nullptr && !search.pauses())
    search.remember_key(search.last_object);
}

/// Searches from where `search` is to its next pause, its limit or the end of the table.
void run(Search& search) {
  if (search.keys) {
    search_keys(search);
  } else if (vm::OrderedStore* ordered = search.table.ordered_store(); ordered != nullptr) {
    search_ordered(search, *ordered);
  } else {
    // With a limit, what is found beyond it would only be kept for the next part.
    const Word buckets_at_once = search.limit == kNoLimit ? vm::HashStore::kMostAtOnce : 1;
    search.at_end = !search.table.hash_store()->scan(
        search.place, search.mode(), buckets_at_once,
        [&] { return search.is_full() || search.pauses(); },
        [&](vm::TableObject* object) { return search.visit(object); });
  }
}

/// `results` as a list: in an ordered set as they were visited, else each in front, which puts the
/// objects of one key in the order of insertion.
Term result_list(HeapBuilder& builder, const vm::Table& table, std::span<const Term> results) {
  if (table.type() == vm::TableType::kOrderedSet) return builder.list_from(results);
  Term list = Term::nil();
  for (Term result : results) list = builder.cons(result, list);
  return list;
}

/// The answer of a search with a limit: {Results, Continuation}, or '$end_of_table'.
Term part_of_results(Search& search) {
  if (search.found.empty()) return am::end_of_table;
  HeapBuilder builder(search.p);
  const std::span<const Term> found(search.found);
  const Word take = std::min<Word>(search.limit, found.size());
  const Term results = result_list(builder, search.table, found.first(take));
  if (search.at_end && take == found.size()) return builder.tuple(results, am::end_of_table);
  const Term limit = number(search.limit);
  const Term table = search.table.reference(builder);
  if (search.table.ordered_store() != nullptr) {
    const Term down = Term::small(search.direction == vm::Direction::kDown ? 1 : 0);
    return builder.tuple(results,
                         builder.tuple(table, search.last_key, Term::nil(), limit, search.compiled,
                                       Term::nil(), down, Term::small(0)));
  }
  const Word place =
      search.at_end ? Word{1} << 40 : search.place.stripe << 32 | search.place.bucket;
  return builder.tuple(results,
                       builder.tuple(table, number(place), limit, search.compiled,
                                     result_list(builder, search.table, found.subspan(take)),
                                     number(found.size() - take)));
}

/// What the native returns when the search is over; none() if the table was deleted meanwhile.
Term answer(Search& search) {
  if (!still_exists(search.p, search.table)) return Term::none();
  if (search.form != Form::kCollect) return number(search.count);
  if (search.limit != kNoLimit) return part_of_results(search);
  HeapBuilder builder(search.p);
  return result_list(builder, search.table, search.found);
}

/// A search of a large table. `held` is what `search` refers to. If the process ends during a
/// pause, so does what it has fixed.
vm::Operation search_in_parts(Process& p, TableAccess held, Search search) {
  // A match program of a few calls takes a microsecond. Not fewer: in an ordered_set, the search
  // has to pass what others add behind its place meanwhile.
  constexpr Word kObjectsPerReduction = 2;
  Pace pace(p, kObjectsPerReduction);
  const bool has_fixed = tables(p.vm).fix(p, *held);
  while (true) {
    const Word before = search.visited;
    search.pause_at = before + pace.left();
    run(search);
    const bool is_over = pace.is_over(search.visited - before);
    if (!search.pauses()) break;
    if (is_over) co_await vm::paused();
  }
  if (has_fixed && tables(p.vm).unfix(p.pid, *held)) {
    for (vm::HashPlace place; held->hash_store()->clean(place, pace.left());)
      if (pace.is_over(pace.left())) co_await vm::paused();
  }
  if (search.form != Form::kCollect || search.limit != kNoLimit) co_return answer(search);
  if (!still_exists(p, *held)) co_return Term::none();
  // As result_list().
  const bool ordered = held->type() == vm::TableType::kOrderedSet;
  const Word count = search.found.size();
  HeapBuilder builder(p);
  Term list = Term::nil();
  for (Word i = 0; i < count; ++i) {
    if (pace.is_over()) co_await vm::paused();
    list = builder.cons(search.found[ordered ? count - 1 - i : i], list);
  }
  co_return list;
}

/// Runs `search` to its end, in the native or after it.
BifResult run_all(Process& p, TableAccess& table, Search& search) {
  bool goes_in_parts = false;
  search.beginning = vm::key_beginning(table->store(), search.program->source());
  if (search.limit == kNoLimit) {
    find_keys(search);
    goes_in_parts = !search.keys && table->store().size() > done_at_once(p);
  } else {
    // Most find enough soon. Nothing is promised for a table that its user has not fixed.
    search.pause_at = done_at_once(p);
  }
  if (!goes_in_parts) {
    run(search);
    goes_in_parts = search.pauses();
  }
  if (goes_in_parts)
    return p.suspend_on(search_in_parts(p, std::move(table).held(), std::move(search)));
  p.use_reductions(static_cast<SWord>(search.visited / 4 + 1));
  return answer(search);
}

Term new_compiled_reference(Process& p, vm::SharedRef<vm::MatchProgram> program) {
  HeapBuilder builder(p);
  return vm::make_shared_ref<vm::CompiledSpec>(std::move(program))->reference(p, builder);
}

/// A match specification that does not compile.
BifResult bad_spec(Process& p, const vm::MatchErrors& errors) {
  return errors.too_deep ? p.system_limit() : table_badarg(p);
}

BifResult collect(Process& p, Term identifier, Term source, vm::Direction direction) {
  TableAccess table(p, identifier, TableNeed::kRead);
  if (!table) return Term::none();
  if (source.is_nil()) return Term::nil();  // no clause matches nothing
  auto program = vm::compile_query(p, source, vm::MatchSource::kBorrowed);
  if (!program.ok()) return bad_spec(p, program.error());
  if (table->ordered_store() == nullptr) direction = vm::Direction::kUp;
  Search search{p, *table, std::move(*program)};
  search.direction = direction;
  return run_all(p, table, search);
}

BifResult collect_part(Process& p, Term identifier, Term source, Term limit,
                       vm::Direction direction) {
  TableAccess table(p, identifier, TableNeed::kRead);
  if (!table) return Term::none();
  if (!limit.is_small() || limit.as_small() < 1) return table_badarg(p);
  if (source.is_nil()) return am::end_of_table;
  auto program = vm::compile_query(p, source, vm::MatchSource::kCopied);
  if (!program.ok()) return bad_spec(p, program.error());
  const Term compiled = new_compiled_reference(p, *program);
  Search search{p, *table, std::move(*program)};
  search.direction = direction;
  search.limit = static_cast<Word>(limit.as_small());
  search.compiled = compiled;
  return run_all(p, table, search);
}

/// Goes on with {Table, Place, Limit, Spec, Rest, RestCount}.
BifResult continue_hash(Process& p, const vm::Tuple& tuple) {
  const auto* spec = vm::magic_object<vm::CompiledSpec>(tuple.elements[3]);
  const Term place = tuple.elements[1];
  const Term limit = tuple.elements[2];
  auto rest = vm::list_elements(tuple.elements[4]);
  if (spec == nullptr || !place.is_small() || place.as_small() < 0 || !limit.is_small() ||
      limit.as_small() < 1 || !rest) {
    return table_badarg(p);
  }
  TableAccess table(p, tuple.elements[0], TableNeed::kRead);
  if (!table) return Term::none();
  if (table->hash_store() == nullptr) return table_badarg(p);
  Search search{p, *table, spec->program()};
  search.limit = static_cast<Word>(limit.as_small());
  const auto where = static_cast<Word>(place.as_small());
  search.place = {where >> 32, where & 0xFFFFFFFF};
  // What was found beyond the limit comes first; its list is in reverse of the order of visiting.
  std::for_each(rest->rbegin(), rest->rend(), [&](Term each) { search.found.push_back(each); });
  search.compiled = tuple.elements[3];
  return run_all(p, table, search);
}

/// Goes on with {Table, LastKey, [], Limit, Spec, [], Reverse, 0}.
BifResult continue_ordered(Process& p, const vm::Tuple& tuple) {
  const auto* spec = vm::magic_object<vm::CompiledSpec>(tuple.elements[4]);
  const Term limit = tuple.elements[3];
  if (spec == nullptr || !limit.is_small() || limit.as_small() < 1) return table_badarg(p);
  TableAccess table(p, tuple.elements[0], TableNeed::kRead);
  if (!table) return Term::none();
  if (table->ordered_store() == nullptr) return table_badarg(p);
  Search search{p, *table, spec->program()};
  search.limit = static_cast<Word>(limit.as_small());
  search.last_key = tuple.elements[1];
  if (tuple.elements[6] == Term::small(1)) search.direction = vm::Direction::kDown;
  search.compiled = tuple.elements[4];
  return run_all(p, table, search);
}

BifResult go_on(Process& p, Term continuation) {
  if (continuation == am::end_of_table) return am::end_of_table;
  if (continuation.is_tuple_of(6)) return continue_hash(p, continuation.as_tuple());
  if (continuation.is_tuple_of(8)) return continue_ordered(p, continuation.as_tuple());
  if (continuation.is_tuple() && continuation.as_tuple().arity() != 0) {
    // If several parts of it are wrong, the table is checked and reported first.
    const TableAccess table(p, continuation.as_tuple().elements[0], TableNeed::kRead);
    if (!table) return Term::none();
  }
  return table_badarg(p);
}

BifResult count_with(Process& p, const Args<2>& a, Form form) {
  const bool writes = form != Form::kCount;
  TableAccess table(p, a[0], writes ? TableNeed::kWrite : TableNeed::kRead);
  if (!table) return Term::none();
  if (form == Form::kReplace && table->type() == vm::TableType::kBag) {
    return table_badarg(p, am::table_type);
  }
  if (a[1].is_nil()) return Term::small(0);
  auto program = vm::compile_query(p, a[1], vm::MatchSource::kBorrowed);
  if (!program.ok()) return bad_spec(p, program.error());
  if (form == Form::kReplace && !vm::query_keeps_keys(table->keypos(), a[1]))
    return table_badarg(p);
  Search search{p, *table, std::move(*program)};
  search.form = form;
  return run_all(p, table, search);
}

Term spec_for(Process& p, Term pattern, Term result) {
  HeapBuilder builder(p);
  return vm::pattern_spec(builder, pattern, result);
}

}  // namespace

BifResult ets_select_2(Process& p, const Args<2>& a) {
  return collect(p, a[0], a[1], vm::Direction::kUp);
}
BifResult ets_select_3(Process& p, const Args<3>& a) {
  return collect_part(p, a[0], a[1], a[2], vm::Direction::kUp);
}
BifResult ets_select_1(Process& p, const Args<1>& a) { return go_on(p, a[0]); }
BifResult ets_select_reverse_2(Process& p, const Args<2>& a) {
  return collect(p, a[0], a[1], vm::Direction::kDown);
}
BifResult ets_select_reverse_3(Process& p, const Args<3>& a) {
  return collect_part(p, a[0], a[1], a[2], vm::Direction::kDown);
}

BifResult ets_match_2(Process& p, const Args<2>& a) {
  return collect(p, a[0], spec_for(p, a[1], am::dollar_dollar), vm::Direction::kUp);
}
BifResult ets_match_3(Process& p, const Args<3>& a) {
  return collect_part(p, a[0], spec_for(p, a[1], am::dollar_dollar), a[2], vm::Direction::kUp);
}
BifResult ets_match_object_2(Process& p, const Args<2>& a) {
  return collect(p, a[0], spec_for(p, a[1], am::dollar_), vm::Direction::kUp);
}
BifResult ets_match_object_3(Process& p, const Args<3>& a) {
  return collect_part(p, a[0], spec_for(p, a[1], am::dollar_), a[2], vm::Direction::kUp);
}

BifResult ets_select_count_2(Process& p, const Args<2>& a) {
  return count_with(p, a, Form::kCount);
}
BifResult ets_internal_select_delete_2(Process& p, const Args<2>& a) {
  return count_with(p, a, Form::kDelete);
}
BifResult ets_select_replace_2(Process& p, const Args<2>& a) {
  return count_with(p, a, Form::kReplace);
}

BifResult ets_match_spec_compile_1(Process& p, const Args<1>& a) {
  auto program = vm::compile_query(p, a[0], vm::MatchSource::kCopied);
  if (!program.ok()) return bad_spec(p, program.error());
  return new_compiled_reference(p, std::move(*program));
}

BifResult ets_is_compiled_ms_1(Process&, const Args<1>& a) {
  return vm::make_boolean(vm::magic_object<vm::CompiledSpec>(a[0]) != nullptr);
}

BifResult ets_match_spec_run_r_3(Process& p, const Args<3>& a) {
  const auto* spec = vm::magic_object<vm::CompiledSpec>(a[1]);
  if (spec == nullptr || vm::list_length(a[0]) < 0) return table_badarg(p);
  std::vector<Term> results;
  for (Term each : vm::ListView(a[0])) {
    const Term result = spec->program()->run_on_object(p, each);
    if (result.has_value()) results.push_back(result);
  }
  HeapBuilder builder(p);
  Term list = a[2];
  for (Term result : results) list = builder.cons(result, list);
  return list;
}

}  // namespace bif
