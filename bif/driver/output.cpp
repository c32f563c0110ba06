// What a driver sends to the owner of its port, and how it ends the port. Threads: under the port's
// lock. Source: erl_driver(3).
#include "bif/driver/driver_port.h"
#include "bif/nif/environment.h"
#include "bif/nif/text.h"
#include "vm/heap/binary_view.h"
#include "vm/heap/list_view.h"
#include "vm/io/posix.h"
#include "vm/port/port_table.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"

#include <algorithm>
#include <vector>

using vm::Term;

namespace bif {
namespace {

/// The driver of a port that takes output: an error number, or null.
DriverPort* open_port_of(ErlDrvPort handle, int* result) {
  DriverPort* driver = DriverPort::of(handle);
  *result = driver == nullptr || !driver->is_running() ? -1 : 0;
  // A port that closes drops its output.
  return *result != 0 || !driver->takes_output() ? nullptr : driver;
}

/// {Port, {data, [Head | Data]}}.
void send_list(DriverPort& driver, HeapBuilder& builder, std::string_view head, Term data) {
  vm::Port& port = driver.port();
  port.assert_locked();
  for (std::size_t i = head.size(); i-- > 0;)
    data = builder.cons(Term::small(static_cast<vm::Byte>(head[i])), data);
  const Term what = builder.tuple(am::data, data);
  port.send(builder, port.owner(), builder.tuple(port.id, what));
}

/// A binary term of a part of the driver's binary: large ones share its bytes.
Term binary_part(HeapBuilder& builder, ErlDrvBinary* binary, std::size_t offset, std::size_t size) {
  constexpr std::size_t kCopied = 64;
  const auto* bytes = reinterpret_cast<const vm::Byte*>(binary->orig_bytes) + offset;
  if (size <= kCopied) return vm::make_binary(builder, bytes, size);
  vm::Binary* own = from_driver(binary);
  const Term whole = vm::make_counted_binary(builder, vm::SharedRef<vm::Binary>(own), own->size());
  if (offset == 0 && size == own->size()) return whole;
  return vm::make_sub_binary(builder, whole, offset * 8, size * 8);
}

/// The parts of a vector behind `skip` bytes.
struct VectorPart {
  const char* bytes;
  std::size_t size;
  ErlDrvBinary* binary;
};
std::vector<VectorPart> parts_behind(const ErlIOVec& vector, ErlDrvSizeT skip) {
  std::vector<VectorPart> parts;
  for (int i = 0; i < vector.vsize; ++i) {
    const auto* bytes = static_cast<const char*>(vector.iov[i].iov_base);
    const std::size_t size = vector.iov[i].iov_len;
    const std::size_t skipped = std::min<std::size_t>(skip, size);
    skip -= skipped;
    if (size == skipped) continue;
    parts.push_back(
        {bytes + skipped, size - skipped, vector.binv == nullptr ? nullptr : vector.binv[i]});
  }
  return parts;
}

}  // namespace
}  // namespace bif

extern "C" {

// --- output ---

int driver_output2(ErlDrvPort handle, char* head, ErlDrvSizeT head_size, char* bytes,
                   ErlDrvSizeT size) {
  int result;
  bif::DriverPort* driver = bif::open_port_of(handle, &result);
  if (driver == nullptr) return result;
  driver->port().assert_locked();
  driver->port().send_data({head, head_size}, {bytes, size});
  return 0;
}
int driver_output(ErlDrvPort handle, char* bytes, ErlDrvSizeT size) {
  return driver_output2(handle, nullptr, 0, bytes, size);
}

int driver_output_binary(ErlDrvPort handle, char* head, ErlDrvSizeT head_size, ErlDrvBinary* binary,
                         ErlDrvSizeT offset, ErlDrvSizeT size) {
  int result;
  bif::DriverPort* driver = bif::open_port_of(handle, &result);
  if (driver == nullptr) return result;
  driver->port().assert_locked();
  driver->port().count_input(head_size + size);
  vm::HeapBuilder builder(vm::Word{32} + 2 * head_size);
  const Term data = driver->port().settings().is_binary
                        ? bif::binary_part(builder, binary, offset, size)
                        : builder.string({binary->orig_bytes + offset, size});
  bif::send_list(*driver, builder, {head, head_size}, data);
  return 0;
}

int driver_outputv(ErlDrvPort handle, char* head, ErlDrvSizeT head_size, ErlIOVec* vector,
                   ErlDrvSizeT skip) {
  if (vector->size <= skip) return driver_output2(handle, head, head_size, nullptr, 0);
  int result;
  bif::DriverPort* driver = bif::open_port_of(handle, &result);
  if (driver == nullptr) return result;
  driver->port().assert_locked();
  driver->port().count_input(head_size + vector->size - skip);
  vm::HeapBuilder builder(vm::Word{32} + 2 * head_size);
  const std::vector<bif::VectorPart> parts = bif::parts_behind(*vector, skip);
  // As a list of binaries, the last one its tail; or of bytes.
  Term data = Term::nil();
  for (std::size_t i = parts.size(); i-- > 0;) {
    const bif::VectorPart& part = parts[i];
    if (!driver->port().settings().is_binary) {
      for (std::size_t at = part.size; at-- > 0;)
        data = builder.cons(Term::small(static_cast<vm::Byte>(part.bytes[at])), data);
      continue;
    }
    const Term bytes =
        part.binary == nullptr
            ? vm::make_binary_term(builder, {part.bytes, part.size})
            : bif::binary_part(builder, part.binary,
                               static_cast<std::size_t>(part.bytes - part.binary->orig_bytes),
                               part.size);
    data = i + 1 == parts.size() ? bytes : builder.cons(bytes, data);
  }
  bif::send_list(*driver, builder, {head, head_size}, data);
  return 0;
}

// --- the end ---

int driver_failure_atom(ErlDrvPort handle, char* name) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  const auto atom = bif::intern_latin1(name);
  return driver->fail(atom.ok() ? *atom : Term(vm::am::badarg), false);
}
int driver_failure_posix(ErlDrvPort handle, int error) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr ? -1 : driver->fail(vm::posix_error(error), false);
}
int driver_failure(ErlDrvPort handle, int code) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  return driver == nullptr ? -1 : driver->fail(Term::small(code), code == 0);
}
int driver_failure_eof(ErlDrvPort handle) { return driver_failure(handle, 0); }

// As a failure, but the owner loses its link to the port first.
int driver_exit(ErlDrvPort handle, int error) {
  bif::DriverPort* driver = bif::DriverPort::of(handle);
  if (driver == nullptr) return -1;
  driver->port().assert_locked();
  driver->port().unlink_owner();
  return driver->fail(error == 0 ? Term(vm::am::normal) : vm::posix_error(error), false);
}

char* erl_errno_id(int error) {
  // Atoms are never freed, but their texts do not end with a zero.
  static thread_local std::string text;
  text = vm::atom_text(vm::posix_error(error));
  return text.data();
}

}  // extern "C"
