// process_info/1,2 and process_flag/2,3: what a process reports of itself, and what can be set.
// Threads: in the context of the process asked; others ask by signal (process_info_of()).
#pragma once

#include "vm/proc/operation.h"
#include "vm/proc/process.h"

#include <vector>

namespace vm {

enum class InfoItem : std::uint8_t {
#define INFO_ITEM(name, flags) name,
#include "vm/proc/info_items.def"
  kCount,
};

/// The item with this name, or kCount.
InfoItem find_info_item(Term name);
/// Those of process_info/1, in OTP's order.
const std::vector<InfoItem>& default_info_items();

/// One question: an item, or {dictionary, Key}.
struct InfoRequest {
  InfoItem item;
  Term key;  // {dictionary, Key}: the key, else none()
};

/// process_info of another process: asks by signal. `arguments` as of the BIF's second argument: an
/// atom, {dictionary, Key}, or a list of them (checked: see parse_info_request()); none() for
/// process_info/1. Returns the tuple, list, or undefined.
Operation process_info_of(Process& p, Term pid, Term what);
/// The same for the caller itself, at once.
Term process_info_self(Process& p, Term what);
/// False (badarg) if `what` is not a valid request.
bool check_info_request(Term what);

/// erlang:process_flag/2: returns the old value, or raises badarg.
Term process_flag(Process& p, Term flag, Term value);
/// erlang:process_flag/3 (save_calls).
Term process_flag_of(Process& p, Term pid, Term flag, Term value);

}  // namespace vm
