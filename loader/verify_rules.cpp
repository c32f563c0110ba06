// The table itself, made before main() from the tables of instructions.
#include "loader/verify_rules.h"

namespace loader {

namespace {

using enum Shape;
using enum Flag;
using enum BuiltItems;

constexpr std::uint32_t operator|(Flag a, Flag b) {
  return static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b);
}
constexpr std::uint32_t operator|(std::uint32_t a, Flag b) {
  return a | static_cast<std::uint32_t>(b);
}
constexpr std::uint32_t flags_of(Flag flag) { return static_cast<std::uint32_t>(flag); }
constexpr std::uint32_t flags_of(std::uint32_t flags) { return flags; }

constexpr vm::OpTraits traits_of(vm::OpTraits traits) { return traits; }

constexpr std::size_t at(GenericOp op) { return static_cast<std::size_t>(op); }

Places places_of(const GenericOpInfo& info) {
  using enum vm::OperandKind;
  const auto find = [&](auto... kinds) {
    for (std::uint8_t i = 0; i < info.arity; i++) {
      if (((info.kinds[i] == static_cast<GenericKind>(kinds)) || ...)) return i;
    }
    return kNoNumber;
  };
  Places places;
  places.live = find(kLive);
  places.heap = find(kHeap);
  places.fail = find(kFail);
  places.new_frame = find(kNewFrame);
  places.frame = find(kFrame);
  places.trim = find(kTrim);
  places.callee = find(kCallee);
  places.import = find(kExport);
  places.catch_label = find(kCatch);
  places.arguments = find(kArity, kFunArity, kApplyArity);
  places.tuple_arity = find(kTupleArity);
  places.source = find(kSource);
  places.commands = find(GenericKind::kMatchCommands);
  places.segments = find(GenericKind::kSegments);
  places.choices = find(kValuesAndLabels, kAritiesAndLabels);
  places.destinations = find(kKeysAndDests, kAtomsAndDests);
  places.written_list = find(kKeysAndDests, kAtomsAndDests, kYRegisters);
  return places;
}

void add_operands(const GenericOpInfo& info, Rule& rule) {
  rule.places = places_of(info);
  for (unsigned i = 0; i < info.arity; i++) {
    const GenericKind kind = info.kinds[i];
    const auto bit = static_cast<std::uint8_t>(1U << i);
    if (is_read(kind)) rule.read |= bit;
    if (is_written(kind)) rule.written |= bit;
    if (kind == GenericKind::kFailOrAtom) rule.labels |= bit;
    if (!is_loaded_kind(kind)) continue;
    const vm::OperandKind loaded = loaded_kind(kind);
    if (loaded == vm::OperandKind::kLabel || loaded == vm::OperandKind::kFail) rule.labels |= bit;
    if (loaded == vm::OperandKind::kFunArity) rule.more_arguments = 1;
    if (loaded == vm::OperandKind::kApplyArity) rule.more_arguments = 2;
    const vm::OperandKindInfo& list = vm::kind_info(loaded);
    if (list.form != vm::OperandForm::kList) continue;
    for (unsigned n = 0; n < list.items_per_entry; n++) {
      if (is_read(generic_kind(list.items[n])) || is_written(generic_kind(list.items[n])))
        rule.lists |= bit;
    }
  }
}

/// What of all that instructions may do this one does. The others skip it.
std::uint32_t derived_flags(const Rule& rule) {
  using enum vm::Control;
  using enum vm::OpAttribute;
  const Places& places = rule.places;
  const vm::Control control = rule.traits.control;
  const auto any = [](auto... operands) { return ((operands != kNoNumber) || ...); };
  const auto is_set = [](std::uint8_t registers) {
    return registers != 0 && registers != vm::FixedRegisters::kAll;
  };
  std::uint32_t flags = rule.flags;
  const auto add = [&](bool holds, Flag flag) { flags |= holds ? flags_of(flag) : 0; };
  const bool calls = control == kCall || control == kMayLeave || control == kLeave;
  add(any(places.arguments, places.live, places.segments) || rule.lists != 0 ||
          is_set(rule.registers.reads),
      kReadsMore);
  add(rule.needs.exists() || rule.has(kNeedsBitstring) || rule.has(kStores) || any(places.import),
      kDemands);
  add(control == kTailCall || control == kReturn, kReturns);
  add(any(places.new_frame, places.frame) || rule.has(kHead) || rule.has(kEndsCatch) ||
          control == kCall || control == kTailCall || control == kReturn,
      kUsesFrame);
  add(rule.has(kMayCollect) || calls, kScans);
  add(rule.has(kMayCollect) || any(places.live, places.heap), kReserves);
  add(rule.labels != 0 || rule.proves.exists() || any(places.choices), kTests);
  add(rule.written != 0 || any(places.written_list), kWrites);
  add(is_set(rule.registers.writes), kWritesFixed);
  add(rule.makes.number != kNoNumber || any(places.import, places.catch_label), kMakesBy);
  constexpr std::uint32_t kOfPlain = kCopies | kSwaps | kRemark | kAsksMore | kKeepsNew | kTests |
                                     kWrites | kDemands | kReadsMore | kMakesBy;
  add(control == kNext && !rule.has(kMayRaise) && (flags & ~kOfPlain) == 0 &&
          !any(places.callee, places.import, places.catch_label, places.commands, places.live),
      kPlain);
  return flags;
}

std::array<Rule, 256> make_rules() {
  std::array<Rule, 256> rules{};
  for (const vm::OpInfo& op : vm::kOps) {
    if (op.number == 0) continue;
    rules[op.number].traits = op.traits;
    rules[op.number].registers = op.registers;
  }
  {
    using namespace vm::op_table;
    using vm::op_table::operator|;
#define CONTROL(name, op_traits) rules[at(GenericOp::k_##name)].traits = traits_of(op_traits);
#include "loader/verify.def"
  }
#define NEEDS(name, operand, shape, number) \
  rules[at(GenericOp::k_##name)].needs = {operand, shape, number};
#define PROVES(name, operand, shape, number) \
  rules[at(GenericOp::k_##name)].proves = {operand, shape, number};
#define MAKES(name, operand, shape, number) \
  rules[at(GenericOp::k_##name)].makes = {operand, shape, number};
#define BUILDS(name, words, items) \
  rules[at(GenericOp::k_##name)].built_words = words; \
  rules[at(GenericOp::k_##name)].built_items = items;
#define FLAGS(name, op_flags) rules[at(GenericOp::k_##name)].flags = flags_of(op_flags);
#include "loader/verify.def"
  for (std::size_t op = 0; op < rules.size(); op++)
    add_operands(generic_op_info(static_cast<std::uint8_t>(op)), rules[op]);
  for (Rule& rule : rules) {
    rule.flags = derived_flags(rule);
    rule.made = Value::any();
    if (rule.makes.exists()) rule.made.narrow(rule.makes.shape, 0);
    if (rule.has(kQueued)) rule.made.origin = Origin::kQueued;
  }
  return rules;
}

struct Name {
  std::string_view module, name;
  std::uint32_t arity;
  bool operator==(const Name&) const = default;
};
constexpr Name kNeverReturn[] = {
#define NO_RETURN(module, name, arity) {module, name, arity},
#include "loader/verify.def"
};
struct BuildingGuard {
  std::string_view name;
  std::uint32_t arity;
  ImportFact fact;
};
constexpr BuildingGuard kBuildingGuards[] = {
#define BUILDING_GUARD(name, arity, fact) {name, arity, ImportFact::fact},
#include "loader/verify.def"
};

}  // namespace

const std::array<Rule, 256> detail::rule_table = make_rules();

bool is_read(GenericKind kind) {
  if (kind == GenericKind::kFloatOrSource) return true;
  return is_loaded_kind(kind) && vm::kind_info(loaded_kind(kind)).is_read();
}

bool is_written(GenericKind kind) {
  if (kind == GenericKind::kFloatOrDest) return true;
  return is_loaded_kind(kind) && vm::kind_info(loaded_kind(kind)).is_written();
}

bool never_returns(std::string_view module, std::string_view name, std::uint32_t arity) {
  return module == "erlang" &&
         std::ranges::find(kNeverReturn, Name{module, name, arity}) != std::end(kNeverReturn);
}

ImportFact building_guard(std::string_view name, std::uint32_t arity) {
  const auto* guard = std::ranges::find_if(kBuildingGuards, [&](const BuildingGuard& row) {
    return row.name == name && row.arity == arity;
  });
  return guard == std::end(kBuildingGuards) ? ImportFact::kNothing : guard->fact;
}

}  // namespace loader
