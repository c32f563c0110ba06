// Coverage: which functions or lines of a module have run, or how often. A mode is set for the
// whole machine and holds for what is loaded while it is in force; instructions of the module write
// what is counted here (vm/instr/coverage.h). Counters: a word per scheduler, kCounterStride words
// apart, so that no two schedulers write the same cache line and none needs an atomic addition;
// notes are words of their own that are written once. Ownership: a module's. Threads: complete
// before the module is; then counters are written by schedulers, and read and cleared by any
// thread: a call that is counted at that moment may undo the clearing of its counter. Source: the
// functions of module `code` with `coverage` in their names.
#pragma once

#include "vm/code/generic_bp.h"

#include <memory>
#include <vector>

namespace vm {

enum class CoverageMode : std::uint8_t {
  kNone,
  kFunction,          // whether each function was called
  kFunctionCounters,  // how often
  kLine,              // whether each line has run
  kLineCounters,      // how often
};
constexpr bool is_of_lines(CoverageMode mode) { return mode >= CoverageMode::kLine; }
constexpr bool is_counting(CoverageMode mode) {
  return mode == CoverageMode::kFunctionCounters || mode == CoverageMode::kLineCounters;
}

class Coverage {
 public:
  /// `mode` is not kNone; `schedulers`: those that will run the code.
  Coverage(CoverageMode mode, unsigned schedulers)
      : mode_(mode), schedulers_(is_counting(mode) ? schedulers : 1) {}

  CoverageMode mode() const { return mode_; }

  struct Function {
    Term name;
    Word arity;
    std::size_t first_line;  // of its lines, whose last is before the next function's first
  };
  /// A line that can be executed, beside the counter of the same number.
  struct Line {
    std::uint32_t number;    // in the source
    std::uint32_t cover_id;  // the compiler's number of it
  };
  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<Line>& lines() const { return lines_; }

  /// For the loader: the next function, in the order of the file. In a mode of functions its
  /// counter is the one returned, else null.
  Atomic<Word>* add_function(Term name, Word arity);
  /// The next line, with a counter.
  Atomic<Word>* add_line(Line line);
  /// The line added last has this number of the compiler's, too.
  void set_last_id(std::uint32_t cover_id) { lines_.back().cover_id = cover_id; }

  /// How often the function or line of this number has run; in modes that only note it 1, or 0.
  Word value(std::size_t number) const;
  /// In a mode of lines: whether any of the lines of a function has run.
  bool has_run(std::size_t function) const;
  void reset();

 private:
  /// The counter of this number, which is the next one.
  Atomic<Word>* add_counter(std::size_t number);
  Atomic<Word>* counter(std::size_t number) const {
    return &chunks_[number / kCounterStride][number % kCounterStride];
  }

  const CoverageMode mode_;
  const unsigned schedulers_;  // that have words of their own
  std::vector<Function> functions_;
  std::vector<Line> lines_;
  // Each has kCounterStride counters for each scheduler.
  std::vector<std::unique_ptr<Atomic<Word>[]>> chunks_;
};

}  // namespace vm
