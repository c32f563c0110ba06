// From rows to exports: each native gets a thunk of the one type that the machine calls.
#include "bif/bif_table.h"

#include "bif/natives.h"
#include "bif/state.h"
#include "vm/code/bif_flags.h"
#include "vm/code/tables.h"
#include "vm/sched/native_timer.h"

#include <algorithm>

namespace bif {
namespace {

/// Turns a native with typed arguments into the one type that the machine calls.
template <int N, BifResult (*Native)(Process&, const Args<N>&)>
Term thunk(Process& p, const Term* x) {
  return Native(p, Args<N>(x));
}

/// The same, for callers that keep nothing but the result.
template <int N, BifResult (*Native)(Process&, const Args<N>&)>
Term collecting_thunk(Process& p, const Term* x) {
  return vm::collected(p, Native(p, Args<N>(x)));
}

vm::Mfa name_of_timed(vm::BifFn timed);

/// Calls `native` and logs the call as one of `timed` if it took long. Apart from timed_thunk(), of
/// which there is one for each native: the compiler would need 13 s for what each of them repeats.
[[gnu::noinline]] Term call_timed(Process& p, const Term* x, vm::BifFn native, vm::BifFn timed) {
  const vm::NativeTimer timer;
  const Term result = native(p, x);
  timer.stop([timed] { return name_of_timed(timed); });
  return result;
}

/// What is called in place of thunk() where long calls are logged.
template <int N, BifResult (*Native)(Process&, const Args<N>&)>
Term timed_thunk(Process& p, const Term* x) {
  return call_timed(p, x, thunk<N, Native>, timed_thunk<N, Native>);
}

static_assert(kPure == vm::kBifIsPure && kMayBlock == vm::kBifMayBlock, "the loader reads these");

constexpr BifRow kRows[] = {
#define BIF(module, function, arity, flags, native) \
  BIF_NAMED(module, #function, arity, flags, native)
#define BIF_NAMED(module, name, arity, flags, native) \
  {#module, \
   name, \
   arity, \
   flags, \
   thunk<arity, native>, \
   collecting_thunk<arity, native>, \
   timed_thunk<arity, native>},
#include "bif/bifs.def"
};

constexpr WantedNative kWanted[] = {
#define NATIVE(tier, module, function, arity) {tier, module, function, arity},
#include "bif/natives.def"
};

Term known_or_new_atom(std::string_view text) {
  auto atom = vm::intern_atom(text);
  VM_CHECK(atom.ok(), "names in the BIF table are short");
  return *atom;
}

vm::Mfa mfa_of(const BifRow& row) {
  return {known_or_new_atom(row.module), known_or_new_atom(row.function), row.arity};
}

/// The name in the first row with this native.
vm::Mfa name_of_timed(vm::BifFn timed) {
  return mfa_of(*std::ranges::find(kRows, timed, &BifRow::timed));
}

}  // namespace

std::span<const BifRow> bif_rows() { return kRows; }

const BifRow* find_bif(std::string_view module, std::string_view function, unsigned arity) {
  for (const BifRow& row : kRows) {
    if (row.arity == arity && row.function == function && row.module == module) return &row;
  }
  return nullptr;
}

void install(Vm& vm) {
  const bool timed = vm::log_on(vm::LogSubject::bif);
  for (const BifRow& row : kRows)
    vm.exports->define_bif(mfa_of(row), timed ? row.timed : row.native, row.flags,
                           timed ? nullptr : row.collecting);
  vm.bifs = std::make_unique<BifState>(vm);
}

std::span<const WantedNative> wanted_natives() { return kWanted; }

std::vector<WantedNative> missing_natives(int max_tier) {
  std::vector<WantedNative> missing;
  for (const WantedNative& wanted : kWanted) {
    if (wanted.tier <= max_tier && !find_bif(wanted.module, wanted.function, wanted.arity)) {
      missing.push_back(wanted);
    }
  }
  return missing;
}

}  // namespace bif
