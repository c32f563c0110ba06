// The steps of loading that need no machine, in their order.
#include "loader/checked_file.h"

#include "loader/check.h"
#include "loader/decode.h"
#include "loader/literals.h"
#include "loader/verify.h"

namespace loader {

LoadResult<CheckedFile> check_file(Bytes file, Trust trust) {
  VM_TRY(auto beam, read_beam_file(file));
  VM_TRY(GenericCode code, decode(*beam));
  VM_TRY_VOID(check(*beam, code));
  if (trust == Trust::kNone) {
    VM_TRY_VOID(check_literals(*beam));
    VM_TRY_VOID(verify(*beam, code));
  }
  return CheckedFile{std::move(beam), std::move(code)};
}

}  // namespace loader
