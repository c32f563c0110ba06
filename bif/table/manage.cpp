// ets: tables as such: making, naming, handing over, fixing, describing and deleting them.
#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/ets/counted_binaries.h"
#include "vm/heap/list_view.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/dirty_work.h"
#include "vm/sched/scheduler.h"
#include "vm/term/copy.h"
#include "vm/term/node.h"

#include <bit>
#include <cmath>

namespace bif {
namespace {

bool to_boolean(Term term, bool* value) {
  *value = term == am::true_;
  return *value || term == am::false_;
}

bool take_protection(Term term, vm::Protection* protection) {
  if (term == am::public_)
    *protection = vm::Protection::kPublic;
  else if (term == am::protected_)
    *protection = vm::Protection::kProtected;
  else if (term == am::private_)
    *protection = vm::Protection::kPrivate;
  else
    return false;
  return true;
}

/// `set` names what is the case anyway: it does not undo another type.
bool take_type(Term term, vm::TableType* type) {
  if (term == am::set) return true;
  if (term == am::ordered_set)
    *type = vm::TableType::kOrderedSet;
  else if (term == am::bag)
    *type = vm::TableType::kBag;
  else if (term == am::duplicate_bag)
    *type = vm::TableType::kDuplicateBag;
  else
    return false;
  return true;
}

/// {heir, none} or {heir, Pid, Data}.
bool take_heir(Term option, Term* heir, Term* data) {
  const auto& tuple = option.as_tuple();
  *heir = tuple.elements[1];
  if (tuple.arity() == 2) return *heir == am::none;
  *data = tuple.elements[2];
  return tuple.arity() == 3 && heir->is_local_pid();
}

/// A process that has ended is no heir.
Term living_heir(Process& p, Term heir) {
  const bool lives = heir == am::none || heir == p.pid || p.vm.processes->find(heir) != nullptr;
  return lives ? heir : am::none;
}

/// `{debug_hash_fixed_number_of_locks, N}`, which OTP's suites create tables with: as in OTP at
/// least 64, and rounded down to a power of two.
bool take_write_concurrency(Term value, vm::TableOptions& options) {
  options.fixed_locks = 0;
  options.write_concurrency = value;
  if (!value.is_tuple()) return value == am::true_ || value == am::false_ || value == am::auto_;
  const auto& tuple = value.as_tuple();
  constexpr SWord kFewestLocks = 64;
  constexpr SWord kMostLocks = 32768;
  if (tuple.arity() != 2 || tuple.elements[0] != am::debug_hash_fixed_number_of_locks) return false;
  if (!tuple.elements[1].is_small()) return false;
  const SWord locks = tuple.elements[1].as_small();
  if (locks < 1 || locks > kMostLocks) return false;
  options.fixed_locks = std::bit_floor(static_cast<Word>(std::max(locks, kFewestLocks)));
  options.write_concurrency = am::true_;
  return true;
}

bool take_pair(Term name, Term value, vm::TableOptions& options, bool* counters) {
  if (name == am::keypos) {
    if (!value.is_small() || value.as_small() < 1) return false;
    options.keypos = static_cast<Word>(value.as_small());
    return true;
  }
  if (name == am::write_concurrency) return take_write_concurrency(value, options);
  if (name == am::read_concurrency) return to_boolean(value, &options.read_concurrency);
  if (name == am::decentralized_counters) {
    *counters = true;
    return to_boolean(value, &options.decentralized_counters);
  }
  return false;
}

bool take_option(Term option, vm::TableOptions& options, bool* counters) {
  if (option == am::named_table) return options.named = true;
  if (option == am::compressed) return options.compressed = true;
  if (option.is_atom()) {
    return take_type(option, &options.type) || take_protection(option, &options.protection);
  }
  if (!option.is_tuple() || option.as_tuple().arity() < 2) return false;
  const auto& tuple = option.as_tuple();
  if (tuple.elements[0] == am::heir) return take_heir(option, &options.heir, &options.heir_data);
  return tuple.arity() == 2 && take_pair(tuple.elements[0], tuple.elements[1], options, counters);
}

/// What the options mean for each other, as OTP reports it. False: they exclude each other.
bool settle(vm::TableOptions& options, bool counters_given, bool one_scheduler) {
  const bool is_ordered = options.type == vm::TableType::kOrderedSet;
  if (is_ordered && options.fixed_locks != 0) return false;
  const bool is_private = options.protection == vm::Protection::kPrivate;
  if (is_private) options.read_concurrency = false;
  if (is_private || one_scheduler) {
    options.write_concurrency = am::false_;
    options.fixed_locks = 0;
  }
  const bool writes = options.write_concurrency != am::false_;
  if (!counters_given) {
    options.decentralized_counters =
        is_ordered || options.write_concurrency == am::auto_ || options.fixed_locks != 0;
  }
  options.decentralized_counters = options.decentralized_counters && writes;
  return true;
}

Term write_concurrency(const vm::TableOptions& options, HeapBuilder& builder) {
  if (options.fixed_locks == 0) return options.write_concurrency;
  return builder.tuple(am::debug_hash_fixed_number_of_locks, number(options.fixed_locks));
}

Term type_name(vm::TableType type) {
  switch (type) {
    case vm::TableType::kSet:
      return am::set;
    case vm::TableType::kOrderedSet:
      return am::ordered_set;
    case vm::TableType::kBag:
      return am::bag;
    case vm::TableType::kDuplicateBag:
      return am::duplicate_bag;
  }
  return am::undefined;
}

Term protection_name(vm::Protection protection) {
  switch (protection) {
    case vm::Protection::kPublic:
      return am::public_;
    case vm::Protection::kProtected:
      return am::protected_;
    case vm::Protection::kPrivate:
      return am::private_;
  }
  return am::undefined;
}

/// Pairs of process and count, and since when: for safe_fixed and safe_fixed_monotonic_time.
Term fixed_info(Process& p, vm::Table& table, HeapBuilder& builder, bool monotonic) {
  const auto fixations = tables(p.vm).fixations(table);
  if (fixations.processes.empty()) return am::false_;
  Term list = Term::nil();
  for (const auto& [pid, count] : fixations.processes) {
    list = builder.cons(builder.tuple(pid, number(count)), list);
  }
  if (monotonic) return builder.tuple(builder.integer(fixations.since), list);
  const SWord since = fixations.since_system;
  return builder.tuple(
      builder.tuple(Term::small(since / 1000000000000), Term::small(since / 1000000 % 1000000),
                    Term::small(since % 1000000)),
      list);
}

/// {Buckets, Average, Deviation, Expected deviation, Shortest, Longest, Kept, Locks} of the chains;
/// false for trees.
Term statistics(vm::Table& table, HeapBuilder& builder) {
  if (table.hash_store() == nullptr) return am::false_;
  const auto found = table.hash_store()->statistics();
  const auto buckets = static_cast<double>(found.buckets);
  const double average = static_cast<double>(found.objects) / buckets;
  const double variance = found.sum_of_squares / buckets - average * average;
  return builder.tuple(number(found.buckets), builder.float_(average),
                       builder.float_(std::sqrt(variance < 0 ? 0 : variance)),
                       builder.float_(std::sqrt(average * (1 - 1 / buckets))),
                       number(found.shortest), number(found.longest), number(found.kept),
                       Term::small(table.store().lock_count()));
}

/// An item of info/2 that info/1 does not list; none() if there is no such item.
Term rare_item(Process& p, vm::Table& table, Term item, HeapBuilder& builder) {
  if (item == am::fixed) {
    return vm::make_boolean(!tables(p.vm).fixations(table).processes.empty());
  }
  if (item == am::safe_fixed) return fixed_info(p, table, builder, false);
  if (item == am::safe_fixed_monotonic_time) return fixed_info(p, table, builder, true);
  if (item == am::stats) return statistics(table, builder);
  if (item == am::binary) {
    return vm::counted_binaries_term(builder, vm::counted_binaries_of(table.store()));
  }
  return Term::none();
}

Term item(Process& p, vm::Table& table, Term item, HeapBuilder& builder) {
  const vm::TableOptions& options = table.options();
  constexpr Word kTableWords = sizeof(vm::Table) / vm::kWordBytes;
  if (item == am::size) return number(table.store().size());
  if (item == am::memory) return number(kTableWords + table.store().memory_words());
  if (item == am::owner) return table.owner();
  if (item == am::name) return table.name();
  if (item == am::type) return type_name(table.type());
  if (item == am::keypos) return number(table.keypos());
  if (item == am::protection) return protection_name(table.protection());
  if (item == am::named_table) return vm::make_boolean(options.named);
  if (item == am::heir) return tables(p.vm).heir(table);
  if (item == am::id) return table.reference(builder);
  if (item == am::node) return vm::local_node_name();
  if (item == am::compressed) return vm::make_boolean(options.compressed);
  if (item == am::read_concurrency) return vm::make_boolean(options.read_concurrency);
  if (item == am::write_concurrency) return write_concurrency(options, builder);
  if (item == am::decentralized_counters) {
    return vm::make_boolean(options.decentralized_counters);
  }
  return rare_item(p, table, item, builder);
}

/// Finds a table to describe. False: `*answer` is `undefined`, or badarg has been raised.
bool find_for_info(Process& p, Term identifier, vm::SharedRef<vm::Table>& table, Term* answer) {
  table = tables(p.vm).find(identifier);
  if (table) return true;
  const bool was_one = identifier.is_atom() || vm::magic_object<vm::Table>(identifier) != nullptr;
  *answer = was_one ? am::undefined : table_badarg(p, am::type);
  return false;
}

/// {heir, ...} and {protection, ...}, each at most once.
struct TableChanges {
  bool has_heir = false;
  bool has_protection = false;
  Term heir;
  Term heir_data;
  vm::Protection protection = vm::Protection::kProtected;

