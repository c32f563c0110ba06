// From a BEAM function to LLVM functions: each native function of the plan is made by pasting the
// definitions of its instructions one after the other, with their operands as constants, and
// connecting each outcome to what follows it. Threads: the holder of the compiler's lock.
#pragma once

#include "jit/llvm/unknown_values.h"
#include "jit/plan.h"

#include <memory>

namespace llvm {
class Function;
class LLVMContext;
class Module;
}  // namespace llvm

namespace jit {

class DefinitionLibrary;

/// Whether the module's code is marked with the BEAM instruction it belongs to (listing.h).
enum class Marks : bool { kNone, kInstructions };

/// Whether words that differ between runs are in the code as unknown values (unknown_values.h),
/// instead of as constants.
enum class IsPortable : bool { kNo, kYes };

/// One native function before it is compiled.
struct NativeFunction {
  int instruction;  // where it begins
  std::string symbol;
};

/// A function that goes to a function of the BEAM module through its entry word, or to where an
/// export leads, and begins with a jump that can go there by itself (direct_calls.h).
struct CallStub {
  static constexpr Word kDistance = 1;  // where the distance of that jump is
  static constexpr Word kIndirect = 5;  // where the code behind it begins
  CodeAddress callee;                   // null: it goes to `exported`
  vm::Export* exported;                 // else null
  std::optional<Reference> reference;   // of either, in portable code
  std::string symbol;
};

struct StitchedModule {
  std::unique_ptr<llvm::Module> module;
  std::vector<NativeFunction> functions;
  std::vector<CallStub> calls;
  bool calls_itself = false;                 // so that the code depends on SelfCalls
  bool inlines = false;                      // the same for calls of FunctionCode::callees
  std::vector<UnknownValue> unknown_values;  // of portable code
  bool is_portable = false;                  // another run can use it
};

/// `prefix` makes the symbols unique in the process. `backend` is the interpreter's. With sleds as
/// `entry` all calls go through entry words.
StitchedModule stitch(const FunctionCode& code, const Plan& plan, DefinitionLibrary& library,
                      vm::CodeBackend& backend, llvm::LLVMContext& context,
                      const std::string& prefix, EntryForm entry, SelfCalls self_calls, Marks marks,
                      IsPortable is_portable);

/// The plan of a function whose instructions are pasted where `library` has their definitions.
/// `backend` is the interpreter's.
Plan make_plan(const FunctionCode& code, DefinitionLibrary& library, vm::CodeBackend& backend);

}  // namespace jit
