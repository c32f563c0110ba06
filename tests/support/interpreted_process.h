// A machine without running schedulers, and one process of it that a test runs slice by slice.
#pragma once

#include "vm/interp/interpreter.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_table.h"
#include "vm/sched/scheduler.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>

namespace test_support {

/// Makes rare things happen at every opportunity.
struct Stress {
  bool gc;     // a collection at each allocation
  bool yield;  // one reduction per slice
};

/// Threads: the one that made it runs the process too.
class InterpretedProcess {
 public:
  explicit InterpretedProcess(Stress stress) : vm_(options(stress)), engine_(vm_), stress_(stress) {
    vm_.engine = &engine_;
    vm_.backend = &engine_;
    process_ = vm_.processes->create();
    vm::initialise_heap(*process_, vm::kMinHeapWords);
    process_->x = vm_.schedulers->operator[](0).x;
    process_->f = vm_.schedulers->operator[](0).f;
  }
  ~InterpretedProcess() { vm_.processes->give_back(std::move(process_)); }

  vm::Vm& vm() { return vm_; }
  vm::InterpreterEngine& engine() { return engine_; }
  vm::Process& process() { return *process_; }

  /// Calls `entry`; the value it returns, or none() with the process's exit reason set.
  vm::Term call(vm::CodeAddress entry, std::initializer_list<vm::Term> arguments) {
    vm::Process& p = *process_;
    p.stack_top = p.heap_end - 1;
    p.stack_top->bits = reinterpret_cast<vm::Word>(&vm_.words.normal_exit);
    std::uint32_t n = 0;
    for (vm::Term argument : arguments) p.x[n++] = argument;
    p.live = n;
    p.ip = entry;
    for (slices_ = 0; !vm::is_exiting(p); ++slices_) {
      p.reductions = stress_.yield ? 1 : vm::kReductionsPerSlice;
      p.raising.outcome = vm::Outcome::kValue;
      engine_.run(p);
    }
    return p.exit.is_normal ? p.x[0] : vm::Term::none();
  }
  /// Of the last call().
  vm::Word slices() const { return slices_; }

 private:
  static vm::VmOptions options(Stress stress) {
    vm::VmOptions result;
    result.schedulers = 1;
    result.stress_gc = stress.gc;
    return result;
  }

  vm::Vm vm_;
  vm::InterpreterEngine engine_;
  Stress stress_;
  std::unique_ptr<vm::Process> process_;
  vm::Word slices_ = 0;
};

}  // namespace test_support
