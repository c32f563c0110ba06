// The code generator's output, taken apart: functions as blocks of machine code with references to
// each other and to holes. x86-64: every block is in a section of its own, so all that one block
// says of another is in relocations. AArch64: a function is one section, and cut into blocks by
// decoding its branches. Threads: values.
#pragma once

#include "jit/baseline/stencil.h"
#include "vm/base/processor.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
}  // namespace llvm

namespace stencils {

constexpr int kNoBlock = -1;

/// What code refers to: a block of the same function, or a hole's value.
struct Target {
  int block = kNoBlock;
  jit::HoleValue value{};
  std::uint8_t index = 0;
  bool operator==(const Target&) const = default;
  bool is(jit::HoleValue wanted) const { return block == kNoBlock && value == wanted; }
};

struct Reference {
  std::size_t offset;
  jit::HoleForm form;
  Target target;
  std::int64_t addend;
};

struct Block {
  std::vector<std::uint8_t> code;
  std::vector<Reference> references;  // in order of offset
};

/// The blocks of a function, in the code generator's order; the first is the entry. Each ends with
/// a jump.
using Blocks = std::vector<Block>;

/// A code generator for stencils. Error: LLVM has none for this processor. Threads: any.
vm::Result<std::unique_ptr<llvm::TargetMachine>, std::string> make_target(vm::Processor processor);

/// The object file of a module.
vm::Result<std::string, std::string> generate(llvm::Module& module, llvm::TargetMachine& target);

/// The functions of an object file, by name.
struct ObjectCode {
  std::map<std::string, Blocks> functions;
  // Those that have something which stencils cannot have, such as a reference to data: what it is.
  std::map<std::string, std::string> rejected;
};

/// Error: the file is damaged, or of another processor.
vm::Result<ObjectCode, std::string> read_object(llvm::StringRef object, vm::Processor processor);

}  // namespace stencils
