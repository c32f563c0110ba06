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

namespace bif {

class LineDisplay {
 public:
  struct Capabilities {
    std::string up, down, left, right;  // by one
    bool wraps_late = true;  // a full row: the cursor stays behind it until the next character
  };
  enum class Encoding { kUtf8, kBytes };

  explicit LineDisplay(Capabilities capabilities) : capabilities_(std::move(capabilities)) {}
  void set_columns(vm::Word columns) { columns_ = columns == 0 ? 80 : columns; }
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
    vm::Word width;    // on the terminal
    vm::Word places;   // that tabs count: control sequences too
  };
  vm::Word places_before(vm::Word position) const;
  vm::Word column_of(vm::Word position) const;
  vm::Word moved(int characters) const;
  Cell cell_of(std::uint32_t character, vm::Word place) const;
  std::vector<Cell> cells_of(std::string_view text);
  std::string cells_from(vm::Word position) const;
  void go(vm::Word from_column, vm::Word to_column, std::string& out) const;
  void settle(vm::Word position, std::string& out) const;

  const Capabilities capabilities_;
  vm::Word columns_ = 80;
  Encoding encoding_ = Encoding::kUtf8;
  std::vector<Cell> cells_;
  vm::Word position_ = 0;
  enum class Escape { kNone, kBegun, kParameters };
  Escape escape_ = Escape::kNone;  // inside of a control sequence
};

}  // namespace bif
