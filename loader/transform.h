// transform() turns checked generic instructions into loaded ones (vm/code/opcodes.def).
//
// Most go over one to one, operand by operand, as the kinds of the loaded row say. The others:
// calls of BIFs and guard BIFs with instructions of their own, choices (select_val in three forms),
// the languages within bit syntax, places in the source, and instructions that only inform the
// loader. A function that the BIF table implements gets a body of one instruction that
// calls it.
#pragma once

#include "loader/code_writer.h"
#include "loader/generic.h"

#include <unordered_map>

namespace loader {

/// The tables of a file as the machine's own values; made by stage.cpp before the code is
/// transformed.
struct LoadedTables {
  std::vector<Term> atoms;           // beside BeamFile::atoms
  std::vector<Term> literals;        // beside BeamFile::literals
  std::vector<Term> bigs;            // beside GenericCode::bigs
  std::vector<vm::Export*> imports;  // beside BeamFile::imports
  std::vector<vm::FunEntry*> funs;   // beside BeamFile::lambdas
  std::vector<Term>
      constant_funs;  // likewise: the fun itself where it has no free variables, else none()
  std::vector<vm::Export*>
      own_bifs;  // beside GenericCode::functions: the BIF that implements it, or null
  /// The keys of maps that an instruction makes (transform_maps.h), by its number in
  /// GenericCode::instrs.
  std::unordered_map<std::size_t, Term> new_maps;
  vm::Export* copy_term = nullptr;  // erts_debug:copy_shared/1
};

/// Writes all functions into `writer`, and what they say of themselves (lines, on_load) into
/// `module`, whose name and strings are set. Refuses guards that call what is not a BIF, and flags
/// that are none.
LoadResult<void> transform(const BeamFile& beam, const GenericCode& code,
                           const LoadedTables& tables, vm::Module& module, CodeWriter& writer);

}  // namespace loader
