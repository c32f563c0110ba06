// Binary: counted bytes outside all heaps, shared by processes without copying.
// Invariants: bytes that a SubBinary shows never change while anybody else can see them; a writable
// binary may be appended to by the one process whose SubBinary carries kWritable. Behind the last
// byte are kBinarySlack more, which belong to nobody: who writes fields in order may write whole
// words. Threads: the count is shared; the bytes are written before the Binary is published in a
// message.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/off_heap.h"

namespace vm {

class HeapBuilder;

inline constexpr Word kBinarySlack = 8;

class Binary {
 public:
  /// `size` bytes, uninitialised, one count for the caller. Stops the program when memory is out
  /// (crash with a message).
  static Binary* make(Word size);
  void retain() {
    count_.fetch_add(1, std::memory_order_relaxed);
  }  // relaxed: the caller holds a count already
  void release() {
    // acq_rel: whoever frees sees every other holder's last access; pairs with itself.
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }
  Word count() const {
    return count_.load(std::memory_order_relaxed);
  }  // relaxed: advisory (binary:referenced..., info)
  Byte* bytes() { return bytes_; }
  Word size() const { return size_; }
  /// Reallocates to hold `size` bytes; only with a count of 1. The address may change.
  static Binary* resize(Binary* binary, Word size);

 private:
  explicit Binary(Word size) : size_(size) {}
  void destroy();
  Atomic<Word> count_{1};
  Word size_;
  Byte bytes_[];
};

/// A binary term with a copy of `size` bytes: in the heap up to kMaxHeapBinaryBytes, else counted.
Term make_binary(HeapBuilder& builder, const Byte* data, Word size);
/// A binary of `size` bytes to be filled in through `*data` before anybody sees it.
Term make_uninitialised_binary(HeapBuilder& builder, Word size, Byte** data);
/// A binary term that takes over one count of `binary`, and shows its first `size` bytes.
Term make_counted_binary(HeapBuilder& builder, Binary* binary, Word size);
/// A bitstring of `bits` bits copied from `data` at `bit_offset`.
Term make_bitstring(HeapBuilder& builder, const Byte* data, Word bit_offset, Word bits);
/// Part of a bitstring or match context, sharing its bytes: from bit `start` of it (relative),
/// `bits` long. Small ones (up to kMaxHeapBinaryBytes) may be copied instead, as OTP does.
Term make_sub_binary(HeapBuilder& builder, Term original, Word start, Word bits);

}  // namespace vm
