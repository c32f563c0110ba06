// Nodes: this one is the only node, and it is not alive.
#include "bif/natives.h"
#include "vm/heap/list_view.h"
#include "vm/term/map.h"
#include "vm/term/node.h"

#include <vector>

namespace bif {
namespace {

/// Whether this node, the only one, is among the `kinds` that nodes/1 was asked for.
enum class Asked { kThis, kOthers, kWrong };
Asked asked_for(Term kinds) {
  std::vector<Term> wanted;
  if (kinds.is_atom()) {
    wanted.push_back(kinds);
  } else if (auto list = vm::list_elements(kinds)) {
    wanted = *list;
  } else {
    return Asked::kWrong;
  }
  Asked answer = Asked::kOthers;
  for (const Term kind : wanted) {
    if (kind == am::this_ || kind == am::known) {
      answer = Asked::kThis;
    } else if (kind != am::visible && kind != am::hidden && kind != am::connected) {
      return Asked::kWrong;
    }
  }
  return answer;
}

/// Makes the map of this node in nodes/2 for `options`; none() if they are wrong.
Term node_info(HeapBuilder& builder, Term options) {
  if (!options.is_map()) return Term::none();
  Term info = vm::empty_map(builder);
  vm::MapIterator iterator(options);
  for (Term option, on; iterator.next(&option, &on);) {
    if (!option.is_atom() || (on != am::true_ && on != am::false_)) return Term::none();
    if (option != am::connection_id && option != am::node_type) return Term::none();
    if (on == am::false_) continue;
    const Term value = option == am::node_type ? am::this_ : am::undefined;
    info = vm::map_put(builder, info, option, value);
  }
  return info;
}

}  // namespace

BifResult node_0(Process&, const Args<0>&) { return am::nohost; }

BifResult node_1(Process& p, const Args<1>& a) {
  if (!a[0].is_pid() && !a[0].is_port() && !a[0].is_ref()) return p.badarg();
  return vm::node_of(a[0]).name;
}

BifResult nodes_0(Process&, const Args<0>&) { return Term::nil(); }

BifResult nodes_1(Process& p, const Args<1>& a) {
  const Asked asked = asked_for(a[0]);
  if (asked == Asked::kWrong) return p.badarg();
  if (asked == Asked::kOthers) return Term::nil();
  return HeapBuilder(p).cons(am::nohost, Term::nil());
}

BifResult nodes_2(Process& p, const Args<2>& a) {
  const Asked asked = asked_for(a[0]);
  Term nodes = Term::nil();
  bool right = asked != Asked::kWrong;
  if (right) {
    HeapBuilder builder(p);
    const Term info = node_info(builder, a[1]);
    right = info.has_value();
    if (right && asked == Asked::kThis) {
      nodes = builder.cons(builder.tuple(am::nohost, info), Term::nil());
    }
  }
  return right ? nodes : p.badarg();
}

BifResult monitor_node_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom()) return p.badarg();
  if (a[0] != am::nohost) return p.error(am::notalive);
  return a[1] == am::true_ || a[1] == am::false_ ? Term(am::true_) : p.badarg();
}

BifResult monitor_node_3(Process& p, const Args<3>& a) {
  if (vm::list_length(a[2]) < 0) return p.badarg();
  for (const Term option : vm::ListView(a[2])) {
    if (option != am::allow_passive_connect) return p.badarg_because(am::badopt);
  }
  const Term arguments[] = {a[0], a[1]};
  return monitor_node_2(p, Args<2>(arguments));
}

}  // namespace bif
