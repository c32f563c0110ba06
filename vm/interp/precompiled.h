// What every group of handlers includes, precompiled with the options of handlers (CMakeLists.txt).
// It only saves time.
#pragma once

#include "vm/interp/specialise.h"
