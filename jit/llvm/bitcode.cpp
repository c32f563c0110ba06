// The bitcode of the instruction definitions, in the data of this library.
#include "jit/llvm/bitcode.h"

#include "vm/base/embed.h"

VM_EMBED_FILE(char, sonde_definitions, SONDE_DEFINITIONS);

namespace jit {

std::string_view definitions_bitcode() {
  return {sonde_definitions_begin,
          static_cast<std::size_t>(sonde_definitions_end - sonde_definitions_begin)};
}

}  // namespace jit
