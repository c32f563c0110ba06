// The queue of a port: what its driver wants to write later, as parts of binaries.
// Threads: under the port's lock, or under the lock that driver_pdl_create() has made.
// Source: erl_driver(3), driver_enq and its relatives.
#include "bif/driver/driver_port.h"
#include "bif/driver/locks.h"

#include <algorithm>
#include <cstring>

namespace bif {

long release(erl_drv_port_data_lock* lock) {
  // acq_rel: the last one sees what the others did; pairs with itself
  const long left = lock->count.fetch_sub(1, vm::kAcqRel) - 1;
  if (left == 0) std::unique_ptr<erl_drv_port_data_lock>{lock};
  return left;
}

bool DriverPort::is_queue_empty() const {
  const PortDataLock lock(data_lock);
  return queued_bytes() == 0;
}

void DriverPort::drop_queue() {
  const PortDataLock lock(data_lock);
  for (const Part& part : queue_) from_driver(part.binary)->release();
  queue_.clear();
  queue_bytes_.store(0, vm::kRelaxed);
}

void DriverPort::enqueue(QueueEnd end, std::vector<Part> parts) {
  for (const Part& part : parts) queue_bytes_.fetch_add(part.size, vm::kRelaxed);
  if (end == QueueEnd::kBack) {
    queue_.insert(queue_.end(), parts.begin(), parts.end());
  } else {
    queue_.insert(queue_.begin(), parts.begin(), parts.end());
  }
}

ErlDrvSizeT DriverPort::dequeue(ErlDrvSizeT size) {
  if (size > queued_bytes()) return static_cast<ErlDrvSizeT>(-1);
  queue_bytes_.fetch_sub(size, vm::kRelaxed);
  while (size > 0) {
    Part& part = queue_.front();
    const std::size_t taken = std::min<std::size_t>(size, part.size);
    part.data += taken;
    part.size -= taken;
    size -= taken;
    if (part.size > 0) break;
    from_driver(part.binary)->release();
    queue_.pop_front();
  }
  return queued_bytes();
}

SysIOVec* DriverPort::peek(int* count, ErlDrvBinary*** binaries) {
  view_.clear();
  view_binaries_.clear();
  for (const Part& part : queue_) {
    SysIOVec bytes{};
    bytes.iov_base = part.data;
    bytes.iov_len = part.size;
    view_.push_back(bytes);
    view_binaries_.push_back(part.binary);
  }
  *count = static_cast<int>(view_.size());
  if (binaries != nullptr) *binaries = view_binaries_.data();
  return view_.empty() ? nullptr : view_.data();
}

namespace {

/// The driver of a port that has a queue, or null.
DriverPort* with_queue(ErlDrvPort handle) {
  DriverPort* port = DriverPort::of(handle);
  return port != nullptr && port->has_queue() ? port : nullptr;
}

using Part = DriverPort::Part;
using End = DriverPort::QueueEnd;

Part copied_part(const char* bytes, std::size_t size) {
  vm::Binary* binary = vm::Binary::make(size).detach();
  std::memcpy(binary->bytes(), bytes, size);
  return {to_driver(binary), to_driver(binary)->orig_bytes, size};
}

int enqueue_bytes(ErlDrvPort handle, End end, const char* bytes, std::size_t size) {
  DriverPort* port = with_queue(handle);
  if (port == nullptr) return -1;
  if (size > 0) port->enqueue(end, {copied_part(bytes, size)});
  return 0;
}

int enqueue_binary(ErlDrvPort handle, End end, ErlDrvBinary* binary, ErlDrvSizeT offset,
                   ErlDrvSizeT size) {
  DriverPort* port = with_queue(handle);
  if (port == nullptr) return -1;
  if (size == 0) return 0;
  from_driver(binary)->retain();
  port->enqueue(end, {{binary, binary->orig_bytes + offset, size}});
  return 0;
}

int enqueue_vector(ErlDrvPort handle, End end, const ErlIOVec* vector, ErlDrvSizeT skip) {
  DriverPort* port = with_queue(handle);
  if (port == nullptr) return -1;
  std::vector<Part> parts;
  for (int i = 0; i < vector->vsize; ++i) {
    char* bytes = static_cast<char*>(vector->iov[i].iov_base);
    std::size_t size = vector->iov[i].iov_len;
    const std::size_t skipped = std::min<std::size_t>(skip, size);
    skip -= skipped;
    bytes += skipped;
    size -= skipped;
    if (size == 0) continue;
    ErlDrvBinary* binary = vector->binv == nullptr ? nullptr : vector->binv[i];
    if (binary == nullptr) {
      parts.push_back(copied_part(bytes, size));
    } else {
      from_driver(binary)->retain();
      parts.push_back({binary, bytes, size});
    }
  }
  port->enqueue(end, std::move(parts));
  return 0;
}

}  // namespace
}  // namespace bif

