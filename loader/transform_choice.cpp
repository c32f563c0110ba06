// Choices and guard BIFs.
#include "loader/transform_context.h"

#include <fmt/format.h>

#include <algorithm>

namespace loader {

namespace {

using vm::SWord;

struct Choice {
  Term value;
  const Operand* label;
};

// Up to so many constants a linear search is as good as any (a binary one mispredicts each step).
constexpr std::size_t kFewChoices = 8;
// A table of labels may have so many words per constant.
constexpr std::size_t kSparseness = 3;

/// The smallest constant, where all are small integers that lie close together; else false.
bool is_dense(const std::vector<Choice>& choices, SWord* min, SWord* count) {
  *min = vm::kSmallMax;
  SWord max = vm::kSmallMin;
  for (const Choice& choice : choices) {
    if (!choice.value.is_small()) return false;
    *min = std::min(*min, choice.value.as_small());
    max = std::max(max, choice.value.as_small());
  }
  // Differences of small integers fit in a word.
  *count = max - *min + 1;
  return choices.size() > 3 && static_cast<std::size_t>(*count) <= choices.size() * kSparseness;
}

void write_table(TransformContext& c, const std::vector<Choice>& choices, SWord min, SWord count) {
  std::vector<const Operand*> labels(static_cast<std::size_t>(count), &c.operand(1));
  for (const Choice& choice : choices) {
    labels[static_cast<std::size_t>(choice.value.as_small() - min)] = choice.label;
  }
  c.writer.op(Op::jump_on_val);
  c.write_value(c.operand(0));
  c.write_label(c.operand(1));
  c.writer.term(Term::small(min));
  c.writer.word(labels.size());
  for (const Operand* label : labels) c.write_label(*label);
}

void write_search(TransformContext& c, Op op, const std::vector<Choice>& choices) {
  c.writer.op(op);
  c.write_value(c.operand(0));
  c.write_label(c.operand(1));
  c.writer.word(choices.size() * 2);
  for (const Choice& choice : choices) {
    c.writer.term(choice.value);
    c.write_label(*choice.label);
  }
}

/// Constants behind a pointer cannot be found by comparing words: each gets a test of its own,
/// before the others.
void write_comparison(TransformContext& c, const Choice& choice) {
  c.writer.op(Op::is_ne_exact);
  c.write_label(*choice.label);
  c.write_value(c.operand(0));
  c.writer.term(choice.value);
}

enum class Order { kKept, kSwapped };

struct OwnInstruction {
  GenericOp generic;
  std::string_view name;
  Op op;
  Order sources = Order::kKept;
};

/// Guard BIFs of module erlang with an instruction of their own.
constexpr OwnInstruction kOwnInstructions[] = {
    {GenericOp::k_bif0, "self", Op::i_self},
    {GenericOp::k_bif1, "get", Op::i_get},
    {GenericOp::k_bif1, "hd", Op::i_hd},
    {GenericOp::k_bif1, "tl", Op::i_tl},
    {GenericOp::k_bif1, "tuple_size", Op::i_tuple_size},
    {GenericOp::k_bif2, "element", Op::i_element},
    {GenericOp::k_bif2, "map_get", Op::i_map_get},
    {GenericOp::k_bif2, "is_map_key", Op::i_is_map_key},
    {GenericOp::k_bif2, "<", Op::i_lt},
    {GenericOp::k_bif2, ">=", Op::i_ge},
    {GenericOp::k_bif2, ">", Op::i_lt, Order::kSwapped},
    {GenericOp::k_bif2, "=<", Op::i_ge, Order::kSwapped},
    {GenericOp::k_bif2, "==", Op::i_eq},
    {GenericOp::k_bif2, "/=", Op::i_ne},
    {GenericOp::k_bif2, "=:=", Op::i_eq_exact},
    {GenericOp::k_bif2, "=/=", Op::i_ne_exact},
    {GenericOp::k_gc_bif1, "map_size", Op::i_map_size},
    {GenericOp::k_gc_bif1, "length", Op::i_length},
    {GenericOp::k_gc_bif1, "-", Op::i_unary_minus},
    {GenericOp::k_gc_bif1, "bnot", Op::i_bnot},
    {GenericOp::k_gc_bif2, "+", Op::i_plus},
    {GenericOp::k_gc_bif2, "-", Op::i_minus},
    {GenericOp::k_gc_bif2, "*", Op::i_times},
    {GenericOp::k_gc_bif2, "div", Op::i_int_div},
    {GenericOp::k_gc_bif2, "rem", Op::i_rem},
    {GenericOp::k_gc_bif2, "band", Op::i_band},
    {GenericOp::k_gc_bif2, "bor", Op::i_bor},
    {GenericOp::k_gc_bif2, "bxor", Op::i_bxor},
    {GenericOp::k_gc_bif2, "bsl", Op::i_bsl},
    {GenericOp::k_gc_bif2, "bsr", Op::i_bsr},
};

/// Which operand of a guard BIF instruction is the import.
unsigned import_position(GenericOp op) {
  switch (op) {
    case GenericOp::k_bif0:
      return 0;
    case GenericOp::k_bif1:
    case GenericOp::k_bif2:
    case GenericOp::k_bif3:
      return 1;
    default:
      return 2;
  }
}

Op table_form(GenericOp op) {
  switch (op) {
    case GenericOp::k_bif0:
      return Op::bif0;
    case GenericOp::k_bif1:
      return Op::bif1;
    case GenericOp::k_bif2:
      return Op::bif2;
    case GenericOp::k_bif3:
      return Op::bif3;
    case GenericOp::k_gc_bif1:
      return Op::gc_bif1;
    case GenericOp::k_gc_bif2:
      return Op::gc_bif2;
    default:
      return Op::gc_bif3;
  }
}

/// Writes the operands that the row of `op` has: all but the import, and only those of the fail
/// label and live count that the row asks for.
void write_own_instruction(TransformContext& c, const OwnInstruction& own, unsigned import) {
  const Op op = own.op;
  const vm::OpInfo& info = vm::op_info(op);
  const bool has_label = info.has_operand(vm::OperandKind::kFail);
  const bool has_live = info.has_operand(vm::OperandKind::kLive);
  c.writer.op(op);
  if (has_label) c.write_label(c.operand(0));
  if (has_live) c.writer.word(c.number_word(c.operand(1)));
  unsigned first = import + 1;
  if (own.sources == Order::kSwapped) {
    c.write_value(c.operand(first + 1));
    c.write_value(c.operand(first));
    first += 2;
  }
  for (unsigned i = first; i < c.instr->operand_count; i++) c.write_value(c.operand(i));
}

}  // namespace

void transform_select_val(TransformContext& c) {
  std::vector<Choice> choices;
  auto items = c.items(2);
  for (std::size_t i = 0; i < items.size(); i += 2) {
    Choice choice{c.constant(items[i]), &items[i + 1]};
    if (choice.value.is_immediate()) {
      choices.push_back(choice);
    } else {
      write_comparison(c, choice);
    }
  }
  // Labels lie in the order of the list: of two equal constants the first counts.
  auto by_word = [](const Choice& a, const Choice& b) {
    return std::pair(a.value.bits(), a.label) < std::pair(b.value.bits(), b.label);
  };
  std::sort(choices.begin(), choices.end(), by_word);
  auto same = [](const Choice& a, const Choice& b) { return a.value == b.value; };
  choices.erase(std::unique(choices.begin(), choices.end(), same), choices.end());
  SWord min = 0;
  SWord count = 0;
  if (choices.empty()) {
    c.writer.op(Op::jump);
    c.write_label(c.operand(1));
  } else if (is_dense(choices, &min, &count)) {
    write_table(c, choices, min, count);
  } else {
    write_search(c, choices.size() <= kFewChoices ? Op::select_val_few : Op::select_val, choices);
  }
}

/// `+ A` is `A + 0`, also where an exception names the arguments.
void write_unary_plus(TransformContext& c) {
  c.writer.op(Op::i_plus);
  c.write_label(c.operand(0));
  c.writer.word(c.number_word(c.operand(1)));
  c.write_value(c.operand(3));
  c.writer.term(Term::small(0));
  c.write_value(c.operand(4));
}

LoadResult<void> transform_bif(TransformContext& c) {
  unsigned position = import_position(c.instr->op);
  std::uint32_t index = c.operand(position).index();
  const Import& import = c.beam.imports[index];
  if (c.beam.atoms[import.module] == "erlang") {
    if (c.instr->op == GenericOp::k_gc_bif1 && c.beam.atoms[import.name] == "+") {
      write_unary_plus(c);
      return {};
    }
    for (const OwnInstruction& own : kOwnInstructions) {
      if (own.generic != c.instr->op || own.name != c.beam.atoms[import.name]) continue;
      write_own_instruction(c, own, position);
      return {};
    }
  }
  if (c.tables.imports[index]->bif == nullptr) {
    return c.fail("a built-in function",
                  fmt::format("{}:{}", c.beam.atoms[import.module],
                              c.beam.function_text(import.name, import.arity)));
  }
  Op op = table_form(c.instr->op);
  const vm::OpInfo& info = vm::op_info(op);
  c.writer.op(op);
  for (unsigned i = 0; i < info.operand_count; i++) c.write(info.kinds[i], c.operand(i));
  return {};
}

}  // namespace loader
