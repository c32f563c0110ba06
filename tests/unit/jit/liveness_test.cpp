// Which registers compiled code keeps: by the table's rows over short functions, and that no
// definition reads or writes a machine register of which its row does not speak.
#include "jit/liveness.h"

#include "jit/llvm/definition_library.h"
#include "jit/llvm/passes.h"
#include "tests/support/assembler.h"
#include "vm/instr/machine.h"
#include "vm/interp/interpreter.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace test_support;
using jit::LiveSet;
using vm::Op;
using vm::OperandForm;
using vm::OperandKind;
using vm::Word;

namespace {

constexpr Word kEntryLabel = 1, kOtherLabel = 2, kEndLabel = 9;

/// The registers that are live before each instruction of a function of two arguments.
class Liveness : public testing::Test {
 protected:
  std::vector<LiveSet> of(Assembler& a) {
    a.bind(kEndLabel);
    a.op(Op::i_normal_exit);
    const vm::CodeAddress entry = a.finish(kEntryLabel);
    vm::FuncInfo& info = vm::FuncInfo::of_entry(entry);
    info.interpreted = *entry;
    EXPECT_TRUE(jit::read_function(vm_, engine_, info, a.address(kEndLabel), &code_));
    return jit::compute_liveness(code_);
  }
  Assembler function() {
    Assembler a(engine_, false);
    a.function(vm::am::lists, vm::am::map, 2, kEntryLabel);
    return a;
  }
  vm::Vm vm_{vm::VmOptions{.schedulers = 1}};
  vm::InterpreterEngine engine_{vm_};
  jit::FunctionCode code_;
};

constexpr LiveSet set(std::initializer_list<int> numbers) {
  unsigned result = 0;
  for (int n : numbers) result |= 1U << n;
  return static_cast<LiveSet>(result);
}

TEST_F(Liveness, FollowsOperandsAndTheResult) {
  Assembler a = function();
  a.op(Op::move, x(3), x(1));
  a.op(Op::move, x(1), x(0));
  a.op(Op::return_);
  EXPECT_EQ(of(a), (std::vector<LiveSet>{set({3}), set({1}), set({0})}));
}

TEST_F(Liveness, KeepsWhatACollectionKeeps) {
  Assembler a = function();
  a.op(Op::test_heap, num(2), num(2));
  a.op(Op::put_list, x(0), small(1), x(0));
  a.op(Op::return_);
  EXPECT_EQ(of(a)[0], set({0, 1}));
}

TEST_F(Liveness, KnowsRegistersThatNoOperandNames) {
  Assembler a = function();
  a.op(Op::try_case, y(0));
  a.op(Op::raw_raise);
  a.op(Op::return_);
  // raw_raise reads x0 to x2, which try_case takes from x1 to x3.
  EXPECT_EQ(of(a), (std::vector<LiveSet>{set({1, 2, 3}), set({0, 1, 2}), set({0})}));
}

TEST_F(Liveness, PassesArgumentsAndNothingElse) {
  Assembler a = function();
  a.op(Op::is_nonempty_list, label(kOtherLabel), x(0));
  a.op(Op::call_only, num(1), label(kEntryLabel));
  a.bind(kOtherLabel);
  a.op(Op::i_call_fun_last, num(1), num(0));
  EXPECT_EQ(of(a), (std::vector<LiveSet>{set({0, 1}), set({0}), set({0, 1})}));
  EXPECT_EQ(jit::live_on_leaving(code_, 1), set({0}));
  EXPECT_EQ(jit::live_on_leaving(code_, 2), jit::kAllLive);  // free variables follow
}

TEST_F(Liveness, FollowsTheLabelsOfASelect) {
  Assembler a = function();
  a.op_with_list(Op::select_val_few, {x(0), label(kOtherLabel)}, {small(1), label(3)});
  a.bind(kOtherLabel);
  a.op(Op::move, x(2), x(0));
  a.op(Op::return_);
  a.bind(3);
  a.op(Op::move, x(3), x(0));
  a.op(Op::return_);
  EXPECT_EQ(of(a)[0], set({0, 2, 3}));
}

TEST_F(Liveness, LeavesTheArgumentsToTheHeader) {
  Assembler a(engine_, false);
  a.bind(kOtherLabel);
  a.function(vm::am::lists, vm::am::map, 2, kEntryLabel);
  a.op(Op::is_nil, label(kOtherLabel), x(0));
  a.op(Op::move, small(1), x(0));
  a.op(Op::return_);
  EXPECT_EQ(of(a)[0], set({0, 1}));
}

TEST_F(Liveness, KeepsNothingOverAWait) {
  Assembler a = function();
  a.bind(kOtherLabel);
  a.op(Op::loop_rec, label(3), x(0));
  a.op(Op::remove_message);
  a.op(Op::return_);
  a.bind(3);
  a.op(Op::wait, label(kOtherLabel));
  EXPECT_EQ(of(a), (std::vector<LiveSet>{0, set({0}), set({0}), 0}));
}

/// What a definition does with x0 .. x3 when its operands name other registers.
struct DefinitionUse {
  LiveSet reads = 0;
  LiveSet writes = 0;
};

/// Which of x0 .. x3 is at this offset of Machine; -1: none.
int register_at(std::int64_t offset) {
  const auto first = static_cast<std::int64_t>(offsetof(vm::Machine, x0));
  const auto n = (offset - first) / static_cast<std::int64_t>(sizeof(vm::Term));
  return offset < first || n >= vm::kMachineX ? -1 : static_cast<int>(n);
}

/// Is the value only saved in Process::x, for C++ code that may look at it?
bool is_only_saved(const llvm::LoadInst& load) {
  return llvm::all_of(load.users(), [&](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getValueOperand() != &load) return false;
    // The stack and the heap are at addresses that Machine holds; this one is in the Process.
    const auto* registers =
        llvm::dyn_cast<llvm::LoadInst>(store->getPointerOperand()->stripInBoundsConstantOffsets());
    return registers != nullptr &&
           !llvm::isa<llvm::Argument>(
               registers->getPointerOperand()->stripInBoundsConstantOffsets());
  });
}

