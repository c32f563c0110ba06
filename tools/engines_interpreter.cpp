// The build without the compiler.
#include "tools/engines.h"
#include "tools/engines_of.h"

namespace tools {
std::vector<std::string> engine_names() { return {"interp"}; }

std::string default_engine() { return "interp"; }

std::vector<std::string> jit_entries() { return {}; }

void announce_code_changes(const EngineRequest&) {}

vm::Result<void, std::string> install_engine(vm::Vm& vm, const EngineRequest& request) {
  if (request.name != "interp") {
    return vm::Err("--engine: this build has interp, found " + request.name);
  }
  vm.engines = make_engines(vm);
  return {};
}

vm::Result<std::string, std::string> compiled_text(vm::Vm&, const vm::Module&,
                                                   std::span<const vm::FuncInfo* const>,
                                                   const EngineRequest&,
                                                   const CompiledTextRequest&) {
  return vm::Err(std::string("--jit: this build has no compiler"));
}

vm::Result<std::string, std::string> baseline_text(vm::Vm&, const vm::Module&,
                                                   std::span<const vm::FuncInfo* const>) {
  return vm::Err(std::string("--baseline: this build has no compiler"));
}

}  // namespace tools
