// The machine registers are one local Machine, which the definitions take by reference; the passes
// turn it into SSA values.
#include "jit/llvm/stitch.h"

#include "jit/integer_chain.h"
#include "jit/llvm/chain_code.h"
#include "jit/llvm/definition_library.h"
#include "jit/llvm/listing.h"
#include "jit/llvm/unknown_values.h"
#include "jit/machine_parameters.h"
#include "jit/runtime_calls.h"
#include "jit/type_facts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace jit {
namespace {

using vm::Flow;
using vm::Machine;

/// Makes the native functions of one BEAM function.
class Stitcher {
 public:
  Stitcher(const FunctionCode& code, const Plan& plan, DefinitionLibrary& library,
           vm::CodeBackend& backend, llvm::Module& module, const std::string& prefix,
           EntryForm entry, SelfCalls self_calls, Marks marks, IsPortable is_portable)
      : bodies_{{&code, &plan}},
        library_(library),
        backend_(backend),
        module_(module),
        prefix_(prefix),
        has_stubs_(vm::kProcessor == vm::Processor::kX86_64 && entry == EntryForm::kWord),
        self_calls_(self_calls),
        context_(module.getContext()),
        builder_(context_) {
    if (marks == Marks::kInstructions) marks_.emplace(module);
    if (is_portable == IsPortable::kYes) {
      references_.emplace(code);
      unknown_.emplace(module);
    }
  }

  /// Code that may be pasted in place of calls of it. Before the first define().
  void add_callee(const FunctionCode& code, const Plan& plan) { bodies_.push_back({&code, &plan}); }

  void declare(int start, const std::string& symbol) {
    functions_.emplace(start, native_function(symbol));
  }

  /// Of the native functions defined so far.
  std::vector<CallStub> calls() const { return calls_; }
  /// For the native functions defined so far.
  bool calls_itself() const { return calls_itself_; }
  bool inlines() const { return inlines_; }
  /// Whether nothing that differs between runs is in the code as a constant.
  bool is_portable() const { return is_portable_; }
  std::vector<UnknownValue> unknown_values() const {
    return unknown_ ? unknown_->all() : std::vector<UnknownValue>();
  }

