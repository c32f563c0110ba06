// A pattern for functions as the command line takes it: `mod`, `mod:fun`, `mod:fun/arity`; `_`
// stands for any. Names may be quoted as in Erlang: 'Elixir.Enum':map/2.
#pragma once

#include "vm/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace tools {

struct CallPattern {
  std::string text;                   // as it was given
  std::optional<std::string> module;  // no value: any
  std::optional<std::string> function;
  std::optional<unsigned> arity;

  bool matches_function(std::string_view name, unsigned its_arity) const {
    return (!function || *function == name) && (!arity || *arity == its_arity);
  }
};

/// Error: what is wrong, for the user.
vm::Result<CallPattern, std::string> parse_call_pattern(std::string_view text);

}  // namespace tools
