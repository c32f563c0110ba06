// Choices and guard BIFs.
#include "loader/transform_context.h"

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

/// The BIF whose instruction a call becomes, and whether with its arguments the other way round.
struct Operator {
  std::string_view name;
  bool is_swapped = false;
};
Operator operator_of(std::string_view name) {
  if (name == ">") return {"<", true};
  if (name == "=<") return {">=", true};
  return {name};
}

/// Whether an operand is an argument of a guard BIF.
bool is_source(vm::OperandKind kind) {
  const vm::OperandKindInfo& info = vm::kind_info(kind);
  return info.form == vm::OperandForm::kValue && info.is_read();
}

/// The instruction that calls of a guard BIF become, or null. `has_live`: the call says how many
/// registers it keeps.
const vm::OpInfo* own_instruction(std::string_view name, std::uint32_t arity, bool has_live) {
  for (const vm::OpInfo& info : vm::kOps) {
    const auto sources =
        std::count_if(info.kinds.begin(), info.kinds.begin() + info.operand_count, is_source);
    const bool fits = has_live || !info.has_operand(vm::OperandKind::kLive);
    if (info.guard_bif == name && sources == arity && fits) return &info;
  }
  return nullptr;
}

/// Writes the operands that the row has: not the import, and the fail label and live count only
/// where it asks for them.
void write_own_instruction(TransformContext& c, const vm::OpInfo& own, const GenericOpInfo& generic,
                           bool is_swapped) {
  c.writer.op(static_cast<Op>(&own - vm::kOps));
  const auto first_source = static_cast<unsigned>(generic.position_of(GenericKind::kSource));
  unsigned source = 0;
  for (unsigned i = 0; i < own.operand_count; i++) {
    auto from = static_cast<unsigned>(generic.position_of(generic_kind(own.kinds[i])));
    if (is_source(own.kinds[i])) {
      from = first_source + (is_swapped ? 1 - source : source);
      source++;
    }
    c.write(own.kinds[i], c.operand(from));
  }
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

/// element(N, T) of a constant tuple T. False: it is none.
bool write_literal_element(TransformContext& c) {
  const Operand& tuple = c.operand(3);
  if (!c.is_constant(tuple) || !c.constant(tuple).is_tuple()) return false;
  c.writer.op(Op::i_literal_element);
  c.write_label(c.operand(0));
  c.write_value(c.operand(2));
  c.writer.word(c.constant(tuple).as_tuple().arity());
  c.writer.term(c.constant(tuple));
  c.write_value(c.operand(4));
  return true;
}

bool transform_bif(TransformContext& c) {
  const GenericOpInfo& generic = generic_op_info(static_cast<std::uint8_t>(c.instr->op));
  const auto position = static_cast<unsigned>(generic.position_of(GenericKind::kExport));
  const bool has_live = generic.position_of(GenericKind::kLive) != generic.arity;
  const Import& import = c.beam.imports[c.operand(position).index()];
  if (c.beam.atoms[import.module] == "erlang") {
    const auto [name, is_swapped] = operator_of(c.beam.atoms[import.name]);
    if (name == "+" && import.arity == 1) {
      write_unary_plus(c);
      return true;
    }
    if (name == "element" && import.arity == 2 && write_literal_element(c)) return true;
    if (const vm::OpInfo* own = own_instruction(name, import.arity, has_live); own != nullptr) {
      write_own_instruction(c, *own, generic, is_swapped);
      return true;
    }
  }
  return false;
}

}  // namespace loader
