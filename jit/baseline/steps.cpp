// A select becomes comparisons, one for each of its constants, if they are few, or a tree of them
// for small integers, or one for those that follow each other and have the same label; the
// interpreter's handler, which searches, is faster for many others.
#include "jit/baseline/steps.h"

#include "vm/code/machine.h"
#include "vm/term/atom_table.h"
#include "vm/term/term.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace jit {
namespace {

using vm::Term;

constexpr std::size_t kMostChoices = 32;
// Of small integers, which comparisons of their order halve until so few are left.
constexpr std::size_t kMostOrderedChoices = 4096;
constexpr std::size_t kChoicesAtOnce = 8;
// Ranges of small integers are compared instead of these where they are fewer by this factor.
constexpr std::size_t kChoicesOfRange = 2;
constexpr std::size_t kRangesAtOnce = 6;
/// Where an instruction's steps go on when it is complete.
constexpr int kNowhere = FunctionCode::kNone;

class Maker {
 public:
  Maker(const FunctionCode& code, const StencilTable& table, vm::CodeBackend& backend,
        Steps* result)
      : code_(code), table_(table), backend_(backend), result_(*result) {}

  void run() {
    const auto count = static_cast<std::size_t>(code_.count());
    result_.plan.pasted.resize(count);
    result_.plan.entry_points.resize(count);
    result_.first.reserve(count);
    result_.steps.reserve(count + count / 4 + 1);
    for (int i = 0; i < code_.count(); ++i) {
      const std::size_t first = result_.steps.size();
      result_.first.push_back(static_cast<int>(first));
      const bool is_made = !is_out_of_line(code_.at(i), backend_) && add(i);
      result_.plan.pasted[static_cast<std::size_t>(i)] = is_made;
      if (is_made) continue;
      result_.steps.resize(first);
      connect(i, Connector::kHandOver, reinterpret_cast<Word>(code_.at(i).interpreted));
    }
    const int last = code_.count() - 1;
    if (code_.info(last).falls_through()) {
      connect(last, Connector::kGoTo,
              reinterpret_cast<Word>(code_.at(last).at + code_.at(last).size));
    }
    find_entry_points(code_, &result_.plan);
    enter_after_slow_steps();
  }

 private:
  /// Adds the steps of an instruction. False: it has none; some may have been added.
  bool add(int i) {
    const vm::OpInfo& info = code_.info(i);
    if (info.is_select()) return add_select(i);
    if (info.has_list() && info.list() == OperandKind::kYRegisters) return add_clearing(i);
    if (add_updates(i)) return true;
    OperandWords words;
    const bool may_be_one = operand_words(info, code_.operands(i), &words);
    if (may_be_one && add_step(i, code_.at(i).op, words, code_.fail_label(i))) return true;
    return add_look_ups(i) || (may_be_one && add_moved(i, words));
  }
  bool add_moved(int i, const OperandWords& words) {
    return add_with_moves(i, words, Moved::kRegisters) || add_with_moves(i, words, Moved::kAll);
  }

  /// The instruction, but with these operands.
  bool add_with_operands(int i, const Word* operands) {
    OperandWords words;
    return operand_words(code_.info(i), operands, &words) &&
           (add_step(i, code_.at(i).op, words, code_.fail_label(i)) || add_moved(i, words));
  }

  /// Several keys are looked up in a map one after the other, as the definition does.
  bool add_look_ups(int i) {
    const Op op = code_.at(i).op;
    const std::size_t step = op == Op::get_map_elements ? 2 : 1;
    if (op != Op::get_map_elements && op != Op::has_map_fields) return false;
    const auto items = code_.list(i);
    if (items.size() <= step) return false;
    const Word label = code_.operands(i)[0], map = code_.operands(i)[1];
    const std::size_t first = result_.steps.size();
    for (std::size_t n = 0; n < items.size(); n += step) {
      // Values that are there must not replace what is still to be read.
      for (std::size_t before = 1; step == 2 && before < n; before += 2) {
        if (items[before] == map || items[before] == items[n]) return undo(first);
      }
      const std::array<Word, 5> one = {label, map, step, items[n], items[n + step - 1]};
      if (!add_with_operands(i, one.data())) return undo(first);
    }
    return true;
  }

