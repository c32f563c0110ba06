// How tracing calls tracer modules (tracing/tracer_module.h): by the C functions of the library
// that the module's current version has loaded. Threads: any.
#pragma once

#include "bif/nif/library.h"

namespace bif {

class NifTracerCallbacks final : public tracing::TracerCallbacks {
 public:
  explicit NifTracerCallbacks(vm::Vm& vm) : vm_(vm) {}
  bool is_tracer(Term module) override;
  const tracing::DirectTracer* direct_tracer(Term state) override;
  bool is_standing(const tracing::TracerModule& module) override;
  tracing::TracerAnswer enabled(Term module, tracing::TracerFamily family,
                                std::span<const Term, 3> arguments) override;
  tracing::TracerAnswer enabled_call(Term module, Term state, Term tracee) override;
  tracing::TracerAnswer report_call(const tracing::TracerModule& module, Term tracee,
                                    tracing::CalledFunction& call) override;
  tracing::TracerAnswer report(const tracing::TracerModule& module, tracing::TracerFamily family,
                               Term tag, Term tracee, tracing::EventParts& parts,
                               Term self) override;
  bool record(const tracing::TracerModule& module, Term tag, Term tracee, Term term, Term extra,
              Term self) override;
  void trace(Term module, tracing::TracerFamily family, std::span<const Term, 5> arguments,
             Term self) override;

 private:
  /// The library of the module's current version, if it has what a tracer needs; else null. Valid
  /// until the thread reports progress.
  NifLibrary* library_of(Term module) const;
  /// What the library, the current version's, has said about the tracer; null: nothing, or its
  /// answer would now be another one than `trace`.
  static const tracing::DirectTracer* standing(const NifLibrary& library,
                                               const tracing::TracerModule& module);
  /// Calls `function` in a thread that reports progress: schedulers do, others visit.
  template <typename Function>
  tracing::TracerAnswer awake(const Function& function);
  /// enabled() in a thread that reports progress.
  tracing::TracerAnswer enabled_awake(Term module, tracing::TracerFamily family,
                                      std::span<const Term, 3> arguments);
  /// report_call() in such a thread.
  tracing::TracerAnswer report_call_awake(const tracing::TracerModule& module, Term tracee,
                                          tracing::CalledFunction& call);
  /// report() in such a thread.
  tracing::TracerAnswer report_awake(const tracing::TracerModule& module,
                                     tracing::TracerFamily family, Term tag, Term tracee,
                                     tracing::EventParts& parts, Term self);
  NifLibrary* find_library(Term module) const;

  vm::Vm& vm_;
};

}  // namespace bif
