// What PCRE2 takes for letters, digits and so on among the bytes: as in OTP those of Latin-1,
// whatever the locale of the machine's process is. Threads: any; made once.
#pragma once

#include <cstdint>

namespace bif {

/// The tables for pcre2_set_character_tables(). They live as long as the process.
const std::uint8_t* latin1_tables();

}  // namespace bif
