// Binary: reference-counted bytes outside all heaps, which processes share without copying.
// Invariants: bytes within a SubBinary never change while another process or term can refer to
// them. Only the process whose SubBinary has kWritable may append to a writable binary.
// kBinarySlack unused bytes follow the last byte, so that code that writes fields in order may
// write whole words.
// Ownership: each reference count; RefBinary objects on heaps own one each.
// Threads: the count is shared. The bytes are written before the Binary is published in a message.
#pragma once

#include "vm/base/shared.h"
#include "vm/heap/off_heap.h"

namespace vm {

class HeapBuilder;

inline constexpr Word kBinarySlack = 8;  // bytes

class Binary {
 public:
  /// Makes a binary of `size` uninitialised bytes. Exits the program if there is no memory.
  static SharedRef<Binary> make(Word size);
  /// The current count. If it is 1 and the caller owns it, no other thread can change it.
  Word count() const { return count_.load(kRelaxed); }  // relaxed: otherwise for information only
  Byte* bytes() { return bytes_; }
  Word size() const { return size_; }
  // For SharedRef, and for C code, which holds counts of its own. Any thread that holds one.
  void retain() { count_.fetch_add(1, kRelaxed); }  // relaxed: the caller holds a count already
  void release() {
    // acq_rel: the freeing thread sees all accesses made by threads that released earlier; each
    // release pairs with the last one.
    if (count_.fetch_sub(1, kAcqRel) == 1) destroy();
  }
  /// Reallocates the binary to `size` bytes. The count must be 1. The address may change.
  static SharedRef<Binary> resize(SharedRef<Binary> binary, Word size);
  /// Makes a binary without bytes of its own, which stands for `size` bytes of `object` and keeps a
  /// reference to it.
  static SharedRef<Binary> make_for(MagicObject& object, Word size);
  /// Returns that object, or null.
  MagicObject* object() { return has_object_ ? *reinterpret_cast<MagicObject**>(bytes_) : nullptr; }

 private:
  explicit Binary(Word size) : size_(size) {}
  void destroy();
  Atomic<Word> count_{0};
  Word size_ : 63;
  Word has_object_ : 1 = 0;
  Byte bytes_[];
};

/// Makes a binary with a copy of `size` bytes: on the heap up to kMaxHeapBinaryBytes, otherwise
/// off-heap.
Term make_binary(HeapBuilder& builder, const Byte* data, Word size);
/// Makes a binary of `size` uninitialised bytes. The caller fills them in through `*data` before
/// the term is used.
Term make_uninitialised_binary(HeapBuilder& builder, Word size, Byte** data);
/// Makes a binary of the first `size` bytes of `binary`, which it shares.
Term make_counted_binary(HeapBuilder& builder, SharedRef<Binary> binary, Word size);
/// Makes a binary of `size` bytes at `data`, which belong to `object`. The term keeps the object.
Term make_object_binary(HeapBuilder& builder, MagicObject& object, const Byte* data, Word size);
/// Returns the object of such a term, or of a part of it; otherwise null.
MagicObject* object_behind_binary(Term binary);
/// The Binary that has the bytes of a bitstring, or null: they are on a heap, or of an object.
Binary* shared_binary(Term binary);
/// Makes a bitstring of `bits` bits, copied from `data` at `bit_offset`.
Term make_bitstring(HeapBuilder& builder, const Byte* data, Word bit_offset, Word bits);
/// Makes a bitstring of the `bits` bits from bit `start` of `original`, a bitstring or match
/// context. The result shares the bytes, unless it has at most kMaxHeapBinaryBytes, which are
/// copied.
Term make_sub_binary(HeapBuilder& builder, Term original, Word start, Word bits);

}  // namespace vm
