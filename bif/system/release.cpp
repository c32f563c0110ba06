// The version belongs to the folder of Erlang/OTP, which is the same for all machines of a program.
#include "bif/system/release.h"

namespace bif {
namespace {

std::string& the_version() {
  static std::string version = "15.2";  // of release 27
  return version;
}

}  // namespace

const std::string& erts_version() { return the_version(); }

void set_erts_version(const std::string& version) {
  // A second machine may start while the first reads it: then it is the same.
  if (!version.empty() && version != the_version()) the_version() = version;
}

}  // namespace bif
