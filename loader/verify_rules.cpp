// The table itself, made at compile time.
#include "loader/verify_rules.h"

namespace loader {

namespace {

using enum Shape;
using enum Flag;
using enum BuiltItems;

constexpr std::uint16_t operator|(Flag a, Flag b) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr std::uint16_t flags_of(Flag flag) { return static_cast<std::uint16_t>(flag); }
constexpr std::uint16_t flags_of(std::uint16_t flags) { return flags; }

constexpr vm::OpTraits traits_of(vm::OpTraits traits) { return traits; }

constexpr std::size_t at(GenericOp op) { return static_cast<std::size_t>(op); }

constexpr std::array<Rule, 256> make_rules() {
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
  return rules;
}

constexpr std::array<Rule, 256> kRules = make_rules();

struct Name {
  std::string_view module, name;
  std::uint32_t arity;
  bool operator==(const Name&) const = default;
};
constexpr Name kNeverReturn[] = {
#define NO_RETURN(module, name, arity) {module, name, arity},
#include "loader/verify.def"
};

}  // namespace

const Rule& rule_of(GenericOp op) { return kRules[at(op)]; }

bool never_returns(std::string_view module, std::string_view name, std::uint32_t arity) {
  return std::ranges::find(kNeverReturn, Name{module, name, arity}) != std::end(kNeverReturn);
}

}  // namespace loader
