// The counters of a module's functions or lines.
#include "vm/code/coverage.h"

namespace vm {

Atomic<Word>* Coverage::add_function(Term name, Word arity) {
  functions_.push_back({name, arity, lines_.size()});
  return is_of_lines(mode_) ? nullptr : add_counter(functions_.size() - 1);
}

Atomic<Word>* Coverage::add_line(Line line) {
  lines_.push_back(line);
  return add_counter(lines_.size() - 1);
}

Atomic<Word>* Coverage::add_counter(std::size_t number) {
  if (number % kCounterStride == 0)
    chunks_.push_back(std::make_unique<Atomic<Word>[]>(kCounterStride * schedulers_));
  return counter(number);
}

Word Coverage::value(std::size_t number) const {
  const Atomic<Word>* const words = counter(number);
  Word sum = 0;
  // relaxed: figures to look at
  for (unsigned n = 0; n < schedulers_; ++n) sum += words[n * kCounterStride].load(kRelaxed);
  return sum;
}

bool Coverage::has_run(std::size_t function) const {
  const bool is_last = function + 1 == functions_.size();
  const std::size_t end = is_last ? lines_.size() : functions_[function + 1].first_line;
  for (std::size_t line = functions_[function].first_line; line < end; ++line)
    if (value(line) > 0) return true;
  return false;
}

void Coverage::reset() {
  for (const auto& chunk : chunks_) {
    // relaxed: see above
    for (Word n = 0; n < kCounterStride * schedulers_; ++n) chunk[n].store(0, kRelaxed);
  }
}

}  // namespace vm
