// Hash values of terms: phash and phash2, which programs see and which are the same in every
// release, and internal_hash, which orders the keys of large maps. Source: phash is a
// multiplicative hash over bytes; phash2 is Bob Jenkins' lookup2; internal_hash is MurmurHash3 (128
// bits) over the words of the term, as in OTP 27, so that large maps are walked in the same order
// there and here (except for keys that hold atoms, pids or funs, whose words differ). Invariants:
// terms that are exactly_equal() have the same three hashes. Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm {

/// What erlang:phash2 computes before it is cut to a range: phash2(T) takes the low 27 bits,
/// phash2(T, R) the rest of a division by R.
std::uint32_t phash2(Term term);
/// What erlang:phash computes before it is cut to a range.
std::uint32_t phash(Term term);

namespace detail {
/// The last step of MurmurHash3: each bit of the result depends on all of `h`.
inline Word mix_bits(Word h) {
  h ^= h >> 33;
  h *= 0xFF51AFD7ED558CCD;
  h ^= h >> 33;
  h *= 0xC4CEB9FE1A85EC53;
  return h ^ (h >> 33);
}
/// internal_hash() of a list or an object.
Word internal_hash_of_object(Term term);
}  // namespace detail

/// For keys of maps.
inline Word internal_hash(Term term) {
  return term.is_immediate() ? detail::mix_bits(term.bits())
                             : detail::internal_hash_of_object(term);
}

}  // namespace vm
