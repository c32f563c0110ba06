// The heavy headers that every test includes, precompiled (CMakeLists.txt). Files include what they
// use all the same: this only saves time.
#pragma once

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>
