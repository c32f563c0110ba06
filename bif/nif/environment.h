// NifEnvironment: what a C function of a NIF library builds its terms in, `ErlNifEnv` in erl_nif.h.
// Terms of a call on a scheduler go to the calling process's heap, those of all other kinds to
// fragments that the environment owns.
// Invariants: nothing collects while an environment of a call exists, so its terms stay where they
// are. Terms of a library's environment live until it is cleared, freed or sent.
// Ownership: an environment of a library belongs to the library; the others live on the stack of
// the function that calls the library.
// Threads: an environment is used by one thread at a time. Source: erl_nif(3).
#pragma once

#include "bif/bif.h"
#include "bif/nif/checks.h"

#include <erl_nif.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace bif {
class NifLibrary;
struct ScheduledNif;
}  // namespace bif

/// The name that erl_nif.h has declared. See above.
struct enif_environment_t {
  enum class Kind : std::uint8_t {
    kCall,      // of a process that called a NIF, on its scheduler
    kDirty,     // the same on a dirty scheduler: terms go to fragments, copied to the process later
    kLibrary,   // enif_alloc_env()
    kCallback,  // load, upgrade, unload, destructors, down, stop
    kTracer,    // of a tracer module: the tracee's process must not be touched
  };

  /// The environment of a call by `p`, whose registers are saved.
  enif_environment_t(vm::Process& p, bif::NifLibrary* library)
      : kind(Kind::kCall), vm(p.vm), process(&p), pid(p.pid), library(library) {
    if (bif::has_nif_checks()) bif::checks::add_environment(*this);
  }
  /// Any other kind. `process` is the calling process of a dirty call, else none().
  enif_environment_t(Kind kind, vm::Vm& vm, bif::NifLibrary* library, vm::Term process)
      : kind(kind), vm(vm), process(nullptr), pid(process), library(library) {
    if (bif::has_nif_checks()) bif::checks::add_environment(*this);
  }
  // In line, as nearly all calls leave nothing to be freed.
  [[gnu::always_inline]] ~enif_environment_t() {
    if (bif::has_nif_checks()) [[unlikely]]
      bif::checks::remove_environment(*this);
    if (temporaries_ != nullptr) [[unlikely]]
      free_temporaries();
  }
  enif_environment_t(const enif_environment_t&) = delete;

  /// Where new terms go. Made with the first: many calls make none.
  vm::HeapBuilder& builder() {
    if (bif::has_nif_checks()) bif::checks::check_use(this);
    if (!builder_) [[unlikely]]
      make_builder();
    return *builder_;
  }
  /// Raises `reason` as an error when the NIF returns. Returns the non-value.
  vm::Term raise(vm::Term reason);
  vm::Term badarg() { return raise(vm::am::badarg); }
  /// Ends the terms of a library's environment: their fragments (may be null), for a message.
  vm::HeapFragment* take_terms();
  /// Memory that is freed when the call or callback returns, for a library's environment when it is
  /// cleared.
  unsigned char* allocate_temporary(std::size_t size);
  /// Frees a vector at the same time.
  void free_at_end(ErlNifIOVec* vector) { temporaries().vectors.push_back(vector); }

  const Kind kind;
  vm::Vm& vm;
  vm::Process* const process;  // of kCall
  vm::Term pid;                // of kCall and kDirty, and what is traced by kTracer; else none()
  bif::NifLibrary* const library;                // null: of a library that is not known (kLibrary)
  vm::Term exception;                            // reason, or none()
  std::unique_ptr<bif::ScheduledNif> scheduled;  // what enif_schedule_nif() asked for
  bool records_sends = false;                    // of kDirty: the process's sends are traced

  /// A receiver and a message, a term of this environment.
  using Sent = std::pair<vm::Term, vm::Term>;
  /// Keeps what was sent (kDirty), to be reported when the process is back on a scheduler.
  void record_send(vm::Term receiver, vm::Term message) {
    temporaries().sent.emplace_back(receiver, message);
  }
  /// What record_send() has kept, in that order.
  std::span<const Sent> sent() const {
    return temporaries_ == nullptr ? std::span<const Sent>() : temporaries_->sent;
  }

 private:
  /// What few environments have.
  struct Temporaries {
    std::vector<std::unique_ptr<unsigned char[]>> blocks;
    std::vector<ErlNifIOVec*> vectors;
    std::vector<Sent> sent;
  };

  void make_builder();
  Temporaries& temporaries();
  void free_temporaries();

  std::optional<vm::HeapBuilder> builder_;
  std::unique_ptr<Temporaries> temporaries_;  // null: none; made with the first
};

namespace bif {

/// A call that enif_schedule_nif() has asked for. `arguments` are terms of the environment.
struct ScheduledNif {
  ERL_NIF_TERM (*function)(ErlNifEnv*, int, const ERL_NIF_TERM[]);
  unsigned flags;
  vm::Term name;  // an atom: the function's name in stack traces
  std::vector<vm::Term> arguments;
};

inline ERL_NIF_TERM to_nif(vm::Term term) { return term.bits(); }
inline vm::Term from_nif(ERL_NIF_TERM term) { return vm::Term::from_bits(term); }
static_assert(sizeof(ERL_NIF_TERM) == sizeof(vm::Term), "arrays of terms are passed as they are");
inline const vm::Term* from_nif(const ERL_NIF_TERM* terms) {
  return reinterpret_cast<const vm::Term*>(terms);
}
inline const ERL_NIF_TERM* to_nif(const vm::Term* terms) {
  return reinterpret_cast<const ERL_NIF_TERM*>(terms);
}

/// The machine that C libraries of this program belong to: the one of the calling scheduler or
/// dirty thread, else the one that loaded the first library. Libraries are loaded into the
/// operating system's process, so only one machine of a program can have them.
vm::Vm& nif_machine();
/// Called before a library is loaded into `vm`. False: another machine of this program has some.
bool claim_nif_machine(vm::Vm& vm);
/// Called when `vm` has stopped: as in OTP, no destructor and no `unload` runs from then on.
void release_nif_machine(vm::Vm& vm);
/// Whether code of libraries may be called: a machine has claimed them and runs.
bool has_nif_machine();

}  // namespace bif
