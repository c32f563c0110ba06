// ets:insert and insert_new: one object, or a list of them that become visible at the same time.
// So a long list cannot be inserted in parts: a dirty scheduler does it in one go.
#include "bif/long_work.h"
#include "bif/natives.h"
#include "bif/table/table_access.h"
#include "vm/sched/dirty_work.h"

#include <optional>

namespace bif {
namespace {

enum class InsertKind : std::uint8_t { kAlways, kNew };

/// Objects to insert.
struct Insertion {
  vm::Table& table;
  std::span<const Term> objects;
  InsertKind kind;
  Term name = Term::none();  // an atom: only while the table has this name

  vm::TableKey key_of(Term object) const {
    return table.store().key(object.as_tuple().elements[table.keypos() - 1]);
  }
};

/// Calls `f` for each object until it returns false, which this returns then; `in_batch()` after
/// some of them.
template <class InBatch, class F>
bool for_each_object(const Insertion& insertion, InBatch& in_batch, F f) {
  constexpr Word kBatch = 1024;
  Word left = kBatch;
  for (const Term object : insertion.objects) {
    if (!f(object)) return false;
    if (--left > 0) continue;
    in_batch();
    left = kBatch;
  }
  return true;
}

/// With the locks of all keys; none() if the table is gone, or no longer what the caller named.
template <class InBatch>
Term insert_all(const Insertion& insertion, InBatch in_batch) {
  vm::TableStore& store = insertion.table.store();
  vm::StoreLock lock(store);
  if (!insertion.table.is_alive()) return Term::none();
  if (insertion.name.is_atom() && insertion.table.name() != insertion.name) return Term::none();
  if (insertion.kind == InsertKind::kNew) {
    const bool are_new = for_each_object(insertion, in_batch, [&](Term object) {
      return store.find(insertion.key_of(object)) == nullptr;
    });
    if (!are_new) return am::false_;
  }
  for_each_object(insertion, in_batch, [&](Term object) {
    const vm::TableKey key = insertion.key_of(object);
    store.insert(store.make(object, key), key);
    return true;
  });
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

BifResult answer_insert(Process& p, Term result) {
  return result.is_none() ? table_badarg(p, am::id) : result;
}

/// A long list on its way to a dirty scheduler: copies, as the process may collect or end
/// meanwhile.
struct LongInsertion {
  LongInsertion(vm::Table& table, InsertKind kind, Term name)
      : table(&table), kind(kind), name(name) {}
  ~LongInsertion() { vm::HeapFragment::free_chain(fragments); }
  LongInsertion(const LongInsertion&) = delete;

  Term run(vm::ThreadProgress& progress) const {
    // Others wait for progress, so this thread reports between batches: it has found nothing that
    // the lock does not keep.
    std::optional<vm::ThreadProgress::Visit> visit(progress);
    return insert_all({*table, objects, kind, name}, [&] { visit.emplace(progress); });
  }

  const vm::SharedRef<vm::Table> table;
  const InsertKind kind;
  const Term name;  // see Insertion: others may rename the table before the objects are inserted
  std::vector<Term> objects;
  vm::HeapFragment* fragments = nullptr;
};

/// Copies the objects in parts, then leaves the rest to a dirty scheduler.
vm::Operation insert_long(Process& p, TableAccess held, Term list, InsertKind kind, Term name) {
  auto insertion = std::make_shared<LongInsertion>(*held, kind, name);
  {
    Pace pace(p, 1);
    HeapBuilder builder(pace.left());
    for (; list.is_cons(); list = list.as_cons().tail) {
      const Term object = list.as_cons().head;
      if (!is_object(object, held->keypos())) break;
      insertion->objects.push_back(copy_from_table(builder, object));
      if (pace.is_over()) co_await vm::paused();
    }
    insertion->fragments = builder.take_fragments();
  }
  if (!list.is_nil()) co_return table_badarg(p);
  co_return co_await vm::work_on_dirty(
      p, vm::DirtySchedulers::Kind::kComputing,
      [&vm = p.vm, insertion] { return insertion->run(*vm.progress); },
      [&p](Term result) { return answer_insert(p, result); });
}

BifResult insert_list(Process& p, TableAccess& table, const Args<2>& a, InsertKind kind) {
  const Word most = done_at_once(p) / 4;
  std::vector<Term> objects;
  Term rest = a[1];
  for (; rest.is_cons(); rest = rest.as_cons().tail) {
    if (objects.size() == most) {
      const Term name = a[0].is_atom() ? a[0] : Term::none();
      return p.suspend_on(insert_long(p, std::move(table).held(), a[1], kind, name));
    }
    objects.push_back(rest.as_cons().head);
    if (!is_object(objects.back(), table->keypos())) return table_badarg(p);
  }
  if (!rest.is_nil()) return table_badarg(p);
  if (objects.empty()) return am::true_;
  p.use_reductions(static_cast<SWord>(objects.size()));
  if (objects.size() == 1) return answer_insert(p, insert_one(*table, objects[0], kind));
  return answer_insert(p, insert_all({*table, objects, kind}, [] {}));
}

BifResult insert(Process& p, const Args<2>& a, InsertKind kind) {
  TableAccess table(p, a[0], TableNeed::kWrite);
  if (!table) return Term::none();
  if (!is_object(a[1], table->keypos())) return insert_list(p, table, a, kind);
  p.use_reductions(1);
  return answer_insert(p, insert_one(*table, a[1], kind));
}

}  // namespace

BifResult ets_insert_2(Process& p, const Args<2>& a) { return insert(p, a, InsertKind::kAlways); }
BifResult ets_insert_new_2(Process& p, const Args<2>& a) { return insert(p, a, InsertKind::kNew); }

}  // namespace bif
