// Binaries and bitstrings: sizes, parts, conversion from and to lists.
#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "vm/base/bits.h"
#include "vm/base/memory_limit.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/iodata_walk.h"
#include "vm/heap/list_view.h"

#include <array>
#include <cstring>
#include <utility>

namespace bif {
namespace {

/// Computes the part of `size` bytes given by start and length. A negative length means the bytes
/// before the start. Returns false if the part is out of range.
bool part_of(Term start, Term length, Word size, Word* from, Word* count) {
  if (!start.is_small() || !length.is_small()) return false;
  SWord first = start.as_small();
  SWord bytes = length.as_small();
  if (first < 0 || static_cast<Word>(first) > size) return false;
  if (bytes < 0) {
    if (-bytes > first) return false;
    first += bytes;
    bytes = -bytes;
  }
  if (static_cast<Word>(bytes) > size - static_cast<Word>(first)) return false;
  *from = static_cast<Word>(first);
  *count = static_cast<Word>(bytes);
  return true;
}

BifResult sub_binary(Process& p, Term binary, Word from, Word count) {
  HeapBuilder builder(p);
  return vm::make_sub_binary(builder, binary, from * 8, count * 8);
}

BifResult binary_part(Process& p, Term binary, Term start, Term length) {
  if (!binary.is_binary()) return p.badarg();
  Word from;
  Word count;
  if (!part_of(start, length, vm::bit_size(binary) / 8, &from, &count)) return p.badarg();
  return sub_binary(p, binary, from, count);
}

/// A list of `count` bytes in the making, in adjacent cells.
class ByteList {
 public:
  ByteList(HeapBuilder& builder, Word count)
      : cells_(count == 0 ? nullptr : builder.alloc(2 * count)), end_(cells_ + 2 * count) {}
  /// The next bytes.
  void add(std::span<const Byte> bytes) {
    for (const Byte byte : bytes) {
      next_[0] = Term::small(byte);
      next_[1] = Term::cons(reinterpret_cast<vm::Cons*>(next_ + 2));
      next_ += 2;
    }
  }
  /// With all bytes: the list, which `tail` follows.
  Term finish(Term tail) {
    if (cells_ == nullptr) return tail;
    end_[-1] = tail;
    return Term::cons(reinterpret_cast<vm::Cons*>(cells_));
  }

 private:
  Term* const cells_;
  Term* const end_;
  Term* next_ = cells_;
};

/// The bytes `from` to `to` of `source`, followed by `tail`, as a list.
vm::Operation long_byte_list(Process& p, Term source, Word from, Word to, Term tail) {
  constexpr Word kBytesPerReduction = 16;
  Pace pace(p, kBytesPerReduction);
  const vm::Bits bits = vm::bits_of(source);
  HeapBuilder builder(p);
  ByteList list(builder, to - from);
  std::vector<Byte> part;
  while (from < to) {
    part.resize(std::min(pace.left(), to - from));
    vm::copy_bits(bits.bytes, bits.bit_offset + from * 8, part.data(), 0, part.size() * 8);
    list.add(part);
    from += part.size();
    if (pace.is_over(part.size())) co_await vm::paused();
  }
  co_return list.finish(tail);
}

/// The same where the bytes are few; none() with an operation where they are many.
BifResult byte_list(Process& p, Term source, Word from, Word to, Term tail) {
  if (to - from > done_at_once(p)) return p.suspend_on(long_byte_list(p, source, from, to, tail));
  const vm::Bits bits = vm::bits_of(source);
  std::array<Byte, kMostAtOnce> bytes;
  vm::copy_bits(bits.bytes, bits.bit_offset + from * 8, bytes.data(), 0, (to - from) * 8);
  p.use_reductions(static_cast<SWord>((to - from) / 64));
  HeapBuilder builder(p);
  ByteList list(builder, to - from);
  list.add(std::span(bytes).first(to - from));
  return list.finish(tail);
}

using State = vm::IodataWalk::State;
constexpr Word kElementsPerReduction = 16;
constexpr Word kBytesPerElement = 64;  // of a binary, which takes as long

/// Counts the bytes of I/O data.
class IodataSize {
 public:
  explicit IodataSize(Term iodata) : walk_(iodata) {}
  State go_on(Word elements) {
    Word size = size_;  // in a register, as there is little to do for a byte
    const State state = walk_.go_on(
        elements, [&](Byte) { ++size; },
        [&](Term binary) {
          const Word bits = vm::bit_size(binary);
          size += bits / 8;
          return bits % 8 == 0;
        });
    size_ = size;
    return state;
  }
  Word size() const { return size_; }

