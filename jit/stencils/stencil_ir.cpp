// What is not known before run time is the result of a call of an unknown function, so that no pass
// concludes anything from it. Only before the code is generated do symbols replace these calls:
// LLVM would take the address of a symbol for different from null and from every other symbol.
#include "jit/stencils/stencil_ir.h"

#include "jit/baseline/reciprocal.h"
#include "jit/llvm/definition_library.h"
#include "jit/llvm/passes.h"
#include "jit/machine_parameters.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>

namespace stencils {
namespace {

using jit::HoleValue;
using jit::OperandShape;
using vm::Flow;
using vm::Word;

// In the order of HoleValue.
constexpr std::string_view kValueNames[] = {
    "operand",     "power",  "reciprocal", "reciprocal_shift",
    "instruction", "target", "next",       "fail",
    "slow",        "call",   "hot",        "cold",
    "callee"};
static_assert(std::size(kValueNames) == jit::kHoleValues);
constexpr std::string_view kPrefix = "hole.";
constexpr Word kRegisterShift = std::countr_zero(vm::encode_x(1));
constexpr Word kSmallShift =
    std::countr_zero(vm::Term::small(1).bits() - vm::Term::small(0).bits());
constexpr std::string_view kUnknown = ".unknown";  // the suffix of functions

/// The unknown value that an operand is made from has zero bits at its end: as many as the known
/// bits and the scale take.
Word alignment_of(OperandShape shape, vm::OperandKind kind) {
  switch (shape) {
    case OperandShape::kNumber:
      return jit::scale_of(kind);
    case OperandShape::kXMemory:
    case OperandShape::kY:
    case OperandShape::kCons:
    case OperandShape::kBoxed:
      return vm::kWordBytes;
    default:
      return std::bit_ceil(jit::known_bits(shape) + 1);
  }
}

HoleWidth width_of(OperandShape shape, vm::OperandKind kind) {
  switch (shape) {
    case OperandShape::kNumber:
      return jit::scale_of(kind) == vm::kWordBytes ? HoleWidth::kShort : HoleWidth::kNarrow;
    case OperandShape::kXMemory:
    case OperandShape::kY:
    case OperandShape::kShift:
      return HoleWidth::kShort;
    case OperandShape::kCons:
    case OperandShape::kBoxed:
      return HoleWidth::kPointer;
    case OperandShape::kAddress:
      return vm::is_address(kind) || vm::is_pointer(kind) ? HoleWidth::kPointer : HoleWidth::kWord;
    default:
      return jit::is_wide(shape) ? HoleWidth::kWord : HoleWidth::kNarrow;
  }
}
/// Of what is no operand.
HoleWidth width_of(HoleValue value) {
  switch (value) {
    case HoleValue::kPowerShift:
    case HoleValue::kReciprocalShift:
      return HoleWidth::kShort;
    case HoleValue::kReciprocal:
      return HoleWidth::kWord;
    default:
      return HoleWidth::kPointer;
  }
}

unsigned fixed_operands(const vm::OpInfo& info) {
  return info.operand_count - (info.has_list() ? 1U : 0U);
}
vm::OperandKind kind_of(vm::Op op, unsigned operand) {
  const vm::OpInfo& info = vm::op_info(op);
  const unsigned fixed = fixed_operands(info);
  return operand < fixed ? info.kinds[operand] : vm::item_kind(info.list(), operand - fixed);
}

void simplify(llvm::Module& module, llvm::TargetMachine& target) {
  jit::Simplifier simplifier(&target);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) simplifier.run(function);
  }
}

/// Whether `use` is the index of a word in an array.
bool is_word_index(const llvm::Use& use, const llvm::DataLayout& layout) {
  const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(use.getUser());
  if (element == nullptr || use.getOperandNo() + 1 != element->getNumOperands() ||
      layout.getTypeAllocSize(element->getResultElementType()) != vm::kWordBytes)
    return false;
  return std::all_of(element->idx_begin(), element->idx_end() - 1, [](const llvm::Use& index) {
    return llvm::PatternMatch::match(index.get(), llvm::PatternMatch::m_Zero());
  });
}

