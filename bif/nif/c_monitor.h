// The monitors of C code: ErlNifMonitor, which is ErlDrvMonitor too, holds the number of the
// monitor's reference. Threads: any.
#pragma once

#include "vm/proc/references.h"

#include <erl_nif.h>

#include <cstring>

namespace bif {

static_assert(sizeof(vm::RefNumber) <= sizeof(ErlNifMonitor));

inline vm::RefNumber number_of(const ErlNifMonitor& monitor) {
  vm::RefNumber number;
  std::memcpy(&number, &monitor, sizeof number);
  return number;
}

/// The bytes behind the number are zero, so that monitors can be compared as bytes.
inline ErlNifMonitor c_monitor(vm::RefNumber number) {
  ErlNifMonitor monitor{};
  std::memcpy(&monitor, &number, sizeof number);
  return monitor;
}

}  // namespace bif
