// What the code generator writes is taken apart, for both processors: blocks, and what they refer
// to. Damaged files are refused.
#include "jit/stencils/object_code.h"

#include "jit/llvm/definition_library.h"
#include "jit/stencils/layout.h"
#include "jit/stencils/stencil_ir.h"

#include <gtest/gtest.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Target/TargetMachine.h>

#include <cstring>

namespace {

using jit::HoleForm;
using jit::HoleValue;
using stencils::Block;
using stencils::Reference;

constexpr auto kX86 = vm::Processor::kX86_64;
constexpr auto kAarch64 = vm::Processor::kAarch64;

/// The object file with a stencil of each shape: functions "0", "1" ...
std::string object_of(vm::Processor processor, std::initializer_list<const char*> shapes) {
  auto target = stencils::make_target(processor);
  EXPECT_TRUE(target.ok());
  llvm::LLVMContext context;
  jit::DefinitionLibrary library(context);
  stencils::StencilModule module(library, context, **target);
  int number = 0;
  for (const char* shape : shapes)
    EXPECT_TRUE(module.add(*jit::parse_shape(shape), std::to_string(number++))) << shape;
  auto object = stencils::generate(module.finish(), **target);
  EXPECT_TRUE(object.ok());
  return *object;
}

/// The references to `value` in all blocks.
std::vector<Reference> references_to(const stencils::Blocks& blocks, HoleValue value) {
  std::vector<Reference> found;
  for (const Block& block : blocks) {
    for (const Reference& reference : block.references) {
      if (reference.target.is(value)) found.push_back(reference);
    }
  }
  return found;
}

TEST(ObjectCode, HasNarrowAndWideHoles) {
  auto code = stencils::read_object(
      object_of(kX86, {"move y x0", "move boxed x0", "call =1 address"}), kX86);
  ASSERT_TRUE(code.ok());
  ASSERT_EQ(code->functions.size(), 3u);
  const auto offset = references_to(code->functions["0"], HoleValue::kOperand);
  ASSERT_EQ(offset.size(), 1u);
  EXPECT_EQ(offset[0].form, HoleForm::kNarrow);
  EXPECT_EQ(offset[0].addend, 0) << "E plus the hole";
  const auto pointer = references_to(code->functions["1"], HoleValue::kOperand);
  ASSERT_EQ(pointer.size(), 1u);
  EXPECT_EQ(pointer[0].form, HoleForm::kWord);
  EXPECT_EQ(pointer[0].addend, 2) << "the tag";
  const auto callee = references_to(code->functions["2"], HoleValue::kCallee);
  ASSERT_EQ(callee.size(), 1u);
  EXPECT_EQ(callee[0].form, HoleForm::kRelative);
  const auto back = references_to(code->functions["2"], HoleValue::kInstruction);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].addend, 3 * 8) << "the address behind the call";
  EXPECT_EQ(references_to(code->functions["2"], HoleValue::kSlow).size(), 1u);
}

/// The forms of the references to operand `index`, in the order of the code.
std::vector<HoleForm> forms_of(const stencils::Blocks& blocks, HoleValue value, unsigned index) {
  std::vector<HoleForm> forms;
  for (const Reference& reference : references_to(blocks, value)) {
    if (reference.target.index == index) forms.push_back(reference.form);
  }
  return forms;
}

TEST(ObjectCode, HasFieldsOfInstructionsOnAarch64) {
  auto code = stencils::read_object(
      object_of(kAarch64, {"move y x0", "move boxed x0", "call =1 address",
                           "get_tuple_element x1 number x0", "move small x0", "move wide x0"}),
      kAarch64);
  ASSERT_TRUE(code.ok());
  ASSERT_EQ(code->functions.size(), 6u);
  using Forms = std::vector<HoleForm>;
  const auto operand = [&](const char* function, unsigned index) {
    return forms_of(code->functions[function], HoleValue::kOperand, index);
  };
  const Forms pointer = {HoleForm::kMove0, HoleForm::kMove16, HoleForm::kLast32};
  const Forms word = {HoleForm::kMove0, HoleForm::kMove16, HoleForm::kMove32, HoleForm::kMove48};
  EXPECT_EQ(operand("0", 0), Forms{HoleForm::kOffset});
  EXPECT_EQ(operand("1", 0), pointer);
  EXPECT_EQ(references_to(code->functions["1"], HoleValue::kOperand)[0].addend, 2) << "the tag";
  EXPECT_EQ(operand("2", 1), pointer);
  EXPECT_EQ(forms_of(code->functions["2"], HoleValue::kInstruction, 0), pointer);
  EXPECT_EQ(operand("3", 1), Forms{HoleForm::kOffset});
  EXPECT_EQ(operand("4", 0), (Forms{HoleForm::kMove0, HoleForm::kLast16}));
  EXPECT_EQ(operand("5", 0), word);
  EXPECT_EQ(references_to(code->functions["2"], HoleValue::kSlow).size(), 1u);
}