/// Makes one of blocks that only leave, to the same place with the same values: the tests that
/// decide between them decide nothing.
void join_exits(llvm::Function& function) {
  std::map<std::vector<llvm::Value*>, llvm::BasicBlock*> exits;
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&block.front());
    if (call == nullptr || !call->isMustTailCall() || block.isEntryBlock()) continue;
    const auto [found, is_first] =
        exits.try_emplace({call->value_op_begin(), call->value_op_end()}, &block);
    if (is_first) continue;
    block.replaceAllUsesWith(found->second);
    block.eraseFromParent();
  }
}

}  // namespace

std::string hole_symbol(HoleValue value, unsigned index) {
  return std::string(kPrefix) + std::string(kValueNames[static_cast<std::size_t>(value)]) + "." +
         std::to_string(index);
}

bool parse_hole_symbol(std::string_view symbol, HoleValue* value, unsigned* index) {
  if (!symbol.starts_with(kPrefix)) return false;
  symbol.remove_prefix(kPrefix.size());
  const std::size_t dot = symbol.find('.');
  if (dot == symbol.npos) return false;
  const auto name =
      std::find(std::begin(kValueNames), std::end(kValueNames), symbol.substr(0, dot));
  if (name == std::end(kValueNames)) return false;
  *value = static_cast<HoleValue>(name - std::begin(kValueNames));
  const char* end = symbol.data() + symbol.size();
  // The alignment may follow, which is of no interest here.
  const auto read = std::from_chars(symbol.data() + dot + 1, end, *index);
  return read.ec == std::errc() && (read.ptr == end || *read.ptr == '.');
}

StencilModule::StencilModule(jit::DefinitionLibrary& library, llvm::LLVMContext& context,
                             llvm::TargetMachine& target)
    : library_(library),
      target_(target),
      is_aarch64_(target.getTargetTriple().isAArch64()),
      module_(std::make_unique<llvm::Module>("stencils", context)),
      builder_(context) {
  module_->setTargetTriple(target.getTargetTriple().str());
  module_->setDataLayout(target.createDataLayout());
}

llvm::Function& StencilModule::declare(const std::string& name) {
  auto* function = llvm::cast<llvm::Function>(
      module_->getOrInsertFunction(name, &library_.signature()).getCallee());
  function->setCallingConv(llvm::CallingConv::PreserveNone);
  function->setDSOLocal(true);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  return *function;
}

/// A value of 64 bits of which nothing is known.
llvm::CallInst* StencilModule::unknown(HoleValue value, unsigned index) {
  llvm::FunctionCallee callee = module_->getOrInsertFunction(
      hole_symbol(value, index) + std::string(kUnknown), builder_.getInt64Ty());
  auto* declared = llvm::cast<llvm::Function>(callee.getCallee());
  declared->setDoesNotAccessMemory();
  declared->setDoesNotThrow();
  declared->setWillReturn();
  declared->setSpeculatable();
  return builder_.CreateCall(callee);
}

/// A value is at least `least` and below `end`.
void StencilModule::limit(llvm::CallInst& value, Word least, Word end) {
  llvm::MDBuilder metadata(module_->getContext());
  value.setMetadata(llvm::LLVMContext::MD_range,
                    metadata.createRange(llvm::APInt(64, least), llvm::APInt(64, end)));
}