  bool take(Term option) {
    if (!option.is_tuple() || option.as_tuple().arity() < 2) return false;
    const auto& tuple = option.as_tuple();
    if (tuple.elements[0] == am::heir && !has_heir) {
      has_heir = true;
      return take_heir(option, &heir, &heir_data);
    }
    if (tuple.elements[0] == am::protection && tuple.arity() == 2 && !has_protection) {
      has_protection = true;
      return take_protection(tuple.elements[1], &protection);
    }
    return false;
  }
};

}  // namespace

BifResult ets_new_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom() || vm::list_length(a[1]) < 0) return table_badarg(p);
  vm::TableOptions options;
  bool counters_given = false;
  for (Term option : vm::ListView(a[1])) {
    if (!take_option(option, options, &counters_given)) return table_badarg(p);
  }
  if (!settle(options, counters_given, p.vm.schedulers->count() == 1)) return table_badarg(p);
  options.heir = living_heir(p, options.heir);
  vm::SharedRef<vm::Table> table = tables(p.vm).create(p, a[0], options);
  if (!table) return table_badarg(p, am::already_exists);
  HeapBuilder builder(p);
  return table->identifier(builder);
}

BifResult ets_delete_1(Process& p, const Args<1>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  // At once, so that it is gone even where the process is killed while a large table is emptied.
  vm::SharedRef<vm::Table> held = tables(p.vm).take_out(*table);
  if (!held) return table_badarg(p, am::id);
  const auto empty = [held] {
    vm::TableIndex::empty_removed(*held);
    return true;
  };
  if (held->store().size() > done_at_once(p))
    return vm::compute_on_dirty(p, empty, [](bool) { return Term(am::true_); });
  empty();
  return am::true_;
}