  /// A copy of a record gets its first new element when it is made, and the others one by one. Its
  /// stencils have `nil` for all hints that only ask for a copy.
  bool add_updates(int i) {
    if (code_.at(i).op != Op::update_record) return false;
    const Word* operands = code_.operands(i);
    const Word hint = operands[0], size = operands[1], record = operands[2], copy = operands[3];
    const auto items = code_.list(i);
    // With this hint nothing may have changed when an element is found that forbids the change.
    if (hint == vm::am::inplace.bits()) return false;
    // What the copy replaces must be read before: only the first step can.
    std::size_t early = 0;
    for (std::size_t n = 0; n < items.size(); n += 2) {
      if (items[n + 1] == copy) early = n;
    }
    const std::size_t first = result_.steps.size();
    const Word any_hint = Term::nil().bits();
    const std::array<Word, 7> one = {any_hint, size,         record,          copy,
                                     2,        items[early], items[early + 1]};
    if (!add_with_operands(i, one.data())) return undo(first);
    for (std::size_t n = 0; n < items.size(); n += 2) {
      if (n == early) continue;
      if (items[n + 1] == copy ||
          !add_step(i, Op::set_tuple_element, {items[n + 1], copy, items[n] - 1}, nullptr))
        return undo(first);
    }
    return true;
  }
  /// Which operands add_with_moves() replaces.
  enum class Moved : bool { kRegisters, kAll };

  /// An instruction that there is no stencil of with these operands: values are moved to scratch
  /// registers before, and the result from one behind it. Its out-of-line version finds its
  /// operands where they were. False: as add().
  bool add_with_moves(int i, OperandWords words, Moved moved) {
    // Others go on elsewhere than at the move of the result, or may collect, and scratch registers
    // are no roots.
    if (code_.info(i).control() != vm::Control::kNext) return false;
    const std::size_t first = result_.steps.size();
    std::optional<Word> result;  // the scratch register of the result, which goes to `dest`
    Word dest = 0;
    for (std::size_t n = 0; n < words.count; ++n) {
      const vm::OperandKindInfo& kind = vm::kind_info(words.kinds[n]);
      const Word word = words.words[n];
      if (kind.form != vm::OperandForm::kValue || is_memory_x(word)) continue;
      if (kind.use == vm::RegisterUse::kReadAndWritten) return false;
      if (moved == Moved::kRegisters && !vm::is_register_word(word)) continue;
      const Word scratch = vm::encode_x(vm::kMaxX + n);
      words.words[n] = scratch;
      if (kind.use == vm::RegisterUse::kWritten) {
        if (result) return undo(first);
        result = scratch;
        dest = word;
      } else if (!add_step(i, Op::move, {word, scratch}, nullptr)) {
        return undo(first);
      }
    }
    if (!add_step(i, code_.at(i).op, words, code_.fail_label(i))) return undo(first);
    return !result || add_step(i, Op::move, {*result, dest}, nullptr) || undo(first);
  }
  static bool is_memory_x(Word word) {
    return vm::is_register_word(word) && !vm::is_y_word(word) &&
           vm::register_number(word) >= vm::kMachineX;
  }
  bool undo(std::size_t first) {
    result_.steps.resize(first);
    return false;
  }

  bool add_step(int i, Op op, const OperandWords& words, CodeAddress fail) {
    const auto shape = shape_of(op, words);
    if (!shape) return false;
    const StencilRecord* stencil = table_.find(*shape);
    if (stencil == nullptr) return false;
    Step& step = result_.steps.emplace_back(Step{.stencil = stencil, .instruction = i});
    for (std::size_t n = 0; n < words.count; ++n)
      step.holes[n] = hole_value(shape->operands[n], words.kinds[n], words.words[n]);
    if (fail != nullptr) {
      step.fail_instruction = code_.find(fail);
      step.fail_label = fail;
    }
    return true;
  }
  /// With these operands.
  bool add_step(int i, Op op, std::initializer_list<Word> operands, CodeAddress fail) {
    OperandWords words;
    return operand_words(vm::op_info(op), operands.begin(), &words) && add_step(i, op, words, fail);
  }
  bool add_jump(int i, CodeAddress label) {
    return add_step(i, Op::jump, {reinterpret_cast<Word>(label)}, label);
  }

