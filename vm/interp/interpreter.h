// InterpreterEngine: runs processes by handlers that tail-call each other, and tells the loader
// which handler belongs in a code word.
// Ownership: the Vm (vm.engines).
// Threads: constant after construction, so any thread may call it; run() is called by schedulers.
#pragma once

#include "vm/interp/specialise.h"
#include "vm/sched/engine.h"
#include "vm/term/word_map.h"
#include "vm/vm.h"

#include <bitset>
#include <vector>

namespace vm {

class InterpreterEngine final : public Engine, public CodeBackend {
 public:
  /// Sets vm.words and the handlers of vm.exports. With vm.options.stress_gc, instructions that may
  /// collect always collect.
  explicit InterpreterEngine(Vm& vm);

  // See vm/sched/engine.h.
  void run(Process& p) override;
  OpHandler handler_for(Op op, std::span<const Word> operands) override;
  OpHandler generic_handler(Op op) override;
  OpHandler slow_handler(Op op) override;
  EntryHandlers entry_handlers() override;
  OpHandler fused(OpHandler first, OpHandler second) override;
  bool op_of(OpHandler handler, Op* op) override;

 private:
  void add_tables(std::span<const interp::HandlerTable> tables);
  void add_op(OpHandler handler, Op op);

  bool always_collects_ = false;
  /// A table in the form in which the loader asks it: once for each instruction that it loads.
  struct Selection {
    explicit Selection(const interp::HandlerTable& table);
    /// The handler for these operands, or null if the table has none.
    OpHandler of(std::span<const Word> operands) const;

    static constexpr auto kWordKinds = static_cast<std::size_t>(interp::WordKind::kAny);
    /// What an operand adds to the index of the handler, by the kind of its word.
    struct Part {
      std::uint8_t position;
      std::array<std::int16_t, kWordKinds> of_kind;
    };
    std::span<const OpHandler> handlers;
    std::size_t count = 0;
    std::array<Part, 4> parts;
  };

  std::array<std::vector<Selection>, kOpCount> selections_;
  WordMap<Op> ops_;  // instructions by their handlers
  // Handlers of sequences, by the handler of all instructions but the last and that of the last: a
  // hash table with open addressing, because the loader looks up a pair for each instruction that
  // it loads. Places without a sequence have no handlers. At least half of the places are such.
  std::vector<interp::FusedHandler> fused_;
  /// Whether there may be a pair with such a hash, by its high bits: most pairs that the loader
  /// looks up are none, and the table is larger than the cache.
  static constexpr int kPairBits = 16;
  std::bitset<std::size_t{1} << kPairBits> may_be_fused_;
  /// Its high bits depend on all bits of both addresses.
  static Word hash_of_pair(OpHandler before, OpHandler last);
  /// The place of a pair in `fused_`, or the one where it belongs.
  std::size_t place_of(Word hash, OpHandler before, OpHandler last) const;
};

}  // namespace vm
