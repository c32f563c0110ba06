// Reading, decoding and checking whole files: real ones pass, damaged ones are refused in words.
#include "loader/check.h"

#include "loader/checked_file.h"
#include "loader/decode.h"
#include "tests/support/beam_files.h"
#include "tests/unit/loader/first_instruction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace {

using loader::BeamFile;
using loader::Byte;
using loader::GenericCode;
using test_support::operands_of;

namespace fs = std::filesystem;

std::vector<Byte> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Empty when the file passes, else the message.
std::string refusal(const std::vector<Byte>& bytes, const std::string& name = "file.beam") {
  auto checked = loader::check_file(bytes);
  return checked.ok() ? "" : to_string(*checked.error(), name);
}

TEST(Check, AcceptsEveryModuleOfTheInstalledRelease) {
  auto beams = test_support::beams_of_installed_release();
  if (beams.empty()) GTEST_SKIP() << "no Erlang/OTP is installed";
  for (const fs::path& path : beams) EXPECT_EQ(refusal(read_file(path), path.string()), "");
  EXPECT_GT(beams.size(), 100u);
}

// The environment variable names a folder, for libraries of releases that are not installed.
TEST(Check, AcceptsEveryModuleOfTheNamedFolder) {
  const char* folder = std::getenv("SONDE_TEST_BEAMS");
  if (folder == nullptr) GTEST_SKIP() << "SONDE_TEST_BEAMS is not set";
  auto beams = test_support::beams_below(folder);
  for (const fs::path& path : beams) EXPECT_EQ(refusal(read_file(path), path.string()), "");
  EXPECT_GT(beams.size(), 0u);
}

/// Fixtures that are there to be refused: obsolete instructions.
bool is_to_be_refused(const fs::path& path) {
  return path.parent_path().filename() == "25-refused";
}

TEST(Check, AcceptsFixturesOfAllReleases) {
  auto beams = test_support::beams_below("tests/fixtures/beam");
  for (const fs::path& path : beams) {
    if (!is_to_be_refused(path)) EXPECT_EQ(refusal(read_file(path), path.string()), "");
  }
  EXPECT_GT(beams.size(), 20u);
}

TEST(Check, RefusesFixturesOfUnsupportedInstructionsByName) {
  EXPECT_EQ(
      refusal(read_file("tests/fixtures/beam/25-refused/fx_calls.beam")),
      "file.beam: module fx_calls, function main/0, offset 0x166: code: expected an instruction "
      "that is supported, found allocate_zero/2 (14)");
}

constexpr const char* kData = "tests/unit/loader/data/";
constexpr const char* kRecords = "tests/fixtures/beam/29/fx_records_29.beam";

std::vector<Byte> small(int release) {
  return read_file(kData + ("small_" + std::to_string(release)) + ".beam");
}

std::string hex(const loader::Md5Digest& digest) {
  std::string out;
  for (Byte byte : digest) {
    out += "0123456789ABCDEF"[byte >> 4];
    out += "0123456789ABCDEF"[byte & 15];
  }
  return out;
}

// What `small:module_info(md5)` is in OTP 25, 27 and 29.
TEST(BeamFile, DigestsAsModuleInfoDoes) {
  const std::pair<int, const char*> expected[] = {{25, "3947B7A0E75522F9A75CDFDAAF9FDE4D"},
                                                  {27, "289F05128380EC2D600B8CAF5CCCA32A"},
                                                  {29, "148D6122B7F1036847A6505E02F7D154"}};
  for (auto [release, digest] : expected) {
    auto beam = loader::read_beam_file(small(release));
    ASSERT_TRUE(beam.ok()) << release;
    EXPECT_EQ(hex((*beam)->md5), digest) << release;
  }
}

TEST(BeamFile, HoldsTheTablesOfEachRelease) {
  for (int release : {25, 27, 29}) {
    auto result = loader::read_beam_file(small(release));
    ASSERT_TRUE(result.ok()) << release;
    const BeamFile& beam = **result;
    EXPECT_EQ(beam.module, "small");
    EXPECT_EQ(beam.exports.size(), 10u);  // eight and module_info/0,1
    ASSERT_EQ(beam.lambdas.size(), 1u);
    EXPECT_EQ(beam.lambdas[0].free_count, 1u);
    EXPECT_EQ(beam.lambdas[0].arity, 2u);
    EXPECT_FALSE(beam.literals.empty());
    EXPECT_FALSE(beam.types.empty());
    EXPECT_TRUE(beam.has_lines);
    EXPECT_EQ(beam.lines.files[0], "small.erl");
    EXPECT_NE(std::find(beam.atoms.begin(), beam.atoms.end(), "\xd1\x84\xd0\xb6"),
              beam.atoms.end());
  }
}

