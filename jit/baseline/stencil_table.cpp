// Writing, checking, and a hash table over shapes.
#include "jit/baseline/stencil_table.h"

#include "jit/runtime_calls.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace jit {
namespace {

constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

std::size_t hash_of(const Shape& shape) {
  std::array<Word, 2> words;
  std::memcpy(words.data(), &shape, sizeof(shape));
  // An odd constant spreads each word's bits upwards; the upper half has those of all bytes.
  constexpr Word kFactor = 0x9e3779b97f4a7c15;
  const Word hash = (words[0] * kFactor ^ std::rotl(words[1], 29)) * kFactor;
  return hash >> 32;
}

template <class T>
void append(std::string* file, const T& value) {
  file->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// Takes `count` objects from the beginning of `rest`. False: there are fewer.
template <class T>
bool take(std::span<const std::uint8_t>* rest, std::size_t count, std::span<const T>* result) {
  if (count > rest->size() / sizeof(T)) return false;
  *result = {reinterpret_cast<const T*>(rest->data()), count};
  *rest = rest->subspan(count * sizeof(T));
  return true;
}

std::size_t index_end(HoleValue value) {
  if (value <= HoleValue::kReciprocalShift) return Shape::kMostOperands;
  return value == HoleValue::kRuntimeCall ? runtime_calls().size() : 1;
}

std::vector<std::uint32_t> make_index(std::span<const Stencil> stencils) {
  std::vector<std::uint32_t> index(std::bit_ceil(stencils.size() * 2), kEmpty);
  for (std::size_t i = kConnectors; i < stencils.size(); ++i) {
    std::size_t place = hash_of(stencils[i].shape) & (index.size() - 1);
    while (index[place] != kEmpty) place = (place + 1) & (index.size() - 1);
    index[place] = static_cast<std::uint32_t>(i);
  }
  return index;
}

}  // namespace

std::string write_stencils(vm::Processor processor, std::span<const Stencil> stencils) {
  std::string records, index, holes, code;
  std::uint32_t hole_count = 0;
  for (const Stencil& stencil : stencils) {
    append(&records, StencilRecord{.shape = stencil.shape,
                                   .code = static_cast<std::uint32_t>(code.size()),
                                   .first_hole = hole_count,
                                   .hole_count = static_cast<std::uint32_t>(stencil.holes.size()),
                                   .hot_bytes = static_cast<std::uint16_t>(stencil.hot_bytes),
                                   .cold_bytes = static_cast<std::uint16_t>(stencil.code.size() -
                                                                            stencil.hot_bytes)});
    for (const Hole& hole : stencil.holes) append(&holes, hole);
    hole_count += static_cast<std::uint32_t>(stencil.holes.size());
    code.append(reinterpret_cast<const char*>(stencil.code.data()), stencil.code.size());
  }
  const std::vector<std::uint32_t> places = make_index(stencils);
  for (const std::uint32_t place : places) append(&index, place);
  std::string file;
  append(&file, StencilFileHeader{.magic = kStencilMagic,
                                  .processor = static_cast<std::uint32_t>(processor),
                                  .stencils = static_cast<std::uint32_t>(stencils.size()),
                                  .index_words = static_cast<std::uint32_t>(places.size()),
                                  .holes = hole_count,
                                  .code_bytes = static_cast<std::uint32_t>(code.size())});
  return file + records + index + holes + code;
}

vm::Result<StencilTable, std::string> StencilTable::read(std::span<const std::uint8_t> file,
                                                         Checks checks) {
  VM_ASSERT(reinterpret_cast<Word>(file.data()) % alignof(StencilRecord) == 0,
            "records are read in place");
  std::span<const StencilFileHeader> header;
  if (!take(&file, 1, &header)) return vm::Err(std::string("the file has no header"));
  if (header[0].magic != kStencilMagic) return vm::Err(std::string("not a file of stencils"));
  if (header[0].processor != static_cast<std::uint32_t>(vm::kProcessor))
    return vm::Err(std::string("stencils of another processor"));
  StencilTable table;
  if (!take(&file, header[0].stencils, &table.records_) ||
      !take(&file, header[0].index_words, &table.index_) ||
      !take(&file, header[0].holes, &table.holes_) ||
      !take(&file, header[0].code_bytes, &table.code_) || !file.empty())
    return vm::Err(std::string("the size of the file is not what its header says"));
  if (table.records_.size() < kConnectors)
    return vm::Err(std::string("the connecting stencils are missing"));
  if (checks == Checks::kAll) VM_TRY_VOID(table.check());
  return table;
}

vm::Result<void, std::string> StencilTable::check() const {
  for (const StencilRecord& record : records_) {
    if (auto checked = check(record); !checked.ok()) {
      return vm::Err("stencil " + std::to_string(&record - records_.data()) + ": " +
                     checked.error());
    }
  }
  const auto is_wrong = [this](std::uint32_t i) { return i != kEmpty && i >= records_.size(); };
  if (!std::has_single_bit(index_.size()) || std::ranges::any_of(index_, is_wrong) ||
      std::ranges::find(index_, kEmpty) == index_.end()) {
    return vm::Err(std::string("its index is damaged"));
  }
  return {};
}

vm::Result<void, std::string> StencilTable::check(const StencilRecord& record) const {
  const std::size_t bytes = std::size_t{record.hot_bytes} + record.cold_bytes;
  if (record.code > code_.size() || bytes > code_.size() - record.code)
    return vm::Err(std::string("its code is outside of the file"));
  if (record.first_hole > holes_.size() || record.hole_count > holes_.size() - record.first_hole)
    return vm::Err(std::string("its holes are outside of the file"));
  if (static_cast<std::size_t>(record.shape.op) >= vm::kOpCount)
    return vm::Err(std::string("no such instruction"));
  for (const Hole& hole : holes_.subspan(record.first_hole, record.hole_count)) {
    if (static_cast<std::size_t>(hole.form) >= kHoleForms ||
        static_cast<std::size_t>(hole.value) >= kHoleValues ||
        hole.index >= index_end(hole.value)) {
      return vm::Err(std::string("an unknown kind of hole"));
    }
    const std::size_t part_end = hole.offset < record.hot_bytes ? record.hot_bytes : bytes;
    if (hole.offset + hole_bytes(hole.form) > part_end)
      return vm::Err(std::string("a hole outside of its code"));
    if (hole.value == HoleValue::kCallee &&
        (hole.form != HoleForm::kRelative || hole.offset >= record.hot_bytes))
      return vm::Err(std::string("a call that cannot be changed"));
  }
  return {};
}

const StencilRecord* StencilTable::find(const Shape& shape) const {
  std::size_t place = hash_of(shape) & (index_.size() - 1);
  while (index_[place] != kEmpty) {
    const StencilRecord& record = records_[index_[place]];
    if (record.shape == shape) return &record;
    place = (place + 1) & (index_.size() - 1);
  }
  return nullptr;
}

StencilView StencilTable::view(const StencilRecord& record) const {
  const auto code = code_.subspan(record.code, std::size_t{record.hot_bytes} + record.cold_bytes);
  return {code.first(record.hot_bytes), code.subspan(record.hot_bytes),
          holes_.subspan(record.first_hole, record.hole_count)};
}

}  // namespace jit
