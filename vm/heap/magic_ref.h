// Magic references: references that own a native object. A program can copy, compare and send them
// like other references. The object is destroyed with the last of them.
//
//   class Counter : public vm::MagicObject {
//    public:
//     static constexpr char kKind = 0;
//     const void* kind() const override { return &kKind; }
//   };
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/off_heap.h"

namespace vm {

/// Makes a reference with the number `low`, `high` that owns one reference count of `object`.
/// `bytes` is the size of the object's memory; it counts towards the virtual heap of the process.
inline Term make_magic_ref(HeapBuilder& builder, Word low, Word high, MagicObject& object,
                           Word bytes) {
  auto* ref = reinterpret_cast<MagicRef*>(builder.alloc(kMagicRefWords));
  ref->node.header = make_header(Subtag::kMagicRef, kMagicRefWords - 1);
  ref->low = low;
  ref->high = high;
  ref->object = SharedRef<MagicObject>(&object).detach();
  builder.off_heap().add(&ref->node, bytes);
  return Term::boxed(ref);
}

/// Returns the object of `ref` if it is a magic reference to a T, otherwise null. Valid as long as
/// the term.
template <class T>
T* magic_object(Term ref) {
  if (!ref.is_boxed_as(Subtag::kMagicRef)) return nullptr;
  MagicObject* object = ref.as_boxed<MagicRef>().object;
  return object->kind() == &T::kKind ? static_cast<T*>(object) : nullptr;
}

}  // namespace vm
