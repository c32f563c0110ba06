// What a process does that has sent to another node while the connection to it is busy: it waits in
// its BIF until the connection takes more, and is suspended as seen from outside, at the place
// where OTP's processes continue. Threads: in the process's context.
#pragma once

#include "vm/code/func_info.h"
#include "vm/proc/operation.h"
#include "vm/term/atom_table.h"

namespace vm {

/// Where OTP's processes are then, after a message or exit/2, after a request to start a process,
/// and after other signals.
inline constexpr Mfa kSenderPlace{am::erts_internal, am::dsend_continue_trap, 1};
inline constexpr Mfa kSpawnerPlace{am::erts_internal, am::spawn_request_yield, 3};
inline constexpr Mfa kSignalPlace{am::erlang, am::bif_return_trap, 2};

/// Ends a BIF of `p` that has sent a signal to `node` (an atom) and returns `result`: at once, or
/// when the connection takes more. `place` must outlive the wait.
Term after_sending(Process& p, Term node, Term result, const Mfa& place);
/// The wait by itself, where it is known that there is one: Remote::must_wait(), Sent::kBusy.
Operation suspended_by_connection(Process& p, Term result, const Mfa& place);

}  // namespace vm
