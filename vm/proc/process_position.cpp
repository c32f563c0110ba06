// Walks the stack: a word whose primary tag is 00 is a return address, everything else a term or
// catch tag.
#include "vm/proc/process_position.h"

#include "vm/code/module_table.h"
#include "vm/heap/binary.h"
#include "vm/proc/operation.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/term/print.h"
#include "vm/vm.h"

#include <fmt/format.h>

#include <algorithm>

namespace vm {
namespace {

/// Of the text of one word of the stack; more is cut off.
constexpr Word kMostSlotBytes = 10000;

struct Position {
  Mfa mfa;
  const Module* module = nullptr;
  const LineEntry* line = nullptr;
  bool is_on_stack = false;  // where the first return address leads; of present_position() only
};

bool find_position(const Process& p, CodeAddress address, bool is_return, Position* position) {
  const Module* module = p.vm.modules->containing(address);
  if (module == nullptr) return false;
  const FuncInfo* function = module->function_at(address);
  if (function == nullptr) return false;
  position->mfa = {function->module, function->function, function->arity};
  position->module = module;
  position->line = is_return ? module->line_of_return(address) : module->line_at(address);
  return true;
}

}  // namespace

Term line_location(HeapBuilder& builder, const Module& module, const LineEntry& line, Term rest) {
  rest = builder.cons(builder.tuple(Term(am::line), Term::small(line.line)), rest);
  return builder.cons(module.files[line.file], rest);
}

namespace {

Term position_term(HeapBuilder& builder, const Position& position) {
  Term location = Term::nil();
  if (position.line != nullptr && position.line->line != 0)
    location = line_location(builder, *position.module, *position.line);
  return builder.tuple(position.mfa.module, position.mfa.function,
                       Term::small(static_cast<SWord>(position.mfa.arity)), location);
}

bool waits_in_bif(const Process& p) { return p.operation.coroutine != nullptr; }

/// Whether the process is in a BIF without waiting for another process: a thread works for it, or
/// it pauses in long work.
bool works_in_bif(const Process& p) {
  if (p.operation.works_outside) return true;
  return waits_in_bif(p) && p.operation.coroutine->keeps_terms_in_place();
}

/// In `Port ! Command` to a busy port.
bool waits_in_send(const Process& p) {
  return waits_in_bif(p) && p.operation.bif.function == am::send;
}

bool is_return_address(StackWord word) { return word.bits != 0 && (word.bits & 3) == 0; }

/// As in OTP, a process that asks where it is itself gets the caller of process_info, also where
/// that is called by a breakpoint or as a fun. A traced one has frames of tracing above that, which
/// lie in no module.
void skip_process_info(const Process& p, Position* position) {
  if (position->mfa.module != am::erlang || position->mfa.function != am::process_info) return;
  position->is_on_stack = true;
  for (const StackWord* word = p.stack_top; word < p.heap_end; ++word) {
    if (is_return_address(*word) &&
        find_position(p, reinterpret_cast<CodeAddress>(word->bits), true, position))
      return;
  }
}

Position present_position(const Process& p) {
  Position position;
  if (p.sched.hibernated) {
    position.mfa = {am::erlang, am::hibernate, 3};
  } else if (p.operation.suspended_at != nullptr) {
    position.mfa = *p.operation.suspended_at;
  } else if (works_in_bif(p) || waits_in_send(p)) {
    position.mfa = p.operation.bif;
  } else if (!find_position(p, p.ip, false, &position)) {
    // In a BIF that waits: the caller is on the stack. Not started yet: its initial call.
    const StackWord* top = p.stack_top;
    const bool has_caller = waits_in_bif(p) && top < p.heap_end && (top->bits & 3) == 0;
    if (!has_caller ||
        !find_position(p, reinterpret_cast<CodeAddress>(top->bits), true, &position)) {
      position.mfa = p.identity.initial_call;
    }
  } else {
    skip_process_info(p, &position);
  }
  return position;
}

/// Calls `f(const Position&)` for up to `most` return addresses, the innermost first.
template <class F>
void for_each_return(const Process& p, std::size_t most, const F& f) {
  Word previous = 0;
  for (const StackWord* word = p.stack_top; word < p.heap_end && most > 0; ++word) {
    Position position;
    // Recursion appears once: the same return address again is skipped.
    if (!is_return_address(*word) || word->bits == previous) continue;
    if (!find_position(p, reinterpret_cast<CodeAddress>(word->bits), true, &position)) continue;
    previous = word->bits;
    f(position);
    --most;
  }
}

std::string name_of(const Mfa& mfa) {
  return fmt::format("{}:{}/{}", term_to_text(mfa.module), term_to_text(mfa.function), mfa.arity);
}

/// A function and how many bytes behind its beginning `address` is, as in OTP's dumps.
std::string place_of(const Process& p, CodeAddress address) {
  const Module* module = p.vm.modules->containing(address);
  const FuncInfo* function = module == nullptr ? nullptr : module->function_at(address);
  if (function != nullptr) {
    return fmt::format("{} + {}", name_of({function->module, function->function, function->arity}),
                       reinterpret_cast<Word>(address) - reinterpret_cast<Word>(function));
  }
  if (address == &p.vm.words.normal_exit) return "<terminate process normally>";
  if (address == &p.vm.words.continue_exit) return "<continue terminate process>";
  return "unknown function";
}

}  // namespace

Mfa current_mfa(const Process& p) { return present_position(p).mfa; }

Term function_term(HeapBuilder& builder, const Mfa& mfa) {
  return builder.tuple(mfa.module, mfa.function, Term::small(static_cast<SWord>(mfa.arity)));
}

Term location_term(Process& p, HeapBuilder& builder) {
  return position_term(builder, present_position(p));
}

Term stacktrace_term(Process& p, HeapBuilder& builder) {
  std::vector<Term> entries;
  const auto most = static_cast<int>(p.vm.backtrace_depth.load(kRelaxed));  // relaxed: a setting
  if (most == 0) return Term::nil();
  // A BIF has no frame, so the trace begins with its caller.
  const Position present = present_position(p);
  if (!p.sched.hibernated && !waits_in_bif(p) && !present.is_on_stack)
    entries.push_back(position_term(builder, present));
  for_each_return(p, static_cast<std::size_t>(most) - 1, [&](const Position& position) {
    entries.push_back(position_term(builder, position));
  });
  return builder.list_from(entries);
}

std::vector<Mfa> stack_functions(const Process& p, std::size_t depth) {
  std::vector<Mfa> functions = {present_position(p).mfa};
  for_each_return(p, depth - 1,
                  [&](const Position& position) { functions.push_back(position.mfa); });
  return functions;
}

std::string backtrace_text(const Process& p) {
  const Position position = present_position(p);
  std::string text =
      fmt::format("Program counter: {:#018x} ({})\n", reinterpret_cast<Word>(p.ip),
                  position.module == nullptr ? name_of(position.mfa) : place_of(p, p.ip));
  int slot = 0;
  for (const StackWord* word = p.stack_top; word < p.heap_end; ++word) {
    if (is_return_address(*word)) {
      text += fmt::format("\n{:#018x} Return addr {:#018x} ({})\n", reinterpret_cast<Word>(word),
                          word->bits, place_of(p, reinterpret_cast<CodeAddress>(word->bits)));
      slot = 0;
      continue;
    }
    text += fmt::format("{:<8} ", fmt::format("y({})", slot++));
    if (word->term().is_catch()) {
      const CodeAddress handler = p.vm.catches->target(word->term().catch_index());
      text +=
          fmt::format("Catch {:#018x} ({})", reinterpret_cast<Word>(handler), place_of(p, handler));
    } else {
      print_term(text, word->bits == 0 ? Term::nil() : word->term(), PrintStyle::kDisplay,
                 kMostSlotBytes);
    }
    text += "\n";
  }
  return text;
}

Term off_heap_binaries_term(Process& p, HeapBuilder& builder) {
  Term list = Term::nil();
  for (const OffHeap* owners : {&p.off_heap, &p.old_off_heap}) {
    for (const OffHeapNode* node = owners->first(); node != nullptr; node = node->next) {
      if (header_subtag(node->header) != Subtag::kRefBinary) continue;
      Binary* binary = reinterpret_cast<const RefBinary*>(node)->binary;
      const Term entry = builder.tuple(builder.unsigned_integer(reinterpret_cast<Word>(binary)),
                                       builder.unsigned_integer(binary->size()),
                                       builder.unsigned_integer(binary->count()));
      list = builder.cons(entry, list);
    }
  }
  return list;
}

Term priority_atom(Priority priority) {
  constexpr Term kNames[] = {am::max, am::high, am::normal, am::low};
  return kNames[static_cast<unsigned>(priority)];
}

bool priority_from_atom(Term atom, Priority* priority) {
  for (Priority candidate : {Priority::kMax, Priority::kHigh, Priority::kNormal, Priority::kLow}) {
    if (priority_atom(candidate) != atom) continue;
    *priority = candidate;
    return true;
  }
  return false;
}

}  // namespace vm
