// Items and values as the kinds set them.
#include "tracing/function_report.h"

#include "vm/term/atom_table.h"
#include "vm/term/copy.h"
#include "vm/vm.h"

#include <algorithm>

namespace tracing {

bool FunctionReport::is_empty() const {
  return std::ranges::all_of(actions_, [](const BpAction* a) { return a == nullptr; });
}

void FunctionReport::set(Term item, Term value) {
  for (Item& present : items_) {
    if (present.name == item) {
      present.value = value;
      return;
    }
  }
  items_.push_back({item, value, lists_});
}

Term FunctionReport::spec_of(const BpAction& action) {
  return action.program ? vm::copy_term(builder_, action.program->source(), vm().literals.get())
                        : Term::nil();
}

Term FunctionReport::make(bool exists) {
  if (!exists) return builder_.tuple(asked_, Term(vm::am::undefined));
  for (const BpKind kind : kBpKinds) {
    lists_ = !kinds_with(is_of_code_to_come() ? kUnlistedOnLoad : kUnlisted).has(kind);
    with_kind(kind, [&](auto type) { type.report(*this, actions_[static_cast<unsigned>(kind)]); });
  }
  for (const Item& item : items_) {
    if (item.name == asked_) return builder_.tuple(item.name, item.value);
  }
  if (is_empty()) return builder_.tuple(asked_, Term(vm::am::false_));
  if (asked_ != vm::am::all) return p_.badarg();
  std::vector<Term> list;
  for (const Item& item : items_) {
    if (item.is_listed) list.push_back(builder_.tuple(item.name, item.value));
  }
  return builder_.tuple(asked_, builder_.list_from(list));
}

}  // namespace tracing
