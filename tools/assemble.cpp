// The one place that knows which implementation stands behind each interface.
#include "tools/assemble.h"

#include "bif/bif_table.h"
#include "bif/driver/driver_state.h"
#include "bif/nif/checks.h"
#include "bif/state.h"
#include "bif/system/release.h"
#include "tools/engines.h"
#include "tools/erl_environment.h"
#include "tools/erl_modules.h"
#include "tools/preload.h"
#include "tracing/trace_api.h"
#include "vm/base/malloc_settings.h"
#include "vm/base/out_of_memory.h"
#include "vm/base/thread_bias.h"
#include "vm/dist/peers.h"
#include "vm/proc/heap_defaults.h"
#include "vm/sched/engine.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace tools {
namespace {

/// Behind OTP's first libraries, which every program needs: a search for our own modules, of which
/// each start makes some, then does not look into all the others.
void add_own_modules(std::vector<std::string>& code_path, const std::string& own_modules) {
  constexpr std::string_view kLastFirst = "/stdlib-";
  const auto stdlib = std::ranges::find_if(
      code_path, [&](const std::string& folder) { return folder.find(kLastFirst) != folder.npos; });
  const auto place = stdlib == code_path.end() ? stdlib : std::next(stdlib);
  code_path.insert(place, {own_modules, trace_log_folder(own_modules)});
}

}  // namespace

vm::Result<std::unique_ptr<vm::Vm>, std::string> assemble(const MachineRequest& request) {
  // A closed pipe is an error of the write that meets it, as in OTP, not the end of the machine.
  std::signal(SIGPIPE, SIG_IGN);
  vm::set_up_malloc();
  vm::set_up_new_handler();
  vm::VmOptions options = request.vm;
  VM_TRY(std::string own_modules, find_erl_modules(request.files));
  add_own_modules(options.code_path, own_modules);
  // Before the machine has threads.
  announce_code_changes(request.engine);
  vm::ThreadBias::announce();
  auto vm = std::make_unique<vm::Vm>(std::move(options));
  EngineRequest engine = request.engine;
  engine.compiler_file = compiler_file(request.files);
  VM_TRY_VOID(install_engine(*vm, engine));
  if (request.nif_checks) bif::turn_on_nif_checks();
  tracing::install(*vm);
  bif::install(*vm);
  bif::BifState::of(*vm).drivers->set_async_threads(request.async_threads);
  vm->heap_defaults->set_async_dist(request.async_dist);
  vm->coverage_mode.store(request.coverage, vm::kRelaxed);  // relaxed: nothing is loaded yet
  if (request.dist_buffer_kib != 0)
    vm::Peers::of(*vm).set_busy_bytes(request.dist_buffer_kib * 1024);
  bif::BifState::of(*vm).boot.otp_root = request.otp_root;
  bif::set_erts_version(set_erl_environment(request.otp_root));
  VM_TRY_VOID(load_preloaded(*vm));
  return vm;
}

}  // namespace tools
