// Estimates: the first function pays for the start of the compiler, the others by their size.
#include "jit/compile_budget.h"

#include <algorithm>

namespace jit {
namespace {

using vm::Word;

/// Loading and relocating LLVM's library; the compiler's own start is nothing beside it.
constexpr Word kStartNs = 12'000'000;
/// Before anything has been measured.
constexpr Word kNsPerWord = 60'000;
/// For compiling: so much, and of the processor time of the first second one part in kEarlyShare,
/// of what follows one in kShare.
constexpr Word kFirstNs = 25'000'000;
constexpr Word kEarlyNs = 1'000'000'000;
constexpr Word kEarlyShare = 10;
constexpr Word kShare = 25;

}  // namespace

// relaxed, in all of these: see the header

Word CompileBudget::expected_ns(Word code_words) const {
  const Word words = words_.load(vm::kRelaxed);
  if (words == 0) return kStartNs + code_words * kNsPerWord;
  return code_words * (words_ns_.load(vm::kRelaxed) / words);
}

bool CompileBudget::pays(Word calls, Word code_words, Word gain_ps) const {
  return calls * gain_ps / 1000 >= expected_ns(code_words);
}

bool CompileBudget::can_afford(Word code_words, vm::SWord program_ns) const {
  const Word used_ns = used_ns_.load(vm::kRelaxed) + expected_ns(code_words);
  const auto all = static_cast<Word>(program_ns), early = std::min(all, kEarlyNs);
  return used_ns <= kFirstNs + early / kEarlyShare + (all - early) / kShare;
}

Word CompileBudget::begin(Word code_words) {
  const Word cost_ns = expected_ns(code_words);
  used_ns_.fetch_add(cost_ns, vm::kRelaxed);
  return cost_ns;
}

void CompileBudget::finish(Word put_aside_ns, Word code_words, Word took_ns) {
  used_ns_.fetch_add(took_ns - put_aside_ns, vm::kRelaxed);  // modulo 2^64: may be negative
  // The start of the compiler is not part of what a word costs.
  const bool is_first = words_.load(vm::kRelaxed) == 0;
  const Word start_ns = is_first && took_ns > kStartNs ? kStartNs : 0;
  words_ns_.fetch_add(took_ns - start_ns, vm::kRelaxed);
  words_.fetch_add(code_words, vm::kRelaxed);
}

}  // namespace jit
