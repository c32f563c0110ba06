// Hand-assembled functions, compiled by either compiler and put into their words, compute what the
// interpreter computes, with collections and yields everywhere. proves B12
#include "jit/compiler.h"

#include "jit/baseline/baseline_compiler.h"
#include "jit/code_memory.h"
#include "jit/native_image.h"
#include "jit/symbols.h"
#include "tests/support/assembler.h"
#include "tests/support/interpreted_process.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <thread>
#include <tuple>

using namespace test_support;
using vm::Op;
using vm::Term;
using vm::Word;

namespace {

/// kKept: an image of optimised code, written and read.
enum class Tier { kBaseline, kOptimised, kKept };

/// A process whose functions the test compiles one by one.
class CompiledProcess : public InterpretedProcess {
 public:
  CompiledProcess(Stress stress, Tier tier) : InterpretedProcess(stress), tier_(tier) {}

  /// Compiles the function at `entry` and puts it into its words. Returns the number of its entry
  /// points.
  std::size_t compile(vm::CodeAddress entry, vm::CodeAddress end,
                      jit::SelfCalls self_calls = jit::SelfCalls::kByBranch) {
    vm::FuncInfo& info = vm::FuncInfo::of_entry(entry);
    info.interpreted = *entry;
    jit::FunctionCode code;
    EXPECT_TRUE(jit::read_function(vm(), engine(), info, end, &code));
    auto compiled = tier_ == Tier::kBaseline ? compile_baseline(code)
                    : tier_ == Tier::kKept   ? place_kept(code, self_calls)
                                             : compiler_->compile(code, self_calls, {});
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error());
    for (const auto& point : compiled->entry_points) {
      *const_cast<Word*>(code.at(point.instruction).at) = reinterpret_cast<Word>(point.native);
    }
    const std::size_t count = compiled->entry_points.size();
    kept_.push_back(std::move(compiled->code));
    return count;
  }

 private:
  vm::Result<jit::CompiledFunction, std::string> compile_baseline(const jit::FunctionCode& code) {
    VM_TRY(const auto stencils, jit::StencilTable::read(jit::embedded_stencils()));
    return jit::BaselineCompiler(stencils, engine(), *memory_, *symbols_).compile(code);
  }

  vm::Result<jit::CompiledFunction, std::string> place_kept(const jit::FunctionCode& code,
                                                            jit::SelfCalls self_calls) {
    jit::NativeImage image;
    VM_TRY_VOID(compiler_->compile(code, self_calls, {.image = &image}));
    const auto read = jit::read_image(jit::write_image(image));
    if (!read) return vm::Err(std::string("no image"));
    auto placed = jit::place_image(*read, code, engine(), *memory_, *symbols_);
    if (!placed) return vm::Err(std::string("not placed"));
    return std::move(*placed);
  }

  std::unique_ptr<jit::CodeMemory> memory_ =
      std::move(jit::CodeMemory::create(std::size_t{8} << 20).value());
  std::unique_ptr<jit::CodeSymbols> symbols_ = std::move(jit::CodeSymbols::create({}).value());
  std::unique_ptr<jit::Compiler> compiler_ = std::move(
      jit::make_compiler("", engine(), jit::EntryForm::kWord, *memory_, *symbols_).value());
  std::vector<std::unique_ptr<jit::Code>> kept_;
  const Tier tier_;
};

constexpr Word kFib = 1, kEnd = 9;

void assemble_fib(Assembler& a) {
  a.function(vm::am::lists, vm::am::map, 1, kFib);
  a.op(Op::is_lt, label(2), x(0), small(2));
  a.op(Op::return_);
  a.bind(2);
  a.op(Op::allocate, num(1), num(1));
  a.op(Op::move, x(0), y(0));
  a.op(Op::i_minus, no_label(), num(1), x(0), small(1), x(0));
  a.op(Op::call, num(1), label(kFib));
  a.op(Op::swap, x(0), y(0));
  a.op(Op::i_minus, no_label(), num(1), x(0), small(2), x(0));
  a.op(Op::call, num(1), label(kFib));
  a.op(Op::i_plus, no_label(), num(1), y(0), x(0), x(0));
  a.op(Op::deallocate, num(1));
  a.op(Op::return_);
  a.bind(kEnd);
}

