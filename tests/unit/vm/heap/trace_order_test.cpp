// Collections of terms of all shapes, made at random: deeper than the ranges of words that can
// wait, shared, in fragments, in both generations. What a collection leaves is the same graph.
#include "vm/base/random_numbers.h"
#include "vm/heap/binary.h"
#include "vm/heap/heap.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/boxed.h"

#include <gtest/gtest.h>

#include <unordered_map>
#include <vector>

namespace vm {
namespace {

/// The graph below a root: each object once, in the order of its first visit. Objects are numbers,
/// other words are what they are. Equal for equal graphs at different addresses.
class Picture {
 public:
  explicit Picture(Term root) {
    add(root);
    while (!open_.empty()) {
      const Term t = open_.back();
      open_.pop_back();
      if (t.is_cons()) {
        add(t.as_cons().head);
        add(t.as_cons().tail);
      } else {
        add_boxed(t);
      }
    }
  }
  std::size_t objects() const { return numbers_.size(); }
  const std::vector<Word>& words() const { return words_; }

 private:
  void add(Term t) {
    if (!t.is_pointer()) {
      words_.push_back(t.bits());
      return;
    }
    const auto [at, is_new] = numbers_.try_emplace(t.bits(), numbers_.size());
    words_.push_back(at->second * 4 + (t.is_cons() ? 1 : 2));
    if (is_new) open_.push_back(t);
  }
  void add_boxed(Term t) {
    const Word* words = t.boxed_words();
    words_.push_back(words[0]);
    const Subtag kind = header_subtag(words[0]);
    if (kind == Subtag::kSubBinary) {
      const auto& sub = t.as_boxed<SubBinary>();
      words_.push_back(static_cast<Word>(sub.base - sub.original.as_boxed<HeapBinary>().bytes));
      add(sub.original);
      return;
    }
    const bool is_fun = kind == Subtag::kFun;
    const bool has_terms = is_fun || kind == Subtag::kTuple || kind == Subtag::kFlatMap;
    for (Word i = 1; i <= header_words(words[0]); ++i) {
      if (has_terms && !(is_fun && i < 3)) {
        add(Term::from_bits(words[i]));
      } else {
        words_.push_back(words[i]);
      }
    }
  }

  std::unordered_map<Word, Word> numbers_;
  std::vector<Term> open_;
  std::vector<Word> words_;
};

class TraceOrderTest : public testing::Test {
 protected:
  TraceOrderTest() { initialise_heap(heap_, 0); }
  ~TraceOrderTest() override { destroy_heap(heap_); }

  void collect_now(CollectionKind kind) {
    CollectionRequest request;
    request.kind = kind;
    request.literals = &literals_;
    request.context = this;
    request.visit = [](void* context, RootVisitor& visitor) {
      auto& test = *static_cast<TraceOrderTest*>(context);
      visitor.visit(test.root_);
      visitor.visit(std::span<Term>(test.pool_));
    };
    collect(heap_, request);
  }
  /// Collects, and compares all that is below the roots.
  void collect_and_compare(CollectionKind kind) {
    pool_.push_back(root_);
    Term all = with_builder([&](HeapBuilder& b) { return b.tuple_from(pool_); });
    pool_.pop_back();
    std::swap(root_, all);
    const Picture before(root_);
    collect_now(kind);
    const Picture after(root_);
    EXPECT_EQ(before.objects(), after.objects());
    EXPECT_EQ(before.words(), after.words());
    root_ = root_.as_boxed<Tuple>().elements[pool_.size()];
  }
  template <class F>
  Term with_builder(F build) {
    HeapBuilder builder(heap_);
    return build(builder);
  }
  Word pick(Word below) { return random_.below(below); }
  Term any() {
    return pick(3) == 0 ? Term::small(static_cast<SWord>(pick(1000))) : pool_[pick(pool_.size())];
  }
  Term random_term();

