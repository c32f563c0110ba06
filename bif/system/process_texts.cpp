// system_info(procs): every process and every port, in the form of OTP's crash dumps. A process
// makes its text in its own context: the caller asks one after the other by a signal, as
// process_info/2 does. Rejected: stopping all schedulers, as OTP does, which lets nothing run while
// megabytes of text are made.
#include "bif/system/system_flags.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/port/port_table.h"
#include "vm/proc/links.h"
#include "vm/proc/operation.h"
#include "vm/proc/pending_operation.h"
#include "vm/proc/process_dump.h"
#include "vm/proc/process_table.h"
#include "vm/proc/question.h"
#include "vm/proc/registry.h"
#include "vm/proc/send.h"
#include "vm/term/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

namespace bif {
namespace {

std::string shown(Term term) { return vm::term_to_text(term, vm::PrintStyle::kDisplay); }

/// Has its receiver write its text. Ownership: the text is shared with the asking operation, which
/// may end first.
struct DumpSignal final : vm::CallSignal {
  DumpSignal(Process& asker, std::shared_ptr<std::string> into)
      : CallSignal(run_it),
        vm(asker.vm),
        asker(asker.pid),
        wait(vm::next_operation_wait(asker)),
        text(std::move(into)) {}
  /// Also of a process that ends before it handles the signal.
  ~DumpSignal() override { vm::send_reply(vm, asker, wait, am::ok); }
  static void run_it(Process& p, vm::CallSignal& self) {
    HeapBuilder builder(Word{16});
    *static_cast<DumpSignal&>(self).text =
        vm::process_dump_text(p, builder, vm::DumpedWhile::kHandlingSignals);
  }
  vm::Vm& vm;
  const Term asker;
  const Word wait;
  const std::shared_ptr<std::string> text;
};

/// The value of an item of port_info/2; none() if the port is closed.
Term port_item(HeapBuilder& builder, vm::Port& port, Term item) {
  const Term pair = port.info(builder, item);
  return pair.is_tuple_of(2) ? pair.as_tuple().elements[1] : Term::none();
}

bool is_forker(const vm::Port& port) { return port.id.id_data() == 0; }

/// The line about the driver: OTP names a port of descriptors `In/Out`.
std::string driver_text(const vm::Port& port, bool has_program) {
  const auto is_descriptor = [](char c) { return (c >= '0' && c <= '9') || c == '/'; };
  if (has_program) return "Port controls external process: " + port.name;
  if (is_forker(port)) return "Port controls forker process: " + port.name;
  if (port.name.find('/') != std::string::npos && std::ranges::all_of(port.name, is_descriptor))
    return "Port is UNIX fd not opened by emulator: " + port.name;
  return "Port controls linked-in driver: " + port.name;
}

/// Nothing if the port closes meanwhile.
std::string port_text(const vm::Vm& vm, vm::Port& port) {
  HeapBuilder builder(Word{64});
  const Term links = port_item(builder, port, am::links);
  const Term watchers = port_item(builder, port, am::monitored_by);
  const Term program = port_item(builder, port, am::os_pid);
  const Term input = port_item(builder, port, am::input);
  const Term output = port_item(builder, port, am::output);
  const Term queue = port_item(builder, port, am::queue_size);
  if (links.is_none() || queue.is_none()) return {};
  const bool has_own_lock = !port.settings().has_driver_lock && !is_forker(port);
  std::string text =
      fmt::format("=port:{}\nState: CONNECTED{}{}\nSlot: {}\nConnected: {}\n", shown(port.id),
                  port.settings().is_binary ? "|BINARY_IO" : "", has_own_lock ? "|PORT_LOCK" : "",
                  port.id.id_data(), shown(port.owner()));
  const auto add_pids = [&text](std::string_view name, Term pids) {
    if (!pids.is_cons()) return;
    text.append(name);
    std::string_view before = ": ";
    for (const Term pid : vm::ListView(pids)) {
      text.append(before).append(shown(pid));
      before = ",";
    }
    text += "\n";
  };
  add_pids("Links", links);
  add_pids("Monitors", watchers);
  const Term name = vm.registry->name_of_port(port.id);
  if (name.has_value()) text += fmt::format("Registered as: {}\n", shown(name));
  text += fmt::format("{}\nInput: {}\nOutput: {}\nQueue: {}\n",
                      driver_text(port, program != am::undefined), shown(input), shown(output),
                      shown(queue));
  return text;
}

}  // namespace

vm::Operation processes_text(Process& p) {
  std::string all;
  const auto text = std::make_shared<std::string>();
  for (const Term pid : p.vm.processes->pids()) {
    if (pid == p.pid) {
      HeapBuilder builder(Word{16});
      all += vm::process_dump_text(p, builder, vm::DumpedWhile::kRunning);
      continue;
    }
    text->clear();
    vm::push_question(p, pid, std::make_unique<DumpSignal>(p, text));
    co_await vm::reply(p);
    all += *text;
  }
  vm::PortTable& ports = *p.vm.port_table;
  std::vector<Term> ids = ports.all();
  std::ranges::sort(ids, {}, &Term::bits);
  for (const Term id : ids) {
    const vm::SharedRef<vm::Port> port = ports.find(id);
    if (!port) continue;
    // Its lock is not free while a callback of its driver runs.
    while (port->is_entered(p.pid, vm::next_operation_wait(p))) co_await vm::woken(p);
    all += port_text(p.vm, *port);
  }
  HeapBuilder builder(p);
  co_return vm::make_binary_term(builder, all);
}

}  // namespace bif
