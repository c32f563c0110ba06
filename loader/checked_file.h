// A `.beam` file that was read, decoded and checked: steps 1 to 3 of loading, which need no machine
// (README.md). The command line refuses a damaged program with it, shows its instructions, and
// hands it to a machine, which does not read it again.
// Ownership: owns all bytes that its tables and instructions point to.
#pragma once

#include "loader/generic.h"
#include "vm/base/fact_file.h"

#include <memory>

namespace loader {

struct CheckedFile {
  std::unique_ptr<BeamFile> beam;
  GenericCode code;  // borrows from `beam`
};

/// Whether code is verified (verify.h) or trusted to be what a compiler makes.
enum class Trust : std::uint8_t { kNone, kFull };

constexpr Trust trust_of(bool verify) { return verify ? Trust::kNone : Trust::kFull; }

/// Reads, decodes, checks and verifies `file`, which it copies. `verdicts`, which may be null, has
/// those of earlier runs: such a file is not checked and verified again, and the verdict on another
/// one is kept. Threads: any.
LoadResult<CheckedFile> check_file(Bytes file, Trust trust = Trust::kNone,
                                   vm::FactFile* verdicts = nullptr);

}  // namespace loader
