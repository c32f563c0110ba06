// What every machine keeps of its engines, with the compiler or without it. Ownership: the
// machine's (vm.engines). Threads: made and ended by the main thread.
#pragma once

#include "vm/interp/interpreter.h"
#include "vm/vm.h"

#include <memory>

namespace tools {

struct Engines {
  explicit Engines(vm::Vm& vm) : interpreter(vm) {}
  vm::InterpreterEngine interpreter;
  std::unique_ptr<vm::CodeBackend> compiler;  // null: none; refers to the interpreter
};

/// A machine's engines with the interpreter alone, which runs its code and is its backend from now
/// on. The caller adds a compiler where one is wanted, and gives them to vm.engines.
inline std::unique_ptr<Engines> make_engines(vm::Vm& vm) {
  auto engines = std::make_unique<Engines>(vm);
  vm.engine = &engines->interpreter;
  vm.backend = &engines->interpreter;
  return engines;
}

}  // namespace tools
