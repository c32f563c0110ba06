// Terms as text: erlang:display/1, the %T of crash messages, and lines of a trace.
#pragma once

#include "vm/term/term.h"

#include <string>
#include <string_view>

namespace vm {

enum class PrintStyle {
  kDisplay,  // erlang:display/1: strings as lists of numbers are shown as "text" where all
             // characters are printable ASCII
  kErlang,   // io_lib's ~0tp: on one line, in the language's own syntax
};

/// `term` as text in UTF-8. `max_bytes` bounds it: what does not fit is replaced by `...`.
std::string term_to_text(Term term, PrintStyle style = PrintStyle::kErlang,
                         Word max_bytes = Word{1} << 40);
/// Appends to `out`; `max_bytes` bounds what is added.
void print_term(std::string& out, Term term, PrintStyle style, Word max_bytes = Word{1} << 40);

}  // namespace vm
