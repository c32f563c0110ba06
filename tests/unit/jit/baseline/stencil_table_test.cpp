// The file that the build embedded is right, and one that is not is refused.
#include "jit/baseline/stencil_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace {

using jit::Hole;
using jit::HoleForm;
using jit::HoleValue;
using jit::StencilTable;

/// A copy of a file at an aligned address, which may be damaged.
class File {
 public:
  explicit File(std::string_view content)
      : words_(content.size() / sizeof(vm::Word) + 1), size_(content.size()) {
    std::memcpy(words_.data(), content.data(), content.size());
  }
  auto read(std::size_t size) const { return StencilTable::read({bytes(), size}); }
  auto read() const { return read(size_); }
  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(words_.data()); }
  const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(words_.data()); }
  std::size_t size() const { return size_; }

 private:
  std::vector<vm::Word> words_;
  std::size_t size_;
};

jit::Stencil make(std::string_view shape, std::vector<Hole> holes) {
  jit::Stencil stencil;
  if (const auto parsed = jit::parse_shape(shape)) stencil.shape = *parsed;
  stencil.code = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  stencil.hot_bytes = 8;
  stencil.holes = std::move(holes);
  return stencil;
}

std::string file_with(const jit::Stencil& stencil) {
  std::vector<jit::Stencil> stencils(jit::kConnectors, make("", {}));
  stencils.push_back(stencil);
  return jit::write_stencils(vm::kProcessor, stencils);
}

constexpr Hole kHole{
    .offset = 4, .value = HoleValue::kFail, .form = HoleForm::kRelative, .index = 0, .addend = -4};

// Rows from which control goes on in the function, and that the interpreter runs all the same.
// Baseline code leaves for it at each, so a row that programs have in their loops should not be
// here.
constexpr vm::Op kWithoutStencils[] = {
    // Their definitions are calls through a table, or change the process outside its registers.
    vm::Op::bif3, vm::Op::build_stacktrace, vm::Op::raw_raise, vm::Op::recv_marker_bind,
    vm::Op::recv_marker_clear, vm::Op::recv_marker_reserve, vm::Op::recv_marker_use,
    vm::Op::remove_message, vm::Op::timeout,
    // Native records.
    vm::Op::get_record_elements, vm::Op::get_record_field, vm::Op::i_record_create,
    vm::Op::i_record_create_of, vm::Op::i_record_update, vm::Op::is_any_native_record,
    vm::Op::is_native_record, vm::Op::is_record_accessible,
    // Bit syntax that compilers since OTP 25 do not write, or that is rare.
    vm::Op::bs_add, vm::Op::bs_append, vm::Op::bs_get_float2, vm::Op::bs_get_utf16,
    vm::Op::bs_get_utf32, vm::Op::bs_init2, vm::Op::bs_init_bits, vm::Op::bs_init_writable,
    vm::Op::bs_private_append, vm::Op::bs_put_binary, vm::Op::bs_put_float, vm::Op::bs_put_integer,
    vm::Op::bs_put_string, vm::Op::bs_put_utf16, vm::Op::bs_put_utf32, vm::Op::bs_put_utf8,
    vm::Op::bs_skip_utf16, vm::Op::bs_skip_utf32, vm::Op::bs_utf16_size, vm::Op::bs_utf8_size,
    vm::Op::i_bs_put_string};

TEST(StencilTable, HasWhatGoesOnInTheFunction) {
  const auto table = StencilTable::read(jit::embedded_stencils());
  ASSERT_TRUE(table.ok());
  std::set<vm::Op> found(std::begin(kWithoutStencils), std::end(kWithoutStencils));
  for (const jit::StencilRecord& record : table->records()) {
    EXPECT_FALSE(std::ranges::count(kWithoutStencils, record.shape.op))
        << jit::shape_text(record.shape);
    found.insert(record.shape.op);
  }
  for (std::size_t op = 0; op < vm::kOpCount; ++op) {
    const vm::OpInfo& row = vm::op_info(static_cast<vm::Op>(op));
    if (row.control() != vm::Control::kNext) continue;
    EXPECT_TRUE(found.contains(static_cast<vm::Op>(op)))
        << row.name << ": no shape in jit/stencils/shapes.txt";
  }
}

