// Hashes and check sums: phash, phash2, MD5, CRC-32, Adler-32.
#include "vm/term/hash.h"

#include "bif/data/numbers.h"
#include "bif/long_work.h"
#include "bif/natives.h"
#include "vm/base/md5.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/iodata_walk.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace bif {
namespace {

constexpr SWord kMaxRange = SWord{1} << 32;

/// Reads the range argument of phash and phash2, 1 to 2^32. Returns 0 if it is invalid.
Word hash_range(Term range) {
  if (!range.is_small() || range.as_small() < 1 || range.as_small() > kMaxRange) return 0;
  return static_cast<Word>(range.as_small());
}

/// True for a check sum argument, 0 to 2^32 - 1.
bool is_checksum(Term t) { return t.is_small() && t.as_small() >= 0 && t.as_small() < kMaxRange; }

Term digest_term(Process& p, const vm::Md5Digest& digest) {
  HeapBuilder builder(p);
  return vm::make_binary(builder, digest.data(), digest.size());
}

/// Reads an MD5 state that md5_init/0 or md5_update/2 returned.
bool read_context(Term term, vm::Md5* context) {
  if (!term.is_binary() || vm::bit_size(term) != 8 * sizeof(vm::Md5)) return false;
  static_assert(std::is_trivially_copyable_v<vm::Md5>, "programs hold the state as a binary");
  std::memcpy(static_cast<void*>(context), vm::BinaryBytes(term).data(), sizeof(vm::Md5));
  return true;
}

Term context_term(Process& p, const vm::Md5& context) {
  HeapBuilder builder(p);
  return vm::make_binary(builder, reinterpret_cast<const Byte*>(&context), sizeof context);
}

// --- sums over I/O data: a type with add(bytes), result(p) and kBytesPerReduction ---

struct Md5Sum {
  static constexpr Word kBytesPerReduction = 128;
  vm::Md5 context;
  void add(std::span<const Byte> bytes) { context.update(bytes); }
  Term result(Process& p) { return digest_term(p, context.finish()); }
};

/// A part of a message: the result is the state.
struct Md5Part : Md5Sum {
  Term result(Process& p) { return context_term(p, context); }
};

using Checksum = uLong (*)(uLong, const Bytef*, z_size_t);

struct CheckSum {
  static constexpr Word kBytesPerReduction = 256;
  Checksum function;
  uLong value;
  void add(std::span<const Byte> bytes) { value = function(value, bytes.data(), bytes.size()); }
  Term result(Process&) const { return number(value); }
};

/// Elements of an I/O list in order, a few at a time: bytes, as small integers, and binaries.
class Parts {
 public:
  explicit Parts(Term iodata) : walk_(iodata) {}
  /// Goes to the next ones, of which there may be none. False: there are no more.
  bool next() {
    constexpr Word kElements = 64;
    parts_.clear();
    state_ = walk_.go_on(
        kElements, [this](Byte byte) { parts_.push_back(Term::small(byte)); },
        [this](Term binary) {
          parts_.push_back(binary);
          return binary.is_binary();
        });
    return state_ == vm::IodataWalk::State::kMore;
  }
  const std::vector<Term>& terms() const { return parts_; }
  bool is_valid() const { return state_ != vm::IodataWalk::State::kInvalid; }

