// The parameters of a handler, and where a Machine keeps them. Threads: constants.
#pragma once

#include "vm/instr/machine.h"

#include <array>
#include <cstddef>

namespace jit {

/// The parameters of a handler, in order.
enum Parameter : unsigned { kI, kP, kE, kH, kReds, kX0 };
inline constexpr unsigned kParameters = kX0 + vm::kMachineX;
inline constexpr std::array<std::size_t, kParameters> kOffsets{
    offsetof(vm::Machine, I),  offsetof(vm::Machine, p),    offsetof(vm::Machine, E),
    offsetof(vm::Machine, H),  offsetof(vm::Machine, reds), offsetof(vm::Machine, x0),
    offsetof(vm::Machine, x1), offsetof(vm::Machine, x2),   offsetof(vm::Machine, x3)};
/// Of a definition in bitcode (definitions/definitions.cpp): behind the machine and the list.
inline constexpr unsigned kFirstOperand = 2;

}  // namespace jit
