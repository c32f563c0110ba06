// printf with terms: each conversion of the format is given to the C library by itself, but for %T,
// which prints a term as erlang:display/1 does. Source: erl_nif(3), enif_snprintf.
#include "bif/nif/environment.h"
#include "vm/term/print.h"

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <string>

namespace bif {
namespace {

/// One conversion of a format: flags, width, precision and length modifier, then its letter.
class Formatter {
 public:
  Formatter(const char* format, va_list arguments) : at_(format) { va_copy(arguments_, arguments); }
  ~Formatter() { va_end(arguments_); }

  std::string run() {
    text_.reserve(kUsualBytes);
    while (*at_ != '\0') {
      if (*at_ != '%') {
        text_ += *at_++;
      } else if (at_[1] == '%') {
        text_ += '%';
        at_ += 2;
      } else {
        conversion();
      }
    }
    return std::move(text_);
  }

 private:
  static constexpr std::size_t kUsualBytes = 120;

  void conversion() {
    std::string spec(1, *at_++);
    while (is_one_of("-+ #0123456789.*'")) number(spec);
    std::string length;
    while (is_one_of("hljztLqb")) length += *at_++;
    const char letter = *at_;
    if (letter == '\0') return;
    ++at_;
    if (letter == 'T') {
      vm::print_term(text_, vm::Term::from_bits(va_arg(arguments_, ERL_NIF_TERM)),
                     vm::PrintStyle::kDisplay);
      return;
    }
    spec += length;
    spec += letter;
    argument(spec, length, letter);
  }
  bool is_one_of(std::string_view characters) const {
    return *at_ != '\0' && characters.find(*at_) != characters.npos;
  }
  /// A flag or digit; `*` takes its value from the arguments.
  void number(std::string& spec) {
    if (*at_ == '*') {
      spec += std::to_string(va_arg(arguments_, int));
    } else {
      spec += *at_;
    }
    ++at_;
  }
  void argument(const std::string& spec, const std::string& length, char letter) {
    const bool is_wide = length == "l" || length == "ll" || length == "z" || length == "j" ||
                         length == "t" || length == "q";
    switch (letter) {
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        return is_wide ? append(spec, va_arg(arguments_, long))
                       : append(spec, va_arg(arguments_, int));
      case 'c':
        return append(spec, va_arg(arguments_, int));
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        return length == "L" ? append(spec, va_arg(arguments_, long double))
                             : append(spec, va_arg(arguments_, double));
      case 's':
      case 'p':
        return append(spec, va_arg(arguments_, const void*));
      default:
        text_ += spec;
    }
  }
  template <class T>
  void append(const std::string& spec, T value) {
    // The format is the caller's: it has been cut into conversions of known types.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
    const int size = std::snprintf(nullptr, 0, spec.c_str(), value);
    if (size <= 0) return;
    std::string bytes(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(bytes.data(), bytes.size(), spec.c_str(), value);
#pragma clang diagnostic pop
    bytes.pop_back();
    text_ += bytes;
  }

  const char* at_;
  va_list arguments_;
  std::string text_;
};

int write_to(FILE* file, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size()
             ? static_cast<int>(text.size())
             : -1;
}

int copy_to(char* buffer, size_t size, const std::string& text) {
  if (size > 0) {
    const std::size_t copied = std::min(text.size(), size - 1);
    text.copy(buffer, copied);
    buffer[copied] = '\0';
  }
  return static_cast<int>(text.size());
}

}  // namespace
}  // namespace bif

extern "C" {

int enif_vfprintf(FILE* file, const char* format, va_list arguments) {
  return bif::write_to(file, bif::Formatter(format, arguments).run());
}
int enif_vsnprintf(char* buffer, size_t size, const char* format, va_list arguments) {
  return bif::copy_to(buffer, size, bif::Formatter(format, arguments).run());
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
