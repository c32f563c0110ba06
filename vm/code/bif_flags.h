// The bits of Export::bif_flags that the loader acts on besides kBifInGuards; bif/bif.h has all.
#pragma once

#include "vm/base/types.h"

namespace vm {

/// Depends on its arguments only, and changes nothing that others see.
inline constexpr std::uint32_t kBifIsPure = 2;
/// May trap, or suspend its process.
inline constexpr std::uint32_t kBifMayBlock = 8;

}  // namespace vm
