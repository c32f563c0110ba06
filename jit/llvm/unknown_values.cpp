// The symbols are absolute. x86-64: the code generator (of the medium code model) puts narrow ones
// into operands of instructions, and loads wide ones by an instruction of 64 bits. AArch64: it
// loads them by four instructions with 16 bits each (of the large code model).
#include "jit/llvm/unknown_values.h"

#include "jit/llvm/link_memory.h"
#include "vm/base/processor.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace jit {
namespace {

constexpr llvm::StringLiteral kPrefix = "unknown.";
constexpr Word kNarrowEnd = Word{1} << 31;

class Replacer {
 public:
  Replacer(llvm::Module& module, const std::vector<UnknownValue>& values, const std::string& prefix)
      : module_(module), values_(values), prefix_(prefix) {}

  void replace(llvm::CallInst& call, std::size_t number) {
    replace_uses(call, number, 0);
    call.eraseFromParent();
  }

  std::vector<ValueSymbol> take_symbols() { return std::move(symbols_); }

 private:
  /// Replaces the uses of `known`, which is the word plus `offset`. Sums with constants become part
  /// of the symbol, and the masks and alternatives that say which bits are known.
  void replace_uses(llvm::Instruction& known, std::size_t number, Word offset) {
    using namespace llvm::PatternMatch;
    const KnownBits& bits = values_[number].known;
    for (llvm::Use& use : llvm::make_early_inc_range(known.uses())) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      const llvm::APInt* constant = nullptr;
      const bool is_sum = match(user, m_Add(m_Specific(&known), m_APInt(constant)));
      // The unknown bits are those of the word, so these two are differences from it as well.
      const bool is_mask = !is_sum && offset == 0 && bits.mask != 0 &&
                           match(user, m_And(m_Specific(&known), m_SpecificInt(~bits.mask)));
      const bool adds_bits = !is_sum && offset == -bits.bits && bits.bits != 0 &&
                             match(user, m_Or(m_Specific(&known), m_SpecificInt(bits.bits)));
      if (!is_sum && !is_mask && !adds_bits) {
        use.set(value(number, offset, use));
        // The code generator makes an operand of an instruction of it only on the right.
        if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
            compare != nullptr && llvm::isa<llvm::Constant>(compare->getOperand(0)))
          compare->swapOperands();
        continue;
      }
      const Word sum = is_sum ? offset + constant->getZExtValue() : is_mask ? -bits.bits : 0;
      replace_uses(*user, number, sum);
      user->eraseFromParent();
    }
  }

  /// Whether it is the address of a function.
  static bool is_function(const Reference& reference) {
    return reference.kind == Reference::Kind::kInterpreted ||
           reference.kind == Reference::Kind::kSlow ||
           reference.kind == Reference::Kind::kRuntimeCall;
  }

  /// The word plus `offset`, for `use`. AArch64: a function is called by its address, which has to
  /// be in a register; LLVM would call a symbol as one that is near.
  llvm::Value* value(std::size_t number, Word offset, const llvm::Use& use) {
    llvm::Constant* word = symbol(number, offset);
    if (vm::kProcessor == vm::Processor::kX86_64 || !is_function(values_[number].reference))
      return word;
    llvm::Type* type = word->getType();
    llvm::InlineAsm* same =
        llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false), "", "=r,0", false);
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user))
      user = phi->getIncomingBlock(use)->getTerminator();
    return llvm::CallInst::Create(same, {word}, "", user);
  }

  llvm::Constant* symbol(std::size_t number, Word offset) {
    llvm::GlobalVariable*& found = globals_[{number, offset}];
    if (found == nullptr) {
      const std::string name = value_symbol(prefix_, symbols_.size());
      symbols_.push_back({name, values_[number].reference, offset});
      found = make_symbol(name, values_[number].known, offset);
    }
    return llvm::ConstantExpr::getPtrToInt(found, llvm::Type::getInt64Ty(module_.getContext()));
  }
  llvm::GlobalVariable* make_symbol(const std::string& name, const KnownBits& known, Word offset) {
    llvm::LLVMContext& context = module_.getContext();
    // Weak: may be null, and may be equal to another.
    auto* made = llvm::cast<llvm::GlobalVariable>(
        module_.getOrInsertGlobal(name, llvm::Type::getInt8Ty(context)));
    made->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
    made->setDSOLocal(true);
    // Without its known bits it is still not below zero.
    const bool is_narrow = known.is_narrow && -offset <= known.bits;
    const Word begin = is_narrow ? 0 : ~Word{0};  // as much as the end: any
    const Word end = is_narrow ? kNarrowEnd : begin;
    llvm::Type* type = llvm::Type::getInt64Ty(context);
    made->setMetadata(
        llvm::LLVMContext::MD_absolute_symbol,
        llvm::MDNode::get(context,
                          {llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, begin)),
                           llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, end))}));
    return made;
  }

  llvm::Module& module_;
  const std::vector<UnknownValue>& values_;
  const std::string& prefix_;
  std::vector<ValueSymbol> symbols_;
  std::map<std::pair<std::size_t, Word>, llvm::GlobalVariable*> globals_;
};

}  // namespace

llvm::Value* UnknownValues::value(const Reference& reference, KnownBits known,
                                  llvm::IRBuilderBase& builder) {
  const auto [place, is_new] = numbers_.emplace(reference, all_.size());
  if (is_new) all_.push_back({reference, known});
  llvm::FunctionCallee callee = module_.getOrInsertFunction(
      (kPrefix + std::to_string(place->second)).str(), builder.getInt64Ty());
  auto* declared = llvm::cast<llvm::Function>(callee.getCallee());
  declared->setDoesNotAccessMemory();
  declared->setDoesNotThrow();
  declared->setWillReturn();
  declared->setSpeculatable();
  llvm::Value* word = builder.CreateCall(callee);
  if (known.mask == 0) return word;
  word = builder.CreateOr(builder.CreateAnd(word, ~known.mask), known.bits);
  if (auto* both = llvm::dyn_cast<llvm::PossiblyDisjointInst>(word)) both->setIsDisjoint(true);
  return word;
}

std::vector<ValueSymbol> replace_unknown_values(llvm::Module& module,
                                                const std::vector<UnknownValue>& values,
                                                const std::string& prefix) {
  Replacer replacer(module, values, prefix);
  std::vector<std::pair<llvm::CallInst*, std::size_t>> calls;
  for (llvm::Function& function : module) {
    std::size_t number = 0;
    llvm::StringRef name = function.getName();
    if (!name.consume_front(kPrefix) || name.getAsInteger(10, number)) continue;
    for (llvm::User* user : function.users())
      calls.emplace_back(llvm::cast<llvm::CallInst>(user), number);
  }
  for (const auto& [call, number] : calls) replacer.replace(*call, number);
  return replacer.take_symbols();
}

}  // namespace jit
