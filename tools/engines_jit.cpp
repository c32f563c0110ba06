// The interpreter, and the compiler on top of it where the request asks for one.
#include "jit/tiering.h"
#include "tools/engines.h"
#include "tools/engines_of.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

namespace tools {
namespace {

// With --engine=jit everything that runs more than a few times is compiled while its caller waits:
// low enough to compile what a test runs, high enough to start in a second.
constexpr vm::Word kWaitingThreshold = 100;
// Baseline code of a function costs as much as some hundred of its calls gain. What a start calls
// 20 to 50 times is not worth it; in whole programs 20 to 80 make no difference.
constexpr vm::Word kBaselineThreshold = 50;

}  // namespace

std::vector<std::string> engine_names() { return {"interp", "baseline", "jit", "tiered"}; }

std::string default_engine() { return "tiered"; }

std::vector<std::string> jit_entries() { return {"word", "sled"}; }

namespace {

jit::TieringOptions tiering_options(const EngineRequest& request) {
  jit::TieringOptions options;
  if (request.name == "jit") {
    options.mode = jit::Mode::kWait;
    options.threshold = kWaitingThreshold;
  }
  if (request.name == "baseline") {
    options.mode = jit::Mode::kBaseline;
    options.threshold = kBaselineThreshold;
  }
  if (request.name == "tiered") {
    options.threshold = 0;
    // Baseline code has no sleds.
    if (request.jit_entry == "word") options.baseline_threshold = kBaselineThreshold;
  }
  if (request.jit_threshold != 0) {
    options.threshold = request.jit_threshold;
    options.baseline_threshold = std::min(options.baseline_threshold, options.threshold);
  }
  for (const std::string& name : request.jit_only) {
    // What is no atom is the name of no module.
    if (const auto module = vm::intern_atom(name); module.ok()) options.only.push_back(*module);
  }
  if (request.jit_entry == "sled") options.entry = jit::EntryForm::kSled;
  options.switches_tiers = request.switch_tiers;
  options.seed = request.seed;
  return options;
}

vm::Result<jit::NativePlace, std::string> make_native_place(const EngineRequest& request) {
  VM_TRY(auto memory, jit::CodeMemory::create(request.jit_memory_mib << 20));
  VM_TRY(auto symbols, jit::CodeSymbols::create(
                           {.perf_map = request.perf_map, .jitdump_folder = request.jitdump}));
  jit::NativePlace place{std::move(memory), std::move(symbols), nullptr, request.compiler_file};
  const jit::DumpOptions dump{request.dump_ir, request.dump_assembly, request.dump_folder};
  if (dump.is_wanted()) {
    auto made = jit::CodeDump::create(dump);
    if (!made.ok()) return vm::Err("--dump: " + made.error());
    place.dump = std::move(*made);
  }
  // With sleds code is not kept: it is for comparison. And with stress it is not what others want.
  if (!request.code_cache.empty() && request.code_cache_mib != 0 && request.jit_entry == "word" &&
      request.name != "baseline") {
    place.cache = jit::LateCodeCache(request.code_cache, request.code_cache_mib << 20,
                                     {"/proc/self/exe", request.compiler_file});
  }
  return place;
}

}  // namespace

void announce_code_changes(const EngineRequest& request) {
  if (request.name != "interp") jit::CodeMemory::announce_changes();
}

vm::Result<void, std::string> install_engine(vm::Vm& vm, const EngineRequest& request) {
  auto engines = make_engines(vm);
  const bool is_baseline = request.name == "baseline";
  if (request.name == "jit" || request.name == "tiered" || is_baseline) {
    if (is_baseline && request.jit_entry == "sled")
      return vm::Err(std::string("--engine=baseline: its code has no sleds (--jit-entry)"));
    const jit::TieringOptions options = tiering_options(request);
    std::optional<jit::StencilTable> stencils;
    if (is_baseline || options.baseline_threshold != 0) {
      VM_TRY(stencils,
             jit::StencilTable::read(jit::embedded_stencils(), jit::StencilTable::Checks::kParts));
    }
    VM_TRY(jit::NativePlace place, make_native_place(request));
    if (request.name == "jit") VM_TRY_VOID(jit::load_compiler(place.compiler_file));
    // It is loaded when something is to be compiled, if ever.
    if (std::error_code error;
        request.name == "tiered" && !std::filesystem::exists(place.compiler_file, error)) {
      return vm::Err("--engine=tiered: " + place.compiler_file + ": not found");
    }
    engines->compiler = std::make_unique<jit::Tiering>(vm, engines->interpreter, std::move(place),
                                                       options, std::move(stencils));
    vm.backend = engines->compiler.get();
  } else if (request.name != "interp") {
    return vm::Err("--engine: expected interp, baseline, jit or tiered, found " + request.name);
  }
  vm.engines = std::move(engines);
  return {};
}

}  // namespace tools
