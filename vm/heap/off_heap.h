// What lies outside a heap but is owned from it: a list, threaded through the owning objects, of
// everything that must be released when its owner dies. Each process heap, heap fragment and
// literal area has one. Invariants: every RefBinary and MagicRef is in exactly one OffHeap, the one
// of the block it lies in. Threads: an OffHeap belongs to whoever owns its block; the counted
// objects are shared.
#pragma once

#include "vm/base/atomic.h"
#include "vm/term/boxed.h"

namespace vm {

/// Native object behind a magic reference (a session handle, a compiled regular expression ...).
/// The last MagicRef to be collected destroys it; the destructor may run on any scheduler and must
/// not wait.
class MagicObject {
 public:
  virtual ~MagicObject() = default;
  /// Which class this is: an address that only that class answers. See magic_ref.h.
  virtual const void* kind() const = 0;
  void retain() {
    count_.fetch_add(1, std::memory_order_relaxed);
  }  // relaxed: the caller holds a count already
  void release() {
    // acq_rel: the destroying thread sees what other holders wrote before they let go; pairs with
    // itself.
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  Atomic<Word> count_{0};
};

class OffHeap {
 public:
  /// Links a new owner in; `bytes` count towards the virtual heap (what off-heap data weighs in the
  /// decision to collect).
  void add(OffHeapNode* node, Word bytes) {
    node->next = first_;
    first_ = node;
    overhead_bytes_ += bytes;
  }
  OffHeapNode* first() const { return first_; }
  void set_first(OffHeapNode* node) { first_ = node; }
  Word overhead_bytes() const { return overhead_bytes_; }
  void set_overhead_bytes(Word bytes) { overhead_bytes_ = bytes; }
  /// Takes over all of `other`, which is empty afterwards.
  void append(OffHeap& other);
  /// Releases what every node in the list owns and empties the list. The nodes' memory is the
  /// caller's.
  void release_all();
  /// Releases what one node owns.
  static void release(OffHeapNode* node);

 private:
  OffHeapNode* first_ = nullptr;
  Word overhead_bytes_ = 0;
};

}  // namespace vm
