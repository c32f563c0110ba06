// Codec: values in Erlang's external format and back.
// Source: the External Term Format chapter of OTP's ERTS user's guide.
#pragma once

#include "tools/libsonde/sonde.h"

namespace sonde {

class Codec {
 public:
  /// The format of `value`, version byte included. Error: kArgument.
  static Result<std::string> encode(const Value& value) noexcept;
  /// The value of bytes that a machine has made.
  static Value decode(std::string_view bytes) noexcept;

 private:
  class Writer;
  class Reader;
};

}  // namespace sonde
