// All instructions have four bytes, and there are no data between them.
#include "jit/stencils/aarch64_blocks.h"

#include <algorithm>
#include <cstring>

namespace stencils {
namespace {

using jit::HoleForm;
using Code = std::uint32_t;  // of an instruction

constexpr std::size_t kBytes = sizeof(Code);
constexpr Code kBranch = 0x14000000;
constexpr Code kBranchEqual = 0x54000000;  // of b.cond, whose lowest bit negates
constexpr Code kNegatesCondition = 1;
constexpr Code kNegatesCompare = Code{1} << 24;  // cbz or cbnz, tbz or tbnz

constexpr bool has(Code code, Code mask, Code bits) { return (code & mask) == bits; }
constexpr bool is_branch(Code code) { return has(code, 0xfc000000, kBranch); }
constexpr bool is_condition(Code code) { return has(code, 0xff000010, kBranchEqual); }
constexpr bool is_compare(Code code) { return has(code, 0x7e000000, 0x34000000); }
constexpr bool is_bit_test(Code code) { return has(code, 0x7e000000, 0x36000000); }
/// br and ret: where they go is in a register.
constexpr bool is_indirect(Code code) { return has(code, 0xffbffc1f, 0xd61f0000); }
/// Calls: blr, and bl, which has a relocation that is refused.
constexpr bool is_call(Code code) {
  return has(code, 0xfffffc1f, 0xd63f0000) || has(code, 0xfc000000, 0x94000000);
}

/// Sets the flags and does not depend on them: adds, subs, ands, bics, fcmp.
constexpr bool sets_flags(Code code) {
  const bool is_sum = has(code, 0x3f000000, 0x31000000) ||  // immediate
                      has(code, 0x3f000000, 0x2b000000);    // register
  const bool is_mask = has(code, 0x7f800000, 0x72000000) || has(code, 0x7f000000, 0x6a000000);
  const bool is_float = has(code, 0xff20fc07, 0x1e202000);
  return is_sum || is_mask || is_float;
}
/// Depends on the flags: b.cond, csel and its kin, ccmp, ccmn, adc, sbc, fcsel, mrs.
constexpr bool reads_flags(Code code) {
  return is_condition(code) || has(code, 0x1fe00000, 0x1a800000) ||
         has(code, 0x3fe00000, 0x3a400000) || has(code, 0x1fe00000, 0x1a000000) ||
         has(code, 0xff200c00, 0x1e200c00) || has(code, 0xff200c00, 0x1e200400) ||
         has(code, 0xfff00000, 0xd5300000);
}

/// The distance of a branch, in instructions: `bits` bits from bit `first` on.
std::int64_t distance(Code code, unsigned first, unsigned bits) {
  const auto shifted = static_cast<std::int64_t>(std::uint64_t{code} << (64 - first - bits));
  return shifted >> (64 - bits);
}

/// `tst x, #(1 << n)` of the register and bit of a tbz or tbnz.
Code test_of(Code bit_test) {
  const Code bit = (bit_test >> 31 << 5) | (bit_test >> 19 & 31);
  const Code rotation = (64 - bit) % 64;
  return 0xf240001f | rotation << 16 | (bit_test & 31) << 5;
}

class Cutter {
 public:
  explicit Cutter(Block function)
      : function_(std::move(function)), count_(function_.code.size() / kBytes) {}

  vm::Result<Blocks, std::string> run() {
    if (count_ * kBytes != function_.code.size() || count_ == 0)
      return vm::Err(std::string("its code is no sequence of instructions"));
    VM_TRY_VOID(find_blocks());
    for (std::size_t i = 0; i < count_; ++i) VM_TRY_VOID(add(i));
    if (!ends_) return vm::Err(std::string("its code has no end"));
    return std::move(blocks_);
  }

 private:
  Code at(std::size_t i) const {
    Code code = 0;
    std::memcpy(&code, &function_.code[i * kBytes], kBytes);
    return code;
  }
  const Reference* reference_at(std::size_t i) const {
    const auto found =
        std::ranges::lower_bound(function_.references, i * kBytes, {}, &Reference::offset);
    if (found == function_.references.end() || found->offset != i * kBytes) return nullptr;
    return &*found;
  }
  /// Where a branch without a relocation goes. The number of instructions: not into the function.
  std::size_t target_of(std::size_t i) const {
    const Code code = at(i);
    const std::int64_t by = is_branch(code)     ? distance(code, 0, 26)
                            : is_bit_test(code) ? distance(code, 5, 14)
                                                : distance(code, 5, 19);
    const std::int64_t target = static_cast<std::int64_t>(i) + by;
    return target < 0 || target >= static_cast<std::int64_t>(count_)
               ? count_
               : static_cast<std::size_t>(target);
  }
  static bool ends_block(Code code) {
    return is_branch(code) || is_condition(code) || is_compare(code) || is_bit_test(code) ||
           is_indirect(code);
  }

