// Parts of `.beam` files, for erts_internal.
#include "bif/natives.h"
#include "loader/loader.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"

namespace bif {

/// erts_internal:beamfile_chunk(Bytes, Name) -> Binary | undefined.
BifResult beamfile_chunk_2(Process& p, const Args<2>& a) {
  std::string name;
  if (!a[0].is_binary() || !vm::append_latin1_list(a[1], name) || name.size() != 4)
    return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  const auto chunk = loader::chunk_contents(bytes.span(), name);
  if (!chunk) return am::undefined;
  HeapBuilder builder(p);
  return vm::make_binary(builder, chunk->data(), chunk->size());
}

/// erts_internal:beamfile_module_md5(Bytes) -> Binary | undefined.
BifResult beamfile_module_md5_1(Process& p, const Args<1>& a) {
  if (!a[0].is_binary()) return p.badarg();
  const vm::BinaryBytes bytes(a[0]);
  const auto md5 = loader::module_md5(bytes.span());
  if (!md5) return am::undefined;
  HeapBuilder builder(p);
  return vm::make_binary(builder, md5->data(), md5->size());
}

}  // namespace bif
