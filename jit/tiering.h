// Tiering: the code backend of the engines `jit` and `tiered`. All code starts in the interpreter,
// with count_call() in the entry words; a function that has been called often enough goes to the
// compiler's thread, and its words lead to native code when it is there.
//
// Invariants: a word of a function that is compiled holds native code or what the loader put there,
// and both may be run at any time: nothing refers to native code but words, so no process keeps any
// of it beyond the instruction it is in. Ownership: owns compiled code, by the module it belongs
// to; it goes with the module, after thread progress. Threads: request() on any scheduler, one
// compiling thread of its own, module_freed() on any. Contract: B12, Z1.
#pragma once

#include "jit/code_dump.h"
#include "jit/code_memory.h"
#include "jit/compiler.h"
#include "jit/symbols.h"
#include "vm/base/mutex.h"

#include <deque>
#include <random>
#include <thread>
#include <unordered_map>

namespace vm {
struct Module;
}  // namespace vm

namespace jit {

enum class Mode : std::uint8_t {
  kWait,        // who asks for a function to be compiled waits for it (--engine=jit)
  kBackground,  // ... goes on in the interpreter meanwhile (--engine=tiered)
};

struct TieringOptions {
  Mode mode = Mode::kBackground;
  Word threshold = 1000;  // calls before a function is compiled
  EntryForm entry = EntryForm::kWord;
  bool switches_at_random = false;  // --stress=tiers: compiled functions go back and forth
  vm::Word seed = 0;                // for that
  static constexpr std::size_t kQueue = 256;  // functions waiting, about; who comes then asks later
  static constexpr int kLargest = 2000;       // instructions of a function that is compiled
};

/// Where compiled code lives and who is told; made before the tiering, since the system may refuse.
struct NativePlace {
  std::unique_ptr<CodeMemory> memory;
  std::unique_ptr<CodeSymbols> symbols;
  std::unique_ptr<CodeDump> dump;  // null: not wanted
};

struct TieringMetrics {
  Word functions = 0;     // compiled
  Word instructions = 0;  // of them
  Word bytes = 0;         // of native code now
  Word nanoseconds = 0;   // of the compiler's thread
  Word refused = 0;       // too large, or nothing to compile, or no memory
};

class Tiering final : public vm::CodeBackend {
 public:
  /// `interpreter` answers everything that is not about compiled code.
  Tiering(vm::Vm& vm, vm::CodeBackend& interpreter, NativePlace place, TieringOptions options);
  ~Tiering() override;
  Tiering(const Tiering&) = delete;

  OpHandler handler_for(Op op, std::span<const Word> operands) override;
  OpHandler generic_handler(Op op) override;
  OpHandler slow_handler(Op op) override;
  OpHandler fused(OpHandler first, OpHandler second) override;
  OpHandler first_entry(vm::FuncInfo& info) override;
  bool op_of(OpHandler handler, Op* op) override VM_EXCLUDES(mutex_);
  void arm(vm::FuncInfo& info, OpHandler handler) override VM_EXCLUDES(mutex_);
  void disarm(vm::FuncInfo& info) override VM_EXCLUDES(mutex_);
  void finish_patching() override;

  /// `p` runs `info`, which has been called often enough. Its original is what to run on return.
  void request(vm::Process& p, vm::FuncInfo& info) VM_EXCLUDES(mutex_);
  /// The version is about to be freed.
  void module_freed(const vm::Module& module) VM_EXCLUDES(mutex_);
  TieringMetrics metrics() VM_EXCLUDES(mutex_);

 private:
  struct Job {
    Word number = 0;
    const vm::Module* module = nullptr;
    vm::FuncInfo* info = nullptr;
    FunctionCode code;
    IsTraced traced = IsTraced::kNo;
  };
  /// Native code of a function, and the words that it belongs in.
  struct Version {
    struct Way {
      Word* place;
      Word interpreted;  // what the loader put there
      Word native;
    };
    std::vector<Way> ways;      // without the entry
    OpHandler entry = nullptr;  // null: none compiled yet, calls are counted
  };
  /// A function that calls itself, or has others pasted in place of calls (at random switches:
  /// any): that would pass by a breakpoint on one of them; so its words lead to other code while
  /// there is one.
  struct Versions {
    Version untraced;
    Version traced;
    std::vector<vm::FuncInfo*> watched;  // whose breakpoints matter
    IsTraced current = IsTraced::kNo;
  };

