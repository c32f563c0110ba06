// The natives of erl_ddll and distribution's: this machine has no loadable drivers, only linked-in
// ones, and no connections to other nodes, and answers as OTP does where there are none.
#include "bif/binary_view.h"
#include "bif/list_view.h"
#include "bif/natives.h"
#include "bif/ports/linked_in.h"
#include "vm/proc/references.h"
#include "vm/term/node.h"

namespace bif {
namespace {

Term named(const char* text) { return vm::intern_atom(text).value(); }

bool is_driver_name(Term term) {
  std::string name;
  return (term.is_list() || term.is_atom()) && append_name(term, name) && !name.empty();
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
};

bool is_option(Term option, const char* name) {
  return option.is_tuple_of(2) && option.as_tuple().elements[0].is_atom() &&
         vm::atom_text(option.as_tuple().elements[0]) == name;
}

/// Options of loading and unloading: {monitor, _}, {reload, _}, {driver_options, _}, kill_ports.
bool are_driver_options(Term list) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    const bool known = is_option(option, "monitor") || is_option(option, "reload") ||
                       is_option(option, "driver_options") || option == named("kill_ports");
    if (!known) return false;
  }
  return list.is_nil();
}

bool names_linked_in(Term term) {
  std::string name;
  return append_name(term, name) && is_linked_in(name);
}

BifResult refuse_linked_in(Process& p) {
  return HeapBuilder(p).tuple(am::error, named("linked_in_driver"));
}

/// Items of erl_ddll:info/2, in the words that say whether they apply to linked-in drivers.
constexpr const char* kLoadableItems[] = {"processes", "driver_options", "port_count",
                                          "awaiting_load", "awaiting_unload"};

}  // namespace

/// No file is a driver that could be loaded here.
BifResult ddll_try_load_3(Process& p, const Args<3>& a) {
  std::string path;
  if (!append_name(a[0], path) || !is_driver_name(a[1]) || !are_driver_options(a[2])) {
    return p.badarg();
  }
  if (names_linked_in(a[1])) return refuse_linked_in(p);
  HeapBuilder builder(p);
  return builder.tuple(am::error, builder.tuple(named("open_error"), Term::small(kNoSuchLibrary)));
}

BifResult ddll_try_unload_2(Process& p, const Args<2>& a) {
  if (!is_driver_name(a[0]) || !are_driver_options(a[1])) return p.badarg();
  if (names_linked_in(a[0])) return refuse_linked_in(p);
  return HeapBuilder(p).tuple(am::error, named("not_loaded"));
}

BifResult ddll_loaded_drivers_0(Process& p, const Args<0>&) {
  HeapBuilder builder(p);
  ListBuilder names(builder);
  for (const std::string_view name : linked_in_drivers()) names.add(builder.string(name));
  return builder.tuple(am::ok, names.finish());
}

/// What can be asked about loaded drivers does not apply to linked-in ones.
BifResult ddll_info_2(Process& p, const Args<2>& a) {
  if (!names_linked_in(a[0]) || !a[1].is_atom()) return p.badarg();
  const std::string_view item = vm::atom_text(a[1]);
  if (item == "linked_in_driver") return am::true_;
  if (item == "permanent") return am::false_;
  const bool is_item = std::ranges::find(kLoadableItems, item) != std::ranges::end(kLoadableItems);
  return is_item ? named("linked_in_driver") : p.badarg();
}

BifResult ddll_format_error_int_1(Process& p, const Args<1>& a) {
  if (a[0].is_atom()) {
    for (const ErrorText& row : kErrorTexts) {
      if (vm::atom_text(a[0]) == row.name) return HeapBuilder(p).string(row.text);
    }
  }
  return p.badarg();
}

/// A node is made alive by net_kernel once it has a way to listen; there is none here.
BifResult setnode_2(Process& p, const Args<2>&) { return p.badarg(); }
BifResult dist_ctrl_put_data_2(Process& p, const Args<2>&) { return p.badarg(); }
BifResult dist_get_stat_1(Process& p, const Args<1>&) { return p.badarg(); }
BifResult dist_ctrl_get_data_1(Process& p, const Args<1>&) { return p.notsup(); }
BifResult dist_ctrl_get_data_notification_1(Process& p, const Args<1>&) { return p.notsup(); }
BifResult dist_ctrl_input_handler_2(Process& p, const Args<2>&) { return p.notsup(); }
BifResult dist_ctrl_set_opt_3(Process& p, const Args<3>&) { return p.notsup(); }
BifResult dist_ctrl_get_opt_2(Process& p, const Args<2>&) { return p.notsup(); }
BifResult create_dist_channel_3(Process&, const Args<3>&) { return am::badarg; }
BifResult abort_pending_connection_2(Process& p, const Args<2>&) { return p.badarg(); }
BifResult dirty_process_handle_signals_1(Process& p, const Args<1>&) { return p.notsup(); }
BifResult is_process_executing_dirty_1(Process& p, const Args<1>& a) {
  return a[0].is_pid() ? Term(am::false_) : p.badarg();
}
BifResult get_creation_0(Process&, const Args<0>&) { return am::undefined; }

/// erts_internal:new_connection(Node): the identity of a connection to be; net_kernel would make
/// it.
BifResult new_connection_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom() || vm::atom_text(a[0]).find('@') == std::string_view::npos) {
    return p.badarg();
  }
  const Term ref = vm::make_ref(p);
  constexpr SWord kFirstConnection = 1;
  return HeapBuilder(p).tuple(Term::small(kFirstConnection), ref);
}

/// All of prim_net is a library that this machine does not have: its functions say undef.
BifResult prim_net_on_load_0(Process&, const Args<0>&) { return am::ok; }

}  // namespace bif
