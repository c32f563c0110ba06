// NativeImage: native code of a function that can run at any address and in any run: its bytes, and
// where words that differ between runs belong in them. Ownership: a value. Threads: values; place()
// on any thread.
#pragma once

#include "jit/compiler.h"
#include "jit/hole_form.h"
#include "jit/reference.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jit {

/// Whether it is a form for whole values, not for distances.
constexpr bool is_image_form(HoleForm form) {
  return form == HoleForm::kWord || form == HoleForm::kNarrow ||
         (form >= HoleForm::kMove0 && form <= HoleForm::kMove48);
}

struct NativeImage {
  /// A native function.
  struct Entry {
    std::uint32_t instruction;  // as in CompiledFunction::EntryPoint
    std::uint32_t offset;       // in `code`
  };
  /// As a DirectCall, with offsets in `code`.
  struct Call {
    Reference callee;  // or export
    std::uint32_t distance;
    std::uint32_t indirect;
  };
  /// A word that differs between runs.
  struct Value {
    Reference reference;
    Word offset = 0;  // added to the word of the reference
  };
  /// Where a value is in the code.
  struct Place {
    static constexpr std::uint32_t kStart = ~std::uint32_t{0};
    std::uint32_t offset;  // in `code`
    std::uint32_t value;   // index into `values`; kStart: the address of `code`
    HoleForm form;         // one of those that is_image_form() names
    Word addend = 0;
  };

  std::string code;  // instructions, then constants
  std::uint32_t instruction_bytes = 0;
  std::vector<Entry> entries;
  std::vector<Value> values;
  std::vector<Place> places;
  std::vector<Call> calls;
  bool calls_itself = false;
  bool inlines = false;
};

/// As bytes for a file, without its length or any check.
std::string write_image(const NativeImage& image);
/// Nothing: the bytes are no image.
std::optional<NativeImage> read_image(std::string_view bytes);

/// Copies an image into code memory, for a function that has the portable_text() of the one that it
/// was made of. `backend` is the interpreter's. Nothing: the image is of another function, or code
/// memory is full.
std::optional<CompiledFunction> place_image(const NativeImage& image, const FunctionCode& code,
                                            vm::CodeBackend& backend, CodeMemory& memory,
                                            CodeSymbols& symbols);

}  // namespace jit
