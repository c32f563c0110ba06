// Prints terms with a loop over a stack of items still to be printed. The loop stops when the limit
// is reached.
#include "vm/term/print.h"

#include "vm/base/utf8.h"
#include "vm/term/atom_table.h"
#include "vm/term/big.h"
#include "vm/term/float_text.h"
#include "vm/term/fun_identity.h"
#include "vm/term/map.h"
#include "vm/term/node.h"
#include "vm/term/work_stack.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <limits>
#include <vector>

namespace vm {
namespace {

using CodePoint = std::uint32_t;

constexpr std::string_view kReservedWords[] = {
    "after", "and",   "andalso", "band",   "begin",   "bnot", "bor", "bsl",  "bsr", "bxor",
    "case",  "catch", "cond",    "div",    "else",    "end",  "fun", "if",   "let", "maybe",
    "not",   "of",    "or",      "orelse", "receive", "rem",  "try", "when", "xor"};

bool is_lower(CodePoint c) {
  return (c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7);
}
bool is_upper(CodePoint c) {
  return (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
}
bool is_alphanumeric(CodePoint c) { return is_lower(c) || is_upper(c) || (c >= '0' && c <= '9'); }

void append_utf8(std::string& out, CodePoint c) {
  char bytes[4];
  out.append(bytes, encode_utf8(c, bytes));
}

// Appends a character of a quoted text. kDisplay escapes fewer characters.
void append_quoted(std::string& out, CodePoint c, char quote, PrintStyle style) {
  if (c == static_cast<CodePoint>(quote) ||
      (c == '\\' && (style == PrintStyle::kErlang || quote == '\''))) {
    out += '\\';
    out += static_cast<char>(c);
    return;
  }
  constexpr std::string_view kControls = "\n\r\t\v\b\f\x1B\x7F", kLetters = "nrtvbfed";
  const auto known = c < 128 ? kControls.find(static_cast<char>(c)) : std::string_view::npos;
  const bool is_atom_displayed = style == PrintStyle::kDisplay && quote == '\'';
  if (known != std::string_view::npos &&
      (style == PrintStyle::kErlang || c == '\n' || (is_atom_displayed && c < 27))) {
    out += '\\';
    out += kLetters[known];
  } else if (style == PrintStyle::kDisplay && quote == '"') {
    out += static_cast<char>(c);
  } else if (c < 32 || (c >= 128 && c < 160)) {
    char octal[8];
    std::snprintf(octal, sizeof octal, "\\%03o", c);
    out += octal;
  } else {
    append_utf8(out, c);
  }
}

void append_atom(std::string& out, Term atom, PrintStyle style) {
  const std::string_view text = atom_text(atom);
  const char *at = text.data(), *const end = at + text.size();
  bool plain = !text.empty();
  for (const char* p = at; plain && p < end;) {
    const bool first = p == at;
    CodePoint c = static_cast<Byte>(*p);
    p += c < 128 ? 1 : decode_utf8(p, end, &c);
    if (first) {
      plain = is_lower(c);
    } else {
      plain = is_alphanumeric(c) || c == '_' || (c == '@' && style == PrintStyle::kErlang);
    }
  }
  if (plain && style == PrintStyle::kErlang)
    plain = !std::binary_search(std::begin(kReservedWords), std::end(kReservedWords), text);
  if (plain) {
    out += text;
    return;
  }
  out += '\'';
  while (at < end) {
    CodePoint c;
    at += decode_utf8(at, end, &c);
    append_quoted(out, c, '\'', style);
  }
  out += '\'';
}

class Printer {
 public:
  Printer(std::string& out, PrintStyle style, Word max_bytes)
      : out_(out),
        style_(style),
        limit_(max_bytes > ~Word{0} - out.size() ? ~Word{0} : out.size() + max_bytes) {}

  void run(Term term) {
    todo_.push({Kind::kTerm, term.bits(), 0});
    while (!todo_.empty() && out_.size() <= limit_ && !is_stopped_) {
      const Item item = todo_.pop();
      switch (item.kind) {
        case Kind::kTerm:
          if (spend()) print(Term::from_bits(item.value));
          break;
        case Kind::kText:
          out_ += reinterpret_cast<const char*>(item.value);
          break;
        case Kind::kTail:
          print_tail(Term::from_bits(item.value));
          break;
        case Kind::kElements:
          print_elements(reinterpret_cast<const Term*>(item.value), item.count);
          break;
      }
    }
    if (out_.size() > limit_) cut();
  }

  /// As run(), up to that many items.
  void run_items(Term term, SWord most_items) {
    items_left_ = most_items;
    run(term);
    if (items_left_ <= 0) out_ += "... ";
  }

 private:
  enum class Kind : Byte { kTerm, kText, kTail, kElements };
  struct Item {
    Kind kind;
    Word value;
    Word count;
  };

  // Truncates the text at the limit, but not within a character.
  void cut() {
    Word end = limit_;
    while (end > 0 && (static_cast<Byte>(out_[end]) & 0xC0) == 0x80) --end;
    out_.resize(end);
    out_ += "...";
  }

  // Counts an item before it is printed; false where there are too many.
  bool spend() {
    if (items_left_-- > 0) return true;
    is_stopped_ = true;
    return false;
  }
  // An atom is printed whole, and nothing after it where it used up the items.
  void print_atom(Term atom) {
    append_atom(out_, atom, style_);
    items_left_ -= static_cast<SWord>(atom_text(atom).size());
    is_stopped_ = items_left_ <= 0;
  }

  void print_float(double value) {
    if (style_ == PrintStyle::kDisplay) {
      out_ += float_to_text_scientific(value, 6);
      return;
    }
    FloatText text;
    add_float_short(text, value);
    out_ += text.view();
  }

  void push(Term t) { todo_.push({Kind::kTerm, t.bits(), 0}); }
  void push_text(const char* text) { todo_.push({Kind::kText, reinterpret_cast<Word>(text), 0}); }
  void number(Word n) {
    char digits[20];
    out_.append(digits, std::to_chars(digits, std::end(digits), n).ptr);
  }

  void print(Term t) {
    if (t.is_none()) {
      out_ += "<none>";
    } else if (t.is_small() || (t.is_boxed() && t.is_big())) {
      out_ += integer_to_text(t);
    } else if (t.is_atom()) {
      print_atom(t);
    } else if (t.is_nil()) {
      out_ += "[]";
    } else if (t.is_cons()) {
      print_list(t);
    } else if (t.is_local_pid()) {
      identifier("<", 0, {t.id_data() & 0xFFFFFFF, t.id_data() >> 28});
    } else if (t.is_local_port()) {
      identifier("#Port<", 0, {t.id_data()});
    } else if (t.is_boxed()) {
      print_boxed(t);
    } else {
      out_ += t.is_catch() ? "<catch>" : "<code>";
    }
  }

  void identifier(const char* start, Word node, std::initializer_list<Word> numbers) {
    out_ += start;
    number(node);
    for (const Word n : numbers) {
      out_ += '.';
      number(n);
    }
    out_ += '>';
  }

  void print_boxed(Term t) {
    switch (header_subtag(t.header())) {
      case Subtag::kTuple:
        out_ += '{';
        print_elements(t.as_tuple().elements, t.as_tuple().arity());
        break;
      case Subtag::kFloat:
        print_float(float_value(t));
        break;
      case Subtag::kFlatMap:
      case Subtag::kHashMap:
        print_map(t);
        break;
      case Subtag::kRecord:
        print_record(t.as_boxed<Record>());
        break;
      case Subtag::kFun:
        print_fun(t.as_boxed<Fun>());
        break;
      case Subtag::kHeapBinary:
        print_bits(bits_of(t));
        break;
      case Subtag::kSubBinary:
        if (t.as_boxed<SubBinary>().is_match_context()) {
          out_ += "<match context>";
        } else {
          print_bits(bits_of(t));
        }
        break;
      case Subtag::kRef:
        print_ref(t.as_boxed<Ref>().low, t.as_boxed<Ref>().high);
        break;
      case Subtag::kMagicRef:
        print_ref(t.as_boxed<MagicRef>().low, t.as_boxed<MagicRef>().high);
        break;
      case Subtag::kExternalPid:
      case Subtag::kExternalPort:
      case Subtag::kExternalRef:
        print_external(t.as_boxed<External>());
        break;
      case Subtag::kBigPositive:
      case Subtag::kBigNegative:
      case Subtag::kRefBinary:
      case Subtag::kHashNode:
        out_ += "<inner object>";
        break;
    }
  }

  void print_ref(Word low, Word high) {
    identifier("#Ref<", 0, {high & 0xFFFFFFFF, low >> 32, low & 0xFFFFFFFF});
  }

  void print_external(const External& external) {
    const Word node = node_number(*external.node);
    switch (header_subtag(external.header)) {
      case Subtag::kExternalPid:
        return identifier("<", node, {external.data[0], external.data[1]});
      case Subtag::kExternalPort:
        return identifier("#Port<", node, {external.data[0]});
      default:
        break;
    }
    out_ += "#Ref<";
    number(node);
    for (Word i = external.data[0]; i-- > 0;) {
      out_ += '.';
      number(external.data[1 + i / 2] >> (i % 2 * 32) & 0xFFFFFFFF);
    }
    out_ += '>';
  }

  void print_fun(const Fun& fun) {
    const FunIdentity id = fun_identity(fun);
    out_ += fun.is_external() ? "fun " : "#Fun<";
    append_atom(out_, id.module, style_);
    if (fun.is_external()) {
      out_ += ':';
      append_atom(out_, id.function, style_);
      items_left_ -= static_cast<SWord>(atom_text(id.module).size());
      items_left_ -= static_cast<SWord>(atom_text(id.function).size());
      out_ += '/';
      number(id.arity);
      return;
    }
    out_ += '.';
    number(id.index);
    out_ += '.';
    number(id.old_uniq);
    out_ += '>';
  }

  // Prints the remaining elements of a tuple, with a comma before each one but the first.
  void print_elements(const Term* elements, Word count) {
    if (count == 0) {
      out_ += '}';
      return;
    }
    todo_.push({Kind::kElements, reinterpret_cast<Word>(elements + 1), count - 1});
    if (count > 1) push_text(",");
    push(elements[0]);
  }

  void print_map(Term map) {
    const std::vector<MapPair> pairs = map_pairs(map);
    out_ += "#{";
    push_text("}");
    for (Word i = pairs.size(); i-- > 0;) {
      push(pairs[i].value);
      push_text(style_ == PrintStyle::kDisplay ? "=>" : " => ");
      push(pairs[i].key);
      if (i > 0) push_text(",");
    }
  }

  void print_record(const Record& record) {
    const RecordDefinition& type = record.type();
    out_ += '#';
    append_atom(out_, type.module, style_);
    out_ += ':';
    append_atom(out_, type.name, style_);
    out_ += '{';
    push_text("}");
    for (Word i = record.count(); i-- > 0;) {
      push(record.values[i]);
      push_text(style_ == PrintStyle::kDisplay ? "=" : " = ");
      push(type.fields[i]);
      if (i > 0) push_text(",");
    }
  }

  bool is_printable(SWord c) const {
    if ((c >= 32 && c <= 126) || (c >= 160 && c <= 255)) return true;
    if (style_ == PrintStyle::kDisplay) return c == '\t' || c == '\n' || c == '\r';
    return (c >= 8 && c <= 13) || c == 27;
  }

  bool is_string(Term list) const {
    Word length = 0;
    for (; list.is_cons(); list = list.as_cons().tail) {
      const Term head = list.as_cons().head;
      if (!head.is_small() || !is_printable(head.as_small())) return false;
      if (++length + out_.size() > limit_) return true;  // the rest is truncated anyway
    }
    return list.is_nil();
  }

  void print_list(Term list) {
    if (is_string(list)) {
      out_ += '"';
      for (; list.is_cons() && out_.size() <= limit_; list = list.as_cons().tail) {
        if (!spend()) return;
        append_quoted(out_, static_cast<CodePoint>(list.as_cons().head.as_small()), '"', style_);
      }
      out_ += '"';
      return;
    }
    out_ += '[';
    todo_.push({Kind::kTail, list.as_cons().tail.bits(), 0});
    push(list.as_cons().head);
  }

  void print_tail(Term tail) {
    if (tail.is_nil()) {
      out_ += ']';
    } else if (tail.is_cons()) {
      out_ += ',';
      todo_.push({Kind::kTail, tail.as_cons().tail.bits(), 0});
      push(tail.as_cons().head);
    } else {
      out_ += '|';
      push_text("]");
      push(tail);
    }
  }

  static unsigned bits_at(Bits bits, Word from, Word count) {
    const Word at = bits.bit_offset + from;
    unsigned value = static_cast<unsigned>(bits.bytes[at / 8]) << 8;
    if (at % 8 + count > 8) value |= bits.bytes[at / 8 + 1];
    return (value >> (16 - at % 8 - count)) & ((1u << count) - 1);
  }

  // Converts bytes to text if all characters are printable, as UTF-8 or as Latin-1. `*utf8` becomes
  // true if the text is UTF-8 and not plain ASCII.
  bool binary_text(std::string_view bytes, std::vector<CodePoint>* text, bool* utf8) const {
    *utf8 = false;
    bool valid = true, printable = true;
    const char *at = bytes.data(), *const end = at + bytes.size();
    while (valid && at < end) {
      CodePoint c;
      const Word size = decode_utf8(at, end, &c);
      valid = size > 0;
      printable = printable && valid && c <= 255 && is_printable(static_cast<SWord>(c));
      if (size > 1) *utf8 = true;
      text->push_back(c);
      at += size;
    }
    if (valid) return printable;
    *utf8 = false;
    text->clear();
    for (const char byte : bytes) {
      if (!is_printable(static_cast<Byte>(byte))) return false;
      text->push_back(static_cast<Byte>(byte));
    }
    return true;
  }

  void print_bits(Bits bits) {
    out_ += "<<";
    const Word bytes =
        std::min(bits.bit_size / 8, limit_ - std::min<Word>(limit_, out_.size()) + 4);
    std::string data;
    for (Word i = 0; i < bytes; ++i) data += static_cast<char>(bits_at(bits, i * 8, 8));
    if (bits.bit_size % 8 == 0 && bits.bit_size > 0 && print_binary_text(data)) {
      if (!is_stopped_) out_ += ">>";
      return;
    }
    for (Word i = 0; i < data.size(); ++i) {
      if (i > 0) out_ += ',';
      number(static_cast<Byte>(data[i]));
      if (!spend()) return;
    }
    if (const Word tail = bits.bit_size % 8; tail != 0) {
      if (bytes > 0) out_ += ',';
      number(bits_at(bits, bits.bit_size - tail, tail));
      out_ += ':';
      number(tail);
    }
    out_ += ">>";
  }

  bool print_binary_text(std::string_view data) {
    if (style_ == PrintStyle::kDisplay) {
      if (!std::all_of(data.begin(), data.end(), [](char c) { return c >= 32 && c < 127; }))
        return false;
      out_ += '"';
      for (const char c : data) {
        append_quoted(out_, static_cast<Byte>(c), '"', style_);
        if (!spend()) return true;
      }
      out_ += '"';
      return true;
    }
    std::vector<CodePoint> text;
    bool utf8;
    if (!binary_text(data, &text, &utf8)) return false;
    out_ += '"';
    for (const CodePoint c : text) append_quoted(out_, c, '"', style_);
    out_ += utf8 ? "\"/utf8" : "\"";
    return true;
  }

  std::string& out_;
  const PrintStyle style_;
  const Word limit_;
  SWord items_left_ = std::numeric_limits<SWord>::max();
  bool is_stopped_ = false;  // no items are left
  WorkStack<Item> todo_;
};

}  // namespace

void print_term(std::string& out, Term term, PrintStyle style, Word max_bytes) {
  Printer(out, style, max_bytes).run(term);
}

void display_term(std::string& out, Term term, SWord most_items) {
  Printer(out, PrintStyle::kDisplay, Word{1} << 40).run_items(term, most_items);
}

std::string term_to_text(Term term, PrintStyle style, Word max_bytes) {
  std::string text;
  print_term(text, term, style, max_bytes);
  return text;
}

}  // namespace vm
