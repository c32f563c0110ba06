// What the build embedded: a definition for each instruction, in a form that can be pasted.
#include "jit/llvm/definition_library.h"

#include "vm/code/opcodes.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

namespace {

using vm::Op;

TEST(DefinitionLibrary, AnswersConstantsOnEachWay) {
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context);
  for (std::size_t i = 0; i < vm::kOpCount; ++i) {
    for (vm::Word items = 0; items <= (vm::kOps[i].has_list() ? 10 : 0); ++items) {
      const llvm::Function* definition = library.find(static_cast<Op>(i), items);
      if (definition == nullptr) continue;
      for (const llvm::Instruction& instruction : llvm::instructions(*definition)) {
        const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
        if (ret == nullptr) continue;
        EXPECT_TRUE(llvm::isa<llvm::ConstantInt>(ret->getReturnValue())) << vm::kOps[i].name;
      }
    }
  }
}

TEST(DefinitionLibrary, HasWhatShouldBeInline) {
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context);
  for (Op op : {Op::move,
                Op::call,
                Op::call_ext_last,
                Op::return_,
                Op::i_plus,
                Op::i_element,
                Op::fmul,
                Op::fconv,
                Op::call_light_bif,
                Op::call_fun2,
                Op::i_call_fun_last,
                Op::i_call_fun2_last,
                Op::try_,
                Op::is_tagged_tuple,
                Op::test_heap,
                Op::i_map_get,
                Op::is_lt,
                Op::i_eq_exact,
                Op::i_get,
                Op::bs_get_utf8,
                Op::i_bs_integer,
                Op::i_bs_equal,
                Op::i_bs_measure,
                Op::i_bs_begin,
                Op::i_bs_begin_append,
                Op::i_bs_put_integer,
                Op::i_bs_end}) {
    EXPECT_NE(library.find(op, 0), nullptr) << vm::op_info(op).name;
  }
  EXPECT_NE(library.find(Op::put_tuple2, 2), nullptr);
  EXPECT_NE(library.find(Op::init_yregs, 1), nullptr);
  EXPECT_NE(library.find(Op::make_fun3, 1), nullptr);
  EXPECT_NE(library.find(Op::get_map_elements, 2), nullptr);
}

TEST(DefinitionLibrary, LeavesTheRestToTheInterpreter) {
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context);
  for (Op op : {Op::send, Op::apply, Op::wait, Op::func_info}) {
    EXPECT_EQ(library.find(op, 0), nullptr) << vm::op_info(op).name;
  }
  EXPECT_EQ(library.find(Op::put_tuple2, 100), nullptr);
}

}  // namespace
