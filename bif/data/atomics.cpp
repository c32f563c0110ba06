// Atomics and counters: arrays of 64-bit integers behind a reference, changed by any process
// without locks. `counters` are the same with other names and without values of operations.
// Threads: each access is sequentially consistent, as `atomics` promises.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/base/atomic.h"
#include "vm/base/memory_limit.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"

namespace bif {
namespace {

class AtomicArray : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  AtomicArray(Word size, bool is_signed)
      : size(size), is_signed(is_signed), values(std::make_unique<vm::Atomic<Word>[]>(size)) {}

  const Word size;
  const bool is_signed;
  const std::unique_ptr<vm::Atomic<Word>[]> values;
};

BifResult make_array(Process& p, Term size, bool is_signed) {
  // An array larger than all memory is refused like a negative one.
  constexpr SWord kMaxSize = SWord{1} << 40;
  if (size.is_big() && vm::compare_exact(size, Term::small(0)) > 0) return p.system_limit();
  if (!size.is_small() || size.as_small() < 1) return p.badarg();
  if (size.as_small() > kMaxSize) return p.system_limit();
  const auto count = static_cast<Word>(size.as_small());
  if (!vm::fits_in_memory(count * sizeof(Word))) return p.system_limit();
  const auto array = vm::make_shared_ref<AtomicArray>(count, is_signed);
  HeapBuilder builder(p);
  return vm::make_magic_ref(p.vm, builder, *array, count * sizeof(Word));
}

/// An element of an array, or what is wrong.
struct Cell {
  AtomicArray* array = nullptr;
  vm::Atomic<Word>* value = nullptr;
};

Cell find_cell(Term ref, Term index) {
  auto* array = vm::magic_object<AtomicArray>(ref);
  if (array == nullptr || !index.is_small() || index.as_small() < 1 ||
      static_cast<Word>(index.as_small()) > array->size) {
    return {};
  }
  return {array, &array->values[index.as_small() - 1]};
}

/// An integer that the array can hold, as its bits.
bool to_bits(const AtomicArray& array, Term t, Word* bits) {
  SWord value;
  if (!array.is_signed) return to_unsigned(t, bits);
  if (!to_signed(t, &value)) return false;
  *bits = static_cast<Word>(value);
  return true;
}

/// An increment: may be of the other signedness too.
bool to_increment(Term t, Word* bits) {
  SWord value;
  if (to_signed(t, &value)) {
    *bits = static_cast<Word>(value);
    return true;
  }
  return to_unsigned(t, bits);
}

Term value_term(Process& p, const AtomicArray& array, Word bits) {
  HeapBuilder builder(p);
  return array.is_signed ? builder.integer(static_cast<SWord>(bits))
                         : builder.unsigned_integer(bits);
}

}  // namespace

BifResult atomics_new_2(Process& p, const Args<2>& a) {
  // Options come encoded from the Erlang module: bit 0 says signed.
  if (!a[1].is_small()) return p.badarg();
  return make_array(p, a[0], (a[1].as_small() & 1) != 0);
}

BifResult atomics_put_3(Process& p, const Args<3>& a) {
  const Cell cell = find_cell(a[0], a[1]);
  Word bits;
  if (cell.value == nullptr || !to_bits(*cell.array, a[2], &bits)) return p.badarg();
  cell.value->store(bits, vm::kSeqCst);
  return am::ok;
}

BifResult atomics_get_2(Process& p, const Args<2>& a) {
  const Cell cell = find_cell(a[0], a[1]);
  if (cell.value == nullptr) return p.badarg();
  return value_term(p, *cell.array, cell.value->load(vm::kSeqCst));
}

BifResult atomics_add_3(Process& p, const Args<3>& a) {
  const Cell cell = find_cell(a[0], a[1]);
  Word increment;
  if (cell.value == nullptr || !to_increment(a[2], &increment)) return p.badarg();
  cell.value->fetch_add(increment, vm::kSeqCst);
  return am::ok;
}

BifResult atomics_add_get_3(Process& p, const Args<3>& a) {
  const Cell cell = find_cell(a[0], a[1]);
  Word increment;
  if (cell.value == nullptr || !to_increment(a[2], &increment)) return p.badarg();
  return value_term(p, *cell.array, cell.value->fetch_add(increment, vm::kSeqCst) + increment);
}

BifResult atomics_exchange_3(Process& p, const Args<3>& a) {
  const Cell cell = find_cell(a[0], a[1]);
  Word bits;
  if (cell.value == nullptr || !to_bits(*cell.array, a[2], &bits)) return p.badarg();
  return value_term(p, *cell.array, cell.value->exchange(bits, vm::kSeqCst));
}

BifResult atomics_compare_exchange_4(Process& p, const Args<4>& a) {
  const Cell cell = find_cell(a[0], a[1]);
  Word expected;
  Word desired;
  if (cell.value == nullptr || !to_bits(*cell.array, a[2], &expected) ||
      !to_bits(*cell.array, a[3], &desired)) {
    return p.badarg();
  }
  if (cell.value->compare_exchange_strong(expected, desired, vm::kSeqCst, vm::kSeqCst)) {
    return am::ok;
  }
  return value_term(p, *cell.array, expected);
}

BifResult atomics_info_1(Process& p, const Args<1>& a) {
  auto* array = vm::magic_object<AtomicArray>(a[0]);
  if (array == nullptr) return p.badarg();
  HeapBuilder builder(p);
  const Term max =
      array->is_signed ? builder.integer(INT64_MAX) : builder.unsigned_integer(UINT64_MAX);
  const Term min = array->is_signed ? builder.integer(INT64_MIN) : Term::small(0);
  vm::MapPair pairs[] = {
      {am::max, max},
      {am::memory, Term::small(static_cast<SWord>(array->size * sizeof(Word) + 40))},
      {am::min, min},
      {am::size, Term::small(static_cast<SWord>(array->size))}};
  return vm::map_from_pairs(builder, pairs);
}

BifResult counters_new_1(Process& p, const Args<1>& a) { return make_array(p, a[0], true); }
BifResult counters_get_2(Process& p, const Args<2>& a) { return atomics_get_2(p, a); }
BifResult counters_add_3(Process& p, const Args<3>& a) { return atomics_add_3(p, a); }
BifResult counters_put_3(Process& p, const Args<3>& a) { return atomics_put_3(p, a); }

BifResult counters_info_1(Process& p, const Args<1>& a) {
  auto* array = vm::magic_object<AtomicArray>(a[0]);
  if (array == nullptr) return p.badarg();
  HeapBuilder builder(p);
  vm::MapPair pairs[] = {
      {am::memory, Term::small(static_cast<SWord>(array->size * sizeof(Word) + 40))},
      {am::size, Term::small(static_cast<SWord>(array->size))}};
  return vm::map_from_pairs(builder, pairs);
}

}  // namespace bif