TEST(BeamFile, ReadsGzipCompressedFiles) {
  std::vector<Byte> plain = small(27);
  std::vector<Byte> zipped = read_file(std::string(kData) + "small_27.beam.gz");
  auto beam = loader::read_beam_file(zipped);
  ASSERT_TRUE(beam.ok());
  EXPECT_EQ((*beam)->owned_file, plain);
  zipped.resize(zipped.size() / 2);
  EXPECT_EQ(refusal(zipped),
            "file.beam: module -, function -, offset 0x0: file: expected undamaged gzip data, "
            "found damaged or too much");
}

TEST(Check, RefusesAFileCutOffAtAnyByte) {
  for (int release : {25, 27, 29}) {
    std::vector<Byte> whole = small(release);
    for (std::size_t size = 0; size < whole.size(); size++) {
      EXPECT_NE(refusal({whole.begin(), whole.begin() + size}), "") << release << ": " << size;
    }
  }
}

// Most flips are refused, some give another legal file; none may do harm (run with sanitizers).
TEST(Check, SurvivesEveryFlippedBit) {
  for (std::vector<Byte> bytes : {small(25), small(27), small(29), read_file(kRecords)}) {
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit++) {
      bytes[bit / 8] ^= 1 << bit % 8;
      refused += refusal(bytes).empty() ? 0 : 1;
      bytes[bit / 8] ^= 1 << bit % 8;
    }
    EXPECT_GT(refused, bytes.size());
  }
}

// Facts about types are believed when code is compiled further, so what cannot be one is refused.
TEST(BeamFile, RefusesARangeThatIsNone) {
  std::vector<Byte> file = small(27);
  const std::string_view name = "Type";
  const auto chunk = std::search(file.begin(), file.end(), name.begin(), name.end());
  // Behind name, size, version and count: rows 0 and 1 of two bytes, then 0 to 255: bits, minimum,
  // maximum.
  const auto minimum = chunk + 16 + 2 * 2 + 2;
  ASSERT_EQ(minimum[7], 0);
  ASSERT_EQ(minimum[8 + 7], 255);
  minimum[7] = 255;
  EXPECT_EQ(refusal(file), "");
  minimum[6] = 1;
  EXPECT_NE(refusal(file).find("row 2: expected a range of integers, found 511 to 255"),
            std::string::npos)
      << refusal(file);
}

TEST(BeamFile, DigestsRecordsToo) {
  auto beam = loader::read_beam_file(read_file(kRecords));
  ASSERT_TRUE(beam.ok());
  EXPECT_EQ(hex((*beam)->md5), "6E46864DDC2E8DDC5F853B6415E7F614");
}

TEST(BeamFile, HoldsTheRecordsOfTheModule) {
  auto beam = loader::read_beam_file(read_file(kRecords));
  ASSERT_TRUE(beam.ok());
  const std::vector<loader::RecordRow>& records = (*beam)->records;
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ((*beam)->atoms[records[0].name], "point");
  EXPECT_TRUE(records[0].is_exported);
  ASSERT_EQ(records[0].fields.size(), 2u);
  EXPECT_EQ((*beam)->atoms[records[0].fields[1].name], "y");
  EXPECT_EQ(records[0].fields[0].kind, loader::RecordField::Default::kInteger);
  EXPECT_FALSE(records[1].is_exported);
  using Default = loader::RecordField::Default;
  std::vector<Default> kinds;
  for (const loader::RecordField& field : records[1].fields) kinds.push_back(field.kind);
  EXPECT_EQ(kinds, (std::vector{Default::kNone, Default::kAtom, Default::kAtom,
                                Default::kBigInteger, Default::kLiteral}));
}

