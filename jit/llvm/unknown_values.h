// Unknown values: what differs between runs, in code that is to be the same in every run. While
// LLVM optimises, such a value is the result of a call of an unknown function, so that no pass
// concludes anything from it: LLVM would take the address of a symbol for different from null and
// from every other symbol. Before code is generated, symbols of the linker replace these calls.
// Threads: the holder of the compiler's lock.
#pragma once

#include "jit/reference.h"

#include <map>
#include <string>
#include <vector>

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class Module;
class Value;
}  // namespace llvm

namespace jit {

struct UnknownValue {
  Reference reference;
  KnownBits known;
};

/// Makes the unknown values of a module.
class UnknownValues {
 public:
  explicit UnknownValues(llvm::Module& module) : module_(module) {}

  /// The word that `reference` stands for, as a number, at the builder's place.
  llvm::Value* value(const Reference& reference, KnownBits known, llvm::IRBuilderBase& builder);
  /// Those made so far; the place of each is the number of its function.
  const std::vector<UnknownValue>& all() const { return all_; }

 private:
  llvm::Module& module_;
  std::vector<UnknownValue> all_;
  std::map<Reference, std::size_t> numbers_;
};

/// A symbol that code refers to: it is at the address `word of reference + offset`.
struct ValueSymbol {
  std::string name;
  Reference reference;
  Word offset = 0;
};

/// Replaces the unknown values of a module by symbols whose names begin with `prefix`. Returns the
/// symbols. Nothing but code generation may follow.
std::vector<ValueSymbol> replace_unknown_values(llvm::Module& module,
                                                const std::vector<UnknownValue>& values,
                                                const std::string& prefix);

}  // namespace jit
