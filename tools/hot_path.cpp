// Works on the text, because that is all that the compiler hands out for another processor.
#include "tools/hot_path.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace tools {
namespace {

/// A line as mnemonic and operands, without the comment.
struct Parsed {
  std::string_view mnemonic;
  std::string_view operands;
};

Parsed parse(std::string_view line) {
  constexpr std::string_view kSpace = " \t";
  const auto start = line.find_first_not_of(kSpace);
  if (start == line.npos) return {};
  line.remove_prefix(start);
  const auto end = line.find_first_of(kSpace);
  if (end == line.npos) return {line, {}};
  std::string_view operands = line.substr(end);
  operands.remove_prefix(std::min(operands.find_first_not_of(kSpace), operands.size()));
  // A comment, where `#1` is a number.
  return {line.substr(0, end),
          operands.substr(0, std::min(operands.find("# "), operands.find(';')))};
}

/// The label that a line defines; empty: none.
std::string_view label_of(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  if (start == line.npos || line[start] != '.') return {};
  line.remove_prefix(start);
  const auto colon = line.find(':');
  return colon == line.npos ? std::string_view() : line.substr(0, colon);
}

/// The last operand, where that is a label of the function: `.LBB0_3`.
std::string_view target_of(const Parsed& line) {
  std::string_view operand = line.operands;
  if (const auto comma = operand.rfind(','); comma != operand.npos)
    operand.remove_prefix(comma + 1);
  const auto start = operand.find(".L");
  if (start == operand.npos) return {};
  operand.remove_prefix(start);
  return operand.substr(0, operand.find_first_of(" \t,)"));
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view one : words)
    if (word == one) return true;
  return false;
}

bool is_jump(const Parsed& line) { return is_one_of(line.mnemonic, {"jmp", "jmpq", "b"}); }

bool leaves(const Parsed& line) {
  if (is_one_of(line.mnemonic, {"ret", "retq", "br", "ud2", "udf"})) return true;
  return is_jump(line) && target_of(line).empty();
}

bool is_branch(const Parsed& line) {
  if (target_of(line).empty() || is_jump(line)) return false;
  return line.mnemonic.starts_with("j") || line.mnemonic.starts_with("b.") ||
         is_one_of(line.mnemonic, {"cbz", "cbnz", "tbz", "tbnz"});
}

constexpr const char* kToCallee =
    "\tjmp\t(the callee's code, or a stub that goes through its entry word)";
constexpr const char* kGoesOn = "  (and on from there, as above)";

class Path {
 public:
  Path(const std::vector<AssemblyLine>& code, const std::function<std::string(int)>& name_of)
      : code_(code), name_of_(name_of) {
    for (std::size_t n = 0; n < code.size(); ++n)
      if (const auto label = label_of(code[n].text); !label.empty()) labels_.emplace(label, n);
  }

  std::vector<AssemblyLine> follow() {
    for (std::size_t at = 0; at < code_.size();) {
      const AssemblyLine& line = code_[at];
      if (!seen_.insert(at).second) {
        add({line.instruction, kGoesOn});
        break;
      }
      const Parsed parsed = parse(line.text);
      if (leaves(parsed)) {
        add(line);
        break;
      }
      if (is_jump(parsed)) {
        const auto target = find(target_of(parsed));
        if (!target) {
          add({line.instruction, kToCallee});
          break;
        }
        at = *target;
        continue;
      }
      if (is_branch(parsed)) {
        add({line.instruction, line.text + exit_text(target_of(parsed), line.instruction)});
        // A loop whose test is at its end.
        if (const auto target = find(target_of(parsed)); target && seen_.contains(*target)) {
          add({line.instruction, kGoesOn});
          break;
        }
      } else if (!parsed.mnemonic.empty() && label_of(line.text).empty())
        add(line);
      ++at;
    }
    return std::move(lines_);
  }

 private:
  void add(AssemblyLine line) { lines_.push_back(std::move(line)); }

  std::optional<std::size_t> find(std::string_view label) const {
    const auto found = labels_.find(label);
    return found == labels_.end() ? std::nullopt : std::optional(found->second);
  }

  /// What a branch to `label` goes to: the instruction at which the code there begins.
  std::string exit_text(std::string_view label, int from) const {
    const auto target = find(label);
    if (!target) return {};
    for (std::size_t at = *target; at < code_.size(); ++at) {
      const int instruction = code_[at].instruction;
      if (parse(code_[at].text).mnemonic.empty() || !label_of(code_[at].text).empty()) continue;
      if (instruction < 0) continue;
      return (instruction == from ? "  # rare: " : "  # to ") + name_of_(instruction);
    }
    return {};
  }

  const std::vector<AssemblyLine>& code_;
  const std::function<std::string(int)>& name_of_;
  std::map<std::string_view, std::size_t> labels_;
  std::set<std::size_t> seen_;
  std::vector<AssemblyLine> lines_;
};

}  // namespace

std::vector<AssemblyLine> hot_path(const std::vector<AssemblyLine>& code,
                                   const std::function<std::string(int)>& name_of) {
  return Path(code, name_of).follow();
}

}  // namespace tools