  void define(int start) {
    function_ = functions_.at(start);
    if (marks_) marks_->begin(*function_);
    start_ = start;
    blocks_.clear();
    chained_.clear();
    pending_.clear();
    levels_.assign(1, Level{});
    level_ = 0;
    returns_.clear();
    pasted_ = 0;
    builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "", function_));
    machine_ = builder_.CreateAlloca(
        llvm::ArrayType::get(builder_.getInt64Ty(), sizeof(Machine) / sizeof(Word)));
    machine_->setAlignment(llvm::Align(alignof(Machine)));
    for (unsigned i = kP; i < kParameters; ++i) {
      builder_.CreateStore(function_->getArg(i), place(i));
    }
    level_ = 0;
    builder_.CreateBr(block(start));
    while (!pending_.empty()) {
      const Place at = pending_.back();
      pending_.pop_back();
      const int i = at.second;
      level_ = at.first;
      builder_.SetInsertPoint(blocks_.at(at));
      if (plan().is_entry_point(i) && !continues_here(at)) {
        const LiveSet live = plan().live[static_cast<std::size_t>(i)];
        if (level().body == 0)
          leave_to(*functions_.at(i), live);
        else
          leave_through(code_pointer(code().at(i).at), live);
      } else if (!plan().is_pasted(i)) {
        hand_over(i, handler(code().at(i).interpreted, Reference::Kind::kInterpreted, i));
      } else if (code().info(i).is_select()) {
        select(i);
      } else {
        if (!chained_.contains(at)) paste_chain(i);
        paste(i);
      }
      if (marks_) marks_->mark(*function_, level().body == 0 ? i : level().site);
    }
  }

 private:
  using Place = std::pair<int, int>;  // level, instruction
  /// Code that is pasted, and its plan.
  struct Body {
    const FunctionCode* code;
    const Plan* plan;
  };
  /// A call whose callee's body is pasted in place of the call; level 0 is the native function's
  /// own body.
  struct Level {
    Place back{0, FunctionCode::kNone};  // where it returns to; kNone: to the address on the stack
    int depth = 0;                       // calls around it
    std::size_t body = 0;
    int site = 0;  // the call, where the body is another function's
  };
  // With more than two levels fib gains nothing; kMostPasted bounds the cost of one function.
  static constexpr int kDeepest = 2;
  static constexpr int kMostPasted = 60;
  static constexpr int kSmallFunction = 40;
  // Callees are pasted until the whole has grown by these.
  static constexpr int kGrowth = 3;
  static constexpr int kMostAdded = 100;
  // The kind of a constant that a select compares its value with.
  static constexpr vm::OperandKind kConstant = vm::OperandKind::kTerm;

  llvm::Function* native_function(const std::string& symbol) {
    llvm::Function* function = llvm::Function::Create(
        &library_.signature(), llvm::GlobalValue::ExternalLinkage, symbol, module_);
    function->setDSOLocal(true);
    function->setCallingConv(llvm::CallingConv::PreserveNone);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    // Vector moves of two registers stall later loads of one of them (DESIGN 3).
    function->addFnAttr(llvm::Attribute::NoImplicitFloat);
    for (unsigned i : {kP, kE, kH}) {
      function->addParamAttr(i, llvm::Attribute::getWithAlignment(context_, llvm::Align(8)));
    }
    return function;
  }

  const Level& level() const { return levels_[static_cast<std::size_t>(level_)]; }
  /// What is pasted on this level.
  const FunctionCode& code() const { return *bodies_[level().body].code; }
  const Plan& plan() const { return *bodies_[level().body].plan; }

  /// Whether the code of a place where a native function begins is pasted here nevertheless.
  bool continues_here(Place at) const {
    if (at == Place{0, start_}) return true;
    if (at.second == 0) return at.first != 0;  // the beginning of a body in place of a call
    return returns_.contains(at) && pasted_ < kMostPasted;
  }

  llvm::Value* place(unsigned parameter) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), machine_, kOffsets[parameter]);
  }
  /// A pointer that is `word` in this run.
  llvm::Value* pointer(Word word, std::optional<Reference> reference) {
    llvm::Value* value = builder_.getInt64(word);
    if (reference) value = unknown_->value(*reference, {}, builder_);
    return builder_.CreateIntToPtr(value, builder_.getPtrTy());
  }
  /// Null: of an outcome that the instruction cannot have, as it has no label.
  llvm::Value* code_pointer(CodeAddress address) {
    std::optional<Reference> reference;
    if (references_) reference = references_->of_code(address);
    is_portable_ &= reference.has_value() || address == nullptr;
    return pointer(reinterpret_cast<Word>(address), reference);
  }
  /// `number` as in Reference, of the body that is being pasted.
  llvm::Value* handler(OpHandler handler, Reference::Kind kind, int number) {
    std::optional<Reference> reference;
    if (references_) reference = {kind, static_cast<std::uint16_t>(level().body), number};
    return pointer(reinterpret_cast<Word>(handler), reference);
  }
  llvm::Value* runtime_call(std::size_t row) {
    std::optional<Reference> reference;
    if (references_) reference = {Reference::Kind::kRuntimeCall, 0, static_cast<std::int32_t>(row)};
    return pointer(reinterpret_cast<Word>(runtime_calls()[row].address), reference);
  }
  /// The word of an operand.
  llvm::Value* word(vm::OperandKind kind, Word word) {
    std::optional<Reference> reference;
    if (references_) reference = references_->of_operand(kind, word);
    if (!reference) return builder_.getInt64(word);
    return unknown_->value(*reference, References::known_bits(kind, word), builder_);
  }

  /// Where the code continues after instruction `i`.
  llvm::BasicBlock* after(int i) {
    return i + 1 < code().count() ? block(i + 1) : label_block(code().at(i).at + code().at(i).size);
  }
  /// Where instruction `i` is run in the function that is being made, on this level or another.
  llvm::BasicBlock* block(int i) { return block(Place{level_, i}); }
  llvm::BasicBlock* block(Place at) {
    llvm::BasicBlock*& found = blocks_[at];
    if (found == nullptr) {
      found = llvm::BasicBlock::Create(context_, "", function_);
      pending_.push_back(at);
    }
    return found;
  }
  /// The target of a label: an instruction of this function, or the word at the label.
  llvm::BasicBlock* label_block(CodeAddress label) {
    if (const int i = code().find(label); i != FunctionCode::kNone) return block(i);
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    auto* outside = llvm::BasicBlock::Create(context_, "", function_);
    builder_.SetInsertPoint(outside);
    leave_through(code_pointer(label), live_outside(code(), label));
    return outside;
  }

  /// The last thing that a native function does: execution continues at `target`.
  void tail_call(llvm::Value* target, llvm::Value* instruction, LiveSet live) {
    std::array<llvm::Value*, kParameters> arguments;
    const llvm::FunctionType& type = library_.signature();
    arguments[kI] = instruction;
    for (unsigned i = kP; i < kParameters; ++i) {
      llvm::Type* parameter = type.getParamType(i);
      const bool dead = i >= kX0 && (live >> (i - kX0) & 1) == 0;
      arguments[i] = dead ? static_cast<llvm::Value*>(llvm::PoisonValue::get(parameter))
                          : builder_.CreateLoad(parameter, place(i));
    }
    end_with_call(target, arguments);
  }
  void end_with_call(llvm::Value* target, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::CallInst* call = builder_.CreateCall(&library_.signature(), target, arguments);
    call->setCallingConv(llvm::CallingConv::PreserveNone);
    call->setTailCallKind(llvm::CallInst::TCK_MustTail);
    builder_.CreateRetVoid();
  }
  /// To another native function of this BEAM function, which knows its instruction.
  void leave_to(llvm::Function& function, LiveSet live) {
    tail_call(&function, llvm::PoisonValue::get(builder_.getPtrTy()), live);
  }
  /// To a handler of the interpreter, at instruction `i`.
  void hand_over(int i, llvm::Value* handler) {
    tail_call(handler, code_pointer(code().at(i).at), plan().live[static_cast<std::size_t>(i)]);
  }
  /// To the handler that the word at `address` holds at that moment.
  void leave_through(llvm::Value* address, LiveSet live) {
    tail_call(handler_at(address), address, live);
  }
  llvm::Value* handler_at(llvm::Value* address) {
    llvm::LoadInst* handler =
        builder_.CreateAlignedLoad(builder_.getPtrTy(), address, llvm::Align(sizeof(Word)));
    handler->setAtomic(llvm::AtomicOrdering::Monotonic);  // as vm::handler_at()
    return handler;
  }

  /// Call, return, raise: by a branch where the target is known, else through the word at m.I.
  void leave(int i) {
    const bool returns = code().info(i).control() == vm::Control::kReturn;
    if (returns && level().back.second != FunctionCode::kNone) {
      // The return address that the call pushed is the one that was just popped.
      const Place back = level().back;
      returns_.insert(back);
      builder_.CreateBr(block(back));
      return;
    }
    const CodeAddress callee = code().callee(i);
    if (callee != nullptr) {
      const bool is_to_itself = callee == code().entry;
      const int level = is_to_itself ? level_of_call(i) : level_of_callee(i, callee);
      if (level != FunctionCode::kNone) {
        (is_to_itself ? calls_itself_ : inlines_) = true;
        if (self_calls_ == SelfCalls::kByBranch) {
          builder_.CreateBr(block(Place{level, 0}));
          return;
        }
        llvm::BasicBlock* body = block(Place{level, 0});
        if (self_calls_ == SelfCalls::kByGuardedBranch)
          unless_traced(callee, body);
        else
          past_breakpoint(body);
      }
    }
    const LiveSet live = live_on_leaving(code(), i);
    vm::Export* exported = code().called_export(i);
    if (has_stubs_ && (callee != nullptr || exported != nullptr))
      leave_to(call_stub(callee, exported), live);
    else
      leave_through(builder_.CreateLoad(builder_.getPtrTy(), place(kI)), live);
  }
  /// The stub for calls of a function of the module, or of an export.
  llvm::Function& call_stub(CodeAddress callee, vm::Export* exported) {
    const CodeAddress key = callee != nullptr ? callee : exported->stub_address();
    const auto [stub, is_new] = stubs_.try_emplace(key, nullptr);
    if (is_new) stub->second = make_call_stub(callee, exported);
    return *stub->second;
  }
  llvm::Function* make_call_stub(CodeAddress callee, vm::Export* exported) {
    CallStub call{.callee = callee,
                  .exported = exported,
                  .reference = {},
                  .symbol = prefix_ + ".call" + std::to_string(calls_.size())};
    const auto word = reinterpret_cast<Word>(exported);
    if (references_) {
      call.reference = callee != nullptr ? references_->of_code(callee)
                                         : references_->of_operand(vm::OperandKind::kExport, word);
    }
    llvm::Function* stub = native_function(call.symbol);
    stub->setAlignment(llvm::Align(2 * sizeof(Word)));  // the distance is in one aligned word
    stub->setSection(".text.calls");                    // so that the linker knows the jumps to it
    stub->setPrologueData(
        llvm::ConstantStruct::getAnon({builder_.getInt8(0xe9), builder_.getInt32(0)}, true));
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "", stub));
    llvm::Value* entry =
        callee != nullptr
            ? code_pointer(callee)
            : library_.address_of_export(builder_, stub->getArg(kP), pointer(word, call.reference));
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : stub->args()) arguments.push_back(&argument);
    arguments[kI] = entry;
    end_with_call(handler_at(entry), arguments);
    calls_.push_back(std::move(call));
    return stub;
  }
  /// Branches to `body` if the function at `entry` has no breakpoint, else continues here.
  void unless_traced(CodeAddress entry, llvm::BasicBlock* body) {
    auto* through = llvm::BasicBlock::Create(context_, "", function_);
    const auto& info = vm::FuncInfo::of_entry(entry);
    llvm::LoadInst* breakpoint = builder_.CreateAlignedLoad(
        builder_.getPtrTy(), pointer(reinterpret_cast<Word>(&info.breakpoint), std::nullopt),
        llvm::Align(sizeof(Word)));
    // relaxed: seeing it late is as if the call had come earlier (B6)
    breakpoint->setAtomic(llvm::AtomicOrdering::Monotonic);
    builder_.CreateCondBr(builder_.CreateIsNull(breakpoint), body, through,
                          llvm::MDBuilder(context_).createBranchWeights(1000, 1));
    builder_.SetInsertPoint(through);
  }
  /// Branches to `body` if the function at m.I has no breakpoint, or its breakpoint only counts the
  /// call, else continues here.
  void past_breakpoint(llvm::BasicBlock* body) {
    auto* through = llvm::BasicBlock::Create(context_, "", function_);
    llvm::Function& definition = library_.part("passes_breakpoint");
    llvm::ValueToValueMapTy values;
    values[definition.getArg(0)] = machine_;
    for (llvm::ReturnInst* ret : clone(definition, values)) {
      const auto* passes = llvm::cast<llvm::ConstantInt>(ret->getReturnValue());
      builder_.SetInsertPoint(ret);
      builder_.CreateBr(passes->isZero() ? through : body);
      ret->eraseFromParent();
    }
    builder_.SetInsertPoint(through);
  }
  /// The level on which a call of the function itself continues by a branch; kNone: it does not.
  int level_of_call(int i) {
    if (code().info(i).control() == vm::Control::kTailCall) {
      // A loop, where the beginning is part of this native function.
      return level_ != 0 || start_ == 0 ? level_ : FunctionCode::kNone;
    }
    if (level().depth >= kDeepest || pasted_ >= kMostPasted || code().count() > kSmallFunction)
      return FunctionCode::kNone;
    return new_level(i, level().body);
  }
  /// The same for another function of the module.
  int level_of_callee(int i, CodeAddress callee) {
    const auto body = std::find_if(bodies_.begin(), bodies_.end(),
                                   [&](const Body& b) { return b.code->entry == callee; });
    if (body == bodies_.end() || body->plan->pasted[0] == 0) return FunctionCode::kNone;
    const int size = body->code->count();
    const int most = kGrowth * bodies_[0].code->count() + kMostAdded;
    if (pasted_ + size > kMostPasted || all_pasted_ + size > most) return FunctionCode::kNone;
    return new_level(i, static_cast<std::size_t>(body - bodies_.begin()));
  }
  int new_level(int i, std::size_t body) {
    Level next = level();  // a tail call returns where its caller would have
    next.body = body;
    if (level().body == 0) next.site = i;
    if (code().info(i).control() == vm::Control::kCall) {
      next.back = {level_, i + 1};
      ++next.depth;
    }
    levels_.push_back(next);
    return static_cast<int>(levels_.size()) - 1;
  }

  void select(int i) {
    const vm::OpInfo& info = code().info(i);
    const bool by_arity = info.list() == vm::OperandKind::kAritiesAndLabels;
    const bool by_place = info.list() == vm::OperandKind::kLabels;
    llvm::Value* value = source(info.kinds[0], code().operands(i)[0]);
    llvm::BasicBlock* otherwise = label_block(code().fail_label(i));
    const auto items = code().list(i);
    if (by_arity) {
      // The header is the first word of the object; the arity is in its upper bits.
      value = builder_.CreateLoad(
          builder_.getInt64Ty(),
          builder_.CreateIntToPtr(
              builder_.CreateSub(value, builder_.getInt64(vm::Term::boxed(nullptr).bits())),
              builder_.getPtrTy()));
    }
    const bool compares = references_ && !by_arity && !by_place && compares_references(code(), i);
    if (compares) otherwise = compare_references(i, value, otherwise);
    const std::size_t step = by_place ? 1 : 2;
    llvm::SwitchInst* switch_inst =
        builder_.CreateSwitch(value, otherwise, static_cast<unsigned>(items.size() / step));
    for (std::size_t n = 0; n < items.size(); n += step) {
      Word wanted = items[n];
      if (compares && references_->of_operand(kConstant, wanted)) continue;
      if (by_arity) wanted = vm::make_header(vm::Subtag::kTuple, wanted);
      if (by_place) {
        const vm::SWord first =
            vm::Term::from_bits(code().operands(i)[info.position_of(vm::OperandKind::kTerm)])
                .as_small();
        wanted = vm::Term::small(first + static_cast<vm::SWord>(n)).bits();
      }
      auto* label = reinterpret_cast<CodeAddress>(items[n + step - 1]);
      if (switch_inst->findCaseValue(builder_.getInt64(wanted)) == switch_inst->case_default())
        switch_inst->addCase(builder_.getInt64(wanted), label_block(label));
    }
  }

  /// Comparisons with the constants of a select that cannot be cases of a switch. Returns where
  /// they begin; the last one leads to `otherwise`.
  llvm::BasicBlock* compare_references(int i, llvm::Value* value, llvm::BasicBlock* otherwise) {
    const auto items = code().list(i);
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    for (std::size_t n = items.size(); n >= 2; n -= 2) {
      if (!references_->of_operand(kConstant, items[n - 2])) continue;
      llvm::BasicBlock* label = label_block(reinterpret_cast<CodeAddress>(items[n - 1]));
      auto* comparison = llvm::BasicBlock::Create(context_, "", function_);
      builder_.SetInsertPoint(comparison);
      // As if each were as likely: the comparisons then follow each other without a jump.
      const auto others = static_cast<std::uint32_t>((items.size() - n) / 2 + 1);
      builder_.CreateCondBr(builder_.CreateICmpEQ(value, word(kConstant, items[n - 2])), label,
                            otherwise, llvm::MDBuilder(context_).createBranchWeights(1, others));
      otherwise = comparison;
    }
    return otherwise;
  }

  /// The value of a source operand.
  llvm::Value* source(vm::OperandKind kind, Word operand) {
    llvm::Function& definition = library_.part("source");
    llvm::ValueToValueMapTy values;
    values[definition.getArg(0)] = machine_;
    values[definition.getArg(1)] = word(kind, operand);
    const auto returns = clone(definition, values);
    VM_CHECK(returns.size() == 1, "reading an operand has one outcome");
    llvm::Value* value = returns[0]->getReturnValue();
    builder_.SetInsertPoint(returns[0]);
    auto* next = llvm::BasicBlock::Create(context_, "", function_);
    builder_.CreateBr(next);
    returns[0]->eraseFromParent();
    builder_.SetInsertPoint(next);
    return value;
  }

  void paste(int i) {
    const Instruction& instruction = code().at(i);
    const auto items = code().list(i);
    llvm::Function& definition = *library_.find(instruction.op, items.size());
    ++pasted_;
    ++all_pasted_;
    assume_types(i);
    builder_.CreateStore(code_pointer(instruction.at), place(kI));
    llvm::ValueToValueMapTy values;
    values[definition.getArg(0)] = machine_;
    values[definition.getArg(1)] = llvm::ConstantPointerNull::get(builder_.getPtrTy());
    // The items of a list follow the other operands, instead of their count.
    unsigned next = kFirstOperand;
    for_each_operand(code(), i, [&](vm::OperandKind kind, Word operand, std::size_t) {
      if (next < definition.arg_size()) values[definition.getArg(next++)] = word(kind, operand);
    });
    // What goes to a float register is the value of a term, and not the term.
    if (code().info(i).has_operand(vm::OperandKind::kFloatDest)) {
      const FunctionCode::Literal* literal = code().literal(i, 0);
      if (literal != nullptr && literal->header == vm::kFloatHeader)
        values[definition.getArg(kFirstOperand)] = float_constant(literal->limb);
    }
    while (next < definition.arg_size()) values[definition.getArg(next++)] = builder_.getInt64(0);
    for (llvm::ReturnInst* ret : clone(definition, values)) connect(i, *ret);
  }

  /// A float with these bits in the module's data, as a term, so that LLVM computes with its value.
  llvm::Constant* float_constant(Word bits) {
    llvm::Type* type = builder_.getInt64Ty();
    llvm::Constant* content = llvm::ConstantStruct::getAnon(
        {builder_.getInt64(vm::kFloatHeader), builder_.getInt64(bits)});
    auto* made = llvm::cast<llvm::GlobalVariable>(
        module_.getOrInsertGlobal("float." + std::to_string(bits), content->getType()));
    made->setInitializer(content);
    made->setConstant(true);
    made->setLinkage(llvm::GlobalValue::PrivateLinkage);
    made->setAlignment(llvm::Align(2 * sizeof(Word)));
    return llvm::ConstantExpr::getAdd(llvm::ConstantExpr::getPtrToInt(made, type),
                                      builder_.getInt64(vm::Term::boxed(nullptr).bits()));
  }

  /// Where a chain begins, runs it and goes on behind it; what follows here is run if it cannot.
  void paste_chain(int i) {
    const auto chain = find_chain(code(), plan(), i);
    if (!chain) return;
    for (int n = i; n < i + chain->instructions; ++n) chained_.insert({level_, n});
    assume_types(i);
    const auto source_of = [&](Word reg) { return source(vm::OperandKind::kSource, reg); };
    const auto clone_part = [&](llvm::Function& part, llvm::ValueToValueMapTy& values) {
      return clone(part, values);
    };
    jit::paste_chain(*chain, after(i + chain->instructions - 1),
                     {builder_, library_, *machine_, source_of, clone_part});
  }

  /// Passes what the file says of the source operands to LLVM as assumptions: the code is right
  /// only if they are true.
  void assume_types(int i) {
    const vm::OpInfo& info = code().info(i);
    for (unsigned n = 0; n < info.operand_count; ++n) {
      if (!vm::kind_info(info.kinds[n]).is_read()) continue;
      const auto operand = [&] { return source(info.kinds[n], code().operands(i)[n]); };
      if (const FunctionCode::Literal* literal = code().literal(i, n); literal != nullptr)
        assume_header(operand(), {~Word{0}, literal->header});
      const vm::ValueType* type = code().type_of(i, n);
      if (type == nullptr) continue;
      const auto tag = tag_of(*type);
      if (!tag) continue;
      llvm::Value* value = operand();
      assume(llvm::CmpInst::ICMP_EQ, builder_.CreateAnd(value, tag->mask), tag->bits);
      if (const auto header = header_of(*type)) assume_header(value, *header);
      const auto range = range_of(*type);
      if (!range) continue;
      const auto max = static_cast<Word>(range->max);
      // Unsigned comparisons say more about the bits.
      if (range->min >= 0) {
        assume(llvm::CmpInst::ICMP_ULE, value, max);
        if (range->min > 15) assume(llvm::CmpInst::ICMP_UGE, value, static_cast<Word>(range->min));
      } else {
        assume(llvm::CmpInst::ICMP_SLE, value, max);
        assume(llvm::CmpInst::ICMP_SGE, value, static_cast<Word>(range->min));
      }
    }
  }

  void assume(llvm::CmpInst::Predicate relation, llvm::Value* left, Word right) {
    builder_.CreateAssumption(builder_.CreateICmp(relation, left, builder_.getInt64(right)));
  }
  /// Of the header of a boxed term.
  void assume_header(llvm::Value* term, TagFact header) {
    // Like Term::header(), so that the definition's load of the header is the same one.
    llvm::Value* object = builder_.CreateIntToPtr(
        builder_.CreateAdd(term, builder_.getInt64(static_cast<Word>(-2))), builder_.getPtrTy());
    llvm::Value* word = builder_.CreateLoad(builder_.getInt64Ty(), object);
    assume(llvm::CmpInst::ICMP_EQ, builder_.CreateAnd(word, header.mask), header.bits);
  }

  /// Appends a copy of the definition to the function, after the current place.
  llvm::SmallVector<llvm::ReturnInst*, 8> clone(llvm::Function& definition,
                                                llvm::ValueToValueMapTy& values) {
    llvm::BasicBlock* last = &function_->back();
    auto returns = library_.paste(
        definition, *function_, values, [this](std::size_t row) { return runtime_call(row); },
        *machine_);
    builder_.CreateBr(last->getNextNode());
    return returns;
  }

  /// Replaces a return of a pasted definition by a branch or tail call for its outcome.
  void connect(int i, llvm::ReturnInst& ret) {
    const auto* outcome = llvm::dyn_cast<llvm::ConstantInt>(ret.getReturnValue());
    VM_CHECK(outcome != nullptr, "the library made a return of its own for each outcome");
    builder_.SetInsertPoint(&ret);
    switch (static_cast<Flow>(outcome->getZExtValue())) {
      case Flow::kNext:
        builder_.CreateBr(after(i));
        break;
      case Flow::kFail:
        builder_.CreateBr(label_block(code().fail_label(i)));
        break;
      case Flow::kLeave:
        leave(i);
        break;
      case Flow::kSlow:
        hand_over(i, handler(backend_.slow_handler(code().at(i).op), Reference::Kind::kSlow,
                             static_cast<int>(code().at(i).op)));
        break;
      case Flow::kOriginal:
        VM_UNREACHABLE();
    }
    ret.eraseFromParent();
  }

  std::vector<Body> bodies_;  // the function itself, then those that may replace calls
  DefinitionLibrary& library_;
  vm::CodeBackend& backend_;
  llvm::Module& module_;
  const std::string& prefix_;
  // A sled's breakpoint asks the caller which function it is, so that goes through the word.
  const bool has_stubs_;
  const SelfCalls self_calls_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  std::map<int, llvm::Function*> functions_;
  std::optional<InstructionMarks> marks_;
  std::optional<References> references_;  // of portable code
  std::optional<UnknownValues> unknown_;  // likewise
  bool is_portable_ = true;
  std::map<CodeAddress, llvm::Function*> stubs_;
  std::vector<CallStub> calls_;
  bool calls_itself_ = false;
  bool inlines_ = false;
  int all_pasted_ = 0;  // instructions, in all native functions
  // Of the function that is being made:
  llvm::Function* function_ = nullptr;
  llvm::AllocaInst* machine_ = nullptr;
  int start_ = 0;
  std::vector<Level> levels_;
  std::set<Place> returns_;  // places that a return branches to
  std::map<Place, llvm::BasicBlock*> blocks_;
  std::vector<Place> pending_;
  std::set<Place> chained_;  // instructions of chains, which are no chains once more
  int level_ = 0;            // of the place that is being pasted
  int pasted_ = 0;           // instructions so far
};

}  // namespace

