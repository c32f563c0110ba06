// Native code of one function runs in another one that differs from it only by what differs between
// runs of a machine: the function's place, its literals, atoms and funs.
#include "jit/native_image.h"

#include "jit/code_memory.h"
#include "jit/symbols.h"
#include "tests/support/assembler.h"
#include "tests/support/interpreted_process.h"
#include "vm/code/module.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/atom_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

using namespace test_support;
using vm::Op;
using vm::Term;
using vm::Word;

namespace {

constexpr Word kEntry = 1, kAfter = 9, kCallee = 10;

class Image : public testing::Test {
 protected:
  /// select(Atom) -> the list, the tuple, or what another function returns: Atom.
  struct Copy {
    std::unique_ptr<Assembler> assembler;
    jit::FunctionCode code;
    Term one, two, list, tuple;
    std::unique_ptr<vm::Export> exported;
  };
  /// How the function calls the other one.
  enum class CallBy { kLabel, kExport };
  Copy make_copy(const std::string& suffix, int numbers, CallBy by = CallBy::kLabel) {
    Copy copy;
    copy.exported = std::make_unique<vm::Export>(vm::am::lists, vm::am::merge_trap, 1);
    copy.one = *vm::intern_atom("one_" + suffix);
    copy.two = *vm::intern_atom("two_" + suffix);
    std::vector<Term> elements;
    for (int n = 0; n < numbers; ++n) elements.push_back(Term::small(n));
    copy.list = builder_.list_from(elements);
    copy.tuple = builder_.tuple(copy.one, copy.list);
    Assembler& a = *(copy.assembler = std::make_unique<Assembler>(machine_.engine(), true));
    a.function(vm::am::lists, vm::am::map, 1, kEntry);
    a.op_with_list(Op::select_val, {x(0), label(4)},
                   {term(copy.one), label(2), term(copy.two), label(3)});
    a.bind(2);
    a.op(Op::move, term(copy.list), x(0));
    a.op(Op::return_);
    a.bind(3);
    a.op(Op::move, term(copy.tuple), x(0));
    a.op(Op::return_);
    a.bind(4);
    if (by == CallBy::kLabel)
      a.op(Op::call_only, num(1), label(kCallee));
    else
      a.op(Op::call_ext_only, num(1), num(reinterpret_cast<Word>(copy.exported.get())));
    a.bind(kAfter);
    a.function(vm::am::lists, vm::am::merge_trap, 1, kCallee);
    a.op(Op::return_);
    vm::FuncInfo& info = vm::FuncInfo::of_entry(a.finish(kEntry));
    info.interpreted = *info.entry();
    for (unsigned i = 0; i < vm::kCodeGenerations; ++i)
      copy.exported->set_target(i, a.address(kCallee));
    EXPECT_TRUE(
        jit::read_function(machine_.vm(), machine_.engine(), info, a.address(kAfter), &copy.code));
    return copy;
  }
  jit::NativeImage image_of(const Copy& copy) {
    jit::NativeImage image;
    EXPECT_TRUE(compiler_->compile(copy.code, jit::SelfCalls::kByBranch, {.image = &image}).ok());
    return image;
  }
  std::optional<jit::CompiledFunction> place(const jit::NativeImage& image, const Copy& copy) {
    return jit::place_image(image, copy.code, machine_.engine(), *memory_, *symbols_);
  }
  Term call(const jit::CompiledFunction& compiled, const Copy& copy, Term argument) {
    for (const auto& point : compiled.entry_points)
      *const_cast<Word*>(copy.code.at(point.instruction).at) = reinterpret_cast<Word>(point.native);
    return machine_.call(copy.code.entry, {argument});
  }

  /// The call of the other function goes where that has gone.
  void follows(CallBy by) {
    const Copy first = make_copy("a", 3, by), second = make_copy("b", 5, by);
    const jit::NativeImage image = image_of(first);
    const auto compiled = place(image, second), other = place(image, first);
    ASSERT_TRUE(compiled.has_value() && other.has_value());
    jit::DirectCalls calls(*memory_);
    calls.add(module_, compiled->direct_calls);
    vm::FuncInfo& callee = vm::FuncInfo::of_entry(second.assembler->address(kCallee));
    const bool has_calls = vm::kProcessor == vm::Processor::kX86_64;
    ASSERT_EQ(compiled->direct_calls.empty(), !has_calls);
    for (const jit::DirectCall& direct : compiled->direct_calls) {
      EXPECT_EQ(direct.callee, by == CallBy::kLabel ? &callee : nullptr);
      EXPECT_EQ(direct.exported, by == CallBy::kExport ? second.exported.get() : nullptr);
      EXPECT_TRUE(jit::is_changeable(direct.distance));
    }
    // Its code is now that of the first copy, which knows the atom.
    callee.set_entry(other->entry_points.front().native);
    calls.follow(callee);
    EXPECT_EQ(calls.take_changed(), has_calls);
    EXPECT_EQ(call(*compiled, second, first.two), first.tuple);
  }

