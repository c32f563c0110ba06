// TerminalCapabilities: what the terminal named by $TERM can do, out of the system's data base
// (libtinfo). Invariants: the library has one terminal at a time, and is not made for threads: so
// all of it happens here, under one lock. Threads: any.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace vm {

class TerminalCapabilities {
 public:
  /// Makes `terminal` the one that is asked about; false: it is not known.
  static bool select(const std::string& terminal);
  /// The text that does what the two letters `name` say (termcap's names); nothing: it cannot.
  static std::optional<std::string> text(const std::string& name);
  /// A number of the terminal, -1: it has none.
  static int number(const std::string& name);
  static bool flag(const std::string& name);
  /// `text` with its one or two parameters: line, or column and line.
  static std::optional<std::string> with_parameters(const std::string& text,
                                                    std::span<const int> parameters);
  /// Takes the environment's locale, which says what characters can be shown and how wide they are.
  /// Whether it is one of UTF-8.
  static bool set_locale();
};

}  // namespace vm
