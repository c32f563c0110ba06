// The external term format: terms as bytes, as term_to_binary makes them and binary_to_term reads
// them. Invariants: reading never looks behind the end of its input and fails before it allocates
// what the input cannot hold; all failures leave no term behind that a program can reach. Source:
// the format's own description (Erlang/OTP "External Term Format").
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/term/fun_identity.h"

#include <span>
#include <vector>

namespace vm {

/// What decoding needs to know of code: the entries that funs point to. Implemented above vm/term.
class FunResolver {
 public:
  virtual ~FunResolver() = default;
  /// What `fun module:function/arity` points to (made when there is none).
  virtual Export* resolve_export(Term module, Term function, Word arity) = 0;
  /// The same, null where there is none: for safe decoding, which refuses it then.
  virtual Export* find_export(Term, Term, Word) { return nullptr; }
  /// What a closure points to (made when there is none). `uniq`: 16 bytes; `arity`: of a call,
  /// without the `num_free` free variables.
  virtual FunEntry* resolve_fun(Term module, Word index, Word old_uniq, const Byte* uniq,
                                Word arity, Word num_free) = 0;
};

struct EncodeOptions {
  int minor_version = 2;  // 0: floats as text, atoms as Latin-1 where they can be; 1: floats as
                          // bits; 2: atoms as UTF-8
  int compression = 0;    // zlib's level; 0: none
  bool deterministic = false;  // keys of maps in term order, so that equal maps give equal bytes
  bool version_byte = true;    // 131 in front
};

/// Bytes of `term`.
std::vector<Byte> encode_external(Term term, const EncodeOptions& options = {});
/// How many bytes encode_external() would give without compression.
Word external_size(Term term, const EncodeOptions& options = {});

struct DecodeOptions {
  bool safe = false;            // no new atoms, no new external funs
  bool version_byte = true;     // 131 in front
  FunResolver* funs = nullptr;  // null: funs are refused
};

/// Reads one term from the start of `bytes`. Answers none() where they are no term. `*used`, when
/// given, receives how many bytes it took; otherwise bytes that are left over are ignored, as
/// binary_to_term does.
Term decode_external(HeapBuilder& builder, std::span<const Byte> bytes,
                     const DecodeOptions& options = {}, Word* used = nullptr);

}  // namespace vm
