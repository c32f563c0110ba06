// A pattern for functions as the command line takes it: `mod`, `mod:fun`, `mod:fun/arity`; `_`
// stands for any. Names may be quoted as in Erlang: 'Elixir.Enum':map/2.
#pragma once

#include "vm/base/result.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tools {

struct CallPattern {
  std::optional<std::string> module;  // no value: any
  std::optional<std::string> function;
  std::optional<unsigned> arity;

  bool matches_function(std::string_view name, unsigned its_arity) const {
    return (!function || *function == name) && (!arity || *arity == its_arity);
  }
  /// Module, function and arity, without quotes, `_` for any.
  std::array<std::string, 3> parts() const;
};

/// Error: what is wrong, for the user.
vm::Result<CallPattern, std::string> parse_call_pattern(std::string_view text);

/// Likewise, but only patterns that trace:function/4 takes: what follows a `_` is any, too.
vm::Result<CallPattern, std::string> parse_trace_pattern(std::string_view text);

}  // namespace tools
