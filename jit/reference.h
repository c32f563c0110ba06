// Reference: what differs from one run of the machine to the next in the code of a function:
// addresses of code, of literals, exports, funs and C++ functions, and the numbers of atoms that
// the machine does not know from the start. Native code that names them by references can be kept,
// and used by another run (code_cache.h). Threads: values; constant once made.
#pragma once

#include "jit/function_code.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace jit {

struct Reference {
  enum class Kind : std::uint8_t {
    kOperand,      // the operand in word `number` of the body
    kCode,         // the code address `number` words after the body's entry
    kInterpreted,  // the interpreter's handler of instruction `number` of the body
    kSlow,         // the out-of-line handler of the op `number`
    kRuntimeCall,  // the function in row `number` of runtime_calls.def
  };
  Kind kind;
  std::uint16_t body = 0;  // 0: the function itself; n: FunctionCode::callees[n - 1]
  std::int32_t number = 0;

  auto operator<=>(const Reference&) const = default;
};

/// What the word of a reference is known to be, in every run.
struct KnownBits {
  Word mask = 0;
  Word bits = 0;
  bool is_narrow = false;  // below 2 GB
};

/// What the words of a function, and of its callees, refer to.
class References {
 public:
  explicit References(const FunctionCode& code);

  /// The reference that an operand is; nothing: the word is the same in every run.
  std::optional<Reference> of_operand(vm::OperandKind kind, Word word) const;
  /// Of an address in a body, or of a label that an operand of one names. Nothing: any other.
  std::optional<Reference> of_code(CodeAddress address) const;
  /// What is known of a word that of_operand() has a reference for.
  static KnownBits known_bits(vm::OperandKind kind, Word word);

 private:
  std::optional<Reference> in_bodies(CodeAddress address) const;

  const FunctionCode& code_;
  std::unordered_map<Word, Reference> operands_;  // the first with this word
};

/// The body of a reference: the function itself or one of its callees.
const FunctionCode& body_of(const FunctionCode& code, std::size_t body);
/// Calls f(OperandKind, Word, index in FunctionCode::words) for each operand of an instruction,
/// items of a list included, their count not.
template <class F>
void for_each_operand(const FunctionCode& code, int i, F f) {
  const vm::OpInfo& info = code.info(i);
  const std::size_t first = code.at(i).operands;
  const std::size_t fixed = info.operand_count - (info.has_list() ? 1U : 0U);
  for (std::size_t n = 0; n < fixed; ++n) f(info.kinds[n], code.words[first + n], first + n);
  const auto items = code.list(i);
  for (std::size_t n = 0; n < items.size(); ++n)
    f(vm::item_kind(info.list(), n), items[n], first + fixed + 1 + n);
}

/// The word that a reference stands for in this run. Nothing: the function has no such word.
std::optional<Word> value_of(const Reference& reference, const FunctionCode& code,
                             vm::CodeBackend& backend);

/// All that native code of a function depends on, as bytes that are the same in every run. Two
/// functions with the same bytes can use each other's code.
std::string portable_text(const FunctionCode& code);

/// Whether a select compares its value with the references among its items one after the other.
/// With more of them, the words themselves are in its code, and in portable_text().
bool compares_references(const FunctionCode& code, int select);

}  // namespace jit
