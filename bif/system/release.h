// The release that the machine follows, as Erlang code and C libraries are shown it.
// Threads: set before the machine runs, constant from then on.
#pragma once

#include <string>

namespace bif {

inline constexpr char kOtpRelease[] = "27";

/// system_info(version). Programs look for erts-VERSION in the folder of Erlang/OTP, whose
/// libraries may be of another release: so it is the version of what is there.
const std::string& erts_version();
/// `version` may be empty: there is no such folder.
void set_erts_version(const std::string& version);

}  // namespace bif
