// Addresses of the C++ functions that compiled code calls (runtime_calls.def). Threads: constants.
#pragma once

#include <span>
#include <string_view>

namespace jit {

struct RuntimeCall {
  std::string_view name;  // in C++
  const void* address;
  bool keeps_registers;  // is to be called as `preserve_most`
  bool is_of_heap;       // accesses terms only, no other memory of the machine
};

/// The rows of runtime_calls.def, in their order.
std::span<const RuntimeCall> runtime_calls();

/// The C++ name of the function at an address; empty if it is none of them.
std::string_view runtime_call_name(const void* address);

}  // namespace jit
