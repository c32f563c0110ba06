// One thread at a time empties the queue of packets.
#include "vm/dist/peer_input.h"

#include "vm/base/log.h"
#include "vm/dist/incoming.h"
#include "vm/dist/peers.h"
#include "vm/proc/exit.h"
#include "vm/sched/thread_progress.h"
#include "vm/vm.h"

#include <utility>

namespace vm {

namespace {

// A port that so much waits of reads no more, until there is less than that.
constexpr Word kHoldBytes = Word{4} << 20;
constexpr Word kResumeBytes = Word{1} << 20;

}  // namespace

bool PeerInput::add(ByteBuffer bytes, Word head) {
  const MutexLock lock(mutex_);
  waiting_ += bytes.size();
  packets_.push_back({std::move(bytes), head});
  if (waiting_ >= kHoldBytes) is_held_ = true;
  return is_held_;
}

void PeerInput::count_done(Word bytes) {
  {
    const MutexLock lock(mutex_);
    waiting_ -= bytes;
    if (!is_held_ || waiting_ >= kResumeBytes) return;
    is_held_ = false;
  }
  peer_.resume_input(number_);
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
    Word done = 0;
    for (Queued& each : taken) {
      if (!is_refused_ && !carry_out(each.packet())) refuse();
      done += each.bytes.size();
      each.bytes = {};  // now, not with the last
      if (done >= kResumeBytes) count_done(std::exchange(done, 0));
    }
    count_done(done);
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
  const bool is_valid = Incoming(peers_, peer_).carry_out(read);
  reader_.forget_message();
  return is_valid;
}

void PeerInput::refuse() {
  is_refused_ = true;
  if (!peer_.break_off(number_)) return;
  HeapBuilder builder(Word{16});
  const Term arguments = builder.cons(peer_.name, Term::nil());
  report_to_logger(peers_.vm(), am::error, "Got invalid data on distribution channel of node ~tp~n",
                   arguments, Term(am::undefined), Term(am::undefined));
}

}  // namespace vm
