// phash and phash2 against a table of the real system.
#include "vm/term/hash.h"

#include "tests/unit/vm/term/expectations.h"
#include "tests/unit/vm/term/fake_funs.h"
#include "tests/unit/vm/term/random_terms.h"

#include <gtest/gtest.h>

namespace vm {
namespace {

TEST(Hash, IsThatOfTheRealSystem) {
  TermArena t;
  FakeFuns funs;
  DecodeOptions options;
  options.funs = &funs;
  for (const std::string& line : table_lines("phash.txt")) {
    const std::vector<std::string> parts = split(line, ' ');
    ASSERT_EQ(parts.size(), 4u);
    const Term term = decode_external(t.builder, from_hex(parts[0]), options);
    ASSERT_TRUE(term.has_value()) << line;
    EXPECT_EQ(phash2(term) & ((1u << 27) - 1), std::stoul(parts[1])) << line;
    EXPECT_EQ(phash2(term), std::stoul(parts[2])) << line;
    EXPECT_EQ(Word{phash(term)} + 1, std::stoul(parts[3])) << line;  // erlang:phash counts from 1
  }
}

}  // namespace
}  // namespace vm
