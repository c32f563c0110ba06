// The assembler puts the file into the read-only data of this object.
#include "jit/llvm/bitcode.h"

// 16: bitcode readers need words of four bytes aligned.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "sonde_definitions_begin:\n"
    ".incbin \"" SONDE_DEFINITIONS
    "\"\n"
    "sonde_definitions_end:\n"
    ".popsection\n");

extern "C" const char sonde_definitions_begin[];
extern "C" const char sonde_definitions_end[];

namespace jit {

std::string_view definitions_bitcode() {
  return {sonde_definitions_begin,
          static_cast<std::size_t>(sonde_definitions_end - sonde_definitions_begin)};
}

}  // namespace jit