/// What is said of the fixture when its chunk of records is `bytes` (of the same length or
/// shorter).
std::string refusal_of_records(std::vector<Byte> bytes) {
  std::vector<Byte> file = read_file(kRecords);
  const std::string_view name = "Recs";
  const auto chunk = std::search(file.begin(), file.end(), name.begin(), name.end());
  const std::size_t size = chunk[7];
  EXPECT_LE(bytes.size(), size);
  chunk[7] = static_cast<Byte>(bytes.size());
  bytes.resize((size + 3) / 4 * 4);
  std::copy(bytes.begin(), bytes.end(), chunk + 8);
  // The chunks behind it moved to another boundary, unless it keeps its length: cut them off.
  const std::size_t end =
      static_cast<std::size_t>(chunk - file.begin()) + 8 + (chunk[7] + 3) / 4 * 4;
  file.resize(end);
  for (int i = 0; i < 4; i++) file[4 + i] = static_cast<Byte>((end - 8) >> (24 - 8 * i));
  const std::string said = refusal(file);
  const std::size_t at = said.find("chunk \"Recs\"");
  return at == std::string::npos ? said : said.substr(at);
}

// Atoms of the fixture: 1 is the module's name. Compact terms: 5 is label 0, 18 atom 1, 34 atom 2.
TEST(BeamFile, RefusesDamagedRecords) {
  EXPECT_EQ(refusal_of_records({0, 0, 0, 1}), "chunk \"Recs\", version: expected 0, found 1");
  EXPECT_EQ(refusal_of_records({0, 0, 0, 0, 0, 0, 0, 9, 0, 0}),
            "chunk \"Recs\", count: expected at most 0 rows, found 9");
  const std::vector<Byte> header{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1};
  const auto with = [&](std::vector<Byte> record) {
    record.insert(record.begin(), header.begin(), header.end());
    return refusal_of_records(record);
  };
  EXPECT_EQ(with({21, 18, 18, 23, 0}), "chunk \"Recs\", label: expected 0, found 1");
  EXPECT_EQ(with({5, 17, 18, 23, 0}), "chunk \"Recs\", record: expected name, found another term");
  EXPECT_EQ(with({5, 2, 18, 23, 0}).substr(0, 55),
            "chunk \"Recs\", record: expected an atom index from 1 to ");
  EXPECT_EQ(with({5, 18, 18, 23, 0}),
            "chunk \"Recs\", record: expected true or false, found fx_records_29");
}

/// Decodes small_25, lets `change` damage it, and gives what check() says.
template <typename Change>
std::string refusal_of_check(Change change) {
  auto beam = loader::read_beam_file(small(25));
  auto code = loader::decode(**beam);
  change(**beam, *code);
  auto checked = loader::check(**beam, *code);
  return checked.ok() ? "" : to_string(*checked.error(), "small.beam");
}

TEST(Check, AcceptsFunctionsThatNameAnotherModule) {
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              operands_of(code, loader::GenericOp::k_func_info)[0].value = 2;
            }),
            "");
}

TEST(Check, RefusesRegistersOutOfRange) {
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              operands_of(code, loader::GenericOp::k_get_list)[1] = {loader::Operand::Tag::kX, 0,
                                                                     1500};
            }),
            "small.beam: module small, function sum/1, offset 0xf8: get_list, operand 2: expected "
            "x register below 1024, found x1500");
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              operands_of(code, loader::GenericOp::k_get_list)[2] = {loader::Operand::Tag::kY, 0,
                                                                     1};
            }),
            "small.beam: module small, function sum/1, offset 0xf8: get_list, operand 3: expected "
            "y register below 1, found y1");
}

using Place = std::pair<loader::GenericOp, std::size_t>;  // instruction, operand

