// Shared by the BIFs of tracing: sessions, functions and errors as terms, and items of trace:info/3
// from other files. Threads: in the context of the process.
#pragma once

#include "bif/natives.h"
#include "tracing/trace_api.h"
#include "vm/proc/operation.h"

#include <initializer_list>
#include <optional>

namespace bif {

tracing::Tracing& tracing_of(Process& p);
bool is_one_of(Term t, std::initializer_list<Term> terms);
/// {Module, Function, Arity}; nothing: it is none.
std::optional<vm::Mfa> mfa_from(Term t);

/// The live session that a handle, strong or weak, means; null if none.
vm::SharedRef<tracing::Session> session_of(Process& p, Term handle);
/// Raises badarg with what is wrong, as the module that describes the errors of `trace` knows it,
/// or that of the functions in `erlang`, for the legacy session.
BifResult refused(Process& p, bool is_legacy, Term cause);
/// The same for a handle that means no session.
BifResult no_session(Process& p);

/// trace:info(Session, system, all): {system, Events}.
Term system_event_info(Process& p, const tracing::Session& session);

}  // namespace bif
