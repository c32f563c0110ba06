// LineDisplay: the line that stands at the terminal's cursor, and the bytes that turn what is shown
// into what should be. A change in the middle moves what is behind it, over as many rows as that
// takes; characters are none, one or two columns wide, and control characters are shown as ^X.
// Invariants: the terminal's cursor stands at the cell `position_`; bytes are written in the order
// in which they were answered, and nobody else writes.
// Threads: one at a time (the port's lock).
#pragma once

#include "vm/base/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace vm {

class LineDisplay {
 public:
  struct Capabilities {
    std::string up, down, left, right;  // by one
    bool wraps_late = true;  // a full row: the cursor stays behind it until the next character
  };
  enum class Encoding { kUtf8, kBytes };

  explicit LineDisplay(Capabilities capabilities) : capabilities_(std::move(capabilities)) {}
  void set_columns(Word columns) { columns_ = columns == 0 ? 80 : columns; }
  void set_encoding(Encoding encoding) { encoding_ = encoding; }
  Encoding encoding() const { return encoding_; }

  // Each answers what to write. Text is UTF-8.
  /// Text over what is there; a newline begins an empty line.
  std::string put(std::string_view text);
  /// Text before what is behind the cursor.
  std::string insert(std::string_view text);
  /// So many characters behind the cursor go, before it where the number is negative.
  std::string erase(int characters);
  /// The cursor goes forwards, or backwards.
  std::string move(int characters);

 private:
  struct Cell {
    std::string text;  // what is written
    Word width;        // on the terminal
    Word places;       // that tabs count: control sequences too
  };
  Word places_before(Word position) const;
  Word column_of(Word position) const;
  Word moved(int characters) const;
  Cell cell_of(std::uint32_t character, Word place) const;
  std::vector<Cell> cells_of(std::string_view text);
  std::string cells_from(Word position) const;
  void go(Word from_column, Word to_column, std::string& out) const;
  void settle(Word position, std::string& out) const;

  const Capabilities capabilities_;
  Word columns_ = 80;
  Encoding encoding_ = Encoding::kUtf8;
  std::vector<Cell> cells_;
  Word position_ = 0;
  enum class Escape { kNone, kBegun, kParameters };
  Escape escape_ = Escape::kNone;  // inside of a control sequence
};

}  // namespace vm