llvm::Value* StencilModule::operand(OperandShape shape, vm::OperandKind kind, unsigned number) {
  if (shape >= OperandShape::kExact) {
    return builder_.getInt64(static_cast<Word>(shape) - static_cast<Word>(OperandShape::kExact));
  }
  if (shape >= OperandShape::kX0 && shape <= OperandShape::kX3)
    return builder_.getInt64(
        vm::encode_x(static_cast<Word>(shape) - static_cast<Word>(OperandShape::kX0)));
  if (shape == OperandShape::kNil) return builder_.getInt64(vm::Term::nil().bits());
  llvm::CallInst* hole = unknown(HoleValue::kOperand, number);
  const auto small = [&](llvm::Value* number) {
    return builder_.CreateOr(builder_.CreateShl(number, kSmallShift, "", true, true),
                             vm::Term::small(0).bits());
  };
  if (shape == OperandShape::kXMemory) {
    // The hole is the word, a multiple of 8; code sees the number, and that it is none of the
    // registers with a parameter.
    limit(*hole, vm::kMachineX, vm::kMaxX + vm::kScratchX);
    return builder_.CreateShl(hole, kRegisterShift, "", true, true);
  }
  if (shape == OperandShape::kShift) {
    limit(*hole, 0, jit::kShiftEnd);
    return small(hole);
  }
  if (shape == OperandShape::kDivisor) {
    // As kXMemory: the hole is 16 times the number that code sees.
    limit(*hole, 1, Word{vm::kSmallMax} + 1);
    return small(hole);
  }
  if (shape == OperandShape::kPower) {
    // Likewise, with the power less one, which is a mask.
    limit(*hole, 0, jit::kNarrowEnd >> kSmallShift);
    return small(builder_.CreateAdd(hole, builder_.getInt64(1), "", true, true));
  }
  llvm::Value* aligned = hole;
  const Word alignment = alignment_of(shape, kind);
  if (alignment > 1) aligned = builder_.CreateAnd(hole, ~(alignment - 1));
  if (shape == OperandShape::kNumber)
    return builder_.CreateLShr(aligned, static_cast<Word>(std::countr_zero(alignment)), "", true);
  const Word known = jit::known_bits(shape);
  if (known == 0) return aligned;
  llvm::Value* word = builder_.CreateOr(aligned, known);
  // The sum, too: the hole holds the difference.
  if (auto* both = llvm::dyn_cast<llvm::PossiblyDisjointInst>(word)) both->setIsDisjoint(true);
  return word;
}

void StencilModule::tail_call(llvm::Value* target, llvm::Value* instruction) {
  std::array<llvm::Value*, jit::kParameters> arguments;
  const llvm::FunctionType& type = library_.signature();
  arguments[jit::kI] = instruction;
  for (unsigned i = jit::kP; i < jit::kParameters; ++i) {
    llvm::Value* place =
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), machine_, jit::kOffsets[i]);
    arguments[i] = builder_.CreateLoad(type.getParamType(i), place);
  }
  llvm::CallInst* call = builder_.CreateCall(&library_.signature(), target, arguments);
  call->setCallingConv(llvm::CallingConv::PreserveNone);
  call->setTailCallKind(llvm::CallInst::TCK_MustTail);
  builder_.CreateRetVoid();
}

void StencilModule::leave_through(llvm::Value* address) {
  llvm::LoadInst* handler =
      builder_.CreateAlignedLoad(builder_.getPtrTy(), address, llvm::Align(sizeof(Word)));
  handler->setAtomic(llvm::AtomicOrdering::Monotonic);  // as vm::handler_at()
  tail_call(handler, address);
}

bool StencilModule::add(const jit::Shape& shape, const std::string& name) {
  const vm::OpInfo& info = vm::op_info(shape.op);
  unsigned operands = 0;
  while (operands < jit::Shape::kMostOperands && shape.operands[operands] != OperandShape::kNone)
    ++operands;
  const unsigned fixed = fixed_operands(info);
  if (operands < fixed || info.is_select()) return false;
  llvm::Function* definition = library_.find(shape.op, operands - fixed);
  if (definition == nullptr) return false;
  begin(name);
  llvm::ValueToValueMapTy values;
  values[definition->getArg(0)] = machine_;
  values[definition->getArg(1)] = llvm::ConstantPointerNull::get(builder_.getPtrTy());
  for (unsigned i = jit::kFirstOperand; i < definition->arg_size(); ++i)
    values[definition->getArg(i)] = builder_.getInt64(0);
  for (unsigned i = 0; i < operands; ++i) {
    values[definition->getArg(jit::kFirstOperand + i)] =
        operand(shape.operands[i], kind_of(shape.op, i), i);
  }
  llvm::BasicBlock* last = builder_.GetInsertBlock();
  // Functions are out of reach of a direct call, so each is called by its address.
  const auto call = [this](std::size_t row) {
    return builder_.CreateIntToPtr(unknown(HoleValue::kRuntimeCall, static_cast<unsigned>(row)),
                                   builder_.getPtrTy());
  };
  const auto returns = library_.paste(*definition, *function_, values, call, *machine_);
  builder_.SetInsertPoint(last);
  builder_.CreateBr(last->getNextNode());
  // AArch64: a branch does not reach all of a CodeMemory.
  const bool calls_directly =
      !is_aarch64_ && (info.has_operand(vm::OperandKind::kCallee) || info.calls_export());
  for (llvm::ReturnInst* ret : returns) connect(*ret, calls_directly);
  functions_.emplace_back(function_, shape);
  return true;
}

