// Items of erlang:system_flag/2 and system_info/1 that other files than system.cpp implement.
// They return results of a BIF. Threads: in the context of the process.
#pragma once

#include "bif/natives.h"

namespace bif {

/// system_info(sequential_tracer): a pid, a port, {Module, State}, or `false`.
Term sequential_tracer(Process& p);
/// system_flag(sequential_tracer, Tracer): the one before; badarg unless a living process or
/// `false`.
Term set_sequential_tracer(Process& p, Term tracer);
/// system_info(Item) for the items about schedulers and processors; none() for others.
/// schedulers.cpp
Term scheduler_info(Process& p, HeapBuilder& builder, Term item);
/// system_flag(schedulers_online, Count): how many were; waits until no other runs a process.
BifResult set_schedulers_online(Process& p, Term value);
/// system_flag(dirty_cpu_schedulers_online, Count): at most as many as schedulers are online.
BifResult set_dirty_cpu_schedulers_online(Process& p, Term value);
/// system_flag(multi_scheduling, block | unblock | block_normal | unblock_normal): what holds
/// then; waits as above.
BifResult set_multi_scheduling(Process& p, Term value);
/// system_flag(scheduler_wall_time, true | false): whether it was on. statistics.cpp
BifResult set_wall_time(Process& p, Term value);
/// system_flag(microstate_accounting, true | false | reset): whether it was on. statistics.cpp
Term set_microstate_accounting(Process& p, Term value);
/// system_flag(reset_seq_trace, _): true.
Term reset_sequential_trace(Process& p);

/// Whether `item` is one of min_heap_size, min_bin_vheap_size, max_heap_size and fullsweep_after:
/// what a new process gets where its options name none. heap_flags.cpp
bool is_heap_flag(Term item);
/// system_flag(Item, Value) of one of these: the value before.
BifResult set_heap_flag(Process& p, Term item, Term value);
/// system_info(Item) of one of these: {Item, Count}, or a map for max_heap_size.
Term heap_flag_info(Process& p, HeapBuilder& builder, Term item);
/// system_info(garbage_collection): all of them.
Term all_heap_flags(Process& p, HeapBuilder& builder);

/// system_info(info | dist | loaded): texts. none(): another item.
Term system_text(Process& p, HeapBuilder& builder, Term item);
/// A list of {Key, Value}, one after the other.
class Properties {
 public:
  explicit Properties(HeapBuilder& builder) : builder_(builder) {}
  Properties& add(Term key, Term value) {
    elements_.push_back(builder_.tuple(key, value));
    return *this;
  }
  Term finish() { return builder_.list_from(elements_); }

 private:
  HeapBuilder& builder_;
  std::vector<Term> elements_;
};

/// The items of system_info/1 about allocators (allocators.cpp); none() for others, and where an
/// exception was raised.
Term allocator_item(Process& p, HeapBuilder& builder, Term item);
/// What erlang:memory(ets) counts. memory.cpp
Word table_bytes(const Vm& vm);
/// system_info(procs): all processes and ports as text. Each process makes its own part when it
/// handles its signals, so the text is of no one moment, and waits for those in a dirty call.
/// process_texts.cpp
vm::Operation processes_text(Process& p);
/// system_info/1 of items that describe the machine as a whole (system_items.cpp); none() for
/// others.
Term rare_system_info(Process& p, HeapBuilder& builder, Term item);

}  // namespace bif
