// Tiering: the code backend of the engines `jit` and `tiered`. All code starts in the interpreter,
// with count_call() in the entry words; a function that has been called often enough is queued for
// the compiling thread, which installs native code in its words. Invariant: each function is in one
// of these states: counting (original: count_call()), interpreted (claimed, or not compilable), or
// compiled (InstalledCode). Ownership: the queue, the thread and the code. Threads: tier_up() on
// any scheduler, module_freed() on any thread, the rest as CodeBackend says. Contract: B12, Z1.
#pragma once

#include "jit/baseline/baseline_compiler.h"
#include "jit/compile_budget.h"
#include "jit/compile_metrics.h"
#include "jit/compile_queue.h"
#include "jit/compile_thread.h"
#include "jit/installed_code.h"
#include "jit/native_place.h"

#include <optional>
#include <vector>

namespace vm {
struct Module;
}  // namespace vm

namespace jit {

enum class Mode : std::uint8_t {
  kWait,        // a process waits for the function it has requested (--engine=jit)
  kBackground,  // it runs on in the interpreter meanwhile (--engine=tiered)
  kBaseline,    // the process makes the baseline compiler's code itself (--engine=baseline)
};

struct TieringOptions {
  Mode mode = Mode::kBackground;
  Word threshold = 1000;        // calls before a function is compiled; 0: where it pays (sample())
  Word baseline_threshold = 0;  // kBackground: calls before it gets baseline code; 0: it gets none
  EntryForm entry = EntryForm::kWord;
  bool switches_tiers = false;           // --stress=tiers: compiled functions go back and forth
  Word seed = 0;                         // for that
  std::vector<vm::Term> only;            // modules whose functions LLVM compiles; empty: all
  static constexpr int kLargest = 2000;  // instructions of a function that is compiled
};

class Tiering final : public vm::CodeBackend {
 public:
  /// `interpreter` answers everything that is not about compiled code. `stencils`: for baseline
  /// code.
  Tiering(vm::Vm& vm, vm::CodeBackend& interpreter, NativePlace place, TieringOptions options,
          std::optional<StencilTable> stencils);
  ~Tiering() override;
  Tiering(const Tiering&) = delete;

  OpHandler handler_for(Op op, std::span<const Word> operands) override;
  OpHandler generic_handler(Op op) override;
  OpHandler slow_handler(Op op) override;
  vm::EntryHandlers entry_handlers() override;
  OpHandler fused(OpHandler first, OpHandler second) override;
  OpHandler first_entry(vm::FuncInfo& info) override;
  void tier_up(vm::Process& p, vm::FuncInfo& info) override;
  bool takes_samples() const override;
  bool sample(vm::Process& p, bool by_call) override;
  bool op_of(OpHandler handler, Op* op) override;
  vm::CodeMaker maker_of(OpHandler handler) override;
  void arm(vm::FuncInfo& info, OpHandler handler) override;
  void disarm(vm::FuncInfo& info) override;
  void replace(vm::FuncInfo& info, OpHandler handler) override;
  void follow_exports(std::span<vm::Export* const> exports) override;
  void follow_all_exports() override;
  void finish_patching() override;

  /// The version is about to be freed.
  void module_freed(const vm::Module& module);

 private:
  /// Makes the function's baseline code; null: it has none.
  CompiledFunction make_baseline_code(const CompileJob& job);
  /// The first step of kBackground: baseline code, whose calls are counted on.
  void add_baseline(vm::Process& p, vm::FuncInfo& info);
  /// Whether LLVM may compile functions of this module.
  bool is_optimised(vm::Term module) const;
  /// Copies the function. False: it cannot be compiled.
  bool read(vm::Process& p, vm::FuncInfo& info, CompileJob* job);
  /// Adds what the optimising compiler needs. False: the function is too large for it.
  bool read_facts(CompileJob* job);
  /// Installs the function's kept code. False: there is none.
  bool install_kept(vm::Process& p, vm::FuncInfo& info);
  /// Counts a sample of a function; requests its code if that pays.
  void count_sample(vm::Process& p, vm::FuncInfo& info, Word words);
  /// Waits for the end of a job; `p` then runs on as in a new time slice.
  void wait_for(Word job, vm::Process& p);

  vm::Vm& vm_;
  vm::CodeBackend& interpreter_;
  NativePlace place_;
  const TieringOptions options_;
  const std::optional<StencilTable> stencils_;  // with kBaseline, or baseline_threshold
  const std::optional<BaselineCompiler> baseline_;
  CompileMetrics metrics_;
  CompileBudget budget_;
  CompileQueue queue_;
  InstalledCode installed_;
  CompileThread thread_;  // last: uses the rest
};

}  // namespace jit
