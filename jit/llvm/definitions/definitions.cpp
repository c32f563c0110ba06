// The instruction definitions as functions with a name, compiled to bitcode at build time and
// embedded in the library (jit/llvm/bitcode.h); no part of the library itself. Each row of the
// opcode table has one, `def_<row>`: it takes the machine registers, the words of its list operand
// (null where it has none) and sixteen operand words, of which a row uses the first ones (of a
// list: the count), and returns the Flow as a number. Called with constants, all decoding folds
// away. Rows without an inline part return kSlow at once: compiled code runs the interpreter's
// handler for them. Contract: B12; DESIGN 3.
#include "vm/instr/definitions.h"

namespace {

using vm::CodeAddress;
using vm::Machine;
using vm::Op;
using vm::OperandKind;
using vm::Term;
using vm::Word;

using OperandWords = std::array<Word, 16>;

template <class T>
[[gnu::always_inline]] inline T operand(Word word, const Word* list) {
  if constexpr (std::is_same_v<T, vm::instr::List>)
    return {list, word};
  else if constexpr (std::is_same_v<T, vm::instr::Header>)
    return {list};
  else
    return {word};
}

template <class Definition, OperandKind... kinds, std::size_t... i>
[[gnu::always_inline]] inline int define(Machine& m, const Word* list, const OperandWords& words,
                                         vm::instr::KindList<kinds...>, std::index_sequence<i...>) {
  return static_cast<int>(
      Definition::run(m, operand<vm::instr::Operand<kinds>>(words[i], list)...));
}

template <Op op>
[[gnu::always_inline]] inline int define(Machine& m, const Word* list, const OperandWords& words) {
  using Row = vm::instr::Row<op>;
  return define<typename Row::Definition>(m, list, words, typename Row::Kinds{},
                                          std::make_index_sequence<Row::Kinds::kSize>());
}

/// For a list of `count` items, which follow the other operand words: its loop can be unrolled.
template <Op op, Word count>
[[gnu::always_inline]] inline int define_counted(Machine& m, OperandWords words) {
  constexpr std::size_t kFixed = vm::op_info(op).operand_count - 1;
  static_assert(kFixed + count < std::tuple_size_v<OperandWords>);
  std::array<Word, count> items;
  for (std::size_t i = 0; i < count; ++i) items[i] = words[kFixed + i];
  words[kFixed] = count;
  return define<op>(m, items.data(), words);
}

}  // namespace

extern "C" {

#define VM_OPERAND_WORDS \
  Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k, Word l, \
      Word n, Word o, Word p, Word q
#define OP(row, ...) \
  int def_##row(Machine& m, const Word* list, VM_OPERAND_WORDS) { \
    return define<Op::row>(m, list, {a, b, c, d, e, f, g, h, i, j, k, l, n, o, p, q}); \
  }
#include "vm/code/opcodes.def"

// The rows whose lists are short and frequent, by the number of items.
#define COUNTED(row, count) \
  int def_##row##_##count(Machine& m, const Word*, VM_OPERAND_WORDS) { \
    return define_counted<Op::row, count>(m, {a, b, c, d, e, f, g, h, i, j, k, l, n, o, p, q}); \
  }
#include "jit/llvm/definitions/counted_lists.def"

/// The value of a source operand.
Word def_source(const Machine& m, Word word) { return m.source(word).bits(); }

/// Stores in a destination.
void def_set_destination(Machine& m, Word word, Word bits) {
  m.set_dest(word, Term::from_bits(bits));
}

/// The value of an integer of at most one limb. False if it is none.
bool def_read_integer(Word bits, __int128* value) {
  const vm::instr::Value term(Term::from_bits(bits));
  if (term.is_small()) {
    *value = term.as_small();
    return true;
  }
  if (!term.is_boxed()) return false;
  const Word header = term.header();
  const bool is_positive = header == vm::make_header(vm::Subtag::kBigPositive, 1);
  if (!is_positive && header != vm::make_header(vm::Subtag::kBigNegative, 1)) return false;
  const auto magnitude = static_cast<__int128>(term.as_boxed<vm::Big>().limbs[0]);
  *value = is_positive ? magnitude : -magnitude;
  return true;
}

/// Makes a term of an integer. False if there is no space for it.
bool def_make_integer(Machine& m, const __int128* integer, Word* bits) {
  using Magnitude = unsigned __int128;
  const __int128 value = *integer;
  if (value >= vm::kSmallMin && value <= vm::kSmallMax) [[likely]] {
    *bits = Term::small(static_cast<vm::SWord>(value)).bits();
    return true;
  }
  constexpr Word kMostWords = 3;
  if (!m.has_room(kMostWords)) [[unlikely]]
    return false;
  const bool is_negative = value < 0;
  const Magnitude magnitude = is_negative ? -static_cast<Magnitude>(value) : value;
  const auto high = static_cast<Word>(magnitude >> 64);
  const Word limbs = high == 0 ? 1 : 2;
  m.H[0].bits =
      vm::make_header(is_negative ? vm::Subtag::kBigNegative : vm::Subtag::kBigPositive, limbs);
  m.H[1].bits = static_cast<Word>(magnitude);
  if (high != 0) m.H[2].bits = high;
  *bits = Term::boxed(m.H).bits();
  m.H += 1 + limbs;
  return true;
}

/// Where calls of an export by `p` go. One basic block.
CodeAddress def_address_of_export(const vm::Process& p, const vm::Export& exported) {
  return exported.address(p.call_index);
}

/// Whether a call of the function at m.I may go on in its body (vm/instr/trace.h).
bool def_passes_breakpoint(const Machine& m) { return vm::instr::passes_breakpoint(m, m.I); }

/// The functions of runtime_calls.def, in its order.
extern const void* const def_runtime_calls[];
const void* const def_runtime_calls[] = {
#define RUNTIME_CALL(function) reinterpret_cast<const void*>(&function),
#include "jit/runtime_calls.def"
};

/// For its type only: that of all handlers and compiled functions.
VM_PRESERVE_NONE void def_signature(VM_MACHINE_PARAMETERS) {}

}  // extern "C"
