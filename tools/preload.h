// Modules that are loaded before the first process runs.
#pragma once

#include "loader/loader.h"
#include "vm/base/result.h"
#include "vm/vm.h"

#include <span>
#include <string>

namespace tools {

/// Loads what nothing can run without: OTP's half-native modules, and what the code server needs
/// before it can load anything. They are looked for in the machine's code path from its end, so
/// that our own modules and OTP's come before a program's of the same name, as preloaded ones do in
/// a release. Error: one line.
vm::Result<void, std::string> load_preloaded(vm::Vm& vm);

/// Makes modules current in a machine that runs nothing yet.
void commit_before_start(vm::Vm& vm, std::span<loader::PreparedModule> modules);

}  // namespace tools
