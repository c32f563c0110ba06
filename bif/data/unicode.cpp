// The BIFs of `unicode`: conversion of character data (deep lists of code points and binaries) to
// lists and to UTF-8. For invalid or incomplete data they return the exact remainder.
#include "bif/long_work.h"
#include "bif/natives.h"
#include "vm/base/utf8.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

namespace bif {
namespace {

/// The reason why decoding stopped. kPause: it has done what it was to do at once.
enum class Stop { kNone, kError, kIncomplete, kBadarg, kPause };

/// True if the bytes can be the start of a longer character. As in OTP, only the length that the
/// first byte requires is checked.
bool is_incomplete(const char* at, const char* end) {
  const auto lead = static_cast<Byte>(*at);
  const int size = lead >= 0xf8 ? 0 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
  if (end - at >= size) return false;
  for (const char* next = at + 1; next < end; ++next) {
    if ((static_cast<Byte>(*next) & 0xc0) != 0x80) return false;
  }
  return true;
}

/// Code points that a sink gets at once: a call for each would take longer than decoding it.
class Points {
 public:
  static constexpr Word kMost = 64;

  Points() = default;
  explicit Points(std::uint32_t only) : count_(1) { points_[0] = only; }
  /// Takes those that `next(&point)` stores, until it returns false, and at most `most`.
  template <class Next>
  void take(Word most, Next next) {
    Word count = 0;  // in a register
    while (count < most && next(&points_[count])) ++count;
    count_ = count;
  }
  Word count() const { return count_; }
  const std::uint32_t* begin() const { return points_; }
  const std::uint32_t* end() const { return points_ + count_; }

 private:
  std::uint32_t points_[kMost];
  Word count_ = 0;
};

/// Decodes character data and calls `sink(points)` for its code points, in their order. A character
/// may be split over several binaries; `pending_` holds its first bytes. When decoding stops,
/// rest() is the part of the data that was not decoded, as a term: the unread bytes and the rest of
/// the lists that contain them.
template <class Sink>
class Reader {
 public:
  Reader(HeapBuilder& builder, bool latin1, Sink& sink)
      : builder_(builder), latin1_(latin1), sink_(sink) {}

  /// Reads from `data` on, or goes on after a pause: up to `count` elements and characters.
  Stop read(Term data, Word count) {
    at_ = data;
    return data.is_bitstring() || data.is_list() ? go_on(count) : Stop::kBadarg;
  }
  Stop go_on(Word count) {
    left_ = count;
    while (true) {
      for (; at_.is_cons(); at_ = next(at_)) {
        if (pending_.empty()) read_points();
        if (!at_.is_cons()) break;
        if (left_ == 0) return Stop::kPause;
        --left_;
        const Term head = at_.as_cons().head;
        if (head.is_list()) {
          stack_.push_back(at_.as_cons().tail);
        } else if (const Stop stopped = read_element(head, at_); stopped != Stop::kNone) {
          return stopped;
        }
      }
      if (at_.is_bitstring()) {
        const Stop stopped = read_tail_binary(at_);
        if (stopped != Stop::kNone) return stopped;
      } else if (!at_.is_nil()) {
        return Stop::kBadarg;
      }
      at_ = Term::nil();
      if (stack_.empty()) return finish();
      at_ = stack_.back();
      stack_.pop_back();
    }
  }
  Term rest() const { return rest_; }
  /// How many of `count` elements and characters the last part has read.
  Word read_since(Word count) const { return count - left_; }

 private:
  /// Reads from `at_` on as long as the elements are code points: most data are nothing else.
  void read_points() {
    while (left_ != 0 && at_.is_cons()) {
      Points points;
      const Word most = std::min(left_, Points::kMost);
      Term at = at_;
      points.take(most, [&](std::uint32_t* point) {
        if (!at.is_cons()) return false;
        const vm::Cons& cell = at.as_cons();
        if (!cell.head.is_small() || !may_be_read(cell.head.as_small())) return false;
        *point = static_cast<std::uint32_t>(cell.head.as_small());
        at = cell.tail;
        return true;
      });
      at_ = at;
      sink_(points);
      left_ -= points.count();
      if (points.count() < most) return;
    }
  }

  bool may_be_read(SWord value) const {
    return latin1_ ? value >= 0 && value <= 255 : vm::is_unicode_scalar(static_cast<Word>(value));
  }

  static Term next(Term list) {
    const vm::Cons& cell = list.as_cons();
    return cell.head.is_list() ? cell.head : cell.tail;
  }

  Stop finish() {
    if (pending_.empty()) return Stop::kNone;
    rest_ = vm::make_binary_term(builder_, pending_);
    return Stop::kIncomplete;
  }

  /// Stops with `left` and the rest of the enclosing lists as the remainder.
  Stop fail(Term left) {
    for (; !stack_.empty(); stack_.pop_back()) left = builder_.cons(left, stack_.back());
    rest_ = left;
    return Stop::kError;
  }

