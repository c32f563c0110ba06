// One thread at a time empties the queue of packets.
#include "vm/dist/peer_input.h"

#include "vm/base/log.h"
#include "vm/dist/incoming.h"
#include "vm/dist/peers.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/sched/thread_progress.h"
#include "vm/vm.h"

namespace vm {

void PeerInput::add(ByteBuffer bytes, Word head) {
  const MutexLock lock(mutex_);
  packets_.push_back({std::move(bytes), head});
}

void PeerInput::end(Term reason) {
  // The reason may be a term of the process that ends.
  KeptTerm kept(reason);
  const MutexLock lock(mutex_);
  has_ended_ = true;
  reason_ = std::move(kept);
}

void PeerInput::run() {
  for (;;) {
    std::deque<Queued> taken;
    bool is_over = false;
    KeptTerm reason;
    {
      const MutexLock lock(mutex_);
      if (is_running_ || (packets_.empty() && !has_ended_)) return;
      is_running_ = true;
      taken.swap(packets_);
      is_over = has_ended_;
      if (is_over) reason = std::move(reason_);
    }
    for (const Queued& each : taken) {
      if (is_refused_) break;
      if (!carry_out(each.packet())) refuse();
    }
    if (is_over) {
      peer_.lost(number_, reason.get());
      return;  // nothing is carried out any more
    }
    const MutexLock lock(mutex_);
    is_running_ = false;
  }
}

bool PeerInput::carry_out(std::string_view packet) {
  received_.fetch_add(1, kRelaxed);  // relaxed: a count
  const PacketReader::Packet read = reader_.read(packet);
  if (read.kind == PacketReader::Kind::kInvalid) return false;
  if (read.kind != PacketReader::Kind::kMessage) return true;
  const ThreadProgress::Visit visit(*peers_.vm().progress);
  return Incoming(peers_, peer_).carry_out(read);
}

void PeerInput::refuse() {
  is_refused_ = true;
  const Peer::Connection connection = peer_.connection();
  if (connection.number != number_ || connection.controller.is_none()) return;
  HeapBuilder builder(Word{16});
  const Term arguments = builder.cons(peer_.name, Term::nil());
  report_to_logger(peers_.vm(), am::error, "Got invalid data on distribution channel of node ~tp~n",
                   arguments, Term(am::undefined), Term(am::undefined));
  // As the end of what controls it: the connection ends with that.
  send_exit_signal(peers_.vm(), connection.controller, connection.controller, am::killed);
}

}  // namespace vm
