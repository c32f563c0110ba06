// The compile-time switch for tracing. It is on in every build except the one that measures what
// traceability costs (cmake -DSONDE_TRACING=OFF), where all trace points are compiled out.
#pragma once

#ifndef VM_ENABLE_TRACING
#define VM_ENABLE_TRACING 1
#endif

namespace vm {

/// False if trace points are compiled out; then no code checks trace flags and no event is emitted.
inline constexpr bool kTraceable = VM_ENABLE_TRACING != 0;

}  // namespace vm
