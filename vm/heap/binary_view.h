// The bytes of binaries, I/O lists and character lists, for BIFs that need them as text or bytes.
// Threads: any; pure functions on terms of the caller.
#pragma once

#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <span>
#include <string>
#include <vector>

namespace vm {

/// A view of the bytes of a binary (whole bytes). It refers to the binary's own bytes if they are
/// byte-aligned, and to a copy otherwise. Valid as long as this object and the term.
class BinaryBytes {
 public:
  explicit BinaryBytes(Term binary) {
    const Bits bits = bits_of(binary);
    size_ = bits.byte_size();
    data_ = bits.bytes;
    if (!bits.is_byte_aligned() && size_ != 0) [[unlikely]]
      align(bits);
  }
  const Byte* data() const { return data_; }
  Word size() const { return size_; }
  std::span<const Byte> span() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  void align(const Bits& bits);

  const Byte* data_;
  Word size_;
  std::vector<Byte> copy_;
};

// The append functions return false if the term has another form; `out` is then unspecified.

/// Appends the bytes of an I/O list or binary.
bool append_iodata(Term iodata, std::string& out);

/// Returns the number of bytes of an I/O list or binary, or -1 if the term is neither.
SWord iodata_size(Term iodata);

/// Makes a binary of `bytes`.
inline Term make_binary_term(HeapBuilder& builder, std::string_view bytes) {
  return make_binary(builder, reinterpret_cast<const Byte*>(bytes.data()), bytes.size());
}

/// Appends a list of Latin-1 characters (integers from 0 to 255) as bytes.
bool append_latin1_list(Term list, std::string& out);

/// Appends a list of code points as UTF-8.
bool append_utf8_list(Term list, std::string& out);

/// Appends a list of code points, which may contain further lists, as UTF-8.
bool append_deep_utf8_list(Term list, std::string& out);

/// Appends the name of a file or environment variable as UTF-8: a list of characters, an atom or a
/// binary, without a zero byte.
bool append_name(Term name, std::string& out);

}  // namespace vm