TEST(ObjectCode, EndsEachBlockWithAJumpOnAarch64) {
  auto code =
      stencils::read_object(object_of(kAarch64, {"i_plus address number x0 x1 x0"}), kAarch64);
  ASSERT_TRUE(code.ok());
  const stencils::Blocks& blocks = code->functions["0"];
  EXPECT_GT(blocks.size(), 3u);
  for (const Block& block : blocks) {
    ASSERT_FALSE(block.references.empty());
    EXPECT_EQ(block.references.back().form, HoleForm::kBranch26);
    EXPECT_EQ(block.references.back().offset + 4, block.code.size());
  }
}

TEST(ObjectCode, HasOneBlockForEachSection) {
  auto code = stencils::read_object(object_of(kX86, {"i_plus address number x0 x1 x0"}), kX86);
  ASSERT_TRUE(code.ok());
  const stencils::Blocks& blocks = code->functions["0"];
  EXPECT_GT(blocks.size(), 3u);
  EXPECT_FALSE(references_to(blocks, HoleValue::kNext).empty());
  for (const Block& block : blocks) {
    for (const Reference& reference : block.references)
      EXPECT_LT(reference.target.block, static_cast<int>(blocks.size()));
  }
  EXPECT_TRUE(code->rejected.empty());
}

/// The first relocation of a type in an object file; null: there is none.
llvm::ELF::Elf64_Rela* relocation_of(std::string* object, unsigned type) {
  llvm::ELF::Elf64_Ehdr header;
  std::memcpy(&header, object->data(), sizeof(header));
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    llvm::ELF::Elf64_Shdr section;
    std::memcpy(&section, object->data() + header.e_shoff + i * header.e_shentsize,
                sizeof(section));
    if (section.sh_type != llvm::ELF::SHT_RELA) continue;
    auto* first = reinterpret_cast<llvm::ELF::Elf64_Rela*>(object->data() + section.sh_offset);
    for (std::size_t n = 0; n < section.sh_size / sizeof(*first); ++n) {
      if (first[n].getType() == type) return &first[n];
    }
  }
  return nullptr;
}

TEST(ObjectCode, RejectsFunctionsWithOtherRelocations) {
  std::string object = object_of(kX86, {"move boxed x0", "move x0 y"});
  auto* relocation = relocation_of(&object, llvm::ELF::R_X86_64_64);
  ASSERT_NE(relocation, nullptr);
  relocation->setType(llvm::ELF::R_X86_64_GOTPCREL);
  auto code = stencils::read_object(object, kX86);
  ASSERT_TRUE(code.ok());
  EXPECT_TRUE(code->rejected.contains("0"));
  EXPECT_FALSE(code->functions.contains("0"));
  EXPECT_TRUE(code->functions.contains("1"));
}

TEST(ObjectCode, RefusesARelocationOutsideOfItsSection) {
  std::string object = object_of(kX86, {"move boxed x0"});
  auto* relocation = relocation_of(&object, llvm::ELF::R_X86_64_64);
  ASSERT_NE(relocation, nullptr);
  relocation->r_offset = 5000;
  EXPECT_FALSE(stencils::read_object(object, kX86).ok());
  relocation->r_offset = ~std::uint64_t{0};
  EXPECT_FALSE(stencils::read_object(object, kX86).ok());
}

TEST(ObjectCode, RefusesFilesThatAreNone) {
  EXPECT_FALSE(stencils::read_object("", kX86).ok());
  EXPECT_FALSE(stencils::read_object("not an object file", kX86).ok());
  EXPECT_FALSE(stencils::read_object(object_of(kX86, {"move x0 y"}), kAarch64).ok());
  EXPECT_FALSE(stencils::read_object(object_of(kAarch64, {"move x0 y"}), kX86).ok());
}

TEST(HoleSymbol, IsReadBack) {
  for (std::size_t i = 0; i < jit::kHoleValues; ++i) {
    HoleValue value;
    unsigned index = 0;
    const auto wanted = static_cast<HoleValue>(i);
    ASSERT_TRUE(stencils::parse_hole_symbol(stencils::hole_symbol(wanted, 7), &value, &index));
    EXPECT_EQ(value, wanted);
    EXPECT_EQ(index, 7u);
  }
  HoleValue value;
  unsigned index = 0;
  for (const char* wrong :
       {"", "hole", "hole.operand", "hole.operand.", "hole.operand.x", "memset"})
    EXPECT_FALSE(stencils::parse_hole_symbol(wrong, &value, &index)) << wrong;
}

}  // namespace
