// Two maps under one lock. References are written seldom, and the table is empty in most programs.
#include "vm/heap/written_refs.h"

#include "vm/base/mutex.h"
#include "vm/heap/magic_ref.h"

#include <map>
#include <memory>
#include <utility>

namespace vm {
namespace {

using Number = std::pair<Word, Word>;  // low, high

struct Table {
  Mutex mutex{LockRank::kWrittenRefs};
  std::map<Number, MagicObject*> objects VM_GUARDED_BY(mutex);
  std::multimap<const MagicObject*, Number> numbers VM_GUARDED_BY(mutex);
  Atomic<Word> count{0};  // of objects
};

// Never destroyed, because objects may be destroyed while the program exits.
Table& table() {
  alignas(Table) static Byte memory[sizeof(Table)];
  static Table* const the_table = std::construct_at(reinterpret_cast<Table*>(memory));
  return *the_table;
}

}  // namespace

bool WrittenRefs::are_any() {
  // relaxed: a thread that has got the bytes of a reference from another one sees what that one did
  return table().count.load(kRelaxed) != 0;
}

void WrittenRefs::add(const MagicRef& ref) {
  Table& refs = table();
  MutexLock lock(refs.mutex);
  const Number number{ref.low, ref.high};
  if (!refs.objects.try_emplace(number, ref.object).second) return;
  refs.numbers.emplace(ref.object, number);
  refs.count.store(refs.objects.size(), kRelaxed);  // relaxed: see are_any()
  // relaxed: the caller's reference keeps the object; its release orders this before the end
  ref.object->was_written_.store(true, kRelaxed);
}

Term WrittenRefs::find(HeapBuilder& builder, Word low, Word high) {
  Table& refs = table();
  SharedRef<MagicObject> object;
  {
    MutexLock lock(refs.mutex);
    const auto found = refs.objects.find({low, high});
    // An object whose last reference is gone waits for the lock, to be removed.
    if (found == refs.objects.end() || !found->second->try_retain()) return Term::none();
    object = SharedRef<MagicObject>::adopt(found->second);
  }
  return make_magic_ref(builder, low, high, *object, sizeof(MagicObject));
}

void WrittenRefs::remove(MagicObject& object) {
  // relaxed: threads that wrote references have dropped theirs, and the last one is gone
  if (!object.was_written_.load(kRelaxed)) return;
  Table& refs = table();
  MutexLock lock(refs.mutex);
  const auto [first, last] = refs.numbers.equal_range(&object);
  for (auto at = first; at != last; ++at) refs.objects.erase(at->second);
  refs.numbers.erase(first, last);
  refs.count.store(refs.objects.size(), kRelaxed);  // relaxed: see are_any()
}

MagicObject::~MagicObject() { WrittenRefs::remove(*this); }

}  // namespace vm
