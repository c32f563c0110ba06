// See hole_code.h.
#include "jit/stencils/hole_code.h"

#include <llvm/IR/InlineAsm.h>

namespace stencils {
namespace {

std::string sum(const std::string& symbol, vm::SWord offset) {
  return symbol + (offset < 0 ? "" : "+") + std::to_string(offset);
}

/// A movz and as many movk as the width takes. The last relocation checks that no bits are above.
std::string aarch64_load(const std::string& value, HoleWidth width) {
  const int last = static_cast<int>(width);
  std::string text;
  for (int part = 0; part <= last; ++part) {
    const bool is_checked = part == last;
    text += part == 0 ? "movz" : "\nmovk";
    text += " $0, #:abs_g" + std::to_string(part) + (is_checked ? ":" : "_nc:") + value;
  }
  return text;
}
static_assert(static_cast<int>(HoleWidth::kShort) == 0 && static_cast<int>(HoleWidth::kWord) == 3,
              "a width is the number of its last 16 bits");

llvm::CallInst* assembly(llvm::IRBuilder<>& builder, llvm::Type* result, const std::string& text,
                         const char* constraints, llvm::ArrayRef<llvm::Value*> arguments,
                         bool has_side_effects) {
  std::vector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  return builder.CreateCall(llvm::InlineAsm::get(llvm::FunctionType::get(result, types, false),
                                                 text, constraints, has_side_effects),
                            arguments);
}

}  // namespace

llvm::Value* load_hole(llvm::IRBuilder<>& builder, bool is_aarch64, const std::string& symbol,
                       vm::SWord offset, HoleWidth width) {
  const std::string value = sum(symbol, offset);
  const std::string text = is_aarch64 ? aarch64_load(value, width) : "movabsq $$" + value + ", $0";
  return assembly(builder, builder.getInt64Ty(), text, "=r", {}, false);
}

llvm::Value* shift_by_hole(llvm::IRBuilder<>& builder, llvm::Instruction::BinaryOps operation,
                           llvm::Value* value, const std::string& symbol) {
  const std::string name = operation == llvm::Instruction::Shl    ? "shlq"
                           : operation == llvm::Instruction::LShr ? "shrq"
                                                                  : "sarq";
  return assembly(builder, builder.getInt64Ty(), name + " $$" + symbol + ", $0", "=r,0,~{flags}",
                  {value}, false);
}

bool is_plain_access(const llvm::Instruction& access) {
  const auto is_word = [](const llvm::Type* type) {
    return type->isPointerTy() || type->isIntegerTy(64);
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access))
    return load->isSimple() && is_word(load->getType());
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  return store != nullptr && store->isSimple() && is_word(store->getValueOperand()->getType());
}

void replace_access(llvm::IRBuilder<>& builder, llvm::Instruction& access, llvm::Value* base,
                    const std::string& symbol, vm::SWord offset) {
  builder.SetInsertPoint(&access);
  // The instruction has distances in words.
  const vm::SWord rest = offset & vm::SWord{vm::kWordBytes - 1};
  if (rest != 0)
    base = builder.CreateConstGEP1_64(builder.getInt8Ty(), base, static_cast<vm::Word>(rest));
  const std::string place = ", [$1, #:lo12:" + sum(symbol, offset - rest) + "]";
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
    assembly(builder, builder.getVoidTy(), "str $0" + place, "r,r,~{memory}",
             {store->getValueOperand(), base}, true);
  } else {
    access.replaceAllUsesWith(
        assembly(builder, access.getType(), "ldr $0" + place, "=r,r,~{memory}", {base}, true));
  }
  access.eraseFromParent();
}

}  // namespace stencils