TEST(StencilTable, FindsEveryShapeOfTheBuild) {
  const auto table = StencilTable::read(jit::embedded_stencils());
  ASSERT_TRUE(table.ok());
  EXPECT_GT(table->records().size(), 1000u);
  for (const jit::StencilRecord& record : table->records())
    EXPECT_EQ(table->find(record.shape), &record) << jit::shape_text(record.shape);
  EXPECT_EQ(table->find(*jit::parse_shape("move x0 =3")), nullptr);
}

TEST(StencilTable, ReadsWhatWasWritten) {
  const File file(file_with(make("move x0 y", {kHole})));
  const auto table = file.read();
  ASSERT_TRUE(table.ok());
  const jit::StencilRecord* found = table->find(*jit::parse_shape("move x0 y"));
  ASSERT_NE(found, nullptr);
  const jit::StencilView view = table->view(*found);
  EXPECT_EQ(view.hot.size(), 8u);
  EXPECT_EQ(view.cold.size(), 4u);
  EXPECT_EQ(view.cold[0], 9);
  ASSERT_EQ(view.holes.size(), 1u);
  EXPECT_EQ(view.holes[0].addend, -4);
}

TEST(StencilTable, RefusesAFileThatIsTooShortOrTooLong) {
  const File file(file_with(make("move x0 y", {kHole})));
  for (std::size_t size = 0; size < file.size(); ++size) EXPECT_FALSE(file.read(size).ok()) << size;
  EXPECT_FALSE(File(file_with(make("move x0 y", {kHole})) + "x").read().ok());
}

TEST(StencilTable, RefusesOtherFilesAndOtherProcessors) {
  File file(file_with(make("move x0 y", {})));
  file.bytes()[0] ^= 1;
  EXPECT_EQ(file.read().error(), "not a file of stencils");
  file.bytes()[0] ^= 1;
  file.bytes()[offsetof(jit::StencilFileHeader, processor)] ^= 1;
  EXPECT_EQ(file.read().error(), "stencils of another processor");
}

TEST(StencilTable, RefusesHolesOutsideOfTheirCode) {
  const auto is_read = [](Hole hole) {
    return File(file_with(make("move x0 y", {hole}))).read().ok();
  };
  const auto at = [](std::uint16_t offset, HoleForm form) {
    Hole hole = kHole;
    hole.offset = offset;
    hole.form = form;
    return hole;
  };
  EXPECT_TRUE(is_read(at(4, HoleForm::kRelative)));
  EXPECT_FALSE(is_read(at(5, HoleForm::kRelative))) << "from the hot part into the cold one";
  EXPECT_TRUE(is_read(at(8, HoleForm::kNarrow)));
  EXPECT_FALSE(is_read(at(9, HoleForm::kNarrow)));
  EXPECT_FALSE(is_read(at(8, HoleForm::kWord)));
  EXPECT_FALSE(is_read(at(0xffff, HoleForm::kNarrow)));
}

TEST(StencilTable, RefusesUnknownHoles) {
  const auto is_read = [](HoleValue value, std::uint8_t form, std::uint8_t index) {
    Hole hole = kHole;
    hole.value = value;
    hole.form = static_cast<HoleForm>(form);
    hole.index = index;
    return File(file_with(make("move x0 y", {hole}))).read().ok();
  };
  EXPECT_TRUE(is_read(HoleValue::kOperand, 1, 13));
  EXPECT_FALSE(is_read(HoleValue::kOperand, 1, 14));
  EXPECT_FALSE(is_read(HoleValue::kRuntimeCall, 1, 200));
  EXPECT_FALSE(is_read(HoleValue::kNext, 1, 1));
  EXPECT_FALSE(is_read(static_cast<HoleValue>(jit::kHoleValues), 1, 0));
  EXPECT_FALSE(is_read(HoleValue::kNext, jit::kHoleForms, 0));
}

