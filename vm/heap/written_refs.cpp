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

struct WrittenTable {
  Mutex mutex{LockRank::kWrittenRefs};
  std::map<Number, MagicObject*> objects VM_GUARDED_BY(mutex);
  std::multimap<const MagicObject*, Number> numbers VM_GUARDED_BY(mutex);
  Atomic<Word> count{0};  // of objects
};

// Never destroyed, because objects may be destroyed while the program exits.
WrittenTable& written_table() {
  alignas(WrittenTable) static Byte memory[sizeof(WrittenTable)];
  static WrittenTable* const the_table = std::construct_at(reinterpret_cast<WrittenTable*>(memory));
  return *the_table;
}

}  // namespace

void WrittenRefs::add(const MagicRef& ref) {
  WrittenTable& refs = written_table();
  MutexLock lock(refs.mutex);
  const Number number{ref.low, ref.high};
  if (!refs.objects.try_emplace(number, ref.object).second) return;
  refs.numbers.emplace(ref.object, number);
  refs.count.store(refs.objects.size(), kRelaxed);  // relaxed: see find()
  // relaxed: the caller's reference keeps the object; its release orders this before the end
  ref.object->was_written_.store(true, kRelaxed);
}

Term WrittenRefs::find(HeapBuilder& builder, Word low, Word high) {
  WrittenTable& refs = written_table();
  // relaxed: a thread that has got the bytes of a reference from another one sees what that one did
  if (refs.count.load(kRelaxed) == 0) return Term::none();
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
  WrittenTable& refs = written_table();
  MutexLock lock(refs.mutex);
  const auto [first, last] = refs.numbers.equal_range(&object);
  for (auto at = first; at != last; ++at) refs.objects.erase(at->second);
  refs.numbers.erase(first, last);
  refs.count.store(refs.objects.size(), kRelaxed);  // relaxed: see find()
}

MagicObject::~MagicObject() { WrittenRefs::remove(*this); }

}  // namespace vm
