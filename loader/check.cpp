// Two passes: the first finds functions and labels, the second checks each operand by its kind.
#include "loader/check.h"

#include "loader/check_operand.h"
#include "loader/decode.h"

#include <fmt/format.h>

#include <utility>

namespace loader {

namespace {

using Tag = Operand::Tag;

constexpr std::int64_t kMostArguments = vm::kind_info(vm::OperandKind::kArity).most;

class Checker {
 public:
  Checker(const BeamFile& beam, GenericCode& code) : beam_(beam), code_(code) {}

  LoadResult<void> run() {
    VM_TRY_VOID(find_functions());
    for (const GenericFunction& function : code_.functions) VM_TRY_VOID(check_function(function));
    VM_TRY_VOID(check_table("export table", beam_.exports));
    VM_TRY_VOID(check_table("local table", beam_.locals));
    return check_lambdas();
  }

  LoadResult<void> find_functions() {
    code_.labels.assign(std::max<std::size_t>(beam_.code_header.label_count, 1), kNowhere);
    for (std::uint32_t i = 0; i < code_.instrs.size(); i++) VM_TRY_VOID(collect(i));
    return finish_functions();
  }

 private:
  LoadResult<void> collect(std::uint32_t i) {
    const GenericInstr& instr = code_.instrs[i];
    if (instr.op == GenericOp::k_label) return add_label(i);
    if (instr.op == GenericOp::k_func_info) return add_function(i);
    return {};
  }

  LoadResult<void> add_label(std::uint32_t i) {
    const GenericInstr& instr = code_.instrs[i];
    const Operand& label = code_.operands_of(instr)[0];
    if (!label.is(Tag::kNumber) || label.value < 1 ||
        static_cast<std::uint64_t>(label.value) >= code_.labels.size()) {
      return fail(instr, "label", fmt::format("a number from 1 to {}", code_.labels.size() - 1),
                  operand_text(beam_, label));
    }
    if (code_.labels[label.index()] != kNowhere) {
      return fail(instr, "label", "labels that are defined once",
                  fmt::format("a second definition of {}", label.value));
    }
    code_.labels[label.index()] = i;
    return {};
  }

  /// Checks the shape `label, [line], func_info, label` and notes the function.
  LoadResult<void> add_function(std::uint32_t i) {
    const GenericInstr& instr = code_.instrs[i];
    auto operands = code_.operands_of(instr);
    if (!operands[0].is(Tag::kAtom) || !operands[1].is(Tag::kAtom) ||
        !operands[2].is(Tag::kNumber) || operands[2].value > kMostArguments) {
      return fail(instr, "func_info", "atom, atom, arity from 0 to 255",
                  fmt::format("{}, {}, {}", operand_text(beam_, operands[0]),
                              operand_text(beam_, operands[1]), operand_text(beam_, operands[2])));
    }
    // The module that it names may be another one, as in OTP: files made of assembler code.
    // int_code_end follows the last instruction, so there is a next one.
    const GenericInstr& entry = code_.instrs[i + 1];
    if (entry.op != GenericOp::k_label) {
      return fail(entry, "function entry", "label after func_info", name_of(entry));
    }
    std::uint32_t begin = i;
    while (begin > end_of_last_ && belongs_to_next_function(code_.instrs[begin - 1].op)) begin--;
    if (begin == i || code_.instrs[begin].op != GenericOp::k_label) {
      return fail(instr, "func_info", "a label before it", "none");
    }
    code_.functions.push_back({operands[1].index(), operands[2].index(),
                               code_.operands_of(entry)[0].index(), begin, i, i + 2});
    end_of_last_ = i + 2;
    return {};
  }

  static bool belongs_to_next_function(GenericOp op) {
    return op == GenericOp::k_label || op == GenericOp::k_line ||
           op == GenericOp::k_executable_line || op == GenericOp::k_debug_line;
  }

  LoadResult<void> finish_functions() {
    auto& functions = code_.functions;
    const GenericInstr& last = code_.instrs.back();
    if (functions.empty() || functions[0].begin != 0) {
      return fail(code_.instrs[0], "code", "a function", name_of(code_.instrs[0]));
    }
    for (std::size_t i = 0; i < functions.size(); i++) {
      functions[i].end = i + 1 < functions.size()
                             ? functions[i + 1].begin
                             : static_cast<std::uint32_t>(code_.instrs.size() - 1);
      if (code_.labels[functions[i].entry_label] != functions[i].func_info + 1) {
        return fail(code_.instrs[functions[i].func_info], "function entry", "its own label",
                    "another");
      }
    }
    if (functions.size() != beam_.code_header.function_count) {
      return fail(last, "number of functions",
                  fmt::format("{}, as the header says", beam_.code_header.function_count),
                  fmt::format("{}", functions.size()));
    }
    entries_.assign(code_.labels.size(), nullptr);
    for (const GenericFunction& function : functions) entries_[function.entry_label] = &function;
    return {};
  }

