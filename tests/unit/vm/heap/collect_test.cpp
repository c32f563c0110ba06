// The collector and the builders on a bare Heap: no process, roots in an array.
#include "vm/heap/binary.h"
#include "vm/heap/heap.h"
#include "vm/heap/literal_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <unistd.h>
#include <vector>

namespace vm {
namespace {

class HeapTest : public testing::Test {
 protected:
  HeapTest() { initialise_heap(heap_, 0); }
  ~HeapTest() override { destroy_heap(heap_); }

  CollectionResult collect_now(CollectionKind kind, Word need = 0) {
    CollectionRequest request;
    request.need = need;
    request.work = work_;
    request.kind = kind;
    request.literals = &literals_;
    request.context = &roots_;
    request.visit = [](void* context, RootVisitor& visitor) {
      visitor.visit(std::span<Term>(*static_cast<std::vector<Term>*>(context)));
    };
    return collect(heap_, request);
  }

  Term make_list(SWord length) {
    HeapBuilder builder(heap_);
    Term list = Term::nil();
    for (SWord i = length; i > 0; --i) list = builder.cons(Term::small(i), list);
    return list;
  }

  static SWord sum(Term list) {
    SWord total = 0;
    for (; list.is_cons(); list = list.as_cons().tail) total += list.as_cons().head.as_small();
    return total;
  }

