// Instructions of AArch64 for tests. Those that need a distance or a value have 0.
#pragma once

#include <cstdint>

namespace aarch64 {

constexpr std::uint32_t kNop = 0xd503201f, kRet = 0xd65f03c0, kBr = 0xd61f0000, kBlr = 0xd63f0100;
constexpr std::uint32_t kBranch = 0x14000000, kIfEqual = 0x54000000, kIfDifferent = 0x54000001;
constexpr std::uint32_t kIfZero = 0xb4000003, kIfNotZero = 0xb5000003;
constexpr std::uint32_t kMovz = 0xd2800009, kLdr = 0xf9400129;
constexpr std::uint32_t kAdds = 0xab010000, kCsel = 0x9a820020, kCmp = 0xf100041f;

}  // namespace aarch64
