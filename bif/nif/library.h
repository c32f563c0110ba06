// NifLibrary: one C library that erlang:load_nif/2 has loaded for one version of a module.
// Ownership: counted by the module version it was loaded for, by its resource types and by calls
// that are not finished; with the last count its `unload` is called and the library closed.
// Threads: counted from any; the rest is constant once it is loaded.
// Source: erl_nif(3), "Initialization"; erlang:load_nif/2.
#pragma once

#include "bif/nif/environment.h"
#include "tracing/trace_api.h"
#include "vm/base/shared.h"
#include "vm/code/native_function.h"
#include "vm/code/tables.h"

#include <string>
#include <vector>

namespace bif {

// The interface that we have: that of OTP 27. Its header may be an older one's, so what came later
// stands here.
inline constexpr int kNifMajorVersion = 2;
inline constexpr int kNifMinorVersion = 17;
using NifHaltCallback = void(void* private_data);
enum NifOption { kDelayHalt = 1, kOnHalt = 2, kOnUnloadThread = 3 };

/// What stands behind a module's function that a library implements.
struct NifFunction final : vm::NativeFunction {
  ERL_NIF_TERM (*function)(ErlNifEnv*, int, const ERL_NIF_TERM[]) = nullptr;
  unsigned flags = 0;  // ErlNifDirtyTaskFlags; 0: runs on the scheduler
  int arity = 0;
  NifLibrary* library = nullptr;
  vm::FuncInfo* info = nullptr;
};

/// The functions of a library that make its module a tracer (erl_tracer), by
/// tracing::TracerFamily. Those that it lacks are enabled/3 and trace/5.
struct TracerFunctions {
  using Function = ERL_NIF_TERM(ErlNifEnv*, int, const ERL_NIF_TERM[]);
  using Functions = std::array<Function*, tracing::kTracerFamilyNames.size()>;
  explicit TracerFunctions(const std::vector<NifFunction>& functions);
  /// Whether it has the two functions that a tracer must have.
  bool is_complete() const { return enabled[0] != nullptr && trace[0] != nullptr; }
  Functions enabled{};
  Functions trace{};
};

class NifLibrary final : public vm::Shared {
 public:
  NifLibrary(vm::Vm& vm, vm::Term module) : vm(vm), module(module) {}
  /// Calls `unload` and closes the library, unless the machine has ended.
  ~NifLibrary() override;

  /// A resource type opened while `load` or `upgrade` runs; see resources.h.
  struct OpenedType {
    ErlNifResourceType* type;
    ErlNifResourceTypeInit functions;
    bool is_new;
  };

  vm::Vm& vm;
  const vm::Term module;
  void* handle = nullptr;  // of dlopen()
  ErlNifEntry* entry = nullptr;
  void* private_data = nullptr;
  std::vector<NifFunction> functions;  // as in the entry
  std::optional<TracerFunctions> tracer;
  bool is_loading = false;  // `load` or `upgrade` runs
  bool is_loaded = false;   // it has succeeded: `unload` is owed
  std::vector<OpenedType> opened_types;
  NifHaltCallback* on_halt = nullptr;
  NifHaltCallback* on_unload_thread = nullptr;
  bool delays_halt = false;
};
using NifLibraryRef = vm::SharedRef<NifLibrary>;

/// vm::NativeFunction::run of every function of a library.
vm::Term call_nif(vm::Process& p, const vm::Term* args, const vm::NativeFunction& self);

}  // namespace bif
