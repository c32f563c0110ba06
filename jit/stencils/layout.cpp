// Jumps are recognised by their relocations, which are all that a block ends with. x86-64: `jmp` is
// e9 and four bytes, a conditional jump 0f 8x and four bytes. AArch64: each is one instruction,
// whose hole says what it is.
#include "jit/stencils/layout.h"

#include "jit/stencils/aarch64_blocks.h"

#include <limits>

namespace stencils {
namespace {

using jit::HoleForm;
using jit::HoleValue;

constexpr std::size_t kDistanceBytes = 4;
constexpr std::uint8_t kJump = 0xe9;
constexpr std::uint8_t kConditional = 0x0f;
constexpr bool is_condition(std::uint8_t byte) { return (byte & 0xf0) == 0x80; }

/// A jump at the end of code.
struct Jump {
  std::size_t bytes = 0;  // 0: there is none
  bool is_conditional = false;
};

/// What the code of `block` up to `end` ends with, where it has `references` references.
Jump last_jump(const Block& block, std::size_t end, std::size_t references) {
  if (references == 0) return {};
  const Reference& last = block.references[references - 1];
  if (last.offset + kDistanceBytes != end) return {};
  if (last.form == HoleForm::kBranch26) return {.bytes = kDistanceBytes};
  if (last.form == HoleForm::kBranch19) return {.bytes = kDistanceBytes, .is_conditional = true};
  if (last.form != HoleForm::kRelative || last.addend != -static_cast<std::int64_t>(kDistanceBytes))
    return {};
  const auto byte = [&](std::size_t before) {
    return before <= last.offset ? block.code[last.offset - before] : std::uint8_t{0};
  };
  if (byte(1) == kJump) return {.bytes = kDistanceBytes + 1};
  if (is_condition(byte(1)) && byte(2) == kConditional)
    return {.bytes = kDistanceBytes + 2, .is_conditional = true};
  return {};
}
Jump last_jump(const Block& block) {
  return last_jump(block, block.code.size(), block.references.size());
}

class Layout {
 public:
  explicit Layout(Blocks blocks)
      : blocks_(std::move(blocks)), offsets_(blocks_.size(), kUnplaced) {}

  vm::Result<void, std::string> run(jit::Stencil* stencil) {
    for (Block& block : blocks_) {
      for (Reference& reference : block.references) reference.target = resolve(reference.target);
    }
    place_chain(0, Part::kHot);
    stencil->hot_bytes = code_.size();
    // The list grows as blocks are placed.
    for (std::size_t i = 0; i < references_.size(); ++i) {
      const int block = references_[i].target.block;
      if (block != kNoBlock && offset_of(block) == kUnplaced) place_chain(block, Part::kCold);
    }
    for (const Reference& reference : references_) VM_TRY_VOID(add_hole(reference, stencil));
    stencil->code = std::move(code_);
    return {};
  }

 private:
  enum class Part { kHot, kCold };
  static constexpr std::size_t kUnplaced = std::numeric_limits<std::size_t>::max();

  std::size_t& offset_of(int block) { return offsets_[static_cast<std::size_t>(block)]; }
  Block& block_at(int number) { return blocks_[static_cast<std::size_t>(number)]; }

  static bool is_jump(const Block& block) {
    const Jump jump = last_jump(block);
    return jump.bytes != 0 && !jump.is_conditional;
  }
  /// Whether a conditional jump stands in front of the jump at the end.
  static bool has_condition(const Block& block) {
    return last_jump(block, block.code.size() - last_jump(block).bytes, block.references.size() - 1)
        .is_conditional;
  }

  /// Where a jump to `target` ends up: a block that only jumps is left out.
  Target resolve(Target target) {
    // As often as there are blocks: they could jump in a circle.
    for (std::size_t n = 0; n < blocks_.size() && target.block != kNoBlock; ++n) {
      const Block& block = block_at(target.block);
      if (!is_jump(block) || block.code.size() != last_jump(block).bytes) break;
      target = block.references.back().target;
    }
    return target;
  }

