// Texts of C code: Latin-1 or UTF-8, as ErlNifCharEncoding says. Threads: any.
#pragma once

#include "vm/base/result.h"
#include "vm/term/atom_table.h"

#include <erl_nif.h>

#include <string>
#include <string_view>

namespace bif {

/// `text` as UTF-8.
std::string to_utf8(std::string_view text, ErlNifCharEncoding encoding);

/// The atom of a Latin-1 text, made when there is none.
inline vm::Result<vm::Term, vm::AtomError> intern_latin1(std::string_view text) {
  return vm::intern_atom(to_utf8(text, ERL_NIF_LATIN1));
}

}  // namespace bif
