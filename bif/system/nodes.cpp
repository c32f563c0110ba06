// This node and the others: what is known of them, and which processes watch them.
#include "bif/natives.h"
#include "vm/code/export_table.h"
#include "vm/dist/peers.h"
#include "vm/heap/list_view.h"
#include "vm/term/atom_table.h"
#include "vm/term/map.h"
#include "vm/term/node.h"

#include <vector>

namespace bif {
namespace {

/// The kinds of nodes that nodes/1 was asked for.
struct Asked {
  bool this_node = false;
  bool visible = false;
  bool hidden = false;
  bool known = false;
  /// False: no kind.
  bool add(Term kind) {
    if (kind == am::this_) {
      this_node = true;
    } else if (kind == am::visible) {
      visible = true;
    } else if (kind == am::hidden) {
      hidden = true;
    } else if (kind == am::connected) {
      visible = hidden = true;
    } else if (kind == am::known) {
      this_node = known = true;
    } else {
      return false;
    }
    return true;
  }
};

bool read_asked(Term kinds, Asked* asked) {
  if (kinds.is_atom()) return asked->add(kinds);
  for (; kinds.is_cons(); kinds = kinds.as_cons().tail)
    if (!asked->add(kinds.as_cons().head)) return false;
  return kinds.is_nil();
}

struct FoundNode {
  Term name;
  Term type;  // this, visible, hidden; known: without a connection
  Word connection = 0;
};

std::vector<FoundNode> find_nodes(Vm& vm, const Asked& asked) {
  std::vector<FoundNode> nodes;
  if (asked.this_node) nodes.push_back({vm::local_node_name(), am::this_});
  for (vm::Peer* peer : vm::Peers::of(vm).all()) {
    const vm::Peer::Connection connection = peer->connection();
    if (connection.state != vm::Peer::State::kUp) {
      if (asked.known) nodes.push_back({peer->name, am::known});
    } else if (connection.is_hidden ? asked.hidden || asked.known : asked.visible || asked.known) {
      nodes.push_back(
          {peer->name, connection.is_hidden ? am::hidden : am::visible, connection.number});
    }
  }
  return nodes;
}

/// Makes the map of a node in nodes/2 for `options`; none() if they are wrong.
Term node_info(HeapBuilder& builder, Term options, const FoundNode& node) {
  Term info = vm::empty_map(builder);
  vm::MapIterator iterator(options);
  for (Term option, on; iterator.next(&option, &on);) {
    if (!option.is_atom() || (on != am::true_ && on != am::false_)) return Term::none();
    if (option != am::connection_id && option != am::node_type) return Term::none();
    if (on == am::false_) continue;
    Term value = node.type;
    if (option == am::connection_id)
      value =
          node.connection == 0 ? Term(am::undefined) : builder.unsigned_integer(node.connection);
    info = vm::map_put(builder, info, option, value);
  }
  return info;
}

/// With `options` no connection is set up here: net_kernel sets one up, or waits for the other node
/// to do that.
BifResult monitor_node(Process& p, Term name, Term on, Term options) {
  if (!name.is_atom()) return p.badarg();
  vm::Peers& peers = vm::Peers::of(p.vm);
  if (name != vm::local_node_name() && !peers.has_or_gets_name()) return p.error(am::notalive);
  if (on != am::true_ && on != am::false_) return p.badarg();
  if (name == vm::local_node_name()) return am::true_;
  const bool connects = options == Term::nil();
  if (peers.get(name).watch_node(p.pid, on == am::true_, connects)) return am::true_;
  return p.trap(p.vm.exports->get_or_create(am::erlang, am::dmonitor_node, 3), {name, on, options});
}

}  // namespace

BifResult node_0(Process&, const Args<0>&) { return vm::local_node_name(); }

BifResult node_1(Process& p, const Args<1>& a) {
  if (!a[0].is_pid() && !a[0].is_port() && !a[0].is_ref()) return p.badarg();
  return vm::node_of(a[0]).name;
}

BifResult nodes_0(Process& p, const Args<0>&) {
  const Term kinds[] = {am::visible};
  return nodes_1(p, Args<1>(kinds));
}

BifResult nodes_1(Process& p, const Args<1>& a) {
  Asked asked;
  if (!read_asked(a[0], &asked)) return p.badarg();
  std::vector<Term> names;
  for (const FoundNode& node : find_nodes(p.vm, asked)) names.push_back(node.name);
  return HeapBuilder(p).list_from(names);
}

BifResult nodes_2(Process& p, const Args<2>& a) {
  Asked asked;
  if (!read_asked(a[0], &asked) || !a[1].is_map()) return p.badarg();
  std::vector<Term> nodes;
  {
    HeapBuilder builder(p);
    // The options are checked where there is no node, too.
    bool right = node_info(builder, a[1], {}).has_value();
    if (right) {
      for (const FoundNode& node : find_nodes(p.vm, asked))
        nodes.push_back(builder.tuple(node.name, node_info(builder, a[1], node)));
      return builder.list_from(nodes);
    }
  }
  return p.badarg();
}

BifResult monitor_node_2(Process& p, const Args<2>& a) {
  return monitor_node(p, a[0], a[1], Term::nil());
}

BifResult monitor_node_3(Process& p, const Args<3>& a) {
  if (vm::list_length(a[2]) < 0) return p.badarg_because(am::badopt);
  for (const Term option : vm::ListView(a[2])) {
    if (option != am::allow_passive_connect) return p.badarg_because(am::badopt);
  }
  return monitor_node(p, a[0], a[1], a[2]);
}

}  // namespace bif