 private:
  vm::IodataWalk walk_;
  Word size_ = 0;
};

vm::Operation long_iodata_size(Process& p, Term iodata) {
  Pace pace(p, kElementsPerReduction);
  IodataSize measure(iodata);
  State state;
  while ((state = measure.go_on(pace.left())) == State::kMore) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  co_return state == State::kEnd ? number(measure.size()) : p.badarg();
}

/// Measures I/O data and collects its bytes, so that one walk will do: the cells of a long list
/// come from memory each time. From a long binary on it only measures, as that would be copied
/// twice, and beyond some MiB, as there may be no memory for all.
class IodataBytes {
 public:
  explicit IodataBytes(Term iodata) : walk_(iodata) {}
  IodataBytes(IodataBytes&& other) noexcept
      : walk_(std::move(other.walk_)),
        only_measures_(other.only_measures_),
        size_(other.size_),
        chunks_(std::move(other.chunks_)) {
    const Word used = static_cast<Word>(other.out_ - other.begin_);
    if (chunks_.empty()) {
      std::memcpy(first_, other.first_, used);
    } else {
      std::memcpy(first_, other.first_, kFirst);
      begin_ = other.begin_;
      limit_ = other.limit_;
    }
    out_ = begin_ + used;
  }

  State go_on(Word elements) {
    Byte* out = out_;  // in registers; a byte that is written could be part of a member
    const Byte* limit = limit_;
    const State state = walk_.go_on(
        elements,
        [&](Byte byte) {
          if (out == limit) [[unlikely]] {
            begin_chunk(out);
            out = out_;
            limit = limit_;
          }
          *out++ = byte;
        },
        [&](Term binary) {
          const Word bits = vm::bit_size(binary);
          if (bits % 8 != 0) return false;
          if (!only_measures_ && bits / 8 <= kLong) {
            const vm::BinaryBytes bytes(binary);
            if (bytes.size() <= static_cast<Word>(limit - out)) [[likely]] {
              std::memcpy(out, bytes.data(), bytes.size());
              out += bytes.size();
              return true;
            }
            add_part(bytes.data(), bytes.size(), out);
          } else {
            if (!only_measures_)
              stop_collecting(out);
            else
              out_ = out;
            size_ += bits / 8;
          }
          out = out_;
          limit = limit_;
          return true;
        });
    out_ = out;
    return state;
  }
  Word size() const { return size_ + static_cast<Word>(out_ - begin_); }
  bool has_all() const { return !only_measures_; }
  /// Copies the collected bytes in parts: number `n` to `out`. Returns its size, 0 for the one
  /// behind the last.
  Word copy_part(Word n, Byte* out) const {
    if (n > chunks_.size()) return 0;
    const Word room = n == 0 ? kFirst : kChunk;
    const Word size = n == chunks_.size() ? static_cast<Word>(out_ - begin_) : room;
    std::memcpy(out, n == 0 ? first_ : chunks_[n - 1].get(), size);
    return size;
  }

 private:
  static constexpr Word kLong = 512;
  static constexpr Word kFirst = 1024;
  static constexpr Word kChunk = 32 << 10;
  static constexpr Word kMostChunks = 256;

