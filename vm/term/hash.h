// Hash functions on terms. Programs see the results of phash and phash2, which are the same in
// every OTP release. internal_hash determines the order of keys in large maps.
// Source: phash is a multiplicative hash over bytes; phash2 is Bob Jenkins' lookup2; internal_hash
// is MurmurHash3 (128 bits) over the words of a term, as in OTP 27. Large maps therefore have the
// same iteration order as in OTP 27, except for keys that contain atoms, pids or funs, whose words
// differ.
// Invariants: terms that are exactly_equal() have the same hashes.
// Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm {

/// The 32-bit hash that erlang:phash2 reduces to a range: phash2(T) takes the low 27 bits,
/// phash2(T, R) the remainder of a division by R.
std::uint32_t phash2(Term term);
/// The 32-bit hash that erlang:phash reduces to a range.
std::uint32_t phash(Term term);

namespace detail {
/// The finalizer of MurmurHash3: each bit of the result depends on all bits of `h`.
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

/// The hash of a map key.
inline Word internal_hash(Term term) {
  return term.is_immediate() ? detail::mix_bits(term.bits())
                             : detail::internal_hash_of_object(term);
}

}  // namespace vm
