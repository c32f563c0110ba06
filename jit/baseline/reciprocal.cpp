// The smallest factor that is precise enough for the dividend that needs the most.
#include "jit/baseline/reciprocal.h"

namespace jit {

Reciprocal reciprocal_of(vm::Word divisor) {
  using Wide = unsigned __int128;
  constexpr vm::Word kMost = vm::Word{1} << (kReciprocalBits - 1);  // of -n
  // The largest dividend whose remainder is divisor - 1 needs the most precise factor.
  const vm::Word largest = kMost - kMost % divisor - 1;
  unsigned shift = 0;
  Wide power = Wide{1} << kReciprocalBits;
  while (power <= Wide{largest} * (divisor - power % divisor)) {
    power <<= 1;
    ++shift;
  }
  return {static_cast<vm::Word>(power / divisor) + 1, shift};
}

}  // namespace jit
