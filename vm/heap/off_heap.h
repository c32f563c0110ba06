// OffHeap: a list of the objects of a block that own something outside of it, linked through these
// objects. The collector walks it to release what dead objects own. Each process heap, heap
// fragment and literal area has one.
// Invariants: every RefBinary and MagicRef is in exactly one OffHeap, that of its block.
// Threads: an OffHeap belongs to the owner of its block; the objects owned are shared.
#pragma once

#include "vm/base/atomic.h"
#include "vm/base/shared.h"
#include "vm/term/boxed.h"

namespace vm {

/// The native object of a magic reference, for example a session handle or a compiled regular
/// expression. It is destroyed when the last MagicRef to it is collected. The destructor can run on
/// any scheduler thread and must not wait.
class MagicObject : public Shared {
 public:
  ~MagicObject() override;
  /// Identifies the class by an address that only this class returns. See magic_ref.h.
  virtual const void* kind() const = 0;

 private:
  friend class WrittenRefs;
  Atomic<bool> was_written_{false};  // a reference to it is in WrittenRefs
};

/// The list of owners of one block.
class OffHeap {
 public:
  /// Adds an owner. `bytes` counts towards the virtual heap, the limit of off-heap data after which
  /// a process collects.
  void add(OffHeapNode* node, Word bytes) {
    node->next = first_;
    first_ = node;
    overhead_bytes_ += bytes;
  }
  OffHeapNode* first() const { return first_; }
  void set_first(OffHeapNode* node) { first_ = node; }
  Word overhead_bytes() const { return overhead_bytes_; }
  void set_overhead_bytes(Word bytes) { overhead_bytes_ = bytes; }
  /// Moves all owners of `other` to this list.
  void append(OffHeap& other);
  /// Releases what the owners in the list own, and empties the list. Does not free the owners,
  /// which are part of a block.
  void release_all();
  /// Releases what one owner owns.
  static void release(OffHeapNode* node);

 private:
  OffHeapNode* first_ = nullptr;
  Word overhead_bytes_ = 0;
};

}  // namespace vm
