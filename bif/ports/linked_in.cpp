// A table of one row: what OTP's libraries cannot do without. Sockets are not here (prim_inet).
#include "bif/ports/linked_in.h"

#include "bif/ports/ram_file.h"

#include <algorithm>

namespace bif {
namespace {
constexpr std::string_view kRamFile = "ram_file_drv";
constexpr std::string_view kNames[] = {kRamFile};
}  // namespace

std::span<const std::string_view> linked_in_drivers() { return kNames; }

std::string_view driver_name(std::string_view command) {
  return command.substr(0, command.find(' '));
}

std::unique_ptr<PortDriver> make_linked_in(std::string_view name) {
  return name == kRamFile ? std::make_unique<RamFile>() : nullptr;
}

bool is_linked_in(std::string_view name) {
  return std::ranges::find(kNames, name) != std::ranges::end(kNames);
}

}  // namespace bif
