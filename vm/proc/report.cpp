// The text of a report that no logger takes.
#include "vm/proc/exit.h"
#include "vm/term/print.h"

#include <cstdio>

namespace vm {
namespace {

/// Adds `format` (a list of characters) with each ~p replaced by the next argument and ~n by a
/// line's end.
void format_text(std::string& out, Term format, Term arguments) {
  while (format.is_cons()) {
    const char c = static_cast<char>(format.as_cons().head.as_small());
    format = format.as_cons().tail;
    if (c != '~' || !format.is_cons()) {
      out += c;
      continue;
    }
    const char control = static_cast<char>(format.as_cons().head.as_small());
    format = format.as_cons().tail;
    if (control == 'n') {
      out += '\n';
    } else if (control == 'p' && arguments.is_cons()) {
      print_term(out, arguments.as_cons().head, PrintStyle::kErlang);
      arguments = arguments.as_cons().tail;
    }
  }
}

}  // namespace

void print_report(Term report) {
  const Tuple& log = report.as_tuple();
  std::string text;
  format_text(text, log.elements[2], log.elements[3]);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace vm
