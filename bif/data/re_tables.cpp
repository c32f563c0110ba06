// PCRE2 makes tables for the C locale, which knows ASCII only. The upper half of Latin-1 is added
// to them. Their layout is that of pcre2_dftables(1): lower case, other case, a bitmap for each
// class, and a byte of flags for each character. Source of the classes: what OTP 27 matches.
#include "bif/data/re_tables.h"

#include "vm/base/assert.h"

#include <pcre2.h>

#include <algorithm>
#include <array>

namespace bif {
namespace {

constexpr int kBytes = 256;
constexpr int kLowerCase = 0;
constexpr int kOtherCase = kBytes;
constexpr int kBitmaps = 2 * kBytes;
constexpr int kBitmapBytes = kBytes / 8;
constexpr int kFlags = kBitmaps + 10 * kBitmapBytes;
constexpr int kSize = kFlags + kBytes;

enum Class { kSpace, kXdigit, kDigit, kUpper, kLower, kWord, kGraph, kPrint, kPunct, kCntrl };
constexpr std::uint8_t kLetterFlag = 0x02;
constexpr std::uint8_t kLowerFlag = 0x04;
constexpr std::uint8_t kWordFlag = 0x10;

constexpr int kFirstGraph = 0xa0;
constexpr int kFirstUpper = 0xc0;
constexpr int kFirstLower = 0xdf;  // sharp s, which has no upper case
constexpr int kCaseDistance = 0x20;

bool is_lower(int c) {
  if (c == 0xaa || c == 0xb5 || c == 0xba) return true;  // ordinals and the micro sign
  return c >= kFirstLower && c != 0xf7;
}
bool is_upper(int c) { return c >= kFirstUpper && c < kFirstLower && c != 0xd7; }

class Tables {
 public:
  Tables() {
    const std::uint8_t* ascii = pcre2_maketables(nullptr);
    std::copy(ascii, ascii + kSize, bytes_.begin());
    pcre2_maketables_free(nullptr, ascii);
    VM_CHECK(bytes_[kFlags + 'a'] == (kLetterFlag | kLowerFlag | kWordFlag),
             "the tables have the layout that this file knows");
    for (int c = kBytes / 2; c < kBytes; ++c) add(c);
  }
  const std::uint8_t* data() const { return bytes_.data(); }

 private:
  void put(Class in, int c) {
    bytes_[static_cast<std::size_t>(kBitmaps + in * kBitmapBytes + c / 8)] |=
        static_cast<std::uint8_t>(1 << c % 8);
  }

  void add(int c) {
    if (c < kFirstGraph) return put(kCntrl, c);
    put(kGraph, c);
    put(kPrint, c);
    if (!is_lower(c) && !is_upper(c)) return put(kPunct, c);
    put(kWord, c);
    put(is_lower(c) ? kLower : kUpper, c);
    bytes_[static_cast<std::size_t>(kFlags + c)] |=
        kLetterFlag | kWordFlag | (is_lower(c) ? kLowerFlag : 0);
    const auto at = static_cast<std::size_t>(c);
    const auto lower = static_cast<std::uint8_t>(c + kCaseDistance);
    if (is_upper(c)) {
      bytes_[kLowerCase + at] = bytes_[kOtherCase + at] = lower;
      bytes_[kOtherCase + lower] = static_cast<std::uint8_t>(c);
    }
  }

  std::array<std::uint8_t, kSize> bytes_{};
};

}  // namespace

const std::uint8_t* latin1_tables() {
  static const Tables tables;
  return tables.data();
}

}  // namespace bif
