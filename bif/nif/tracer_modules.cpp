// A call finds the module, its library through the function `enabled`, and the C function in a
// table of the library. The library stays while the thread reports no progress: a version of a
// module is freed after thread progress. Each thread remembers what it has found until modules
// change.
#include "bif/nif/tracer_modules.h"

#include "bif/nif/direct_tracer.h"
#include "bif/nif/resources.h"
#include "vm/code/module_table.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"

namespace bif {

using tracing::TracerAnswer;
using tracing::TracerFamily;

namespace {

constexpr int kEnabledArity = 3;
constexpr int kTraceArity = 5;

void take(TracerFunctions::Functions& functions, std::string_view prefix,
          const NifFunction& function) {
  for (std::size_t n = 0; n < functions.size(); ++n) {
    std::string name(prefix);
    if (n > 0) name.append("_").append(tracing::kTracerFamilyNames[n]);
    if (name == vm::atom_text(function.info->function)) functions[n] = function.function;
  }
}

void fill_up(TracerFunctions::Functions& functions) {
  for (TracerFunctions::Function*& function : functions) {
    if (function == nullptr) function = functions[0];
  }
}

}  // namespace

TracerFunctions::TracerFunctions(const std::vector<NifFunction>& functions) {
  for (const NifFunction& function : functions) {
    if (function.arity == kEnabledArity) take(enabled, "enabled", function);
    if (function.arity == kTraceArity) take(trace, "trace", function);
  }
  fill_up(enabled);
  fill_up(trace);
}

namespace {

/// What a thread has found for a module. A library that a version has stays its library, so only
/// changes of versions matter.
struct Found {
  const vm::Vm* vm = nullptr;
  Term module = Term::none();
  Word changes = 0;
  NifLibrary* library = nullptr;
};
constexpr Word kRemembered = 4;
thread_local constinit std::array<Found, kRemembered> remembered{};

}  // namespace

NifLibrary* NifTracerCallbacks::library_of(Term module) const {
  constexpr Word kAtomTagBits = 6;
  Found& found = remembered[(module.bits() >> kAtomTagBits) % kRemembered];
  const Word changes = vm_.modules->changes();
  if (found.module == module && found.changes == changes && found.vm == &vm_) [[likely]]
    return found.library;
  NifLibrary* library = find_library(module);
  if (library != nullptr) found = {&vm_, module, changes, library};
  return library;
}

NifLibrary* NifTracerCallbacks::find_library(Term module) const {
  const vm::Module* current = vm_.modules->current(module);
  if (current == nullptr) return nullptr;
  const vm::FuncInfo* info = current->find_function(am::enabled, kEnabledArity);
  if (info == nullptr) return nullptr;
  // acquire: pairs with load_nif(); the library is complete.
  const auto* nif = static_cast<const NifFunction*>(info->native.load(vm::kAcquire));
  return nif != nullptr && nif->library->tracer->is_complete() ? nif->library : nullptr;
}

template <typename Function>
TracerAnswer NifTracerCallbacks::awake(const Function& function) {
  if (vm_.progress->is_awake_here()) [[likely]]
    return function();
  const vm::ThreadProgress::Visit visit(*vm_.progress);
  return function();
}

bool NifTracerCallbacks::is_tracer(Term module) { return library_of(module) != nullptr; }

const tracing::DirectTracer* NifTracerCallbacks::direct_tracer(Term state) {
  auto* resource = vm::magic_object<NifResource>(state);
  return resource != nullptr && resource->direct.library != nullptr ? &resource->direct : nullptr;
}

const tracing::DirectTracer* NifTracerCallbacks::standing(const NifLibrary& library,
                                                          const tracing::TracerModule& module) {
  const tracing::DirectTracer* direct = module.direct();
  return direct != nullptr && direct->library == &library && direct->stands() ? direct : nullptr;
}

bool NifTracerCallbacks::is_standing(const tracing::TracerModule& module) {
  if (module.direct() == nullptr || !vm_.progress->is_awake_here()) return false;
  const NifLibrary* library = library_of(module.module());
  return library != nullptr && standing(*library, module) != nullptr;
}

namespace {

/// Calls one of the functions that ask, in an environment whose exception is none().
TracerAnswer ask(ErlNifEnv& env, TracerFunctions::Function* function, const Term* arguments) {
  const Term answer = from_nif(function(&env, kEnabledArity, to_nif(arguments)));
  if (env.exception.has_value()) [[unlikely]] {
    env.exception = Term::none();
    return TracerAnswer::kOther;
  }
  return answer == am::trace     ? TracerAnswer::kTrace
         : answer == am::discard ? TracerAnswer::kDiscard
         : answer == am::remove  ? TracerAnswer::kRemove
                                 : TracerAnswer::kOther;
}

}  // namespace

TracerAnswer NifTracerCallbacks::enabled(Term module, TracerFamily family,
                                         std::span<const Term, 3> arguments) {
  return awake([&] { return enabled_awake(module, family, arguments); });
}

TracerAnswer NifTracerCallbacks::enabled_awake(Term module, TracerFamily family,
                                               std::span<const Term, 3> arguments) {
  NifLibrary* library = library_of(module);
  if (library == nullptr) return TracerAnswer::kNoModule;
  ErlNifEnv env(ErlNifEnv::Kind::kTracer, vm_, library, Term::none());
  return ask(env, library->tracer->enabled[static_cast<std::size_t>(family)], arguments.data());
}

namespace {

/// enabled_call(), with State and Tracee in arguments[1] and [2]; leaves `call` in arguments[0].
TracerAnswer ask_about_call(ErlNifEnv& env, const TracerFunctions::Functions& functions,
                            Term* arguments) {
  arguments[0] = am::trace_status;
  const TracerAnswer status = ask(env, functions[0], arguments);
  if (status == TracerAnswer::kRemove) return status;
  // The first call may have made terms, of which the second knows nothing.
  arguments[0] = am::call;
  return ask(env, functions[static_cast<std::size_t>(TracerFamily::call)], arguments);
}

}  // namespace

TracerAnswer NifTracerCallbacks::enabled_call(Term module, Term state, Term tracee) {
  const vm::ThreadProgress::Visit visit(*vm_.progress);
  NifLibrary* library = library_of(module);
  if (library == nullptr) return TracerAnswer::kNoModule;
  ErlNifEnv env(ErlNifEnv::Kind::kTracer, vm_, library, Term::none());
  Term arguments[] = {Term::none(), state, tracee};
  return ask_about_call(env, library->tracer->enabled, arguments);
}

TracerAnswer NifTracerCallbacks::report_call(const tracing::TracerModule& module, Term tracee,
                                             tracing::CalledFunction& call) {
  return awake([&] { return report_call_awake(module, tracee, call); });
}

TracerAnswer NifTracerCallbacks::report_call_awake(const tracing::TracerModule& module, Term tracee,
                                                   tracing::CalledFunction& call) {
  NifLibrary* library = library_of(module.module());
  if (library == nullptr) return TracerAnswer::kNoModule;
  const TracerFunctions& functions = *library->tracer;
  ErlNifEnv env(ErlNifEnv::Kind::kTracer, vm_, library, Term::none());
  if (const tracing::DirectTracer* direct = standing(*library, module)) {
    env.pid = tracee;
    direct->record(env, am::call, tracee, call.to_term(), Term::none());
    return TracerAnswer::kTrace;
  }
  Term arguments[kTraceArity];
  arguments[1] = module.state();
  arguments[2] = tracee;
  const TracerAnswer answer = ask_about_call(env, functions.enabled, arguments);
  if (answer != TracerAnswer::kTrace) return answer;
  env.pid = tracee;
  arguments[3] = call.to_term();
  arguments[4] = module.no_options();
  functions.trace[static_cast<std::size_t>(TracerFamily::call)](&env, kTraceArity,
                                                                to_nif(arguments));
  return answer;
}

TracerAnswer NifTracerCallbacks::report(const tracing::TracerModule& module, TracerFamily family,
                                        Term tag, Term tracee, tracing::EventParts& parts,
                                        Term self) {
  return awake([&] { return report_awake(module, family, tag, tracee, parts, self); });
}

TracerAnswer NifTracerCallbacks::report_awake(const tracing::TracerModule& module,
                                              TracerFamily family, Term tag, Term tracee,
                                              tracing::EventParts& parts, Term self) {
  NifLibrary* library = library_of(module.module());
  if (library == nullptr) return TracerAnswer::kNoModule;
  const TracerFunctions& functions = *library->tracer;
  ErlNifEnv env(ErlNifEnv::Kind::kTracer, vm_, library, Term::none());
  const tracing::DirectTracer* direct = standing(*library, module);
  if (direct != nullptr && direct->unwanted == tag) return TracerAnswer::kDiscard;
  Term arguments[kTraceArity] = {tag, module.state(), tracee};
  const auto index = static_cast<std::size_t>(family);
  if (direct == nullptr) {
    const TracerAnswer answer = ask(env, functions.enabled[index], arguments);
    if (answer != TracerAnswer::kTrace) return answer;
  }
  env.pid = self;
  const auto [term, extra] = parts.terms();
  if (direct != nullptr && !parts.has_other_options()) {
    direct->record(env, tag, tracee, term, extra);
    return TracerAnswer::kTrace;
  }
  arguments[3] = term;
  arguments[4] = parts.options();
  functions.trace[index](&env, kTraceArity, to_nif(arguments));
  return TracerAnswer::kTrace;
}

bool NifTracerCallbacks::record(const tracing::TracerModule& module, Term tag, Term tracee,
                                Term term, Term extra, Term self) {
  if (module.direct() == nullptr || !vm_.progress->is_awake_here()) return false;
  NifLibrary* library = library_of(module.module());
  if (library == nullptr) return false;
  const tracing::DirectTracer* direct = standing(*library, module);
  if (direct == nullptr) return false;
  if (direct->unwanted == tag) return true;
  ErlNifEnv env(ErlNifEnv::Kind::kTracer, vm_, library, self);
  direct->record(env, tag, tracee, term, extra);
  return true;
}

void NifTracerCallbacks::trace(Term module, TracerFamily family, std::span<const Term, 5> arguments,
                               Term self) {
  const vm::ThreadProgress::Visit visit(*vm_.progress);
  NifLibrary* library = library_of(module);
  if (library == nullptr) return;
  ErlNifEnv env(ErlNifEnv::Kind::kTracer, vm_, library, self);
  TracerFunctions::Function* function = library->tracer->trace[static_cast<std::size_t>(family)];
  function(&env, kTraceArity, to_nif(arguments.data()));
}

}  // namespace bif

// The library of a tracer with the resource as its state takes events by `record`, and need not be
// asked: while `*is_open`, `enabled` would answer `trace` to every tag but `unwanted` (0: to all),
// to which it would answer `discard`. To be called before a term refers to the resource.
void sonde_record_directly(ErlNifEnv* env, void* resource, const bool* is_open,
                           ERL_NIF_TERM unwanted, tracing::DirectTracer::Record* record) {
  bif::NifResource& state = bif::NifResource::of(resource);
  state.direct = {env->library, is_open, bif::from_nif(unwanted), record, resource};
}
