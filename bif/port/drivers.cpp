// The BIFs of erl_ddll. No driver can be loaded: those of the machine are linked in. Everything
// else is as in OTP, including the order of the checks.
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/port/linked_in.h"
#include "vm/proc/references.h"
#include "vm/proc/send.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <optional>

namespace bif {
namespace {

Term named(const char* text) { return vm::intern_atom(text).value(); }

bool is_named(Term term, std::string_view name) {
  return term.is_atom() && vm::atom_text(term) == name;
}

/// An atom that is not empty, or bytes: lists of them may be nested.
std::optional<std::string> to_driver_name(Term term) {
  std::string name;
  if (term.is_atom()) {
    name = vm::atom_text(term);
    return name.empty() ? std::nullopt : std::optional(name);
  }
  return vm::append_iodata(term, name) ? std::optional(name) : std::nullopt;
}

/// What OTP's erl_ddll:try_load/3 answers where the file is not there.
constexpr SWord kNoSuchLibrary = -10;

struct ErrorText {
  const char* name;
  const char* text;
};
constexpr ErrorText kErrorTexts[] = {
    {"not_loaded", "DDLL driver is not loaded"},
    {"not_loaded_by_this_process", "DDLL driver was not loaded by this process"},
    {"linked_in_driver", "Driver is statically linked and cannot be loaded/unloaded"},
    {"not_pending", "DDLL load not pending for this driver name"},
    {"permanent", "DDLL driver is permanent an cannot be unloaded/loaded"},
    {"already_loaded", "DDLL driver is already loaded successfully"},
    {"inconsistent",
     "Driver name and/or driver options are inconsistent with currently loaded driver"},
    {"pending_reload", "Driver reloading is already pending"},
    {"pending_process",
     "Driver is loaded by others when attempting option {reload, pending_driver}"},
};

struct OpenErrorText {
  SWord number;
  const char* text;
};
constexpr OpenErrorText kOpenErrorTexts[] = {
    {0, "No error"},
    {-1, "No driver init in dynamic library"},
    {-2, "Driver init failed"},
    {-3, "Bad driver name"},
    {-4, "Driver name to long"},
    {-5, "Driver compiled with incorrect version of erl_driver.h"},
    {-6, "DDLL functionality not available on this platform"},
    {-7, "Unspecified dynamic library error"},
    {-8, "Symbol not found in dynamic library"},
    {kNoSuchLibrary, "cannot open shared object file: No such file or directory"},
};

/// Numbers below all of OTP's own are those of the system's loader.
const char* open_error_text(SWord number) {
  for (const OpenErrorText& row : kOpenErrorTexts) {
    if (row.number == number) return row.text;
  }
  return number < kNoSuchLibrary ? "Unknown dlload error" : "Unspecified error";
}

/// The value of {Name, Value}; none() for other options.
Term option_value(Term option, std::string_view name) {
  if (!option.is_tuple_of(2) || !is_named(option.as_tuple().elements[0], name)) return Term::none();
  return option.as_tuple().elements[1];
}

/// When to unload or report: at once if no process uses the driver, or later.
bool is_moment(Term value) {
  return is_named(value, "pending") || is_named(value, "pending_driver");
}

bool are_driver_flags(Term list) {
  for (; list.is_cons(); list = list.as_cons().tail)
    if (!is_named(list.as_cons().head, "kill_ports")) return false;
  return list.is_nil();
}

/// Options of try_load/3; whether one is {reload, _}.
bool are_load_options(Term list, bool* reloads) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    const Term flags = option_value(option, "driver_options");
    const Term reload = option_value(option, "reload");
    const Term monitor = option_value(option, "monitor");
    if (reload.has_value()) *reloads = true;
    const bool known = (flags.has_value() && are_driver_flags(flags)) ||
                       (reload.has_value() && is_moment(reload)) ||
                       (monitor.has_value() && is_moment(monitor));
    if (!known) return false;
  }
  return list.is_nil();
}

bool are_unload_options(Term list) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    const Term monitor = option_value(option, "monitor");
    const bool known =
        is_named(option, "kill_ports") || (monitor.has_value() && is_moment(monitor));
    if (!known) return false;
  }
  return list.is_nil();
}

