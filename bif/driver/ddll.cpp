// The natives of erl_ddll: options and names are read here, in OTP's order; what happens is the
// table's.
#include "bif/data/numbers.h"
#include "bif/driver/driver_state.h"
#include "bif/natives.h"
#include "bif/nif/environment.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/port/linked_in.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <algorithm>
#include <optional>

namespace bif {
namespace {

/// An atom that is not empty, or bytes: lists of them may be nested.
std::optional<std::string> to_driver_name(Term term) {
  std::string name;
  if (term.is_atom()) {
    name = vm::atom_text(term);
    return name.empty() ? std::nullopt : std::optional(name);
  }
  return vm::append_iodata(term, name) ? std::optional(name) : std::nullopt;
}

struct ErrorText {
  Term name;
  const char* text;
};
constexpr ErrorText kErrorTexts[] = {
    {am::not_loaded, "DDLL driver is not loaded"},
    {am::not_loaded_by_this_process, "DDLL driver was not loaded by this process"},
    {am::linked_in_driver, "Driver is statically linked and cannot be loaded/unloaded"},
    {am::not_pending, "DDLL load not pending for this driver name"},
    {am::permanent, "DDLL driver is permanent an cannot be unloaded/loaded"},
    {am::already_loaded, "DDLL driver is already loaded successfully"},
    {am::inconsistent,
     "Driver name and/or driver options are inconsistent with currently loaded driver"},
    {am::pending_reload, "Driver reloading is already pending"},
    {am::pending_process,
     "Driver is loaded by others when attempting option {reload, pending_driver}"},
};

/// The value of {Name, Value}; none() for other options.
Term option_value(Term option, Term name) {
  if (!option.is_tuple_of(2) || option.as_tuple().elements[0] != name) return Term::none();
  return option.as_tuple().elements[1];
}

/// When something is to be done or reported. False: `value` is no such time.
bool read_when(Term value, DriverTable::When* when) {
  *when = value == am::pending ? DriverTable::When::kPending : DriverTable::When::kPendingDriver;
  return value == am::pending || value == am::pending_driver;
}

bool are_driver_flags(Term list, bool* kills_ports) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    if (list.as_cons().head != am::kill_ports) return false;
    *kills_ports = true;
  }
  return list.is_nil();
}

bool read_load_options(Term list, DriverTable::LoadRequest* request) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    const Term flags = option_value(option, am::driver_options);
    const Term reload = option_value(option, am::reload);
    const Term monitor = option_value(option, am::monitor);
    const bool known = (flags.has_value() && are_driver_flags(flags, &request->kills_ports)) ||
                       (reload.has_value() && read_when(reload, &request->reload)) ||
                       (monitor.has_value() && read_when(monitor, &request->monitor));
    if (!known) return false;
  }
  return list.is_nil();
}

bool read_unload_options(Term list, bool* kills_ports, DriverTable::When* monitor) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::kill_ports) {
      *kills_ports = true;
      continue;
    }
    const Term value = option_value(option, am::monitor);
    if (value.is_none() || !read_when(value, monitor)) return false;
  }
  return list.is_nil();
}

Term to_term(Process& p, const DriverTable::Answer& answer) {
  HeapBuilder builder(p);
  if (answer.error.has_value()) return builder.tuple(am::error, answer.error);
  if (answer.ok.is_none())
    return builder.tuple(am::error, load_error_term(builder, answer.load_error));
  if (!answer.monitor) return builder.tuple(am::ok, answer.ok);
  return builder.tuple(am::ok, answer.ok, vm::make_ref(builder, *answer.monitor));
}

DriverTable& table_of(Process& p) { return DriverState::of(p.vm).table; }

/// [{Pid, Count}] of the processes that use the driver for this.
Term users_term(HeapBuilder& builder, const Driver& driver, Driver::Use use) {
  std::vector<std::pair<Term, SWord>> counts;
  for (const Driver::User& user : driver.users) {
    if (user.use != use) continue;
    const auto found = std::ranges::find(counts, user.pid, &std::pair<Term, SWord>::first);
    if (found == counts.end()) {
      counts.emplace_back(user.pid, 1);
    } else {
      ++found->second;
    }
  }
  Term list = Term::nil();
  for (const auto& [pid, count] : counts)
    list = builder.cons(builder.tuple(pid, Term::small(count)), list);
  return list;
}

