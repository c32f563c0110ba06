// erlang:memory/0,1: the memory of each part of the machine, counted by that part; the total is
// what the allocator has allocated, plus other mapped memory.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "bif/system/system_flags.h"
#include "vm/code/module_table.h"
#include "vm/ets/table_index.h"
#include "vm/heap/list_view.h"
#include "vm/heap/literal_memory.h"
#include "vm/heap/memory_use.h"
#include "vm/proc/process_table.h"

#include <algorithm>
#include <malloc.h>

namespace bif {
namespace {

constexpr int kKinds = 9;

struct Figure {
  Term name;
  Word bytes;
};

Word code_bytes(const Vm& vm) {
  Word words = vm.literals->used_words();
  Word bytes = 0;
  vm.modules->for_each([&](const vm::Module& module) {
    words += module.code.size();
    bytes += module.lines.size() * sizeof(vm::LineEntry) + module.strings.size() +
             module.attributes.size() + module.compile_info.size();
  });
  return bytes + words * vm::kWordBytes;
}

std::array<Figure, kKinds> figures(Process& p) {
  const Word mapped = vm::memory_in_use(vm::MemoryUse::kMappedHeaps);
  const Word heaps = vm::memory_in_use(vm::MemoryUse::kHeaps) + mapped;
  const Word processes = heaps + p.vm.processes->count() * sizeof(Process);
  const Word atoms = vm::atom_memory_bytes();
  const Word binaries = vm::memory_in_use(vm::MemoryUse::kBinaries);
  const Word code = code_bytes(p.vm);
  const Word tables = table_bytes(p.vm);
  const struct mallinfo2 allocated = mallinfo2();
  const Word literals = p.vm.literals->used_words() * vm::kWordBytes;
  // An allocator that does not count (a sanitizer's) leaves what is known by itself.
  const Word total = std::max(allocated.uordblks + allocated.hblkhd + mapped + literals,
                              processes + atoms + binaries + code + tables);
  return {{{am::total, total},
           {am::processes, processes},
           {am::processes_used, processes},
           {am::system, total - processes},
           {am::atom, atoms},
           {am::atom_used, vm::atom_memory_used_bytes()},
           {am::binary, binaries},
           {am::code, code},
           {am::ets, tables}}};
}

}  // namespace

Word table_bytes(const Vm& vm) {
  Word words = 0;
  Word bytes = 0;
  for (const vm::SharedRef<vm::Table>& table : vm.tables->all()) {
    words += table->store().memory_words();
    bytes += sizeof(vm::Table);
  }
  return bytes + words * vm::kWordBytes;
}

BifResult memory_0(Process& p, const Args<0>&) {
  const auto all = figures(p);
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const Figure& figure : all) list.add(builder.tuple(figure.name, number(figure.bytes)));
  return list.finish();
}

BifResult memory_1(Process& p, const Args<1>& a) {
  const auto all = figures(p);
  const auto find = [&](Term name) {
    return std::find_if(all.begin(), all.end(), [&](const Figure& f) { return f.name == name; });
  };
  if (!a[0].is_list()) {
    const auto* found = find(a[0]);
    return found == all.end() ? p.badarg() : number(found->bytes);
  }
  if (vm::list_length(a[0]) < 0) return p.badarg();
  for (const Term name : vm::ListView(a[0])) {
    if (find(name) == all.end()) return p.badarg();
  }
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  for (const Term name : vm::ListView(a[0]))
    list.add(builder.tuple(name, number(find(name)->bytes)));
  return list.finish();
}

}  // namespace bif
