// The BIFs of distribution: there are no connections to other nodes, and these return what OTP's do
// without connections. prim_net, which only they would use, has no functions.
#include "bif/natives.h"
#include "vm/proc/references.h"

namespace bif {

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
