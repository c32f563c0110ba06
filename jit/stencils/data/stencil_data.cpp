// The stencils of baseline code, in the data of this library.
#include "jit/baseline/stencil_table.h"
#include "vm/base/embed.h"

VM_EMBED_FILE(std::uint8_t, sonde_stencils, SONDE_STENCILS);

namespace jit {

std::span<const std::uint8_t> embedded_stencils() {
  return {sonde_stencils_begin, sonde_stencils_end};
}

}  // namespace jit
