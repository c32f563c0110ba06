// The external format against a table of the real system, and against damaged input.
#include "vm/term/external.h"

#include "tests/unit/vm/term/expectations.h"
#include "tests/unit/vm/term/fake_funs.h"
#include "tests/unit/vm/term/random_terms.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/compare.h"
#include "vm/term/external_size.h"
#include "vm/term/print.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vm {
namespace {

using Bytes = std::vector<Byte>;

class ExternalFormat : public ::testing::Test {
 protected:
  Term decode(const Bytes& bytes, bool safe = false, Word* used = nullptr) {
    DecodeOptions options;
    options.funs = &funs_;
    options.safe = safe;
    return decode_external(t_.builder, bytes, options, used);
  }

  TermArena t_{21};
  FakeFuns funs_;
};
TEST_F(ExternalFormat, IsWhatTheRealSystemWrites) {
  for (const std::string& line : table_lines("external.txt")) {
    const std::vector<std::string> parts = split(line, ' ');
    ASSERT_EQ(parts.size(), 4u);
    const int minor[] = {2, 1, 0, 2};
    for (Word i = 0; i < 4; ++i) {
      const Bytes expected = from_hex(parts[i]);
      Word used;
      const Term term = decode(expected, false, &used);
      ASSERT_TRUE(term.has_value()) << line;
      EXPECT_EQ(used, expected.size());
      EncodeOptions options;
      options.minor_version = minor[i];
      options.deterministic = i == 3;
      const Bytes written = encode_external(term, options);
      // Keys that are atoms stand in the order in which they were made, which is not the same there
      // and here.
      if (i == 3 || std::find(expected.begin(), expected.end(), 't') == expected.end()) {
        EXPECT_EQ(written, expected) << line;
      } else {
        EXPECT_EQ(written.size(), expected.size()) << line;
        EXPECT_TRUE(exactly_equal(decode(written), term));
      }
    }
  }
}

TEST_F(ExternalFormat, RoundTripsRandomTerms) {
  for (int i = 0; i < 3000; ++i) {
    const Term term = t_.random(4);
    EncodeOptions options;
    options.minor_version = i % 3;
    options.compression = i % 2 ? 6 : 0;
    options.deterministic = i % 5 == 0;
    const Bytes bytes = encode_external(term, options);
    Word used = 0;
    ASSERT_TRUE(exactly_equal(decode(bytes, false, &used), term)) << term_to_text(term);
    ASSERT_EQ(used, bytes.size());
    ASSERT_TRUE(exactly_equal(decode(bytes, true), term));
  }
}

TEST_F(ExternalFormat, HasTheSizeThatIsCounted) {
  std::vector<Term> terms;
  for (int i = 0; i < 3000; ++i) terms.push_back(t_.random(4));
  for (Word length : {0, 1, 0xFFFF, 0x10000}) {
    const std::vector<Term> bytes(length, Term::small(7));
    for (Term tail : {Term::nil(), Term::small(1), t_.list({Term::small(7), Term(am::ok)})})
      terms.push_back(t_.list(bytes, tail));
    terms.push_back(t_.builder.tuple_from(bytes));
  }
  terms.push_back(t_.atom(std::string(200, 'a') + "\u00e9\u00e9"));
  terms.push_back(t_.atom([] {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "\u00e9";
    return text;
  }()));
  terms.push_back(t_.big(std::vector<Word>(40, 1)));
  terms.push_back(t_.builder.list_from(terms));
  Word known = 0;
  for (const Term term : terms) {
    for (const int minor : {0, 1, 2}) {
      EncodeOptions options;
      options.minor_version = minor;
      const Word size = encode_external(term, options).size();
      for (const Word most : {Word{0}, Word{3}, Word{1000}, ~Word{0}}) {
        ExternalSize counted(term, options, most);
        while (counted.go_on(5)) {
        }
        EXPECT_EQ(counted.bytes(), size);
        known += detail::size_of_external(term, options, most).has_value();
      }
    }
  }
  EXPECT_GT(known, terms.size());
}

TEST_F(ExternalFormat, RefusesEveryCutInput) {
  for (int i = 0; i < 300; ++i) {
    Bytes bytes = encode_external(t_.random(3));
    if (bytes.size() > 400) continue;
    while (bytes.size() > 0) {
      bytes.pop_back();
      ASSERT_TRUE(decode(bytes).is_none());
    }
  }
}

TEST_F(ExternalFormat, SurvivesDamagedInput) {
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = encode_external(t_.random(3));
    for (Word n = 1 + t_.below(3); n > 0; --n)
      bytes[t_.below(bytes.size())] = static_cast<Byte>(t_.below(256));
    const Term term = decode(bytes, true);
    if (term.has_value()) ASSERT_TRUE(exactly_equal(decode(encode_external(term)), term));
  }
}

