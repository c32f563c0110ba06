// Conversion of terms to text, for erlang:display/1, crash messages and the lines of a trace.
// Threads: any.
#pragma once

#include "vm/term/term.h"

#include <string>
#include <string_view>

namespace vm {

enum class PrintStyle {
  kDisplay,  // the format of erlang:display/1; characters of strings are bytes, of atoms UTF-8
  kErlang,   // the format of io_lib's ~0tp: one line in the syntax of the language
};

/// Returns `term` as text, UTF-8 but for strings in kDisplay. A text longer than `max_bytes` is
/// truncated and ends in `...`.
std::string term_to_text(Term term, PrintStyle style = PrintStyle::kErlang,
                         Word max_bytes = Word{1} << 40);
/// Like term_to_text(), but appends to `out`; `max_bytes` limits the appended text.
void print_term(std::string& out, Term term, PrintStyle style, Word max_bytes = Word{1} << 40);

/// Appends `term` in the style kDisplay. Terms, and characters of atoms, strings and binaries,
/// count as items: where there are `most_items` or more, the text stops there and `... ` follows.
void display_term(std::string& out, Term term, SWord most_items);

}  // namespace vm
