// Vectors of binaries for writev(2), and queues of them. Source: erl_nif(3), "I/O queues".
// Ownership: a queue owns a count of each binary in it. A vector refers to what its terms hold; one
// without an environment owns counts (ref_bins).
#include "bif/nif/environment.h"
#include "vm/heap/binary_view.h"
#include "vm/term/boxed.h"

#include <algorithm>
#include <deque>

using bif::from_nif;
using bif::to_nif;
using vm::Binary;
using vm::Term;

/// A queue of bytes, the name that erl_nif.h has declared.
struct erts_io_queue {
  struct Part {
    Binary* binary;  // one count
    unsigned char* data;
    std::size_t size;
  };
  ~erts_io_queue() {
    for (const Part& part : parts) part.binary->release();
  }
  std::deque<Part> parts;
  std::size_t size = 0;
  std::vector<SysIOVec> view;  // what enif_ioq_peek() returned last
};

namespace bif {
namespace {

constexpr int kHeapAllocated = 1;  // ErlNifIOVec::flags

SysIOVec part(const unsigned char* data, std::size_t size) {
  SysIOVec result{};
  result.iov_base = const_cast<char*>(reinterpret_cast<const char*>(data));
  result.iov_len = size;
  return result;
}

/// The counted binary behind a term's bytes, or null.
Binary* binary_behind(Term t) {
  if (!t.is_boxed_as(vm::Subtag::kSubBinary)) return nullptr;
  const Term original = t.as_boxed<vm::SubBinary>().original;
  return original.is_boxed_as(vm::Subtag::kRefBinary) ? original.as_boxed<vm::RefBinary>().binary
                                                      : nullptr;
}

Binary* copy_of(const void* data, std::size_t size) {
  Binary* copy = Binary::make(size).detach();
  std::copy_n(static_cast<const unsigned char*>(data), size, copy->bytes());
  return copy;
}

/// Makes room for `count` parts: in the vector itself, or in memory of its own.
void make_room(ErlNifIOVec* vector, int count) {
  vector->iovcnt = count;
  if (count <= ERL_NIF_IOVEC_SIZE) {
    vector->iov = vector->small_iov;
    vector->ref_bins = vector->small_ref_bin;
    return;
  }
  const auto n = static_cast<std::size_t>(count);
  vector->iov = std::make_unique<SysIOVec[]>(n).release();
  vector->ref_bins = std::make_unique<void*[]>(n).release();
}

/// Takes at most `most` elements of `*rest`, but at least one, as OTP. False: one of them, or the
/// end of the list, is not what it must be.
bool take_binaries(Term* rest, std::size_t most, std::vector<Term>* binaries) {
  std::size_t taken = 0;
  while (rest->is_cons()) {
    const Term element = rest->as_cons().head;
    if (!element.is_bitstring() || !element.is_binary()) return false;
    if (vm::bits_of(element).byte_size() > 0) binaries->push_back(element);
    *rest = rest->as_cons().tail;
    if (++taken >= most) break;
  }
  return rest->is_list();
}

/// Each part holds a count, so that it may outlive the environment where that is allowed.
void fill(ErlNifIOVec* to, const std::vector<Term>& binaries) {
  make_room(to, static_cast<int>(binaries.size()));
  for (std::size_t i = 0; i < binaries.size(); ++i) {
    Binary* binary = binary_behind(binaries[i]);
    const vm::Bits bits = vm::bits_of(binaries[i]);
    if (binary != nullptr && bits.is_byte_aligned()) {
      binary->retain();
      to->iov[i] = part(bits.bytes, bits.byte_size());
    } else {
      const vm::BinaryBytes bytes(binaries[i]);
      binary = copy_of(bytes.data(), bytes.size());
      to->iov[i] = part(binary->bytes(), bytes.size());
    }
    to->ref_bins[i] = binary;
    to->size += to->iov[i].iov_len;
  }
}

ErlNifIOVec* make_vector() {
  auto vector = std::make_unique<ErlNifIOVec>();
  vector->flags = kHeapAllocated;
  return vector.release();
}

/// Makes `*to` show the parts of `from`, which keeps their counts.
void show(ErlNifIOVec* to, const ErlNifIOVec& from) {
  *to = from;
  to->flags = 0;
  if (from.iov != from.small_iov) return;
  to->iov = to->small_iov;
  to->ref_bins = to->small_ref_bin;
}

}  // namespace
}  // namespace bif