  /// Places a block and those that it falls through to.
  void place_chain(int number, Part part) {
    while (number != kNoBlock) {
      offset_of(number) = code_.size();
      number = place(block_at(number), part);
    }
  }

  /// Appends a block; returns the one that must follow.
  int place(Block& block, Part part) {
    int following = kNoBlock;
    if (is_jump(block)) {
      if (has_condition(block) && is_better_inverted(block)) invert(block);
      const Target target = block.references.back().target;
      const bool falls_through = target.block != kNoBlock
                                     ? offset_of(target.block) == kUnplaced
                                     : target.is(HoleValue::kNext) && part == Part::kHot;
      if (falls_through) {
        following = target.block;
        block.code.resize(block.code.size() - last_jump(block).bytes);
        block.references.pop_back();
      }
    }
    for (Reference reference : block.references) {
      reference.offset += code_.size();
      references_.push_back(reference);
    }
    code_.insert(code_.end(), block.code.begin(), block.code.end());
    return following;
  }

  /// Whether to fall through to the target of the conditional jump is better.
  bool is_better_inverted(const Block& block) {
    const Target& jump = block.references.back().target;
    const Target& branch = block.references[block.references.size() - 2].target;
    if (branch.is(HoleValue::kNext)) return !jump.is(HoleValue::kNext);
    const bool leaves = jump.block == kNoBlock && !jump.is(HoleValue::kNext);
    return leaves && branch.block != kNoBlock && offset_of(branch.block) == kUnplaced;
  }
  static void invert(Block& block) {
    const std::size_t count = block.references.size();
    std::swap(block.references[count - 1].target, block.references[count - 2].target);
    const Reference& branch = block.references[count - 2];
    if (branch.form == HoleForm::kBranch19)
      return invert_aarch64_branch(&block.code[branch.offset]);
    // The lowest bit of a condition is its negation.
    block.code[branch.offset - 1] ^= 1;
  }

  vm::Result<void, std::string> add_hole(const Reference& reference, jit::Stencil* stencil) {
    jit::Hole hole{.offset = static_cast<std::uint16_t>(reference.offset),
                   .value = reference.target.value,
                   .form = reference.form,
                   .index = reference.target.index,
                   .addend = static_cast<std::int32_t>(reference.addend)};
    std::int64_t addend = reference.addend;
    if (reference.target.block != kNoBlock) {
      const std::size_t offset = offset_of(reference.target.block);
      const bool is_hot = offset < stencil->hot_bytes;
      hole.value = is_hot ? HoleValue::kHot : HoleValue::kCold;
      addend += static_cast<std::int64_t>(is_hot ? offset : offset - stencil->hot_bytes);
      hole.addend = static_cast<std::int32_t>(addend);
    }
    if (is_distance(hole.form) && is_number(hole.value))
      return vm::Err(std::string("an operand, which is far from all code, as a distance"));
    if (hole.addend != addend || hole.offset != reference.offset || code_.size() > kMostBytes)
      return vm::Err(std::string("too large"));
    stencil->holes.push_back(hole);
    return {};
  }
  static bool is_distance(HoleForm form) {
    return form == HoleForm::kRelative || form == HoleForm::kBranch19 ||
           form == HoleForm::kBranch26;
  }
  /// Whether it is a word of the instruction, or made of one.
  static bool is_number(HoleValue value) { return value <= HoleValue::kReciprocalShift; }
  static constexpr std::size_t kMostBytes = std::numeric_limits<std::uint16_t>::max();

  Blocks blocks_;
  std::vector<std::size_t> offsets_;  // by block
  std::vector<std::uint8_t> code_;
  std::vector<Reference> references_;
};

}  // namespace

vm::Result<void, std::string> lay_out(Blocks blocks, jit::Stencil* stencil) {
  return Layout(std::move(blocks)).run(stencil);
}

}  // namespace stencils
