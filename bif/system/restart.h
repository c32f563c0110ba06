// What a machine ends with that wants to be started again (init:restart/0).
#pragma once

namespace bif {

/// The exit status of such a machine, which no program can choose: those are bytes. The `sonde`
/// program then starts itself again in the same process of the operating system.
inline constexpr int kRestartStatus = 256;

}  // namespace bif
