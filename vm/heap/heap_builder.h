// HeapBuilder: where new terms are built. One interface for a process's heap, a message's fragment
// and a literal area, so that decoding, copying and BIFs are written once. Building never collects:
// when the block is full, a fragment is chained. Ownership: what is built belongs to the process,
// fragment or area the builder was made for. Threads: the builder and its target belong to one
// thread.
#pragma once

#include "vm/heap/off_heap.h"
#include "vm/term/boxed.h"

#include <span>
#include <string_view>

namespace vm {

struct Heap;

/// A block of terms outside a heap: message contents, results that found no room. Owned by the
/// message or process it hangs on.
struct HeapFragment {
  /// The most words: 32 GiB.
  static constexpr Word kMaxCapacity = 0xFFFFFFFF;
  HeapFragment* next = nullptr;
  OffHeap off_heap;
  std::uint32_t capacity = 0;
  std::uint32_t used = 0;
  Term* words() { return reinterpret_cast<Term*>(this + 1); }
  bool contains(const void* p) { return p >= words() && p < words() + used; }
  /// An empty one. Stops the program when there is no memory for it, or it is too large.
  static HeapFragment* make(Word capacity);
  /// Frees one fragment's memory, not what it owns.
  static void free(HeapFragment* fragment);
  /// Frees a chain of fragments; releases off-heap owners in it.
  static void free_chain(HeapFragment* first);
};

class HeapBuilder {
 public:
  /// Builds in the process's heap (between its saved heap top and stack pointer), then in fragments
  /// hung on the process. The process's machine registers must be saved (as in every BIF). Only one
  /// builder of a process is live at a time.
  explicit HeapBuilder(Heap& heap);
  /// Builds in a chain of fragments, the first with room for `first_words`. take_fragments() hands
  /// them over.
  explicit HeapBuilder(Word first_words);
  /// What happens when the caller's memory is full.
  enum class WhenFull : std::uint8_t {
    kFault,     // it was measured: a fault of the caller
    kFragment,  // fragments are chained; take_fragments() hands over those
  };
  /// Builds in caller-provided memory (a literal area, a message's block) and links owners in
  /// `off_heap`.
  HeapBuilder(std::span<Term> memory, OffHeap& off_heap, WhenFull when_full = WhenFull::kFault);
  HeapBuilder(const HeapBuilder&) = delete;
  HeapBuilder& operator=(const HeapBuilder&) = delete;
  /// Gives unused room back.
  ~HeapBuilder();

  /// `words` contiguous words, uninitialised. They must hold valid terms/objects before anything
  /// can collect.
  Term* alloc(Word words) {
    if (static_cast<Word>(limit_ - top_) < words) [[unlikely]]
      return alloc_slow(words);
    Term* result = top_;
    top_ += words;
    return result;
  }
  /// Gives back the end of the last alloc(): `new_top` lies in what it returned.
  void shrink_to(Term* new_top) { top_ = new_top; }
  OffHeap& off_heap() { return *off_heap_; }

  /// The chain of fragments built so far (may be null); the caller owns it. Not for a process's
  /// builder.
  HeapFragment* take_fragments();
  /// After take_fragments() of a builder in caller-provided memory: the end of what it used of it.
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
  /// List of code points / bytes.
  Term string(std::string_view latin1);
  Term float_(double value);
  /// Small if it fits, else a Big.
  Term integer(SWord value);
  Term unsigned_integer(Word value);

 private:
  Term* alloc_slow(Word words);
  void close_current();

  Term* top_ = nullptr;
  Term* limit_ = nullptr;
  OffHeap* off_heap_ = nullptr;
  Heap* process_ = nullptr;           // target, or null
  HeapFragment* fragment_ = nullptr;  // the one being filled, or null while in the main block
  HeapFragment* chain_ = nullptr;     // all fragments so far (fragment builder)
  Term* memory_end_ = nullptr;        // caller's memory: the end of its use, once it was closed
  const WhenFull when_full_ = WhenFull::kFragment;
};

}  // namespace vm
