// The command line of `erl`: what the emulator takes of it, and what it leaves to Erlang code.
#pragma once

#include "vm/code/coverage.h"

#include <string>
#include <vector>

namespace tools {

/// What a command line of `erl` asks of the machine.
struct ErlFlags {
  std::vector<std::string> words;  // without the flags of the emulator, in order
  unsigned schedulers = 0;         // +S; 0: not said
  unsigned async_threads = 0;      // +A; 0: not said
  unsigned dist_buffer_kib = 0;    // +zdbbl; 0: not said
  bool async_dist = false;         // +pad true
  vm::CoverageMode coverage = vm::CoverageMode::kNone;  // +JPcover
  char warnings = 'w';          // +W w|i|e: logged as warnings, information or errors
  bool is_detached = false;     // -detached
  bool prints_unicode = false;  // +pc unicode
  bool prints_version = false;  // -version or +V: it does nothing else
  std::string error;            // empty, or why the machine cannot start, in erl's words
  std::vector<std::pair<std::string, std::string>> environment;  // -env NAME VALUE
};

/// Splits a command line of `erl`: $ERL_AFLAGS, `words`, $ERL_FLAGS and $ERL_ZFLAGS, in this order,
/// as erl's manual page has it. What begins with `+` is the emulator's, with the next word where
/// the flag has a value; +S, +A, +W, +JPcover, +pc, +pad and +zdbbl count, the others have no
/// effect here. Nothing behind -extra is looked at. A value of +S, +P, +Q, +t, +pc, +JMsingle or
/// +JPcover that erl refuses gives an error.
ErlFlags take_erl_flags(const std::vector<std::string>& words);

/// Goes on in a child process without a terminal, whose standard streams are the null device; the
/// caller's process ends with status 0. To be called before there are threads. False with errno
/// where there can be no child.
bool detach();

}  // namespace tools