/// Tries numbers out of range in each place of a file that `seen` does not have yet.
void damage_numbers(const fs::path& path, std::set<Place>& seen, std::set<vm::OperandKind>& kinds) {
  const auto bytes = read_file(path);
  auto beam = loader::read_beam_file(bytes);
  auto code = loader::decode(**beam);
  for (const auto& instr : code->instrs) {
    const auto& info = loader::generic_op_info(static_cast<Byte>(instr.op));
    for (std::size_t i = 0; i < info.arity; i++) {
      if (!loader::is_loaded_kind(info.kinds[i])) continue;
      const vm::OperandKind kind = loader::loaded_kind(info.kinds[i]);
      const auto& [least, most] = std::pair(vm::kind_info(kind).least, vm::kind_info(kind).most);
      if (vm::kind_info(kind).form != vm::OperandForm::kNumber) continue;
      if (!seen.emplace(instr.op, i).second) continue;
      kinds.insert(kind);
      for (const bool above : {false, true}) {
        // A match may ask for any number of bits.
        if (kind == vm::OperandKind::kBits && above) continue;
        const std::int64_t wrong = above ? most + 1 : least - 1;
        auto damaged = *code;
        damaged.operands[instr.first_operand + i] = {loader::Operand::Tag::kNumber, 0, wrong};
        EXPECT_FALSE(loader::check(**beam, damaged).ok())
            << info.name << ", operand " << i + 1 << ": " << wrong;
      }
    }
  }
}

TEST(Check, RefusesNumbersOutOfRange) {
  std::set<Place> seen;
  std::set<vm::OperandKind> kinds;
  for (const fs::path& path : test_support::beams_below("tests/fixtures/beam")) {
    if (!is_to_be_refused(path)) damage_numbers(path, seen, kinds);
  }
  // All but those that no instruction of files has.
  EXPECT_EQ(kinds.size(), 14u);
}

TEST(Check, RefusesJumpsIntoOtherFunctions) {
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              operands_of(code, loader::GenericOp::k_is_nonempty_list)[0].value = 6;
            }),
            "small.beam: module small, function sum/1, offset 0xf2: is_nonempty_list, operand 1: "
            "expected a label of the same function, found label 6");
}

TEST(Check, RefusesCallsOfAnotherArity) {
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              operands_of(code, loader::GenericOp::k_call)[0].value = 2;
            }),
            "small.beam: module small, function sum/1, offset 0xfc: call: expected a function of "
            "arity 2, found sum/1");
}

TEST(Check, RefusesFunctionsWithoutABody) {
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              // From behind its entry to the head of the next function.
              const auto is_head = [](const auto& instr) {
                return instr.op == loader::GenericOp::k_func_info;
              };
              const auto body = std::ranges::find_if(code.instrs, is_head) + 2;
              auto end = std::find_if(body, code.instrs.end(), is_head) - 1;
              while (end->op != loader::GenericOp::k_label) --end;
              code.instrs.erase(body, end);
            }),
            "small.beam: module small, function sum/1, offset 0xec: func_info: expected a function "
            "with a body, found none");
}

TEST(Check, RefusesFloatMovesWithoutAFloatRegister) {
  EXPECT_EQ(refusal_of_check([](BeamFile&, GenericCode& code) {
              test_support::first_instruction(code, loader::GenericOp::k_move)->op =
                  loader::GenericOp::k_fmove;
            }),
            "small.beam: module small, function sum/1, offset 0x110: fmove: expected one float "
            "register, found none");
}

TEST(Check, RefusesImportsThatDoNotExist) {
  EXPECT_EQ(refusal_of_check([](BeamFile& beam, GenericCode& code) {
              operands_of(code, loader::GenericOp::k_gc_bif2)[2].value = 99;
            }),
            "small.beam: module small, function sum/1, offset 0xff: gc_bif2, operand 3: expected a "
            "row below 3, found 99");
}

TEST(Check, RefusesExportsOfWhatIsNotThere) {
  EXPECT_EQ(refusal_of_check([](BeamFile& beam, GenericCode&) { beam.exports[0].label = 1; }),
            "small.beam: module small, function module_info/1, offset 0xe8: export table: expected "
            "the function's entry at label 1, found no function");
}

TEST(Decode, RefusesUnknownAndObsoleteInstructionsByName) {
  for (auto [number, found] :
       {std::pair<Byte, const char*>{200, "found 200"}, {14, "found allocate_zero/2 (14)"}}) {
    auto beam = loader::read_beam_file(small(25));
    std::vector<Byte> code((*beam)->code.begin(), (*beam)->code.end());
    code[0] = number;
    (*beam)->code = code;
    auto decoded = loader::decode(**beam);
    ASSERT_FALSE(decoded.ok());
    EXPECT_NE(to_string(*decoded.error(), "f").find(found), std::string::npos)
        << to_string(*decoded.error(), "f");
  }
}

}  // namespace
