// How often functions were called, as one session has counted: in current code, in code that was
// replaced or deleted, and in code that was purged since. trace:info/3 has the counts of current
// code alone, as in OTP. Contract: F6.
#pragma once

#include "vm/base/shared.h"
#include "vm/code/func_info.h"
#include "vm/proc/operation.h"

#include <map>
#include <tuple>

namespace tracing {

class Session;
class Tracing;

/// An order in which a function can be found; terms do not sort like that.
struct MfaOrder {
  static auto key(const vm::Mfa& mfa) {
    return std::tuple(mfa.module.bits(), mfa.function.bits(), mfa.arity);
  }
  bool operator()(const vm::Mfa& a, const vm::Mfa& b) const { return key(a) < key(b); }
};

/// Calls by function.
using CallCounts = std::map<vm::Mfa, vm::Word, MfaOrder>;

/// [{{M, F, A}, N}] of functions that were called. In the caller's context; it waits for the code
/// modification permission, so that no code is replaced while the versions of it are added up.
vm::Operation call_counts(vm::Process& p, Tracing& tracing, vm::SharedRef<Session> session);

}  // namespace tracing
