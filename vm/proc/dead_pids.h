// Links and monitors to pids of an earlier incarnation of this node, whose processes are dead.
// Threads: the calling process's own.
#pragma once

#include "vm/proc/links.h"

namespace vm {

/// erlang:link/1. Raises noproc, unless exits are trapped: then an exit signal `noproc` arrives.
Term link_dead(Process& p, Term pid);
/// erlang:monitor(process, Pid, Options): the reference; the message `noproc` is in the queue.
Term monitor_dead(Process& p, MonitorKind kind, Term pid, const MonitorOptions& options);

}  // namespace vm
