// Floats: conversion from integers, and from and to text in OTP's formats.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/term/float_text.h"

#include <algorithm>
#include <cmath>

namespace bif {
namespace {

constexpr int kDefaultDigits = 20;
constexpr SWord kMaxDecimals = 253;
constexpr SWord kMaxScientific = 249;
constexpr int kPrintfDigits = 6;
// OTP formats to a buffer of this size and rejects results that do not fit.
constexpr Word kTextBufferBytes = 256;

struct TextFormat {
  enum Kind { kScientific, kDecimals, kShort } kind = kScientific;
  int digits = kDefaultDigits;
  bool compact = false;
};

/// Reads the options of float_to_list/2. The last option that names a format wins.
bool read_format(Term list, TextFormat* format) {
  for (; list.is_cons(); list = list.as_cons().tail) {
    const Term option = list.as_cons().head;
    if (option == am::compact) {
      format->compact = true;
      continue;
    }
    if (option == am::short_) {
      format->kind = TextFormat::kShort;
      continue;
    }
    if (!option.is_tuple_of(2) || !option.as_tuple().elements[1].is_small()) return false;
    const Term name = option.as_tuple().elements[0];
    const SWord digits = option.as_tuple().elements[1].as_small();
    const bool decimals = name == am::decimals;
    if (!decimals && name != am::scientific) return false;
    if (digits > (decimals ? kMaxDecimals : kMaxScientific)) return false;
    if (digits < 0 && decimals) return false;
    format->kind = decimals ? TextFormat::kDecimals : TextFormat::kScientific;
    // OTP calls C's printf, which ignores a negative precision and prints six digits.
    format->digits = digits < 0 ? kPrintfDigits : static_cast<int>(digits);
  }
  return list.is_nil();
}

/// A float as text: in `short_text`, or in `text`.
struct Formatted {
  vm::FloatText short_text;
  std::string text;
  std::string_view view;

  /// False for what is no float, and for a text that is too long.
  bool set(Term number, const TextFormat& format) {
    if (!number.is_float()) return false;
    const double value = vm::float_value(number);
    const bool is_short = format.kind == TextFormat::kShort;
    if (is_short) vm::add_float_short(short_text, value);
    if (is_short || (format.kind == TextFormat::kDecimals &&
                     vm::add_float_decimals(short_text, value, format.digits, format.compact))) {
      view = short_text.view();
      return true;
    }
    text = format.kind == TextFormat::kScientific
               ? vm::float_to_text_scientific(value, format.digits)
               : vm::float_to_text_decimals(value, format.digits, format.compact);
    view = text;
    return text.size() < kTextBufferBytes;
  }
};

BifResult parsed(Process& p, std::string_view text) {
  double value;
  if (!vm::parse_float(text, &value)) return p.badarg();
  return HeapBuilder(p).float_(value);
}

/// Returns the length of the longest prefix that is a float: [sign] digits . digits [e [sign]
/// digits]; 0 if there is none.
std::size_t float_prefix(std::string_view text) {
  std::size_t at = 0;
  const auto skip_digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at > start;
  };
  const auto skip_sign = [&] {
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  };
  skip_sign();
  if (!skip_digits() || at == text.size() || (text[at] != '.' && text[at] != ',')) return 0;
  ++at;
  if (!skip_digits()) return 0;
  const std::size_t mantissa = at;
  if (at == text.size() || (text[at] != 'e' && text[at] != 'E')) return mantissa;
  ++at;
  skip_sign();
  return skip_digits() ? at : mantissa;
}

}  // namespace

BifResult float_1(Process& p, const Args<1>& a) {
  double value;
  if (a[0].is_float()) return a[0];
  if (!to_double(a[0], &value)) return p.badarg();
  return HeapBuilder(p).float_(value);
}

BifResult float_to_list_1(Process& p, const Args<1>& a) {
  Formatted text;
  if (!text.set(a[0], {})) return p.badarg();
  return HeapBuilder(p).string(text.view);
}

BifResult float_to_list_2(Process& p, const Args<2>& a) {
  TextFormat format;
  Formatted text;
  if (!read_format(a[1], &format) || !text.set(a[0], format)) return p.badarg();
  return HeapBuilder(p).string(text.view);
}

BifResult float_to_binary_1(Process& p, const Args<1>& a) {
  Formatted text;
  if (!text.set(a[0], {})) return p.badarg();
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, text.view);
}

BifResult float_to_binary_2(Process& p, const Args<2>& a) {
  TextFormat format;
  Formatted text;
  if (!read_format(a[1], &format) || !text.set(a[0], format)) return p.badarg();
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, text.view);
}

BifResult list_to_float_1(Process& p, const Args<1>& a) {
  std::string text;
  if (!vm::append_latin1_list(a[0], text)) return p.badarg();
  return parsed(p, text);
}

BifResult binary_to_float_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  const std::string_view text = bytes.text();
  return parsed(p, text.substr(0, text.find('\0')));  // as OTP, up to a zero
}

BifResult string_list_to_float_1(Process& p, const Args<1>& a) {
  HeapBuilder builder(p);
  if (!a[0].is_list()) return builder.tuple(am::error, am::not_a_list);
  std::string text;
  for (const Term c : vm::ListView(a[0])) {
    if (!c.is_small() || c.as_small() < 0 || c.as_small() > 127) break;
    text.push_back(static_cast<char>(c.as_small()));
  }
  const std::size_t size = float_prefix(text);
  double value;
  std::string number = text.substr(0, size);
  std::replace(number.begin(), number.end(), ',', '.');  // a comma is accepted, too
  if (size == 0 || !vm::parse_float(number, &value)) {
    return builder.tuple(am::error, am::no_float);
  }
  Term rest = a[0];
  for (std::size_t i = 0; i < size; ++i) rest = rest.as_cons().tail;
  return builder.tuple(builder.float_(value), rest);
}

}  // namespace bif
