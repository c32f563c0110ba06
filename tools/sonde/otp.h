// Where the installed Erlang/OTP is: its compiler and the `.beam` files of its libraries. Found
// without starting `erl`.
#pragma once

#include "vm/base/result.h"

#include <string>
#include <vector>

namespace tools {

struct Otp {
  std::string root;     // the folder that contains lib/
  std::string erlc;     // path of the compiler; empty when there is none
  std::string release;  // identifies root and compiler, for the cache
  std::vector<std::string>
      library_path;  // lib/*/ebin, the newest version of each; erts, kernel, stdlib first
};

/// $SONDE_OTP_ROOT if set, else where `erl` or `erlc` on $PATH really is. Error: one line.
vm::Result<Otp, std::string> find_otp();

}  // namespace tools