/// `definition` with these operand words, after the folding that they allow.
llvm::Function& fold(llvm::Function& definition, const std::vector<Word>& words) {
  llvm::ValueToValueMapTy values;
  llvm::Type* number = llvm::Type::getInt64Ty(definition.getContext());
  for (unsigned i = 2; i < definition.arg_size(); ++i) {
    const Word word = i - 2 < words.size() ? words[i - 2] : 0;
    values[definition.getArg(i)] = llvm::ConstantInt::get(number, word);
  }
  llvm::Function& folded = *llvm::CloneFunction(&definition, values);
  jit::Simplifier simplifier(nullptr);
  for (int round = 0; round < 3; ++round) simplifier.run(folded);
  return folded;
}

DefinitionUse use_of(const llvm::Function& definition) {
  DefinitionUse use;
  const llvm::DataLayout& layout = definition.getParent()->getDataLayout();
  for (const llvm::Instruction& instruction : llvm::instructions(definition)) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) continue;
    llvm::APInt offset(64, 0);
    if (pointer->stripAndAccumulateConstantOffsets(layout, offset, true) != definition.getArg(0))
      continue;
    const int n = register_at(offset.getSExtValue());
    if (n < 0) continue;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr)
      use.writes |= set({n});
    else if (!is_only_saved(*load))
      use.reads |= set({n});
  }
  return use;
}

/// Operands that name no register which travels in a parameter.
std::vector<Word> operands_of(const vm::OpInfo& info, Word items) {
  std::vector<Word> words;
  const auto word_of = [&](OperandKind kind) -> Word {
    const auto number = static_cast<Word>(words.size());
    switch (vm::kind_info(kind).form) {
      case OperandForm::kValue:
      case OperandForm::kY:
        return vm::encode_y(number);
      case OperandForm::kNumber:
        return 8;  // of registers: beyond those in parameters
      case OperandForm::kTerm:
        return vm::Term(vm::am::ok).bits();
      default:
        return 64 * (number + 1);
    }
  };
  for (std::size_t i = 0; i < info.operand_count; ++i) {
    if (info.form(i) != OperandForm::kList) {
      words.push_back(word_of(info.kinds[i]));
      continue;
    }
    for (Word n = 0; n < items; ++n) words.push_back(word_of(vm::item_kind(info.kinds[i], n)));
  }
  return words;
}

TEST(DefinitionsAndRows, AreLookedAtClosely) {
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context);
  const auto of = [&](Op op) {
    return use_of(fold(*library.find(op, 0), operands_of(vm::op_info(op), 0)));
  };
  EXPECT_EQ(of(Op::try_case).reads, set({1, 2, 3}));
  EXPECT_EQ(of(Op::try_case).writes, set({0, 1, 2}));
  EXPECT_EQ(of(Op::catch_end).reads, set({0}));
  EXPECT_EQ(of(Op::call_light_bif).reads, 0);  // they are saved, whatever they hold
}

TEST(DefinitionsAndRows, SpeakOfTheSameRegisters) {
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context);
  int checked = 0;
  for (std::size_t i = 0; i < vm::kOpCount; ++i) {
    const vm::OpInfo& info = vm::kOps[i];
    for (Word items = 0; items <= (info.has_list() ? 10 : 0); ++items) {
      llvm::Function* definition = library.find(static_cast<Op>(i), items);
      if (definition == nullptr) continue;
      llvm::Function& folded = fold(*definition, operands_of(info, items));
      const DefinitionUse use = use_of(folded);
      EXPECT_EQ(use.reads & ~info.registers.reads, 0) << info.name << " reads registers in secret";
      // A call leaves no register to the next instruction, whatever it does to them.
      if (info.control() == vm::Control::kNext)
        EXPECT_EQ(use.writes & ~info.registers.writes, 0) << info.name << " writes in secret";
      ++checked;
      folded.eraseFromParent();
    }
  }
  EXPECT_GT(checked, 100);
}

}  // namespace
