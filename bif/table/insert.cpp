// ets:insert and insert_new: one object, or a list of them that become visible at the same time.
#include "bif/natives.h"
#include "bif/table/table_access.h"

namespace bif {
namespace {

/// The objects to insert: a proper list of them. False: something else is among them.
bool objects_to_insert(Term argument, Word keypos, std::vector<Term>& objects) {
  for (; argument.is_cons(); argument = argument.as_cons().tail) {
    objects.push_back(argument.as_cons().head);
    if (!is_object(objects.back(), keypos)) return false;
  }
  return argument.is_nil();
}

enum class InsertKind : std::uint8_t { kAlways, kNew };

/// With the locks of all keys.
Term insert_all(vm::Table& table, std::span<const Term> objects, InsertKind kind) {
  vm::TableStore& store = table.store();
  const auto key_of = [&](Term object) {
    return store.key(object.as_tuple().elements[table.keypos() - 1]);
  };
  if (kind == InsertKind::kNew) {
    for (Term object : objects) {
      if (store.find(key_of(object)) != nullptr) return am::false_;
    }
  }
  for (Term object : objects) {
    const vm::TableKey key = key_of(object);
    store.insert(store.make(object, key), key);
  }
  return am::true_;
}

/// The same of one object.
Term insert_one(vm::Table& table, Term object, InsertKind kind) {
  vm::TableStore& store = table.store();
  const vm::TableKey key = store.key(object.as_tuple().elements[table.keypos() - 1]);
  vm::StoreLock lock(store, key, vm::LockMode::kWrite);
  if (!table.is_alive()) return Term::none();
  if (kind == InsertKind::kNew && store.find(key) != nullptr) return am::false_;
  store.insert(store.make(object, key), key);
  return am::true_;
}

BifResult insert(Process& p, const Args<2>& a, InsertKind kind) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (is_object(a[1], table->keypos())) {
    const Term result = insert_one(*table, a[1], kind);
    p.use_reductions(1);
    return result.is_none() ? table_badarg(p, am::id) : result;
  }
  std::vector<Term> objects;
  if (!objects_to_insert(a[1], table->keypos(), objects)) return table_badarg(p);
  if (objects.empty()) return am::true_;
  Term result = Term::none();
  if (objects.size() == 1) {
    result = insert_one(*table, objects[0], kind);
  } else {
    // All objects become visible at the same time.
    vm::StoreLock lock(table->store(), vm::LockMode::kWrite);
    if (table->is_alive()) result = insert_all(*table, objects, kind);
  }
  p.use_reductions(static_cast<SWord>(objects.size()));
  return result.is_none() ? table_badarg(p, am::id) : result;
}

}  // namespace

BifResult ets_insert_2(Process& p, const Args<2>& a) { return insert(p, a, InsertKind::kAlways); }
BifResult ets_insert_new_2(Process& p, const Args<2>& a) { return insert(p, a, InsertKind::kNew); }

}  // namespace bif
