// A flag of the command line, which is the same for all machines of a program.
#include "bif/system/printable_range.h"

namespace bif {
namespace {

PrintableRange& the_range() {
  static PrintableRange range = PrintableRange::kLatin1;
  return range;
}

}  // namespace

PrintableRange printable_range() { return the_range(); }
void set_printable_range(PrintableRange range) { the_range() = range; }

}  // namespace bif
