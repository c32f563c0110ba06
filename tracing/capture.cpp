// Copies that end when their budget is spent.
#include "tracing/capture.h"

#include "tracing/delivery.h"
#include "vm/heap/binary_view.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/term/map.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tracing {

namespace {

using vm::SWord;

/// Deeper terms are cut. A copy recurses once for each level; nobody reads what is deeper.
constexpr unsigned kMaxDepth = 200;

/// In place of what is left out.
Term cut_mark() { return vm::am::ellipsis; }

class Cutter {
 public:
  Cutter(vm::HeapBuilder& builder, Word max_bytes)
      : builder_(builder), left_(static_cast<SWord>(max_bytes)) {}

  Term copy(Term term, unsigned depth) {
    left_ -= sizeof(Word);
    if (term.is_immediate()) return term;
    if (left_ <= 0 || depth == 0) return cut_mark();
    if (term.is_cons()) return list(term, depth - 1);
    if (term.is_tuple()) return tuple(term, depth - 1);
    if (term.is_map()) return map(term, depth - 1);
    if (term.is_bitstring()) return bitstring(term);
    return whole(term, depth - 1);
  }

 private:
  Term list(Term term, unsigned depth) {
    std::vector<Term> elements;
    for (; term.is_cons() && left_ > 0; term = term.as_cons().tail)
      elements.push_back(copy(term.as_cons().head, depth));
    const Term tail = term.is_nil() ? term : left_ > 0 ? copy(term, depth) : cut_mark();
    return builder_.list_from(elements, tail);
  }

  Term tuple(Term term, unsigned depth) {
    const vm::Tuple& tuple = term.as_tuple();
    std::vector<Term> elements;
    for (Word n = 0; n < tuple.arity() && left_ > 0; ++n)
      elements.push_back(copy(tuple.elements[n], depth));
    if (elements.size() < tuple.arity()) elements.push_back(cut_mark());
    return builder_.tuple_from(elements);
  }

  Term map(Term term, unsigned depth) {
    std::vector<vm::MapPair> pairs;
    vm::MapIterator iterator(term);
    Term key;
    Term value;
    bool is_cut = false;
    while (iterator.next(&key, &value)) {
      is_cut = left_ <= 0;
      if (is_cut) break;
      const Term kept = copy(key, depth);
      pairs.push_back({kept, copy(value, depth)});
    }
    if (is_cut) pairs.push_back({cut_mark(), cut_mark()});
    // Keys that were cut may be equal; the last one stays.
    return vm::map_from_pairs(builder_, pairs);
  }

  Term bitstring(Term term) {
    const Word bytes = (vm::bit_size(term) + 7) / 8;
    if (static_cast<SWord>(bytes) <= left_) {
      left_ -= static_cast<SWord>(bytes);
      return vm::copy_term(builder_, term, nullptr);
    }
    const auto kept = static_cast<Word>(left_);
    left_ = 0;
    const Term first = vm::make_sub_binary(builder_, term, 0, kept * 8);
    return vm::make_binary_term(builder_, std::string(vm::BinaryBytes(first).text()) + "...");
  }

  /// Numbers, references, funs: they are kept as they are, or not at all.
  Term whole(Term term, unsigned depth) {
    if (term.is_fun()) {
      const vm::Fun& fun = term.as_boxed<vm::Fun>();
      // The copies of what it holds show what it would take.
      for (Word n = 0; n < fun.num_free() && left_ > 0; ++n) copy(fun.free[n], depth);
    } else {
      left_ -= static_cast<SWord>(vm::header_words(term.header()) * sizeof(Word));
    }
    return left_ > 0 ? vm::copy_term(builder_, term, nullptr) : cut_mark();
  }

  vm::HeapBuilder& builder_;
  SWord left_;  // bytes
};

/// A term of an event, cut if there is a limit.
Term kept(vm::HeapBuilder& builder, const Capture& capture, Term term) {
  if (capture.max_bytes == 0 || term.is_none() || term.is_immediate()) return term;
  return copy_cut(builder, term, capture.max_bytes);
}

/// {M, F, Args}; an arity in place of the arguments stays.
Term kept_call(vm::HeapBuilder& builder, const Capture& capture, Term mfa) {
  if (!mfa.is_tuple_of(3)) return mfa;
  const vm::Tuple& parts = mfa.as_tuple();
  Term list = parts.elements[2];
  if (!list.is_cons()) return mfa;
  std::vector<Term> arguments;
  for (Word n = 1; list.is_cons(); list = list.as_cons().tail, ++n) {
    const bool is_kept = capture.argument == 0 || capture.argument == n;
    arguments.push_back(is_kept ? kept(builder, capture, list.as_cons().head)
                                : Term(vm::am::underscore));
  }
  return builder.tuple(parts.elements[0], parts.elements[1], builder.list_from(arguments));
}

}  // namespace

Term copy_cut(vm::HeapBuilder& builder, Term term, Word max_bytes) {
  return Cutter(builder, max_bytes).copy(term, kMaxDepth);
}

TraceEvent captured(vm::HeapBuilder& builder, const Capture& capture, const TraceEvent& event) {
  TraceEvent result = event;
  const Term tag = event.tag;
  if (tag == vm::am::call) {
    result.first = kept_call(builder, capture, event.first);
  } else if (tag == vm::am::return_from) {
    result.second = capture.has_result ? kept(builder, capture, event.second) : cut_mark();
  } else if (tag == vm::am::exception_from) {
    result.second = kept(builder, capture, event.second);
  } else if (tag == vm::am::spawn || tag == vm::am::spawned) {
    Capture of_spawn = capture;
    of_spawn.argument = 0;
    result.second = kept_call(builder, of_spawn, event.second);
  } else if (tag == vm::am::send || tag == vm::am::send_to_non_existing_process ||
             tag == vm::am::receive || tag == vm::am::exit) {
    result.first = kept(builder, capture, event.first);
  }
  return result;
}

}  // namespace tracing
