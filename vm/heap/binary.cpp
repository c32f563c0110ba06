// Creation of binary terms. Data of more than kMaxHeapBinaryBytes is stored off-heap in a Binary; a
// RefBinary owns its reference count and a SubBinary refers to the RefBinary.
#include "vm/heap/binary.h"

#include "vm/base/bits.h"
#include "vm/base/out_of_memory.h"
#include "vm/base/pooled_malloc.h"
#include "vm/heap/heap_builder.h"
#include "vm/heap/memory_use.h"

#include <new>

namespace vm {
namespace {

HeapBinary* alloc_heap_binary(HeapBuilder& builder, Word bits) {
  const Word words = HeapBinary::words_for((bits + 7) / 8);
  auto* heap = reinterpret_cast<HeapBinary*>(builder.alloc(words));
  heap->header = make_header(Subtag::kHeapBinary, words - 1);
  heap->bit_size = bits;
  // Clear the padding in the last word, which is part of the object: equal binaries must be the
  // same words.
  if (words > 2) reinterpret_cast<Word*>(heap)[words - 1] = 0;
  return heap;
}

Term make_view(HeapBuilder& builder, Term original, Byte* base, Word start_bit, Word end_bit) {
  auto* sub = reinterpret_cast<SubBinary*>(builder.alloc(kSubBinaryWords));
  sub->header = kSubBinaryHeader;
  sub->base = base;
  sub->start_bit = start_bit;
  sub->end_bit = end_bit;
  sub->original = original;
  sub->flags = 0;
  return Term::boxed(sub);
}

}  // namespace

namespace {
constexpr Word allocated_bytes(Word size) { return sizeof(Binary) + size + kBinarySlack; }
}  // namespace

SharedRef<Binary> Binary::make(Word size) {
  void* memory = pooled_malloc(allocated_bytes(size));
  if (memory == nullptr) out_of_memory(size, "a binary");
  count_memory(MemoryUse::kBinaries, static_cast<SWord>(sizeof(Binary) + size));
  return SharedRef<Binary>(new (memory) Binary(size));  // owner: the count
}

SharedRef<Binary> Binary::make_for(MagicObject& object, Word size) {
  SharedRef<Binary> binary = make(sizeof(MagicObject*));
  binary->size_ = size;
  binary->has_object_ = 1;
  *reinterpret_cast<MagicObject**>(binary->bytes_) = SharedRef<MagicObject>(&object).detach();
  return binary;
}

void Binary::destroy() {
  MagicObject* const owner = object();
  const Word own = owner != nullptr ? sizeof(MagicObject*) : size_;
  count_memory(MemoryUse::kBinaries, -static_cast<SWord>(sizeof(Binary) + own));
  SharedRef<MagicObject>::adopt(owner);
  this->~Binary();
  pooled_free(this, allocated_bytes(own));
}

SharedRef<Binary> Binary::resize(SharedRef<Binary> binary, Word size) {
  VM_ASSERT(binary->count() == 1, "only the sole owner may resize a binary");
  const Word old = binary->size_;
  void* memory = pooled_realloc(static_cast<void*>(binary.detach()), allocated_bytes(old),
                                allocated_bytes(size));
  if (memory == nullptr) out_of_memory(size, "a binary");
  auto resized = SharedRef<Binary>::adopt(static_cast<Binary*>(memory));
  count_memory_resized(MemoryUse::kBinaries,
                       static_cast<SWord>(size) - static_cast<SWord>(resized->size_));
  resized->size_ = size;
  return resized;
}

Term make_counted_binary(HeapBuilder& builder, SharedRef<Binary> binary, Word size) {
  auto* ref = reinterpret_cast<RefBinary*>(builder.alloc(kRefBinaryWords));
  ref->node.header = make_header(Subtag::kRefBinary, kRefBinaryWords - 1);
  ref->binary = binary.detach();
  builder.off_heap().add(&ref->node, ref->binary->size());
  return make_view(builder, Term::boxed(ref), ref->binary->bytes(), 0, size * 8);
}

Term make_object_binary(HeapBuilder& builder, MagicObject& object, const Byte* data, Word size) {
  auto* ref = reinterpret_cast<RefBinary*>(builder.alloc(kRefBinaryWords));
  ref->node.header = make_header(Subtag::kRefBinary, kRefBinaryWords - 1);
  ref->binary = Binary::make_for(object, size).detach();
  builder.off_heap().add(&ref->node, size);
  return make_view(builder, Term::boxed(ref), const_cast<Byte*>(data), 0, size * 8);
}

namespace {
/// The Binary that the term refers to, or null.
Binary* binary_behind(Term term) {
  if (!term.is_boxed_as(Subtag::kSubBinary)) return nullptr;
  const Term original = term.as_boxed<SubBinary>().original;
  return original.is_boxed_as(Subtag::kRefBinary) ? original.as_boxed<RefBinary>().binary : nullptr;
}
}  // namespace

MagicObject* object_behind_binary(Term binary) {
  Binary* const behind = binary_behind(binary);
  return behind == nullptr ? nullptr : behind->object();
}

Binary* shared_binary(Term binary) {
  Binary* const behind = binary_behind(binary);
  return behind == nullptr || behind->object() != nullptr ? nullptr : behind;
}

Term make_uninitialised_binary(HeapBuilder& builder, Word size, Byte** data) {
  if (size <= kMaxHeapBinaryBytes) {
    HeapBinary* heap = alloc_heap_binary(builder, size * 8);
    *data = heap->bytes;
    return Term::boxed(heap);
  }
  SharedRef<Binary> binary = Binary::make(size);
  *data = binary->bytes();
  return make_counted_binary(builder, std::move(binary), size);
}

Term make_binary(HeapBuilder& builder, const Byte* data, Word size) {
  Byte* target;
  const Term result = make_uninitialised_binary(builder, size, &target);
  if (size > 0) std::memcpy(target, data, size);
  return result;
}

Term make_bitstring(HeapBuilder& builder, const Byte* data, Word bit_offset, Word bits) {
  const Word bytes = (bits + 7) / 8;
  if (bytes <= kMaxHeapBinaryBytes) {
    HeapBinary* heap = alloc_heap_binary(builder, bits);
    copy_bits_to_start(data, bit_offset, heap->bytes, bits);
    return Term::boxed(heap);
  }
  SharedRef<Binary> binary = Binary::make(bytes);
  copy_bits_to_start(data, bit_offset, binary->bytes(), bits);
  const Term result = make_counted_binary(builder, std::move(binary), bytes);
  result.as_boxed<SubBinary>().end_bit = bits;
  return result;
}

Term make_sub_binary(HeapBuilder& builder, Term original, Word start, Word bits) {
  const Bits view = bits_of(original);
  VM_ASSERT(start + bits <= view.bit_size, "callers check the bounds");
  if ((bits + 7) / 8 <= kMaxHeapBinaryBytes)
    return make_bitstring(builder, view.bytes, view.bit_offset + start, bits);
  if (header_subtag(original.header()) == Subtag::kHeapBinary) {
    return make_view(builder, original, original.as_boxed<HeapBinary>().bytes, start, start + bits);
  }
  const auto& sub = original.as_boxed<SubBinary>();
  return make_view(builder, sub.original, sub.base, sub.start_bit + start,
                   sub.start_bit + start + bits);
}

}  // namespace vm
