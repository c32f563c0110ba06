// Allocation of bitstrings and growth of writable binaries.
#include "vm/instr/new_binary.h"

#include "vm/instr/bit_io.h"

#include <algorithm>
#include <cstring>

namespace vm::instr {
namespace {

/// Makes a SubBinary of a writable binary that has the right to append.
Term put_writable_view(Machine& m, Term original, Word start_bit, Word end_bit) {
  auto* sub = reinterpret_cast<SubBinary*>(m.take(kSubBinaryWords));
  *sub = {kSubBinaryHeader, original.as_boxed<RefBinary>().binary->bytes(),
          start_bit,        end_bit,
          original,         SubBinary::kWritable};
  return Term::boxed(sub);
}

/// Makes a RefBinary, which shares `binary`.
Term put_owner(Machine& m, SharedRef<Binary> binary) {
  auto* ref = reinterpret_cast<RefBinary*>(m.take(kRefBinaryWords));
  ref->node.header = make_header(Subtag::kRefBinary, kRefBinaryWords - 1);
  ref->binary = binary.detach();
  m.p->off_heap.add(&ref->node, ref->binary->size());
  return Term::boxed(ref);
}

}  // namespace

Term extend_bitstring(Machine& m, Term prefix, Word more, BsAppend append) {
  const Word has = bit_size(prefix);
  if (can_grow_in_place(prefix, more)) {
    auto& old = prefix.as_boxed<SubBinary>();
    if (append == BsAppend::kPrivate) {
      old.end_bit += more;
      return prefix;
    }
    old.flags &= ~SubBinary::kWritable;
    return put_writable_view(m, old.original, old.start_bit, old.end_bit + more);
  }
  const Word bytes = (has + more + 7) / 8;
  SharedRef<Binary> binary = Binary::make(std::max(bytes * 2, kMinWritableBytes));
  if (bytes > 0) binary->bytes()[bytes - 1] = 0;
  const Bits from = bits_of(prefix);
  copy_bits(from.bytes, from.bit_offset, binary->bytes(), 0, has);
  m.reds -= reductions_to_copy(has);
  return put_writable_view(m, put_owner(m, std::move(binary)), 0, has + more);
}

Term put_bitstring(Machine& m, Word bits, Byte** data) {
  const Word bytes = (bits + 7) / 8;
  if (bytes <= kMaxHeapBinaryBytes) {
    const Word words = HeapBinary::words_for(bytes);
    auto* heap = reinterpret_cast<HeapBinary*>(m.take(words));
    heap->header = make_header(Subtag::kHeapBinary, words - 1);
    heap->bit_size = bits;
    if (words > 2) reinterpret_cast<Word*>(heap)[words - 1] = 0;
    *data = heap->bytes;
    return Term::boxed(heap);
  }
  SharedRef<Binary> binary = Binary::make(bytes);
  *data = binary->bytes();
  (*data)[bytes - 1] = 0;
  const Term view = put_writable_view(m, put_owner(m, std::move(binary)), 0, bits);
  view.as_boxed<SubBinary>().flags = 0;
  return view;
}

void clear_bits(Byte* bytes, Word offset, Word bits) {
  if (bits == 0) return;
  Byte* first = bytes + offset / 8;
  *first = static_cast<Byte>(*first & ~(0xFFU >> (offset % 8)));
  std::memset(first + 1, 0, (offset % 8 + bits - 1) / 8);
}

Term put_writable(Machine& m, Word bytes) {
  SharedRef<Binary> binary = Binary::make(std::max(bytes, kMinWritableBytes));
  return put_writable_view(m, put_owner(m, std::move(binary)), 0, 0);
}

}  // namespace vm::instr
