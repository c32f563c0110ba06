// The BIFs of OTP's prim_buffer: a queue of bytes of one process, for data that was read ahead from
// a file.
#include "bif/data/numbers.h"
#include "bif/natives.h"
#include "vm/base/atomic.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/magic_ref.h"
#include "vm/proc/references.h"

namespace bif {
namespace {

class ByteBuffer : public vm::MagicObject {
 public:
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  std::string bytes;
  vm::Atomic<bool> locked{false};
};

/// The buffer, if it holds at least `size` bytes.
ByteBuffer* buffer_with(Term ref, Term size) {
  auto* buffer = vm::magic_object<ByteBuffer>(ref);
  if (buffer == nullptr || !size.is_small() || size.as_small() < 0) return nullptr;
  return static_cast<Word>(size.as_small()) <= buffer->bytes.size() ? buffer : nullptr;
}

}  // namespace

BifResult buffer_new_0(Process& p, const Args<0>&) {
  const auto buffer = vm::make_shared_ref<ByteBuffer>();
  HeapBuilder builder(p);
  return vm::make_magic_ref(p.vm, builder, *buffer, sizeof *buffer);
}

BifResult buffer_size_1(Process& p, const Args<1>& a) {
  auto* buffer = vm::magic_object<ByteBuffer>(a[0]);
  if (buffer == nullptr) return p.badarg();
  return number(buffer->bytes.size());
}

BifResult buffer_write_2(Process& p, const Args<2>& a) {
  auto* buffer = vm::magic_object<ByteBuffer>(a[0]);
  if (buffer == nullptr) return p.badarg();
  // A list of binaries: nothing else is a vector for the operating system.
  std::string bytes;
  Term list = a[1];
  for (; list.is_cons(); list = list.as_cons().tail) {
    if (!list.as_cons().head.is_bitstring() || !vm::append_iodata(list.as_cons().head, bytes))
      return p.badarg();
  }
  if (!list.is_nil()) return p.badarg();
  buffer->bytes += bytes;
  return am::ok;
}

BifResult buffer_skip_2(Process& p, const Args<2>& a) {
  ByteBuffer* buffer = buffer_with(a[0], a[1]);
  if (buffer == nullptr) return p.badarg();
  buffer->bytes.erase(0, static_cast<std::size_t>(a[1].as_small()));
  return am::ok;
}

BifResult buffer_copying_read_2(Process& p, const Args<2>& a) {
  ByteBuffer* buffer = buffer_with(a[0], a[1]);
  if (buffer == nullptr) return p.badarg();
  const auto size = static_cast<std::size_t>(a[1].as_small());
  HeapBuilder builder(p);
  const Term taken = vm::make_binary_term(builder, std::string_view(buffer->bytes).substr(0, size));
  buffer->bytes.erase(0, size);
  return taken;
}

BifResult buffer_peek_head_1(Process& p, const Args<1>& a) {
  auto* buffer = vm::magic_object<ByteBuffer>(a[0]);
  if (buffer == nullptr) return p.badarg();
  HeapBuilder builder(p);
  return vm::make_binary_term(builder, buffer->bytes);
}

BifResult buffer_find_byte_index_2(Process& p, const Args<2>& a) {
  auto* buffer = vm::magic_object<ByteBuffer>(a[0]);
  if (buffer == nullptr || !a[1].is_small()) return p.badarg();
  if (a[1].as_small() < 0 || a[1].as_small() > 0xFF) return p.badarg();
  const std::size_t found = buffer->bytes.find(static_cast<char>(a[1].as_small()));
  if (found == std::string::npos) return am::not_found;
  return HeapBuilder(p).tuple(am::ok, number(found));
}

BifResult buffer_try_lock_1(Process& p, const Args<1>& a) {
  auto* buffer = vm::magic_object<ByteBuffer>(a[0]);
  if (buffer == nullptr) return p.badarg();
  // acquire: pairs with unlock; the holder sees what the last one did to the bytes.
  const bool taken = !buffer->locked.exchange(true, vm::kAcquire);
  return taken ? am::acquired : am::busy;
}

BifResult buffer_unlock_1(Process& p, const Args<1>& a) {
  auto* buffer = vm::magic_object<ByteBuffer>(a[0]);
  if (buffer == nullptr) return p.badarg();
  // release: pairs with try_lock.
  return buffer->locked.exchange(false, vm::kRelease) ? Term(am::ok) : p.badarg();
}

}  // namespace bif