TEST(StencilTable, RefusesCallsThatCannotBeChanged) {
  const auto is_read = [](std::uint16_t offset, HoleForm form) {
    Hole hole = kHole;
    hole.value = HoleValue::kCallee;
    hole.offset = offset;
    hole.form = form;
    hole.index = 0;
    return File(file_with(make("move x0 y", {hole}))).read().ok();
  };
  EXPECT_TRUE(is_read(4, HoleForm::kRelative));
  EXPECT_FALSE(is_read(4, HoleForm::kNarrow));
  EXPECT_FALSE(is_read(8, HoleForm::kRelative)) << "in the cold part";
}

TEST(StencilTable, NeverReadsOutsideOfADamagedFile) {
  const std::string right = file_with(make("move x0 y", {kHole}));
  for (std::size_t at = 0; at < right.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      File file(right);
      file.bytes()[at] ^= static_cast<std::uint8_t>(1 << bit);
      const auto table = file.read();
      if (!table.ok()) continue;
      for (const jit::StencilRecord& record : table->records()) {
        const jit::StencilView view = table->view(record);
        EXPECT_LE(view.hot.size() + view.cold.size(), right.size());
        static_cast<void>(table->find(record.shape));  // ends
      }
    }
  }
}

TEST(Shape, IsReadBackFromItsText) {
  const auto table = StencilTable::read(jit::embedded_stencils());
  ASSERT_TRUE(table.ok());
  std::set<std::string> texts;
  for (const jit::StencilRecord& record : table->records()) {
    const std::string text = jit::shape_text(record.shape);
    EXPECT_EQ(jit::parse_shape(text), record.shape) << text;
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
  for (const char* wrong :
       {"", "mov x0 x1", "move x0 x9", "move x0  x1", "move =300 x0", "move = x0", "move =1x x0"}) {
    EXPECT_EQ(jit::parse_shape(wrong), std::nullopt) << wrong;
  }
}

TEST(Shape, SaysWhatWordsHaveInCommon) {
  const auto shape_of = [](vm::Op op, std::vector<vm::Word> words) -> std::string {
    jit::OperandWords operands;
    if (!jit::operand_words(vm::op_info(op), words.data(), &operands)) return "too many";
    const auto shape = jit::shape_of(op, operands);
    return shape ? jit::shape_text(*shape) : "none";
  };
  const auto small = [](vm::SWord n) { return vm::Term::small(n).bits(); };
  EXPECT_EQ(shape_of(vm::Op::move, {vm::encode_y(3), vm::encode_x(0)}), "move y x0");
  EXPECT_EQ(shape_of(vm::Op::move, {vm::encode_x(4), vm::encode_x(3)}), "move x x3");
  EXPECT_EQ(shape_of(vm::Op::move, {small(7), vm::encode_x(0)}), "move small x0");
  EXPECT_EQ(shape_of(vm::Op::move, {small(-1), vm::encode_x(0)}), "move wide x0");
  EXPECT_EQ(shape_of(vm::Op::move, {small(vm::kSmallMax), vm::encode_x(0)}), "move wide x0");
  EXPECT_EQ(shape_of(vm::Op::deallocate, {2}), "deallocate number");
  EXPECT_EQ(shape_of(vm::Op::call_fun, {2}), "call_fun =2");
  EXPECT_EQ(shape_of(vm::Op::call_fun, {250}), "none");
  EXPECT_EQ(shape_of(vm::Op::put_tuple2, {vm::encode_x(1), 2, vm::Term::nil().bits(), small(1)}),
            "put_tuple2 x1 nil small");
  EXPECT_EQ(shape_of(vm::Op::put_tuple2, std::vector<vm::Word>(30, 20)), "too many");
  const auto divided_by = [&](vm::SWord divisor) {
    const vm::Word x0 = vm::encode_x(0);
    return shape_of(vm::Op::i_rem, {0, 1, x0, small(divisor), x0});
  };
  EXPECT_EQ(divided_by(1), "i_rem address number x0 power x0");
  EXPECT_EQ(divided_by(64), "i_rem address number x0 power x0");
  EXPECT_EQ(divided_by(10), "i_rem address number x0 divisor x0");
  EXPECT_EQ(divided_by(vm::SWord{1} << 40), "i_rem address number x0 divisor x0");
  EXPECT_EQ(divided_by(0), "i_rem address number x0 small x0");
  EXPECT_EQ(divided_by(-10), "i_rem address number x0 wide x0");
}

}  // namespace
