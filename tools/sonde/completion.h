// What makes a shell complete the commands and options of sonde: a script for it, from the
// definitions that parse the command line.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tools {

/// The script for `shell`: bash, zsh or fish. `app` has all commands and options. Threads: any.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace tools
