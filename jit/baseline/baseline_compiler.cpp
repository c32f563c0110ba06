// Three passes over the steps: where each goes, the stubs that they need, then copying and filling.
// The layout of a function: the hot parts in the order of the instructions, then the cold parts,
// then the stubs.
#include "jit/baseline/baseline_compiler.h"

#include "jit/baseline/reciprocal.h"
#include "jit/baseline/steps.h"
#include "jit/code_block.h"
#include "jit/runtime_calls.h"

#include <bit>
#include <cstring>
#include <unordered_map>

namespace jit {
namespace {

class Assembly {
 public:
  Assembly(const FunctionCode& code, const Steps& steps, const StencilTable& table,
           vm::CodeBackend& backend)
      : code_(code), steps_(steps), table_(table), backend_(backend) {}

  /// Places all code. Returns its size.
  std::size_t lay_out() {
    std::size_t hot = 0, cold = 0;
    for (const Step& step : steps_.steps) {
      if (const Hole* hole = callee_hole(step); hole != nullptr) {
        while (!is_changeable(hot + hole->offset)) ++hot;
        calls_.push_back({places_.size(), hot + hole->offset});
      }
      places_.push_back({hot, cold});
      hot += step.stencil->hot_bytes;
      cold += step.stencil->cold_bytes;
    }
    for (Place& place : places_) place.cold += hot;
    places_.push_back({});  // of the stub that is being written
    std::size_t end = hot + cold;
    for (std::size_t n = 0; n < steps_.steps.size(); ++n) add_stubs(n, &end);
    return end;
  }

  /// Writes the code that will run at `block`. False: a value is too large for its hole.
  bool write(vm::Byte* block, vm::Byte* writable) {
    block_ = block;
    writable_ = writable;
    bool fits = true;
    std::size_t hot_end = 0;
    for (std::size_t n = 0; n < steps_.steps.size(); ++n) {
      const Step& step = steps_.steps[n];
      fill_gap(hot_end, places_[n].hot);
      hot_end = places_[n].hot + step.stencil->hot_bytes;
      fits &= copy(step, places_[n].hot, places_[n].cold,
                   [&](const Hole& hole) { return value_of(hole, step, n); });
    }
    for (const Stub& stub : stubs_) {
      const Step step{.stencil = &table_.connector(stub.connector),
                      .instruction = stub.instruction,
                      .target = stub.target};
      places_.back() = {stub.place, stub.place + step.stencil->hot_bytes};
      fits &= copy(step, stub.place, places_.back().cold,
                   [&](const Hole& hole) { return value_of(hole, step, steps_.steps.size()); });
    }
    return fits;
  }

  /// After write(): the calls in the code, which go to the stubs of their callees.
  std::vector<DirectCall> direct_calls() const {
    std::vector<DirectCall> calls;
    calls.reserve(calls_.size());
    for (const Call& call : calls_) {
      const int instruction = steps_.steps[call.step].instruction;
      const CodeAddress callee = code_.callee(instruction);
      calls.push_back({callee != nullptr ? &vm::FuncInfo::of_entry(callee) : nullptr,
                       code_.called_export(instruction), address(call.distance),
                       address(places_[call.step].callee)});
    }
    return calls;
  }

