// Lists of owners. Only this file knows how to release what each type of owner owns.
#include "vm/heap/off_heap.h"

#include "vm/heap/binary.h"

namespace vm {

void OffHeap::append(OffHeap& other) {
  if (other.first_ == nullptr) return;
  OffHeapNode* last = other.first_;
  while (last->next != nullptr) last = last->next;
  last->next = first_;
  first_ = other.first_;
  overhead_bytes_ += other.overhead_bytes_;
  other.first_ = nullptr;
  other.overhead_bytes_ = 0;
}

void OffHeap::release(OffHeapNode* node) {
  switch (header_subtag(node->header)) {
    case Subtag::kRefBinary:
      SharedRef<Binary>::adopt(reinterpret_cast<RefBinary*>(node)->binary);
      return;
    case Subtag::kMagicRef:
      SharedRef<MagicObject>::adopt(reinterpret_cast<MagicRef*>(node)->object);
      return;
    default:
      VM_UNREACHABLE();  // only these two types are linked
  }
}

void OffHeap::release_all() {
  for (OffHeapNode* node = first_; node != nullptr;) {
    OffHeapNode* next = node->next;
    release(node);
    node = next;
  }
  first_ = nullptr;
  overhead_bytes_ = 0;
}

}  // namespace vm
