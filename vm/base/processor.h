// The processor this machine is compiled for, as a constant: code that differs chooses with `if
// constexpr`, so that both ways are always compiled.
#pragma once

namespace vm {

enum class Processor { kX86_64, kAarch64 };

#if defined(__x86_64__)
inline constexpr Processor kProcessor = Processor::kX86_64;
#elif defined(__aarch64__)
inline constexpr Processor kProcessor = Processor::kAarch64;
#else
#error "Sonde runs on x86-64 and AArch64"
#endif

}  // namespace vm
