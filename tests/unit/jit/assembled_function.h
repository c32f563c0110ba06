// A function of a test, made by the assembler, as the compilers read it. Threads: the test's.
#pragma once

#include "jit/function_code.h"
#include "tests/support/assembler.h"

#include <gtest/gtest.h>

namespace test_support {

/// Ends the code of `a` and reads its function, from the label `begin` to here. `end`: a label that
/// is not bound yet.
inline jit::FunctionCode read_assembled(vm::Vm& vm, vm::CodeBackend& backend, Assembler& a,
                                        vm::Word begin, vm::Word end) {
  a.bind(end);
  a.op(vm::Op::i_normal_exit);
  const vm::CodeAddress entry = a.finish(begin);
  vm::FuncInfo& info = vm::FuncInfo::of_entry(entry);
  info.interpreted = *entry;
  jit::FunctionCode code;
  EXPECT_TRUE(jit::read_function(vm, backend, info, a.address(end), &code));
  return code;
}

}  // namespace test_support
