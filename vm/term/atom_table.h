// The atom table: maps texts to atoms and back. There is one per operating system process, not one
// per Vm, because comparing two atoms needs their texts, and compare() has no argument but the two
// terms (README).
// Invariants: the table is append-only; the text of an index never changes; texts are valid UTF-8
// of at most kMaxAtomCharacters characters. The known atoms (atoms.def) exist from the start and
// have constants in am::.
// Threads: any thread may call any function. Texts are read without a lock, because an atom reaches
// a thread only after its text was written.
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

/// Returns the atom with this UTF-8 text, and adds it if it does not exist. Takes kAtomTable.
Result<Term, AtomError> intern_atom(std::string_view utf8);
/// Returns the atom with this UTF-8 text, or none() if it does not exist or the text is not valid
/// UTF-8.
Term find_atom(std::string_view utf8);

/// The text of an atom in UTF-8. It stays valid until the program exits.
std::string_view atom_text(Term atom);
/// Whether the text begins with `$`, as those of the variables of match specifications do.
bool is_dollar_atom(Term atom);
/// The hash of the text that phash and phash2 use. Every OTP release has the same value.
std::uint32_t atom_hash(Term atom);
/// The order of atoms in the language, by code points: negative, zero or positive.
int compare_atoms(Term a, Term b);
/// The first eight bytes of the text in UTF-8, the first one highest, with zeros behind the end: if
/// they differ, they are in the order of compare_atoms().
Word atom_first_bytes(Term atom);
/// The number of atoms.
Word atom_count();
/// Bytes allocated for texts and entries, and the part of them that is in use.
Word atom_memory_bytes();
Word atom_memory_used_bytes();

namespace detail {
enum class KnownAtom : Word {
#define ATOM(name) name,
#define ATOM_NAMED(name, text) name,
#include "vm/term/atoms.def"
};
}  // namespace detail

/// Constants for the known atoms of atoms.def.
namespace am {
#define ATOM(name) \
  inline constexpr Term name = Term::atom(static_cast<Word>(detail::KnownAtom::name));
#define ATOM_NAMED(name, text) \
  inline constexpr Term name = Term::atom(static_cast<Word>(detail::KnownAtom::name));
#include "vm/term/atoms.def"
}  // namespace am

/// The atom `true` or `false`.
constexpr Term make_boolean(bool value) { return value ? am::true_ : am::false_; }

}  // namespace vm
