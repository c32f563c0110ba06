// Each line is `Name: Value`, in OTP's order; a line whose subject is empty (name, links,
// dictionary) is left out, as there. Figures are words, but for the memory.
#include "vm/proc/process_dump.h"

#include "vm/proc/dictionary.h"
#include "vm/proc/exit.h"
#include "vm/proc/heap_figures.h"
#include "vm/proc/links.h"
#include "vm/proc/process_position.h"
#include "vm/proc/references.h"
#include "vm/sched/scheduler.h"
#include "vm/term/node.h"
#include "vm/term/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace vm {
namespace {

std::string shown(Term term) { return term_to_text(term, PrintStyle::kDisplay); }

std::string call_text(const Mfa& mfa) {
  return fmt::format("{}:{}/{}", shown(mfa.module), shown(mfa.function), mfa.arity);
}

/// Links, monitors of others and monitors by others, separated by commas.
std::string links_text(const ProcessLinks& links, const Process& p, HeapBuilder& builder) {
  std::string text;
  const auto add = [&](const std::string& entry) { text += (text.empty() ? "" : ", ") + entry; };
  for (const auto& [bits, link] : links.links) {
    if (link.unlink_id == 0) add(shown(linked_term(builder, bits, link)));
  }
  for (const auto& [number, monitor] : links.monitoring) {
    const Term ref =
        monitor.ref_has_pid ? make_pid_ref(builder, number, p.pid) : make_ref(builder, number);
    const Term node = monitor.node.has_value() ? monitor.node : local_node_name();
    const std::string target = monitor.name.has_value()
                                   ? fmt::format("{{{},{}}}", shown(monitor.name), shown(node))
                                   : shown(monitor.target);
    add(fmt::format("{{to,{},{}}}", target, shown(ref)));
  }
  for (const auto& [number, watched] : links.monitored_by) {
    const Term watcher =
        watched.object != nullptr ? watched.object->to_term(builder) : watched.watcher;
    if (watcher.has_value())
      add(fmt::format("{{from,{},{}}}", shown(watcher), shown(make_ref(builder, number))));
  }
  return text;
}

std::string_view priority_text(Priority priority) {
  constexpr std::string_view kNames[] = {"MAX", "HIGH", "NORMAL", "LOW"};
  return kNames[static_cast<unsigned>(priority)];
}

std::string_view state_text(const Process& p, DumpedWhile when) {
  if (when == DumpedWhile::kRunning) return "Running";
  if (is_exiting(p)) return "Exiting";
  if (p.sched.state.is_suspended()) return "Suspended";
  return p.sched.waiting == Waiting::kNothing ? "Scheduled" : "Waiting";
}

std::string internal_state_text(const Process& p, DumpedWhile when) {
  std::string text =
      fmt::format("ACT_PRIO_{0} | USR_PRIO_{0} | PRQ_PRIO_{0}", priority_text(p.flags.priority));
  if (when == DumpedWhile::kRunning || p.sched.waiting == Waiting::kNothing) text += " | ACTIVE";
  if (when == DumpedWhile::kRunning) text += " | RUNNING";
  if (p.sched.state.is_suspended()) text += " | SUSPENDED";
  if (p.flags.off_heap_messages) text += " | OFF_HEAP_MSGQ";
  return text;
}

}  // namespace

std::string process_dump_text(Process& p, HeapBuilder& builder, DumpedWhile when) {
  std::string text = fmt::format("=proc:{}\nState: {}\n", shown(p.pid), state_text(p, when));
  const auto line = [&](std::string_view name, const auto& value) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", name, value);
  };
  const Term name = p.identity.registered_name.load(kRelaxed);  // relaxed: as advice
  if (name.has_value()) line("Name", shown(name));
  line("Spawned as", call_text(p.identity.initial_call));
  line("Spawned by", shown(p.identity.parent.has_value() ? p.identity.parent : Term::nil()));
  line("Message queue length", p.messages.length());
  // OTP writes the brackets alone.
  if (p.messages.length() != 0) line("Message queue", "[]");
  Word fragments = 0;
  for (const HeapFragment* fragment = p.fragments; fragment != nullptr; fragment = fragment->next)
    ++fragments;
  line("Number of heap fragments", fragments);
  line("Heap fragment data", p.fragment_words);
  const std::string links = p.links == nullptr ? "" : links_text(*p.links, p, builder);
  // In OTP the process that has suspended it is in the list, and not shown.
  if (!links.empty() || p.sched.state.is_suspended()) line("Link list", "[" + links + "]");
  if (p.dictionary != nullptr && !p.flags.sensitive)
    line("Dictionary", shown(p.dictionary->to_list(builder)));
  line("Reductions", reductions_of(p));
  line("Stack+heap", p.heap_words());
  line("OldHeap", p.old_words());
  line("Heap unused", p.heap_words() - p.used_words());
  line("OldHeap unused", p.old_words() - p.old_used_words());
  const Word binaries = p.off_heap.overhead_bytes() / kWordBytes;
  const Word old_binaries = p.old_off_heap.overhead_bytes() / kWordBytes;
  line("BinVHeap", binaries);
  line("OldBinVHeap", old_binaries);
  line("BinVHeap unused", p.virtual_heap_limit - std::min(p.virtual_heap_limit, binaries));
  if (p.old_virtual_heap_limit >= old_binaries)
    line("OldBinVHeap unused", p.old_virtual_heap_limit - old_binaries);
  else
    line("OldBinVHeap unused", "overflow");
  line("Memory", memory_bytes(p));
  text += "Stack dump:\n";
  if (!p.flags.sensitive) text += backtrace_text(p);
  line("Internal State", internal_state_text(p, when));
  return text;
}

}  // namespace vm
