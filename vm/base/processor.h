// The target processor as a constant. Code that depends on it uses `if constexpr`, so that the
// variants for all processors are always compiled.
#pragma once

#include <string>

namespace vm {

enum class Processor { kX86_64, kAarch64 };

#if defined(__x86_64__)
inline constexpr Processor kProcessor = Processor::kX86_64;
#elif defined(__aarch64__)
inline constexpr Processor kProcessor = Processor::kAarch64;
#else
#error "Sonde runs on x86-64 and AArch64"
#endif

/// What the processor that this runs on says of itself, as bytes: its kind and its features. Code
/// made for one processor runs on others with the same. AArch64: what the system says of it.
std::string processor_features();

}  // namespace vm
