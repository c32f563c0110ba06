// Binaries: `ErlNifBinary::ref_bin` is the vm::Binary of which the C code owns a count, or null
// where the bytes belong to a term or to the environment. Source: erl_nif(3), "Binaries".
#include "bif/nif/environment.h"
#include "vm/code/fun_resolver.h"
#include "vm/code/tables.h"
#include "vm/heap/binary_view.h"
#include "vm/term/external.h"
#include "vm/term/external_tags.h"

#include <algorithm>
#include <new>

using bif::from_nif;
using bif::to_nif;
using vm::Binary;
using vm::SharedRef;
using vm::Term;
using vm::Word;

namespace bif {
namespace {

/// What no machine has memory for: 1 << 47 bytes.
constexpr std::size_t kMaxBinaryBytes = std::size_t{1} << 47;

Binary* owned(const ErlNifBinary& binary) { return static_cast<Binary*>(binary.ref_bin); }

void set_owned(ErlNifBinary* to, SharedRef<Binary> binary, std::size_t size) {
  *to = {};
  to->size = size;
  to->data = binary->bytes();
  to->ref_bin = binary.detach();
  if (has_nif_checks()) checks::hold(checks::Held::kBinary, to->ref_bin);
}

/// The count that the C code owns, which it gives back.
SharedRef<Binary> take_owned(const ErlNifBinary& binary) {
  if (has_nif_checks()) checks::release(checks::Held::kBinary, binary.ref_bin);
  return SharedRef<Binary>::adopt(owned(binary));
}

}  // namespace
}  // namespace bif

extern "C" {

void* enif_alloc(size_t size) { return std::malloc(size); }
void* enif_realloc(void* memory, size_t size) { return std::realloc(memory, size); }
void enif_free(void* memory) { std::free(memory); }

int enif_alloc_binary(size_t size, ErlNifBinary* to) {
  if (size > bif::kMaxBinaryBytes) return 0;
  bif::set_owned(to, Binary::make(size), size);
  return 1;
}

int enif_realloc_binary(ErlNifBinary* binary, size_t size) {
  if (size > bif::kMaxBinaryBytes) return 0;
  SharedRef<Binary> old = bif::take_owned(*binary);
  if (old && old->count() == 1) {
    bif::set_owned(binary, Binary::resize(std::move(old), size), size);
    return 1;
  }
  SharedRef<Binary> copy = Binary::make(size);
  std::copy_n(binary->data, std::min(binary->size, size), copy->bytes());
  bif::set_owned(binary, std::move(copy), size);
  return 1;
}

void enif_release_binary(ErlNifBinary* binary) {
  bif::take_owned(*binary);
  binary->ref_bin = nullptr;
}

int enif_inspect_binary(ErlNifEnv* env, ERL_NIF_TERM term, ErlNifBinary* to) {
  const Term t = from_nif(term);
  if (!t.is_bitstring() || !t.is_binary()) return 0;
  const vm::Bits bits = vm::bits_of(t);
  *to = {};
  to->size = bits.byte_size();
  if (bits.is_byte_aligned()) {
    to->data = const_cast<unsigned char*>(bits.bytes);
  } else {
    to->data = env->allocate_temporary(to->size);
    const vm::BinaryBytes bytes(t);
    std::ranges::copy(bytes.span(), to->data);
  }
  return 1;
}

int enif_inspect_iolist_as_binary(ErlNifEnv* env, ERL_NIF_TERM term, ErlNifBinary* to) {
  if (enif_inspect_binary(env, term, to)) return 1;
  std::string bytes;
  if (from_nif(term).is_bitstring() || !vm::append_iodata(from_nif(term), bytes)) return 0;
  *to = {};
  to->size = bytes.size();
  to->data = env->allocate_temporary(bytes.size());
  std::ranges::copy(bytes, to->data);
  return 1;
}

ERL_NIF_TERM enif_make_binary(ErlNifEnv* env, ErlNifBinary* binary) {
  SharedRef<Binary> own = bif::take_owned(*binary);
  if (!own) return to_nif(vm::make_binary(env->builder(), binary->data, binary->size));
  // The count passes to the term; the C code may still read the bytes while the term lives.
  binary->ref_bin = nullptr;
  return to_nif(vm::make_counted_binary(env->builder(), std::move(own), binary->size));
}

unsigned char* enif_make_new_binary(ErlNifEnv* env, size_t size, ERL_NIF_TERM* term) {
  if (size > bif::kMaxBinaryBytes) return nullptr;
  vm::Byte* data;
  *term = to_nif(vm::make_uninitialised_binary(env->builder(), size, &data));
  return data;
}

ERL_NIF_TERM enif_make_sub_binary(ErlNifEnv* env, ERL_NIF_TERM term, size_t start, size_t size) {
  const Term t = from_nif(term);
  const bool is_in =
      t.is_bitstring() && start <= vm::bit_size(t) / 8 && size <= vm::bit_size(t) / 8 - start;
  VM_CHECK(is_in, "enif_make_sub_binary() of a part of a binary");
  return to_nif(vm::make_sub_binary(env->builder(), t, start * 8, size * 8));
}

// --- external format ---

int enif_term_to_binary(ErlNifEnv*, ERL_NIF_TERM term, ErlNifBinary* to) {
  const std::vector<vm::Byte> bytes = vm::encode_external(from_nif(term));
  SharedRef<Binary> binary = Binary::make(bytes.size());
  std::ranges::copy(bytes, binary->bytes());
  bif::set_owned(to, std::move(binary), bytes.size());
  return 1;
}

size_t enif_binary_to_term(ErlNifEnv* env, const unsigned char* data, size_t size,
                           ERL_NIF_TERM* term, unsigned options) {
  if ((options & ~static_cast<unsigned>(ERL_NIF_BIN2TERM_SAFE)) != 0) return 0;
  // As OTP, which decodes no compressed terms here.
  if (size > 1 && data[1] == vm::detail::kTagCompressed) return 0;
  vm::CodeFunResolver funs(*env->vm.exports, *env->vm.funs);
  Word used = 0;
  const Term decoded =
      vm::decode_external(env->builder(), {data, size},
                          {.safe = (options & ERL_NIF_BIN2TERM_SAFE) != 0, .funs = &funs}, &used);
  if (decoded.is_none()) return 0;
  *term = to_nif(decoded);
  return used;
}

}  // extern "C"