  /// Stops because the data that follows does not continue the character in `pending_`.
  Stop fail_pending(Term left) {
    fail(left);
    rest_ =
        builder_.cons(vm::make_binary_term(builder_, pending_), builder_.cons(rest_, Term::nil()));
    return Stop::kError;
  }

  /// Reads an element that is not a list. `list` is its cell.
  Stop read_element(Term element, Term list) {
    if (element.is_small()) {
      const SWord value = element.as_small();
      if (!pending_.empty()) return fail_pending(list);
      if (!may_be_read(value)) return fail(list);
      sink_(Points(static_cast<std::uint32_t>(value)));
      return Stop::kNone;
    }
    if (element.is_integer()) return pending_.empty() ? fail(list) : fail_pending(list);
    if (!element.is_binary()) return Stop::kBadarg;
    if (!is_inside_ && !continue_pending(element)) return fail_pending(list);
    const Stop stopped = read_bytes(element);
    if (stopped != Stop::kError) return stopped;
    return fail(builder_.cons(rest_, list.as_cons().tail));
  }

  /// Reads a binary that is the whole data or the tail of a list.
  Stop read_tail_binary(Term binary) {
    if (!binary.is_binary()) return Stop::kBadarg;
    if (!is_inside_ && !continue_pending(binary)) {
      std::string joined = pending_;
      joined += vm::BinaryBytes(binary).text();
      return fail(vm::make_binary_term(builder_, joined));
    }
    const Stop stopped = read_bytes(binary);
    return stopped == Stop::kError ? fail(rest_) : stopped;
  }

  /// Reads the bytes at the start of `binary` that complete the pending character, and stores their
  /// number in `skip_`. Returns false if they do not continue it.
  bool continue_pending(Term binary) {
    skip_ = 0;
    if (pending_.empty()) return true;
    const vm::BinaryBytes bytes(binary);
    std::string character = pending_;
    for (; skip_ < bytes.size(); ++skip_) {
      character.push_back(bytes.text()[skip_]);
      const char* const end = character.data() + character.size();
      std::uint32_t point;
      if (vm::decode_utf8(character.data(), end, &point) == character.size()) {
        sink_(Points(point));
        pending_.clear();
        ++skip_;
        return true;
      }
      if (!is_incomplete(character.data(), end)) return false;
    }
    pending_ = character;
    return true;
  }

  /// Reads the bytes of `binary` from `skip_` on. kError: they are invalid, and the remainder is in
  /// `rest_`. kPause: `skip_` is where to go on.
  Stop read_bytes(Term binary) {
    const vm::BinaryBytes bytes(binary);
    const std::string_view text = bytes.text();
    const char* at = text.data() + skip_;
    const char* const end = text.data() + text.size();
    // One that is not aligned was copied, which is not to be done again and again.
    const bool may_pause = vm::bits_of(binary).is_byte_aligned();
    is_inside_ = false;
    while (at < end) {
      if (left_ == 0 && may_pause) {
        is_inside_ = true;
        skip_ = static_cast<Word>(at - text.data());
        return Stop::kPause;
      }
      const Word most = may_pause ? std::min(left_, Points::kMost) : Points::kMost;
      Points points;
      at = decode(at, end, most, &points);
      sink_(points);
      left_ -= std::min(left_, points.count());
      if (points.count() == most || at == end) continue;
      if (is_incomplete(at, end)) {
        pending_.assign(at, end);
        return Stop::kNone;
      }
      const Word used = static_cast<Word>(at - text.data());
      rest_ = vm::make_sub_binary(builder_, binary, used * 8, (text.size() - used) * 8);
      return Stop::kError;
    }
    return Stop::kNone;
  }

  /// Decodes up to `most` characters. Returns the end of those that it has decoded.
  const char* decode(const char* at, const char* end, Word most, Points* points) const {
    points->take(most, [&](std::uint32_t* point) {
      if (at < end && (latin1_ || static_cast<Byte>(*at) < 0x80)) {
        *point = static_cast<Byte>(*at++);
        return true;
      }
      const Word size = vm::decode_utf8(at, end, point);
      at += size;
      return size != 0;
    });
    return at;
  }

