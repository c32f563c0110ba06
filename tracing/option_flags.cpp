// Reading lists of flags and options as trace:process/4 and the legacy functions take them.
#include "tracing/option_flags.h"

#include "vm/proc/trace_hooks.h"
#include "vm/term/atom_table.h"

namespace tracing {

namespace {

struct Row {
  vm::Term option;
  std::uint32_t bit;
  bool in_all;
};
constexpr Row kRows[] = {
#define TRACE_FLAG(name, bit, in_all, row) {vm::am::name, bit, in_all},
#include "tracing/flags.def"
};

}  // namespace

std::uint32_t flag_of_atom(vm::Term option) {
  std::uint32_t all = 0;
  for (const Row& row : kRows) {
    if (row.option == option) return row.bit;
    if (row.in_all) all |= row.bit;
  }
  return option == vm::am::all ? all : 0;
}

bool parse_flag_list(vm::Term list, std::uint32_t* flags) {
  *flags = 0;
  for (; list.is_cons(); list = list.as_cons().tail) {
    const std::uint32_t bits = flag_of_atom(list.as_cons().head);
    if (bits == 0) return false;
    *flags |= bits;
  }
  return list.is_nil();
}

vm::Term flag_list(vm::HeapBuilder& builder, std::uint32_t flags) {
  vm::Term list = vm::Term::nil();
  for (const Row& row : kRows) {
    if (flags & row.bit) list = builder.cons(row.option, list);
  }
  return list;
}

}  // namespace tracing