  /// From here on it only measures; the bytes so far are up to `out`.
  void stop_collecting(const Byte* out) {
    size_ += static_cast<Word>(out - begin_);
    only_measures_ = true;
    chunks_.clear();
    begin_ = out_ = first_;
    limit_ = first_ + kFirst;
  }
  /// The one before is full, up to `out`. Where it only measures, bytes are written to the same
  /// once more.
  [[gnu::noinline]] void begin_chunk(const Byte* out) {
    if (!only_measures_ && chunks_.size() == kMostChunks) return stop_collecting(out);
    size_ += static_cast<Word>(out - begin_);
    if (!only_measures_) {
      chunks_.push_back(std::make_unique_for_overwrite<Byte[]>(kChunk));
      begin_ = chunks_.back().get();
      limit_ = begin_ + kChunk;
    }
    out_ = begin_;
  }
  /// Adds what is too long for the rest of the chunk.
  [[gnu::noinline]] void add_part(const Byte* bytes, Word size, Byte* out) {
    const Word fits = static_cast<Word>(limit_ - out);
    std::memcpy(out, bytes, fits);
    begin_chunk(out + fits);
    std::memcpy(out_, bytes + fits, size - fits);
    out_ += size - fits;
  }

  vm::IodataWalk walk_;
  bool only_measures_ = false;
  Word size_ = 0;  // of chunks before this one, and of what is only measured
  std::vector<std::unique_ptr<Byte[]>> chunks_;  // behind the first
  Byte first_[kFirst];
  Byte* begin_ = first_;  // of the chunk that is being filled
  Byte* out_ = first_;
  const Byte* limit_ = first_ + kFirst;
};

/// Copies the bytes of I/O data that was measured.
class IodataCopy {
 public:
  IodataCopy(Term iodata, Byte* out) : walk_(iodata), out_(out) {}
  State go_on(Word elements) {
    Byte* out = out_;  // as above
    const State state = walk_.go_on(
        elements, [&](Byte byte) { *out++ = byte; },
        [&](Term binary) {
          const vm::BinaryBytes bytes(binary);
          std::memcpy(out, bytes.data(), bytes.size());
          out += bytes.size();
          of_binaries_ += bytes.size();
          return true;
        });
    out_ = out;
    return state;
  }
  /// The bytes of binaries that it has copied.
  Word of_binaries() const { return of_binaries_; }

 private:
  vm::IodataWalk walk_;
  Byte* out_;
  Word of_binaries_ = 0;
};

enum class JoinedAs { kBinary, kList };  // kList: of one binary, or none

/// The bytes of I/O data; `bytes` has the first of them.
vm::Operation long_iodata_to_binary(Process& p, Term iodata, IodataBytes bytes, JoinedAs what) {
  Pace pace(p, kElementsPerReduction);
  State state;
  while ((state = bytes.go_on(pace.left())) == State::kMore) {
    if (pace.is_over(pace.left())) co_await vm::paused();
  }
  if (state == State::kInvalid) co_return p.badarg();
  if (!vm::fits_in_memory(bytes.size())) co_return p.system_limit();
  if (what == JoinedAs::kList && bytes.size() == 0) co_return Term::nil();
  Byte* out;
  Term result;
  {
    HeapBuilder builder(p);
    result = vm::make_uninitialised_binary(builder, bytes.size(), &out);
  }
  if (bytes.has_all()) {
    Word size;
    for (Word n = 0; (size = bytes.copy_part(n, out)) != 0; ++n) {
      out += size;
      if (pace.is_over(size / kBytesPerElement)) co_await vm::paused();
    }
  } else {
    IodataCopy copy(iodata, out);
    // Few elements at once, as some of them may be long binaries.
    constexpr Word kElements = 64;
    Word before = 0;
    while (copy.go_on(kElements) == State::kMore) {
      const Word added = copy.of_binaries() - std::exchange(before, copy.of_binaries());
      if (pace.is_over(kElements + added / kBytesPerElement)) co_await vm::paused();
    }
  }
  if (what == JoinedAs::kBinary) co_return result;
  HeapBuilder builder(p);
  co_return builder.cons(result, Term::nil());
}

/// Collects the bits of list_to_bitstring/1, whose binaries can have any number of bits.
class BitBuffer {
 public:
  /// Whether memory for `bits` more is to be had.
  bool has_room(Word bits) const {
    const Word more = bits / 8 + 1;
    return more <= bytes_.capacity() - bytes_.size() ||
           vm::fits_in_memory(2 * bytes_.capacity() + more);
  }
  void add_byte(Byte byte) { add(&byte, 0, 8); }
  void add(const Byte* data, Word bit_offset, Word bits) {
    bytes_.resize((bits_ + bits + 7) / 8);
    vm::copy_bits(data, bit_offset, bytes_.data(), bits_, bits);
    bits_ += bits;
  }
  const Byte* data() const { return bytes_.data(); }
  Word bits() const { return bits_; }

