// Input and output at descriptors of the program itself, which the system may have set to block.
#pragma once

#include "vm/proc/operation.h"

#include <string>

namespace vm {

/// Writes the front of `bytes` that certainly does not block, and removes it. 0: all was written;
/// -1: the rest must wait (write_and_wait()); else a value of errno. Any thread.
int write_without_waiting(int fd, std::string& bytes);

/// Writes all of `bytes`; the process waits meanwhile. The value is `ok` or {error, Posix}. In the
/// context of the process.
Operation write_and_wait(Process& p, int fd, std::string bytes);

/// Sends {sonde_input, {data, Binary} | eof | {error, Posix}} to `pid`, once, when there is input.
/// Any thread.
void send_input(Vm& vm, Term pid, int fd);

}  // namespace vm
