// printf with terms, as OTP's own one formats: `%T` prints a term as erlang:display/1 does, `%b64d`
// and its like name sizes, and some conversions of C are not there. Source: erl_nif(3),
// enif_snprintf; its answers on the real system.
#include "bif/nif/environment.h"
#include "bif/nif/integer_text.h"
#include "vm/term/print.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <unistd.h>

namespace bif {
namespace {

using vm::SWord;
using vm::Word;

constexpr std::string_view kIntegers = "diouxX", kFloats = "eEfgG";
constexpr int kDefaultPrecision = 6;     // of floats
constexpr SWord kDefaultItems = 100000;  // of terms
constexpr int kNoConversion = 0, kBadFormat = -EINVAL;

/// Formats once. What is beyond the room of the buffer counts for the result, but where it belongs
/// to a term.
class Formatter {
 public:
  Formatter(const char* format, va_list arguments, std::size_t room) : at_(format), room_(room) {
    va_copy(arguments_, arguments);
  }
  ~Formatter() { va_end(arguments_); }

  /// The length of the text, or a negative error; text() is what came before it.
  int run() {
    text_.reserve(kUsualBytes);
    while (*at_ != '\0') {
      if (*at_ != '%') {
        add(std::string_view(at_++, 1));
        continue;
      }
      ++at_;
      if (const int result = conversion(); result < 0) return result;
    }
    return length_;
  }
  const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t kUsualBytes = 120;

  void add(std::string_view part) {
    text_ += part;
    length_ += static_cast<int>(part.size());
  }
  void add_in_field(std::string_view part) {
    const int size = static_cast<int>(part.size());
    const std::string blanks(static_cast<std::size_t>(std::max(0, field_.width - size)), ' ');
    if (!field_.is_left) add(blanks);
    add(part);
    if (field_.is_left) add(blanks);
  }

  /// A conversion, behind its `%`. A letter that is none is printed as it is.
  int conversion() {
    read_field();
    const IntegerSize size = read_size();
    if (size == IntegerSize::kUnknown) return kBadFormat;
    const char letter = *at_;
    if (letter == '\0') return kNoConversion;
    if (kIntegers.find(letter) != kIntegers.npos) {
      integer(size, letter);
    } else if (kFloats.find(letter) != kFloats.npos) {
      if (size == IntegerSize::kLongDouble) return kBadFormat;
      floating(letter);
    } else if (!other(size, letter)) {
      return kNoConversion;  // it is text, or begins another conversion
    }
    ++at_;
    return kNoConversion;
  }
  void read_field() {
    field_ = {};
    for (bool more = true; more; at_ += more ? 1 : 0) more = field_.add_flag(*at_);
    field_.width = number();
    if (*at_ != '.') return;
    ++at_;
    field_.precision = number();
  }
  /// -1: there is none.
  int number() {
    if (*at_ == '*') return ++at_, va_arg(arguments_, int);
    if (*at_ < '0' || *at_ > '9') return -1;
    int value = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) value = value * 10 + (*at_ - '0');
    return value;
  }
  IntegerSize read_size() {
    switch (*at_) {
      case 'b':
        return ++at_, read_bits();
      case 'h':
      case 'l': {
        const bool is_double = at_[1] == at_[0];
        const bool is_short = *at_ == 'h';
        at_ += is_double ? 2 : 1;
        if (!is_short) return IntegerSize::kLong;
        return is_double ? IntegerSize::kChar : IntegerSize::kShort;
      }
      case 'L':
        return ++at_, IntegerSize::kLongDouble;
      case 'j':
      case 't':
        return ++at_, IntegerSize::kInt;
      default:
        return IntegerSize::kInt;
    }
  }
  IntegerSize read_bits() {
    if (*at_ == 'p' || *at_ == 'e') return ++at_, IntegerSize::kLong;
    switch (number()) {
      case 64:
      case 16:  // as in OTP
        return IntegerSize::kLong;
      case 32:
        return IntegerSize::kInt;
      case 8:
        return IntegerSize::kChar;
      default:
        return IntegerSize::kUnknown;
    }
  }

