// The options of open_port/2, one by one.
#include "bif/port/open_options.h"

#include "bif/driver/driver_state.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/port/linked_in.h"

#include <algorithm>
#include <climits>

namespace bif {
namespace {

bool is_descriptors(Term name) {
  return name.is_tuple_of(3) && name.as_tuple().elements[0] == am::fd &&
         name.as_tuple().elements[1].is_small() && name.as_tuple().elements[2].is_small();
}

/// -1 for what is none.
int descriptor(Term number) {
  const bool is_one = number.as_small() >= 0 && number.as_small() <= INT_MAX;
  return is_one ? static_cast<int>(number.as_small()) : -1;
}

bool read_name(Process& p, Term name, vm::OpenRequest* request) {
  if (is_descriptors(name)) {
    request->kind = vm::OpenRequest::Kind::kDescriptors;
    request->read_fd = descriptor(name.as_tuple().elements[1]);
    request->write_fd = descriptor(name.as_tuple().elements[2]);
    return true;
  }
  if (!name.is_tuple_of(2)) return false;
  const Term kind = name.as_tuple().elements[0];
  if (kind == am::spawn_executable) request->kind = vm::OpenRequest::Kind::kExecutable;
  if (kind != am::spawn && kind != am::spawn_executable && kind != am::spawn_driver) return false;
  if (!vm::append_name(name.as_tuple().elements[1], request->command) || request->command.empty())
    return false;
  if (kind == am::spawn_executable) return true;
  if (vm::is_linked_in(vm::driver_name(request->command))) {
    request->kind = vm::OpenRequest::Kind::kLinkedIn;
    // As OTP: of the drivers of the machine only this one has "soft busy".
    request->settings.takes_force = vm::driver_name(request->command) == "tcp_inet";
    return true;
  }
  return DriverState::of(p.vm).resolve(request, p.pid) || kind == am::spawn;
}

/// A linked-in driver is no program that could end, has no descriptors and is never busy; nothing
/// is cut or put before what goes to it.
bool adjust_for_driver(vm::PortSettings* settings, vm::OpenRequest::Kind kind) {
  const vm::PortSettings defaults;
  if (settings->sends_exit_status || !settings->is_ever_busy ||
      settings->busy_high_bytes != defaults.busy_high_bytes ||
      settings->busy_low_bytes != defaults.busy_low_bytes) {
    return false;
  }
  // A driver that is C code reads lines where that is asked for.
  const bool keeps_lines =
      kind == vm::OpenRequest::Kind::kLoaded && settings->framing.kind == vm::Framing::Kind::kLine;
  if (!keeps_lines) settings->framing = {};
  settings->can_read = settings->can_write = true;
  return true;
}

/// A name or a value of the environment: a string; binaries and atoms, which other names may be,
/// are none.
bool append_variable(Term text, std::string& result) {
  return (text.is_nil() || text.is_cons()) && vm::append_name(text, result);
}

bool read_environment(Term list, vm::OpenRequest* request) {
  if (vm::list_length(list) < 0) return false;
  for (const Term entry : vm::ListView(list)) {
    if (!entry.is_tuple_of(2)) return false;
    std::string name, value;
    if (!append_variable(entry.as_tuple().elements[0], name)) return false;
    if (name.find('=') != std::string::npos) return false;
    const Term second = entry.as_tuple().elements[1];
    // An empty value is none, as in OTP.
    if (second == am::false_ || second.is_nil()) {
      request->environment.emplace_back(name, std::nullopt);
    } else if (append_variable(second, value)) {
      request->environment.emplace_back(name, value);
    } else {
      return false;
    }
  }
  return true;
}

bool read_arguments(Term list, vm::OpenRequest* request) {
  if (vm::list_length(list) < 0) return false;
  for (const Term argument : vm::ListView(list)) {
    if (!vm::append_name(argument, request->arguments.emplace_back())) return false;
  }
  return true;
}

/// {Low, High} of the messages to a port, from 1 on, or `disabled`. Drivers can read them.
bool read_queue_limits(Term value, vm::PortSettings* settings) {
  settings->has_queue_limits = value != am::disabled;
  if (!settings->has_queue_limits) return true;
  if (!value.is_tuple_of(2)) return false;
  const Term low = value.as_tuple().elements[0], high = value.as_tuple().elements[1];
  if (!low.is_small() || !high.is_small() || low.as_small() < 1 || high.as_small() < 1)
    return false;
  settings->queue_low_bytes = static_cast<Word>(low.as_small());
  settings->queue_high_bytes = static_cast<Word>(high.as_small());
  return true;
}

bool read_busy_limits(Term value, vm::PortSettings* settings) {
  if (value == am::disabled) {
    settings->is_ever_busy = false;
    return true;
  }
  if (!value.is_tuple_of(2)) return false;
  const Term low = value.as_tuple().elements[0], high = value.as_tuple().elements[1];
  if (!low.is_small() || !high.is_small() || low.as_small() < 0 || high.as_small() < 0)
    return false;
  settings->busy_low_bytes = static_cast<Word>(low.as_small());
  settings->busy_high_bytes = static_cast<Word>(std::max(low.as_small(), high.as_small()));
  return true;
}

bool read_boolean(Term value) { return value == am::true_ || value == am::false_; }

/// What the options name, where only all of them together say what is wanted.
struct Choices {
  bool in = false;
  bool out = false;
  bool packet = false;
  bool line = false;
};

bool read_pair(Term key, Term value, vm::OpenRequest* request, Choices* choices) {
  vm::PortSettings& settings = request->settings;
  if (key == am::packet) {
    choices->packet = true;
    if (value != Term::small(1) && value != Term::small(2) && value != Term::small(4)) return false;
    settings.framing = {vm::Framing::Kind::kPacket, static_cast<Word>(value.as_small())};
    return true;
  }
  if (key == am::line) {
    choices->line = true;
    if (!value.is_small() || value.as_small() <= 0) return false;
    settings.framing = {vm::Framing::Kind::kLine, static_cast<Word>(value.as_small())};
    return true;
  }
  if (key == am::cd) return vm::append_name(value, request->folder);
  if (key == am::env) return read_environment(value, request);
  const bool is_executable = request->kind == vm::OpenRequest::Kind::kExecutable;
  if (key == am::args) return is_executable && read_arguments(value, request);
  if (key == am::arg0) return is_executable && vm::append_name(value, request->arg0.emplace());
  if (key == am::parallelism) {
    settings.is_parallel = value == am::true_;
    return read_boolean(value);
  }
  if (key == am::busy_limits_port) return read_busy_limits(value, &settings);
  return key == am::busy_limits_msgq && read_queue_limits(value, &settings);
}

bool read_flag(Term option, vm::OpenRequest* request, Choices* choices) {
  vm::PortSettings& settings = request->settings;
  if (option == am::stream) {
    settings.framing = {};
    choices->packet = choices->line = false;
  } else if (option == am::line) {
    choices->line = true;
    constexpr Word kUsualLine = 512;
    settings.framing = {vm::Framing::Kind::kLine, kUsualLine};
  } else if (option == am::use_stdio) {
    request->uses_stdio = true;
  } else if (option == am::nouse_stdio) {
    request->uses_stdio = false;
  } else if (option == am::stderr_to_stdout) {
    request->stderr_to_stdout = true;
  } else if (option == am::exit_status) {
    settings.sends_exit_status = true;
  } else if (option == am::binary) {
    settings.is_binary = true;
  } else if (option == am::eof) {
    settings.sends_eof = true;
  } else if (option == am::in) {
    choices->in = true;
  } else if (option == am::out) {
    choices->out = true;
  } else {
    return option == am::hide || option == am::overlapped_io;
  }
  return true;
}

}  // namespace

Term read_open_request(Process& p, Term port_name, Term options, vm::OpenRequest* request) {
  if (!options.is_nil() && !options.is_cons()) return am::badopt;
  if (!read_name(p, port_name, request)) return am::badarg;
  if (vm::list_length(options) < 0) return am::badopt;
  Choices choices;
  for (const Term option : vm::ListView(options)) {
    const bool is_known = option.is_tuple_of(2)
                              ? read_pair(option.as_tuple().elements[0],
                                          option.as_tuple().elements[1], request, &choices)
                              : read_flag(option, request, &choices);
    if (!is_known) return am::badopt;
  }
  if (choices.packet && choices.line) return am::badopt;
  if (choices.in != choices.out) {
    request->settings.can_read = choices.in;
    request->settings.can_write = choices.out;
  }
  if (request->kind == vm::OpenRequest::Kind::kDescriptors &&
      (request->read_fd < 0 || request->write_fd < 0))
    return am::einval;
  const bool is_driver = request->kind == vm::OpenRequest::Kind::kLinkedIn ||
                         request->kind == vm::OpenRequest::Kind::kLoaded;
  if (is_driver && !adjust_for_driver(&request->settings, request->kind)) return am::badarg;
  return am::true_;
}

}  // namespace bif