void StencilModule::begin(const std::string& name) {
  function_ = &declare(name);
  fail_ = slow_ = nullptr;
  // As in stitch.cpp.
  function_->addFnAttr(llvm::Attribute::NoImplicitFloat);
  function_->addFnAttr("no-jump-tables", "true");
  for (unsigned i : {jit::kP, jit::kE, jit::kH}) {
    function_->addParamAttr(
        i, llvm::Attribute::getWithAlignment(module_->getContext(), llvm::Align(vm::kWordBytes)));
  }
  builder_.SetInsertPoint(llvm::BasicBlock::Create(module_->getContext(), "", function_));
  machine_ = builder_.CreateAlloca(
      llvm::ArrayType::get(builder_.getInt64Ty(), sizeof(vm::Machine) / sizeof(Word)));
  machine_->setAlignment(llvm::Align(alignof(vm::Machine)));
  const auto place = [&](unsigned i) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), machine_, jit::kOffsets[i]);
  };
  for (unsigned i = jit::kP; i < jit::kParameters; ++i)
    builder_.CreateStore(function_->getArg(i), place(i));
  llvm::Value* instruction =
      builder_.CreateIntToPtr(unknown(HoleValue::kInstruction, 0), builder_.getPtrTy());
  builder_.CreateStore(instruction, place(jit::kI));
}

void StencilModule::add_connector(jit::Connector connector, const std::string& name) {
  begin(name);
  llvm::Value* target =
      builder_.CreateIntToPtr(unknown(HoleValue::kTarget, 0), builder_.getPtrTy());
  functions_.emplace_back(function_, jit::Shape());
  if (connector == jit::Connector::kGoTo) return leave_through(target);
  if (connector == jit::Connector::kGoToExport)
    return leave_through(library_.address_of_export(builder_, function_->getArg(jit::kP), target));
  tail_call(target,
            builder_.CreateIntToPtr(unknown(HoleValue::kInstruction, 0), builder_.getPtrTy()));
}

/// Replaces a return by what follows its outcome. `calls_directly`: what the instruction leaves to
/// is native code, and not a word.
void StencilModule::connect(llvm::ReturnInst& ret, bool calls_directly) {
  const auto* outcome = llvm::cast<llvm::ConstantInt>(ret.getReturnValue());
  builder_.SetInsertPoint(&ret);
  switch (static_cast<Flow>(outcome->getZExtValue())) {
    case Flow::kNext:
      tail_call(&declare(hole_symbol(HoleValue::kNext, 0)), no_instruction());
      break;
    case Flow::kFail:
      builder_.CreateBr(exit(HoleValue::kFail, &fail_));
      break;
    case Flow::kSlow:
      builder_.CreateBr(exit(HoleValue::kSlow, &slow_));
      break;
    case Flow::kLeave: {
      if (calls_directly) {
        tail_call(&declare(hole_symbol(HoleValue::kCallee, 0)), no_instruction());
        break;
      }
      llvm::Value* place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), machine_,
                                                               jit::kOffsets[jit::kI]);
      leave_through(builder_.CreateLoad(builder_.getPtrTy(), place));
      break;
    }
    case Flow::kOriginal:
      VM_UNREACHABLE();
  }
  ret.eraseFromParent();
}

/// The block that leaves with a rare outcome. There is one for all: the registers are as they were,
/// so nothing has to be moved there, and tests that lead to the same outcome fold.
llvm::BasicBlock* StencilModule::exit(HoleValue value, llvm::BasicBlock** block) {
  if (*block == nullptr) {
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    *block = llvm::BasicBlock::Create(module_->getContext(), "", function_);
    builder_.SetInsertPoint(*block);
    tail_call(&declare(hole_symbol(value, 0)), no_instruction());
  }
  return *block;
}

/// Native code knows its instruction.
llvm::Value* StencilModule::no_instruction() { return llvm::PoisonValue::get(builder_.getPtrTy()); }

