// The assembler puts the file into the read-only data of this object.
#include "jit/baseline/stencil_table.h"

__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "sonde_stencils_begin:\n"
    ".incbin \"" SONDE_STENCILS
    "\"\n"
    "sonde_stencils_end:\n"
    ".popsection\n");

extern "C" const std::uint8_t sonde_stencils_begin[];
extern "C" const std::uint8_t sonde_stencils_end[];

namespace jit {

std::span<const std::uint8_t> embedded_stencils() {
  return {sonde_stencils_begin, sonde_stencils_end};
}

}  // namespace jit