/// The elements of x0 in reverse in front of x1, each in a tuple with the length so far.
void assemble_reverse(Assembler& a) {
  a.function(vm::am::lists, vm::am::append, 3, kFib);
  a.op(Op::is_nonempty_list, label(2), x(0));
  a.op(Op::get_list, x(0), x(4), x(0));
  a.op(Op::test_heap, num(5), num(5));
  a.op_with_list(Op::put_tuple2, {x(5)}, {x(4), x(2)});
  a.op(Op::put_list, x(5), x(1), x(1));
  a.op(Op::i_plus, no_label(), num(3), x(2), small(1), x(2));
  a.op(Op::call_only, num(3), label(kFib));
  a.bind(2);
  a.op(Op::move, x(1), x(0));
  a.op(Op::return_);
  a.bind(kEnd);
}

class Compiled : public testing::TestWithParam<std::tuple<Stress, Tier>> {
 protected:
  Stress stress() const { return std::get<Stress>(GetParam()); }
  Tier tier() const { return std::get<Tier>(GetParam()); }
};

TEST_P(Compiled, CallsItselfAndReturns) {
  CompiledProcess machine(stress(), tier());
  Assembler a(machine.engine(), true);
  assemble_fib(a);
  const vm::CodeAddress entry = a.finish(kFib);
  // The entry, and where the two calls return to, at least.
  EXPECT_GE(machine.compile(entry, a.address(kEnd)), stress().gc ? 1u : 3u);
  EXPECT_EQ(machine.call(entry, {Term::small(15)}), Term::small(610));
}

TEST_P(Compiled, BuildsTuplesAndListsInALoop) {
  CompiledProcess machine(stress(), tier());
  Assembler a(machine.engine(), true);
  assemble_reverse(a);
  const vm::CodeAddress entry = a.finish(kFib);
  machine.compile(entry, a.address(kEnd));
  vm::HeapBuilder builder(Word{4000});
  std::vector<Term> numbers;
  for (int n = 0; n < 1000; ++n) numbers.push_back(Term::small(n));
  Term rest = machine.call(entry, {builder.list_from(numbers), Term::nil(), Term::small(0)});
  for (int n = 999; n >= 0; --n) {
    ASSERT_TRUE(rest.is_cons());
    const vm::Tuple& pair = rest.as_cons().head.as_tuple();
    ASSERT_EQ(pair.elements[0], Term::small(n));
    ASSERT_EQ(pair.elements[1], Term::small(n));
    rest = rest.as_cons().tail;
  }
  EXPECT_TRUE(rest.is_nil());
  vm::HeapFragment::free_chain(builder.take_fragments());
}

INSTANTIATE_TEST_SUITE_P(All, Compiled,
                         testing::Combine(testing::Values(Stress{false, false}, Stress{true, false},
                                                          Stress{false, true}, Stress{true, true}),
                                          testing::Values(Tier::kBaseline, Tier::kOptimised,
                                                          Tier::kKept)));

TEST(FuncInfo, EndsWithTheNewestTierWhoeverChangesItMeanwhile) {
  struct {
    vm::FuncInfo info;
    Word entry;
  } function{{vm::am::lists, vm::am::map, 1}, 0};
  const auto handler = [](Word n) { return reinterpret_cast<vm::OpHandler>(n); };
  const vm::OpHandler breakpoint = handler(1);
  constexpr Word kTiers = 20000;
  function.info.original.store(100, vm::kRelaxed);  // one thread so far
  function.info.restore_entry();
  std::thread tiers([&] {
    for (Word n = 100; n < 100 + kTiers; ++n)
      function.info.switch_original(handler(n), handler(n + 1));
  });
  for (int n = 0; n < 20000; ++n) {
    function.info.set_entry(breakpoint);
    function.info.restore_entry();
    // relaxed: one of the handlers, whichever
    EXPECT_NE(vm::load_shared(function.entry, vm::kRelaxed), 1u);
  }
  tiers.join();
  EXPECT_EQ(function.entry, 100 + kTiers);
  EXPECT_EQ(function.info.original_handler(), handler(100 + kTiers));
}

}  // namespace
