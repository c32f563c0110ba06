// The BIFs of `unicode`: conversion of character data (deep lists of code points and binaries) to
// lists and to UTF-8. For invalid or incomplete data they return the exact remainder.
#include "bif/natives.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

namespace bif {
namespace {

/// The reason why decoding stopped.
enum class Stop { kNone, kError, kIncomplete, kBadarg };

bool is_code_point(SWord value) {
  return value >= 0 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
}

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

/// Decodes character data and calls `sink(point)` for each code point. A character may be split
/// over several binaries; `pending_` holds its first bytes. When decoding stops, rest() is the part
/// of the data that was not decoded, as a term: the unread bytes and the rest of the lists that
/// contain them.
template <class Sink>
class Reader {
 public:
  Reader(HeapBuilder& builder, bool latin1, Sink sink)
      : builder_(builder), latin1_(latin1), sink_(sink) {}

  Stop read(Term data) {
    if (data.is_bitstring()) return finish(read_tail_binary(data));
    if (!data.is_list()) return Stop::kBadarg;
    Term rest = data;
    while (true) {
      for (; rest.is_cons(); rest = next(rest)) {
        const Term head = rest.as_cons().head;
        if (head.is_list()) {
          stack_.push_back(rest.as_cons().tail);
        } else if (const Stop stopped = read_element(head, rest); stopped != Stop::kNone) {
          return stopped;
        }
      }
      if (rest.is_bitstring()) {
        const Stop stopped = read_tail_binary(rest);
        if (stopped != Stop::kNone) return stopped;
      } else if (!rest.is_nil()) {
        return Stop::kBadarg;
      }
      if (stack_.empty()) return finish(Stop::kNone);
      rest = stack_.back();
      stack_.pop_back();
    }
  }
  Term rest() const { return rest_; }

 private:
  static Term next(Term list) {
    const vm::Cons& cell = list.as_cons();
    return cell.head.is_list() ? cell.head : cell.tail;
  }

  Stop finish(Stop stop) {
    if (stop != Stop::kNone || pending_.empty()) return stop;
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
      if (latin1_ ? (value < 0 || value > 255) : !is_code_point(value)) return fail(list);
      sink_(static_cast<std::uint32_t>(value));
      return Stop::kNone;
    }
    if (element.is_integer()) return pending_.empty() ? fail(list) : fail_pending(list);
    if (!element.is_binary()) return Stop::kBadarg;
    if (!continue_pending(element)) return fail_pending(list);
    if (read_bytes(element)) return Stop::kNone;
    return fail(builder_.cons(rest_, list.as_cons().tail));
  }

  /// Reads a binary that is the whole data or the tail of a list.
  Stop read_tail_binary(Term binary) {
    if (!binary.is_binary()) return Stop::kBadarg;
    if (!continue_pending(binary)) {
      std::string joined = pending_;
      joined += vm::BinaryBytes(binary).text();
      return fail(vm::make_binary_term(builder_, joined));
    }
    return read_bytes(binary) ? Stop::kNone : fail(rest_);
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
        sink_(point);
        pending_.clear();
        ++skip_;
        return true;
      }
      if (!is_incomplete(character.data(), end)) return false;
    }
    pending_ = character;
    return true;
  }

  /// Reads the bytes of `binary` from `skip_` on. Returns false if they are invalid, with the
  /// remainder in `rest_`.
  bool read_bytes(Term binary) {
    const vm::BinaryBytes bytes(binary);
    const std::string_view text = bytes.text();
    const char* at = text.data() + skip_;
    const char* const end = text.data() + text.size();
    while (at < end) {
      if (latin1_) {
        sink_(static_cast<Byte>(*at++));
        continue;
      }
      std::uint32_t point;
      const Word size = vm::decode_utf8(at, end, &point);
      if (size == 0 && is_incomplete(at, end)) {
        pending_.assign(at, end);
        return true;
      }
      if (size == 0) {
        const Word used = static_cast<Word>(at - text.data());
        rest_ = vm::make_sub_binary(builder_, binary, used * 8, (text.size() - used) * 8);
        return false;
      }
      sink_(point);
      at += size;
    }
    return true;
  }

  HeapBuilder& builder_;
  const bool latin1_;
  Sink sink_;
  std::vector<Term> stack_;
  std::string pending_;
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
      break;
  }
  return p.badarg();
}

/// Calls the Erlang implementation for other encodings. It rejects unknown encodings.
BifResult in_erlang(Process& p, const char* function, const Args<2>& a) {
  const Term name = vm::intern_atom(function).value();
  return p.trap(p.vm.exports->get_or_create(am::unicode, name, 2), {a[0], a[1]});
}

bool is_input_encoding(Term t) { return t == am::latin1 || t == am::utf8 || t == am::unicode; }

}  // namespace

BifResult characters_to_list_2(Process& p, const Args<2>& a) {
  if (!is_input_encoding(a[1])) return in_erlang(p, "characters_to_list_int", a);
  HeapBuilder builder(p);
  std::vector<Term> points;
  auto sink = [&](std::uint32_t point) { points.push_back(Term::small(point)); };
  Reader reader(builder, a[1] == am::latin1, sink);
  const Stop stop = reader.read(a[0]);
  if (stop == Stop::kBadarg) return p.badarg();
  p.use_reductions(static_cast<SWord>(points.size() / 32));
  return answer(p, builder, stop, builder.list_from(points), reader.rest());
}

BifResult characters_to_binary_2(Process& p, const Args<2>& a) {
  if (!is_input_encoding(a[1])) return in_erlang(p, "characters_to_binary_int", a);
  HeapBuilder builder(p);
  std::string utf8;
  auto sink = [&](std::uint32_t point) {
    char bytes[4];
    utf8.append(bytes, vm::encode_utf8(point, bytes));
  };
  Reader reader(builder, a[1] == am::latin1, sink);
  // A list of one binary is treated as the binary, which determines the form of the remainder.
  const bool single =
      a[0].is_cons() && a[0].as_cons().head.is_bitstring() && a[0].as_cons().tail.is_nil();
  const Stop stop = reader.read(single ? a[0].as_cons().head : a[0]);
  if (stop == Stop::kBadarg) return p.badarg();
  p.use_reductions(static_cast<SWord>(utf8.size() / 64));
  return answer(p, builder, stop, vm::make_binary_term(builder, utf8), reader.rest());
}

BifResult bin_is_7bit_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return am::false_;
  for (const Byte byte : vm::BinaryBytes(a[0]).span()) {
    if (byte >= 128) return am::false_;
  }
  return am::true_;
}

}  // namespace bif
