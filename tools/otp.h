// Where the installed Erlang/OTP is: the `.beam` files of its libraries. Found without starting
// `erl`.
#pragma once

#include "vm/base/result.h"

#include <string>
#include <vector>

namespace tools {

struct Otp {
  std::string root;     // the folder that contains lib/
  std::string release;  // identifies root and compiler, for the cache; empty: no compiler there
  /// lib/*/ebin, the newest version of each: erts, kernel, stdlib, then those of the folders in
  /// $ERL_LIBS, then the others.
  std::vector<std::string> library_path;
};

/// Where a machine looks for modules, first to last: the folders that were asked for (-p), the
/// program's own, the current one (as under erl), OTP's libraries with those of $ERL_LIBS.
std::vector<std::string> code_path(const std::vector<std::string>& asked_for,
                                   const std::vector<std::string>& own, const Otp& otp);

/// `wanted` (of --otp) if not empty, else $SONDE_OTP_ROOT if set, else where `erl` or `erlc` on
/// $PATH really is. Error: one line.
vm::Result<Otp, std::string> find_otp(const std::string& wanted = {});

}  // namespace tools
