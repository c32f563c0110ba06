// Items of system_info/1 that are texts in the form of a crash dump: info, dist, loaded; see
// process_texts.cpp for procs.
#include "bif/system/system_flags.h"
#include "vm/code/module_table.h"
#include "vm/heap/binary_view.h"
#include "vm/port/port_table.h"
#include "vm/proc/process_table.h"
#include "vm/term/atom_table.h"
#include "vm/term/node.h"
#include "vm/term/print.h"

#include <string>

namespace bif {
namespace {

void append_line(std::string* text, std::string_view name, Word value) {
  text->append(name).append(": ").append(std::to_string(value)).append("\n");
}

std::string info_text(const Vm& vm) {
  std::string text = "=memory\n";
  append_line(&text, "atom", vm::atom_memory_bytes());
  append_line(&text, "atom_used", vm::atom_memory_used_bytes());
  text += "=index_table:atom_tab\n";
  append_line(&text, "limit", vm::kMaxAtoms);
  append_line(&text, "entries", vm::atom_count());
  text += "=index_table:module_code\n";
  append_line(&text, "entries", vm.modules->loaded().size());
  text += "=process_table\n";
  append_line(&text, "limit", vm.processes->capacity());
  append_line(&text, "entries", vm.processes->count());
  text += "=port_table\n";
  append_line(&text, "entries", vm.port_table->all().size());
  return text;
}

/// The bytes of code, of each version that is there.
std::string loaded_text(const Vm& vm) {
  Word current = 0, old = 0;
  std::string modules;
  vm.modules->for_each([&](const vm::Module& module) {
    const Word bytes = module.code.size() * vm::kWordBytes;
    (vm.modules->current(module.name) == &module ? current : old) += bytes;
    modules.append(vm::atom_text(module.name)).append(" ").append(std::to_string(bytes)) += '\n';
  });
  std::string text;
  append_line(&text, "Current code", current);
  append_line(&text, "Old code", old);
  return text + modules;
}

}  // namespace

Term system_text(Process& p, HeapBuilder& builder, Term item) {
  if (item == am::info) return vm::make_binary_term(builder, info_text(p.vm));
  if (item == am::dist) {
    // Without a connection to any node.
    return vm::make_binary_term(
        builder, "=node:" + vm::term_to_text(vm::local_node_name()) + "\n=no_distribution\n");
  }
  if (item == am::loaded) return vm::make_binary_term(builder, loaded_text(p.vm));
  return Term::none();
}

}  // namespace bif