BifResult ets_rename_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (!a[1].is_atom()) return table_badarg(p);
  switch (tables(p.vm).rename(*table, a[1])) {
    case vm::TableIndex::Renamed::kDone:
      break;
    case vm::TableIndex::Renamed::kNameTaken:
      return table_badarg(p);
    case vm::TableIndex::Renamed::kGone:
      return table_badarg(p, am::id);
  }
  return table->options().named ? a[1] : a[0];
}

BifResult ets_whereis_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return table_badarg(p);
  vm::SharedRef<vm::Table> table = tables(p.vm).find(a[0]);
  if (!table) return am::undefined;
  HeapBuilder builder(p);
  return table->reference(builder);
}

BifResult ets_all_0(Process& p, const Args<0>&) {
  const auto all = tables(p.vm).all();
  HeapBuilder builder(p);
  Term list = Term::nil();
  for (const vm::SharedRef<vm::Table>& table : all)
    list = builder.cons(table->identifier(builder), list);
  return list;
}

BifResult ets_info_1(Process& p, const Args<1>& a) {
  vm::SharedRef<vm::Table> table;
  Term answer;
  if (!find_for_info(p, a[0], table, &answer)) return answer;
  constexpr Term kItems[] = {am::id,
                             am::decentralized_counters,
                             am::read_concurrency,
                             am::write_concurrency,
                             am::compressed,
                             am::memory,
                             am::owner,
                             am::heir,
                             am::name,
                             am::size,
                             am::node,
                             am::named_table,
                             am::type,
                             am::keypos,
                             am::protection};
  HeapBuilder builder(p);
  std::vector<Term> pairs;
  for (Term name : kItems) {
    pairs.push_back(builder.tuple(name, item(p, *table.get(), name, builder)));
  }
  return builder.list_from(pairs);
}