  void integer(IntegerSize size, char letter) {
    const auto value = size == IntegerSize::kLong ? va_arg(arguments_, long)
                                                  : static_cast<long>(va_arg(arguments_, int));
    add(integer_text(value, size, letter, field_));
  }
  void floating(char letter) {
    const double value = va_arg(arguments_, double);
    int precision = field_.precision < 0 ? kDefaultPrecision : field_.precision;
    if (letter == 'g' || letter == 'G') {
      const double exponent = value == 0 ? 0 : std::log10(std::fabs(value));
      const bool has_exponent =
          std::isfinite(value) && (exponent < -4 || std::trunc(exponent) >= precision);
      letter = !has_exponent ? 'f' : letter == 'g' ? 'e' : 'E';
      if (has_exponent) precision = std::max(1, precision - 1);
    }
    std::string spec = "%";
    if (field_.is_alternate) spec += '#';
    if (field_.has_plus || field_.has_blank) spec += field_.has_plus ? '+' : ' ';
    spec += std::string("0.*") + letter;
    add_in_field(printed(spec, precision, value));
  }
  static std::string printed(const std::string& spec, int precision, double value) {
    // The format was made here, for these types.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    const int size = std::snprintf(nullptr, 0, spec.c_str(), precision, value);
    std::string bytes(static_cast<std::size_t>(std::max(0, size)) + 1, '\0');
    std::snprintf(bytes.data(), bytes.size(), spec.c_str(), precision, value);
#pragma clang diagnostic pop
    bytes.pop_back();
    return bytes;
  }

  /// False: it is no conversion.
  bool other(IntegerSize size, char letter) {
    switch (letter) {
      case '%':
        return add("%"), true;
      case 'c': {
        const char character = static_cast<char>(va_arg(arguments_, int));
        return add_in_field({&character, field_.precision == 0 ? 0u : 1u}), true;
      }
      case 's':
        return string(va_arg(arguments_, const char*)), true;
      case 'p':
        return pointer(va_arg(arguments_, void*)), true;
      case 'n':
        return store_length(size), true;
      case 'T':
        return term(vm::Term::from_bits(va_arg(arguments_, ERL_NIF_TERM))), true;
      default:
        return false;
    }
  }
  void string(const char* text) {
    add_in_field(field_.precision < 0
                     ? std::string_view(text)
                     : std::string_view(text, strnlen(text, static_cast<Word>(field_.precision))));
  }
  void pointer(void* address) {
    constexpr int kDigits = 2 * sizeof(void*);
    IntegerField field;
    field.is_alternate = true;
    field.width = field_.width < 0 ? kDigits : field_.width;
    field.precision = field_.precision < 0 ? kDigits : field_.precision;
    add(integer_text(reinterpret_cast<long>(address), IntegerSize::kLong, 'x', field));
  }
  void store_length(IntegerSize size) {
    switch (size) {
      case IntegerSize::kChar:
        *va_arg(arguments_, signed char*) = static_cast<signed char>(length_);
        break;
      case IntegerSize::kShort:
        *va_arg(arguments_, short*) = static_cast<short>(length_);
        break;
      case IntegerSize::kLong:
        *va_arg(arguments_, long*) = length_;
        break;
      default:
        *va_arg(arguments_, int*) = length_;
    }
  }
  /// On the left of a term there are as many blanks as its field is wide: OTP does not know yet how
  /// long it is. On the right, what does not fit into the buffer is not known to be there.
  void term(vm::Term value) {
    std::string text;
    vm::display_term(text, value, items());
    if (!field_.is_left && field_.width > 0) blanks(field_.width);
    const std::size_t room = room_ - std::min(room_, text_.size());
    const int fits = static_cast<int>(std::min(text.size(), room));
    text_ += text;
    length_ += fits;
    if (field_.is_left && field_.width > fits) blanks(field_.width - fits);
  }
  SWord items() const {
    if (field_.precision < 0) return kDefaultItems;
    return field_.precision == std::numeric_limits<int>::max() ? std::numeric_limits<SWord>::max()
                                                               : field_.precision;
  }
  void blanks(int count) { add(std::string(static_cast<std::size_t>(count), ' ')); }

  const char* at_;
  const std::size_t room_;
  va_list arguments_;
  IntegerField field_;
  std::string text_;
  int length_ = 0;
};

/// To the program's output at once: what a library prints stands between what Erlang code prints.
bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool write_to(FILE* file, const std::string& text) {
  if (file == stdout || file == stderr) return write_all(::fileno(file), text);
  return std::fwrite(text.data(), 1, text.size(), file) == text.size();
}

}  // namespace
}  // namespace bif

extern "C" {

int enif_vfprintf(FILE* file, const char* format, va_list arguments) {
  bif::Formatter formatter(format, arguments, std::numeric_limits<std::size_t>::max());
  const int result = formatter.run();
  return bif::write_to(file, formatter.text()) ? result : -(errno > 0 ? errno : EIO);
}
int enif_vsnprintf(char* buffer, size_t size, const char* format, va_list arguments) {
  if (size == 0) return -EINVAL;
  bif::Formatter formatter(format, arguments, size - 1);
  const int result = formatter.run();
  const std::size_t copied = result < 0 ? 0 : formatter.text().copy(buffer, size - 1);
  buffer[copied] = '\0';
  return result;
}
int enif_fprintf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = enif_vfprintf(file, format, arguments);
  va_end(arguments);
  return result;
}
int enif_snprintf(char* buffer, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = enif_vsnprintf(buffer, size, format, arguments);
  va_end(arguments);
  return result;
}

}  // extern "C"
