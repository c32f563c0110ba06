// The bytes of binaries and of I/O lists, as BIFs read them.
#pragma once

#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <span>
#include <string>
#include <vector>

namespace vm {

/// The bytes of a binary term (whole bytes): in place, or copied where they do not start at a byte
/// boundary. Valid as long as this object and the term.
class BinaryBytes {
 public:
  explicit BinaryBytes(Term binary);
  const Byte* data() const { return data_; }
  Word size() const { return size_; }
  std::span<const Byte> span() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const Byte* data_;
  Word size_;
  std::vector<Byte> copy_;
};

/// Appends the bytes of an I/O list or binary. False where it is neither; `out` is then
/// unspecified.
bool append_iodata(Term iodata, std::string& out);

/// The number of bytes of an I/O list or binary, or -1 where it is neither.
SWord iodata_size(Term iodata);

inline Term make_binary_term(HeapBuilder& builder, std::string_view bytes) {
  return make_binary(builder, reinterpret_cast<const Byte*>(bytes.data()), bytes.size());
}

/// A list of Latin-1 characters (integers 0..255) as bytes; nothing where it is none.
bool append_latin1_list(Term list, std::string& out);

/// A list of code points, or of Latin-1 characters, as UTF-8; false where it is none.
bool append_utf8_list(Term list, std::string& out);

/// The same of a list that may be deep, of code points alone.
bool append_deep_utf8_list(Term list, std::string& out);

/// A file or environment name: a list of characters, an atom, or a binary, as UTF-8; false where it
/// is none of them or holds a zero byte.
bool append_name(Term name, std::string& out);

}  // namespace vm
