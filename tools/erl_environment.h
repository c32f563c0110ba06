// The environment variables that OTP's programs and libraries expect from the program `erl`.
#pragma once

#include <string>

namespace tools {

/// Sets BINDIR and ROOTDIR, and puts the folders of OTP's own programs in front of PATH: libraries
/// start some of them by name (inet_gethost, for example). `otp_root` is the folder with lib/.
/// Returns the version of its newest erts, or "" without one. Threads: before a machine runs.
std::string set_erl_environment(const std::string& otp_root);

}  // namespace tools