/// An item of erl_ddll:info/2 of a driver that was loaded; none(): there is no such item.
Term info_item(HeapBuilder& builder, const Driver& driver, Term item) {
  if (item == am::linked_in_driver) return am::false_;
  const bool is_permanent = driver.status == Driver::Status::kPermanent;
  if (item == am::permanent) return is_permanent ? am::true_ : am::false_;
  if (item == am::driver_options)
    return driver.kills_ports ? builder.cons(am::kill_ports, Term::nil()) : Term::nil();
  const bool is_item = item == am::port_count || item == am::processes ||
                       item == am::awaiting_load || item == am::awaiting_unload;
  if (!is_item) return Term::none();
  if (is_permanent) return am::permanent;
  if (item == am::port_count) return number(driver.port_count);
  return users_term(builder, driver,
                    item == am::processes       ? Driver::Use::kLoaded
                    : item == am::awaiting_load ? Driver::Use::kAwaitsLoad
                                                : Driver::Use::kAwaitsUnload);
}

/// Items of erl_ddll:info/2 that do not apply to linked-in drivers.
constexpr Term kLoadableItems[] = {am::processes, am::driver_options, am::port_count,
                                   am::awaiting_load, am::awaiting_unload};

}  // namespace

BifResult ddll_try_load_3(Process& p, const Args<3>& a) {
  DriverTable::LoadRequest request;
  if (!read_load_options(a[2], &request)) return p.badarg();
  const auto name = to_driver_name(a[1]);
  if (!name || a[0].is_atom() || !vm::append_name(a[0], request.path)) return p.badarg();
  request.name = *name;
  while (request.path.size() > 1 && (request.path.back() == '/' || request.path.back() == '\\'))
    request.path.pop_back();
  request.path += "/" + request.name;
  if (!claim_nif_machine(p.vm)) return HeapBuilder(p).tuple(am::error, am::no_ddll_available);
  return to_term(p, table_of(p).try_load(p, request));
}

BifResult ddll_try_unload_2(Process& p, const Args<2>& a) {
  bool kills_ports = false;
  DriverTable::When monitor = DriverTable::When::kNever;
  if (!read_unload_options(a[1], &kills_ports, &monitor)) return p.badarg();
  const auto name = to_driver_name(a[0]);
  if (!name) return p.badarg();
  return to_term(p, table_of(p).try_unload(p, *name, kills_ports, monitor));
}

BifResult ddll_loaded_drivers_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  vm::ListBuilder names(builder);
  for (const std::string_view name : vm::linked_in_drivers()) names.add(builder.string(name));
  for (const std::string& name : table_of(p).names()) names.add(builder.string(name));
  return builder.tuple(am::ok, names.finish());
}

BifResult ddll_info_2(Process& p, const Args<2>& a) {
  const auto name = to_driver_name(a[0]);
  if (!name || !a[1].is_atom()) return p.badarg();
  const Term item = a[1];
  if (vm::is_linked_in(*name)) {
    // What can be asked about loaded drivers does not apply.
    if (item == am::linked_in_driver) return am::true_;
    if (item == am::permanent) return am::false_;
    const bool is_item =
        std::ranges::find(kLoadableItems, item) != std::ranges::end(kLoadableItems);
    return is_item ? am::linked_in_driver : p.badarg();
  }
  HeapBuilder builder(p);
  Term result = Term::none();
  table_of(p).with_driver(*name,
                          [&](const Driver& driver) { result = info_item(builder, driver, item); });
  return result.has_value() ? BifResult(result) : p.badarg();
}

BifResult ddll_monitor_2(Process& p, const Args<2>& a) {
  if (a[0] != am::driver || !a[1].is_tuple_of(2)) return p.badarg();
  const Term when = a[1].as_tuple().elements[1];
  const Term name_term = a[1].as_tuple().elements[0];
  const auto name = to_driver_name(name_term);
  if (!name) return p.badarg();
  Driver::Use use;
  if (when == am::loaded) {
    use = Driver::Use::kAwaitsLoad;
  } else if (when == am::unloaded) {
    use = Driver::Use::kAwaitsUnload;
  } else if (when == am::unloaded_only) {
    use = Driver::Use::kAwaitsUnloadOnly;
  } else {
    return p.badarg();
  }
  const vm::RefNumber monitor = table_of(p).monitor(p, *name, name_term, use);
  HeapBuilder builder(p);
  return vm::make_ref(builder, monitor);
}

BifResult ddll_demonitor_1(Process& p, const Args<1>& a) {
  if (!a[0].is_ref()) return p.badarg();
  table_of(p).demonitor(p.pid, vm::ref_number(a[0]));
  return am::true_;
}

BifResult ddll_format_error_int_1(Process& p, const Args<1>& a) {
  const Term number = option_value(a[0], am::open_error);
  if (number.has_value() && number.is_small())
    return HeapBuilder(p).string(DriverLoadError::text(number.as_small()));
  if (!a[0].is_atom()) return p.badarg();
  for (const ErrorText& row : kErrorTexts) {
    if (a[0] == row.name) return HeapBuilder(p).string(row.text);
  }
  const SWord code = DriverLoadError::code(a[0]);
  if (code > DriverLoadError::kNone) return p.badarg();
  return HeapBuilder(p).string(DriverLoadError::text(code));
}

}  // namespace bif
