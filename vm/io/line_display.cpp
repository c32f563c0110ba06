// A line is a row of cells, one for each character of the text, so that numbers of characters are
// numbers of cells. Cells of control sequences are as wide as they show: not at all.
#include "vm/io/line_display.h"

#include "vm/base/utf8.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cctype>
#include <cwchar>

namespace vm {
namespace {

constexpr Word kTabColumns = 8;
// A line that grows longer is not kept: nobody edits it.
constexpr Word kMostCells = 65536;
constexpr std::uint32_t kEscape = 0x1b;
constexpr std::uint32_t kDelete = 0x7f;

/// As Erlang writes the character in a string.
std::string escaped(std::uint32_t character) {
  char text[16];
  std::snprintf(text, sizeof text, character < 512 ? "\\%03o" : "\\x{%X}", character);
  return text;
}

void times(Word count, const std::string& text, std::string& out) {
  for (Word i = 0; i < count; ++i) out += text;
}

}  // namespace

Word LineDisplay::column_of(Word position) const {
  Word column = 0;
  for (Word i = 0; i < position; ++i) column += cells_[i].width;
  return column;
}

Word LineDisplay::places_before(Word position) const {
  Word places = 0;
  for (Word i = 0; i < position; ++i) places += cells_[i].places;
  return places;
}

Word LineDisplay::moved(int characters) const {
  const auto to = static_cast<long>(position_) + characters;
  return static_cast<Word>(std::clamp(to, 0L, static_cast<long>(cells_.size())));
}

LineDisplay::Cell LineDisplay::cell_of(std::uint32_t character, Word place) const {
  if (character == '\t') {
    const Word width = kTabColumns - place % kTabColumns;
    return {std::string(width, ' '), width, width};
  }
  if (character < ' ' || character == kDelete)
    return {std::string{'^', static_cast<char>(character ^ 0x40)}, 2, 2};
  if (character < kDelete) return {std::string(1, static_cast<char>(character)), 1, 1};
  if (encoding_ == Encoding::kUtf8) {
    char text[4];
    const Word size = encode_utf8(character, text);
    const int width = ::wcwidth(static_cast<wchar_t>(character));
    return {std::string(text, size), width < 0 ? 1 : static_cast<Word>(width), 1};
  }
  if (character < 256 && std::isprint(static_cast<int>(character)) != 0)
    return {std::string(1, static_cast<char>(character)), 1, 1};
  std::string text = escaped(character);
  const Word width = text.size();
  return {std::move(text), width, width};
}

/// Without newlines and returns.
std::vector<LineDisplay::Cell> LineDisplay::cells_of(std::string_view text) {
  std::vector<Cell> cells;
  Word place = places_before(position_);
  while (!text.empty()) {
    std::uint32_t character = 0;
    Word size = decode_utf8(text.data(), text.data() + text.size(), &character);
    if (size == 0) {
      character = static_cast<unsigned char>(text.front());
      size = 1;
    }
    text.remove_prefix(size);
    const bool is_in_escape = escape_ != Escape::kNone;
    if (is_in_escape || character == kEscape) {
      // ESC [ parameters letter; or ESC and one character
      if (!is_in_escape) {
        escape_ = Escape::kBegun;
      } else if (escape_ == Escape::kBegun) {
        escape_ = character == '[' ? Escape::kParameters : Escape::kNone;
      } else if (character >= '@') {
        escape_ = Escape::kNone;
      }
      char bytes[4];
      cells.push_back({std::string(bytes, encode_utf8(character, bytes)), 0, 1});
      ++place;
      continue;
    }
    cells.push_back(cell_of(character, place));
    place += cells.back().places;
  }
  return cells;
}

std::string LineDisplay::cells_from(Word position) const {
  std::string text;
  for (Word i = position; i < cells_.size(); ++i) text += cells_[i].text;
  return text;
}

void LineDisplay::go(Word from_column, Word to_column, std::string& out) const {
  const Word from_row = from_column / columns_, to_row = to_column / columns_;
  times(to_row > from_row ? to_row - from_row : 0, capabilities_.down, out);
  times(from_row > to_row ? from_row - to_row : 0, capabilities_.up, out);
  const Word from = from_column % columns_, to = to_column % columns_;
  times(to > from ? to - from : 0, capabilities_.right, out);
  times(from > to ? from - to : 0, capabilities_.left, out);
}

/// The row was filled to its end: what stands first in the next one takes the cursor there.
void LineDisplay::settle(Word position, std::string& out) const {
  const Word column = column_of(position);
  if (!capabilities_.wraps_late || column == 0 || column % columns_ != 0) return;
  if (position < cells_.size()) {
    out += cells_[position].text;
    times(cells_[position].width, capabilities_.left, out);
  } else {
    out += ' ';
    out += capabilities_.left;
  }
}

std::string LineDisplay::put(std::string_view text) {
  std::string out;
  if (position_ > kMostCells) out = put("\n");
  for (;;) {
    const std::size_t end = text.find_first_of("\r\n");
    std::vector<Cell> cells = cells_of(text.substr(0, end));
    for (Cell& cell : cells) {
      out += cell.text;
      if (position_ < cells_.size()) {
        cells_[position_] = std::move(cell);
      } else {
        cells_.push_back(std::move(cell));
      }
      ++position_;
    }
    if (end == std::string_view::npos) {
      if (!cells.empty()) settle(position_, out);
      return out;
    }
    out += text[end] == '\n' ? "\r\n" : "\r";
    cells_.erase(cells_.begin(), cells_.begin() + static_cast<long>(position_));
    position_ = 0;
    text.remove_prefix(end + 1);
  }
}

std::string LineDisplay::insert(std::string_view text) {
  std::vector<Cell> cells = cells_of(text);
  const Word from = position_;
  position_ += cells.size();
  cells_.insert(cells_.begin() + static_cast<long>(from), std::make_move_iterator(cells.begin()),
                std::make_move_iterator(cells.end()));
  std::string out = cells_from(from);
  settle(cells_.size(), out);
  go(column_of(cells_.size()), column_of(position_), out);
  return out;
}

std::string LineDisplay::erase(int characters) {
  std::string out;
  const Word other = moved(characters);
  const Word from = std::min(position_, other), to = std::max(position_, other);
  if (from == to) return out;
  go(column_of(position_), column_of(from), out);
  const Word old_end = column_of(cells_.size());
  cells_.erase(cells_.begin() + static_cast<long>(from), cells_.begin() + static_cast<long>(to));
  position_ = from;
  out += cells_from(from);
  const Word end = column_of(cells_.size());
  out.append(old_end - end, ' ');
  if (capabilities_.wraps_late && old_end % columns_ == 0) out += ' ' + capabilities_.left;
  go(old_end, column_of(position_), out);
  return out;
}

std::string LineDisplay::move(int characters) {
  std::string out;
  const Word to = moved(characters);
  go(column_of(position_), column_of(to), out);
  position_ = to;
  return out;
}

}  // namespace vm
