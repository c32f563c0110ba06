// The table with the functions' addresses.
#include "bif/driver/interface.h"

#include <erl_driver.h>

namespace bif {
namespace {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
const InterfaceRow kRows[] = {
#define DRIVER(group, function) {#group, #function, address(&function)},
#include "bif/driver/drivers.def"
};
#pragma clang diagnostic pop

}  // namespace

std::span<const InterfaceRow> driver_interface() { return kRows; }

}  // namespace bif
