// FunctionCode: one loaded function as the compiler reads it: a copy of its words, cut into
// instructions. The copy is made by a process that runs the function, so the compiler may work on
// it while the module is freed. Ownership: a value. Threads: constant once made.
#pragma once

#include "vm/code/func_info.h"
#include "vm/code/opcodes.h"
#include "vm/code/value_type.h"
#include "vm/sched/engine.h"
#include "vm/vm.h"

#include <span>
#include <string>
#include <vector>

namespace vm {
struct Module;
}  // namespace vm

namespace jit {

using vm::CodeAddress;
using vm::Op;
using vm::OpHandler;
using vm::Word;

struct Instruction {
  Op op;
  CodeAddress at;           // where it is in the module
  std::uint32_t operands;   // index of its first operand word in FunctionCode::words
  std::uint32_t size;       // in words
  OpHandler interpreted;    // the interpreter's handler for it
  CodeAddress catch_label;  // where an exception continues, of what makes a catch tag; or null
};

struct FunctionCode {
  /// What the compiler that made the file knew about an operand.
  struct Fact {
    std::uint32_t word;  // index into `words`
    vm::ValueType type;
  };
  /// An operand that is a tuple, a float, or an integer of one limb, in the code.
  struct Literal {
    std::uint32_t word;  // index into `words`
    Word header;
    Word limb;  // of an integer; the bits of a float
  };

  vm::Mfa mfa;
  CodeAddress entry;
  std::vector<Word> words;                // from the entry on
  std::vector<Instruction> instructions;  // in order of address
  std::vector<Fact> facts;                // in order of words
  std::vector<Literal> literals;          // among the source operands, in order of words
  std::vector<FunctionCode> callees;      // functions that may replace their calls (inlining.h)

  static constexpr int kNone = -1;
  /// The address of the instruction that raises function_clause.
  CodeAddress header() const { return entry - vm::kFuncInfoWords - 1; }
  /// Number of the instruction at this address; kNone for any other address.
  int find(CodeAddress address) const;
  const Word* operands(int index) const {
    return words.data() + instructions[static_cast<std::size_t>(index)].operands;
  }
  const Instruction& at(int index) const { return instructions[static_cast<std::size_t>(index)]; }
  int count() const { return static_cast<int>(instructions.size()); }
  /// What is known about operand number `operand` of an instruction; null: nothing.
  const vm::ValueType* type_of(int index, unsigned operand) const;
  /// Operand number `operand` of an instruction, if it is such a literal; null: it is none.
  const Literal* literal(int index, unsigned operand) const;
  /// The row of an instruction.
  const vm::OpInfo& info(int index) const { return vm::op_info(at(index).op); }
  /// The items of the list operand; empty if the instruction has none.
  std::span<const Word> list(int index) const;
  /// The entry of the function of the same module that an instruction calls; null: it calls none.
  CodeAddress callee(int index) const;
  /// The export that an instruction calls, past whatever it leads to; null: it calls none. A BIF
  /// that is called like an operator does not count.
  vm::Export* called_export(int index) const;
  /// The label that an instruction may branch to, for example when a test fails; null: none.
  CodeAddress fail_label(int index) const;
  /// Calls f(CodeAddress) for each label among the items of the list.
  template <class F>
  void for_each_select_label(int index, F f) const {
    const auto items = list(index);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (vm::item_kind(info(index).list(), i) == vm::OperandKind::kLabel)
        f(reinterpret_cast<CodeAddress>(items[i]));
    }
  }
  /// "module:function/arity".
  std::string name() const;
};

/// Copies the function that begins at `entry` and ends before `end`. `backend` is the
/// interpreter's. False if a word is not as the loader left it (compiled already), or the body has
/// been replaced.
bool read_function(vm::Vm& vm, vm::CodeBackend& backend, const vm::FuncInfo& info, CodeAddress end,
                   FunctionCode* code);

/// Whether the function's body is C code now (erlang:load_nif/2); its words are not run any more.
inline bool is_replaced(const vm::FuncInfo& info) {
  // relaxed: written before the entry word, by a thread that then takes the lock of the installed
  // code; a look without that lock is repeated under it
  return info.native.load(vm::kRelaxed) != nullptr;
}

/// Adds what the file of the function's module says about the types of its operands.
void read_types(const vm::Module& module, FunctionCode* code);

}  // namespace jit
