// The hot path of native code as text: what runs from an entry point when nothing unusual happens.
// The compiler lays code out so that it falls through there, so the path is followed along the text
// and through jumps; what branches off is named and left out. For x86-64 and AArch64. Threads: any.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tools {

/// A line of assembly, and the instruction of the function that it belongs to (negative: none).
struct AssemblyLine {
  int instruction = -1;
  std::string text;
};

/// The lines on the path from the first one on, without labels. A conditional branch off the path
/// has ` # ` and where it goes behind it. `name_of(instruction)` says what an instruction is. A
/// path ends where control leaves the function, or comes back to what is on it already.
std::vector<AssemblyLine> hot_path(const std::vector<AssemblyLine>& code,
                                   const std::function<std::string(int)>& name_of);

}  // namespace tools
