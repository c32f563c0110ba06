// NullTraceHooks: a machine without tracing. No process has a flag or token and no function a
// breakpoint, so hardly any hook is reached, and those that are have nothing to do.
// Threads: no state.
#pragma once

#include "vm/proc/trace_hooks.h"

namespace vm {

class NullTraceHooks : public TraceHooks {
 public:
#define TRACE_POINT(result, name, rule, condition, parameters, arguments) \
  result on_##name parameters override { return result(); }
#include "vm/proc/trace_points.def"
};

}  // namespace vm
