// LLVM's prefix data lies in front of a function's symbol, its prologue data behind it; the
// function has the alignment of the prefix, whose size is a multiple of it.
#include "jit/llvm/emit_sled.h"

#include "jit/entry_sled.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

namespace jit {

void add_sled(llvm::Function& entry, vm::OpHandler handler) {
  llvm::LLVMContext& context = entry.getContext();
  const auto prefix = EntrySled::prefix(handler);
  entry.setPrefixData(
      llvm::ConstantDataArray::get(context, llvm::ArrayRef(prefix.data(), prefix.size())));
  entry.setPrologueData(llvm::ConstantInt::get(
      llvm::IntegerType::get(context, EntrySled::kSledBytes * 8), EntrySled::Code::kNothing));
  entry.setAlignment(llvm::Align(EntrySled::kPrefixBytes));
}

}  // namespace jit
