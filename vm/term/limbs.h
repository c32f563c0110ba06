// The words of an integer term as GMP's limbs. Threads: any.
#pragma once

#include "vm/base/types.h"

#include <gmp.h>

#include <vector>

namespace vm {

static_assert(sizeof(mp_limb_t) == sizeof(Word) && GMP_NAIL_BITS == 0,
              "a limb of GMP is a word of the heap");

// GMP's limb type is `unsigned long` and a Word is `std::uint64_t`: they are the same type or have
// the same layout.
inline mp_limb_t* gmp(Word* limbs) { return reinterpret_cast<mp_limb_t*>(limbs); }
inline const mp_limb_t* gmp(const Word* limbs) { return reinterpret_cast<const mp_limb_t*>(limbs); }
inline mp_size_t gmp_size(Word size) { return static_cast<mp_size_t>(size); }

/// Scratch space for limbs, which are not initialised; a small number of them stays on the native
/// stack.
class Limbs {
 public:
  explicit Limbs(Word size) {
    if (size > kInline) large_.resize(size);
  }
  Word* data() { return large_.empty() ? inline_ : large_.data(); }
  Word& operator[](Word i) { return data()[i]; }

 private:
  static constexpr Word kInline = 64;
  Word inline_[kInline];
  std::vector<Word> large_;
};

}  // namespace vm
