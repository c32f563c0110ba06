// PeerInput: the packets that come in on one connection. Any thread queues them; one thread at a
// time carries them out, so messages keep their order although a port may be read by several
// threads. The end of the connection goes through the same queue: everything that came before it
// has been carried out then. A port that is read faster than packets are carried out is held.
// Ownership: shared by the Peer and the thread that carries packets out. Threads: any.
#pragma once

#include "vm/base/byte_buffer.h"
#include "vm/base/mutex.h"
#include "vm/dist/packet.h"
#include "vm/heap/kept_term.h"

#include <deque>

namespace vm {

class Peer;
class Peers;

class PeerInput {
 public:
  PeerInput(Peers& peers, Peer& peer, Word number) : peers_(peers), peer_(peer), number_(number) {}
  /// Queues the packet behind the first `head` bytes; run() must follow. True: more waits than is
  /// to be read ahead. Peer::resume_input() is called when it is less.
  bool add(ByteBuffer bytes, Word head = 0) VM_EXCLUDES(mutex_);
  /// Queues the end of the connection; run() must follow.
  void end(Term reason) VM_EXCLUDES(mutex_);
  /// Carries out what is queued, unless another thread does. Without locks.
  void run() VM_EXCLUDES(mutex_);
  Word received() const { return received_.load(kRelaxed); }  // relaxed: a count

 private:
  struct Queued {
    ByteBuffer bytes;
    Word head;
    std::string_view packet() const { return view_of(bytes).substr(head); }
  };
  /// False: what came is invalid.
  bool carry_out(std::string_view packet);
  /// So many bytes do not wait any more.
  void count_done(Word bytes) VM_EXCLUDES(mutex_);
  void refuse();

  Peers& peers_;
  Peer& peer_;
  const Word number_;
  Mutex mutex_{LockRank::kIoOutput};  // nothing is locked under it
  std::deque<Queued> packets_ VM_GUARDED_BY(mutex_);
  Word waiting_ VM_GUARDED_BY(mutex_) = 0;      // bytes that have not been carried out
  bool is_held_ VM_GUARDED_BY(mutex_) = false;  // the port does not read
  bool is_running_ VM_GUARDED_BY(mutex_) = false;
  bool has_ended_ VM_GUARDED_BY(mutex_) = false;
  KeptTerm reason_ VM_GUARDED_BY(mutex_);
  Atomic<Word> received_{0};  // packets but for ticks too
  PacketReader reader_;       // of the thread that runs
  bool is_refused_ = false;   // the same
};

}  // namespace vm
