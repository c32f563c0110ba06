// The build without the compiler.
#include "tools/engines.h"
#include "vm/interp/interpreter.h"

namespace tools {
namespace {

struct Engines : vm::Vm::Extension {
  explicit Engines(vm::Vm& vm) : interpreter(vm) {}
  vm::InterpreterEngine interpreter;
};

}  // namespace

std::vector<std::string> engine_names() { return {"interp"}; }

std::vector<std::string> jit_entries() { return {}; }

bool install_engine(vm::Vm& vm, const EngineRequest& request, std::string* error) {
  if (request.name != "interp") {
    *error = "--engine: this build has interp, found " + request.name;
    return false;
  }
  auto engines = std::make_unique<Engines>(vm);
  vm.engine = &engines->interpreter;
  vm.backend = &engines->interpreter;
  vm.engines = std::move(engines);
  return true;
}

}  // namespace tools