TEST_F(ExternalFormat, RefusesCountsThatTheInputCannotHold) {
  for (const char* hex : {"836CFFFFFFFF6A", "8369FFFFFFFF", "8374FFFFFFFF", "836DFFFFFFFF",
                          "836FFFFFFFFF00", "8350FFFFFFFF789C", "8370FFFFFFFF", "836B", "83", "",
                          "82610A", "8377", "837703", "836E0A00"}) {
    EXPECT_TRUE(decode(from_hex(hex)).is_none()) << hex;
  }
}

TEST_F(ExternalFormat, RefusesWhatIsNoTerm) {
  for (const char* hex : {
           "83467FF0000000000000",           // infinity
           "83740000000261016102610161",     // cut map
           "837400000002610161026101610 3",  // equal keys
           "8377 02FFFE",                    // no UTF-8
           "834D0000000109FF",               // nine bits in the last byte
           "834D0000000100FF",               // no bit in the last byte
           "8300",                           // no tag
           "836E010201",                     // sign of 2
       }) {
    std::string compact;
    std::copy_if(hex, hex + std::strlen(hex), std::back_inserter(compact),
                 [](char c) { return c != ' '; });
    EXPECT_TRUE(decode(from_hex(compact)).is_none()) << hex;
  }
}

TEST_F(ExternalFormat, SafeMakesNoAtomsAndNoExports) {
  const Bytes unknown = {131, 119, 8, 'n', 'o', 't', 'y', 'e', 't', '!', '7'};
  EXPECT_TRUE(decode(unknown, true).is_none());
  EXPECT_TRUE(find_atom("notyet!7").is_none());
  EXPECT_TRUE(decode(unknown).has_value());
  EXPECT_TRUE(decode(unknown, true).has_value());
  const Bytes fun = from_hex("837177056C6973747377036D61706102");
  t_.atom("lists"), t_.atom("map");
  EXPECT_TRUE(decode(fun, true).is_none());
  EXPECT_TRUE(decode(fun).is_fun());
  EXPECT_TRUE(decode(fun, true).is_fun());
}

TEST_F(ExternalFormat, ReadsOldForms) {
  const auto text = [&](const char* hex) { return term_to_text(decode(from_hex(hex))); };
  EXPECT_EQ(text("8373026162"), "ab");
  EXPECT_EQ(text("8376000361C3A9"), "a\xC3\xA9");
  EXPECT_EQ(text("8376000261C3"), "<none>");
  EXPECT_EQ(text("8363312E35303030303030303030303030303030303030306530300000000000000000"), "1.5");
  EXPECT_EQ(text("836C0000000061056A"), "5");  // a list of no elements is its tail
  const Term local = decode(from_hex("836764000D6E6F6E6F6465406E6F686F7374000000070000000300"));
  EXPECT_EQ(local, Term::local_pid(7 | Word{3} << 28));
  EXPECT_TRUE(decode(from_hex("8367640003614062000000070000000301")).is_pid());
  EXPECT_TRUE(decode(from_hex("83656400036140620000000701")).is_ref());
  EXPECT_TRUE(decode(from_hex("837200016400036140620100000007")).is_ref());
  EXPECT_TRUE(decode(from_hex("83666400036140620000000701")).is_port());
  EXPECT_TRUE(exactly_equal(decode(from_hex("83656400036140620000000701")),
                            decode(from_hex("837200016400036140620100000007"))));
}

TEST_F(ExternalFormat, KeepsAliasReferences) {
  auto& ref = *reinterpret_cast<Ref*>(t_.builder.alloc(kPidRefWords));
  ref = {make_header(Subtag::kRef, kPidRefWords - 1), 0x1200012345, 42};
  ref.pid[0] = Term::local_pid(77 | Word{5} << 28).bits();
  const Term term = Term::boxed(&ref);
  EXPECT_TRUE(exactly_equal(decode(encode_external(term)), term));
}

TEST_F(ExternalFormat, CarriesClosures) {
  const Byte uniq[16] = {1, 2, 3};
  FunEntry* entry = funs_.resolve_fun(t_.atom("m"), 3, 12345, uniq, 2, 2);
  auto& fun = *reinterpret_cast<Fun*>(t_.builder.alloc(5));
  fun.header = make_header(Subtag::kFun, 4);
  fun.target = entry;
  fun.arity = 2;
  fun.free[0] = Term::small(1);
  fun.free[1] = t_.list({t_.atom("x"), t_.binary("y")});
  const Term term = t_.builder.tuple(Term::boxed(&fun), t_.atom("after"));
  EXPECT_TRUE(exactly_equal(decode(encode_external(term)), term));
  EXPECT_EQ(term_to_text(term), "{#Fun<m.3.12345>,'after'}");
}

TEST_F(ExternalFormat, DeepTermsNeedNoNativeStack) {
  Term deep = Term::nil();
  for (int i = 0; i < 300000; ++i) {
    std::vector<MapPair> pair{
        {Term::small(1), t_.builder.tuple(t_.builder.cons(deep, t_.atom("t")))}};
    deep = map_from_pairs(t_.builder, pair);
  }
  EXPECT_TRUE(exactly_equal(decode(encode_external(deep)), deep));
}

}  // namespace
}  // namespace vm
