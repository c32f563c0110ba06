// Memory and binaries of drivers: an ErlDrvBinary is a vm::Binary seen from its size on, so that
// binaries go between terms and drivers without copying. Source: erl_driver(3).
#include "bif/driver/driver_port.h"

#include <cstdlib>

namespace {

using vm::Binary;

/// What no machine has memory for.
constexpr ErlDrvSizeT kMaxBytes = ErlDrvSizeT{1} << 47;

}  // namespace

extern "C" {

void* driver_alloc(ErlDrvSizeT size) { return std::malloc(size); }
void* driver_realloc(void* memory, ErlDrvSizeT size) { return std::realloc(memory, size); }
void driver_free(void* memory) { std::free(memory); }

ErlDrvBinary* driver_alloc_binary(ErlDrvSizeT size) {
  return size > kMaxBytes ? nullptr : bif::to_driver(Binary::make(size).detach());
}
ErlDrvBinary* driver_realloc_binary(ErlDrvBinary* binary, ErlDrvSizeT size) {
  if (binary == nullptr) return driver_alloc_binary(size);
  if (size > kMaxBytes) return nullptr;
  return bif::to_driver(
      Binary::resize(vm::SharedRef<Binary>::adopt(bif::from_driver(binary)), size).detach());
}
void driver_free_binary(ErlDrvBinary* binary) {
  if (binary != nullptr) bif::from_driver(binary)->release();
}
ErlDrvSInt driver_binary_get_refc(ErlDrvBinary* binary) {
  return static_cast<ErlDrvSInt>(bif::from_driver(binary)->count());
}
ErlDrvSInt driver_binary_inc_refc(ErlDrvBinary* binary) {
  bif::from_driver(binary)->retain();
  return driver_binary_get_refc(binary);
}
ErlDrvSInt driver_binary_dec_refc(ErlDrvBinary* binary) {
  const ErlDrvSInt left = driver_binary_get_refc(binary) - 1;
  bif::from_driver(binary)->release();
  return left;
}

}  // extern "C"
