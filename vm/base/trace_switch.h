// Whether the machine can be traced. It always can, but in a build that exists to show what being
// traceable costs (cmake -DSONDE_TRACING=OFF): there all trace points are compiled away.
#pragma once

#ifndef VM_ENABLE_TRACING
#define VM_ENABLE_TRACING 1
#endif

namespace vm {

/// False: no code asks whether somebody traces it, and nothing is ever told.
inline constexpr bool kTraceable = VM_ENABLE_TRACING != 0;

}  // namespace vm
