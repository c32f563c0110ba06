// A flag of the command line, which is the same for all machines of a program.
#include "bif/system/warning_map.h"

#include "bif/bif.h"
#include "bif/natives.h"
#include "vm/term/atom_table.h"

namespace bif {
namespace {

Term& the_level() {
  static Term level = am::warning;
  return level;
}

}  // namespace

Term warning_map() { return the_level(); }
void set_warning_map(Term level) { the_level() = level; }

BifResult warning_map_0(Process&, const Args<0>&) { return warning_map(); }

}  // namespace bif
