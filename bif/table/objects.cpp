// ets: objects by key, and one key after another.
#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/heap/list_view.h"
#include "vm/sched/dirty_work.h"
#include "vm/term/compare.h"

#include <optional>

namespace bif {
namespace {

enum class ElementResult : std::uint8_t { kFound, kNoKey, kNoElement, kGone };

ElementResult find_element(Process& p, vm::Table& table, Term key_term, Word position,
                           Term* element) {
  vm::TableStore& store = table.store();
  const vm::TableKey key = store.key(key_term);
  vm::StoreLock lock(store, key, vm::LockMode::kRead);
  if (!table.is_alive()) return ElementResult::kGone;
  vm::TableObject* object = store.find(key);
  if (object == nullptr) return ElementResult::kNoKey;
  if (table.is_set()) {
    if (object->arity() < position) return ElementResult::kNoElement;
    *element = object->element(position);
    if (element->is_pointer()) {
      HeapBuilder builder(p);
      *element = object->copy_element(builder, position);
    }
    return ElementResult::kFound;
  }
  for (vm::TableObject* each = object; each != nullptr; each = store.find_next(each)) {
    if (each->arity() < position) return ElementResult::kNoElement;
  }
  HeapBuilder builder(p);
  *element = Term::nil();
  for (; object != nullptr; object = store.find_next(object)) {
    *element = builder.cons(object->copy_element(builder, position), *element);
  }
  return ElementResult::kFound;
}

BifResult lookup_element(Process& p, const Term* a, Term otherwise) {
  TableAccess table(p, a[0], TableNeed::kRead);
  if (!table) return Term::none();
  if (!a[2].is_small() || a[2].as_small() < 1) return table_badarg(p);
  Term element;
  switch (find_element(p, *table, a[1], static_cast<Word>(a[2].as_small()), &element)) {
    case ElementResult::kFound:
      return element;
    case ElementResult::kNoKey:
      return otherwise.is_none() ? table_badarg(p, am::badkey) : otherwise;
    case ElementResult::kNoElement:
      return table_badarg(p);
    case ElementResult::kGone:
      return table_badarg(p, am::id);
  }
  return Term::none();
}

/// Copies the key of the object it is shown.
class KeyCopier final : public vm::ObjectVisitor {
 public:
  KeyCopier(HeapBuilder& builder, vm::TableStore& store) : builder_(builder), store_(store) {}
  void visit(vm::TableObject& object) override {
    key = copy_from_table(builder_, store_.key_of(object));
  }
  Term key;

 private:
  HeapBuilder& builder_;
  vm::TableStore& store_;
};

/// Copies key and objects: {Key, [Object]}.
class EntryCopier final : public vm::ObjectVisitor {
 public:
  EntryCopier(HeapBuilder& builder, vm::TableStore& store) : builder_(builder), store_(store) {}
  void visit(vm::TableObject& object) override {
    // The first object of a key is visited, so this is all of them.
    key = builder_.tuple(copy_from_table(builder_, store_.key_of(object)),
                         objects_from(builder_, store_, &object));
  }
  Term key;

 private:
  HeapBuilder& builder_;
  vm::TableStore& store_;
};

enum class Step : std::uint8_t { kFirst, kLast, kNext, kPrevious };

vm::StepResult take_step(vm::TableStore& store, Step step, Term from, vm::ObjectVisitor& visitor) {
  switch (step) {
    case Step::kFirst:
      return store.first(visitor);
    case Step::kLast:
      return store.last(visitor);
    case Step::kNext:
      return store.next(store.key(from), visitor);
    case Step::kPrevious:
      return store.previous(store.key(from), visitor);
  }
  return vm::StepResult::kEnd;
}

template <class Copier>
BifResult walk(Process& p, Step step, const Term* a) {
  TableAccess table(p, a[0], TableNeed::kRead);
  if (!table) return Term::none();
  vm::StepResult result = vm::StepResult::kEnd;
  Term found;
  {
    HeapBuilder builder(p);
    Copier copier(builder, table->store());
    const bool from_key = step == Step::kNext || step == Step::kPrevious;
    // In an ordered set any key has a next one, other than what says that there is none.
    if (from_key && a[1] == am::end_of_table && table->ordered_store() != nullptr) {
      result = vm::StepResult::kNoSuchKey;
    } else {
      result = take_step(table->store(), step, from_key ? a[1] : Term::none(), copier);
    }
    found = copier.key;
  }
  if (!still_exists(p, *table)) return Term::none();
  if (result == vm::StepResult::kNoSuchKey) return table_badarg(p);
  return result == vm::StepResult::kEnd ? am::end_of_table : found;
}

/// Puts each object it is shown in front of a list.
class ListCopier final : public vm::ObjectVisitor {
 public:
  explicit ListCopier(HeapBuilder& builder) : builder_(builder) {}
  void visit(vm::TableObject& object) override {
    list = builder_.cons(object.copy(builder_), list);
  }
  Term list = Term::nil();

