// Samples of stacks, for bif/erl/sonde_profile.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "tracing/trace_api.h"

namespace bif {
namespace {

Term function_term(HeapBuilder& builder, const tracing::Sampler::Function& function) {
  const auto& [module, name, arity] = function;
  return builder.tuple(Term::from_bits(module), Term::from_bits(name), number(arity));
}

}  // namespace

/// sonde_native:sample_stacks(IntervalNs) -> true: takes samples from now on; 0: no more.
BifResult native_sample_stacks_1(Process& p, const Args<1>& a) {
  if (!a[0].is_small() || a[0].as_small() < 0) return p.badarg();
  tracing::Sampler& sampler = tracing::Tracing::of(p.vm).sampler();
  if (a[0].as_small() == 0) {
    sampler.stop();
  } else {
    sampler.start(a[0].as_small());
  }
  return Term(am::true_);
}

/// sonde_native:sampled_stacks() -> [{Name | [], InitialCall, [{M, F, A}], Count}], the innermost
/// function first.
BifResult native_sampled_stacks_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  std::vector<Term> entries;
  for (const auto& [stack, count] : tracing::Tracing::of(p.vm).sampler().counts()) {
    std::vector<Term> functions;
    for (const auto& function : stack.functions)
      functions.push_back(function_term(builder, function));
    entries.push_back(builder.tuple(stack.name == 0 ? Term::nil() : Term::from_bits(stack.name),
                                    function_term(builder, stack.start),
                                    builder.list_from(functions), number(count)));
  }
  return builder.list_from(entries);
}

}  // namespace bif