  bool is_queue_full() VM_EXCLUDES(mutex_);
  /// Has a function compiled, or marked as one that cannot be. Number of the job; 0: there is none.
  Word enqueue(vm::FuncInfo& info, const vm::Module* module, Job job, bool readable)
      VM_REQUIRES(mutex_);
  void loop() VM_EXCLUDES(mutex_);
  bool take_job(Job* job) VM_EXCLUDES(mutex_);
  /// Leads a compiled function to the interpreter, or back from there.
  void switch_some_tier() VM_REQUIRES(mutex_);
  void lead_to_interpreter(vm::FuncInfo& info, const Versions& versions) VM_REQUIRES(mutex_);
  void finish(const Job& job, vm::Result<CompiledFunction, std::string> result) VM_EXCLUDES(mutex_);
  void install(const Job& job, const CompiledFunction& compiled) VM_REQUIRES(mutex_);
  /// Waits for the end of a job; `p` then runs on as in a new time slice.
  void wait_for(Word job, vm::Process& p) VM_EXCLUDES(mutex_);
  /// Whether a breakpoint stands in the entry word of a function; not where it is in a sled.
  static bool is_armed(vm::FuncInfo& info);
  /// From now on breakpoints on `watched` matter to which version of `info` is right.
  void watch(vm::FuncInfo& info, vm::FuncInfo& watched) VM_REQUIRES(mutex_);
  /// Which version of a function is right now.
  IsTraced wanted_version(vm::FuncInfo& info) const VM_REQUIRES(mutex_);
  /// Leads the words of all functions to the right version that have versions because of `info`.
  void lead_watchers(vm::FuncInfo& info) VM_REQUIRES(mutex_);
  /// Leads the words of a function to the version that is right with or without a breakpoint.
  void lead_to_version(vm::FuncInfo& info, Versions& versions, IsTraced traced) VM_REQUIRES(mutex_);
  void install_sled(vm::FuncInfo& info, OpHandler native) VM_REQUIRES(mutex_);

  vm::Vm& vm_;
  vm::CodeBackend& interpreter_;
  const NativePlace place_;
  const TieringOptions options_;

  vm::Mutex mutex_{vm::LockRank::kJit};
  vm::CondVar work_;      // queue_ or stopping_
  vm::CondVar finished_;  // last_finished_
  bool stopping_ VM_GUARDED_BY(mutex_) = false;
  std::deque<Job> queue_ VM_GUARDED_BY(mutex_);
  const vm::Module* compiling_ VM_GUARDED_BY(mutex_) = nullptr;  // null: freed meanwhile, or none
  Word last_number_ VM_GUARDED_BY(mutex_) = 0;
  Word last_finished_ VM_GUARDED_BY(mutex_) = 0;
  std::unordered_map<const vm::Module*, std::vector<std::unique_ptr<Code>>> code_
      VM_GUARDED_BY(mutex_);
  std::unordered_map<vm::FuncInfo*, Versions> versions_ VM_GUARDED_BY(mutex_);
  // By function, those of its module that watch it.
  std::unordered_map<vm::FuncInfo*, std::vector<vm::FuncInfo*>> watchers_ VM_GUARDED_BY(mutex_);
  std::unordered_map<OpHandler, Op> natives_ VM_GUARDED_BY(mutex_);  // what they begin with
  // The sleds of compiled functions, whose entry words hold the native function at all times.
  std::unordered_map<const vm::FuncInfo*, EntrySled> sleds_ VM_GUARDED_BY(mutex_);
  std::mt19937_64 random_ VM_GUARDED_BY(mutex_);
  TieringMetrics metrics_ VM_GUARDED_BY(mutex_);
  std::unique_ptr<Compiler> compiler_;  // the thread's, until it has ended
  std::thread thread_;                  // last: uses the rest
};

}  // namespace jit