StitchedModule stitch(const FunctionCode& code, const Plan& plan, DefinitionLibrary& library,
                      vm::CodeBackend& backend, llvm::LLVMContext& context,
                      const std::string& prefix, EntryForm entry, SelfCalls self_calls, Marks marks,
                      IsPortable is_portable) {
  StitchedModule result;
  result.module = std::make_unique<llvm::Module>(code.name(), context);
  result.module->setTargetTriple(library.module().getTargetTriple());
  result.module->setDataLayout(library.module().getDataLayout());
  Stitcher stitcher(code, plan, library, backend, *result.module, prefix, entry, self_calls, marks,
                    is_portable);
  std::vector<Plan> plans;
  plans.reserve(code.callees.size());
  for (const FunctionCode& callee : code.callees)
    stitcher.add_callee(callee, plans.emplace_back(make_plan(callee, library, backend)));
  for (int i = 0; i < code.count(); ++i) {
    if (!plan.is_entry_point(i)) continue;
    result.functions.push_back({i, prefix + "." + std::to_string(i)});
    stitcher.declare(i, result.functions.back().symbol);
  }
  for (const NativeFunction& function : result.functions) stitcher.define(function.instruction);
  result.calls = stitcher.calls();
  result.calls_itself = stitcher.calls_itself();
  result.inlines = stitcher.inlines();
  result.is_portable = is_portable == IsPortable::kYes && stitcher.is_portable();
  result.unknown_values = stitcher.unknown_values();
  return result;
}

Plan make_plan(const FunctionCode& code, DefinitionLibrary& library, vm::CodeBackend& backend) {
  return make_plan(code, backend, [&](int i) {
    return library.find(code.at(i).op, code.list(i).size()) != nullptr;
  });
}

}  // namespace jit
