// CodePlace: the module, function and line of a code address. Stack traces ask for the same
// addresses again and again, so each thread remembers the last ones.
#pragma once

#include "vm/code/machine.h"

namespace vm {

struct FuncInfo;
struct LineEntry;
struct Module;
class ModuleTable;

/// What is not known is null. Valid until the thread's next report of progress.
struct CodePlace {
  const Module* module = nullptr;
  const FuncInfo* function = nullptr;
  const LineEntry* line = nullptr;
};

/// Threads: those that take part in thread progress.
CodePlace place_of(const ModuleTable& modules, CodeAddress at);

}  // namespace vm
