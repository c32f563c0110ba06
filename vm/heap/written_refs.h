// WrittenRefs: magic references that were written as bytes or text. Such a reference that is read
// again, in the same program and while its object lives, is a magic reference again, as in OTP.
// Numbers of references are unique in the program, so one table serves all its machines.
// Ownership: the table owns nothing; an object leaves it when it is destroyed. Threads: any.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/heap/off_heap.h"

namespace vm {

class WrittenRefs {
 public:
  /// To be called before the reference is written.
  static void add(const MagicRef& ref);
  /// A magic reference with this number, if one was added and its object lives; otherwise none().
  /// While the table is empty, as in most programs, that takes no lock.
  static Term find(HeapBuilder& builder, Word low, Word high);
  /// The object is being destroyed.
  static void remove(MagicObject& object);
};

}  // namespace vm