BifResult ets_info_2(Process& p, const Args<2>& a) {
  vm::SharedRef<vm::Table> table;
  Term answer;
  if (!find_for_info(p, a[0], table, &answer)) return answer;
  {
    HeapBuilder builder(p);
    answer = item(p, *table.get(), a[1], builder);
  }
  return answer.is_none() ? table_badarg(p) : answer;
}

namespace {

/// What deleted objects a fixation has kept in a large table.
vm::Operation clean_rest(Process& p, TableAccess held, vm::HashPlace place) {
  constexpr Word kBucketsPerReduction = 16;
  Pace pace(p, kBucketsPerReduction);
  while (held->hash_store()->clean(place, pace.left())) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  co_return am::true_;
}

}  // namespace

BifResult ets_safe_fixtable_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kRead);
  if (!table) return Term::none();
  bool fix = false;
  if (!to_boolean(a[1], &fix)) return table_badarg(p);
  if (fix) {
    if (!tables(p.vm).fix(p, *table)) return table_badarg(p, am::id);
    return am::true_;
  }
  vm::HashPlace place;
  if (!tables(p.vm).unfix(p.pid, *table) || !table->hash_store()->clean(place, done_at_once(p)))
    return am::true_;
  return p.suspend_on(clean_rest(p, std::move(table).held(), place));
}

BifResult ets_give_away_3(Process& p, const Args<3>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (!a[1].is_local_pid() || p.vm.processes->find(a[1]) == nullptr) return table_badarg(p);
  if (table->owner() != p.pid) return table_badarg(p, am::not_owner);
  if (a[1] == p.pid) return table_badarg(p, am::owner);
  if (!tables(p.vm).give_away(p.vm, *table, a[1])) return table_badarg(p);
  HeapBuilder builder(Word{16});
  const Term message = builder.tuple(am::ETS_TRANSFER, table->identifier(builder), p.pid,
                                     vm::copy_term(builder, a[2], p.vm.literals.get()));
  vm::send_from_machine(p.vm, p.pid, a[1], message, builder.take_fragments());
  return am::true_;
}

BifResult ets_setopts_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (table->owner() != p.pid) return table_badarg(p);
  TableChanges changes;
  if (a[1].is_list()) {
    if (vm::list_length(a[1]) < 0) return table_badarg(p);
    for (Term option : vm::ListView(a[1])) {
      if (!changes.take(option)) return table_badarg(p);
    }
  } else if (!changes.take(a[1])) {
    return table_badarg(p);
  }
  if (changes.has_heir)
    tables(p.vm).set_heir(*table, living_heir(p, changes.heir), changes.heir_data);
  if (changes.has_protection) table->set_protection(changes.protection);
  return am::true_;
}

}  // namespace bif
