// What a program can do with a Value.
#include "tools/libsonde/sonde.h"
#include "vm/base/utf8.h"

#include <algorithm>
#include <charconv>

namespace sonde {
namespace {

const Value kNothing;

void append_utf8(std::int64_t code_point, std::string& out) {
  char bytes[4];
  out.append(bytes, vm::encode_utf8(static_cast<std::uint32_t>(code_point), bytes));
}

/// The code point at the start of `text`, which loses it. A byte that is not UTF-8 stands for
/// itself.
std::int64_t take_code_point(std::string_view& text) {
  std::uint32_t code_point;
  vm::Word size = vm::decode_utf8(text.data(), text.data() + text.size(), &code_point);
  if (size == 0) {
    code_point = static_cast<unsigned char>(text[0]);
    size = 1;
  }
  text.remove_prefix(size);
  return code_point;
}

bool is_plain_atom(std::string_view name) {
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && is_small(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_small(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '@';
  });
}

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + quote;
}

std::string shortest(double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  std::string text(digits, end);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  if (const auto e = text.find('e'); e != text.npos && text.find('.') == text.npos)
    text.insert(e, ".0");
  return text;
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t n = 0; n < 4; ++n)
    value = value << 8 | static_cast<unsigned char>(at + n < bytes.size() ? bytes[at + n] : 0);
  return value;
}

/// Of NEW_PID_EXT: the node, which is an atom, then the two numbers that people see, and one more.
std::string pid_text(std::string_view bytes) {
  constexpr std::size_t kNumbers = 12;
  if (bytes.size() < kNumbers) return "#Pid";
  const std::size_t at = bytes.size() - kNumbers;
  return "<0." + std::to_string(big_endian(bytes, at)) + "." +
         std::to_string(big_endian(bytes, at + 4)) + ">";
}

}  // namespace

Value Value::atom(std::string_view name) noexcept {
  Value value;
  value.kind_ = Kind::kAtom;
  value.text_ = name;
  return value;
}

Value Value::binary(std::string_view bytes) noexcept {
  Value value;
  value.kind_ = Kind::kBinary;
  value.text_ = bytes;
  return value;
}

Value Value::string(std::string_view utf8) noexcept {
  Value value;
  while (!utf8.empty()) value.elements_.emplace_back(take_code_point(utf8));
  return value;
}

Value Value::list(std::vector<Value> elements) noexcept {
  Value value;
  value.elements_ = std::move(elements);
  return value;
}

Value Value::tuple(std::vector<Value> elements) noexcept {
  Value value = list(std::move(elements));
  value.kind_ = Kind::kTuple;
  return value;
}

Value Value::map(std::vector<std::pair<Value, Value>> pairs) noexcept {
  Value value;
  value.kind_ = Kind::kMap;
  for (auto& [key, mapped] : pairs) {
    value.elements_.push_back(std::move(key));
    value.elements_.push_back(std::move(mapped));
  }
  return value;
}

bool Value::is_tagged(std::string_view tag, std::size_t size) const noexcept {
  return kind_ == Kind::kTuple && elements_.size() == size && size > 0 && elements_[0].is_atom(tag);
}

double Value::number() const noexcept {
  return kind_ == Kind::kFloat ? number_ : static_cast<double>(integer());
}

const std::string& Value::bytes() const noexcept {
  return kind_ == Kind::kAtom || kind_ == Kind::kBinary ? text_ : kNothing.text_;
}

std::optional<std::string> Value::text() const noexcept {
  if (kind_ == Kind::kAtom || kind_ == Kind::kBinary) return text_;
  if (kind_ != Kind::kList) return std::nullopt;
  std::string text;
  for (const Value& element : elements_) {
    constexpr std::int64_t kLastCodePoint = 0x10FFFF;
    const std::int64_t code_point = element.integer_;
    if (element.kind_ != Kind::kInteger || code_point < 0 || code_point > kLastCodePoint)
      return std::nullopt;
    append_utf8(code_point, text);
  }
  return text;
}

const Value& Value::operator[](std::size_t index) const noexcept {
  return index < elements_.size() && kind_ != Kind::kMap ? elements_[index] : kNothing;
}

const Value* Value::find(const Value& key) const noexcept {
  if (kind_ != Kind::kMap) return nullptr;
  for (std::size_t n = 0; n + 1 < elements_.size(); n += 2)
    if (elements_[n] == key) return &elements_[n + 1];
  return nullptr;
}

bool Value::operator==(const Value& other) const noexcept {
  if (kind_ != other.kind_ || integer_ != other.integer_ || number_ != other.number_ ||
      text_ != other.text_ || elements_.size() != other.elements_.size())
    return false;
  if (kind_ != Kind::kMap) return elements_ == other.elements_;
  for (std::size_t n = 0; n + 1 < elements_.size(); n += 2) {
    const Value* found = other.find(elements_[n]);
    if (found == nullptr || *found != elements_[n + 1]) return false;
  }
  return true;
}

std::string Value::to_string() const noexcept {
  switch (kind_) {
    case Kind::kAtom:
      return is_plain_atom(text_) ? text_ : quoted(text_, '\'');
    case Kind::kInteger:
      return std::to_string(integer_);
    case Kind::kFloat:
      return shortest(number_);
    case Kind::kBinary:
      return "<<" + quoted(text_, '"') + ">>";
    case Kind::kPid:
      return pid_text(text_);
    case Kind::kReference:
      return "#Ref";
    case Kind::kOther:
      return "#Other";
    default:
      break;
  }
  std::string out = kind_ == Kind::kList ? "[" : kind_ == Kind::kTuple ? "{" : "#{";
  for (std::size_t n = 0; n < elements_.size(); ++n) {
    if (n > 0) out += kind_ == Kind::kMap && n % 2 == 1 ? " => " : ",";
    out += elements_[n].to_string();
  }
  return out + (kind_ == Kind::kList ? "]" : "}");
}

}  // namespace sonde