  InterpretedProcess machine_{Stress{false, false}};
  vm::HeapBuilder builder_{Word{1000}};
  std::unique_ptr<jit::CodeMemory> memory_ =
      std::move(jit::CodeMemory::create(std::size_t{8} << 20).value());
  vm::Module module_;
  std::unique_ptr<jit::CodeSymbols> symbols_ = std::move(jit::CodeSymbols::create({}).value());
  std::unique_ptr<jit::Compiler> compiler_ = std::move(
      jit::make_compiler("", machine_.engine(), jit::EntryForm::kWord, *memory_, *symbols_)
          .value());
};

// A process makes one call.
TEST_F(Image, RunsInAnotherCopyOfItsFunction) {
  const Copy first = make_copy("a", 3), second = make_copy("b", 5);
  EXPECT_EQ(jit::portable_text(first.code), jit::portable_text(second.code));
  const auto compiled = place(image_of(first), second);
  ASSERT_TRUE(compiled.has_value());
  EXPECT_EQ(call(*compiled, second, second.two), second.tuple);
}

TEST_F(Image, ComparesWithTheAtomsOfTheCopy) {
  const Copy first = make_copy("a", 3), second = make_copy("b", 5);
  const auto compiled = place(image_of(first), second);
  ASSERT_TRUE(compiled.has_value());
  EXPECT_EQ(call(*compiled, second, first.two), first.two);
}

TEST_F(Image, CallsAnotherFunctionOfTheCopy) {
  const Copy first = make_copy("a", 3), second = make_copy("b", 5);
  const auto compiled = place(image_of(first), second);
  ASSERT_TRUE(compiled.has_value());
  jit::DirectCalls calls(*memory_);
  calls.add(module_, compiled->direct_calls);
  EXPECT_EQ(call(*compiled, second, first.two), first.two);
}

TEST_F(Image, FollowsTheEntryWordOfAnotherFunctionOfTheCopy) { follows(CallBy::kLabel); }

TEST_F(Image, FollowsTheFunctionThatAnExportLeadsTo) { follows(CallBy::kExport); }

TEST_F(Image, IsOfAnotherFunctionWhereConstantsAreTheSame) {
  const Copy first = make_copy("a", 3);
  Copy second = make_copy("b", 3);
  // Two operands that are one atom instead of two: code may have compared them.
  for (Word& word : second.code.words) {
    if (word == second.two.bits()) word = second.one.bits();
  }
  EXPECT_NE(jit::portable_text(first.code), jit::portable_text(second.code));
}

TEST_F(Image, IsOfAnotherFunctionWhereTheArityIsTheSame) {
  const Copy first = make_copy("a", 3);
  Copy second = make_copy("b", 3);
  // function_clause has so many arguments, which must be in their registers.
  second.code.mfa.arity = 2;
  EXPECT_NE(jit::portable_text(first.code), jit::portable_text(second.code));
}

TEST_F(Image, IsReadAsItWasWritten) {
  const Copy copy = make_copy("a", 3);
  const jit::NativeImage image = image_of(copy);
  ASSERT_FALSE(image.code.empty());
  const std::string bytes = jit::write_image(image);
  const auto read = jit::read_image(bytes);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(jit::write_image(*read), bytes);
}

TEST_F(Image, IsRefusedWhereItIsDamaged) {
  const Copy copy = make_copy("a", 3);
  const std::string bytes = jit::write_image(image_of(copy));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(jit::read_image(std::string_view(bytes).substr(0, size)).has_value());
  EXPECT_FALSE(jit::read_image(bytes + "x").has_value());
  // Whatever is in it, nothing is written beside it: the sanitizers of `tools/test` look on.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
    if (const auto image = jit::read_image(damaged)) place(*image, copy);
  }
}

}  // namespace
