// The bytes of a file are not trusted: read_image() checks all that place_image() relies on, but
// for what only the function knows.
#include "jit/native_image.h"

#include "jit/code_block.h"
#include "jit/code_memory.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace jit {
namespace {

using vm::Byte;

template <class T>
void add(std::string* bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  bytes->append(reinterpret_cast<const char*>(&value), sizeof(value));
}
template <class T>
void add_all(std::string* bytes, const std::vector<T>& values) {
  add(bytes, static_cast<std::uint32_t>(values.size()));
  if (values.empty()) return;
  bytes->append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  bool get(T* value) {
    if (bytes_.size() < sizeof(T)) return false;
    std::memcpy(value, bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
    return true;
  }
  template <class Values>
  bool get_all(Values* values) {
    using T = typename Values::value_type;
    std::uint32_t count = 0;
    if (!get(&count) || bytes_.size() / sizeof(T) < count) return false;
    values->resize(count);
    if (count == 0) return true;
    std::memcpy(values->data(), bytes_.data(), count * sizeof(T));
    bytes_.remove_prefix(count * sizeof(T));
    return true;
  }
  bool is_at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

bool is_valid(const NativeImage& image) {
  const std::size_t size = image.code.size();
  if (image.instruction_bytes > size || image.entries.empty()) return false;
  for (const NativeImage::Entry& entry : image.entries) {
    if (entry.offset >= image.instruction_bytes) return false;
  }
  for (const NativeImage::Call& call : image.calls) {
    if (call.callee.kind > Reference::Kind::kCode || !is_changeable(call.distance) ||
        call.distance >= image.instruction_bytes || call.indirect >= image.instruction_bytes)
      return false;
  }
  for (const NativeImage::Value& value : image.values) {
    if (value.reference.kind > Reference::Kind::kRuntimeCall) return false;
  }
  for (const NativeImage::Place& place : image.places) {
    if (!is_image_form(place.form)) return false;
    if (place.offset > size || hole_bytes(place.form) > size - place.offset) return false;
    if (place.value != NativeImage::Place::kStart && place.value >= image.values.size())
      return false;
  }
  return true;
}

/// Makes `call` one of the function or the export at `word`. False: neither the function nor one of
/// its callees calls it.
bool set_callee(const FunctionCode& code, Word word, DirectCall* call) {
  for (int i = 0; i < code.count(); ++i) {
    if (const CodeAddress callee = code.callee(i);
        callee != nullptr && reinterpret_cast<Word>(callee) == word) {
      call->callee = &vm::FuncInfo::of_entry(callee);
      return true;
    }
    if (vm::Export* const exported = code.called_export(i);
        exported != nullptr && reinterpret_cast<Word>(exported) == word) {
      call->exported = exported;
      return true;
    }
  }
  return std::ranges::any_of(
      code.callees, [&](const FunctionCode& body) { return set_callee(body, word, call); });
}

}  // namespace

std::string write_image(const NativeImage& image) {
  std::string bytes;
  add(&bytes, image.instruction_bytes);
  add(&bytes, static_cast<Byte>(image.calls_itself | image.inlines << 1));
  add(&bytes, static_cast<std::uint32_t>(image.code.size()));
  bytes += image.code;
  add_all(&bytes, image.entries);
  add_all(&bytes, image.values);
  add_all(&bytes, image.places);
  add_all(&bytes, image.calls);
  return bytes;
}

std::optional<NativeImage> read_image(std::string_view bytes) {
  NativeImage image;
  Reader reader(bytes);
  Byte flags = 0;
  if (!reader.get(&image.instruction_bytes) || !reader.get(&flags)) return std::nullopt;
  image.calls_itself = (flags & 1) != 0;
  image.inlines = (flags & 2) != 0;
  if (!reader.get_all(&image.code) || !reader.get_all(&image.entries) ||
      !reader.get_all(&image.values) || !reader.get_all(&image.places) ||
      !reader.get_all(&image.calls) || !reader.is_at_end() || !is_valid(image))
    return std::nullopt;
  return image;
}

std::optional<CompiledFunction> place_image(const NativeImage& image, const FunctionCode& code,
                                            vm::CodeBackend& backend, CodeMemory& memory,
                                            CodeSymbols& symbols) {
  std::vector<Word> values;
  for (const NativeImage::Value& value : image.values) {
    const auto word = value_of(value.reference, code, backend);
    if (!word) return std::nullopt;
    values.push_back(*word + value.offset);
  }
  CompiledFunction result;
  auto block = CodeBlock::allocate(memory, symbols, image.code.size());
  if (block == nullptr) return std::nullopt;
  Byte* bytes = block->writable();
  std::memcpy(bytes, image.code.data(), image.code.size());
  const Word start = reinterpret_cast<Word>(block->start());
  for (const NativeImage::Place& place : image.places) {
    const Word word =
        place.addend + (place.value == NativeImage::Place::kStart ? start : values[place.value]);
    if (!fill_hole(place.form, bytes + place.offset, start + place.offset, word))
      return std::nullopt;
  }
  for (const NativeImage::Entry& entry : image.entries) {
    if (entry.instruction >= code.instructions.size()) return std::nullopt;
    block->addresses.push_back(start + entry.offset);
    result.entry_points.push_back({static_cast<int>(entry.instruction),
                                   reinterpret_cast<OpHandler>(block->start() + entry.offset)});
  }
  for (const NativeImage::Call& call : image.calls) {
    const auto word = value_of(call.callee, code, backend);
    DirectCall direct{nullptr, nullptr, start + call.distance, start + call.indirect};
    if (!word || !set_callee(code, *word, &direct)) return std::nullopt;
    result.direct_calls.push_back(direct);
  }
  block->publish(image.instruction_bytes, code.name());
  result.code = std::move(block);
  result.calls_itself = image.calls_itself;
  result.inlines = image.inlines;
  result.was_kept = true;
  return result;
}

}  // namespace jit
