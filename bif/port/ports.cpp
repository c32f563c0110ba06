// The BIFs of ports. Some of OTP's may return a reference and send the result in a message; these
// return the result: an operation on a port is complete when they return.
#include "bif/natives.h"
#include "bif/port/open_options.h"
#include "vm/code/fun_resolver.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/port/open.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/operation.h"
#include "vm/proc/process_table.h"
#include "vm/proc/receive.h"
#include "vm/proc/registry.h"
#include "vm/proc/trace_hooks.h"
#include "vm/term/external.h"

#include <algorithm>

namespace bif {
namespace {

vm::PortTable& ports_of(Process& p) { return *p.vm.port_table; }

bool names_a_port(Term t) { return t.is_port() || t.is_atom(); }

struct CommandFlags {
  bool force = false;
  bool nosuspend = false;
};

bool read_command_flags(Term list, CommandFlags* flags) {
  if (vm::list_length(list) < 0) return false;
  for (const Term flag : vm::ListView(list)) {
    if (flag == am::force) {
      flags->force = true;
    } else if (flag == am::nosuspend) {
      flags->nosuspend = true;
    } else {
      return false;
    }
  }
  return true;
}

/// Waits until no callback of the port's driver runs.
vm::Operation until_free(Process& p, vm::Port& port) {
  while (port.is_entered(p.pid, vm::next_operation_wait(p))) co_await vm::woken(p);
  co_return am::true_;
}

/// What `f` answers once no callback of the port's driver runs.
template <class F>
vm::Operation when_free(Process& p, vm::SharedRef<vm::Port> port, F f) {
  co_await until_free(p, *port);
  co_return f(*port);
}

/// What `f` answers, now or then.
template <class F>
BifResult answer_when_free(Process& p, vm::SharedRef<vm::Port> port, F f) {
  if (port->is_entered()) return p.suspend_on(when_free(p, std::move(port), std::move(f)));
  return f(*port);
}

/// port_close/1 while a callback of the port's driver runs.
vm::Operation close_later(Process& p, vm::SharedRef<vm::Port> port) {
  co_await until_free(p, *port);
  if (!port->close(p.pid)) co_return am::badarg;
  // The port's end is seen when this returns: its signals are handled before the process goes on.
  co_await vm::yielded(p);
  co_return am::true_;
}

/// port_command/3 where the port is busy, or a callback of its driver runs.
vm::Operation command_later(Process& p, vm::SharedRef<vm::Port> port, vm::PortData data,
                            CommandFlags flags) {
  bool was_busy = false;
  for (;;) {
    co_await until_free(p, *port);
    if (flags.force || !port->is_busy(Term::none(), 0)) break;
    if (flags.nosuspend) co_return am::false_;
    if (!was_busy) vm::trace_busy_port(p, port->id);
    was_busy = true;
    if (port->is_busy(p.pid, vm::next_operation_wait(p))) co_await vm::woken(p);
  }
  co_return port->command(p.pid, std::move(data)) ? am::true_ : am::badarg;
}

Term control(Process& p, vm::Port& port, SWord operation, std::string_view bytes) {
  HeapBuilder builder(p);
  const Term request = builder.tuple(Term::small(operation), vm::make_binary_term(builder, bytes));
  const std::optional<vm::ControlResult> result = port.control(p.pid, request, bytes);
  if (!result) return am::badarg;
  if (result->kind == vm::ControlResult::Kind::kNil) return Term::nil();
  return result->kind == vm::ControlResult::Kind::kBinary
             ? vm::make_binary_term(builder, result->bytes)
             : builder.string(result->bytes);
}

Term call(Process& p, vm::Port& port, Word operation, std::string data) {
  const std::optional<std::string> result = port.call(p.pid, operation, std::move(data));
  if (!result) return am::badarg;
  HeapBuilder builder(p);
  vm::CodeFunResolver funs(*p.vm.exports, *p.vm.funs);
  const auto* first = reinterpret_cast<const vm::Byte*>(result->data());
  const Term term = vm::decode_external(builder, {first, result->size()}, {.funs = &funs});
  return term.has_value() ? builder.tuple(am::ok, term) : am::badarg;
}

/// The items of port_info/1 in order.
constexpr Term kInfoItems[] = {am::name,  am::links,  am::id,    am::connected,
                               am::input, am::output, am::os_pid};

Term name_item(HeapBuilder& builder, Process& p, Term port) {
  const Term name = p.vm.registry->name_of_port(port);
  return name.has_value() ? builder.tuple(am::registered_name, name) : Term::nil();
}

Term all_items(Process& p, vm::Port& port) {
  port.asked(p.pid, am::info, Term::none());
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  if (const Term name = name_item(builder, p, port.id); name.is_tuple()) list.add(name);
  for (const Term item : kInfoItems) {
    const Term value = port.info(builder, item);
    if (value.is_none()) return am::undefined;
    list.add(value);
  }
  return list.finish();
}

Term one_item(Process& p, vm::Port& port, Term item) {
  port.asked(p.pid, am::info, Term::none());
  HeapBuilder builder(p);
  if (item == am::registered_name) return name_item(builder, p, port.id);
  const Term value = port.info(builder, item);
  if (value.has_value()) return value;
  return port.is_open() ? am::badarg : am::undefined;
}

}  // namespace

BifResult open_port_2(Process& p, const Args<2>& a) {
  vm::OpenRequest request;
  const Term error = read_open_request(p, a[0], a[1], &request);
  if (error != am::true_) return error;
  return p.suspend_on(vm::open_port(p, std::move(request)));
}

BifResult port_command_3(Process& p, const Args<3>& a) {
  CommandFlags flags;
  vm::PortData data;
  if (!read_command_flags(a[2], &flags)) return am::badopt;
  if (!names_a_port(a[0])) return am::badarg;
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return am::badarg;
  if (!data.append(a[1], port->data_form())) {
    port->asked(p.pid, am::command, Term::none());
    port->report_bad_value(p);
    return am::badarg;
  }
  if (flags.force && !port->takes_force()) return am::notsup;
  p.use_reductions(1 + static_cast<SWord>(data.size() / 100));
  const bool is_busy = !flags.force && port->is_busy(Term::none(), 0);
  if (is_busy && flags.nosuspend) return am::false_;
  if (is_busy || port->is_entered())
    return p.suspend_on(command_later(p, port, std::move(data), flags));
  return port->command(p.pid, std::move(data)) ? am::true_ : am::badarg;
}

BifResult port_close_1(Process& p, const Args<1>& a) {
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return am::badarg;
  if (port->is_entered()) return p.suspend_on(close_later(p, port));
  if (!port->close(p.pid)) return am::badarg;
  // The port's end is seen when this returns: the link to it is gone.
  vm::handle_signals(p);
  return vm::is_exiting(p) ? Term::none() : Term(am::true_);
}

BifResult port_connect_2(Process& p, const Args<2>& a) {
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port || !a[1].is_local_pid()) return am::badarg;
  return answer_when_free(p, port, [&p, pid = a[1]](vm::Port& free) {
    return free.connect(p.pid, pid) ? Term(am::true_) : am::badarg;
  });
}