extern "C" {

int enif_inspect_iovec(ErlNifEnv* env, size_t max_elements, ERL_NIF_TERM list, ERL_NIF_TERM* tail,
                       ErlNifIOVec** vector) {
  std::vector<Term> binaries;
  Term rest = from_nif(list);
  if (!bif::take_binaries(&rest, max_elements, &binaries)) return 0;
  *tail = to_nif(rest);
  if (env == nullptr && *vector != nullptr) {
    **vector = {};
    bif::fill(*vector, binaries);
    return 1;
  }
  ErlNifIOVec* own = bif::make_vector();
  bif::fill(own, binaries);
  if (env != nullptr) env->free_at_end(own);
  // The library's vector, mostly a variable, is gone when the environment ends.
  if (*vector != nullptr) {
    bif::show(*vector, *own);
  } else {
    *vector = own;
  }
  return 1;
}

void enif_free_iovec(ErlNifIOVec* vector) {
  for (int i = 0; i < vector->iovcnt; ++i) static_cast<Binary*>(vector->ref_bins[i])->release();
  if (vector->iov != vector->small_iov) {
    std::unique_ptr<SysIOVec[]>{vector->iov};
    std::unique_ptr<void*[]>{vector->ref_bins};
  }
  vector->iovcnt = 0;
  if ((vector->flags & bif::kHeapAllocated) != 0) std::unique_ptr<ErlNifIOVec>{vector};
}

ErlNifIOQueue* enif_ioq_create(ErlNifIOQueueOpts options) {
  if (options != ERL_NIF_IOQ_NORMAL) return nullptr;
  return std::make_unique<ErlNifIOQueue>().release();
}
void enif_ioq_destroy(ErlNifIOQueue* queue) { std::unique_ptr<ErlNifIOQueue>{queue}; }
size_t enif_ioq_size(ErlNifIOQueue* queue) { return queue->size; }

int enif_ioq_enq_binary(ErlNifIOQueue* queue, ErlNifBinary* from, size_t skip) {
  if (skip > from->size) {
    enif_release_binary(from);
    return 0;
  }
  auto* binary = static_cast<Binary*>(from->ref_bin);
  unsigned char* data = from->data;
  if (binary == nullptr) {
    binary = bif::copy_of(from->data, from->size);
    data = binary->bytes();
  }
  if (bif::has_nif_checks()) bif::checks::release(bif::checks::Held::kBinary, binary);
  from->ref_bin = nullptr;
  queue->parts.push_back({binary, data + skip, from->size - skip});
  queue->size += from->size - skip;
  return 1;
}

int enif_ioq_enqv(ErlNifIOQueue* queue, ErlNifIOVec* vector, size_t skip) {
  if (skip > vector->size) return 0;
  for (int i = 0; i < vector->iovcnt; ++i) {
    const SysIOVec& part = vector->iov[i];
    const std::size_t skipped = std::min<std::size_t>(skip, part.iov_len);
    skip -= skipped;
    if (skipped == part.iov_len) continue;
    auto* binary = static_cast<Binary*>(vector->ref_bins[i]);
    binary->retain();
    queue->parts.push_back({binary, reinterpret_cast<unsigned char*>(part.iov_base) + skipped,
                            part.iov_len - skipped});
    queue->size += part.iov_len - skipped;
  }
  return 1;
}

int enif_ioq_deq(ErlNifIOQueue* queue, size_t count, size_t* size) {
  if (count > queue->size) return 0;
  queue->size -= count;
  while (count > 0) {
    erts_io_queue::Part& part = queue->parts.front();
    const std::size_t taken = std::min(count, part.size);
    part.data += taken;
    part.size -= taken;
    count -= taken;
    if (part.size > 0) break;
    part.binary->release();
    queue->parts.pop_front();
  }
  if (size != nullptr) *size = queue->size;
  return 1;
}

SysIOVec* enif_ioq_peek(ErlNifIOQueue* queue, int* count) {
  queue->view.clear();
  for (const erts_io_queue::Part& part : queue->parts)
    queue->view.push_back(bif::part(part.data, part.size));
  *count = static_cast<int>(queue->view.size());
  return queue->view.data();
}

int enif_ioq_peek_head(ErlNifEnv* env, ErlNifIOQueue* queue, size_t* size, ERL_NIF_TERM* head) {
  if (queue->parts.empty()) return 0;
  const erts_io_queue::Part& part = queue->parts.front();
  const Term whole = vm::make_counted_binary(env->builder(), vm::SharedRef<Binary>(part.binary),
                                             part.binary->size());
  const auto start = static_cast<vm::Word>(part.data - part.binary->bytes());
  *head = to_nif(vm::make_sub_binary(env->builder(), whole, start * 8, part.size * 8));
  if (size != nullptr) *size = part.size;
  return 1;
}

}  // extern "C"
