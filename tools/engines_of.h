// The engines of a machine, with the compiler or without it. Ownership: the machine (vm.engines).
// Threads: made and ended by the main thread.
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

/// Engines with the interpreter alone, which becomes the engine and the backend of `vm`. The caller
/// adds a compiler where one is wanted, and stores the result in vm.engines.
inline std::unique_ptr<Engines> make_engines(vm::Vm& vm) {
  auto engines = std::make_unique<Engines>(vm);
  vm.engine = &engines->interpreter;
  vm.backend = &engines->interpreter;
  return engines;
}

}  // namespace tools
