// The environment variables that OTP's programs and libraries expect from the program `erl`.
#pragma once

#include <string>

namespace tools {

/// Sets BINDIR, ROOTDIR, PROGNAME and EMU, and puts the folder of this machine's own program `erl`
/// and those of OTP's programs in front of PATH, in this order: libraries start some of them by
/// name (inet_gethost, and OTP's `peer` what it finds as `erl`). `otp_root` is the folder with
/// lib/. Returns the version of its newest erts, or "" without one. Threads: before a machine runs.
std::string set_erl_environment(const std::string& otp_root);

}  // namespace tools
