// What the work on terms costs that programs do most: copying messages, comparing, hashing, maps,
// external format. The same work on a real system: terms_bench.erl.
#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/arith.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/external.h"
#include "vm/term/hash.h"

#include <benchmark/benchmark.h>

namespace vm {
namespace {

// [{1, atom, <<"binary1">>, [1, 2, 3], 1.5}, ...], as the Erlang program makes it.
Term message(TermArena& t, SWord count) {
  std::vector<Term> rows;
  for (SWord i = 1; i <= count; ++i) {
    const Term numbers = t.list({Term::small(1), Term::small(2), Term::small(3)});
    rows.push_back(t.builder.tuple(Term::small(i), t.atom("atom"),
                                   t.binary("binary" + std::to_string(i)), numbers,
                                   t.builder.float_(1.5)));
  }
  return t.list(rows);
}

void CopyMessage(benchmark::State& state) {
  TermArena t;
  const Term term = message(t, 1000);
  for (auto _ : state) {
    HeapBuilder builder(size_of_term(term, nullptr).words);
    benchmark::DoNotOptimize(copy_term(builder, term, nullptr));
    HeapFragment::free_chain(builder.take_fragments());
  }
}
BENCHMARK(CopyMessage);

void CompareEqual(benchmark::State& state) {
  TermArena t;
  const Term a = message(t, 1000), b = message(t, 1000);
  for (auto _ : state) benchmark::DoNotOptimize(exactly_equal(a, b));
}
BENCHMARK(CompareEqual);

void Phash2(benchmark::State& state) {
  TermArena t;
  const Term a = message(t, 1000);
  for (auto _ : state) benchmark::DoNotOptimize(phash2(a));
}
BENCHMARK(Phash2);

void Encode(benchmark::State& state) {
  TermArena t;
  const Term a = message(t, 1000);
  for (auto _ : state) benchmark::DoNotOptimize(encode_external(a));
}
BENCHMARK(Encode);

void Decode(benchmark::State& state) {
  TermArena t;
  const auto bytes = encode_external(message(t, 1000));
  for (auto _ : state) {
    HeapBuilder builder(Word{20000});
    benchmark::DoNotOptimize(decode_external(builder, bytes));
    HeapFragment::free_chain(builder.take_fragments());
  }
}
BENCHMARK(Decode);

Term number_map(HeapBuilder& builder, SWord count) {
  Term map = empty_map(builder);
  for (SWord i = 1; i <= count; ++i)
    map = map_put(builder, map, Term::small(i * 7919), Term::small(i));
  return map;
}

void MapPut(benchmark::State& state) {
  const SWord count = state.range(0);
  for (auto _ : state) {
    HeapBuilder builder(Word{1000});
    benchmark::DoNotOptimize(number_map(builder, count));
    HeapFragment::free_chain(builder.take_fragments());
  }
  state.SetItemsProcessed(state.iterations() * count);
}
BENCHMARK(MapPut)->Arg(10)->Arg(30)->Arg(1000)->Arg(100000);

void MapGet(benchmark::State& state) {
  const SWord count = state.range(0);
  HeapBuilder builder(Word{1000});
  const Term map = number_map(builder, count);
  for (auto _ : state) {
    for (SWord i = 1; i <= count; ++i)
      benchmark::DoNotOptimize(map_get(map, Term::small(i * 7919)));
  }
  state.SetItemsProcessed(state.iterations() * count);
  HeapFragment::free_chain(builder.take_fragments());
}
BENCHMARK(MapGet)->Arg(10)->Arg(30)->Arg(1000)->Arg(100000);

void Factorial(benchmark::State& state) {
  for (auto _ : state) {
    HeapBuilder builder(Word{1000});
    Term product = Term::small(1);
    for (SWord i = 1; i <= 1000; ++i)
      product = arith_multiply(builder, product, Term::small(i)).value();
    benchmark::DoNotOptimize(product);
    HeapFragment::free_chain(builder.take_fragments());
  }
}
BENCHMARK(Factorial);

}  // namespace
}  // namespace vm
