// AtomRefs: the atoms of one message to another node, which its terms refer to by number. Each atom
// belongs in one slot of the cache that the two nodes keep for their connection; of two atoms with
// the same slot, the message refers to the first one and has the other written out.
// Source: "External Term Format" of OTP, section "Distribution Header".
// Threads: belongs to one.
#pragma once

#include "vm/term/term.h"

#include <array>
#include <optional>
#include <span>

namespace vm {

class AtomRefs {
 public:
  static constexpr Word kSlots = 2048;
  static constexpr Word kMost = 255;

  static Word slot(Term atom) { return atom.atom_index() % kSlots; }
  /// The number that stands for `atom` in this message; nothing: it is written out.
  std::optional<Byte> add(Term atom) {
    Byte& number = numbers_[slot(atom)];
    if (number == 0) {
      if (count_ == kMost) return std::nullopt;
      atoms_[count_++] = atom;
      number = static_cast<Byte>(count_);
    } else if (atoms_[number - 1] != atom) {
      return std::nullopt;
    }
    return static_cast<Byte>(number - 1);
  }
  std::span<const Term> atoms() const { return {atoms_.data(), count_}; }

 private:
  std::array<Byte, kSlots> numbers_{};  // 1 + the atom's number, by slot; 0: no atom
  std::array<Term, kMost> atoms_;
  Word count_ = 0;
};

}  // namespace vm
