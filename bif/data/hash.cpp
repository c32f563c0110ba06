// Hashes and check sums: phash, phash2, MD5, CRC-32, Adler-32.
#include "vm/term/hash.h"

#include "bif/natives.h"
#include "vm/base/md5.h"
#include "vm/heap/binary_view.h"

#include <zlib.h>

#include <cstring>

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

std::span<const Byte> bytes_of(const std::string& text) {
  return {reinterpret_cast<const Byte*>(text.data()), text.size()};
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

using Checksum = uLong (*)(uLong, const Bytef*, z_size_t);

BifResult checksum(Process& p, Checksum function, Term start, Term data) {
  std::string bytes;
  if (!is_checksum(start) || !vm::append_iodata(data, bytes)) return p.badarg();
  const uLong sum =
      function(static_cast<uLong>(start.as_small()), bytes_of(bytes).data(), bytes.size());
  p.use_reductions(static_cast<SWord>(bytes.size() / 256));
  return Term::small(static_cast<SWord>(sum));
}

using Combine = uLong (*)(uLong, uLong, z_off_t);

BifResult combine(Process& p, Combine function, const Args<3>& a) {
  if (!is_checksum(a[0]) || !is_checksum(a[1]) || !a[2].is_small() || a[2].as_small() < 0) {
    return p.badarg();
  }
  return Term::small(static_cast<SWord>(function(static_cast<uLong>(a[0].as_small()),
                                                 static_cast<uLong>(a[1].as_small()),
                                                 static_cast<z_off_t>(a[2].as_small()))));
}

}  // namespace

BifResult phash_2(Process& p, const Args<2>& a) {
  const Word range = hash_range(a[1]);
  if (range == 0) return p.badarg();
  return Term::small(static_cast<SWord>(vm::phash(a[0]) % range + 1));
}

BifResult phash2_1(Process&, const Args<1>& a) {
  return Term::small(static_cast<SWord>(vm::phash2(a[0]) & ((1u << 27) - 1)));
}

BifResult phash2_2(Process& p, const Args<2>& a) {
  const Word range = hash_range(a[1]);
  if (range == 0) return p.badarg();
  return Term::small(static_cast<SWord>(vm::phash2(a[0]) % range));
}

BifResult md5_1(Process& p, const Args<1>& a) {
  std::string bytes;
  if (!vm::append_iodata(a[0], bytes)) return p.badarg();
  vm::Md5 context;
  context.update(bytes_of(bytes));
  p.use_reductions(static_cast<SWord>(bytes.size() / 128));
  return digest_term(p, context.finish());
}

BifResult md5_init_0(Process& p, const Args<0>&) { return context_term(p, vm::Md5()); }

BifResult md5_update_2(Process& p, const Args<2>& a) {
  vm::Md5 context;
  std::string bytes;
  if (!read_context(a[0], &context) || !vm::append_iodata(a[1], bytes)) return p.badarg();
  context.update(bytes_of(bytes));
  return context_term(p, context);
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
