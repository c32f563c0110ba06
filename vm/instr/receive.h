// Sending and receiving of messages. vm/proc/receive.h has the message queue.
#pragma once

#include "vm/instr/machine.h"
#include "vm/proc/receive.h"

namespace vm::instr {

/// Reads the next message of the queue. At its end, the slow version fetches the messages that have
/// arrived since.
INSTR_FAST(loop_rec, Label, auto to) {
  const Message* message = m.p->messages.current();
  if (message == nullptr) return Flow::kSlow;
  // In a long queue the messages are not in the cache. Prefetch a later one, or the next if none is
  // known, from the last two words of its head to its first terms. The address is computed as a
  // number, because it may be null.
  const Word later = message->later();
  const Word ahead = later != 0 ? later : reinterpret_cast<Word>(message->next);
  __builtin_prefetch(reinterpret_cast<const void*>(ahead + sizeof(Message) - 2 * kWordBytes));
  __builtin_prefetch(reinterpret_cast<const void*>(ahead + sizeof(Message) + kWordBytes));
  to.set(m, message->value);
  return Flow::kNext;
}

/// Skipping a message costs a reduction, because scanning a long queue takes time.
INSTR_FAST(loop_rec_end, Label) {
  // The slow version also checks that there is a message.
  if (m.reds <= 1 || m.p->messages.current() == nullptr) [[unlikely]]
    return Flow::kSlow;
  --m.reds;
  skip_message(*m.p);
  return Flow::kFail;
}

INSTR_OUT_OF_LINE(send);
INSTR_OUT_OF_LINE(remove_message);
INSTR_OUT_OF_LINE(timeout);
INSTR_OUT_OF_LINE(wait);
INSTR_OUT_OF_LINE(wait_timeout);
INSTR_OUT_OF_LINE(recv_marker_bind);
INSTR_OUT_OF_LINE(recv_marker_clear);
INSTR_OUT_OF_LINE(recv_marker_reserve);
INSTR_OUT_OF_LINE(recv_marker_use);
INSTR_OUT_OF_LINE(i_resume_operation);
INSTR_OUT_OF_LINE(i_hibernate_body);
INSTR_OUT_OF_LINE(i_hibernate_wake);

}  // namespace vm::instr
