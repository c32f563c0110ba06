// The end of a process that another node's process monitors.
#include "vm/dist/remote_watcher.h"

#include "vm/dist/peer.h"
#include "vm/term/atom_table.h"
#include "vm/term/copy.h"

namespace vm {

RemoteRef remote_ref(Term ref) {
  const auto& external = ref.as_boxed<External>();
  RemoteRef key{external.node, {}};
  const Word words = header_words(external.header) - 1;
  for (Word i = 0; i < words && i < key.words.size(); ++i) key.words[i] = external.data[i];
  return key;
}

RemoteWatcher::RemoteWatcher(Peer& peer, Term watcher, Term ref, Term name)
    : peer_(peer), watcher_(watcher), ref_(ref), id_(remote_ref(ref)), name_(name) {}

void RemoteWatcher::process_down(Vm& vm, Term pid, RefNumber monitor) {
  process_down_because(vm, pid, monitor, am::noproc);
}

void RemoteWatcher::process_down_because(Vm&, Term pid, RefNumber monitor, Term reason) {
  remove(monitor);
  // Nothing is sent where the other node has ended the monitor, or the connection.
  if (peer_.take_watcher(id_) != nullptr) send_down(pid, reason);
}

void RemoteWatcher::send_down(Term pid, Term reason) {
  if (!peer_.wire_form().takes(Newer::kMonitors)) return;
  const Term from = name_.has_value() ? name_ : pid;
  Outgoing out = make_outgoing(peer_.wire_form(), pid, ControlKind::payload_monitor_p_exit,
                               {from, watcher_.get(), ref_.get()}, reason);
  if (out.has_bytes()) {
    peer_.send(std::move(out));
  } else {
    peer_.break_off(peer_.connection().number);  // too large
  }
}

Term RemoteWatcher::to_term(HeapBuilder& builder) {
  return copy_term(builder, watcher_.get(), nullptr);
}

}  // namespace vm
