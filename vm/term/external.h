// The external term format: term_to_binary encodes terms to bytes and binary_to_term decodes them.
// Invariants: the decoder never reads past the end of its input, and rejects a count that the rest
// of the input cannot hold before it allocates for it. After a failure no term that was built is
// reachable.
// Source: "External Term Format" in the documentation of Erlang/OTP.
// Threads: any.
#pragma once

#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/atom_refs.h"
#include "vm/term/fun_identity.h"

#include <memory>
#include <span>
#include <vector>

namespace vm {

class ByteCount;

/// Finds the code that decoded funs refer to. Implemented above vm/term, which knows no code.
class FunResolver {
 public:
  virtual ~FunResolver() = default;
  /// Returns the export for `fun module:function/arity`, and adds it if it does not exist.
  virtual Export* resolve_export(Term module, Term function, Word arity) = 0;
  /// Returns the export or null. For safe decoding, which must not add exports.
  virtual Export* find_export(Term, Term, Word) { return nullptr; }
  /// Returns the fun entry of a closure, and adds it if it does not exist. `uniq` has 16 bytes;
  /// `arity` is that of a call, without the `num_free` free variables.
  virtual FunEntry* resolve_fun(Term module, Word index, Word old_uniq, const Byte* uniq,
                                Word arity, Word num_free) = 0;
};

struct EncodeOptions {
  // 0: floats as text, atoms in Latin-1 if possible; 1: floats as 64 bits; 2: atoms in UTF-8.
  int minor_version = 2;
  int compression = 0;         // zlib level; 0: none
  bool deterministic = false;  // map keys in term order, so that equal maps give equal bytes
  bool version_byte = true;    // starts with the byte 131
  AtomRefs* atoms = nullptr;   // takes the atoms that are not written out
  // The contents of shared binaries of this many bytes and more are not copied, without
  // compression.
  Word least_inserted = 4096;
};

/// Encodes `term`.
std::vector<Byte> encode_external(Term term, const EncodeOptions& options = {});
/// Several terms, one behind the other.
struct EncodedTerms {
  /// The contents of a large binary, which are not copied: they follow the first `at` of `bytes`.
  struct Insertion {
    Word at;
    SharedRef<Binary> binary;
    Word offset;  // in `binary`
    Word size;
  };
  SharedRef<Binary> bytes;  // null: there was not the memory for them
  Word own_size = 0;        // of `bytes`, which may be longer
  std::vector<Insertion> insertions = {};
  Word size = 0;        // of all terms
  Word first_size = 0;  // of the first one, which has no insertions
};
/// Encodes `terms`, without compression. Nothing of the first is inserted.
EncodedTerms encode_terms(std::span<const Term> terms, const EncodeOptions& options);
/// The same in parts. The term stays as and where it is meanwhile.
class ExternalEncoding {
 public:
  ExternalEncoding(Term term, const EncodeOptions& options, bool in_parts = false);
  ~ExternalEncoding();
  ExternalEncoding(ExternalEncoding&&) noexcept;
  /// Encodes up to `count` terms within the term. False: that was all.
  bool go_on(Word count);
  /// Whether it was given up, as the format has no such size or there is not the memory for it.
  bool is_too_large() const;
  /// With all encoded: compresses up to `count` bytes, where the options say so. False: that was
  /// all.
  bool compress(Word count);
  /// The bytes, once all is encoded and compressed.
  std::vector<Byte> finish();
  /// The same as a binary; called once. What is not compressed is not copied, if it is large.
  Term finish_as_binary(HeapBuilder& builder);
  /// The same as a list of binaries, of which those of EncodeOptions::least_inserted bytes share
  /// the term's. Without compression, of an encoding that was made `in_parts`.
  Term finish_as_list(HeapBuilder& builder);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
/// The number of bytes that encode_external() returns without compression, counted in parts. The
/// term stays as and where it is meanwhile.
class ExternalSize {
 public:
  /// Begins, and counts up to `count` terms within the term.
  ExternalSize(Term term, const EncodeOptions& options, Word count);
  ~ExternalSize();
  ExternalSize(ExternalSize&&) noexcept;
  /// Counts up to `count` more of them. False: that was all.
  bool go_on(Word count);
  /// Whether all is counted.
  bool is_done() const { return state_ == nullptr; }
  /// Whether it was given up, because a size is too large for the format.
  bool is_too_large() const { return is_too_large_; }
  /// The number of bytes, once all is counted.
  Word bytes() const { return bytes_; }

 private:
  void take_result(const ByteCount& counted);

  struct State;
  std::unique_ptr<State> state_;  // null: all is counted
  Word bytes_ = 0;
  bool is_too_large_ = false;
};

struct DecodeOptions {
  bool safe = false;            // reject input that would add atoms or exports
  bool version_byte = true;     // the input starts with the byte 131
  FunResolver* funs = nullptr;  // null: input with funs is rejected
  // What ATOM_CACHE_REF numbers mean: the atoms of a distribution header.
  std::span<const Term> cached_atoms = {};
  // If not null, what the bytes lie in: a binary that is a good part of it shares them, as in OTP.
  Binary* shared = nullptr;
  /// To see whether the bytes are a term: adds no atoms, nodes, exports and funs. The result, which
  /// has something else in their places, is not a term for programs.
  bool only_check = false;
};

/// Decodes the term at the start of `bytes`. Returns none() if they are not a valid term. `*used`,
/// if not null, receives the number of bytes read; bytes after the term are ignored, as by
/// binary_to_term.
Term decode_external(HeapBuilder& builder, std::span<const Byte> bytes,
                     const DecodeOptions& options = {}, Word* used = nullptr);

/// The same in parts. The builder and the bytes stay as they are meanwhile.
class ExternalDecoding {
 public:
  ExternalDecoding(HeapBuilder& builder, std::span<const Byte> bytes, const DecodeOptions& options);
  ~ExternalDecoding();
  ExternalDecoding(const ExternalDecoding&) = delete;
  /// Decodes up to `count` terms within the term. False: that was all, or the bytes are none.
  bool go_on(Word count);
  /// The term, once all is decoded; none() if the bytes are not a valid one.
  Term result() const;
  /// The number of bytes read.
  Word used() const;

 private:
  struct State;
  std::unique_ptr<State> state_;  // null: not even the start is valid
};

}  // namespace vm
