// Atomics and counters: arrays of 64-bit integers behind a reference, changed by any process
// without locks. Counters with `write_concurrency` (the others are atomics) have a value on each
// scheduler, and are their sum.
// Threads: each access of atomics is sequentially consistent, as `atomics` promises.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/base/atomic.h"
#include "vm/base/memory_limit.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"
#include "vm/sched/scheduler.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"

#include <memory>
#include <optional>

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

/// The values of counters, each as many times as there are schedulers, and once for other threads:
/// a scheduler adds to its own, so that schedulers do not share cache lines.
class ScatteredCounters : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }

  ScatteredCounters(Word size, Word schedulers)
      : size(size),
        rows_(schedulers + 1),
        row_lines_((size + kLineWords - 1) / kLineWords),
        lines_(std::make_unique<Line[]>(rows_ * row_lines_)) {}

  /// What the scheduler of `p` adds to. relaxed: the counters promise no order.
  vm::Atomic<Word>& own(const Process& p, Word index) {
    const Word row = p.scheduler == nullptr ? 0 : Word{p.scheduler->index} + 1;
    return value(row, index);
  }
  Word sum(Word index) const {
    Word sum = 0;
    for (Word row = 0; row < rows_; ++row)
      sum += value(row, index).load(vm::kRelaxed);  // relaxed: see own()
    return sum;
  }
  Word bytes() const { return sizeof *this + rows_ * row_lines_ * sizeof(Line); }

  const Word size;

 private:
  static constexpr Word kLineWords = 8;
  struct alignas(kLineWords * sizeof(Word)) Line {  // a cache line
    vm::Atomic<Word> values[kLineWords];
  };
  vm::Atomic<Word>& value(Word row, Word index) const {
    return lines_[row * row_lines_ + index / kLineWords].values[index % kLineWords];
  }

  const Word rows_;
  const Word row_lines_;
  const std::unique_ptr<Line[]> lines_;
};

/// The size of an array of which there are `copies`, or nothing: raised.
std::optional<Word> array_size(Process& p, Term size, Word copies) {
  // An array larger than all memory is refused like a negative one.
  constexpr SWord kMaxSize = SWord{1} << 40;
  const bool is_large = (size.is_big() && vm::compare_exact(size, Term::small(0)) > 0) ||
                        (size.is_small() && size.as_small() > kMaxSize);
  if (is_large ||
      (size.is_small() && size.as_small() > 0 &&
       !vm::fits_in_memory(static_cast<Word>(size.as_small()) * copies * sizeof(Word)))) {
    p.system_limit();
  } else if (!size.is_small() || size.as_small() < 1) {
    p.badarg();
  } else {
    return static_cast<Word>(size.as_small());
  }
  return std::nullopt;
}

BifResult make_array(Process& p, Term size, bool is_signed) {
  const std::optional<Word> count = array_size(p, size, 1);
  if (!count) return Term::none();
  const auto array = vm::make_shared_ref<AtomicArray>(*count, is_signed);
  HeapBuilder builder(p);
  return vm::make_magic_ref(p.vm, builder, *array, *count * sizeof(Word));
}

struct Counter {
  ScatteredCounters* counters = nullptr;  // null: no such counter
  Word index = 0;
};

Counter find_counter(Term ref, Term index) {
  auto* counters = vm::magic_object<ScatteredCounters>(ref);
  if (counters == nullptr || !index.is_small() || index.as_small() < 1 ||
      static_cast<Word>(index.as_small()) > counters->size) {
    return {};
  }
  return {counters, static_cast<Word>(index.as_small()) - 1};
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
  vm::MapPair pairs[] = {{am::max, max},
                         {am::memory, number(array->size * sizeof(Word) + 40)},
                         {am::min, min},
                         {am::size, number(array->size)}};
  return vm::map_from_pairs(builder, pairs);
}

BifResult counters_new_1(Process& p, const Args<1>& a) {
  const Word schedulers = p.vm.schedulers->count();
  const std::optional<Word> count = array_size(p, a[0], schedulers + 1);
  if (!count) return Term::none();
  const auto counters = vm::make_shared_ref<ScatteredCounters>(*count, schedulers);
  HeapBuilder builder(p);
  return vm::make_magic_ref(p.vm, builder, *counters, counters->bytes());
}

BifResult counters_get_2(Process& p, const Args<2>& a) {
  const Counter counter = find_counter(a[0], a[1]);
  if (counter.counters == nullptr) return p.badarg();
  return HeapBuilder(p).integer(static_cast<SWord>(counter.counters->sum(counter.index)));
}

BifResult counters_add_3(Process& p, const Args<3>& a) {
  const Counter counter = find_counter(a[0], a[1]);
  Word increment;
  if (counter.counters == nullptr || !to_increment(a[2], &increment)) return p.badarg();
  counter.counters->own(p, counter.index).fetch_add(increment, vm::kRelaxed);  // relaxed: see there
  return am::ok;
}

BifResult counters_put_3(Process& p, const Args<3>& a) {
  const Counter counter = find_counter(a[0], a[1]);
  SWord value;
  if (counter.counters == nullptr || !to_signed(a[2], &value)) return p.badarg();
  const Word change = static_cast<Word>(value) - counter.counters->sum(counter.index);
  counter.counters->own(p, counter.index).fetch_add(change, vm::kRelaxed);  // relaxed: see there
  return am::ok;
}

BifResult counters_info_1(Process& p, const Args<1>& a) {
  auto* counters = vm::magic_object<ScatteredCounters>(a[0]);
  if (counters == nullptr) return p.badarg();
  HeapBuilder builder(p);
  vm::MapPair pairs[] = {{am::memory, number(counters->bytes())},
                         {am::size, number(counters->size)}};
  return vm::map_from_pairs(builder, pairs);
}

}  // namespace bif