BifResult refuse(Process& p, const char* why) {
  return HeapBuilder(p).tuple(am::error, named(why));
}

/// Items of erl_ddll:info/2 that do not apply to linked-in drivers.
constexpr const char* kLoadableItems[] = {"processes", "driver_options", "port_count",
                                          "awaiting_load", "awaiting_unload"};

}  // namespace

/// No file is a driver that could be loaded here.
BifResult ddll_try_load_3(Process& p, const Args<3>& a) {
  std::string path;
  bool reloads = false;
  const auto name = to_driver_name(a[1]);
  const bool is_path = !a[0].is_atom() && vm::append_name(a[0], path);
  if (!is_path || !name || !are_load_options(a[2], &reloads)) return p.badarg();
  if (vm::is_linked_in(*name)) return refuse(p, "linked_in_driver");
  if (reloads) return refuse(p, "not_loaded");
  HeapBuilder builder(p);
  return builder.tuple(am::error, builder.tuple(named("open_error"), Term::small(kNoSuchLibrary)));
}

BifResult ddll_try_unload_2(Process& p, const Args<2>& a) {
  const auto name = to_driver_name(a[0]);
  if (!name || !are_unload_options(a[1])) return p.badarg();
  return refuse(p, vm::is_linked_in(*name) ? "linked_in_driver" : "not_loaded");
}

BifResult ddll_loaded_drivers_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  vm::ListBuilder names(builder);
  for (const std::string_view name : vm::linked_in_drivers()) names.add(builder.string(name));
  return builder.tuple(am::ok, names.finish());
}

/// What can be asked about loaded drivers does not apply to linked-in ones.
BifResult ddll_info_2(Process& p, const Args<2>& a) {
  const auto name = to_driver_name(a[0]);
  if (!name || !vm::is_linked_in(*name) || !a[1].is_atom()) return p.badarg();
  const std::string_view item = vm::atom_text(a[1]);
  if (item == "linked_in_driver") return am::true_;
  if (item == "permanent") return am::false_;
  const bool is_item = std::ranges::find(kLoadableItems, item) != std::ranges::end(kLoadableItems);
  return is_item ? named("linked_in_driver") : p.badarg();
}

/// erl_ddll:monitor(driver, {Name, loaded | unloaded | unloaded_only}): what is asked about has
/// happened or will never be, so that the message comes at once.
BifResult ddll_monitor_2(Process& p, const Args<2>& a) {
  if (!is_named(a[0], "driver") || !a[1].is_tuple_of(2)) return p.badarg();
  const Term when = a[1].as_tuple().elements[1];
  const auto name = to_driver_name(a[1].as_tuple().elements[0]);
  const bool is_known =
      is_named(when, "loaded") || is_named(when, "unloaded") || is_named(when, "unloaded_only");
  if (!name || !is_known) return p.badarg();
  const bool is_there = vm::is_linked_in(*name);
  const Term ref = vm::make_ref(p);
  HeapBuilder builder(Word{64});
  const Term own_ref = vm::copy_term(builder, ref, p.vm.literals.get());
  const Term own_name = vm::copy_term(builder, a[1].as_tuple().elements[0], p.vm.literals.get());
  const Term message = builder.tuple(is_there ? named("UP") : Term(am::DOWN), own_ref, a[0],
                                     own_name, named(is_there ? "permanent" : "unloaded"));
  vm::send_from_machine(p.vm, Term::none(), p.pid, message, builder.take_fragments());
  return ref;
}

/// No monitor of a driver waits for anything.
BifResult ddll_demonitor_1(Process& p, const Args<1>& a) {
  return a[0].is_ref() ? Term(am::true_) : p.badarg();
}

BifResult ddll_format_error_int_1(Process& p, const Args<1>& a) {
  if (a[0].is_atom()) {
    for (const ErrorText& row : kErrorTexts) {
      if (vm::atom_text(a[0]) == row.name) return HeapBuilder(p).string(row.text);
    }
  }
  const Term number = option_value(a[0], "open_error");
  if (number.has_value() && number.is_small())
    return HeapBuilder(p).string(open_error_text(number.as_small()));
  return p.badarg();
}

}  // namespace bif
