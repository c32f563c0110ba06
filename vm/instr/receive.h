// Sending and receiving. The message queue itself is in vm/proc/receive.h.
#pragma once

#include "vm/instr/machine.h"
#include "vm/proc/receive.h"

namespace vm::instr {

/// The next message that has been fetched. At the end of them, what has arrived is looked at.
INSTR_FAST(loop_rec, Label, auto to) {
  const Message* message = m.p->messages.current();
  if (message == nullptr) return Flow::kSlow;
  // Where the queue is long the one behind it is not in the cache: ask for it in time, from the
  // last two words of its head to its terms' first ones; by number, as there may be no message
  // behind.
  const Word next = reinterpret_cast<Word>(message->next);
  __builtin_prefetch(reinterpret_cast<const void*>(next + sizeof(Message) - 2 * kWordBytes));
  __builtin_prefetch(reinterpret_cast<const void*>(next + sizeof(Message) + kWordBytes));
  to.set(m, message->value);
  return Flow::kNext;
}

/// Looking through a long queue is work: a reduction a message.
INSTR_FAST(loop_rec_end, Label) {
  if (m.reds <= 1) [[unlikely]]
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
