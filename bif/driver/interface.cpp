// The table with the functions' addresses.
#include "bif/driver/interface.h"

#include <erl_driver.h>

namespace bif {
namespace {

const void* address(auto* function) { return reinterpret_cast<const void*>(function); }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
const DriverInterfaceRow kRows[] = {
#define DRIVER(group, function) {#group, #function, address(&function)},
#include "bif/driver/drivers.def"
};
#pragma clang diagnostic pop

}  // namespace

std::span<const DriverInterfaceRow> driver_interface() { return kRows; }

}  // namespace bif
