// The segments of bs_create_bin and the commands of bs_match.
#include "loader/verify_function.h"

#include <fmt/format.h>

namespace loader {

namespace {

using Tag = Operand::Tag;

/// The bits that a command takes from what was ensured.
std::uint64_t bits_of(MatchCommand command, std::span<const Operand> args) {
  const auto number = [&](unsigned i) { return static_cast<std::uint64_t>(args[i].value); };
  std::uint64_t bits = 0;
  switch (command) {
    case MatchCommand::kInteger:
    case MatchCommand::kBinary:
      return __builtin_mul_overflow(number(2), number(3), &bits) ? UINT64_MAX : bits;
    case MatchCommand::kSkip:
      return number(0);
    case MatchCommand::kEqual:
      return number(1);
    default:
      return 0;
  }
}

bool ensures(MatchCommand command) {
  return command == MatchCommand::kEnsureAtLeast || command == MatchCommand::kEnsureExactly;
}

}  // namespace

bool FunctionVerifier::segments() {
  const auto items = items_of(operands_[rule_->places.segments]);
  for (std::size_t i = 0; i < items.size(); i += kSegmentItems) {
    if (!items[i + kSegmentValue].is(Tag::kNumber))
      if (!need_value(items[i + kSegmentValue])) return false;
    if (!items[i + kSegmentSize].is(Tag::kNumber))
      if (!need_value(items[i + kSegmentSize])) return false;
  }
  return true;
}

bool FunctionVerifier::match() {
  const auto items = items_of(operands_[rule_->places.commands]);
  const Operand& label = operands_[0];
  const Operand& context = operands_[1];
  std::uint64_t ensured = 0;
  bool has_context = true;
  for (std::size_t i = 0; i < items.size();) {
    const MatchCommandInfo& info = *find_match_command(beam_.atoms[items[i].index()]);
    const auto args = items.subspan(i + 1, info.operand_count);
    i += 1 + info.operand_count;
    if (!has_context) return fail("a context that stays", "one that is overwritten");
    if (ensures(info.command) || info.command == MatchCommand::kEqual) {
      if (label.value == 0) return fail("a label", "none");
      if (!go_to(label.index(), state_)) return false;
    }
    if (ensures(info.command)) {
      ensured = static_cast<std::uint64_t>(args[0].value);
      continue;
    }
    if (!take(info, args, &ensured)) return false;
    for (std::size_t n = 0; n < args.size(); n++) {
      has_context &= info.kinds[n] != generic_kind(vm::OperandKind::kDest) ||
                     args[n].tag != context.tag || args[n].value != context.value;
    }
  }
  return true;
}

bool FunctionVerifier::take(const MatchCommandInfo& info, std::span<Operand> args,
                            std::uint64_t* ensured) {
  const std::uint64_t bits = bits_of(info.command, args);
  if (bits > *ensured)
    return fail(fmt::format("at least {} bits ensured", bits), fmt::format("{}", *ensured));
  *ensured -= bits;
  for (unsigned n = 0; n < info.operand_count; n++) {
    if (info.kinds[n] == generic_kind(vm::OperandKind::kLive))
      if (!collect_for_match(args[n])) return false;
    if (info.kinds[n] != generic_kind(vm::OperandKind::kDest)) continue;
    Value made = Value::any();
    if (info.command == MatchCommand::kInteger)
      made = Value::of(vm::bit(vm::TypeBit::kInteger));
    else
      made.narrow(Shape::kBitstring, 0);
    if (!write(args[n], new_value(made))) return false;
  }
  return true;
}

bool FunctionVerifier::collect_for_match(const Operand& live) {
  if (!need_x(live.index())) return false;
  if (!need_all_y()) return false;
  const Operand& context = operands_[1];
  if (context.is(Tag::kX) && context.index() >= live.index())
    return fail(fmt::format("{} among the live registers", register_text(context)),
                fmt::format("{} live", live.value));
  state_.keep_x(live.index());
  state_.collect();
  return true;
}

}  // namespace loader
