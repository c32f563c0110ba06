// Readers for the chunks of a `.beam` file. Each fills its table of a BeamFile, and refuses a chunk
// that is truncated, has an unknown form, or names an atom that does not exist. See beam_file.h.
#pragma once

#include "loader/beam_file.h"
#include "loader/container.h"

namespace loader {

LoadResult<void> read_atoms(const Chunk& chunk, BeamFile& beam);         // AtU8, Atom
LoadResult<void> read_code_header(const Chunk& chunk, BeamFile& beam);   // Code
LoadResult<void> read_strings(const Chunk& chunk, BeamFile& beam);       // StrT
LoadResult<void> read_imports(const Chunk& chunk, BeamFile& beam);       // ImpT
LoadResult<void> read_exports(const Chunk& chunk, BeamFile& beam);       // ExpT
LoadResult<void> read_locals(const Chunk& chunk, BeamFile& beam);        // LocT
LoadResult<void> read_lambdas(const Chunk& chunk, BeamFile& beam);       // FunT
LoadResult<void> read_literals(const Chunk& chunk, BeamFile& beam);      // LitT
LoadResult<void> read_lines(const Chunk& chunk, BeamFile& beam);         // Line
LoadResult<void> read_types(const Chunk& chunk, BeamFile& beam);         // Type
LoadResult<void> read_attributes(const Chunk& chunk, BeamFile& beam);    // Attr
LoadResult<void> read_compile_info(const Chunk& chunk, BeamFile& beam);  // CInf
LoadResult<void> read_records(const Chunk& chunk, BeamFile& beam);       // Recs
LoadResult<void> read_meta(const Chunk& chunk, BeamFile& beam);          // Meta

}  // namespace loader
