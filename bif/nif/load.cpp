// erlang:load_nif/2: finds the library, checks that it fits the module, calls its `load` or
// `upgrade`, and puts its functions in the place of the module's. Errors are reported as in OTP
// 27. The file is opened and checked before anything of the module is changed.
#include "bif/bif_table.h"
#include "bif/natives.h"
#include "bif/nif/checks.h"
#include "bif/nif/interface.h"
#include "bif/nif/library.h"
#include "bif/nif/nif_state.h"
#include "bif/nif/resources.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/code_permission.h"
#include "vm/sched/engine.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/term/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <optional>
#include <set>

namespace bif {
namespace {

/// What a module version holds of its library.
class LoadedNifs final : public vm::NativeCode {
 public:
  explicit LoadedNifs(NifLibraryRef library) : library(std::move(library)) {}
  ~LoadedNifs() override {
    orphan_types(*library);
    // As in OTP, when the version is purged, also if resources keep the library. The calls hold it:
    // it is unloaded after the last of them.
    if (library->on_unload_thread == nullptr || !has_nif_machine()) return;
    library->vm.multi_scheduling->call_on_all(
        [library = library] { library->on_unload_thread(library->private_data); });
  }
  const NifLibraryRef library;
};

NifLibrary* library_of(const vm::Module* module) {
  // The only kind of native code there is.
  return module == nullptr || module->native == nullptr
             ? nullptr
             : static_cast<LoadedNifs&>(*module->native).library.get();
}

/// {error, {Tag, Text}}.
struct LoadFailure {
  Term tag;
  std::string text;
};

/// Libraries that are open, of all machines of the program.
constinit vm::Atomic<Word> open_libraries{0};

/// Whether `vm` may load libraries from now on. A machine that has stopped keeps them until it is
/// destroyed: what its terms refer to has destructors in them, and variables of a library are the
/// program's, so another machine would find there what belongs to terms that are being freed.
bool may_load(vm::Vm& vm) {
  // acquire: pairs with ~NifLibrary(); the library is gone.
  if (!has_nif_machine() && open_libraries.load(vm::kAcquire) != 0) return false;
  return claim_nif_machine(vm);
}

/// A library on its way to a module.
class Loading {
 public:
  Loading(vm::Process& p, vm::Module& module)
      : p_(p), module_(module), library_(vm::make_shared_ref<NifLibrary>(p.vm, module.name)) {}
  Loading(const Loading&) = delete;

  /// Opens the file and checks all that needs no right. False: failure() says why.
  bool open(const std::string& path);
  /// Calls `load` or `upgrade`, then makes the library the module's. By the holder of the right to
  /// change code.
  bool commit(Term load_info);
  const LoadFailure& failure() const { return failure_; }

 private:
  bool fail(Term tag, std::string text) {
    failure_ = {tag, std::move(text)};
    return false;
  }
  bool check_entry();
  bool check_version();
  bool find_functions();
  bool find_function(const ErlNifFunc& function, std::set<vm::FuncInfo*>& seen);
  bool is_declared(Term function, unsigned arity) const;
  bool call_load(Term load_info);