 private:
  HeapBuilder& builder_;
};

}  // namespace

BifResult ets_lookup_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kRead);
  if (!table) return Term::none();
  vm::TableStore& store = table->store();
  const vm::TableKey key = store.key(a[1]);
  vm::StoreLock lock(store, key, vm::LockMode::kRead);
  if (!still_exists(p, *table)) return Term::none();
  vm::TableObject* object = store.find(key);
  if (object == nullptr) return Term::nil();
  HeapBuilder builder(p);
  return objects_from(builder, store, object);
}

BifResult ets_member_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kRead);
  if (!table) return Term::none();
  const vm::TableKey key = table->store().key(a[1]);
  vm::StoreLock lock(table->store(), key, vm::LockMode::kRead);
  if (!still_exists(p, *table)) return Term::none();
  return vm::make_boolean(table->store().find(key) != nullptr);
}

BifResult ets_lookup_element_3(Process& p, const Args<3>& a) {
  return lookup_element(p, a.begin(), Term::none());
}
BifResult ets_lookup_element_4(Process& p, const Args<4>& a) {
  return lookup_element(p, a.begin(), a[3]);
}

BifResult ets_take_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  vm::TableStore& store = table->store();
  const vm::TableKey key = store.key(a[1]);
  vm::StoreLock lock(store, key, vm::LockMode::kWrite);
  if (!still_exists(p, *table)) return Term::none();
  vm::TableObject* object = store.find(key);
  if (object == nullptr) return Term::nil();
  HeapBuilder builder(p);
  const Term objects = objects_from(builder, store, object);
  store.erase_key(key);
  return objects;
}

BifResult ets_delete_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  const vm::TableKey key = table->store().key(a[1]);
  vm::StoreLock lock(table->store(), key, vm::LockMode::kWrite);
  if (!still_exists(p, *table)) return Term::none();
  table->store().erase_key(key);
  return am::true_;
}

BifResult ets_delete_object_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (!is_object(a[1], table->keypos())) return table_badarg(p);
  vm::TableStore& store = table->store();
  const vm::TableKey key = store.key(a[1].as_tuple().elements[table->keypos() - 1]);
  vm::StoreLock lock(store, key, vm::LockMode::kWrite);
  if (!still_exists(p, *table)) return Term::none();
  for (vm::TableObject* object = store.find(key); object != nullptr;) {
    vm::TableObject* after = store.find_next(object);
    if (vm::exactly_equal(object->tuple(), a[1])) store.erase(object);
    object = after;
  }
  return am::true_;
}

/// The second argument is what OTP continues a long deletion with.
BifResult ets_internal_delete_all_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  const auto clear = [held = vm::SharedRef<vm::Table>(&*table)]() -> std::optional<Word> {
    vm::StoreLock lock(held->store());
    if (!held->is_alive()) return std::nullopt;
    return held->store().clear(false);
  };
  const auto answer = [&p](std::optional<Word> count) -> Term {
    return count ? number(*count) : table_badarg(p, am::id);
  };
  if (table->store().size() <= done_at_once(p)) return answer(clear());
  return vm::compute_on_dirty(p, clear, answer);
}

BifResult ets_first_1(Process& p, const Args<1>& a) {
  return walk<KeyCopier>(p, Step::kFirst, a.begin());
}
BifResult ets_last_1(Process& p, const Args<1>& a) {
  return walk<KeyCopier>(p, Step::kLast, a.begin());
}
BifResult ets_next_2(Process& p, const Args<2>& a) {
  return walk<KeyCopier>(p, Step::kNext, a.begin());
}
BifResult ets_prev_2(Process& p, const Args<2>& a) {
  return walk<KeyCopier>(p, Step::kPrevious, a.begin());
}
BifResult ets_first_lookup_1(Process& p, const Args<1>& a) {
  return walk<EntryCopier>(p, Step::kFirst, a.begin());
}
BifResult ets_last_lookup_1(Process& p, const Args<1>& a) {
  return walk<EntryCopier>(p, Step::kLast, a.begin());
}
BifResult ets_next_lookup_2(Process& p, const Args<2>& a) {
  return walk<EntryCopier>(p, Step::kNext, a.begin());
}
BifResult ets_prev_lookup_2(Process& p, const Args<2>& a) {
  return walk<EntryCopier>(p, Step::kPrevious, a.begin());
}

BifResult ets_slot_2(Process& p, const Args<2>& a) {
  TableAccess table(p, a[0], TableNeed::kRead);
  if (!table) return Term::none();
  if (!a[1].is_small() || a[1].as_small() < 0) return table_badarg(p);
  const auto number = static_cast<Word>(a[1].as_small());
  vm::StepResult result = vm::StepResult::kEnd;
  Term list;
  {
    HeapBuilder builder(p);
    ListCopier copier(builder);
    result = table->hash_store() != nullptr ? table->hash_store()->slot(number, copier)
                                            : table->ordered_store()->slot(number, copier);
    list = copier.list;
  }
  if (!still_exists(p, *table)) return Term::none();
  if (result == vm::StepResult::kNoSuchKey) return table_badarg(p);
  return result == vm::StepResult::kEnd ? am::end_of_table : list;
}

}  // namespace bif