/// A symbol of the linker for a narrow hole. Its alignment is part of its name, because one symbol
/// has one alignment.
llvm::GlobalVariable& StencilModule::symbol(HoleValue value, unsigned index, Word alignment) {
  const std::string name = hole_symbol(value, index) + "." + std::to_string(alignment);
  if (llvm::GlobalVariable* found = module_->getNamedGlobal(name)) return *found;
  // Weak: may be null, and may be equal to another.
  auto* made =
      llvm::cast<llvm::GlobalVariable>(module_->getOrInsertGlobal(name, builder_.getInt8Ty()));
  made->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
  made->setDSOLocal(true);
  made->setAlignment(llvm::Align(alignment));
  return *made;
}

/// `value + offset` as code gets it. x86-64: narrow holes are symbols, which become operands of
/// instructions. Others are loaded in front of `user`.
llvm::Value* StencilModule::hole(const HoleSite& site, vm::SWord offset, llvm::Instruction& user) {
  if (!is_aarch64_ && !site.is_wide()) {
    llvm::Constant* address = llvm::ConstantExpr::getPtrToInt(
        &symbol(site.value, site.index, site.alignment), builder_.getInt64Ty());
    return llvm::ConstantExpr::getAdd(address, builder_.getInt64(static_cast<Word>(offset)));
  }
  builder_.SetInsertPoint(&user);
  return load_hole(builder_, is_aarch64_, hole_symbol(site.value, site.index), offset, site.width);
}

void StencilModule::shift(llvm::BinaryOperator& operation, const HoleSite& site) {
  builder_.SetInsertPoint(&operation);
  operation.replaceAllUsesWith(shift_by_hole(builder_, operation.getOpcode(),
                                             operation.getOperand(0),
                                             hole_symbol(site.value, site.index)));
  operation.eraseFromParent();
}

/// AArch64: accesses of words at a pointer plus `known`, the hole's value plus `offset`, get it as
/// their distance, if all uses of `element` are such accesses. False: they are not.
bool StencilModule::replace_accesses(llvm::Instruction& known, llvm::Instruction& user,
                                     const HoleSite& site, vm::SWord offset) {
  auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&user);
  if (element == nullptr || element->getNumIndices() != 1 ||
      !element->getSourceElementType()->isIntegerTy(8) || element->getOperand(1) != &known)
    return false;
  const auto is_access = [&](const llvm::Use& use) {
    const auto& access = *llvm::cast<llvm::Instruction>(use.getUser());
    return is_plain_access(access) && llvm::getLoadStorePointerOperand(&access) == element &&
           (!llvm::isa<llvm::StoreInst>(access) || use.getOperandNo() == 1);
  };
  if (!llvm::all_of(element->uses(), is_access)) return false;
  for (llvm::User* access : llvm::make_early_inc_range(element->users()))
    replace_access(builder_, *llvm::cast<llvm::Instruction>(access), element->getPointerOperand(),
                   hole_symbol(site.value, site.index), offset);
  element->eraseFromParent();
  return true;
}

/// Replaces the uses of `known`, which is the hole's value plus `offset`. Sums with constants go
/// into the hole, and the masks and alternatives that say which bits of an operand are known.
void StencilModule::replace_uses(llvm::Instruction& known, const HoleSite& site, vm::SWord offset) {
  using namespace llvm::PatternMatch;
  if (is_aarch64_ && offset == 0 && site.alignment == vm::kWordBytes) expose_distances(known);
  for (llvm::Use& use : llvm::make_early_inc_range(known.uses())) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const llvm::APInt* constant = nullptr;
    const bool is_sum = match(user, m_Add(m_Specific(&known), m_APInt(constant)));
    const bool adds_bits = match(user, m_Or(m_Specific(&known), m_APInt(constant))) &&
                           constant->getZExtValue() == site.known_bits;
    const bool is_mask = match(user, m_And(m_Specific(&known), m_APInt(constant))) &&
                         constant->getZExtValue() == ~(site.alignment - 1) && offset == 0;
    if (is_sum || adds_bits || is_mask) {
      replace_uses(*user, site, is_mask ? 0 : offset + constant->getSExtValue());
      user->eraseFromParent();
      continue;
    }
    auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(user);
    const bool is_distance = operation != nullptr && operation->isShift() &&
                             use.getOperandNo() == 1 && !site.is_wide() && offset == 0;
    if (!is_aarch64_ && is_distance && user->getType()->isIntegerTy(64)) {
      shift(*operation, site);
      continue;
    }
    if (is_aarch64_ && site.width == HoleWidth::kShort &&
        replace_accesses(known, *user, site, offset))
      continue;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
      use.set(hole(site, offset, *phi->getIncomingBlock(use)->getTerminator()));
    } else {
      use.set(hole(site, offset, *user));
    }
  }
}