 private:
  std::vector<Byte> bytes_;
  Word bits_ = 0;
};

/// A walk over the argument of list_to_bitstring/1, in parts.
class BitListWalk {
 public:
  explicit BitListWalk(Term list) : stack_{list} {}
  /// Goes over up to `count` elements.
  State go_on(Word count) {
    while (!stack_.empty()) {
      if (count-- == 0) return State::kMore;
      const Term rest = stack_.back();
      stack_.pop_back();
      if (rest.is_nil()) continue;
      if (rest.is_bitstring()) {
        if (!add(rest)) return State::kInvalid;
        continue;
      }
      if (!rest.is_cons()) return State::kInvalid;
      const Term head = rest.as_cons().head;
      stack_.push_back(rest.as_cons().tail);
      if (head.is_list()) {
        stack_.push_back(head);
      } else if (!add(head)) {
        return State::kInvalid;
      }
    }
    return State::kEnd;
  }
  const BitBuffer& bits() const { return bits_; }

 private:
  bool add(Term part) {
    if (!bits_.has_room(part.is_bitstring() ? vm::bit_size(part) : 8)) return false;
    if (part.is_bitstring()) {
      const vm::Bits bits = vm::bits_of(part);
      bits_.add(bits.bytes, bits.bit_offset, bits.bit_size);
      return true;
    }
    if (!part.is_byte()) return false;
    bits_.add_byte(static_cast<Byte>(part.as_small()));
    return true;
  }

  std::vector<Term> stack_;
  BitBuffer bits_;
};

vm::Operation bit_list_rest(Process& p, BitListWalk walk) {
  // An element may be a long binary; most are not.
  constexpr Word kSomeElements = 64;
  Pace pace(p, kElementsPerReduction);
  State state;
  Word before = walk.bits().bits();
  while ((state = walk.go_on(kSomeElements)) == State::kMore) {
    const Word added = walk.bits().bits() - std::exchange(before, walk.bits().bits());
    if (pace.is_over(kSomeElements + added / (8 * kBytesPerElement))) co_await vm::paused();
  }
  if (state == State::kInvalid) co_return p.badarg();
  HeapBuilder builder(p);
  co_return vm::make_bitstring(builder, walk.bits().data(), 0, walk.bits().bits());
}

}  // namespace

BifResult byte_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  return number((vm::bit_size(a[0]) + 7) / 8);
}

BifResult bit_size_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  return number(vm::bit_size(a[0]));
}

BifResult size_1(Process& p, const Args<1>& a) {
  if (a[0].is_tuple()) return number(a[0].as_tuple().arity());
  if (a[0].is_bitstring()) return number(vm::bit_size(a[0]) / 8);
  return p.badarg();
}

BifResult binary_part_3(Process& p, const Args<3>& a) { return binary_part(p, a[0], a[1], a[2]); }

BifResult binary_part_2(Process& p, const Args<2>& a) {
  if (!a[1].is_tuple_of(2)) return p.badarg();
  return binary_part(p, a[0], a[1].as_tuple().elements[0], a[1].as_tuple().elements[1]);
}