 private:
  vm::IodataWalk walk_;
  vm::IodataWalk::State state_ = vm::IodataWalk::State::kMore;
  std::vector<Term> parts_;
};

template <class Sum>
vm::Operation sum_parts(Process& p, Term iodata, Sum sum) {
  Pace pace(p, Sum::kBytesPerReduction);
  Parts parts(iodata);
  bool is_more = true;
  while (is_more) {
    is_more = parts.next();
    if (!parts.is_valid()) co_return p.badarg();
    for (const Term part : parts.terms()) {
      if (part.is_small()) {
        const Byte byte = static_cast<Byte>(part.as_small());
        sum.add({&byte, 1});
        continue;
      }
      const vm::BinaryBytes bytes(part);
      for (std::span<const Byte> rest = bytes.span(); !rest.empty();) {
        const Word count = std::min<Word>(rest.size(), pace.left());
        sum.add(rest.first(count));
        rest = rest.subspan(count);
        if (pace.is_over(count)) co_await vm::paused();
      }
    }
    constexpr Word kBytesToWalk = 512;  // to go to the next ones takes as long
    if (pace.is_over(kBytesToWalk)) co_await vm::paused();
  }
  co_return sum.result(p);
}

template <class Sum>
BifResult sum_of(Process& p, Term iodata, Sum sum) {
  if (!iodata.is_binary() || vm::bit_size(iodata) / 8 > done_at_once(p))
    return p.suspend_on(sum_parts(p, iodata, sum));
  const vm::BinaryBytes bytes(iodata);
  sum.add(bytes.span());
  p.use_reductions(static_cast<SWord>(bytes.size() / Sum::kBytesPerReduction));
  return sum.result(p);
}

BifResult checksum(Process& p, Checksum function, Term start, Term data) {
  if (!is_checksum(start)) return p.badarg();
  return sum_of(p, data, CheckSum{function, static_cast<uLong>(start.as_small())});
}

using Combine = uLong (*)(uLong, uLong, z_off_t);

BifResult combine(Process& p, Combine function, const Args<3>& a) {
  if (!is_checksum(a[0]) || !is_checksum(a[1]) || !a[2].is_small() || a[2].as_small() < 0) {
    return p.badarg();
  }
  return number(function(static_cast<uLong>(a[0].as_small()), static_cast<uLong>(a[1].as_small()),
                         static_cast<z_off_t>(a[2].as_small())));
}

}  // namespace

BifResult phash_2(Process& p, const Args<2>& a) {
  const Word range = hash_range(a[1]);
  if (range == 0) return p.badarg();
  return number(vm::phash(a[0]) % range + 1);
}

BifResult phash2_1(Process&, const Args<1>& a) {
  return number(vm::phash2(a[0]) & ((1u << 27) - 1));
}

BifResult phash2_2(Process& p, const Args<2>& a) {
  const Word range = hash_range(a[1]);
  if (range == 0) return p.badarg();
  return number(vm::phash2(a[0]) % range);
}

BifResult md5_1(Process& p, const Args<1>& a) { return sum_of(p, a[0], Md5Sum{}); }

BifResult md5_init_0(Process& p, const Args<0>&) { return context_term(p, vm::Md5()); }

BifResult md5_update_2(Process& p, const Args<2>& a) {
  Md5Part part;
  if (!read_context(a[0], &part.context)) return p.badarg();
  return sum_of(p, a[1], part);
}

BifResult md5_final_1(Process& p, const Args<1>& a) {
  vm::Md5 context;
  if (!read_context(a[0], &context)) return p.badarg();
  return digest_term(p, context.finish());
}

BifResult crc32_1(Process& p, const Args<1>& a) {
  return checksum(p, crc32_z, Term::small(0), a[0]);
}
BifResult crc32_2(Process& p, const Args<2>& a) { return checksum(p, crc32_z, a[0], a[1]); }
BifResult crc32_combine_3(Process& p, const Args<3>& a) { return combine(p, crc32_combine, a); }
BifResult adler32_1(Process& p, const Args<1>& a) {
  return checksum(p, adler32_z, Term::small(1), a[0]);
}
BifResult adler32_2(Process& p, const Args<2>& a) { return checksum(p, adler32_z, a[0], a[1]); }
BifResult adler32_combine_3(Process& p, const Args<3>& a) {
  const BifResult combined = combine(p, adler32_combine, a);
  // If the second part is empty, the result is the first argument as given, even if it is not a
  // valid Adler-32 check sum.
  return combined.has_value() && a[2] == Term::small(0) ? BifResult(a[0]) : combined;
}

}  // namespace bif
