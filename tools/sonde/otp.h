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
  std::vector<std::string>
      library_path;  // lib/*/ebin, the newest version of each; erts, kernel, stdlib first
};

/// `wanted` (of --otp) if not empty, else $SONDE_OTP_ROOT if set, else where `erl` or `erlc` on
/// $PATH really is. Error: one line.
vm::Result<Otp, std::string> find_otp(const std::string& wanted = {});

}  // namespace tools