BifResult split_binary_2(Process& p, const Args<2>& a) {
  if (!a[0].is_bitstring() || !a[1].is_small() || a[1].as_small() < 0) return p.badarg();
  const Word bits = vm::bit_size(a[0]);
  const Word at = static_cast<Word>(a[1].as_small());
  if (at > bits / 8) return p.badarg();
  HeapBuilder builder(p);
  const Term left = vm::make_sub_binary(builder, a[0], 0, at * 8);
  const Term right = vm::make_sub_binary(builder, a[0], at * 8, bits - at * 8);
  return builder.tuple(left, right);
}

BifResult binary_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  return byte_list(p, a[0], 0, vm::bit_size(a[0]) / 8, Term::nil());
}

BifResult binary_to_list_3(Process& p, const Args<3>& a) {
  if (!a[0].is_binary() || !a[1].is_small() || !a[2].is_small()) return p.badarg();
  const SWord first = a[1].as_small();
  const SWord last = a[2].as_small();
  if (first < 1 || last < first || static_cast<Word>(last) > vm::bit_size(a[0]) / 8)
    return p.badarg();
  return byte_list(p, a[0], static_cast<Word>(first - 1), static_cast<Word>(last), Term::nil());
}

BifResult bitstring_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_bitstring()) return p.badarg();
  const Word size = vm::bit_size(a[0]);
  const Word rest = size % 8;
  Term tail = Term::nil();
  if (rest != 0) {
    HeapBuilder builder(p);
    tail = builder.cons(vm::make_sub_binary(builder, a[0], size - rest, rest), tail);
  }
  return byte_list(p, a[0], 0, size / 8, tail);
}

BifResult list_to_binary_1(Process& p, const Args<1>& a) {
  if (!a[0].is_list()) return p.badarg();
  return iolist_to_binary_1(p, a);
}

BifResult iolist_to_binary_1(Process& p, const Args<1>& a) {
  if (a[0].is_binary()) return a[0];
  const Word most = done_at_once(p);
  IodataBytes bytes(a[0]);
  const State state = bytes.go_on(most);
  if (state == State::kInvalid) return p.badarg();
  if (state == State::kMore || bytes.size() > most * kBytesPerElement)
    return p.suspend_on(long_iodata_to_binary(p, a[0], std::move(bytes), JoinedAs::kBinary));
  p.use_reductions(static_cast<SWord>(bytes.size() / 64));
  HeapBuilder builder(p);
  Byte* out;
  const Term result = vm::make_uninitialised_binary(builder, bytes.size(), &out);
  if (!bytes.has_all()) {
    IodataCopy(a[0], out).go_on(~Word{0});
    return result;
  }
  Word size;
  for (Word n = 0; (size = bytes.copy_part(n, out)) != 0; ++n) out += size;
  return result;
}

BifResult iolist_size_1(Process& p, const Args<1>& a) {
  IodataSize measure(a[0]);
  switch (measure.go_on(done_at_once(p))) {
    case State::kEnd:
      return number(measure.size());
    case State::kMore:
      return p.suspend_on(long_iodata_size(p, a[0]));
    case State::kInvalid:
      break;
  }
  return p.badarg();
}

BifResult iolist_to_iovec_1(Process& p, const Args<1>& a) {
  if (a[0].is_nil()) return a[0];
  if (!a[0].is_binary())
    return p.suspend_on(long_iodata_to_binary(p, a[0], IodataBytes(a[0]), JoinedAs::kList));
  if (vm::bit_size(a[0]) == 0) return Term::nil();
  HeapBuilder builder(p);
  return builder.cons(a[0], Term::nil());
}

BifResult list_to_bitstring_1(Process& p, const Args<1>& a) {
  if (!a[0].is_list()) return p.badarg();
  BitListWalk walk(a[0]);
  const State state = walk.go_on(done_at_once(p));
  if (state == State::kInvalid) return p.badarg();
  if (state == State::kMore) return p.suspend_on(bit_list_rest(p, std::move(walk)));
  HeapBuilder builder(p);
  return vm::make_bitstring(builder, walk.bits().data(), 0, walk.bits().bits());
}

}  // namespace bif
