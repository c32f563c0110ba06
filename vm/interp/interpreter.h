// InterpreterEngine: runs processes by tail-called handlers, and answers the loader which handler
// belongs in a code word. Threads: constant after construction; run() on any scheduler.
#pragma once

#include "vm/interp/specialise.h"
#include "vm/sched/engine.h"
#include "vm/vm.h"

#include <unordered_map>
#include <vector>

namespace vm {

class InterpreterEngine final : public Engine, public CodeBackend {
 public:
  /// Fills vm.words; with vm.options.stress_gc, instructions that may collect always do.
  explicit InterpreterEngine(Vm& vm);

  void run(Process& p) override;
  OpHandler handler_for(Op op, std::span<const Word> operands) override;
  OpHandler generic_handler(Op op) override;
  OpHandler slow_handler(Op op) override;
  OpHandler fused(OpHandler first, OpHandler second) override;
  bool op_of(OpHandler handler, Op* op) override;

 private:
  void add_tables(std::span<const interp::HandlerTable> tables);

  bool always_collects_ = false;
  std::array<std::vector<const interp::HandlerTable*>, kOpCount> tables_;
  std::unordered_map<OpHandler, Op> ops_;
  // Asked for each instruction that is loaded.
  using Pair = std::pair<OpHandler, OpHandler>;
  struct PairHash {
    std::size_t operator()(const Pair& pair) const {
      return std::hash<OpHandler>()(pair.first) * 31 + std::hash<OpHandler>()(pair.second);
    }
  };
  std::unordered_map<Pair, OpHandler, PairHash> fused_;
};

}  // namespace vm
