// Values are integers of 128 bits, or of 64 where these hold the value, or nobody needs more.
#include "jit/llvm/chain_code.h"

#include "jit/llvm/definition_library.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>

#include <vector>

namespace jit {
namespace {

using vm::Term;
using Operation = IntegerChain::Operation;
using Source = IntegerChain::Source;

class ChainCode {
 public:
  ChainCode(const IntegerChain& chain, const ChainTools& tools)
      : chain_(chain),
        tools_(tools),
        builder_(tools.builder),
        context_(tools.builder.getContext()),
        function_(*tools.machine.getFunction()),
        otherwise_(llvm::BasicBlock::Create(context_, "", &function_)),
        made_(chain.values.size()) {}

  void paste(llvm::BasicBlock* done) {
    for (int n = 0; n < static_cast<int>(made_.size()); ++n) {
      if (at(n).source == Source::kOperation)
        made(n) = compute(n);
      else if (at(n).source == Source::kSmallOperation)
        made(n) = compute_small(at(n));
    }
    std::vector<llvm::Value*> terms;
    for (const IntegerChain::Result& result : chain_.results) terms.push_back(term(result.value));
    for (std::size_t n = 0; n < terms.size(); ++n) {
      llvm::ValueToValueMapTy values;
      llvm::Function& part = tools_.library.part("set_destination");
      values[part.getArg(0)] = &tools_.machine;
      values[part.getArg(1)] = builder_.getInt64(chain_.results[n].reg);
      values[part.getArg(2)] = terms[n];
      run(part, values);
    }
    builder_.CreateBr(done);
    otherwise_->moveAfter(&function_.back());
    builder_.SetInsertPoint(otherwise_);
  }

 private:
  static constexpr Word kTag = Term::small(0).bits();
  static constexpr Word kTagBits = 4;
  static_assert(Term::small(1).bits() == kTag + (1U << kTagBits));

  llvm::IntegerType* long_type() { return builder_.getInt128Ty(); }

  /// Continues if the condition holds.
  void require(llvm::Value* condition) {
    auto* next = llvm::BasicBlock::Create(context_, "", &function_);
    builder_.CreateCondBr(condition, next, otherwise_,
                          llvm::MDBuilder(context_).createBranchWeights(1000, 1));
    builder_.SetInsertPoint(next);
  }
  /// Pastes a part of the library, and continues if it returns true, or nothing.
  void run(llvm::Function& part, llvm::ValueToValueMapTy& values) {
    const auto returns = tools_.clone(part, values);
    auto* next = llvm::BasicBlock::Create(context_, "", &function_);
    for (llvm::ReturnInst* ret : returns) {
      const auto* outcome = llvm::cast_if_present<llvm::ConstantInt>(ret->getReturnValue());
      builder_.SetInsertPoint(ret);
      builder_.CreateBr(outcome != nullptr && outcome->isZero() ? otherwise_ : next);
      ret->eraseFromParent();
    }
    builder_.SetInsertPoint(next);
  }
  /// A local variable of the function.
  llvm::AllocaInst* local(llvm::Type* type) {
    llvm::IRBuilder<> beginning(&tools_.machine);
    return beginning.CreateAlloca(type);
  }

  const IntegerChain::Value& at(int n) const { return chain_.values[static_cast<std::size_t>(n)]; }
  llvm::Value*& made(int n) { return made_[static_cast<std::size_t>(n)]; }

  /// Whether 64 bits hold a value, with its sign.
  bool is_short(int n) const { return at(n).bits < 64; }
  /// The lower 64 bits of a value.
  llvm::Value* low(int n) { return builder_.CreateTrunc(value(n), builder_.getInt64Ty()); }
  /// The value with 128 bits; not of one of which nobody needs more than the lower ones.
  llvm::Value* whole(int n) { return builder_.CreateSExt(value(n), long_type()); }
  /// The value with 64 or 128 bits.
  llvm::Value* value(int n) {
    if (made(n) == nullptr)
      made(n) = at(n).source == Source::kConstant ? constant(at(n)) : read(at(n));
    return made(n);
  }
  llvm::Value* constant(const IntegerChain::Value& value) {
    const Word words[] = {static_cast<Word>(value.constant),
                          static_cast<Word>(value.constant >> 64)};
    return llvm::ConstantInt::get(context_, llvm::APInt(128, words));
  }
  llvm::Value* read(const IntegerChain::Value& value) {
    llvm::Value* word = tools_.source(value.reg);
    if (value.bits <= IntegerChain::kSmallBits) {
      require_small(word);
      return builder_.CreateAShr(word, kTagBits);
    }
    llvm::AllocaInst* place = local(long_type());
    llvm::ValueToValueMapTy values;
    llvm::Function& part = tools_.library.part("read_integer");
    values[part.getArg(0)] = word;
    values[part.getArg(1)] = place;
    run(part, values);
    return builder_.CreateLoad(long_type(), place);
  }
  llvm::Value* term(int n) {
    if (at(n).source == Source::kSmallOperation) return made(n);
    if (at(n).bits <= IntegerChain::kSmallBits)
      return builder_.CreateOr(builder_.CreateShl(low(n), kTagBits), kTag);
    llvm::AllocaInst* integer = local(long_type());
    llvm::AllocaInst* term = local(builder_.getInt64Ty());
    builder_.CreateStore(whole(n), integer);
    llvm::ValueToValueMapTy values;
    llvm::Function& part = tools_.library.part("make_integer");
    values[part.getArg(0)] = &tools_.machine;
    values[part.getArg(1)] = integer;
    values[part.getArg(2)] = term;
    run(part, values);
    return builder_.CreateLoad(builder_.getInt64Ty(), term);
  }

