// Conversion of atoms from and to text.
#include "bif/natives.h"
#include "vm/base/utf8.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

namespace bif {
namespace {

BifResult new_atom(Process& p, std::string_view utf8) {
  auto atom = vm::intern_atom(utf8);
  if (atom.ok()) return *atom;
  return atom.error() == vm::AtomError::kBadEncoding ? p.badarg() : p.system_limit();
}

BifResult existing_atom(Process& p, std::string_view utf8) {
  const Term atom = vm::find_atom(utf8);
  return atom.has_value() ? atom : p.badarg();
}

/// Converts the text of a binary in the given encoding (latin1, utf8, unicode) to UTF-8. As OTP,
/// what stands behind as many characters as an atom has is not looked at: it is too long anyway.
bool decode_text(Term binary, Term encoding, std::string* utf8) {
  const vm::BinaryBytes bytes(binary);
  if (encoding == am::utf8 || encoding == am::unicode) {
    *utf8 = bytes.text();
    Word characters = 0;
    for (const char *at = utf8->data(), *end = at + utf8->size(); at < end;) {
      if (++characters > vm::kMaxAtomCharacters) {
        utf8->resize(static_cast<Word>(at - utf8->data()));
        utf8->push_back('?');
        break;
      }
      std::uint32_t point;
      const Word size = vm::decode_utf8(at, end, &point);
      if (size == 0) return false;
      at += size;
    }
    return true;
  }
  *utf8 = vm::utf8_of_latin1(bytes.text());
  return true;
}

bool is_encoding(Term t) { return t == am::latin1 || t == am::utf8 || t == am::unicode; }

BifResult list_text(Process& p, Term list, BifResult (*make)(Process&, std::string_view)) {
  std::string utf8;
  if (!vm::append_utf8_list(list, utf8)) return p.badarg();
  return make(p, utf8);
}

BifResult binary_text(Process& p, const Args<2>& a, BifResult (*make)(Process&, std::string_view)) {
  if (!a[0].is_binary() || !is_encoding(a[1])) return p.badarg();
  // No more bytes than an atom has characters: whether they are UTF-8 is seen where the atom is
  // looked up.
  if (const vm::BinaryBytes bytes(a[0]);
      a[1] != am::latin1 && bytes.size() <= vm::kMaxAtomCharacters)
    return make(p, bytes.text());
  std::string utf8;
  if (!decode_text(a[0], a[1], &utf8)) return p.badarg();
  return make(p, utf8);
}

}  // namespace

BifResult atom_to_list_1(Process& p, const Args<1>& a) {
  if (!a[0].is_atom()) return p.badarg();
  HeapBuilder builder(p);
  vm::ListBuilder list(builder);
  const std::string_view text = vm::atom_text(a[0]);
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    std::uint32_t point;
    at += vm::decode_utf8(at, end, &point);
    list.add(Term::small(point));
  }
  return list.finish();
}

BifResult atom_to_binary_2(Process& p, const Args<2>& a) {
  if (!a[0].is_atom() || !is_encoding(a[1])) return p.badarg();
  const std::string_view text = vm::atom_text(a[0]);
  HeapBuilder builder(p);
  if (a[1] != am::latin1) return vm::make_binary_term(builder, text);
  std::string latin1;
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    std::uint32_t point;
    at += vm::decode_utf8(at, end, &point);
    if (point > 255) return p.badarg();
    latin1.push_back(static_cast<char>(point));
  }
  return vm::make_binary_term(builder, latin1);
}

BifResult list_to_atom_1(Process& p, const Args<1>& a) { return list_text(p, a[0], new_atom); }
BifResult list_to_existing_atom_1(Process& p, const Args<1>& a) {
  return list_text(p, a[0], existing_atom);
}
BifResult binary_to_atom_2(Process& p, const Args<2>& a) { return binary_text(p, a, new_atom); }
BifResult binary_to_existing_atom_2(Process& p, const Args<2>& a) {
  return binary_text(p, a, existing_atom);
}

}  // namespace bif