// Programs and descriptors have no operations of their own: those belong to linked-in drivers.
// Tracing reports the request, as in OTP.
BifResult port_control_3(Process& p, const Args<3>& a) {
  std::string bytes;
  constexpr Word kMostOperations = 0xFFFFFFFF;
  const bool is_request = names_a_port(a[0]) && a[1].is_small() &&
                          static_cast<Word>(a[1].as_small()) <= kMostOperations &&
                          vm::append_iodata(a[2], bytes);
  if (!is_request) return am::badarg;
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return am::badarg;
  return answer_when_free(
      p, port, [&p, operation = a[1].as_small(), bytes = std::move(bytes)](vm::Port& free) {
        return control(p, free, operation, bytes);
      });
}

BifResult port_call_3(Process& p, const Args<3>& a) {
  if (!names_a_port(a[0]) || !a[1].is_small() || a[1].as_small() < 0) return am::badarg;
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return am::badarg;
  const std::vector<vm::Byte> bytes = vm::encode_external(a[2]);
  const auto operation = static_cast<Word>(a[1].as_small());
  std::string data(bytes.begin(), bytes.end());
  return answer_when_free(p, port, [&p, operation, data = std::move(data)](vm::Port& free) mutable {
    return call(p, free, operation, std::move(data));
  });
}

BifResult port_set_data_2(Process& p, const Args<2>& a) {
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  return port && port->set_data(a[1]) ? BifResult(am::true_) : p.badarg();
}

BifResult port_get_data_1(Process& p, const Args<1>& a) {
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return p.badarg();
  HeapBuilder builder(p);
  const Term data = port->data(builder);
  return data.has_value() ? BifResult(data) : p.badarg();
}

BifResult port_info_1(Process& p, const Args<1>& a) {
  if (!names_a_port(a[0])) return am::badarg;
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return am::undefined;
  return answer_when_free(p, port, [&p](vm::Port& free) { return all_items(p, free); });
}

BifResult port_info_2(Process& p, const Args<2>& a) {
  if (!names_a_port(a[0])) return am::badtype;
  const vm::SharedRef<vm::Port> port = ports_of(p).find_named(a[0]);
  if (!port) return am::undefined;
  if (!a[1].is_atom()) return am::badarg;
  return answer_when_free(p, port,
                          [&p, item = a[1]](vm::Port& free) { return one_item(p, free, item); });
}

BifResult ports_0(Process& p, const Args<0>&) {
  return HeapBuilder(p).list_from(ports_of(p).all());
}

}  // namespace bif
