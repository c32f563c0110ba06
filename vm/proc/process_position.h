// Where a process is in its code: current function, location and stack of process_info.
// Threads: in the process's context, registers saved.
#pragma once

#include "vm/proc/process.h"

#include <string>
#include <vector>

namespace vm {

struct LineEntry;
struct Module;

/// The function that p.ip lies in; erlang:hibernate/3 while hibernating.
Mfa current_mfa(const Process& p);
/// {M, F, A}.
Term function_term(HeapBuilder& builder, const Mfa& mfa);
/// [{file, F}, {line, L} | Rest] of a line of a module.
Term line_location(HeapBuilder& builder, const Module& module, const LineEntry& line,
                   Term rest = Term::nil());
/// {M, F, A, [{file, F}, {line, L}]} of the present position.
Term location_term(Process& p, HeapBuilder& builder);
/// A list of such locations: of the present position and of return addresses, as many as
/// system_flag(backtrace_depth, N) says.
Term stacktrace_term(Process& p, HeapBuilder& builder);
/// The functions of the present position and of return addresses, the innermost first, at most
/// `depth` of them; recursion appears once.
std::vector<Mfa> stack_functions(const Process& p, std::size_t depth);
/// The stack as text, in the form of OTP's dumps: the present position, then each word; a long term
/// is cut off.
std::string backtrace_text(const Process& p);
/// [{Address, Bytes, Count}] of the counted binaries that the process refers to.
Term off_heap_binaries_term(Process& p, HeapBuilder& builder);
Term priority_atom(Priority priority);
bool priority_from_atom(Term atom, Priority* priority);

}  // namespace vm
