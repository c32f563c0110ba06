// StencilTable: all stencils of the build, found by shape. The build writes them to a file, which
// stencil_data.cpp embeds.
//
// The file: StencilFileHeader, a StencilRecord for each stencil (those of the connectors first), a
// hash table over their shapes, the holes, the code. What uses a stencil does not check it.
// Ownership: the table refers to the bytes it was read from. Threads: constant once read.
#pragma once

#include "jit/baseline/stencil.h"
#include "vm/base/processor.h"

namespace jit {

struct StencilFileHeader {
  std::array<char, 8> magic;
  std::uint32_t processor;  // vm::Processor
  std::uint32_t stencils;
  std::uint32_t index_words;
  std::uint32_t holes;
  std::uint32_t code_bytes;
  std::uint32_t unused = 0;
};
inline constexpr std::array<char, 8> kStencilMagic{'s', 't', 'e', 'n', 'c', 'i', 'l', '2'};

struct StencilRecord {
  Shape shape;
  std::uint32_t code;  // the hot part, then the cold part
  std::uint32_t first_hole;
  std::uint32_t hole_count;
  std::uint16_t hot_bytes;
  std::uint16_t cold_bytes;
};
static_assert(sizeof(StencilRecord) == 32);

/// A stencil as the build makes it.
struct Stencil {
  Shape shape;
  std::vector<std::uint8_t> code;  // the hot part, then the cold part
  std::size_t hot_bytes = 0;
  std::vector<Hole> holes;
};

/// The content of a file. `stencils` begins with those of the connectors.
std::string write_stencils(vm::Processor processor, std::span<const Stencil> stencils);

class StencilTable {
 public:
  /// What is checked of a file: all of it, or only that its parts are there, of the one in the
  /// program itself. To check that takes 0.5 ms, a fortieth of the time of a small program.
  enum class Checks : std::uint8_t { kAll, kParts };
  /// Reads a file that is aligned to a word. Error: what is wrong with it.
  static vm::Result<StencilTable, std::string> read(std::span<const std::uint8_t> file,
                                                    Checks checks = Checks::kAll);

  /// The stencil of a shape; null: there is none.
  const StencilRecord* find(const Shape& shape) const;
  const StencilRecord& connector(Connector connector) const {
    return records_[static_cast<std::size_t>(connector)];
  }
  StencilView view(const StencilRecord& record) const;
  /// The stencils of shapes.
  std::span<const StencilRecord> records() const { return records_.subspan(kConnectors); }

 private:
  StencilTable() = default;
  vm::Result<void, std::string> check() const;
  vm::Result<void, std::string> check(const StencilRecord& record) const;

  std::span<const StencilRecord> records_;
  std::span<const Hole> holes_;
  std::span<const std::uint8_t> code_;
  // By hash of the shape, number of the record; open addressing.
  std::span<const std::uint32_t> index_;
};

/// The table of this build, for its processor.
std::span<const std::uint8_t> embedded_stencils();

}  // namespace jit
