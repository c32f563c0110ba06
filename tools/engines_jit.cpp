// The interpreter, and the compiler around it where it is asked for.
#include "jit/tiering.h"
#include "tools/engines.h"
#include "tools/engines_of.h"

#include <memory>

namespace tools {
namespace {

// With --engine=jit everything that runs more than a few times is compiled, and who asks waits: low
// enough to compile what a test runs, high enough to start in a second.
constexpr vm::Word kWaitingThreshold = 100;

}  // namespace

std::vector<std::string> engine_names() { return {"interp", "jit", "tiered"}; }

std::vector<std::string> jit_entries() { return {"word", "sled"}; }

bool install_engine(vm::Vm& vm, const EngineRequest& request, std::string* error) {
  auto engines = make_engines(vm);
  if (request.name == "jit" || request.name == "tiered") {
    jit::TieringOptions options;
    if (request.name == "jit") {
      options.mode = jit::Mode::kWait;
      options.threshold = kWaitingThreshold;
    }
    if (request.jit_threshold != 0) options.threshold = request.jit_threshold;
    if (request.jit_entry == "sled") options.entry = jit::EntryForm::kSled;
    options.switches_tiers = request.switch_tiers;
    options.seed = request.seed;
    auto memory = jit::CodeMemory::create(request.jit_memory_mib << 20);
    if (!memory.ok()) {
      *error = memory.error();
      return false;
    }
    auto symbols =
        jit::CodeSymbols::create({.perf_map = request.perf_map, .jitdump_folder = request.jitdump});
    if (!symbols.ok()) {
      *error = symbols.error();
      return false;
    }
    jit::NativePlace place{std::move(*memory), std::move(*symbols), nullptr};
    const jit::DumpOptions dump{request.dump_ir, request.dump_assembly, request.dump_folder};
    if (dump.is_wanted()) {
      auto made = jit::CodeDump::create(dump);
      if (!made.ok()) {
        *error = "--dump: " + made.error();
        return false;
      }
      place.dump = std::move(*made);
    }
    engines->compiler =
        std::make_unique<jit::Tiering>(vm, engines->interpreter, std::move(place), options);
    vm.backend = engines->compiler.get();
  } else if (request.name != "interp") {
    *error = "--engine: expected interp, jit or tiered, found " + request.name;
    return false;
  }
  vm.engines = std::move(engines);
  return true;
}

}  // namespace tools
