// Shared by the BIFs of tracing: handles of sessions, and items of trace:info/3 from other files.
// Threads: in the context of the process.
#pragma once

#include "bif/natives.h"
#include "tracing/trace_api.h"

namespace bif {

/// The live session that a handle, strong or weak, means; null if none.
vm::SharedRef<tracing::Session> session_of(Process& p, Term handle);
/// trace:info(Session, system, all): {system, Events}.
Term system_event_info(Process& p, const tracing::Session& session);

}  // namespace bif