  LoadResult<void> check_function(const GenericFunction& function) {
    FunctionName name{function.name, function.arity};
    const OperandContext context{beam_, code_, entries_, function, largest_frame(function)};
    bool has_body = false;
    for (std::uint32_t i = function.begin; i < function.end; i++) {
      const GenericInstr& instr = code_.instrs[i];
      has_body |= i > function.func_info && !belongs_to_next_function(instr.op) &&
                  instr.op != GenericOp::k_on_load;
      if (instr.op == GenericOp::k_on_load && std::exchange(has_on_load_, true)) {
        return code_error(beam_, &name, instr.offset, "on_load", "one in a module", "a second");
      }
      if (auto wrong = check_instruction(context, instr)) {
        std::string what = wrong->operand < 0
                               ? name_of(instr)
                               : fmt::format("{}, operand {}", name_of(instr), wrong->operand + 1);
        return code_error(beam_, &name, instr.offset, std::move(what), std::move(wrong->expected),
                          std::move(wrong->found));
      }
    }
    if (!has_body)
      return code_error(beam_, &name, code_.instrs[function.func_info].offset, "func_info",
                        "a function with a body", "none");
    return {};
  }

  std::uint32_t largest_frame(const GenericFunction& function) const {
    std::uint32_t largest = 0;
    for (std::uint32_t i = function.begin; i < function.end; i++) {
      const GenericInstr& instr = code_.instrs[i];
      const GenericOpInfo& info = generic_op_info(static_cast<std::uint8_t>(instr.op));
      const std::size_t frame = info.position_of(GenericKind::kNewFrame);
      if (frame != info.arity) largest = std::max(largest, code_.operands_of(instr)[frame].index());
    }
    return largest;
  }

  LoadResult<void> check_entry(const char* table, std::uint32_t name, std::uint32_t arity,
                               std::uint32_t label) {
    const GenericFunction* found = label < entries_.size() ? entries_[label] : nullptr;
    if (found != nullptr && found->name == name && found->arity == arity) return {};
    FunctionName row{name, arity};
    return code_error(
        beam_, &row, 0, table, fmt::format("the function's entry at label {}", label),
        found == nullptr ? "no function" : beam_.function_text(found->name, found->arity));
  }

  LoadResult<void> check_table(const char* table, const std::vector<LabelledFunction>& rows) {
    for (const LabelledFunction& row : rows) {
      VM_TRY_VOID(check_entry(table, row.name, row.arity, row.label));
    }
    return {};
  }

  LoadResult<void> check_lambdas() {
    for (const Lambda& row : beam_.lambdas) {
      VM_TRY_VOID(check_entry("lambda table", row.name, row.arity, row.label));
    }
    return {};
  }

  static std::string name_of(const GenericInstr& instr) {
    return std::string(generic_op_info(static_cast<std::uint8_t>(instr.op)).name);
  }

  vm::Err<LoadErrorPtr> fail(const GenericInstr& instr, std::string what, std::string expected,
                             std::string found) {
    const GenericFunction* last = code_.functions.empty() ? nullptr : &code_.functions.back();
    FunctionName name{last != nullptr ? last->name : 0, last != nullptr ? last->arity : 0};
    return code_error(beam_, last != nullptr ? &name : nullptr, instr.offset, std::move(what),
                      std::move(expected), std::move(found));
  }

  const BeamFile& beam_;
  GenericCode& code_;
  std::uint32_t end_of_last_ = 0;  // first instruction that cannot be the last function's head
  std::vector<const GenericFunction*> entries_;  // by label; null where no function starts
  bool has_on_load_ = false;
};

}  // namespace

LoadResult<void> check(const BeamFile& beam, GenericCode& code) {
  return Checker(beam, code).run();
}

LoadResult<void> find_functions(const BeamFile& beam, GenericCode& code) {
  return Checker(beam, code).find_functions();
}

}  // namespace loader