  LiteralMemory literals_;
  Heap heap_;
  std::vector<Term> roots_;
  Word work_ = 0;  // CollectionRequest::work
};

TEST(HeapSize, FollowsTheSeriesOfOtp) {
  EXPECT_EQ(next_heap_size(1), 38u);
  EXPECT_EQ(next_heap_size(200), 233u);
  EXPECT_EQ(next_heap_size(234), 376u);
  EXPECT_EQ(next_heap_size(377), 610u);
  EXPECT_EQ(next_heap_size(1600), 2586u);
}

TEST_F(HeapTest, KeepsWhatRootsReachAndDropsTheRest) {
  roots_.push_back(make_list(50));
  make_list(40);
  const CollectionResult result = collect_now(CollectionKind::kMinor);
  EXPECT_EQ(heap_.used_words(), 100u);
  EXPECT_EQ(result.collected_words, 80u);
  EXPECT_EQ(sum(roots_[0]), 50 * 51 / 2);
}

TEST_F(HeapTest, PromotesWhatSurvivedTwice) {
  roots_.push_back(make_list(50));
  collect_now(CollectionKind::kMinor);
  EXPECT_EQ(heap_.old_used_words(), 0u);
  roots_.push_back(make_list(10));
  collect_now(CollectionKind::kMinor);
  EXPECT_EQ(heap_.old_used_words(), 100u);
  EXPECT_EQ(heap_.used_words(), 20u);
  EXPECT_EQ(sum(roots_[0]), 50 * 51 / 2);
  EXPECT_EQ(sum(roots_[1]), 55);
  collect_now(CollectionKind::kFull);
  EXPECT_EQ(heap_.old_used_words(), 0u);
  EXPECT_EQ(heap_.used_words(), 120u);
  EXPECT_EQ(sum(roots_[0]), 50 * 51 / 2);
}

// A full collection leaves one block, and the next minor one makes it the old block.
TEST_F(HeapTest, WhatAFullCollectionLeavesIsNotCopiedToBecomeOld) {
  SharedRef<Binary> binary = Binary::make(1000);
  SharedRef<Binary> young_binary = Binary::make(2000);
  {
    HeapBuilder builder(heap_);
    roots_.push_back(make_counted_binary(builder, binary, 1000));
  }
  roots_.push_back(make_list(1000));
  collect_now(CollectionKind::kFull);
  const HeapWord* block = heap_.heap_start;
  const HeapWord* mature_end = heap_.high_water;
  {
    HeapBuilder builder(heap_);
    roots_.push_back(make_counted_binary(builder, young_binary, 2000));
    make_counted_binary(builder, young_binary, 2000);
    roots_[1] = builder.cons(Term::small(1001), roots_[1]);
  }
  collect_now(CollectionKind::kMinor);
  EXPECT_EQ(heap_.old_start, block);
  EXPECT_EQ(heap_.old_top, mature_end);
  EXPECT_EQ(heap_.used_words(), 2u + kRefBinaryWords + kSubBinaryWords);
  EXPECT_EQ(heap_.old_off_heap.overhead_bytes(), 1000u);
  EXPECT_EQ(heap_.off_heap.overhead_bytes(), 2000u);
  EXPECT_EQ(binary->count(), 2u);
  EXPECT_EQ(young_binary->count(), 2u);
  EXPECT_EQ(sum(roots_[1]), 1001 * 1002 / 2);
  collect_now(CollectionKind::kMinor);  // what was young is promoted to the block
  EXPECT_EQ(heap_.used_words(), 0u);
  EXPECT_EQ(heap_.old_off_heap.overhead_bytes(), 3000u);
  EXPECT_EQ(sum(roots_[1]), 1001 * 1002 / 2);
}

TEST_F(HeapTest, FullCollectionsOfAGrowingHeapAreRare) {
  roots_.push_back(Term::nil());
  int full = 0;
  SWord length = 0;
  for (int round = 0; round < 400; ++round) {
    {
      HeapBuilder builder(heap_);  // in fragments where the block is full
      for (int i = 0; i < 100; ++i) roots_[0] = builder.cons(Term::small(++length), roots_[0]);
    }
    make_list(50);
    if (collect_now(CollectionKind::kMinor).kind == CollectionKind::kFull) {
      ++full;
      EXPECT_EQ(heap_.old_words(), 0u);
    }
    for (const HeapWord* word = heap_.old_start; word < heap_.old_top; ++word) {
      const Term t = Term::from_bits(word->bits);
      ASSERT_TRUE(!t.is_cons() || heap_.is_old(&t.as_cons()));
    }
  }
  EXPECT_GE(full, 3);
  EXPECT_LE(full, 15);
  EXPECT_EQ(sum(roots_[0]), length * (length + 1) / 2);
  EXPECT_EQ(heap_.old_used_words() + heap_.used_words(), 2 * static_cast<Word>(length));
}

TEST_F(HeapTest, ALargeOldGenerationThatDiedLeavesASmallBlock) {
  roots_.push_back(make_list(100000));
  collect_now(CollectionKind::kMinor);
  collect_now(CollectionKind::kMinor);
  ASSERT_GT(heap_.old_used_words(), 0u);
  CollectionResult result{CollectionKind::kMinor, 0};
  while (result.kind == CollectionKind::kMinor) {
    roots_.assign(1, make_list(5000));
    collect_now(CollectionKind::kMinor);
    result = collect_now(CollectionKind::kMinor);
  }
  EXPECT_EQ(heap_.old_words(), 0u);
  EXPECT_LE(heap_.heap_words(), 50000u);
  EXPECT_EQ(sum(roots_[0]), 5000 * 5001 / 2);
}

TEST_F(HeapTest, MovesFragmentsIntoTheBlock) {
  roots_.push_back(make_list(5000));
  EXPECT_NE(heap_.fragments, nullptr);
  EXPECT_TRUE(heap_.wants_collection());
  collect_now(CollectionKind::kMinor);
  EXPECT_EQ(heap_.fragments, nullptr);
  EXPECT_EQ(sum(roots_[0]), 5000 * 5001 / 2);
}

TEST_F(HeapTest, MakesTheRoomAskedFor) {
  roots_.push_back(make_list(100));
  collect_now(CollectionKind::kMinor, 100000);
  EXPECT_GE(heap_.free_words(), 100000u);
  EXPECT_EQ(sum(roots_[0]), 5050);
}

TEST_F(HeapTest, ABlockThatIsSetAsideStaysWhereItIs) {
  const Term list = make_list(50);
  (--heap_.stack_top)->set(list);
  for (int i = 0; i < 3; ++i) set_block_aside(heap_, 500);
  EXPECT_GE(heap_.free_words(), 500u);
  ASSERT_EQ(heap_.stack_words(), 1u);
  EXPECT_EQ(heap_.stack_top->term(), list);
  EXPECT_EQ(sum(list), 50 * 51 / 2);
  EXPECT_EQ(sum(make_list(20)), 20 * 21 / 2);
}

TEST_F(HeapTest, StaysAsItIsWithoutMemoryForABlock) {
  roots_.push_back(make_list(50));
  const Word used = heap_.used_words();
  // More than the system has addresses for.
  EXPECT_FALSE(collect_now(CollectionKind::kFull, Word{1} << 48).has_room);
  EXPECT_EQ(heap_.used_words(), used);
  EXPECT_EQ(sum(roots_[0]), 50 * 51 / 2);
  EXPECT_TRUE(collect_now(CollectionKind::kMinor).has_room);
  EXPECT_EQ(sum(roots_[0]), 50 * 51 / 2);
}

TEST_F(HeapTest, DoesNotGrowOnGarbage) {
  // A process that collects often gets a larger block, which still fits in the processor's first
  // cache.
  const Word busy_words = next_heap_size(2500);
  for (int round = 0; round < 2000; ++round) {
    make_list(100);
    collect_now(CollectionKind::kMinor, 10);
    ASSERT_LE(heap_.heap_words(), busy_words);
  }
}

TEST_F(HeapTest, DoesNotGrowOnGarbageInFragments) {
  // Messages that are received and forgotten, by a process that takes turns with many others.
  const Word words = heap_.heap_words();
  int collections = 0;
  for (int message = 0; message < 2000; ++message) {
    HeapBuilder builder(Word{40});
    for (int i = 0; i < 20; ++i) builder.cons(Term::small(i), Term::nil());
    heap_.adopt(builder.take_fragments());
    make_list(10);
    if (!heap_.wants_collection()) continue;
    work_ += 100'000;
    collect_now(CollectionKind::kMinor, 10);
    ++collections;
    ASSERT_LE(heap_.heap_words(), words);
  }
  EXPECT_GT(collections, 100);
}

TEST_F(HeapTest, KeepsAYoungBlockThatFitsTheCachesBesideMuchOldData) {
  constexpr Word kMostWords = 2 << 20;
  constexpr SWord kCells = 4 << 20;
  roots_.push_back(make_list(kCells));
  for (int i = 0; i < 6; ++i) collect_now(CollectionKind::kMinor);
  make_list(1000);
  collect_now(CollectionKind::kMinor);
  EXPECT_GE(heap_.old_used_words(), 2 * static_cast<Word>(kCells));
  EXPECT_LE(heap_.heap_words(), kMostWords);
  EXPECT_EQ(sum(roots_[0]), kCells * (kCells + 1) / 2);
}

TEST_F(HeapTest, ShrinksWhenMuchHasDied) {
  roots_.push_back(make_list(100000));
  collect_now(CollectionKind::kFull);
  roots_.clear();
  collect_now(CollectionKind::kFull);
  EXPECT_EQ(heap_.heap_words(), next_heap_size(kMinHeapWords));
}

TEST_F(HeapTest, UpdatesStackSlotsAndLeavesReturnAddresses) {
  static const Word code[1] = {};
  heap_.stack_top -= 2;
  heap_.stack_top[0].bits = reinterpret_cast<Word>(code);
  heap_.stack_top[1].set(make_list(3));
  collect_now(CollectionKind::kMinor, 10000);
  EXPECT_EQ(heap_.stack_words(), 2u);
  EXPECT_EQ(heap_.stack_top[0].bits, reinterpret_cast<Word>(code));
  EXPECT_EQ(sum(heap_.stack_top[1].term()), 6);
}

TEST_F(HeapTest, ReleasesBinariesThatDied) {
  SharedRef<Binary> kept = Binary::make(1000);
  SharedRef<Binary> dropped = Binary::make(1000);
  {
    HeapBuilder builder(heap_);
    roots_.push_back(make_counted_binary(builder, kept, 1000));
    make_counted_binary(builder, dropped, 1000);
  }
  collect_now(CollectionKind::kMinor);
  EXPECT_EQ(kept->count(), 2u);
  EXPECT_EQ(dropped->count(), 1u);
  EXPECT_EQ(heap_.off_heap.overhead_bytes(), 1000u);
  collect_now(CollectionKind::kMinor);  // promoted now
  EXPECT_EQ(heap_.old_off_heap.overhead_bytes(), 1000u);
  roots_.clear();
  collect_now(CollectionKind::kFull);
  EXPECT_EQ(kept->count(), 1u);
}

TEST_F(HeapTest, SubBinariesOfHeapBinariesFollowTheirBytes) {
  Byte data[64];
  for (int i = 0; i < 64; ++i) data[i] = static_cast<Byte>(i);
  {
    HeapBuilder builder(heap_);
    const Term whole = make_binary(builder, data, 64);
    auto* sub = reinterpret_cast<SubBinary*>(builder.alloc(kSubBinaryWords));
    *sub = {make_header(Subtag::kSubBinary, kSubBinaryWords - 1),
            whole.as_boxed<HeapBinary>().bytes,
            80,
            96,
            whole,
            0};
    roots_.push_back(Term::boxed(sub));
  }
  collect_now(CollectionKind::kMinor, 5000);
  const Bits bits = bits_of(roots_[0]);
  EXPECT_EQ(bits.bytes[0], 10);
  EXPECT_EQ(bits.bytes[1], 11);
}

TEST_F(HeapTest, LiteralsStayWhereTheyAre) {
  Term* area = literals_.allocate(2);
  area[0] = Term::small(1);
  area[1] = Term::nil();
  const Term literal = Term::cons(reinterpret_cast<Cons*>(area));
  roots_.push_back(literal);
  collect_now(CollectionKind::kFull);
  EXPECT_EQ(roots_[0], literal);
  literals_.free(area, 2);
}

TEST_F(HeapTest, CopiesLiteralsOfADyingAreaAndSharesWhatTheyOwn) {
  LiteralArea area{literals_.allocate(64), 64, {}};
  Term literal;
  {
    HeapBuilder builder(std::span(area.words, 64), area.off_heap);
    const std::vector<Byte> bytes(200, 7);
    const Term binary = make_binary(builder, bytes.data(), bytes.size());
    literal = builder.cons(binary, builder.cons(Term::small(5), Term::nil()));
    std::fill_n(builder.alloc(64 - 13), 64 - 13, Term::nil());
  }
  roots_ = {literal, literal};
  literals_.retire(area);
  const LiteralMemory::DyingAreas dying = literals_.next_dying();
  CollectionRequest request;
  request.kind = CollectionKind::kFull;
  request.literals = &literals_;
  request.dying = dying.current;
  request.context = &roots_;
  request.visit = [](void* context, RootVisitor& visitor) {
    visitor.visit(std::span<Term>(*static_cast<std::vector<Term>*>(context)));
  };
  collect(heap_, request);
  EXPECT_EQ(roots_[0], roots_[1]) << "what is shared stays shared";
  EXPECT_FALSE(literals_.contains(roots_[0]));
  EXPECT_FALSE(may_refer_to(heap_, area));
  const LiteralMemory::DyingAreas last = literals_.next_dying();
  literals_.release(*last.previous);
  EXPECT_EQ(bits_of(roots_[0].as_cons().head).bytes[199], 7) << "the binary outlives the area";
}

TEST(LiteralMemory, JoinsFreedNeighbours) {
  LiteralMemory memory;
  Term* a = memory.allocate(1000);
  Term* b = memory.allocate(1000);
  Term* c = memory.allocate(1000);
  EXPECT_TRUE(memory.contains(c + 999));
  memory.free(a, 1000);
  memory.free(b, 1000);
  EXPECT_EQ(memory.allocate(2000), a);
  EXPECT_EQ(memory.used_words(), 3000u);
}

TEST(LiteralMemory, GivesPagesOfManySmallAreasBack) {
  LiteralMemory memory;
  constexpr Word kWords = 300;
  std::vector<Term*> areas;
  for (int i = 0; i < 1000; ++i) {
    areas.push_back(memory.allocate(kWords));
    std::fill_n(areas.back(), kWords, Term::small(1));
  }
  // Every second one first: none of these frees a whole page by itself.
  for (std::size_t i = 0; i < areas.size(); i += 2) memory.free(areas[i], kWords);
  for (std::size_t i = 1; i < areas.size(); i += 2) memory.free(areas[i], kWords);
  Term* all = memory.allocate(kWords * 1000);
  ASSERT_EQ(all, areas[0]);
  // A page that was given back reads as zeros; the last one is free in part only.
  const Word page = static_cast<Word>(sysconf(_SC_PAGESIZE));
  const Word whole = kWords * 1000 * kWordBytes / page * page / kWordBytes;
  EXPECT_EQ(std::count_if(all, all + whole, [](Term t) { return t.bits() != 0; }), 0);
}

TEST(LiteralMemory, RetiredNeighboursDieTogether) {
  LiteralMemory memory;
  LiteralArea areas[5];
  for (LiteralArea& area : areas) {
    area = {memory.allocate(20), 20, {}};
    HeapBuilder builder(std::span(area.words, 20), area.off_heap);
    const std::vector<Byte> bytes(200, 7);
    make_binary(builder, bytes.data(), bytes.size());
  }
  for (const int i : {0, 4, 2, 1}) memory.retire(areas[i]);  // the last joins both its neighbours
  LiteralMemory::DyingAreas dying = memory.next_dying();
  EXPECT_EQ(dying.current->words, areas[0].words);
  EXPECT_EQ(dying.current->size, 60u);
  memory.retire(areas[3]);  // beside the dying one, which stays as it is
  dying = memory.next_dying();
  ASSERT_NE(dying.previous, nullptr);
  EXPECT_EQ(dying.current->words, areas[3].words);
  EXPECT_EQ(dying.current->size, 40u);
  std::vector<OffHeap> owners = dying.previous->joined_off_heaps;
  owners.push_back(dying.previous->off_heap);
  EXPECT_EQ(std::ranges::count_if(owners, [](const OffHeap& o) { return o.first() != nullptr; }),
            3);
  memory.release(*dying.previous);
  dying = memory.next_dying();
  EXPECT_EQ(dying.current, nullptr);
  memory.release(*dying.previous);
  EXPECT_EQ(memory.used_words(), 0u);
}

TEST(LiteralMemory, EachRetiredAreaComesToItsTurn) {
  LiteralMemory memory;
  Term* words[3];
  for (Term*& place : words) {
    place = memory.allocate(10);
    memory.allocate(10);  // not retired: keeps the areas apart
  }
  memory.retire({words[0], 10, {}});
  memory.retire({words[2], 10, {}});
  LiteralMemory::DyingAreas dying = memory.next_dying();
  EXPECT_EQ(dying.current->words, words[0]);
  memory.retire({words[1], 10, {}});
  dying = memory.next_dying();
  memory.release(*dying.previous);
  EXPECT_EQ(dying.current->words, words[1]);
  memory.retire({words[0], 10, {}});
  dying = memory.next_dying();
  EXPECT_EQ(dying.current->words, words[2]) << "before one that lies below";
}

TEST(HeapBuilder, HandsFragmentsOver) {
  HeapBuilder builder(Word{3});
  const Term list = builder.list_from(std::vector<Term>(10, Term::small(7)));
  HeapFragment* chain = builder.take_fragments();
  EXPECT_TRUE(list.is_cons());
  EXPECT_NE(chain->next, nullptr);
  HeapFragment::free_chain(chain);
}

TEST(MakeBitstring, ShiftsToTheFirstBit) {
  const Byte data[] = {0b10110111, 0b01000001};
  HeapBuilder builder(Word{10});
  const Term bits = make_bitstring(builder, data, 3, 7);
  EXPECT_EQ(bit_size(bits), 7u);
  EXPECT_EQ(bits_of(bits).bytes[0], 0b10111010);
  EXPECT_FALSE(bits.is_binary());
}

}  // namespace
}  // namespace vm
