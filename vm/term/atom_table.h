// The atom table: text to atom and back. One per program run, not one per Vm: comparing two atoms
// needs their texts, and a comparison gets two terms and nothing else. Invariants: append-only; an
// index never changes its text; texts are valid UTF-8 of at most kMaxAtomCharacters characters.
// Known atoms (atoms.def) have constants in am:: and are there from the start.
// Threads: everything here may be called by any thread. Texts are read without a lock: whoever has
// an atom got it from somebody who saw its text written.
#pragma once

#include "vm/base/result.h"
#include "vm/term/term.h"

#include <string_view>

namespace vm {

inline constexpr Word kMaxAtomCharacters = 255;
inline constexpr Word kMaxAtoms = 1048576;

enum class AtomError {
  kTooLong,      // more than kMaxAtomCharacters characters: system_limit
  kTableFull,    // kMaxAtoms atoms: system_limit
  kBadEncoding,  // not UTF-8: badarg
};

/// The atom with this UTF-8 text; made when there is none.
Result<Term, AtomError> intern_atom(std::string_view utf8);
/// The atom with this UTF-8 text, or none() where no such atom exists (or the text is no UTF-8).
Term find_atom(std::string_view utf8);

/// The text, as UTF-8. Valid for ever.
std::string_view atom_text(Term atom);
/// The text's part in phash and phash2 (the same value for the same text in every OTP release).
std::uint32_t atom_hash(Term atom);
/// Order of atoms as the language has it: by code points. Negative, zero or positive.
int compare_atoms(Term a, Term b);
/// How many atoms there are.
Word atom_count();
/// Bytes that atoms take, texts and entries: all that is there for them, or what is in use.
Word atom_memory_bytes();
Word atom_memory_used_bytes();

/// Number of bytes of the UTF-8 character that starts at `at`, or 0 where there is no valid one
/// (surrogates and overlong forms are not valid). `*code_point` receives it.
Word decode_utf8(const char* at, const char* end, std::uint32_t* code_point);
/// Writes a code point as UTF-8 (up to 4 bytes), returns how many.
Word encode_utf8(std::uint32_t code_point, char* out);

namespace detail {
enum class KnownAtom : Word {
#define ATOM(name) name,
#define ATOM_NAMED(name, text) name,
#include "vm/term/atoms.def"
};
}  // namespace detail

/// The known atoms.
namespace am {
#define ATOM(name) \
  inline constexpr Term name = Term::atom(static_cast<Word>(detail::KnownAtom::name));
#define ATOM_NAMED(name, text) \
  inline constexpr Term name = Term::atom(static_cast<Word>(detail::KnownAtom::name));
#include "vm/term/atoms.def"
}  // namespace am

constexpr Term make_boolean(bool value) { return value ? am::true_ : am::false_; }

}  // namespace vm
