// HeapBuilder: allocates memory for new terms. It is one interface for process heaps, messages and
// literal areas, so that decoding, copying and BIFs are written once. A builder never collects: if
// the block is full, it allocates a fragment.
// Ownership: new terms belong to the process, fragment or area that the builder was made for.
// Threads: the builder and its target belong to one thread.
#pragma once

#include "vm/heap/off_heap.h"
#include "vm/heap/slots.h"
#include "vm/term/boxed.h"

#include <span>
#include <string_view>

namespace vm {

struct Heap;

/// A block of terms outside a heap: the contents of a message, or results of BIFs that did not fit
/// the heap. The message or process that refers to it owns it.
struct HeapFragment {
  /// The maximum capacity in words: 32 GiB.
  static constexpr Word kMaxCapacity = 0xFFFFFFFF;
  HeapFragment* next = nullptr;
  OffHeap off_heap;
  std::uint32_t capacity = 0;
  std::uint32_t used = 0;
  Term* words() { return reinterpret_cast<Term*>(this + 1); }
  bool contains(const void* p) { return p >= words() && p < words() + used; }
  /// Allocates an empty fragment. Exits the program if there is no memory; aborts if `capacity` is
  /// more than kMaxCapacity.
  static HeapFragment* make(Word capacity);
  /// Frees the memory of one fragment, but does not release the off-heap data it owns.
  static void free(HeapFragment* fragment);
  /// Frees a chain of fragments and releases the off-heap data they own.
  static void free_chain(HeapFragment* first);
};

/// Allocates terms from one target and advances its end when destroyed.
class HeapBuilder {
 public:
  /// Builds in the free words of a process heap (between its saved heap top and stack pointer),
  /// then in fragments added to the heap. The machine registers of the process must be saved, as
  /// they are in every BIF. A heap has at most one builder at a time.
  explicit HeapBuilder(Heap& heap);  // in heap.h
  /// Builds in a chain of fragments, the first with a capacity of `first_words`. The caller gets
  /// the chain from take_fragments(); otherwise the destructor frees it.
  explicit HeapBuilder(Word first_words);
  /// What a builder in the caller's memory does when that memory is full.
  enum class WhenFull : std::uint8_t {
    kFault,     // aborts: the caller measured the size before
    kFragment,  // allocates fragments, which take_fragments() returns
  };
  /// Builds in the caller's memory (a literal area, the block of a message) and links objects that
  /// own off-heap data into `off_heap`.
  HeapBuilder(std::span<Term> memory, OffHeap& off_heap, WhenFull when_full = WhenFull::kFault);
  HeapBuilder(const HeapBuilder&) = delete;
  HeapBuilder& operator=(const HeapBuilder&) = delete;
  /// Stores the new end of the target and frees fragments that were not taken.
  ~HeapBuilder() {
    if (heap_top_ != nullptr && fragment_ == nullptr) [[likely]] {
      *heap_top_ = reinterpret_cast<HeapWord*>(top_);
    } else {
      close_slow();
    }
  }

  /// Allocates `words` contiguous, uninitialised words. The caller writes valid objects to them
  /// before the next collection.
  Term* alloc(Word words) {
    if (static_cast<Word>(limit_ - top_) < words) [[unlikely]]
      return alloc_slow(words);
    Term* result = top_;
    top_ += words;
    return result;
  }
  /// The number of words that alloc() can give without a new fragment.
  Word room() const { return static_cast<Word>(limit_ - top_); }
  /// Frees the end of the last allocation, from `new_top` on, which is within it.
  void shrink_to(Term* new_top) { top_ = new_top; }
  /// The list for new objects that own off-heap data. It can change with each alloc().
  OffHeap& off_heap() { return *off_heap_; }

  /// Returns the chain of fragments (may be null), which the caller owns, and closes the builder.
  /// Not for the builder of a process heap.
  HeapFragment* take_fragments();
  /// The end of the used part of the caller's memory, after take_fragments().
  Term* memory_end() const { return memory_end_; }

  Term cons(Term head, Term tail) {
    Term* cell = alloc(2);
    cell[0] = head;
    cell[1] = tail;
    return Term::cons(reinterpret_cast<Cons*>(cell));
  }
  template <class... T>
  Term tuple(T... elements) {
    Term* words = alloc(sizeof...(T) + 1);
    words[0] = Term::from_bits(make_header(Subtag::kTuple, sizeof...(T)));
    Term* next = words;
    ((*++next = elements), ...);
    return Term::boxed(words);
  }
  Term tuple_from(std::span<const Term> elements);
  Term list_from(std::span<const Term> elements, Term tail = Term::nil());
  /// A list of the bytes of `latin1`.
  Term string(std::string_view latin1);
  Term float_(double value) {
    auto* object = reinterpret_cast<Float*>(alloc(kFloatWords));
    object->header = kFloatHeader;
    object->value = value;
    return Term::boxed(object);
  }
  /// An integer: a small if it fits, otherwise a Big.
  Term integer(SWord value) {
    return Term::fits_small(value) ? Term::small(value) : large_integer(value);
  }
  Term unsigned_integer(Word value);

 private:
  Term large_integer(SWord value);
  void close_slow();
  Term* alloc_slow(Word words);
  void close_current();

  Term* top_ = nullptr;
  Term* limit_ = nullptr;
  OffHeap* off_heap_ = nullptr;
  Heap* process_ = nullptr;           // the target heap, or null for other targets
  HeapWord** heap_top_ = nullptr;     // of the target heap
  HeapFragment* fragment_ = nullptr;  // the fragment in use, or null while the first block is
  HeapFragment* chain_ = nullptr;     // all fragments, if the target is not a heap
  Term* memory_end_ = nullptr;        // the end of the used part of the caller's memory
  const WhenFull when_full_ = WhenFull::kFragment;
};

}  // namespace vm