  LiteralMemory literals_;
  Heap heap_;
  Term root_ = Term::nil();
  std::vector<Term> pool_ = std::vector<Term>(40, Term::nil());
  RandomNumbers random_{17};
};

/// A new object of any kind that refers to terms of the pool.
Term TraceOrderTest::random_term() {
  HeapBuilder b(heap_);
  switch (pick(8)) {
    case 0:
    case 1: {
      std::vector<Term> elements(pick(12) + 1);
      for (Term& element : elements) element = any();
      return b.tuple_from(elements);
    }
    case 2:
      return b.cons(any(), any());  // improper lists, too
    case 3: {
      Term list = any();
      for (Word i = pick(20); i > 0; --i) list = b.cons(any(), list);
      return list;
    }
    case 4: {  // a list without pointers in front of any other term
      Term list = any();
      for (Word i = pick(20); i > 0; --i) list = b.cons(Term::small(7), list);
      return list;
    }
    case 5: {  // the raw words look like pointers
      auto* fun = reinterpret_cast<Fun*>(b.alloc(5));
      fun->header = make_header(Subtag::kFun, 4);
      fun->target = reinterpret_cast<void*>(reinterpret_cast<Word>(heap_.heap_start) | 1);
      fun->arity = reinterpret_cast<Word>(heap_.heap_start) | 2;
      fun->free[0] = any();
      fun->free[1] = any();
      return Term::boxed(fun);
    }
    case 6: {
      const Byte bytes[16] = {1, 18, 35, 52, 69, 86, 103, 120};
      const Term whole = make_binary(b, bytes, sizeof bytes);
      auto* sub = reinterpret_cast<SubBinary*>(b.alloc(kSubBinaryWords));
      *sub = {make_header(Subtag::kSubBinary, kSubBinaryWords - 1),
              whole.as_boxed<HeapBinary>().bytes,
              8,
              96,
              whole,
              0};
      return Term::boxed(sub);
    }
    default:
      return b.float_(static_cast<double>(pick(100)));
  }
}

TEST_F(TraceOrderTest, KeepsTermsOfAllShapes) {
  for (int round = 0; round < 600; ++round) {
    for (Word i = pick(60); i > 0; --i) pool_[pick(pool_.size())] = random_term();
    if (pick(40) == 0) std::fill(pool_.begin(), pool_.end(), Term::nil());
    collect_and_compare(pick(10) == 0 ? CollectionKind::kFull : CollectionKind::kMinor);
    if (HasFailure()) return;
  }
}

/// Builds terms in which each object refers to the one before and to another.
class DeepTermTest : public TraceOrderTest {
 protected:
  template <class F>
  void check(F layer) {
    constexpr int kLayers = 20000;
    for (const int collections : {1, 5}) {  // in the middle, so that it is in both generations
      root_ = Term::nil();
      for (int i = 0; i < kLayers; ++i) {
        root_ = with_builder([&](HeapBuilder& b) { return layer(b, root_, i); });
        if (i % (kLayers / collections) == kLayers / collections / 2)
          collect_and_compare(CollectionKind::kMinor);
      }
      collect_and_compare(CollectionKind::kMinor);
      collect_and_compare(CollectionKind::kMinor);
      collect_and_compare(CollectionKind::kFull);
      collect_and_compare(CollectionKind::kMinor);
    }
  }
};

TEST_F(DeepTermTest, TuplesNestedInTheFirstElement) {
  check([](HeapBuilder& b, Term t, int i) { return b.tuple(t, Term::small(i), b.float_(i)); });
}
TEST_F(DeepTermTest, TuplesNestedInTheLastElement) {
  check([](HeapBuilder& b, Term t, int i) { return b.tuple(Term::small(i), b.float_(i), t); });
}
TEST_F(DeepTermTest, ListsNestedInTheHead) {
  check([](HeapBuilder& b, Term t, int i) { return b.cons(t, b.cons(b.float_(i), Term::nil())); });
}
TEST_F(DeepTermTest, TuplesThatReferToTheOneBeforeTwice) {
  check([](HeapBuilder& b, Term t, int i) { return b.tuple(t, b.cons(t, Term::small(i)), t); });
}
TEST_F(DeepTermTest, ListsAndTuplesByTurns) {
  check([](HeapBuilder& b, Term t, int i) {
    return i % 3 == 0 ? b.tuple(t, b.float_(i))
                      : b.cons(b.tuple(Term::small(i), t), b.cons(t, Term::nil()));
  });
}

}  // namespace
}  // namespace vm
