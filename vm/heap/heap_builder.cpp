// Allocation for new terms: first from the free words of the target, then from fragments of
// doubling size.
#include "vm/heap/heap_builder.h"

#include "vm/base/out_of_memory.h"
#include "vm/base/pooled_malloc.h"
#include "vm/heap/heap.h"
#include "vm/heap/memory_use.h"

#include <algorithm>
#include <new>

namespace vm {
namespace {

// The size of the first fragment: enough for the result of nearly every BIF. OTP's smallest
// fragment is similar.
constexpr Word kMinFragmentWords = 32;

}  // namespace

HeapFragment* HeapFragment::make(Word capacity) {
  VM_CHECK(capacity <= kMaxCapacity, "the capacity of a fragment is stored in 32 bits");
  const Word bytes = sizeof(HeapFragment) + capacity * kWordBytes;
  void* memory = pooled_malloc(bytes);
  if (memory == nullptr) out_of_memory(bytes, "a heap fragment");
  count_memory(MemoryUse::kHeaps, static_cast<SWord>(bytes));
  auto* fragment = new (memory) HeapFragment;
  fragment->capacity = static_cast<std::uint32_t>(capacity);
  return fragment;
}

void HeapFragment::free(HeapFragment* fragment) {
  const Word bytes = sizeof(HeapFragment) + Word{fragment->capacity} * kWordBytes;
  count_memory(MemoryUse::kHeaps, -static_cast<SWord>(bytes));
  fragment->~HeapFragment();
  pooled_free(fragment, bytes);
}

void HeapFragment::free_chain(HeapFragment* first) {
  while (first != nullptr) {
    HeapFragment* next = first->next;
    first->off_heap.release_all();
    free(first);
    first = next;
  }
}

HeapBuilder::HeapBuilder(Word first_words) {
  // With a size of 0, the first alloc() makes the fragment and determines its size.
  if (first_words == 0) return;
  fragment_ = chain_ = HeapFragment::make(first_words);
  top_ = fragment_->words();
  limit_ = top_ + fragment_->capacity;
  off_heap_ = &fragment_->off_heap;
}

HeapBuilder::HeapBuilder(std::span<Term> memory, OffHeap& off_heap, WhenFull when_full)
    : top_(memory.data()),
      limit_(memory.data() + memory.size()),
      off_heap_(&off_heap),
      when_full_(when_full) {}

void HeapBuilder::close_slow() {
  close_current();
  if (process_ == nullptr) HeapFragment::free_chain(chain_);  // null after take_fragments()
}

void HeapBuilder::close_current() {
  if (fragment_ != nullptr) {
    fragment_->used = static_cast<std::uint32_t>(top_ - fragment_->words());
  } else if (process_ != nullptr) {
    process_->heap_top = reinterpret_cast<HeapWord*>(top_);
  } else {
    memory_end_ = top_;
  }
}

Term* HeapBuilder::alloc_slow(Word words) {
  VM_CHECK(when_full_ == WhenFull::kFragment, "the caller measured the memory it provided");
  close_current();
  const Word last = fragment_ != nullptr ? fragment_->capacity : 0;
  const Word twice = std::min(last * 2, HeapFragment::kMaxCapacity);
  fragment_ = HeapFragment::make(std::max({words, twice, kMinFragmentWords}));
  if (process_ != nullptr) {
    fragment_->next = process_->fragments;
    process_->fragments = fragment_;
    process_->fragment_words += fragment_->capacity;
  } else {
    fragment_->next = chain_;
    chain_ = fragment_;
    off_heap_ = &fragment_->off_heap;
  }
  top_ = fragment_->words();
  limit_ = top_ + fragment_->capacity;
  Term* result = top_;
  top_ += words;
  return result;
}

HeapFragment* HeapBuilder::take_fragments() {
  VM_ASSERT(process_ == nullptr, "a heap owns the fragments of its builder");
  close_current();
  HeapFragment* result = chain_;
  chain_ = fragment_ = nullptr;
  top_ = limit_ = nullptr;
  off_heap_ = nullptr;
  return result;
}

Term HeapBuilder::tuple_from(std::span<const Term> elements) {
  Term* words = alloc(elements.size() + 1);
  words[0] = Term::from_bits(make_header(Subtag::kTuple, elements.size()));
  std::copy(elements.begin(), elements.end(), words + 1);
  return Term::boxed(words);
}

namespace {

/// A list of `to_term(item)` for each item: one block of cells, in the order of the list.
template <class Items, class ToTerm>
Term make_list(HeapBuilder& builder, const Items& items, Term tail, ToTerm to_term) {
  if (items.empty()) return tail;
  Term* cell = builder.alloc(2 * items.size());
  const Term list = Term::cons(reinterpret_cast<Cons*>(cell));
  for (const auto item : items) {
    cell[0] = to_term(item);
    cell[1] = Term::cons(reinterpret_cast<Cons*>(cell + 2));
    cell += 2;
  }
  cell[-1] = tail;
  return list;
}

}  // namespace

Term HeapBuilder::list_from(std::span<const Term> elements, Term tail) {
  return make_list(*this, elements, tail, [](Term element) { return element; });
}

Term HeapBuilder::string(std::string_view latin1) {
  return make_list(*this, latin1, Term::nil(),
                   [](char c) { return Term::small(static_cast<Byte>(c)); });
}

Term HeapBuilder::large_integer(SWord value) {
  Term* words = alloc(2);
  const auto magnitude = value < 0 ? Word{0} - static_cast<Word>(value) : static_cast<Word>(value);
  words[0] =
      Term::from_bits(make_header(value < 0 ? Subtag::kBigNegative : Subtag::kBigPositive, 1));
  words[1] = Term::from_bits(magnitude);
  return Term::boxed(words);
}

Term HeapBuilder::unsigned_integer(Word value) {
  if (value <= static_cast<Word>(kSmallMax)) return Term::small(static_cast<SWord>(value));
  Term* words = alloc(2);
  words[0] = Term::from_bits(make_header(Subtag::kBigPositive, 1));
  words[1] = Term::from_bits(value);
  return Term::boxed(words);
}

}  // namespace vm
