// The state lies in fragments of the TracerModule.
#include "tracing/tracer_module.h"

#include "vm/term/atom_table.h"
#include "vm/term/compare.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

namespace tracing {

namespace {
constexpr Word kPairWords = 3;
constexpr Word kEmptyMapWords = 3;
constexpr Word kMapWords = 5;  // with one key
}  // namespace

TracerModule::TracerModule(Term module, Term state, const DirectTracer* direct)
    : module_(module), direct_(direct) {
  const vm::CopySize state_size = vm::size_of_term(state, nullptr);
  words_ = kPairWords + state_size.words;
  vm::HeapBuilder builder(state_size.words + kEmptyMapWords + kMapWords);
  state_ = vm::copy_term_of_size(builder, state, state_size, nullptr);
  no_options_ = vm::empty_map(builder);
  extra_option_ = vm::map_put(builder, no_options_, vm::am::extra, Term::nil());
  fragments_ = builder.take_fragments();
}

TracerModule::~TracerModule() { vm::HeapFragment::free_chain(fragments_); }

Term TracerModule::to_term(vm::HeapBuilder& builder) const {
  const Term state = vm::copy_term(builder, state_, nullptr);
  return module_ == vm::am::erl_tracer ? state : builder.tuple(module_, state);
}

// Hand-made, as it happens for each call that is traced: the cells of the list, then the tuple.
Term CalledFunction::to_term() {
  auto* cells = reinterpret_cast<Term*>(room_ + kMfaWords);
  Term last = Term::nil();
  if (last_ == Last::kArity) {
    last = vm::number(function_.arity);
  } else {
// Few arguments are the rule: preparing an unrolled loop takes longer than they do.
#pragma clang loop unroll(disable)
    for (Word n = function_.arity; n-- > 0; cells += 2) {
      cells[0] = arguments_[n];
      cells[1] = last;
      last = Term::cons(reinterpret_cast<vm::Cons*>(cells));
    }
  }
  auto* tuple = reinterpret_cast<Term*>(room_);
  tuple[0] = Term::from_bits(vm::make_header(vm::Subtag::kTuple, kMfaWords - 1));
  tuple[1] = function_.module;
  tuple[2] = function_.function;
  tuple[3] = last;
  return Term::boxed(tuple);
}

bool TracerModule::operator==(const TracerModule& other) const {
  return module_ == other.module_ && vm::exactly_equal(state_, other.state_);
}

}  // namespace tracing
