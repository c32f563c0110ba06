// See processor.h.
#include "vm/base/processor.h"

#if defined(__x86_64__)
#include <array>
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace vm {

std::string processor_features() {
  std::string bytes;
#if defined(__x86_64__)
  constexpr unsigned kFeatures = 1, kSavedState = 0xd;
  constexpr std::array<std::array<unsigned, 2>, 6> kLeaves{
      {{0, 0}, {kFeatures, 0}, {7, 0}, {7, 1}, {kSavedState, 1}, {0x80000001, 0}}};
  for (const auto& [leaf, subleaf] : kLeaves) {
    std::array<unsigned, 4> registers{};
    __get_cpuid_count(leaf, subleaf, &registers[0], &registers[1], &registers[2], &registers[3]);
    // There: which processor of the computer this is, and how much of its state is in use.
    if (leaf == kFeatures || leaf == kSavedState) registers[1] = 0;
    bytes.append(reinterpret_cast<const char*>(registers.data()), sizeof(registers));
  }
#elif defined(__aarch64__)
  for (const unsigned long word : {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)})
    bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
#endif
  return bytes;
}

}  // namespace vm
