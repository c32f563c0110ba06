// The texts of compiled code (llvm/listing.h), read again: cut at their comments, which say to
// which BEAM instruction the lines below belong. Ownership: values. Threads: any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jit {

/// What follows the first character of a comment that is a mark: `;` in IR, `#` in assembly.
inline constexpr std::string_view kListingMark = " [";

/// The lines between two comments of such a text.
struct TextSection {
  static constexpr int kNoInstruction = -1;
  std::string function;              // the symbol of the native function
  int instruction = kNoInstruction;  // what it belongs to; none: moves between registers
  std::vector<std::string> lines;
};

/// The functions of a text by ir_text() or assembly_text(), cut at the comments. In order; an
/// instruction may occur several times.
std::vector<TextSection> sections_of(std::string_view text);

/// Removes the first line of `text` and returns it, without its end.
std::string_view next_line(std::string_view* text);

/// The symbol of the function whose code begins at `line`; empty: it is no such line.
std::string_view begins_function(std::string_view line);

}  // namespace jit
