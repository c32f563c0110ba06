// What an earlier run has found out about a file makes the same code of it as verifying it.
#include "loader/verdict.h"

#include "loader/check.h"
#include "loader/checked_file.h"
#include "loader/decode.h"
#include "loader/module_files.h"
#include "loader/verify.h"
#include "tests/support/beam_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace fs = std::filesystem;
using loader::GenericCode;
using vm::Byte;

namespace {

bool same(const loader::Operand& a, const loader::Operand& b) {
  return a.tag == b.tag && a.count == b.count && a.value == b.value;
}
bool same(const loader::Guard& a, const loader::Guard& b) {
  return a.instr == b.instr && a.operand == b.operand && a.shape == b.shape && a.number == b.number;
}
bool same(const loader::GenericFunction& a, const loader::GenericFunction& b) {
  return a.name == b.name && a.arity == b.arity && a.entry_label == b.entry_label &&
         a.begin == b.begin && a.func_info == b.func_info && a.end == b.end &&
         a.clears_frames == b.clears_frames;
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, [](const T& x, const T& y) { return same(x, y); });
}
void expect_same(const GenericCode& a, const GenericCode& b, const std::string& name) {
  EXPECT_TRUE(same(a.operands, b.operands)) << name;
  EXPECT_TRUE(same(a.list_items, b.list_items)) << name;
  EXPECT_TRUE(same(a.functions, b.functions)) << name;
  EXPECT_TRUE(same(a.guards, b.guards)) << name;
  EXPECT_EQ(a.labels, b.labels) << name;
}

std::vector<fs::path> files() {
  auto paths = test_support::beams_of_installed_release();
  std::ranges::copy(test_support::beams_below("tests/fixtures/beam"), std::back_inserter(paths));
  return paths;
}

TEST(Verdict, StandsForVerifying) {
  std::size_t guards = 0, types = 0;
  for (const fs::path& path : files()) {
    const auto bytes = loader::read_whole_file(path);
    ASSERT_TRUE(bytes.ok()) << path;
    const auto beam = loader::read_beam_file(*bytes);
    if (!beam.ok()) continue;
    auto code = loader::decode(**beam), again = loader::decode(**beam);
    if (!code.ok() || !loader::check(**beam, *code).ok()) continue;
    const auto before = loader::operand_types(*code);
    if (!loader::verify(**beam, *code).ok()) continue;
    const auto verdict = loader::write_verdict(**beam, *code, before);
    ASSERT_TRUE(loader::find_functions(**beam, *again).ok()) << path;
    ASSERT_TRUE(loader::apply_verdict(verdict, *again)) << path;
    expect_same(*code, *again, path.string());
    EXPECT_EQ(loader::md5_of_verdict(verdict), (*beam)->md5) << path;
    guards += code->guards.size();
    types += before != loader::operand_types(*code) ? 1 : 0;
  }
  EXPECT_GT(guards, 10U);
  EXPECT_GT(types, 10U);
}

TEST(Verdict, OnOtherCodeIsRefused) {
  const auto bytes = loader::read_whole_file(files().back().string());
  ASSERT_TRUE(bytes.ok());
  const auto checked = loader::check_file(*bytes);
  ASSERT_TRUE(checked.ok());
  const auto verdict = loader::write_verdict(*checked->beam, checked->code, {});
  for (std::size_t size = 0; size < verdict.size(); ++size) {
    GenericCode code = checked->code;
    EXPECT_FALSE(loader::apply_verdict(std::span(verdict).first(size), code)) << size;
  }
  GenericCode code = checked->code;
  code.instrs.pop_back();
  EXPECT_FALSE(loader::apply_verdict(verdict, code));
  std::vector<Byte> longer = verdict;
  longer.push_back(0);
  code = checked->code;
  EXPECT_FALSE(loader::apply_verdict(longer, code));
}

TEST(Verdict, IsKeptAndFound) {
  std::string name = (fs::temp_directory_path() / "verdict.XXXXXX").string();
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const auto open = [&] { return vm::FactFile::open(name + "/verified", "build"); };
  for (const fs::path& path : test_support::beams_below("tests/fixtures/beam")) {
    const auto bytes = loader::read_whole_file(path);
    ASSERT_TRUE(bytes.ok()) << path;
    const auto first = loader::check_file(*bytes, loader::Trust::kNone, open().get());
    const auto facts = open();
    const bool is_kept = facts->find(facts->digest_of(*bytes)).has_value();
    EXPECT_EQ(is_kept, first.ok()) << path;
    const auto second = loader::check_file(*bytes, loader::Trust::kNone, facts.get());
    ASSERT_EQ(second.ok(), first.ok()) << path;
    if (first.ok()) expect_same(first->code, second->code, path.string());
  }
  fs::remove_all(name);
}

}  // namespace
