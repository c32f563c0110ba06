// Coverage: the mode that modules are loaded in, and what was counted (vm/code/coverage.h).
#include "bif/natives.h"
#include "vm/code/tables.h"
#include "vm/heap/heap_builder.h"

#include <algorithm>
#include <array>

namespace bif {
namespace {

using vm::Coverage;
using vm::CoverageMode;

/// The atoms of the modes, in their order.
std::array<Term, 5> mode_names() {
  return {am::none, am::function, am::function_counters, am::line, am::line_counters};
}
Term name_of(CoverageMode mode) { return mode_names()[static_cast<std::size_t>(mode)]; }

/// Null where no module has this name, or nothing of it is counted.
Coverage* coverage_of(Process& p, Term name) {
  const vm::Module* module = p.vm.modules->current(name);
  return module == nullptr ? nullptr : module->coverage.get();
}

Term figure(const Coverage& coverage, HeapBuilder& builder, std::size_t number) {
  const Word value = coverage.value(number);
  if (!is_counting(coverage.mode())) return vm::make_boolean(value > 0);
  return builder.integer(static_cast<SWord>(std::min<Word>(value, vm::kSmallMax)));
}

/// [{{Name, Arity}, Figure}], in the order of the file and without what the compiler adds to every
/// module, which has no lines.
Term functions(const Coverage& coverage, HeapBuilder& builder) {
  Term list = Term::nil();
  const auto& all = coverage.functions();
  for (std::size_t n = all.size(); n-- > 0;) {
    const auto& [name, arity, first_line] = all[n];
    if (name == am::module_info && arity <= 1) continue;
    const Term found = is_of_lines(coverage.mode()) ? vm::make_boolean(coverage.has_run(n))
                                                    : figure(coverage, builder, n);
    const Term function = builder.tuple(name, Term::small(static_cast<SWord>(arity)));
    list = builder.cons(builder.tuple(function, found), list);
  }
  return list;
}

/// [{Line, Figure}], or the compiler's numbers of the lines in their place.
Term lines(const Coverage& coverage, HeapBuilder& builder, bool as_ids) {
  Term list = Term::nil();
  const auto& all = coverage.lines();
  for (std::size_t n = all.size(); n-- > 0;) {
    const Term line = Term::small(as_ids ? all[n].cover_id : all[n].number);
    list = builder.cons(builder.tuple(line, figure(coverage, builder, n)), list);
  }
  return list;
}

}  // namespace

BifResult coverage_support_0(Process&, const Args<0>&) { return am::true_; }

BifResult get_coverage_mode_0(Process& p, const Args<0>&) {
  return name_of(p.vm.coverage_mode.load(vm::kRelaxed));  // relaxed: of no particular time
}

BifResult get_coverage_mode_1(Process& p, const Args<1>& a) {
  const vm::Module* module = p.vm.modules->current(a[0]);
  if (module == nullptr) return p.badarg();
  return module->coverage == nullptr ? am::none : name_of(module->coverage->mode());
}

BifResult set_coverage_mode_1(Process& p, const Args<1>& a) {
  const auto names = mode_names();
  const auto at = std::ranges::find(names, a[0]);
  if (at == names.end()) return p.badarg();
  const auto mode = static_cast<CoverageMode>(at - names.begin());
  // relaxed: for modules that are loaded later
  return name_of(p.vm.coverage_mode.exchange(mode, vm::kRelaxed));
}

BifResult get_coverage_2(Process& p, const Args<2>& a) {
  Coverage* const coverage = coverage_of(p, a[1]);
  if (coverage == nullptr) return p.badarg();
  const CoverageMode mode = coverage->mode();
  const bool of_functions = a[0] == am::function, as_ids = a[0] == am::cover_id_line;
  const bool of_lines =
      as_ids ? mode == CoverageMode::kLineCounters : a[0] == am::line && is_of_lines(mode);
  if (!of_functions && !of_lines) return p.badarg();
  HeapBuilder builder(p);
  return of_functions ? functions(*coverage, builder) : lines(*coverage, builder, as_ids);
}

BifResult reset_coverage_1(Process& p, const Args<1>& a) {
  Coverage* const coverage = coverage_of(p, a[0]);
  if (coverage == nullptr) return p.badarg();
  coverage->reset();
  return am::ok;
}

}  // namespace bif
