// The headers that most files of the command line include, precompiled for them (CMakeLists.txt).
// Files include what they use all the same: this only saves time.
#pragma once

#include "tools/engines.h"
#include "tools/sonde/command_line.h"
#include "vm/precompiled.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
