// ets:update_counter and ets:update_element: they replace elements of an object, all or none.
#include "bif/data/integers.h"
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/heap/list_view.h"
#include "vm/term/compare.h"

namespace bif {
namespace {

/// What is wrong with an update: nothing, the arguments (no cause), or what erl_stdlib_errors calls
/// it.
struct Verdict {
  bool good = true;
  Term cause;
  static Verdict bad(Term cause = Term::none()) { return {false, cause}; }
};

/// An object being changed: its elements, of which some lie on the caller's heap.
class Draft {
 public:
  Draft(const vm::TableObject& object, Word keypos) : Draft(object.tuple(), keypos) {}
  /// From the default object, with the key that was asked for.
  Draft(Term tuple, Word keypos, Term key) : Draft(tuple, keypos) { words_[keypos] = key; }
  Verdict check_position(Term position) const {
    if (!position.is_small()) return Verdict::bad();
    const SWord at = position.as_small();
    if (at < 1 || static_cast<Word>(at) >= words_.size()) return Verdict::bad(am::position);
    if (static_cast<Word>(at) == keypos_) return Verdict::bad(am::keypos);
    return {};
  }
  Term element(Term position) const { return words_[static_cast<Word>(position.as_small())]; }
  void set(Term position, Term value) {
    Term& place = words_[static_cast<Word>(position.as_small())];
    has_same_size_ = has_same_size_ && place.is_immediate() && value.is_immediate();
    place = value;
    changed_ = true;
  }
  bool is_changed() const { return changed_; }
  Term tuple() const { return Term::boxed(words_.data()); }
  /// Stores the elements in the object that they are from, if only immediates have changed: nothing
  /// else in its block has. The caller holds the lock of its key for writing.
  bool store_in(const vm::TableObject& object) const {
    if (!has_same_size_) return false;
    std::copy(words_.begin() + 1, words_.end(), object.tuple().as_tuple().elements);
    return true;
  }

 private:
  static constexpr Word kFew = 16;  // words of most objects
  Draft(Term tuple, Word keypos) : keypos_(keypos) {
    const auto& from = tuple.as_tuple();
    const Word words = 1 + from.arity();
    if (words > kFew) many_.resize(words);
    words_ = {words > kFew ? many_.data() : few_, words};
    words_[0] = Term::from_bits(from.header);
    std::copy_n(from.elements, from.arity(), words_.begin() + 1);
  }
  Draft(const Draft&) = delete;

