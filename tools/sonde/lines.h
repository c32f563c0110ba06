// The lines of a text.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace tools {

/// Without their ends. A text that ends without one has a last line all the same. Threads: any.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace tools
