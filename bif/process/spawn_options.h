// The option lists of spawn_opt, spawn_request and monitor, as structures of vm/proc.
#pragma once

#include "bif/bif.h"
#include "vm/proc/spawn.h"

namespace bif {

enum class SpawnForm { kSpawn, kRequest };

/// Reads the options of spawn_opt/4 (kSpawn) or spawn_request/4. `options` holds what counts where
/// the list names nothing. False where one is unknown or wrong; the others are read all the same,
/// as they say how a request is answered.
bool read_spawn_options(const Vm& vm, Term list, SpawnForm form, vm::SpawnRequestOptions* options);

/// Reads the value of the option `reply` of spawn_request. False where it is wrong, and nothing is
/// changed.
bool read_reply(Term value, bool* on_success, bool* on_error);

/// Reads the options of monitor/3: {alias, ...}, {tag, Term}. False where one is wrong.
bool read_monitor_options(Term list, vm::MonitorOptions* options);

}  // namespace bif
