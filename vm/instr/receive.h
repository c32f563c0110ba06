// Sending and receiving. The message queue itself is in vm/proc/receive.h.
#pragma once

#include "vm/instr/machine.h"

namespace vm::instr {

INSTR_OUT_OF_LINE(send);
INSTR_OUT_OF_LINE(remove_message);
INSTR_OUT_OF_LINE(timeout);
INSTR_OUT_OF_LINE(loop_rec);
INSTR_OUT_OF_LINE(loop_rec_end);
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
