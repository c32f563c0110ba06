// Terms go to the builder; what a call needs only for its time is freed with the environment.
#include "bif/nif/environment.h"

#include "vm/base/atomic.h"
#include "vm/term/copy.h"

using bif::from_nif;
using bif::to_nif;

namespace bif {
namespace {

// Memory is taken with the first term: many environments hold none.
constexpr Word kFirstWords = 0;

// The one global of the NIF interface: C code without an environment (enif_alloc_env(),
// enif_monotonic_time()) names no machine.
constinit vm::Atomic<vm::Vm*> nif_machine_{nullptr};

}  // namespace

vm::Vm& nif_machine() {
  // acquire: pairs with claim_nif_machine(); the machine is complete.
  vm::Vm* machine = nif_machine_.load(vm::kAcquire);
  VM_CHECK(machine != nullptr, "a library is loaded before its code runs");
  return *machine;
}

bool claim_nif_machine(vm::Vm& vm) {
  vm::Vm* none = nullptr;
  // release: pairs with nif_machine()
  return nif_machine_.compare_exchange_strong(none, &vm, vm::kAcqRel, vm::kAcquire) || none == &vm;
}

// acquire: as in nif_machine()
bool has_nif_machine() { return nif_machine_.load(vm::kAcquire) != nullptr; }

void release_nif_machine(vm::Vm& vm) {
  vm::Vm* own = &vm;
  nif_machine_.compare_exchange_strong(own, nullptr, vm::kAcqRel, vm::kRelaxed);
}

}  // namespace bif

void enif_environment_t::make_builder() {
  if (process != nullptr) {
    builder_.emplace(*process);
  } else {
    builder_.emplace(bif::kFirstWords);
  }
}

vm::Term enif_environment_t::raise(vm::Term reason) {
  if (bif::has_nif_checks()) bif::checks::check_use(this);
  exception = reason;
  return vm::Term::none();
}

vm::HeapFragment* enif_environment_t::take_terms() {
  vm::HeapFragment* fragments = builder().take_fragments();
  builder_.reset();
  free_temporaries();
  return fragments;
}

enif_environment_t::Temporaries& enif_environment_t::temporaries() {
  if (temporaries_ == nullptr) temporaries_ = std::make_unique<Temporaries>();
  return *temporaries_;
}

void enif_environment_t::free_temporaries() {
  const std::unique_ptr<Temporaries> ended = std::move(temporaries_);
  if (ended == nullptr) return;
  for (ErlNifIOVec* vector : ended->vectors) enif_free_iovec(vector);
}

unsigned char* enif_environment_t::allocate_temporary(std::size_t size) {
  return temporaries()
      .blocks.emplace_back(std::make_unique_for_overwrite<unsigned char[]>(size))
      .get();
}

extern "C" {

ErlNifEnv* enif_alloc_env() {
  using Kind = ErlNifEnv::Kind;
  return std::make_unique<ErlNifEnv>(Kind::kLibrary, bif::nif_machine(), nullptr, vm::Term::none())
      .release();
}

void enif_free_env(ErlNifEnv* env) { std::unique_ptr<ErlNifEnv>{env}; }

void enif_clear_env(ErlNifEnv* env) {
  vm::HeapFragment::free_chain(env->take_terms());
  env->exception = vm::Term::none();
}

ERL_NIF_TERM enif_make_copy(ErlNifEnv* to, ERL_NIF_TERM term) {
  return to_nif(vm::copy_term(to->builder(), from_nif(term), nullptr));
}

ERL_NIF_TERM enif_make_badarg(ErlNifEnv* env) { return to_nif(env->badarg()); }

ERL_NIF_TERM enif_raise_exception(ErlNifEnv* env, ERL_NIF_TERM reason) {
  return to_nif(env->raise(from_nif(reason)));
}

int enif_is_exception(ErlNifEnv* env, ERL_NIF_TERM term) {
  return env->exception.has_value() && from_nif(term).is_none();
}

int enif_has_pending_exception(ErlNifEnv* env, ERL_NIF_TERM* reason) {
  if (env->exception.has_value() && reason != nullptr) *reason = to_nif(env->exception);
  return env->exception.has_value();
}

}  // extern "C"
