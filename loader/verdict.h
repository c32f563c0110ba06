// What verify() has found out about a file's code, as bytes: a later run that meets the same file
// (vm/base/fact_file.h) takes it from there, and need not verify the code again. The bytes say what
// verify() changes in a GenericCode: its guards, functions whose frames are cleared, and types of
// operands; and before that the file's MD5.
// Threads: any.
#pragma once

#include "loader/generic.h"

#include <optional>
#include <vector>

namespace loader {

/// The types of operands and of items of lists before verify().
std::vector<std::uint32_t> operand_types(const GenericCode& code);
/// What verify() has changed in `code` of the file `beam`; they were `before`.
std::vector<Byte> write_verdict(const BeamFile& beam, const GenericCode& code,
                                const std::vector<std::uint32_t>& before);
/// The MD5 of the file (BeamFile::md5). Nothing: these bytes are no verdict.
std::optional<Md5Digest> md5_of_verdict(std::span<const Byte> verdict);
/// Changes `code`, of which check() knows the functions, as verify() did. False: these bytes are no
/// verdict on it; `code` may be changed in part.
bool apply_verdict(std::span<const Byte> verdict, GenericCode& code);

}  // namespace loader