  std::size_t place_of_instruction(int i) const {
    return places_[static_cast<std::size_t>(steps_.first[static_cast<std::size_t>(i)])].hot;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Place {
    std::size_t hot, cold;
    std::size_t slow = kNone;     // its stub that runs the out-of-line version
    std::size_t outside = kNone;  // its stub that goes to a label outside of the function
    std::size_t callee = kNone;   // its stub that goes to the callee
  };
  /// A jump to the code of a callee.
  struct Call {
    std::size_t step;
    std::size_t distance;  // its place
  };
  /// A connector that steps jump to.
  struct Stub {
    Connector connector;
    int instruction;
    Word target;
    std::size_t place;
  };

  /// Null: the step calls no function of the module.
  const Hole* callee_hole(const Step& step) const {
    for (const Hole& hole : table_.view(*step.stencil).holes) {
      if (hole.value == HoleValue::kCallee) return &hole;
    }
    return nullptr;
  }
  /// Fills what lay_out() has left free before a call with an instruction that does nothing.
  void fill_gap(std::size_t from, std::size_t to) {
    constexpr std::size_t kLongest = 3;
    static constexpr vm::Byte kNops[kLongest][kLongest] = {
        {0x90}, {0x66, 0x90}, {0x0f, 0x1f, 0x00}};
    VM_ASSERT(to - from <= kLongest, "so many bytes are out of place");
    if (from != to) std::memcpy(writable_ + from, kNops[to - from - 1], to - from);
  }

  void add_stubs(std::size_t n, std::size_t* end) {
    const Step& step = steps_.steps[n];
    bool slow = false, fail = false, calls = false;
    for (const Hole& hole : table_.view(*step.stencil).holes) {
      slow |= hole.value == HoleValue::kSlow;
      fail |= hole.value == HoleValue::kFail;
      calls |= hole.value == HoleValue::kCallee;
    }
    fail &= step.fail_instruction == FunctionCode::kNone && step.fail_step == FunctionCode::kNone;
    if (slow || (fail && step.fail_label == nullptr)) {
      const Op op = code_.at(step.instruction).op;
      places_[n].slow = add_stub(Connector::kHandOver, step.instruction,
                                 reinterpret_cast<Word>(backend_.slow_handler(op)), end);
    }
    if (fail && step.fail_label != nullptr)
      places_[n].outside = stub_to(step.fail_label, step.instruction, end);
    if (calls) places_[n].callee = stub_to_callee(step.instruction, end);
  }
  /// The stub that goes to a label outside of the function, or to a function.
  std::size_t stub_to(CodeAddress label, int instruction, std::size_t* end) {
    const auto [found, is_new] = ways_.try_emplace(label, *end);
    if (is_new) add_stub(Connector::kGoTo, instruction, word(label), end);
    return found->second;
  }
  std::size_t stub_to_callee(int instruction, std::size_t* end) {
    const vm::Export* exported = code_.called_export(instruction);
    if (exported == nullptr) return stub_to(code_.callee(instruction), instruction, end);
    const auto [found, is_new] = ways_.try_emplace(exported->stub_address(), *end);
    if (is_new) add_stub(Connector::kGoToExport, instruction, word(exported), end);
    return found->second;
  }
  std::size_t add_stub(Connector connector, int instruction, Word target, std::size_t* end) {
    stubs_.push_back({connector, instruction, target, *end});
    const StencilRecord& stencil = table_.connector(connector);
    *end += std::size_t{stencil.hot_bytes} + stencil.cold_bytes;
    return stubs_.back().place;
  }

  static Word word(const void* address) { return reinterpret_cast<Word>(address); }
  Word address(std::size_t place) const { return word(block_ + place); }

  Word value_of(const Hole& hole, const Step& step, std::size_t n) const {
    switch (hole.value) {
      case HoleValue::kOperand:
        return step.holes[hole.index];
      case HoleValue::kPowerShift:
        return static_cast<Word>(std::popcount(step.holes[hole.index]));
      case HoleValue::kReciprocal:
        return reciprocal_of(divisor_of(hole, step)).factor;
      case HoleValue::kReciprocalShift:
        return reciprocal_of(divisor_of(hole, step)).shift;
      case HoleValue::kInstruction:
        return word(code_.at(step.instruction).at);
      case HoleValue::kTarget:
        return step.target;
      case HoleValue::kNext:
        return address(places_[n].hot + step.stencil->hot_bytes);
      case HoleValue::kFail:
        return address(fail_place(step, n));
      case HoleValue::kSlow:
        return address(places_[n].slow);
      case HoleValue::kRuntimeCall:
        return word(runtime_calls()[hole.index].address);
      case HoleValue::kHot:
        return address(places_[n].hot);
      case HoleValue::kCold:
        return address(places_[n].cold);
      case HoleValue::kCallee:
        return address(places_[n].callee);
    }
    VM_UNREACHABLE();
  }
  static Word divisor_of(const Hole& hole, const Step& step) {
    return static_cast<Word>(
        vm::Term::from_bits(step.holes[hole.index] | vm::Term::small(0).bits()).as_small());
  }
  std::size_t fail_place(const Step& step, std::size_t n) const {
    if (step.fail_instruction != FunctionCode::kNone)
      return place_of_instruction(step.fail_instruction);
    if (step.fail_step != FunctionCode::kNone)
      return places_[static_cast<std::size_t>(step.fail_step)].hot;
    return step.fail_label == nullptr ? places_[n].slow : places_[n].outside;
  }

  template <class Value>
  bool copy(const Step& step, std::size_t hot, std::size_t cold, Value value) {
    const StencilView view = table_.view(*step.stencil);
    std::memcpy(writable_ + hot, view.hot.data(), view.hot.size());
    if (!view.cold.empty()) std::memcpy(writable_ + cold, view.cold.data(), view.cold.size());
    bool fits = true;
    for (const Hole& hole : view.holes) {
      const std::size_t place =
          hole.offset < view.hot.size() ? hot + hole.offset : cold + hole.offset - view.hot.size();
      fits &= fill_hole(hole.form, writable_ + place, address(place),
                        value(hole) + static_cast<Word>(vm::SWord{hole.addend}));
    }
    return fits;
  }

  const FunctionCode& code_;
  const Steps& steps_;
  const StencilTable& table_;
  vm::CodeBackend& backend_;
  std::vector<Place> places_;  // by step; then that of a stub
  std::vector<Stub> stubs_;
  std::unordered_map<CodeAddress, std::size_t> ways_;  // the stubs that go to labels
  std::vector<Call> calls_;
  vm::Byte* block_ = nullptr;
  vm::Byte* writable_ = nullptr;
};

}  // namespace

BaselineCompiler::BaselineCompiler(const StencilTable& table, vm::CodeBackend& backend,
                                   CodeMemory& memory, CodeSymbols& symbols)
    : table_(table), backend_(backend), memory_(memory), symbols_(symbols) {}

vm::Result<CompiledFunction, std::string> BaselineCompiler::compile(
    const FunctionCode& code) const {
  CompiledFunction result;
  const Steps steps = make_steps(code, table_, backend_);
  Assembly assembly(code, steps, table_, backend_);
  const std::size_t size = assembly.lay_out();
  auto native = CodeBlock::allocate(memory_, symbols_, size);
  if (native == nullptr) return vm::Err(code.name() + ": code memory is full");
  vm::Byte* block = native->start();
  if (!assembly.write(block, native->writable()))
    return vm::Err(code.name() + ": an operand is too large");
  for (int i = 0; i < code.count(); ++i) {
    if (!steps.plan.is_entry_point(i)) continue;
    vm::Byte* entry = block + assembly.place_of_instruction(i);
    result.entry_points.push_back({i, reinterpret_cast<OpHandler>(entry)});
    native->addresses.push_back(reinterpret_cast<Word>(entry));
  }
  native->publish(size, code.name());
  result.direct_calls = assembly.direct_calls();
  result.code = std::move(native);
  return result;
}

}  // namespace jit
