// Functions are verified one by one.
#include "loader/verify.h"

#include "loader/verify_function.h"

namespace loader {

LoadResult<void> verify(const BeamFile& beam, GenericCode& code) {
  FunctionVerifier verifier(beam, code);
  for (GenericFunction& function : code.functions) VM_TRY_VOID(verifier.run(function));
  return {};
}

}  // namespace loader