  Term few_[kFew];
  std::vector<Term> many_;
  std::span<Term> words_;  // laid out as a tuple, in one of these
  Word keypos_;
  bool changed_ = false;
  bool has_same_size_ = true;
};

/// A counter operation: Increment, {Position, Increment} or {Position, Increment, Threshold,
/// SetValue}.
Verdict count(Draft& draft, Term operation, Word keypos, HeapBuilder& builder, Term* value) {
  Term position = Term::small(static_cast<SWord>(keypos) + 1);
  Term increment = operation;
  Term threshold;
  Term set_value;
  if (operation.is_tuple_of(2) || operation.is_tuple_of(4)) {
    const auto& tuple = operation.as_tuple();
    position = tuple.elements[0];
    increment = tuple.elements[1];
    if (tuple.arity() == 4) {
      threshold = tuple.elements[2];
      set_value = tuple.elements[3];
      if (!threshold.is_integer() || !set_value.is_integer()) return Verdict::bad();
    }
  }
  if (!increment.is_integer()) return Verdict::bad();
  if (Verdict verdict = draft.check_position(position); !verdict.good) return verdict;
  const Term old = draft.element(position);
  if (!old.is_integer()) return Verdict::bad();
  *value = add_integers(builder, old, increment);
  if (threshold.has_value()) {
    const bool up = vm::compare(increment, Term::small(0)) >= 0;
    const int order = vm::compare(*value, threshold);
    if (up ? order > 0 : order < 0) *value = set_value;
  }
  draft.set(position, *value);
  return {};
}

/// Runs the operation, or each of a list; `*result` is the new value, or the list of them.
Verdict count_all(Draft& draft, Term operations, Word keypos, HeapBuilder& builder, Term* result) {
  if (!operations.is_list()) return count(draft, operations, keypos, builder, result);
  std::vector<Term> values;
  for (; operations.is_cons(); operations = operations.as_cons().tail) {
    Verdict verdict =
        count(draft, operations.as_cons().head, keypos, builder, &values.emplace_back());
    if (!verdict.good) return verdict;
  }
  if (!operations.is_nil()) return Verdict::bad();
  *result = builder.list_from(values);
  return {};
}

Verdict set_one(Draft& draft, Term operation) {
  if (!operation.is_tuple_of(2)) return Verdict::bad();
  const auto& tuple = operation.as_tuple();
  if (Verdict verdict = draft.check_position(tuple.elements[0]); !verdict.good) return verdict;
  draft.set(tuple.elements[0], tuple.elements[1]);
  return {};
}

Verdict set_all(Draft& draft, Term operations) {
  if (!operations.is_list()) return set_one(draft, operations);
  for (; operations.is_cons(); operations = operations.as_cons().tail) {
    if (Verdict verdict = set_one(draft, operations.as_cons().head); !verdict.good) return verdict;
  }
  return operations.is_nil() ? Verdict() : Verdict::bad();
}

/// Drafts the object with `key_term` (or the default one), lets `change(draft)` work on it, and
/// puts it into the table.
/// `*missing` is set where there is neither.
template <class Change>
Verdict update(vm::Table& table, Term key_term, Term otherwise, bool* missing, Change&& change) {
  vm::TableStore& store = table.store();
  const vm::TableKey key = store.key(key_term);
  vm::StoreLock lock(store, key, vm::LockMode::kWrite);
  if (!table.is_alive()) return Verdict::bad(am::id);
  vm::TableObject* object = store.find(key);
  if (object == nullptr && otherwise.is_none()) {
    *missing = true;
    return {};
  }
  if (object == nullptr && otherwise.as_tuple().arity() < table.keypos()) {
    return Verdict::bad(am::position);
  }
  Draft draft = object != nullptr ? Draft(*object, table.keypos())
                                  : Draft(otherwise, table.keypos(), key_term);
  if (Verdict verdict = change(draft); !verdict.good) return verdict;
  if (object == nullptr) {
    store.insert(store.make(draft.tuple(), key), key);
  } else if (draft.is_changed() && !draft.store_in(*object)) {
    store.replace(object, store.make(draft.tuple(), key));
  }
  return {};
}

BifResult update_counter(Process& p, const Term* a, Term otherwise) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (!table->is_set()) return table_badarg(p, am::table_type);
  if (otherwise.has_value() && !otherwise.is_tuple()) return table_badarg(p);
  Term result;
  bool missing = false;
  Verdict verdict;
  {
    HeapBuilder builder(p);
    verdict = update(*table, a[1], otherwise, &missing, [&](Draft& draft) {
      return count_all(draft, a[2], table->keypos(), builder, &result);
    });
  }
  if (!verdict.good) return table_badarg(p, verdict.cause);
  return missing ? table_badarg(p, am::badkey) : result;
}

BifResult update_element(Process& p, const Term* a, Term otherwise) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (!table->is_set()) return table_badarg(p);
  if (otherwise.has_value() && !otherwise.is_tuple()) return table_badarg(p);
  bool missing = false;
  const Verdict verdict =
      update(*table, a[1], otherwise, &missing, [&](Draft& draft) { return set_all(draft, a[2]); });
  if (!verdict.good) return table_badarg(p, verdict.cause);
  return vm::make_boolean(!missing);
}

}  // namespace

BifResult ets_update_counter_3(Process& p, const Args<3>& a) {
  return update_counter(p, a.begin(), Term::none());
}
BifResult ets_update_counter_4(Process& p, const Args<4>& a) {
  return update_counter(p, a.begin(), a[3]);
}
BifResult ets_update_element_3(Process& p, const Args<3>& a) {
  return update_element(p, a.begin(), Term::none());
}
BifResult ets_update_element_4(Process& p, const Args<4>& a) {
  return update_element(p, a.begin(), a[3]);
}

}  // namespace bif
