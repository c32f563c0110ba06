// A page says what --help says, in the form in which the reader's other manual pages are.
// docs/commands/ has more.
#include "tools/sonde/man_page.h"

#include "tools/sonde/help_text.h"
#include "tools/sonde/lines.h"
#include "tools/sonde/option_words.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

namespace tools {
namespace {

constexpr std::string_view kExamples = "Examples:\n";

/// As text of troff: nothing of it is a request or an escape, and dashes can be searched for.
std::string roff(std::string_view text) {
  std::string out;
  bool is_line_start = true;
  for (const char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '-')
      out += "\\-";
    else if (c == '\\')
      out += "\\e";
    else
      out += c;
    is_line_start = c == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string head(const std::string& name, std::string about) {
  if (!about.empty())
    about[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(about[0])));
  return ".\\\" Made from the definitions of the options.\n.TH " + upper(name) +
         " 1 \"\" \"Sonde " SONDE_VERSION "\"\n.ad l\n.SH NAME\n" + roff(name) + " \\- " +
         roff(about) + "\n";
}

/// What stands before `Examples:`; paragraphs are separated by empty lines.
std::string description(std::string_view text) {
  text = text.substr(0, text.find(kExamples));
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::string out;
  for (const std::string& line : lines_of(std::string(text))) {
    // Lines that are set off are examples.
    out += line.empty()             ? ".PP\n"
           : line.starts_with("  ") ? ".br\n" + roff(line) + "\n.br\n"
                                    : roff(line) + "\n";
  }
  return out;
}

std::string examples(std::string_view text) {
  const auto at = text.find(kExamples);
  if (at == text.npos) return {};
  return ".SH EXAMPLES\n.EX\n" + roff(text.substr(at + kExamples.size())) + "\n.EE\n";
}

std::string options(const CLI::App& app) {
  std::string out = ".SH OPTIONS\n";
  for (const OptionWords& option : options_of(app)) {
    out += ".TP\n";
    std::string names;
    for (const std::string& name : option.names)
      names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
    if (!option.value.empty()) names += "=\\fI" + roff(option.value) + "\\fR";
    out += names + "\n" + roff(option.about);
    if (!option.default_value.empty()) out += " [" + roff(option.default_value) + "]";
    out += "\n";
  }
  return out;
}

std::string synopsis(const CLI::App& app) {
  // "\nUsage: sonde trace [OPTIONS] FILE\n"
  const auto formatter = std::static_pointer_cast<CLI::Formatter>(app.get_formatter());
  std::string usage = formatter->make_usage(&app, "");
  usage.erase(0, usage.find("sonde"));
  while (!usage.empty() && usage.back() == '\n') usage.pop_back();
  return ".SH SYNOPSIS\n" + roff(usage) + "\n";
}

std::string see_also(const CLI::App& app, const std::string& but) {
  std::string out = ".SH SEE ALSO\n";
  if (but != "sonde") out += ".BR sonde (1),\n";
  for (const CLI::App* command : commands_of(app)) {
    if ("sonde-" + command->get_name() != but)
      out += ".BR sonde\\-" + command->get_name() + " (1),\n";
  }
  return out + ".BR erl (1)\n";
}

std::string command_page(const CLI::App& app, const CLI::App& command) {
  const std::string name = "sonde-" + command.get_name();
  const std::string footer = command.get_footer();
  return head(name, command.get_description()) + synopsis(command) + ".SH DESCRIPTION\n" +
         description(footer) + options(command) + examples(footer) + see_also(app, name);
}

std::string main_page(const CLI::App& app) {
  std::string commands = ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app))
    commands += ".TP\n.BR sonde\\-" + command->get_name() + " (1)\n" +
                roff(command->get_description()) + "\n";
  return head("sonde", "run and trace Erlang programs") + synopsis(app) + ".SH DESCRIPTION\n" +
         roff(kManualAbout) + "\n" + commands + options(app) + ".SH EXIT STATUS\n" +
         roff(kManualStatus) + "\n.SH ENVIRONMENT\n" + roff(kManualEnvironment) + "\n" +
         examples(kAbout) + see_also(app, "sonde");
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& name) {
  return name == "sonde" ? main_page(app) : command_page(app, *app.get_subcommand(name));
}

}  // namespace tools
