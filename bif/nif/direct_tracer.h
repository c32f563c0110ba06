// DirectTracer: what a library has said by sonde_record_directly() about a tracer whose state is a
// resource of it. So a log need not be asked before each event and each time slice, and gets the
// parts of an event without a map of options.
// Ownership: part of the resource; `is_open` and `record` are the library's, which stays as long as
// its resources do. Threads: constant before a term refers to the resource.
#pragma once

#include "bif/nif/environment.h"

namespace tracing {

struct DirectTracer {
  /// Takes an event like erl_tracer:trace/5, `extra` (0: there is none) by itself.
  using Record = void(ErlNifEnv* env, void* resource, ERL_NIF_TERM tag, ERL_NIF_TERM tracee,
                      ERL_NIF_TERM term, ERL_NIF_TERM extra);

  const bif::NifLibrary* library = nullptr;  // null: nothing was said
  const bool* is_open = nullptr;
  vm::Term unwanted;
  Record* function = nullptr;
  void* resource = nullptr;

  /// Whether `enabled` would answer `trace` now.
  bool stands() const {
    // relaxed: the library looks again where it matters.
    return vm::load_shared(*is_open, vm::kRelaxed);
  }
  void record(ErlNifEnv& env, vm::Term tag, vm::Term tracee, vm::Term term, vm::Term extra) const {
    function(&env, resource, bif::to_nif(tag), bif::to_nif(tracee), bif::to_nif(term),
             bif::to_nif(extra));
  }
};

}  // namespace tracing

extern "C" void sonde_record_directly(ErlNifEnv* env, void* resource, const bool* is_open,
                                      ERL_NIF_TERM unwanted, tracing::DirectTracer::Record* record);
