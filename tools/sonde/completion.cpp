// The scripts hold the words themselves: completing a line starts no program. Other values than
// those that are one of a few words, and what is no option, are names of files.
#include "tools/sonde/completion.h"

#include "tools/sonde/option_words.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace tools {
namespace {

/// The text with a backslash before each of `characters`.
std::string escaped(const std::string& text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

/// In single quotes, as bash and zsh read them.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

/// The words of which the option's value is one, with spaces between them; empty: it may be
/// another.
std::string choices_of(const OptionWords& option) {
  if (option.value.find('|') == std::string::npos) return {};
  std::string words = option.value;
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

/// A branch of `case` for each option of `command` that has choices.
std::string bash_choices(const CLI::App& command) {
  std::string cases;
  for (const OptionWords& option : options_of(command)) {
    if (choices_of(option).empty()) continue;
    for (const std::string& name : option.names)
      cases +=
          "    " + command.get_name() + name + ") words=" + quoted(choices_of(option)) + " ;;\n";
  }
  return cases;
}

std::string words_of(const CLI::App& app) {
  std::string words;
  for (const OptionWords& option : options_of(app)) {
    for (const std::string& name : option.names) words += (words.empty() ? "" : " ") + name;
  }
  return words;
}

std::string bash_script(const CLI::App& app) {
  std::string commands;
  std::string cases;
  std::string choices;
  for (const CLI::App* command : commands_of(app)) {
    choices += bash_choices(*command);
    commands += (commands.empty() ? "" : " ") + command->get_name();
    cases += "    " + command->get_name() + ") words=" + quoted(words_of(*command)) + " ;;\n";
  }
  return "# Completion of sonde for bash: source <(sonde --completion bash)\n"
         "_sonde() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} words\n"
         "  COMPREPLY=()\n"
         "  if [[ $COMP_CWORD -eq 1 ]]; then\n"
         "    COMPREPLY=($(compgen -W " +
         quoted(commands + " " + words_of(app)) +
         " -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         // `=` is a word of its own there.
         "  local option=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if [[ $option == '=' ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  if [[ $current == '=' ]]; then option=${COMP_WORDS[COMP_CWORD-1]} current=; fi\n"
         "  words=\n"
         "  case ${COMP_WORDS[1]}$option in\n" +
         choices +
         "  esac\n"
         "  if [[ -n $words ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  [[ $current == -* ]] || return\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _sonde sonde";
}

std::string zsh_options(const CLI::App& app, const std::string& indent) {
  std::string lines;
  for (const OptionWords& option : options_of(app)) {
    for (const std::string& name : option.names) {
      // `*`: it may be given again. A long option's value may stand behind `=`.
      const std::string value = !option.value.empty() && name.starts_with("--") ? "=" : "";
      const std::string choices = choices_of(option);
      const std::string values = choices.empty() ? "_files" : "(" + choices + ")";
      lines += " \\\n" + indent +
               quoted("*" + name + value + "[" + escaped(option.about, "[]:\\") + "]" +
                      (option.value.empty() ? "" : ":value:" + values));
    }
  }
  return lines;
}

std::string zsh_script(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += "    " +
                quoted(command->get_name() + ":" + escaped(command->get_description(), ":\\")) +
                "\n";
    cases += "        " + command->get_name() + ")\n          _arguments" +
             zsh_options(*command, "            ") + " \\\n            '*:file:_files' ;;\n";
  }
  return "#compdef sonde\n"
         "# Completion of sonde for zsh: sonde --completion zsh > FOLDER/_sonde, FOLDER in $fpath\n"
         "_sonde() {\n"
         "  local line state\n"
         "  local -a commands\n"
         "  commands=(\n" +
         commands + "  )\n  _arguments -C" + zsh_options(app, "    ") +
         " \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n"
         "  case $state in\n"
         "    command) _describe command commands ;;\n"
         "    argument)\n"
         "      case $line[1] in\n" +
         cases +
         "      esac ;;\n"
         "  esac\n"
         "}\n"
         "compdef _sonde sonde";
}

std::string fish_quoted(const std::string& text) { return "'" + escaped(text, "'\\") + "'"; }

std::string fish_options(const CLI::App& app, const std::string& condition) {
  std::string lines;
  for (const OptionWords& option : options_of(app)) {
    lines += "complete -c sonde -n " + fish_quoted(condition);
    for (const std::string& name : option.names)
      lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    const std::string choices = choices_of(option);
    if (!option.value.empty()) lines += choices.empty() ? " -r" : " -x -a " + fish_quoted(choices);
    lines += " -d " + fish_quoted(option.about) + "\n";
  }
  return lines;
}

std::string fish_script(const CLI::App& app) {
  std::string text = "# Completion of sonde for fish: sonde --completion fish | source\n";
  text += fish_options(app, "__fish_use_subcommand");
  for (const CLI::App* command : commands_of(app)) {
    text += "complete -c sonde -f -n __fish_use_subcommand -a " + command->get_name() + " -d " +
            fish_quoted(command->get_description()) + "\n";
    text += fish_options(*command, "__fish_seen_subcommand_from " + command->get_name());
  }
  text.pop_back();
  return text;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  return shell == "bash" ? bash_script(app) : shell == "zsh" ? zsh_script(app) : fish_script(app);
}

}  // namespace tools