/// Pointers that are sums with constants become integers that are, where more than accesses use
/// them.
void StencilModule::expose_sums(llvm::Function& function) {
  const llvm::DataLayout& layout = module_->getDataLayout();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (element == nullptr) continue;
    auto* base = llvm::dyn_cast<llvm::IntToPtrInst>(element->getPointerOperand());
    llvm::APInt offset(64, 0);
    if (base == nullptr || !llvm::isa<llvm::CallInst>(base->getOperand(0)) ||
        !element->accumulateConstantOffset(layout, offset))
      continue;
    builder_.SetInsertPoint(element);
    element->replaceAllUsesWith(builder_.CreateIntToPtr(
        builder_.CreateAdd(base->getOperand(0), builder_.getInt64(offset.getZExtValue())),
        builder_.getPtrTy()));
    element->eraseFromParent();
  }
}

/// A divisor is used as 16 times the number only, which is its hole.
void StencilModule::replace_divisor(llvm::CallInst& number, const HoleSite& site) {
  using namespace llvm::PatternMatch;
  for (llvm::Use& use : llvm::make_early_inc_range(number.uses())) {
    auto* scaled = llvm::cast<llvm::Instruction>(use.getUser());
    VM_CHECK(match(scaled, m_Shl(m_Specific(&number), m_SpecificInt(kSmallShift))),
             "a divisor is a term, or what Term::as_scaled_small() makes of it");
    replace_uses(*scaled, site, 0);
    scaled->eraseFromParent();
  }
  number.eraseFromParent();
}

/// Divisions by constants become shifts or multiplications. Dividend and divisor are 16 times the
/// numbers, as the definitions take them.
void StencilModule::expand_divisions(llvm::Function& function, const jit::Shape& shape) {
  const auto constant = std::ranges::find_if(shape.operands, [](OperandShape operand) {
    return operand == OperandShape::kPower || operand == OperandShape::kDivisor;
  });
  if (constant == shape.operands.end()) return;
  const auto index = static_cast<unsigned>(constant - shape.operands.begin());
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const bool is_quotient = instruction.getOpcode() == llvm::Instruction::SDiv;
    if (!is_quotient && instruction.getOpcode() != llvm::Instruction::SRem) continue;
    builder_.SetInsertPoint(&instruction);
    llvm::Value* dividend = instruction.getOperand(0);
    llvm::Value* divisor = instruction.getOperand(1);
    llvm::Value* result = *constant == OperandShape::kPower
                              ? shifted(dividend, divisor, index, is_quotient)
                              : multiplied(dividend, divisor, index, is_quotient);
    instruction.replaceAllUsesWith(result);
    instruction.eraseFromParent();
  }
}

/// A shift rounds down: a negative dividend gets the divisor less one before.
llvm::Value* StencilModule::shifted(llvm::Value* dividend, llvm::Value* divisor, unsigned index,
                                    bool is_quotient) {
  llvm::Value* mask = builder_.CreateSub(divisor, builder_.getInt64(Word{1} << kSmallShift));
  llvm::Value* more = builder_.CreateAnd(builder_.CreateAShr(dividend, vm::kWordBits - 1), mask);
  llvm::Value* sum = builder_.CreateAdd(dividend, more);
  if (!is_quotient) return builder_.CreateSub(builder_.CreateAnd(sum, mask), more);
  // In this order: the caller shifts by as much as the last shift back.
  return builder_.CreateAShr(builder_.CreateAShr(sum, distance(HoleValue::kPowerShift, index)),
                             kSmallShift);
}

/// By jit::Reciprocal.
llvm::Value* StencilModule::multiplied(llvm::Value* dividend, llvm::Value* divisor, unsigned index,
                                       bool is_quotient) {
  static_assert(jit::kReciprocalBits + kSmallShift == vm::kWordBits);
  llvm::Type* wide = builder_.getInt128Ty();
  llvm::Value* product =
      builder_.CreateMul(builder_.CreateSExt(dividend, wide),
                         builder_.CreateSExt(unknown(HoleValue::kReciprocal, index), wide));
  llvm::Value* upper =
      builder_.CreateTrunc(builder_.CreateLShr(product, vm::kWordBits), builder_.getInt64Ty());
  llvm::Value* quotient =
      builder_.CreateSub(builder_.CreateAShr(upper, distance(HoleValue::kReciprocalShift, index)),
                         builder_.CreateAShr(dividend, vm::kWordBits - 1));
  return is_quotient ? quotient
                     : builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor));
}

