// Items of system_info/1 about allocators, for those that read memory (recon, observer,
// instrument). The memory here is the C library's, and large heaps are mapped from the system;
// there are no allocators by kind of data. The answers have OTP's form, with one instance of each
// allocator, and the figures that are known: heaps are eheap_alloc's, binaries binary_alloc's,
// tables ets_alloc's, literals literal_alloc's, processes without their heaps and message timers
// are fix_alloc's, and all else that malloc has allocated is ll_alloc's, with the free memory that
// malloc keeps. The others have no blocks. Calls are not counted, so there is no list of them;
// nor can blocks be listed by what they are for.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/system/system_flags.h"
#include "vm/ets/table_index.h"
#include "vm/heap/list_view.h"
#include "vm/heap/literal_memory.h"
#include "vm/heap/memory_use.h"
#include "vm/proc/process.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/sched/timers.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"

#include <algorithm>
#include <cstdio>
#include <gnu/libc-version.h>
#include <malloc.h>
#include <string_view>
#include <vector>

namespace bif {
namespace {

// In OTP's order.
constexpr Term kAllocators[] = {am::temp_alloc,   am::sl_alloc,    am::std_alloc, am::ll_alloc,
                                am::eheap_alloc,  am::ets_alloc,   am::fix_alloc, am::literal_alloc,
                                am::binary_alloc, am::driver_alloc};
// OTP's are switched off in some systems, too.
constexpr Term kAbsentAllocators[] = {am::mseg_alloc, am::test_alloc};

/// The blocks in carriers of one kind, and these.
struct Carriers {
  vm::MemoryFigures blocks;
  Word free_bytes = 0;
  Word count = 0;
  bool are_mapped = false;  // from the system, not malloc's
};

struct Allocator {
  Carriers many;    // carriers with several blocks
  Carriers single;  // a carrier for each block
};

Carriers in_one(vm::MemoryFigures blocks) {
  Carriers carriers;
  carriers.blocks = blocks;
  carriers.count = blocks.bytes != 0 ? 1 : 0;
  return carriers;
}

Carriers in_one(vm::MemoryUse use) { return in_one(vm::memory_figures(use)); }

Carriers in_one(vm::OtherMemory kind, Word bytes, Word blocks) {
  return in_one(vm::noted_memory(kind, bytes, bytes != 0 ? blocks : 0));
}

/// What has one size each.
struct Fixed {
  Word processes;
  Word timers;
  Word bytes() const { return process_bytes() + timer_bytes(); }
  Word process_bytes() const { return processes * sizeof(Process); }
  Word timer_bytes() const { return timers * sizeof(vm::MessageTimer); }
};

Fixed fixed(const Vm& vm) {
  Fixed result{vm.processes->count(), 0};
  for (unsigned i = 0; i < vm.schedulers->count(); ++i)
    result.timers += (*vm.schedulers)[i].timers.message_count();
  return result;
}

/// What is left of malloc's memory.
Carriers everything_else(const Vm& vm) {
  const struct mallinfo2 all = mallinfo2();
  const Word known = vm::memory_in_use(vm::MemoryUse::kHeaps) +
                     vm::memory_in_use(vm::MemoryUse::kBinaries) + table_bytes(vm) +
                     fixed(vm).bytes();
  const Word used = all.uordblks + all.hblkhd;
  Carriers carriers = in_one(vm::OtherMemory::kRest, used - std::min(used, known), 1);
  carriers.free_bytes = all.fordblks;
  return carriers;
}

Allocator figures_of(const Vm& vm, Term allocator) {
  Allocator result;
  if (allocator == am::eheap_alloc) {
    result.many = in_one(vm::MemoryUse::kHeaps);
    result.single = in_one(vm::MemoryUse::kMappedHeaps);
    result.single.count = result.single.blocks.blocks;
    result.single.are_mapped = true;
  } else if (allocator == am::binary_alloc) {
    result.many = in_one(vm::MemoryUse::kBinaries);
  } else if (allocator == am::ets_alloc) {
    result.many = in_one(vm::OtherMemory::kTables, table_bytes(vm), vm.tables->all().size());
  } else if (allocator == am::literal_alloc) {
    result.many = in_one(vm::OtherMemory::kLiterals, vm.literals->used_words() * vm::kWordBytes, 1);
    result.many.are_mapped = true;
  } else if (allocator == am::fix_alloc) {
    const Fixed all = fixed(vm);
    result.many = in_one(vm::OtherMemory::kFixed, all.bytes(), all.processes + all.timers);
  } else if (allocator == am::ll_alloc) {
    result.many = everything_else(vm);
  }
  return result;
}

/// {Key, Now, Highest since the last question, Highest}: the questions are not noted.
Term three(HeapBuilder& builder, Term key, Word now, Word highest) {
  return builder.tuple(key, number(now), number(highest), number(highest));
}

/// {mbcs | sbcs, [{blocks, ..}, {carriers, ..}, ...]}.
Term carriers_term(HeapBuilder& builder, Term name, Term allocator, const Carriers& c,
                   bool is_sizes) {
  std::vector<Term> blocks;
  if (c.blocks.highest_bytes != 0) {
    std::vector<Term> figures;
    if (!is_sizes)
      figures.push_back(three(builder, am::count, c.blocks.blocks, c.blocks.highest_blocks));
    figures.push_back(three(builder, am::size, c.blocks.bytes, c.blocks.highest_bytes));
    blocks.push_back(builder.tuple(allocator, builder.list_from(figures)));
  }
  std::vector<Term> items = {builder.tuple(am::blocks, builder.list_from(blocks))};
  const Word size = c.blocks.bytes + c.free_bytes;
  const Word highest = c.blocks.highest_bytes + c.free_bytes;
  const auto two = [&](Term key, Word value) { return builder.tuple(key, number(value)); };
  if (!is_sizes) {
    const Word highest_count = c.are_mapped ? c.blocks.highest_blocks : c.count;
    items.push_back(three(builder, am::carriers, c.count, std::max(c.count, highest_count)));
    items.push_back(two(am::mseg_alloc_carriers, c.are_mapped ? c.count : 0));
    items.push_back(two(am::sys_alloc_carriers, c.are_mapped ? 0 : c.count));
  }
  items.push_back(three(builder, am::carriers_size, size, highest));
  if (!is_sizes) {
    items.push_back(two(am::mseg_alloc_carriers_size, c.are_mapped ? size : 0));
    items.push_back(two(am::sys_alloc_carriers_size, c.are_mapped ? 0 : size));
  }
  return builder.tuple(name, builder.list_from(items));
}

/// {fix_types, [{Type, Allocated, Used}]}.
Term fixed_term(const Vm& vm, HeapBuilder& builder) {
  const Fixed all = fixed(vm);
  const auto type = [&](Term name, Word bytes) {
    return builder.tuple(name, number(bytes), number(bytes));
  };
  const Term types[] = {type(am::proc, all.process_bytes()),
                        type(am::bif_timer, all.timer_bytes())};
  return builder.tuple(am::fix_types, builder.list_from(types));
}

Term sys_alloc_settings(HeapBuilder& builder) {
  return Properties(builder).add(am::e, am::true_).add(am::m, am::libc).finish();
}

/// What is said of the only instance of an allocator. The C library reports no sizes.
Term instance_info(const Vm& vm, HeapBuilder& builder, Term allocator, bool is_sizes) {
  if (allocator == am::sys_alloc) {
    if (is_sizes) return Term::nil();
    return builder.cons(builder.tuple(am::options, sys_alloc_settings(builder)), Term::nil());
  }
  const Allocator figures = figures_of(vm, allocator);
  std::vector<Term> items;
  if (!is_sizes) {
    // Of the form of these answers, which OTP 27 gives.
    items.push_back(builder.tuple(am::versions, builder.string("0.9"), builder.string("3.0")));
    items.push_back(builder.tuple(am::options, Properties(builder).add(am::e, am::true_).finish()));
  }
  if (allocator == am::fix_alloc) items.push_back(fixed_term(vm, builder));
  items.push_back(carriers_term(builder, am::mbcs, allocator, figures.many, is_sizes));
  items.push_back(carriers_term(builder, am::sbcs, allocator, figures.single, is_sizes));
  return builder.list_from(items);
}

/// {Allocator, Version, Features, Settings}: the C library's malloc is all there is.
Term c_library(HeapBuilder& builder) {
  int parts[2] = {};
  std::sscanf(gnu_get_libc_version(), "%d.%d", &parts[0], &parts[1]);
  const Term version[] = {Term::small(parts[0]), Term::small(parts[1])};
  const Term features[] = {am::sys_alloc};
  return builder.tuple(
      am::glibc, builder.list_from(version), builder.list_from(features),
      Properties(builder).add(am::sys_alloc, sys_alloc_settings(builder)).finish());
}

bool is_one_of(Term allocator, std::span<const Term> names) {
  return std::ranges::find(names, allocator) != names.end();
}

bool is_absent(Term allocator) { return is_one_of(allocator, kAbsentAllocators); }

bool is_present(Term allocator) {
  return !is_absent(allocator) && (allocator == am::sys_alloc || is_one_of(allocator, kAllocators));
}

/// Of system_info({allocator | allocator_sizes, Allocator}): [{instance, 0, [...]}], or false for
/// one that is switched off. none(): there is no such allocator.
Term allocator_info(const Vm& vm, HeapBuilder& builder, Term allocator, bool is_sizes) {
  if (is_absent(allocator)) return am::false_;
  if (!is_present(allocator)) return Term::none();
  const Term info = instance_info(vm, builder, allocator, is_sizes);
  return builder.cons(builder.tuple(am::instance, Term::small(0), info), Term::nil());
}

/// The same of one allocator, or of a list of them.
Term allocators_info(const Vm& vm, HeapBuilder& builder, Term which, bool is_sizes) {
  if (which.is_atom()) return allocator_info(vm, builder, which, is_sizes);
  std::vector<Term> answers;
  for (; which.is_cons(); which = which.as_cons().tail) {
    const Term allocator = which.as_cons().head;
    const Term info = allocator_info(vm, builder, allocator, is_sizes);
    if (info.is_none()) return info;
    answers.push_back(builder.tuple(allocator, info));
  }
  return which.is_nil() ? builder.list_from(answers) : Term::none();
}

/// {allocator | allocator_sizes | memory_internal, Ref, Allocators}: each thread of the machine
/// that has work besides processes sends {Ref, Number, Infos}, where Infos has {Allocator,
/// Instance, Info} or {Allocator, false}. OTP's own functions that read memory expect one message
/// less than there are such threads. The first one has all instances, the others none.
Term send_allocator_info(Process& p, Term ref, Term allocators, bool is_sizes) {
  for (Term rest = allocators; rest.is_cons(); rest = rest.as_cons().tail)
    if (const Term name = rest.as_cons().head; !is_absent(name) && !is_present(name))
      return p.badarg();
  for (unsigned i = 0; i < p.vm.schedulers->count(); ++i) {
    HeapBuilder builder(Word{64});
    std::vector<Term> infos;
    for (Term rest = allocators; i == 0 && rest.is_cons(); rest = rest.as_cons().tail) {
      const Term allocator = rest.as_cons().head;
      infos.push_back(is_absent(allocator)
                          ? builder.tuple(allocator, am::false_)
                          : builder.tuple(allocator, Term::small(0),
                                          instance_info(p.vm, builder, allocator, is_sizes)));
    }
    const Term name = vm::copy_term(builder, ref, p.vm.literals.get());
    const Term message = builder.tuple(name, number(i), builder.list_from(infos));
    vm::send_from_machine(p.vm, p.pid, p.pid, message, builder.take_fragments());
  }
  return am::true_;
}

/// {Allocator, Scheduler, Width, Start, Flags, Ref}, of the functions of module instrument.
BifResult gather_blocks(Process& p, Term request) {
  if (!request.is_tuple_of(6)) return p.badarg();
  const Term* parts = request.as_tuple().elements;
  Word scheduler = 0, width = 0, start = 0, flags = 0;
  if (!is_absent(parts[0]) && !is_present(parts[0])) return p.badarg();
  if (!to_unsigned(parts[1], &scheduler) || scheduler > p.vm.schedulers->count()) return p.badarg();
  if (!to_unsigned(parts[2], &width) || !to_unsigned(parts[3], &start)) return p.badarg();
  if (!to_unsigned(parts[4], &flags) || !parts[5].is_ref()) return p.badarg();
  // So many messages will come. Blocks are not tagged, as in OTP with +Muatags false.
  return Term::small(0);
}

}  // namespace

BifResult gather_alloc_histograms_1(Process& p, const Args<1>& a) { return gather_blocks(p, a[0]); }
BifResult gather_carrier_info_1(Process& p, const Args<1>& a) { return gather_blocks(p, a[0]); }

Term allocator_item(Process& p, HeapBuilder& builder, Term item) {
  if (item == am::allocator) return c_library(builder);
  if (item == am::alloc_util_allocators) return builder.list_from(kAllocators);
  if (item.is_tuple_of(2)) {
    const Term what = item.as_tuple().elements[0];
    if (what == am::allocator || what == am::allocator_sizes)
      return allocators_info(p.vm, builder, item.as_tuple().elements[1],
                             what == am::allocator_sizes);
  }
  if (item.is_tuple_of(3)) {
    const vm::Tuple& parts = item.as_tuple();
    const Term what = parts.elements[0];
    if (what == am::memory_internal || what == am::allocator || what == am::allocator_sizes) {
      if (!parts.elements[1].is_ref() || vm::list_length(parts.elements[2]) <= 0) return p.badarg();
      return send_allocator_info(p, parts.elements[1], parts.elements[2], what != am::allocator);
    }
  }
  return Term::none();
}

}  // namespace bif
