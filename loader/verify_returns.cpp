// Returns are found backwards, from functions that return to their callers.
#include "loader/verify_returns.h"

#include <algorithm>
#include <utility>

namespace loader {

namespace {

/// A tail call of a function of the module, by the labels of both entries.
using TailCall = std::pair<std::uint32_t, std::uint32_t>;  // callee, caller

bool can_return_by(const BeamFile& beam, const GenericCode& code, const GenericInstr& instr,
                   std::uint32_t caller, std::vector<TailCall>& calls) {
  const Rule& rule = rule_of(instr.op);
  const auto operands = code.operands_of(instr);
  if (rule.places.callee != kNoNumber) {
    calls.emplace_back(operands[rule.places.callee].index(), caller);
    return false;
  }
  if (rule.places.import == kNoNumber) return true;
  const Import& import = beam.imports[operands[rule.places.import].index()];
  return !never_returns(beam.atoms[import.module], beam.atoms[import.name], import.arity);
}

}  // namespace

std::vector<std::uint8_t> returning_functions(const BeamFile& beam, const GenericCode& code) {
  std::vector<std::uint8_t> returning(code.labels.size(), 0);
  // The bodies of functions may be replaced by those of a library.
  const bool has_library = std::ranges::any_of(
      beam.imports, [&](const Import& row) { return beam.atoms[row.name] == "load_nif"; });
  std::vector<TailCall> calls;
  for (const GenericFunction& function : code.functions) {
    std::uint8_t& returns = returning[function.entry_label];
    returns = has_library ? 1 : 0;
    for (std::uint32_t i = function.end; i > function.begin && returns == 0; i--)
      if (rule_of(code.instrs[i - 1].op).has(Flag::kReturns))
        returns =
            can_return_by(beam, code, code.instrs[i - 1], function.entry_label, calls) ? 1 : 0;
  }
  std::ranges::sort(calls);
  std::vector<std::uint32_t> work;
  for (std::uint32_t label = 0; label < returning.size(); label++) {
    if (returning[label] != 0) work.push_back(label);
  }
  while (!work.empty()) {
    const std::uint32_t callee = work.back();
    work.pop_back();
    auto call = std::ranges::lower_bound(calls, TailCall(callee, 0));
    for (; call != calls.end() && call->first == callee; ++call) {
      if (std::exchange(returning[call->second], 1) == 0) work.push_back(call->second);
    }
  }
  return returning;
}

std::vector<std::uint8_t> try_handlers(const GenericCode& code) {
  std::vector<std::uint8_t> handlers(code.labels.size(), 0);
  for (std::uint32_t label = 0; label < handlers.size(); label++) {
    // Code ends with an instruction.
    std::uint32_t i = code.labels[label];
    while (i != kNowhere && rule_of(code.instrs[i].op).has(Flag::kRemark)) i++;
    handlers[label] = i != kNowhere && rule_of(code.instrs[i].op).has(Flag::kNeedsException);
  }
  return handlers;
}

std::vector<ImportFact> import_facts(const BeamFile& beam) {
  std::vector<ImportFact> facts;
  for (const Import& import : beam.imports) {
    const std::string_view module = beam.atoms[import.module], name = beam.atoms[import.name];
    ImportFact& fact = facts.emplace_back(ImportFact::kNothing);
    if (module != "erlang") continue;
    if (never_returns(module, name, import.arity)) fact = ImportFact::kNeverReturns;
    if (name == "setelement" && import.arity == 3) fact = ImportFact::kSetElement;
    if (fact == ImportFact::kNothing) fact = building_guard(name, import.arity);
  }
  return facts;
}

}  // namespace loader
