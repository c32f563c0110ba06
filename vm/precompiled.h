// The headers that most files above terms and heaps include, precompiled for them (CMakeLists.txt).
// Files include what they use all the same: this only saves time. A header belongs here if nearly
// every file that is then compiled again with it includes it already.
#pragma once

#include "vm/base/precompiled.h"
#include "vm/proc/process.h"
#include "vm/vm.h"

#include <map>