  llvm::Value* compute(int n) {
    const IntegerChain::Value& value = at(n);
    if (value.operation == Operation::kLeft || value.operation == Operation::kRight)
      return shift(n);
    const bool is_low = value.is_low || is_short(n);
    if (value.operation == Operation::kAnd && !is_low) {
      if (is_low_mask(value.a) || is_low_mask(value.b))
        return builder_.CreateZExt(builder_.CreateAnd(low(value.a), low(value.b)), long_type());
    }
    llvm::Value* a = is_low ? low(value.a) : whole(value.a);
    llvm::Value* b = is_low ? low(value.b) : whole(value.b);
    switch (value.operation) {
      case Operation::kPlus:
        return builder_.CreateAdd(a, b);
      case Operation::kMinus:
        return builder_.CreateSub(a, b);
      case Operation::kTimes:
        return builder_.CreateMul(a, b);
      case Operation::kAnd:
        return builder_.CreateAnd(a, b);
      case Operation::kOr:
        return builder_.CreateOr(a, b);
      default:
        return builder_.CreateXor(a, b);
    }
  }
  bool is_low_mask(int n) const {
    return at(n).source == Source::kConstant && at(n).constant >> 64 == 0;
  }
  llvm::Value* shift(int n) {
    const IntegerChain::Value& value = at(n);
    llvm::Value* places = low(value.b);
    if (at(value.b).source != Source::kConstant) {
      llvm::Value* whole_places = this->value(value.b);
      require(builder_.CreateICmpULE(
          whole_places, llvm::ConstantInt::get(whole_places->getType(), IntegerChain::kMostShift)));
    }
    const bool is_left = value.operation == Operation::kLeft;
    // All bits of what is shifted to the right matter.
    const bool is_low = is_left ? value.is_low || is_short(n) : is_short(value.a);
    llvm::Value* a = is_low ? low(value.a) : whole(value.a);
    places = builder_.CreateZExt(places, a->getType());
    return is_left ? builder_.CreateShl(a, places) : builder_.CreateAShr(a, places);
  }

  /// The word of a sum or difference of two small integers, if it is one, too.
  llvm::Value* compute_small(const IntegerChain::Value& value) {
    llvm::Value* a = small(value.a);
    llvm::Value* b = builder_.CreateSub(small(value.b), builder_.getInt64(kTag));
    const auto operation = value.operation == Operation::kPlus
                               ? llvm::Intrinsic::sadd_with_overflow
                               : llvm::Intrinsic::ssub_with_overflow;
    llvm::Value* sum = builder_.CreateBinaryIntrinsic(operation, a, b);
    require(builder_.CreateNot(builder_.CreateExtractValue(sum, 1)));
    return builder_.CreateExtractValue(sum, 0);
  }
  llvm::Value* small(int n) {
    if (at(n).source == Source::kConstant)
      return builder_.getInt64(Term::small(static_cast<vm::SWord>(at(n).constant)).bits());
    llvm::Value* word = tools_.source(at(n).reg);
    require_small(word);
    return word;
  }
  void require_small(llvm::Value* word) {
    require(builder_.CreateICmpEQ(builder_.CreateAnd(word, kTag), builder_.getInt64(kTag)));
  }

  const IntegerChain& chain_;
  const ChainTools& tools_;
  llvm::IRBuilder<>& builder_;
  llvm::LLVMContext& context_;
  llvm::Function& function_;
  llvm::BasicBlock* otherwise_;
  std::vector<llvm::Value*> made_;  // by value; null: not needed so far
};

}  // namespace

void paste_chain(const IntegerChain& chain, llvm::BasicBlock* done, const ChainTools& tools) {
  ChainCode(chain, tools).paste(done);
}

}  // namespace jit
