// What LineDisplay has a terminal show.
#include "vm/io/line_display.h"

#include <gtest/gtest.h>

#include <clocale>

namespace vm {
namespace {

LineDisplay make_display(Word columns = 80) {
  LineDisplay display({.up = "<up>", .down = "<down>", .left = "<", .right = ">"});
  display.set_columns(columns);
  return display;
}

TEST(LineDisplay, ShowsWhatIsPut) {
  LineDisplay display = make_display();
  EXPECT_EQ(display.put("one\ntwo"), "one\r\ntwo");
  EXPECT_EQ(display.move(-10), "<<<");
  EXPECT_EQ(display.put("T"), "T");
  EXPECT_EQ(display.move(10), ">>");
}

TEST(LineDisplay, MovesWhatIsBehindAnInsertion) {
  LineDisplay display = make_display();
  display.put("ad");
  display.move(-1);
  EXPECT_EQ(display.insert("bc"), "bcd<");
}

TEST(LineDisplay, BlanksWhatWasErased) {
  LineDisplay display = make_display();
  display.put("abcd");
  EXPECT_EQ(display.erase(-1), "< <");
  display.move(-3);
  EXPECT_EQ(display.erase(2), "c  <<<");
  EXPECT_EQ(display.erase(-1), "");
}

TEST(LineDisplay, GoesOverRows) {
  LineDisplay display = make_display(4);
  EXPECT_EQ(display.put("abc"), "abc");
  EXPECT_EQ(display.insert("d"), "d <");  // the cursor is taken to the next row
  EXPECT_EQ(display.insert("ef"), "ef");
  EXPECT_EQ(display.move(-5), "<up><");
  EXPECT_EQ(display.move(5), "<down>>");
  EXPECT_EQ(display.erase(-3), "<up>>   <up>>");
}

TEST(LineDisplay, ShowsControlCharactersAndTabs) {
  LineDisplay display = make_display();
  EXPECT_EQ(display.put("\x01\t|"), "^A      |");
  EXPECT_EQ(display.move(-2), "<<<<<<<");
  EXPECT_EQ(display.move(-1), "<<");
}

TEST(LineDisplay, ControlSequencesAreAsWideAsTheyShow) {
  LineDisplay display = make_display();
  EXPECT_EQ(display.put("\033[1mx\033[0m"), "\033[1mx\033[0m");
  EXPECT_EQ(display.move(-9), "<");
}

TEST(LineDisplay, KnowsWideCharacters) {
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) GTEST_SKIP() << "no C.UTF-8";
  LineDisplay display = make_display();
  display.put("\u4e2d\u6587");
  EXPECT_EQ(display.move(-1), "<<");
  EXPECT_EQ(display.erase(1), "  <<");
}

TEST(LineDisplay, WritesNumbersWhereTheTerminalLacksACharacter) {
  std::setlocale(LC_CTYPE, "C");
  LineDisplay display = make_display();
  display.set_encoding(LineDisplay::Encoding::kBytes);
  EXPECT_EQ(display.put("\u00e4\u4e2d"), "\\344\\x{4E2D}");
}

}  // namespace
}  // namespace vm