extern "C" {

int driver_enq(ErlDrvPort port, char* bytes, ErlDrvSizeT size) {
  return bif::enqueue_bytes(port, bif::End::kBack, bytes, size);
}
int driver_pushq(ErlDrvPort port, char* bytes, ErlDrvSizeT size) {
  return bif::enqueue_bytes(port, bif::End::kFront, bytes, size);
}
int driver_enq_bin(ErlDrvPort port, ErlDrvBinary* binary, ErlDrvSizeT offset, ErlDrvSizeT size) {
  return bif::enqueue_binary(port, bif::End::kBack, binary, offset, size);
}
int driver_pushq_bin(ErlDrvPort port, ErlDrvBinary* binary, ErlDrvSizeT offset, ErlDrvSizeT size) {
  return bif::enqueue_binary(port, bif::End::kFront, binary, offset, size);
}
int driver_enqv(ErlDrvPort port, ErlIOVec* vector, ErlDrvSizeT skip) {
  return bif::enqueue_vector(port, bif::End::kBack, vector, skip);
}
int driver_pushqv(ErlDrvPort port, ErlIOVec* vector, ErlDrvSizeT skip) {
  return bif::enqueue_vector(port, bif::End::kFront, vector, skip);
}

ErlDrvSizeT driver_deq(ErlDrvPort handle, ErlDrvSizeT size) {
  bif::DriverPort* port = bif::with_queue(handle);
  return port == nullptr ? static_cast<ErlDrvSizeT>(-1) : port->dequeue(size);
}
ErlDrvSizeT driver_sizeq(ErlDrvPort handle) {
  bif::DriverPort* port = bif::with_queue(handle);
  return port == nullptr ? static_cast<ErlDrvSizeT>(-1) : port->queued_bytes();
}

ErlDrvSizeT driver_peekqv(ErlDrvPort handle, ErlIOVec* vector) {
  bif::DriverPort* port = bif::with_queue(handle);
  if (port == nullptr) return static_cast<ErlDrvSizeT>(-1);
  vector->iov = port->peek(&vector->vsize, &vector->binv);
  vector->size = port->queued_bytes();
  return vector->size;
}
SysIOVec* driver_peekq(ErlDrvPort handle, int* count) {
  bif::DriverPort* port = bif::with_queue(handle);
  if (port != nullptr) return port->peek(count, nullptr);
  *count = -1;
  return nullptr;
}

ErlDrvSizeT driver_vec_to_buf(ErlIOVec* vector, char* to, ErlDrvSizeT size) {
  ErlDrvSizeT copied = 0;
  for (int i = 0; i < vector->vsize && copied < size; ++i) {
    const ErlDrvSizeT part = std::min<ErlDrvSizeT>(vector->iov[i].iov_len, size - copied);
    if (part > 0) std::memcpy(to + copied, vector->iov[i].iov_base, part);
    copied += part;
  }
  return copied;
}

// --- the lock of a port's data ---

ErlDrvPDL driver_pdl_create(ErlDrvPort handle) {
  bif::DriverPort* port = bif::DriverPort::of(handle);
  if (port == nullptr || port->data_lock != nullptr) return nullptr;
  port->data_lock = std::make_unique<erl_drv_port_data_lock>().release();
  return port->data_lock;
}
void driver_pdl_lock(ErlDrvPDL lock) {
  bif::retain(lock);
  enif_mutex_lock(lock->mutex);
}
void driver_pdl_unlock(ErlDrvPDL lock) {
  enif_mutex_unlock(lock->mutex);
  bif::release(lock);
}
ErlDrvSInt driver_pdl_get_refc(ErlDrvPDL lock) {
  return lock->count.load(vm::kRelaxed);  // relaxed: for information
}
ErlDrvSInt driver_pdl_inc_refc(ErlDrvPDL lock) { return bif::retain(lock); }
ErlDrvSInt driver_pdl_dec_refc(ErlDrvPDL lock) { return bif::release(lock); }

}  // extern "C"