  void connect(int i, Connector connector, Word target) {
    result_.steps.push_back(
        {.stencil = &table_.connector(connector), .instruction = i, .target = target});
  }

  /// Each register is set by a move of its own.
  bool add_clearing(int i) {
    for (const Word y : code_.list(i)) {
      if (!add_step(i, Op::move, {Term::nil().bits(), y}, nullptr)) return false;
    }
    return true;
  }

  struct Choice {
    Word value;
    Word label;
  };

  bool add_select(int i) {
    const vm::OpInfo& info = code_.info(i);
    const auto items = code_.list(i);
    const bool by_arity = info.list() == OperandKind::kAritiesAndLabels;
    const bool by_place = info.list() == OperandKind::kLabels;
    const std::size_t step = by_place ? 1 : 2;
    std::vector<Choice> choices;
    choices.reserve(items.size() / step);
    for (std::size_t n = 0; n < items.size(); n += step)
      choices.push_back({by_place ? nth_value(i, n) : items[n], items[n + step - 1]});
    if (by_arity) return add_arity_select(i, choices);
    const auto is_small = [](Choice choice) { return Term::from_bits(choice.value).is_small(); };
    if (choices.size() > kChoicesAtOnce && std::ranges::all_of(choices, is_small)) {
      std::ranges::sort(choices, {},
                        [](Choice choice) { return static_cast<vm::SWord>(choice.value); });
      if (auto ranges = ranges_of(choices, code_.fail_label(i));
          ranges.size() * kChoicesOfRange <= choices.size())
        return add_ranges(i, ranges) && fall_through(i);
      return add_ordered_choices(i, choices);
    }
    return choices.size() <= kMostChoices && add_choices(i, choices);
  }
  /// What is none of them goes on at the instruction's label.
  bool add_choices(int i, std::span<const Choice> choices) {
    const Word source = code_.operands(i)[0];
    for (const Choice& choice : choices) {
      // Continues at the label if the two are *not* different.
      if (!add_step(i, Op::is_ne_exact, {choice.label, source, choice.value},
                    reinterpret_cast<CodeAddress>(choice.label)))
        return false;
    }
    return add_jump(i, code_.fail_label(i));
  }
  /// Of items whose values are in ascending order: halves them until add_few(i, items) can add what
  /// is left. A term of another kind ends at one of them, and is none of them.
  template <class Item, class AddFew>
  bool add_ordered(int i, std::span<Item> items, std::size_t few, AddFew add_few) {
    if (items.size() <= few) return add_few(i, items);
    const auto lower = items.first(items.size() / 2), upper = items.subspan(lower.size());
    const std::size_t test = result_.steps.size();
    if (!add_step(i, Op::is_lt, {0, code_.operands(i)[0], upper.front().value}, nullptr) ||
        !add_ordered(i, lower, few, add_few))
      return false;
    result_.steps[test].fail_step = static_cast<int>(result_.steps.size());
    return add_ordered(i, upper, few, add_few);
  }
  bool add_ordered_choices(int i, std::span<const Choice> choices) {
    if (choices.size() > kMostOrderedChoices) return false;
    return add_ordered(i, choices, kChoicesAtOnce, [this](int of, std::span<const Choice> few) {
      return add_choices(of, few);
    });
  }
  /// Small integers that follow each other and have the same label.
  struct Range {
    Word value;  // the first one
    Word count;
    Word label;
  };
  /// Of values in ascending order, without those that go on where all others do.
  static std::vector<Range> ranges_of(std::span<const Choice> choices, CodeAddress otherwise) {
    std::vector<Range> ranges;
    for (const Choice& choice : choices) {
      if (choice.label == reinterpret_cast<Word>(otherwise)) continue;
      const bool continues =
          !ranges.empty() && ranges.back().label == choice.label &&
          count_between(ranges.back().value, choice.value) == ranges.back().count;
      if (continues)
        ++ranges.back().count;
      else
        ranges.push_back({choice.value, 1, choice.label});
    }
    return ranges;
  }
  static Word count_between(Word first, Word end) {
    return static_cast<Word>(Term::from_bits(end).as_small() - Term::from_bits(first).as_small());
  }
  bool add_ranges(int i, std::span<Range> ranges) {
    if (ranges.size() > kMostOrderedChoices) return false;
    return add_ordered(i, ranges, kRangesAtOnce,
                       [this](int of, std::span<Range> few) { return add_few_ranges(of, few); });
  }
  /// A jump to the next instruction is none.
  bool fall_through(int i) {
    if (result_.steps.back().fail_instruction == i + 1) result_.steps.pop_back();
    return true;
  }
  /// The largest first.
  bool add_few_ranges(int i, std::span<Range> ranges) {
    const Word source = code_.operands(i)[0];
    std::ranges::sort(ranges, std::ranges::greater(), &Range::count);
    const CodeAddress otherwise = code_.fail_label(i);
    for (const Range& range : ranges) {
      const auto label = reinterpret_cast<CodeAddress>(range.label);
      if (range.count == 1) {
        if (!add_step(i, Op::is_ne_exact, {range.label, source, range.value}, label)) return false;
        continue;
      }
      const bool is_last = &range == &ranges.back();
      const std::size_t test = result_.steps.size();
      if (!add_step(i, Op::is_small_in,
                    {reinterpret_cast<Word>(otherwise), source, range.value, range.count},
                    is_last ? otherwise : nullptr) ||
          !add_jump(i, label))
        return false;
      if (is_last) return true;
      result_.steps[test].fail_step = static_cast<int>(result_.steps.size());
    }
    return add_jump(i, otherwise);
  }
  bool add_arity_select(int i, std::span<const Choice> choices) {
    if (choices.size() > kMostChoices) return false;
    for (const Choice& choice : choices) {
      if (!add_arity_choice(i, code_.operands(i)[0], choice.value,
                            reinterpret_cast<CodeAddress>(choice.label)))
        return false;
    }
    return add_jump(i, code_.fail_label(i));
  }
  /// The value that selects label number `n` of a list without values.
  Word nth_value(int i, std::size_t n) const {
    const std::size_t place = code_.info(i).position_of(OperandKind::kTerm);
    const vm::SWord first = Term::from_bits(code_.operands(i)[place]).as_small();
    return Term::small(first + static_cast<vm::SWord>(n)).bits();
  }
  /// A test that skips the jump behind it.
  bool add_arity_choice(int i, Word source, Word arity, CodeAddress label) {
    const std::size_t test = result_.steps.size();
    if (!add_step(i, Op::test_arity, {0, source, arity}, nullptr)) return false;
    result_.steps[test].fail_step = static_cast<int>(test) + 2;
    return add_jump(i, label);
  }

  /// The out-of-line version of an instruction continues through the words of the next one or of
  /// the label: native code goes on there.
  void enter_after_slow_steps() {
    for (const Step& step : result_.steps) {
      if (!may_be_slow(step)) continue;
      const auto enter = [&](int i) {
        if (i != kNowhere && i < code_.count() && result_.plan.is_pasted(i))
          result_.plan.entry_points[static_cast<std::size_t>(i)] = 1;
      };
      if (code_.info(step.instruction).falls_through()) enter(step.instruction + 1);
      enter(step.fail_instruction);
    }
  }
  bool may_be_slow(const Step& step) const {
    for (const Hole& hole : table_.view(*step.stencil).holes) {
      if (hole.value == HoleValue::kSlow) return true;
    }
    return false;
  }

  const FunctionCode& code_;
  const StencilTable& table_;
  vm::CodeBackend& backend_;
  Steps& result_;
};

}  // namespace

Steps make_steps(const FunctionCode& code, const StencilTable& table, vm::CodeBackend& backend) {
  Steps steps;
  Maker(code, table, backend, &steps).run();
  return steps;
}

}  // namespace jit