/// An unknown value by which small integers are shifted.
llvm::CallInst* StencilModule::distance(HoleValue value, unsigned index) {
  llvm::CallInst* hole = unknown(value, index);
  limit(*hole, 0, jit::kShiftEnd);
  return hole;
}

/// AArch64: where the index of a word is `bytes`, a multiple of 8, divided by 8, `bytes` becomes
/// the distance of an address.
void StencilModule::expose_distances(llvm::Instruction& bytes) {
  using namespace llvm::PatternMatch;
  std::vector<llvm::Instruction*> numbers;
  for (llvm::User* user : bytes.users()) {
    if (match(user, m_LShr(m_Specific(&bytes), m_SpecificInt(kRegisterShift))))
      numbers.push_back(llvm::cast<llvm::Instruction>(user));
  }
  for (llvm::Instruction* number : numbers) {
    number->setIsExact();
    for (llvm::Use& use : llvm::make_early_inc_range(number->uses())) {
      if (!is_word_index(use, module_->getDataLayout())) continue;
      auto* element = llvm::cast<llvm::GetElementPtrInst>(use.getUser());
      builder_.SetInsertPoint(element);
      element->replaceAllUsesWith(
          builder_.CreateGEP(builder_.getInt8Ty(), element->getPointerOperand(), &bytes));
      element->eraseFromParent();
    }
    if (number->use_empty()) number->eraseFromParent();
  }
}

/// A hole that is `1 << shift` times the number that code sees, which is replaced by it.
llvm::CallInst* StencilModule::scaled_hole(llvm::CallInst& number, const HoleSite& site,
                                           Word shift) {
  using namespace llvm::PatternMatch;
  builder_.SetInsertPoint(&number);
  llvm::CallInst* product = unknown(site.value, site.index);
  for (llvm::User* user : llvm::make_early_inc_range(number.users())) {
    if (!match(user, m_Shl(m_Specific(&number), m_SpecificInt(shift)))) continue;
    user->replaceAllUsesWith(product);
    llvm::cast<llvm::Instruction>(user)->eraseFromParent();
  }
  if (!number.use_empty()) number.replaceAllUsesWith(builder_.CreateLShr(product, shift, "", true));
  number.eraseFromParent();
  return product;
}

void StencilModule::replace_unknowns(llvm::Function& function, const jit::Shape& shape) {
  expose_sums(function);
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    if (call->getCalledFunction() == nullptr) continue;
    const std::string_view name = call->getCalledFunction()->getName();
    HoleSite site;
    if (!name.ends_with(kUnknown) ||
        !parse_hole_symbol(name.substr(0, name.size() - kUnknown.size()), &site.value, &site.index))
      continue;
    if (site.value == HoleValue::kOperand) {
      const OperandShape operand = shape.operands[site.index];
      site.alignment = alignment_of(operand, kind_of(shape.op, site.index));
      site.known_bits = jit::known_bits(operand);
      site.width = width_of(operand, kind_of(shape.op, site.index));
      const bool is_power = operand == OperandShape::kPower;
      if (is_power || operand == OperandShape::kXMemory) {
        call = scaled_hole(*call, site, is_power ? kSmallShift : kRegisterShift);
      }
      if (operand == OperandShape::kDivisor) {
        replace_divisor(*call, site);
        continue;
      }
    }
    if (site.value != HoleValue::kOperand) site.width = width_of(site.value);
    replace_uses(*call, site, 0);
    call->eraseFromParent();
  }
}

llvm::Module& StencilModule::finish() {
  simplify(*module_, target_);
  for (auto& [function, shape] : functions_) expand_divisions(*function, shape);
  jit::Passes(target_).run(*module_);
  for (auto& [function, shape] : functions_) join_exits(*function);
  for (auto& [function, shape] : functions_) replace_unknowns(*function, shape);
  // The alignment of symbols makes masks and shifts superfluous.
  simplify(*module_, target_);
  return *module_;
}

}  // namespace stencils