  HeapBuilder& builder_;
  const bool latin1_;
  Sink& sink_;
  std::vector<Term> stack_;
  std::string pending_;
  Term at_;                 // the next cell, or a binary at the end of a list
  Word left_ = 0;           // what may be read before the next pause
  bool is_inside_ = false;  // it has paused in the binary that comes next
  Word skip_ = 0;
  Term rest_;
};

BifResult answer(Process& p, HeapBuilder& builder, Stop stop, Term converted, Term rest) {
  switch (stop) {
    case Stop::kNone:
      return converted;
    case Stop::kError:
      return builder.tuple(am::error, converted, rest);
    case Stop::kIncomplete:
      return builder.tuple(am::incomplete, converted, rest);
    case Stop::kBadarg:
    case Stop::kPause:
      break;
  }
  return p.badarg();
}

/// Calls the Erlang implementation for other encodings. It rejects unknown encodings.
BifResult in_erlang(Process& p, const char* function, const Args<2>& a) {
  const Term name = vm::intern_atom(function).value();
  return p.trap(p.vm.exports->get_or_create(am::unicode, name, 2), {a[0], a[1]});
}

constexpr Word kCharactersPerReduction = 32;

struct ListSink {
  vm::ListBuilder& list;
  void operator()(const Points& points) const {
    list.add_all(points.count(),
                 [next = points.begin()]() mutable { return Term::small(*next++); });
  }
};

/// Collects text as UTF-8: in a small array first, as appending a byte to a string costs more than
/// decoding it.
class Utf8Sink {
 public:
  void operator()(const Points& points) {
    if (used_ + 4 * Points::kMost > sizeof part_) flush();
    char* at = part_ + used_;
    for (const std::uint32_t point : points) {
      if (point < 0x80)
        *at++ = static_cast<char>(point);
      else
        at += vm::encode_utf8(point, at);
    }
    used_ = static_cast<Word>(at - part_);
  }
  const std::string& text() {
    flush();
    return text_;
  }

 private:
  void flush() {
    text_.append(part_, used_);
    used_ = 0;
  }
  std::string text_;
  Word used_ = 0;
  char part_[512];
};

// A list is converted at once up to this many elements: an operation begins with the data anew.
constexpr Word kElementsAtOnce = 256;

/// How much of `data` to convert before an operation is started.
Word converted_at_once(const Process& p, Term data) {
  const Word most = done_at_once(p);
  if (!data.is_bitstring()) return std::min(most, kElementsAtOnce);
  return vm::bit_size(data) / 8 > most ? 0 : most;
}

vm::Operation long_list(Process& p, Term data, bool latin1) {
  Pace pace(p, kCharactersPerReduction);
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  ListSink sink{list};
  Reader reader(builder, latin1, sink);
  Stop stop = reader.read(data, pace.left());
  for (; stop == Stop::kPause; stop = reader.go_on(pace.left())) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  co_return answer(p, builder, stop, list.finish(), reader.rest());
}

vm::Operation long_binary(Process& p, Term data, bool latin1) {
  Pace pace(p, kCharactersPerReduction);
  HeapBuilder builder(p);
  Utf8Sink sink;
  Reader reader(builder, latin1, sink);
  Stop stop = reader.read(data, pace.left());
  for (; stop == Stop::kPause; stop = reader.go_on(pace.left())) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  const bool has_binary = stop != Stop::kBadarg;
  co_return answer(p, builder, stop,
                   has_binary ? vm::make_binary_term(builder, sink.text()) : Term::none(),
                   reader.rest());
}

bool is_input_encoding(Term t) { return t == am::latin1 || t == am::utf8 || t == am::unicode; }

}  // namespace

BifResult characters_to_list_2(Process& p, const Args<2>& a) {
  if (!is_input_encoding(a[1])) return in_erlang(p, "characters_to_list_int", a);
  {
    HeapBuilder builder(p);
    vm::ListBuilder list(builder);
    ListSink sink{list};
    Reader reader(builder, a[1] == am::latin1, sink);
    const Word count = converted_at_once(p, a[0]);
    const Stop stop = reader.read(a[0], count);
    if (stop == Stop::kBadarg) return p.badarg();
    if (stop != Stop::kPause) {
      p.use_reductions(static_cast<SWord>(reader.read_since(count) / kCharactersPerReduction));
      return answer(p, builder, stop, list.finish(), reader.rest());
    }
  }
  return p.suspend_on(long_list(p, a[0], a[1] == am::latin1));
}

BifResult characters_to_binary_2(Process& p, const Args<2>& a) {
  if (!is_input_encoding(a[1])) return in_erlang(p, "characters_to_binary_int", a);
  // A list of one binary is treated as the binary, which determines the form of the remainder.
  const bool single =
      a[0].is_cons() && a[0].as_cons().head.is_bitstring() && a[0].as_cons().tail.is_nil();
  const Term data = single ? a[0].as_cons().head : a[0];
  {
    HeapBuilder builder(p);
    Utf8Sink sink;
    Reader reader(builder, a[1] == am::latin1, sink);
    const Word count = converted_at_once(p, data);
    const Stop stop = reader.read(data, count);
    if (stop == Stop::kBadarg) return p.badarg();
    if (stop != Stop::kPause) {
      p.use_reductions(static_cast<SWord>(reader.read_since(count) / kCharactersPerReduction));
      return answer(p, builder, stop, vm::make_binary_term(builder, sink.text()), reader.rest());
    }
  }
  return p.suspend_on(long_binary(p, data, a[1] == am::latin1));
}

BifResult bin_is_7bit_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return am::false_;
  for (const Byte byte : vm::BinaryBytes(a[0]).span()) {
    if (byte >= 128) return am::false_;
  }
  return am::true_;
}

}  // namespace bif
