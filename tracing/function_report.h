// FunctionReport: what trace:info/3 returns about a function, or about code to come (on_load), in
// one session: items with values, which the kinds of breakpoints set in their order. Threads: the
// process that asks, on whose heap the values are built. Contract: I2.
#pragma once

#include "tracing/bp_actions.h"
#include "vm/heap/heap_builder.h"

#include <vector>

namespace tracing {

class FunctionReport {
 public:
  enum class About : std::uint8_t { kFunction, kCodeToCome };

  /// `asked`: the item, or `all`.
  FunctionReport(Process& p, About about, Term asked)
      : p_(p), about_(about), asked_(asked), builder_(p) {}

  /// What the session has of one kind. All are added before make().
  void add(const BpAction& action) { actions_[static_cast<unsigned>(action.kind)] = &action; }
  bool is_empty() const;
  /// {Item, Value}; `undefined` is the value where the function does not exist, `false` where the
  /// session has nothing. Raises badarg for an unknown item where it has something.
  Term make(bool exists);

  // --- for the kinds ---

  vm::Vm& vm() const { return p_.vm; }
  vm::HeapBuilder& builder() { return builder_; }
  bool is_of_code_to_come() const { return about_ == About::kCodeToCome; }
  bool is_asked_alone(Term item) const { return asked_ == item; }
  /// Adds an item, or gives it another value.
  void set(Term item, Term value);
  /// The source of an action's match spec, [] without one.
  Term spec_of(const BpAction& action);

 private:
  struct Item {
    Term name;
    Term value;
    bool is_listed;
  };

  Process& p_;
  const About about_;
  const Term asked_;
  vm::HeapBuilder builder_;
  std::array<const BpAction*, kBpKinds.size()> actions_{};
  std::vector<Item> items_;
  bool lists_ = true;  // items that are set now belong to `all`
};

}  // namespace tracing