  vm::Result<void, std::string> find_blocks() {
    std::vector<bool> begins(count_ + 1);
    begins[0] = true;
    for (std::size_t i = 0; i < count_; ++i) {
      const Code code = at(i);
      if (!ends_block(code)) continue;
      begins[i + 1] = true;
      if (is_indirect(code) || reference_at(i) != nullptr) continue;
      const std::size_t target = target_of(i);
      if (target == count_) return vm::Err(std::string("a branch out of its code"));
      begins[target] = true;
    }
    int number = -1;
    for (std::size_t i = 0; i < count_; ++i) {
      number += begins[i] ? 1 : 0;
      numbers_.push_back(number);
    }
    return {};
  }
  Target block_of(std::size_t i) const { return {.block = numbers_[i]}; }
  bool is_first(std::size_t i) const { return i == 0 || numbers_[i] != numbers_[i - 1]; }

  void append(Code code) {
    std::vector<std::uint8_t>& to = blocks_.back().code;
    to.resize(to.size() + kBytes);
    std::memcpy(&to[to.size() - kBytes], &code, kBytes);
  }
  void append(Code code, HoleForm form, Target target, std::int64_t addend = 0) {
    blocks_.back().references.push_back({blocks_.back().code.size(), form, target, addend});
    append(code);
  }

  vm::Result<void, std::string> add(std::size_t i) {
    if (is_first(i)) {
      if (!blocks_.empty() && !ends_) append(kBranch, HoleForm::kBranch26, block_of(i));
      blocks_.emplace_back();
    }
    const Code code = at(i);
    ends_ = is_branch(code) || is_indirect(code);
    const Reference* reference = reference_at(i);
    if (is_bit_test(code)) {
      if (reference != nullptr) return vm::Err(std::string("a test of a bit that leaves"));
      VM_TRY_VOID(check_flags(i));
      append(test_of(code));
      const bool is_negated = (code & kNegatesCompare) != 0;
      append(kBranchEqual | (is_negated ? kNegatesCondition : 0), HoleForm::kBranch19,
             block_of(target_of(i)));
      return {};
    }
    if (reference != nullptr) {
      append(code, reference->form, reference->target, reference->addend);
    } else if (is_branch(code)) {
      append(kBranch, HoleForm::kBranch26, block_of(target_of(i)));
    } else if (is_condition(code) || is_compare(code)) {
      constexpr Code kDistance = ((Code{1} << 19) - 1) << 5;
      append(code & ~kDistance, HoleForm::kBranch19, block_of(target_of(i)));
    } else {
      append(code);
    }
    return {};
  }

  /// A test that sets the flags, in place of the one at `i`, must not destroy flags that are read
  /// later: on no path are they read before they are set, or before the code leaves. (No path is
  /// followed far: conditions are made where they are needed.)
  vm::Result<void, std::string> check_flags(std::size_t i) const {
    std::vector<bool> seen(count_);
    std::vector<std::size_t> pending{i + 1, target_of(i)};
    while (!pending.empty()) {
      const std::size_t n = pending.back();
      pending.pop_back();
      if (n >= count_ || seen[n]) continue;
      seen[n] = true;
      const Code code = at(n);
      if (reads_flags(code)) return vm::Err(std::string("flags that a test of a bit must keep"));
      if (sets_flags(code) || is_indirect(code) || is_call(code)) continue;
      const bool stays = reference_at(n) == nullptr;
      if (stays && (is_branch(code) || is_compare(code) || is_bit_test(code)))
        pending.push_back(target_of(n));
      if (!is_branch(code)) pending.push_back(n + 1);
    }
    return {};
  }

  Block function_;
  const std::size_t count_;
  std::vector<int> numbers_;  // by instruction: its block
  Blocks blocks_;
  bool ends_ = false;  // whether the last instruction goes elsewhere
};

}  // namespace

vm::Result<Blocks, std::string> cut_aarch64(Block function) {
  return Cutter(std::move(function)).run();
}

void invert_aarch64_branch(std::uint8_t* code) {
  Code branch = 0;
  std::memcpy(&branch, code, kBytes);
  branch ^= is_condition(branch) ? kNegatesCondition : kNegatesCompare;
  std::memcpy(code, &branch, kBytes);
}

}  // namespace stencils
