// Actions of match specs.
#include "tracing/trace_match_host.h"

#include "tracing/flag_signal.h"
#include "tracing/option_flags.h"
#include "tracing/return_frames.h"
#include "tracing/trace_api.h"
#include "vm/code/code_place.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/proc/process_dump.h"
#include "vm/proc/process_position.h"
#include "vm/proc/process_table.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/term/number.h"
#include "vm/term/print.h"

#include <algorithm>
#include <cstdio>

namespace tracing {

Term TraceMatchHost::caller(Process& p) {
  vm::HeapBuilder builder(p);
  return function_of(builder, p.vm, real_return_address(p, p.stack_top));
}

Term TraceMatchHost::caller_line(Process& p) {
  vm::HeapBuilder builder(p);
  const vm::CodeAddress address = real_return_address(p, p.stack_top);
  const auto [module, info, line] =
      address == nullptr ? vm::CodePlace() : vm::place_of(*p.vm.modules, address - 1);
  if (info == nullptr) return vm::am::undefined;
  const Term arity = vm::number(info->arity);
  if (line == nullptr)
    return builder.tuple(info->module, info->function, arity, Term(vm::am::undefined));
  const Term file = module->files[line->file].as_tuple().elements[1];
  return builder.tuple(info->module, info->function, arity,
                       builder.tuple(file, Term::small(line->line)));
}

Term TraceMatchHost::current_stacktrace(Process& p, Word depth) {
  vm::HeapBuilder builder(p);
  std::vector<Term> entries;
  // relaxed: a setting
  depth = std::min(depth, Word{p.vm.backtrace_depth.load(vm::kRelaxed)});
  for (const vm::StackWord* slot = p.stack_top; slot < p.heap_end && entries.size() < depth;
       ++slot) {
    const auto address = reinterpret_cast<vm::CodeAddress>(slot->bits);
    if (!slot->term().is_header()) continue;
    if (p.vm.words.is_trace_frame(address)) {
      slot = last_word(p.vm, slot);
      continue;
    }
    const auto [module, info, line] = vm::place_of(*p.vm.modules, address - 1);
    if (info == nullptr) continue;
    const Term location =
        line == nullptr ? Term::nil() : vm::line_location(builder, *module, *line);
    entries.push_back(
        builder.tuple(info->module, info->function, vm::number(info->arity), location));
  }
  return builder.list_from(entries);
}

Word TraceMatchHost::trace_control_word(Process&) { return tracing_.trace_control_word(); }
void TraceMatchHost::set_trace_control_word(Process&, Word value) {
  tracing_.set_trace_control_word(value);
}

void TraceMatchHost::silent(Process& p, Term value) {
  TraceeEntry* entry = find_entry(p, *session_);
  if (entry == nullptr) return;
  if (value == vm::am::true_) entry->setting.flags |= vm::kTraceSilent;
  if (value == vm::am::false_) entry->setting.flags &= ~std::uint32_t{vm::kTraceSilent};
  update_flags(p);
}

Term TraceMatchHost::process_dump(Process& p) {
  vm::HeapBuilder builder(p);
  return vm::make_binary_term(builder,
                              vm::process_dump_text(p, builder, vm::DumpedWhile::kRunning));
}

void TraceMatchHost::display(Process&, Term value) {
  std::string text;
  vm::print_term(text, value, vm::PrintStyle::kDisplay);
  text += "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

bool TraceMatchHost::is_seq_trace(Process& p) { return tracing_.seq().has_token(p); }
Term TraceMatchHost::seq_token(Process& p) {
  vm::HeapBuilder builder(p);
  return tracing_.seq().token(p, builder);
}
bool TraceMatchHost::set_seq_token(Process& p, Term component, Term value) {
  return tracing_.seq().set(p, component, value).has_value();
}

bool TraceMatchHost::change_trace(Process& p, vm::MatchTraceChange change,
                                  std::span<const Term> arguments) {
  using vm::MatchTraceChange;
  const TraceeEntry* entry = find_entry(p, *session_);
  // The session's own, else that of the process, else what the list says.
  TraceOptions sets{.tracer = !session_->tracer.is_none() ? session_->tracer
                              : entry != nullptr          ? entry->setting.tracer
                                                          : Tracer{}};
  const std::size_t lists = change == MatchTraceChange::kTrace ? 2 : 1;
  // With one argument more, the first says which process: a pid or a name.
  const bool has_pid = arguments.size() > lists;
  Term pid = has_pid ? arguments[0] : p.pid;
  if (pid.is_atom()) pid = p.vm.registry->find(pid);
  if (!pid.is_local_pid() || p.vm.processes->find(pid) == nullptr) return false;
  const std::span<const Term> flags = arguments.subspan(has_pid ? 1 : 0);
  TraceOptions clears;
  if (change == MatchTraceChange::kTrace) {
    const NamesTracer named = session_->has_own_tracer() ? NamesTracer::kNo : NamesTracer::kYes;
    if (!parse_trace_options(p.vm, flags[0], named, &clears)) return false;
    if (!clears.tracer.is_none()) sets.tracer = clears.tracer;
    if (!parse_trace_options(p.vm, flags[1], named, &sets)) return false;
    if (clears.processor_time || sets.processor_time) return false;
  } else {
    const std::uint32_t bit = flag_of_atom(flags[0]);
    if (bit == 0) return false;
    (change == MatchTraceChange::kEnable ? sets : clears).flags = bit;
  }
  const Tracer tracer = sets.tracer;
  const bool names_tracer = change == MatchTraceChange::kTrace;
  if (names_tracer && !tracer.is_none() && !is_alive(p.vm, tracer, pid)) return false;
  const auto apply = [&](bool on, std::uint32_t flags_changed) {
    if (flags_changed == 0) return;
    const FlagChange flag_change{session_, on, flags_changed, tracer, names_tracer};
    if (pid == p.pid) {
      apply_change(p, flag_change);
    } else {
      // Another process is changed by a signal; this one does not wait for it.
      auto signal = std::make_unique<FlagSignal>(flag_change, SharedRef<Countdown>());
      vm::push_signal(p.vm, pid, std::move(signal));
    }
  };
  // As OTP: where neither this process nor the lists have a tracer, nothing stays.
  const bool clears_all = names_tracer && tracer.is_none();
  apply(false, clears_all ? ~std::uint32_t{0} : clears.flags);
  if (!tracer.is_none()) apply(true, sets.flags);
  return true;
}

}  // namespace tracing
