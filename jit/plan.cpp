// First the entry points that must exist; then code that more than one of them reaches becomes an
// entry point too, unless it is short enough to be copied.
#include "jit/plan.h"

namespace jit {
namespace {

// Measured in instructions to the next exit: up to this, a copy costs less than a jump.
constexpr int kShort = 6;

class Planner {
 public:
  Planner(const FunctionCode& code, Plan& plan) : code_(code), plan_(plan) {}

  void share_common_code() {
    // Labels follow in code order except in receive loops, which are entry points already.
    std::vector<int> reached_by(static_cast<std::size_t>(code_.count()), -1);
    for (bool changed = true; changed;) {
      changed = false;
      std::fill(reached_by.begin(), reached_by.end(), -1);
      for (int i = 0; i < code_.count() && !changed; ++i) {
        if (plan_.is_entry_point(i)) changed = walk(i, reached_by);
      }
    }
  }

 private:
  /// Calls f(int) for each instruction that pasted instruction `i` may continue with.
  template <class F>
  void for_each_successor(int i, F f) const {
    if (!plan_.is_pasted(i)) return;
    const bool continues = code_.info(i).falls_through() && !code_.info(i).leaves();
    if (continues && i + 1 < code_.count()) f(i + 1);
    const auto to_label = [&](CodeAddress label) {
      if (const int target = code_.find(label); target != FunctionCode::kNone) f(target);
    };
    if (CodeAddress label = code_.fail_label(i); label != nullptr) to_label(label);
    code_.for_each_select_label(i, to_label);
  }

  /// Whether few instructions are left from here to all exits.
  bool is_short(int i, int* budget) const {
    if (--*budget < 0) return false;
    bool all = true;
    for_each_successor(i, [&](int next) {
      if (all && !plan_.is_entry_point(next)) all = is_short(next, budget);
    });
    return all;
  }

  /// Marks what this entry point reaches. True if code that another one had reached before became a
  /// new entry point.
  bool walk(int start, std::vector<int>& reached_by) {
    std::vector<int> pending{start};
    bool made = false;
    while (!pending.empty()) {
      const int i = pending.back();
      pending.pop_back();
      int& mark = reached_by[static_cast<std::size_t>(i)];
      if (mark == start) continue;
      if (mark >= 0 && i != start) {
        int budget = kShort;
        if (plan_.is_pasted(i) && !is_short(i, &budget)) {
          plan_.entry_points[static_cast<std::size_t>(i)] = 1;
          made = true;
          continue;
        }
      }
      mark = start;
      for_each_successor(i, [&](int next) {
        if (!plan_.is_entry_point(next)) pending.push_back(next);
      });
    }
    return made;
  }

  const FunctionCode& code_;
  Plan& plan_;
};

}  // namespace

bool is_out_of_line(const Instruction& instruction, vm::CodeBackend& backend) {
  return instruction.interpreted == backend.slow_handler(instruction.op) &&
         instruction.interpreted != backend.generic_handler(instruction.op);
}

void find_entry_points(const FunctionCode& code, Plan* plan) {
  const auto mark = [&](int i) {
    // An instruction that is not pasted keeps the interpreter's handler.
    if (i != FunctionCode::kNone && i < code.count() && plan->is_pasted(i))
      plan->entry_points[static_cast<std::size_t>(i)] = 1;
  };
  const auto mark_label = [&](CodeAddress label) {
    if (label != nullptr) mark(code.find(label));
  };
  mark(0);
  for (int i = 0; i < code.count(); ++i) {
    const bool leaves = !plan->is_pasted(i) || code.info(i).leaves();
    if (code.info(i).falls_through() && (leaves || code.info(i).has(vm::OpAttribute::kOftenSlow)))
      mark(i + 1);
    if (leaves) {
      mark_label(code.fail_label(i));
      code.for_each_select_label(i, mark_label);
    }
    mark_label(code.at(i).catch_label);
  }
}

Plan make_plan(const FunctionCode& code, vm::CodeBackend& backend,
               const std::function<bool(int)>& has_definition) {
  Plan plan;
  const auto count = static_cast<std::size_t>(code.count());
  plan.pasted.resize(count);
  plan.entry_points.resize(count);
  for (int i = 0; i < code.count(); ++i) {
    const bool fits = vm::op_info(code.at(i).op).is_select() || has_definition(i);
    plan.pasted[static_cast<std::size_t>(i)] = fits && !is_out_of_line(code.at(i), backend);
  }
  plan.live = compute_liveness(code);
  find_entry_points(code, &plan);
  Planner(code, plan).share_common_code();
  return plan;
}

}  // namespace jit
