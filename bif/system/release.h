// The release that the machine follows, as Erlang code and C libraries are shown it.
// Threads: constant.
#pragma once

namespace bif {

inline constexpr char kOtpRelease[] = "27";
inline constexpr char kErtsVersion[] = "15.2";

}  // namespace bif
