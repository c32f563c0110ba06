// The table of instructions as others read it: which registers a row reads and writes, how long an
// instruction is, and that the disassembler shows every operand of every row.
#include "vm/code/opcodes.h"

#include "vm/code/disasm.h"
#include "vm/code/export_table.h"
#include "vm/code/fun_table.h"
#include "vm/code/module.h"
#include "vm/code/register_use.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <gtest/gtest.h>

#include <set>

namespace vm {
namespace {

using namespace op_table;

constexpr Word X(Word n) { return encode_x(n); }
constexpr Word Y(Word n) { return encode_y(n); }

std::set<Word> reads(const OpInfo& info, const std::vector<Word>& operands) {
  std::set<Word> result;
  for_each_read(info, operands.data(), [&](Word word) { result.insert(word); });
  return result;
}
std::set<Word> writes(const OpInfo& info, const std::vector<Word>& operands) {
  std::set<Word> result;
  for_each_written(info, operands.data(), [&](Word word) { result.insert(word); });
  return result;
}

TEST(RegisterUse, FollowsTheOperands) {
  constexpr OpInfo kToy = row("toy", 0, "", Control::kNext, kOperands, kLabel, kSource, kUpdate,
                              kDest, kDestY, kKeysAndDests);
  const Word constant = Term::small(7).bits();
  const std::vector<Word> operands = {0, X(5), X(1), X(2), Y(0), 4, constant, Y(3), Y(4), X(6)};
  EXPECT_EQ(reads(kToy, operands), (std::set{X(5), X(1), Y(4)}));
  EXPECT_EQ(writes(kToy, operands), (std::set{X(1), X(2), Y(0), Y(3), X(6)}));
  EXPECT_EQ(words_of_operands(kToy, operands.data()), operands.size());
}

TEST(RegisterUse, KnowsRegistersThatNoOperandNames) {
  constexpr OpInfo kToy = row("toy", 0, "", Control::kNext, x({1, 3}, {0}), kDestY);
  EXPECT_EQ(reads(kToy, {Y(0)}), (std::set{X(1), X(3)}));
  EXPECT_EQ(writes(kToy, {Y(0)}), (std::set{X(0), Y(0)}));
}

TEST(RegisterUse, CountsArgumentsAndWhatACollectionKeeps) {
  EXPECT_EQ(reads(row("toy", 0, "", Control::kCall, kOperands, kArity), {2}),
            (std::set{X(0), X(1)}));
  EXPECT_EQ(reads(row("toy", 0, "", Control::kCall, kOperands, kFunArity), {1}),
            (std::set{X(0), X(1)}));
  EXPECT_EQ(reads(row("toy", 0, "", Control::kCall, kOperands, kApplyArity), {0}),
            (std::set{X(0), X(1)}));
  EXPECT_EQ(reads(row("toy", 0, "", Control::kNext | kMayCollect, kOperands, kLive), {2}),
            (std::set{X(0), X(1)}));
  EXPECT_EQ(reads(row("toy", 0, "", Control::kNext, kOperands, kLive), {2}), std::set<Word>{});
}

/// Operands of each kind, as the loader would write them.
class EveryRow : public testing::Test {
 protected:
  EveryRow() {
    module_.name = am::lists;
    module_.code.resize(64);
  }
  Word word_of(OperandKind kind, Word number) {
    const OperandKindInfo& info = kind_info(kind);
    switch (info.form) {
      case OperandForm::kValue:
        return X(number);
      case OperandForm::kY:
        return Y(number);
      case OperandForm::kFloat:
        return number;
      case OperandForm::kAddress:
        return reinterpret_cast<Word>(module_.code.data() + number);
      case OperandForm::kNumber:
        return std::min(number, static_cast<Word>(info.most));
      case OperandForm::kTerm:
        return Term(am::ok).bits();
      case OperandForm::kExport:
        return reinterpret_cast<Word>(&vm_.exports->get_or_create(am::lists, am::map, number));
      case OperandForm::kFun:
        return reinterpret_cast<Word>(&fun_);
      case OperandForm::kBif:
      case OperandForm::kPointer:
        return number;
      case OperandForm::kHeader:
      case OperandForm::kList:
        break;
    }
    VM_UNREACHABLE();
  }

  Vm vm_{VmOptions{.schedulers = 1}};
  Module module_;
  FunEntry fun_{};
};

TEST_F(EveryRow, IsShownWithAllItsOperands) {
  for (std::size_t op = 0; op < kOpCount; ++op) {
    const OpInfo& info = kOps[op];
    Word* word = module_.code.data();
    *word++ = op;
    std::string expected;
    for (std::size_t i = 0; i < info.operand_count; ++i) {
      if (info.form(i) == OperandForm::kHeader) continue;
      if (info.form(i) != OperandForm::kList) {
        *word++ = word_of(info.kinds[i], i + 1);
        continue;
      }
      *word++ = 2;
      for (Word n = 0; n < 2; ++n) *word++ = word_of(item_kind(info.kinds[i], n), n + 1);
    }
    const auto op_of = [](OpHandler handler, Op* of) {
      *of = static_cast<Op>(reinterpret_cast<Word>(handler));
      return true;
    };
    Word words = 0;
    const std::string text =
        instruction_text(module_, module_.code.data(), module_.code[0], op_of, &words);
    EXPECT_NE(text.find(info.name), std::string::npos) << text;
    // As many operands as the row has, items of a list between brackets.
    const auto commas = std::ranges::count(text, ',');
    const bool has_header = info.has_operand(OperandKind::kFuncInfo);
    const auto shown = has_header ? 0 : info.operand_count + (info.has_list() ? 1 : 0);
    EXPECT_EQ(commas, std::max(0, shown - 1)) << text;
    if (!has_header)
      EXPECT_EQ(words, static_cast<Word>(word - module_.code.data())) << info.name;
    else
      EXPECT_EQ(words, 1 + kFuncInfoWords);
  }
}

}  // namespace
}  // namespace vm
