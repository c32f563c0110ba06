// The folder of what sonde keeps for its next runs: compiled source and native code. Threads: the
// main thread.
#pragma once

#include <filesystem>

namespace tools {

/// $XDG_CACHE_HOME/sonde or ~/.cache/sonde; or where it cannot be written (no home, read-only) a
/// folder for temporary files. It belongs to this user, and nobody else can write to it. Empty:
/// there is none.
std::filesystem::path cache_folder();

}  // namespace tools
