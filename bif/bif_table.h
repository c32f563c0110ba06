// The table of built-in functions (bifs.def) for the rest of the machine: which functions are BIFs,
// their C++ functions, and which of those that programs and libraries call are missing.
// Threads: the table is constant; install() runs before any code is loaded.
#pragma once

#include "bif/bif.h"

#include <span>
#include <string_view>
#include <vector>

namespace bif {

struct BifRow {
  std::string_view module;
  std::string_view function;
  unsigned arity;
  std::uint32_t flags;
  vm::BifFn native;
  vm::BifFn collecting;  // the same, which collects where the process wants that
  vm::BifFn timed;       // the same with --log=bif, which names calls that take long
};

/// All rows, in the order of bifs.def.
std::span<const BifRow> bif_rows();

/// The row of a function, or null.
const BifRow* find_bif(std::string_view module, std::string_view function, unsigned arity);

/// Makes the export of every row, leading to a stub that calls the native, and the BIFs' own state
/// (Vm::bifs). Before any module is loaded; `vm.exports` must be there.
void install(Vm& vm);

/// A function that OTP has natively, with the tier of need it is in (natives.def).
struct WantedNative {
  int tier;
  std::string_view module;
  std::string_view function;
  unsigned arity;
};
std::span<const WantedNative> wanted_natives();

/// Those of tiers 1 to `max_tier` that have no row.
std::vector<WantedNative> missing_natives(int max_tier);

}  // namespace bif