  vm::Process& p_;
  vm::Module& module_;
  NifLibraryRef library_;
  LoadFailure failure_{};
};

bool Loading::open(const std::string& path) {
  // The reference keeps in the program what libraries link to.
  VM_CHECK(!nif_interface().empty(), "the program has the interface");
  const std::string file = path + ".so";
  library_->handle = ::dlopen(file.c_str(), RTLD_NOW);
  if (library_->handle == nullptr)
    return fail(am::load_failed, fmt::format("Failed to load NIF library: '{}'", ::dlerror()));
  open_libraries.fetch_add(1, vm::kRelaxed);  // relaxed: this machine has claimed libraries
  void* init = ::dlsym(library_->handle, "nif_init");
  // Some systems put an underline before names of C; OTP's message is about that one.
  if (init == nullptr) init = ::dlsym(library_->handle, "_nif_init");
  if (init == nullptr)
    return fail(am::bad_lib,
                fmt::format("Failed to find library init function: '{}'", ::dlerror()));
  library_->entry = reinterpret_cast<ErlNifEntry* (*)()>(init)();
  if (library_->entry == nullptr) return fail(am::bad_lib, "Library init-call unsuccessful");
  return check_entry() && find_functions();
}

bool Loading::check_entry() {
  const ErlNifEntry& entry = *library_->entry;
  if (!check_version()) return false;
  const bool has_variant = entry.major > 2 || entry.minor >= 1;
  if (has_variant && std::strcmp(entry.vm_variant, ERL_NIF_VM_VARIANT) != 0)
    return fail(am::bad_lib, fmt::format("Library ({}) not compiled for this vm variant ({}).",
                                         entry.vm_variant, ERL_NIF_VM_VARIANT));
  if (vm::find_atom(entry.name) != module_.name)
    return fail(am::bad_lib,
                fmt::format("Library module name '{}' does not match calling module '{}'",
                            entry.name, vm::term_to_text(module_.name)));
  return true;
}

bool Loading::check_version() {
  const ErlNifEntry& entry = *library_->entry;
  if (entry.major < ERL_NIF_MIN_REQUIRED_MAJOR_VERSION_ON_LOAD)
    return fail(am::bad_lib,
                fmt::format("That old NIF library ({}.{}) is not compatible with this "
                            "erts runtime ({}.{}). Try recompile the NIF lib.",
                            entry.major, entry.minor, kNifMajorVersion, kNifMinorVersion));
  const bool is_newer = entry.major > kNifMajorVersion ||
                        (entry.major == kNifMajorVersion && entry.minor > kNifMinorVersion);
  if (!is_newer) return true;
  constexpr int kHasMinErts = 14;  // minor version from which on entries name the machine they need
  const std::string needs = entry.major > 2 || entry.minor >= kHasMinErts
                                ? entry.min_erts
                                : fmt::format("NIF version {}.{}", entry.major, entry.minor);
  return fail(am::bad_lib, fmt::format("That '{}' NIF library needs {} or newer. Either try to "
                                       "recompile the NIF lib or use a newer erts runtime.",
                                       vm::term_to_text(module_.name), needs));
}

/// A row of the function table of libraries before version 2.7, which have no flags.
struct FlaglessFunction {
  const char* name;
  unsigned arity;
  ERL_NIF_TERM (*function)(ErlNifEnv*, int, const ERL_NIF_TERM[]);
};

bool Loading::find_functions() {
  const ErlNifEntry& entry = *library_->entry;
  const bool has_flags = entry.major > 2 || entry.minor >= 7;
  const auto* flagless = reinterpret_cast<const FlaglessFunction*>(entry.funcs);
  std::set<vm::FuncInfo*> seen;
  for (int i = 0; i < entry.num_of_funcs; ++i) {
    const ErlNifFunc function =
        has_flags ? entry.funcs[i]
                  : ErlNifFunc{flagless[i].name, flagless[i].arity, flagless[i].function, 0};
    if (!find_function(function, seen)) return false;
  }
  return true;
}

bool Loading::find_function(const ErlNifFunc& function, std::set<vm::FuncInfo*>& seen) {
  const auto text = [&](const char* what) {
    return fmt::format("{} {}:{}/{}", what, vm::term_to_text(module_.name), function.name,
                       function.arity);
  };
  const Term name = vm::find_atom(function.name);
  vm::FuncInfo* info = name.is_none() ? nullptr : module_.find_function(name, function.arity);
  if (info == nullptr) return fail(am::bad_lib, text("Function not found"));
  if (!is_declared(name, function.arity))
    return fail(am::bad_lib, text("Function not declared as nif"));
  constexpr unsigned kDirty = ERL_NIF_DIRTY_JOB_CPU_BOUND | ERL_NIF_DIRTY_JOB_IO_BOUND;
  const unsigned flags = function.flags;
  if ((flags & ~kDirty) != 0 || flags == kDirty)
    return fail(am::bad_lib, fmt::format("Illegal flags field value {} for NIF {}:{}/{}",
                                         static_cast<int>(flags), vm::term_to_text(module_.name),
                                         function.name, function.arity));
  if (!seen.insert(info).second) return fail(am::bad_lib, text("Duplicate NIF entry for"));
  NifFunction nif;
  nif.run = call_nif;
  nif.function = function.fptr;
  nif.flags = flags;
  nif.arity = static_cast<int>(function.arity);
  nif.library = library_.get();
  nif.info = info;
  library_->functions.push_back(nif);
  return true;
}

bool Loading::is_declared(Term function, unsigned arity) const {
  // A module with a `-nifs` attribute has the instruction nif_start in those functions.
  if (module_.nifs.empty()) return true;
  return std::ranges::find(module_.nifs, std::pair{function, vm::Word{arity}}) !=
         module_.nifs.end();
}

bool Loading::call_load(Term load_info) {
  ErlNifEntry& entry = *library_->entry;
  vm::ModuleTable& modules = *p_.vm.modules;
  // The version that this one replaces, or has replaced. There may be no current one to replace.
  const vm::Module* current = modules.current(module_.name);
  const bool replaces_current = modules.waiting(module_.name) == &module_ && current != nullptr;
  NifLibrary* before = library_of(replaces_current ? current : modules.old(module_.name));
  if (before != nullptr && entry.upgrade == nullptr)
    return fail(am::upgrade, "Upgrade not supported by this NIF library.");
  if (before == nullptr && entry.load == nullptr) return true;
  ErlNifEnv env(p_, library_.get());
  void* const data_before = before != nullptr ? before->private_data : nullptr;
  library_->is_loading = true;
  std::optional<checks::Call> checked;
  if (has_nif_checks()) checked.emplace(vm::Mfa{module_.name, Term::none(), 0});
  const int status =
      before != nullptr
          ? entry.upgrade(&env, &library_->private_data, &before->private_data, load_info.bits())
          : entry.load(&env, &library_->private_data, load_info.bits());
  checked.reset();
  library_->is_loading = false;
  finish_opening_types(*library_, status == 0);
  if (status == 0) return true;
  if (before != nullptr) before->private_data = data_before;
  return before != nullptr
             ? fail(am::upgrade, fmt::format("Library upgrade-call unsuccessful ({}).", status))
             : fail(am::load, fmt::format("Library load-call unsuccessful ({}).", status));
}

bool Loading::commit(Term load_info) {
  if (library_of(&module_) != nullptr)
    return fail(am::reload, "NIF library already loaded (reload disallowed since OTP 20).");
  if (!call_load(load_info)) return false;
  library_->is_loaded = true;
  if (library_->on_halt != nullptr) NifState::of(library_->vm).add_halting(*library_);
  library_->tracer.emplace(library_->functions);
  vm::CodeBackend& backend = *p_.vm.backend;
  for (NifFunction& nif : library_->functions) {
    // release: the instruction call_nif reads what it points to; pairs with its load.
    nif.info->native.store(&nif, vm::kRelease);
    backend.replace(*nif.info, backend.entry_handlers().nif);
  }
  backend.finish_patching();
  NifState::of(p_.vm).add_taint(module_.name);
  module_.native = std::make_unique<LoadedNifs>(std::move(library_));
  return true;
}

Term failure_term(vm::Process& p, const LoadFailure& failure) {
  HeapBuilder builder(p);
  return builder.tuple(am::error, builder.tuple(failure.tag, builder.string(failure.text)));
}

vm::Operation load_nif(vm::Process& p, vm::Module& module, std::string path, Term load_info) {
  vm::ProtectedOperation protect(p);
  vm::OperationRoot root(p, load_info);
  auto permission = co_await vm::code_modification_permission(p);
  Loading loading(p, module);
  if (!may_load(p.vm))
    co_return failure_term(p, {am::load_failed, "Another machine of this program has NIFs"});
  if (!loading.open(path) || !loading.commit(root.get()))
    co_return failure_term(p, loading.failure());
  co_return am::ok;
}

/// The module whose code calls load_nif/2; null if it is called through apply/3.
vm::Module* calling_module(vm::Process& p) {
  if (p.ip == nullptr) return nullptr;
  vm::Module* module = p.vm.modules->containing(p.ip, p.code_index);
  if (module == nullptr || module->name != am::erlang) return module;
  // The call went through the function's own entry, which has a breakpoint: where it returns to.
  for (const vm::StackWord* slot = p.stack_top; slot < p.heap_end; ++slot) {
    const auto address = reinterpret_cast<vm::CodeAddress>(slot->bits);
    if (slot->term().is_header() && !p.vm.words.is_trace_frame(address))
      return p.vm.modules->containing(address - 1, p.code_index);
  }
  return nullptr;
}

}  // namespace

NifLibrary::~NifLibrary() {
  // release: pairs with may_load().
  if (handle != nullptr) open_libraries.fetch_sub(1, vm::kRelease);
  if (!has_nif_machine()) return;
  if (is_loaded && on_halt != nullptr) NifState::of(vm).remove_halting(*this);
  if (is_loaded && entry->unload != nullptr) {
    ErlNifEnv env(ErlNifEnv::Kind::kCallback, vm, this, Term::none());
    entry->unload(&env, private_data);
  }
  if (handle != nullptr) ::dlclose(handle);
}

BifResult load_nif_2(Process& p, const Args<2>& a) {
  std::string path;
  if (a[0].is_atom() || !vm::append_name(a[0], path)) return p.badarg();
  // Libraries of OTP whose functions are BIFs here have nothing left to load.
  const bool is_built_in = std::any_of(bif_rows().begin(), bif_rows().end(),
                                       [&](const BifRow& row) { return row.module == path; });
  if (is_built_in) return am::ok;
  vm::Module* module = calling_module(p);
  if (module == nullptr)
    return failure_term(p, {am::bad_lib,
                            "load_nif/2 must be explicitly called from the NIF module. It cannot "
                            "be called through apply/3."});
  if (p.vm.modules->old(module->name) == module)
    return failure_term(
        p, {am::old_code, fmt::format("Calling load_nif from old module '{}' not allowed",
                                      vm::term_to_text(module->name))});
  return p.suspend_on(load_nif(p, *module, std::move(path), a[1]));
}

}  // namespace bif
