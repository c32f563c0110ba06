// The options of `sonde`, in CLI11's terms. CLI11 does not see FILE and what follows it: everything
// after FILE belongs to the program, even where it looks like an option. So each command takes the
// rest of the line as it is (prefix_command).
#include "tools/sonde/command_line.h"

#include "tools/sonde/completion.h"
#include "tools/sonde/help_text.h"
#include "tools/sonde/machine_options.h"
#include "tools/sonde/man_page.h"
#include "tools/sonde/option_words.h"
#include "tools/sonde/trace_file.h"
#include "tools/sonde/trace_options.h"
#include "tools/sonde/usage_formatter.h"
#include "vm/base/log.h"
#include "vm/base/utf8.h"
#include "vm/term/atom_table.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <unistd.h>
#include <utility>

namespace tools {
namespace {

// Likewise `--`, which CLI11 takes for itself.
constexpr const char* kEndSpelling = "--end-of-options";

/// Why modules cannot be found there. Folders inside an archive are the code server's business.
std::string why_no_folder(const std::string& folder) {
  std::error_code ignored;
  if (folder.find(".ez") != std::string::npos || std::filesystem::is_directory(folder, ignored))
    return {};
  return folder + ": expected a folder, found " +
         (std::filesystem::exists(folder, ignored) ? "a file" : "nothing");
}

/// Whether standard output is a terminal that understands more than lines.
bool can_redraw() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && terminal != nullptr && *terminal != '\0' &&
         std::string_view(terminal) != "dumb";
}

CommandLine mistake(std::string text) {
  // One line, whatever the library or the user put into it.
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  CommandLine result;
  result.status = kStatusUsage;
  result.text = std::move(text);
  return result;
}

/// A word behind FILE that looks like an option of the command; empty where there is none.
std::string option_behind_file(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (const std::string& word : arguments) {
    const std::string name = word.substr(0, word.find('='));
    const bool has_dash = name.starts_with("--") || (name.size() == 2 && name.front() == '-');
    if (has_dash && app.get_option_no_throw(name) != nullptr) return word;
  }
  return {};
}

/// What a command line is refused with. Where an option stands behind FILE, everything else that is
/// wrong follows from that.
std::string with_hint(const CLI::App& app, const CommandLine& line, const std::string& why) {
  const std::string& command = app.get_name();
  const std::string word = line.is_file_explicit ? "" : option_behind_file(app, line.run.arguments);
  const std::string text = word.empty() || command == "compare"
                               ? why
                               : word + " stands behind FILE (" + line.run.file + "): options of " +
                                     command + " go before it";
  return text + " (see sonde " + command + " --help)";
}

/// ", did you mean ...?" with an option that begins like `word` or like the start of it; empty
/// where there is none, or more than one.
std::string similar_option(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  constexpr std::size_t kShortest = 4;  // with the dashes
  std::vector<std::string> similar;
  for (const OptionWords& option : options_of(app)) {
    for (const std::string& known : option.names) {
      if (known.size() >= kShortest && name.size() >= kShortest &&
          (known.starts_with(name) || name.starts_with(known)))
        similar.push_back(known);
    }
  }
  return similar.size() == 1 ? ", did you mean " + similar.front() + "?" : "";
}

/// A word that looks like an option of ours is one that is misspelt: flags of erl have one hyphen.
/// Empty string when in order.
std::string why_no_shell_word(const CLI::App& app, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "-extra" || word == kEndSpelling) break;
    if (word.starts_with("--")) return "unknown option " + word + similar_option(app, word);
  }
  return {};
}

/// What is left of the line after a command's options: FILE and ARGS. Empty string when in order.
std::string take_file(const CLI::App& app, CommandLine& line) {
  RunOptions& options = line.run;
  std::vector<std::string> rest = app.remaining();
  std::replace(rest.begin(), rest.end(), std::string(kPaSpelling), std::string("-pa"));
  std::replace(rest.begin(), rest.end(), std::string(kEndSpelling), std::string("--"));
  if (rest.empty()) return "no FILE given";
  const bool is_explicit = rest.front() == "--";
  if (is_explicit) {
    rest.erase(rest.begin());
    if (rest.empty()) return "no FILE given";
  } else if (rest.front().size() > 1 && rest.front().front() == '-') {
    return "unknown option " + rest.front() + similar_option(app, rest.front());
  }
  options.file = rest.front();
  if (options.file.empty()) return "FILE is empty";
  options.arguments.assign(rest.begin() + 1, rest.end());
  line.is_file_explicit = is_explicit;
  if (is_explicit || (app.get_name() != "trace" && app.get_name() != "profile")) return {};
  if (const std::string word = option_behind_file(app, options.arguments); !word.empty()) {
    line.warning = word + " stands behind FILE, so it is the program's; options of " +
                   app.get_name() +
                   " stand "
                   "in front (`-- FILE` says that this is meant)";
  }
  return {};
}

void add_compare_options(CLI::App& app, std::vector<std::string>& patterns,
                         CompareOptions& options) {
  app.add_option("--calls", patterns, "Functions that are traced")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATTERN");
  app.add_option("--rounds", options.rounds, "Runs after the first")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("!--traces-only", options.measures_costs,
               "Compare the traces, and do not measure what tracing costs");
  app.add_option("--format", options.format,
                 "text; markdown, json: the same as a table and as an object; svg: a picture")
      ->check(CLI::IsMember({"text", "markdown", "json", "svg"}))
      ->capture_default_str();
  app.add_option("-o,--output", options.output, "Write the result here, not to stdout")
      ->allow_extra_args(false)
      ->type_name("FILE");
}

/// Those of compare may also stand right after FILE.
std::string take_compare(std::vector<std::string>& texts, CompareOptions& options,
                         RunOptions& run) {
  CLI::App after_file;
  after_file.prefix_command();
  after_file.set_help_flag();
  add_compare_options(after_file, texts, options);
  std::reverse(run.arguments.begin(), run.arguments.end());
  try {
    after_file.parse(std::move(run.arguments));
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  run.arguments = after_file.remaining();
  if (std::string why = take_calls(texts, options.calls); !why.empty()) return why;
  if (options.format == "svg" && !options.measures_costs)
    return "--format svg is a picture of the costs, which --traces-only leaves out";
  return options.calls.empty() ? "nothing to trace: give --calls" : "";
}

std::string take_function(DisasmOptions& options, RunOptions& run) {
  if (run.arguments.empty()) return {};
  if (run.arguments.front().starts_with('-')) return "unexpected argument " + run.arguments.front();
  const std::string& word = run.arguments.front();
  if (word.ends_with(".erl") || word.ends_with(".beam"))
    return "FILE stands before FUNCTION: sonde disasm " + word + " " + run.file;
  auto pattern = parse_call_pattern(word);
  if (!pattern.ok()) return pattern.error();
  options.function = std::move(*pattern);
  run.arguments.erase(run.arguments.begin());
  if (!options.live && !run.arguments.empty()) {
    return "unexpected argument " + run.arguments.front();
  }
  return {};
}

/// Takes -pa DIR and -pz DIR out of the compiler's arguments, as erlc does: they are for the
/// machine.
std::string take_erlc(const CLI::App& app, RunOptions& options) {
  std::vector<std::string> rest = app.remaining();
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool is_path = rest[i] == kPaSpelling || rest[i] == "-pz";
    if (is_path && i + 1 < rest.size()) {
      options.code_path.push_back(rest[++i]);
    } else {
      options.arguments.push_back(rest[i] == kEndSpelling ? "--" : rest[i]);
    }
  }
  if (options.arguments.empty()) return "nothing to compile: no FILE given";
  return {};
}

void add_disasm_options(CLI::App& disasm, DisasmOptions& options) {
  CLI::Option* live =
      disasm.add_flag("--live", options.live, "Run FILE first, then show its code as it is");
  CLI::Option* jit =
      disasm
          .add_flag("--jit", options.jit,
                    "Show what the compiler makes of them: the assembly of what runs from each "
                    "entry point when nothing unusual happens, and what branches off")
          ->excludes(live);
  disasm
      .add_flag("--all", options.all,
                "With --jit: each instruction with all of its assembly and LLVM IR")
      ->needs(jit);
  disasm
      .add_flag("--baseline", options.baseline,
                "Show the stencils that the baseline compiler copies for each instruction")
      ->excludes(live);
  disasm.add_option("--target", options.target, "Whose assembly --jit shows")
      ->check(CLI::IsMember({"x86-64", "aarch64"}))
      ->type_name("PROCESSOR")
      ->default_str(options.target);
}

/// The commands and where their values go; lives as long as parsing.
struct Parser {
  CommandLine line;
  std::vector<std::string> stress;
  std::string dump;
  std::vector<std::string> patterns;
  std::vector<std::string> record_calls;
  CLI::App app{kAbout, "sonde"};
  CLI::App* run = nullptr;
  CLI::App* trace = nullptr;
  CLI::App* profile = nullptr;
  ProfileWords profile_words;
  CLI::App* top = nullptr;
  bool is_batch = false;
  CLI::App* breakpoints = nullptr;
  CLI::App* view = nullptr;
  CLI::App* disasm = nullptr;
  CLI::App* erlc = nullptr;
  CLI::App* shell = nullptr;
  CLI::App* erl = nullptr;
  CLI::App* compare = nullptr;

  Parser() {
    app.formatter(std::make_shared<UsageFormatter>("sonde COMMAND [OPTIONS] FILE [ARGS...]"));
    app.require_subcommand(1);
    app.set_version_flag("--version", "sonde " SONDE_VERSION)->trigger_on_parse();
    add_text_options();
    add_running_commands();
    add_looking_commands();
    add_code_commands();
    add_shell_commands();
  }

  /// Options of sonde itself that print a text and end.
  void add_text_options() {
    app.add_option_function<std::string>(
           "--completion",
           [this](const std::string& shell) {
             throw CLI::CallForVersion(completion_script(app, shell), 0);
           },
           "Print a script that makes a shell complete commands and options: bash, zsh, fish")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->type_name("SHELL")
        ->trigger_on_parse();
    app.add_option_function<std::string>(
           "--man-page",
           [this](const std::string& name) {
             const auto commands = commands_of(app);
             const auto has_name = [&](const CLI::App* one) { return one->get_name() == name; };
             if (name != "sonde" && std::none_of(commands.begin(), commands.end(), has_name))
               throw CLI::ValidationError("--man-page", name + ": no such command");
             throw CLI::CallForVersion(man_page(app, name), 0);
           },
           "Print the manual page of a command, or of sonde")
        ->type_name("COMMAND")
        ->trigger_on_parse();
  }

  /// Commands that run a program.
  void add_running_commands() {
    run = add_command("run", "Run a program", "sonde run [OPTIONS] FILE [ARGS...]", kRunFooter);
    run->add_option("--control", line.run.control,
                    "Let sonde trace --attach and sonde top --attach of the same user connect here")
        ->allow_extra_args(false)
        ->check(why_no_text)
        ->type_name("SOCKET");
    add_record_options(*run, record_calls, line.run.record);
    add_node_options(*run, line.run.node);
    trace = add_command("trace", "Run a program and print what it does",
                        "sonde trace [OPTIONS] FILE [ARGS...]", kTraceFooter);
    add_trace_options(*trace, patterns, line.trace);
    add_node_options(*trace, line.run.node);
    add_bound_options(*trace, line.trace.bounds);
    add_attach_option(*trace, line.trace);
    add_snapshot_option(*trace, line.trace);

    profile = add_command("profile", "Run a program and say where its calls, time or memory go",
                          "sonde profile [OPTIONS] FILE [ARGS...]", kProfileFooter);
    add_profile_options(*profile, profile_words, line.trace);
  }

  /// Commands that look at a program that runs, or at a trace.
  void add_looking_commands() {
    top = add_command("top", "Show the busiest processes of a program that runs",
                      "sonde top --attach SOCKET [OPTIONS]", kTopFooter);
    add_top_options(*top, line.trace, is_batch);

    breakpoints =
        add_command("breakpoints", "Show the breakpoints that are set in a program that runs",
                    "sonde breakpoints --attach SOCKET [OPTIONS]", kBreakpointsFooter);
    add_breakpoints_options(*breakpoints, line.trace);

    view = app.add_subcommand("view", "Make an HTML page of a trace");
    view->formatter(std::make_shared<UsageFormatter>("sonde view [-o PAGE] FILE"));
    view->footer(kViewFooter);
    add_view_options(*view, line.view);
  }

  /// Commands about code, and about the engines that run it.
  void add_code_commands() {
    disasm = add_command("disasm", "Show a module's instructions",
                         "sonde disasm [OPTIONS] FILE [FUNCTION]", kDisasmFooter);
    add_disasm_options(*disasm, line.disasm);

    compare = add_command("compare", "Compare engines: what they trace and what it costs",
                          "sonde compare [OPTIONS] FILE [OPTIONS] [ARGS...]", kCompareFooter);
    add_compare_options(*compare, patterns, line.compare);

    erlc = add_command("erlc", "Compile Erlang source",
                       "sonde erlc [OPTIONS] [ERLC'S OPTIONS] FILE...", kErlcFooter);
  }

  void add_shell_commands() {
    shell = add_command("shell", "Start OTP's Erlang shell", "sonde shell [OPTIONS] [ARGS...]",
                        kShellFooter);
    add_node_options(*shell, line.run.node);
    // Its footer says which of these make sense; what begins with one hyphen is erl's.
    erl = add_command("erl", "Start as the program erl does", "sonde erl [OPTIONS] [ERL'S FLAGS]",
                      kErlFooter);
    shell
        ->add_option("--remsh", line.run.node.remote_shell,
                     "Show the shell of the node NAME@HOST, a node of Sonde or Erlang/OTP")
        ->allow_extra_args(false)
        ->type_name("NODE");
    shell
        ->add_option("--attach", line.run.node.attach,
                     "Be the shell of another machine, that of sonde run --control SOCKET")
        ->allow_extra_args(false)
        ->check(why_no_text)
        ->type_name("SOCKET");
  }

  /// A command with the options of all commands. `usage` is the line that its help begins with.
  CLI::App* add_command(const char* name, const char* about, const char* usage,
                        const char* footer) {
    CLI::App* command = app.add_subcommand(name, about);
    command->formatter(std::make_shared<UsageFormatter>(usage));
    command->footer(footer);
    add_run_options(*command, line.run, stress, dump);
    // Below the command's own, which people look for.
    for (CLI::Option* option : command->get_options()) {
      if (option != command->get_help_ptr()) option->group(kMachineGroup);
    }
    return command;
  }

  /// For a program of another machine. Empty string when in order.
  std::string finish_attached(const CLI::App& chosen) {
    line.command = CommandLine::Command::kAttach;
    if (chosen.get_name() == "top") {
      line.trace.measure = "top";
      line.trace.top.redraws = !is_batch && can_redraw();
    } else if (chosen.get_name() == "breakpoints") {
      line.trace.measure = "breakpoints";
    } else if (line.trace.measure == "snapshot") {
      if (std::string why = take_snapshot(chosen); !why.empty()) return why;
    } else if (std::string why = take_trace(patterns, line.trace); !why.empty()) {
      return why;
    }
    const CLI::Option* overload = chosen.get_option_no_throw("--overload");
    return take_attach(chosen, overload != nullptr && overload->count() > 0, line.trace);
  }

  /// After CLI11 took its part. Empty string when in order.
  std::string finish() {
    CLI::App* chosen = app.get_subcommands().front();
    set_stress(stress, line.run);
    if (std::string why = take_dump(dump, line.run.engine); !why.empty()) return why;
    if (chosen == view) {
      line.command = CommandLine::Command::kView;
      return {};
    }
    if (chosen == erlc) {
      line.command = CommandLine::Command::kErlc;
      return take_erlc(*chosen, line.run);
    }
    if (chosen == shell) {
      line.command = CommandLine::Command::kShell;
      line.run.arguments = chosen->remaining();
      return why_no_shell_word(*chosen, line.run.arguments);
    }
    if (chosen == erl) {
      line.command = CommandLine::Command::kErl;
      return {};
    }
    if (!line.trace.attach.empty()) return finish_attached(*chosen);
    if (chosen == top || chosen == breakpoints)
      return "no SOCKET given: --attach takes that of a program started with sonde run --control "
             "SOCKET";
    for (const std::string& folder : line.run.code_path) {
      if (std::string why = why_no_folder(folder); !why.empty()) return "--path: " + why;
    }
    if (std::string why = take_file(*chosen, line); !why.empty()) return why;
    if (chosen == run) {
      line.command = CommandLine::Command::kRun;
      return take_record(*chosen, record_calls, line.run.record);
    } else if (chosen == trace && (line.run.file.ends_with(".strace") || is_log(line.run.file))) {
      line.command = CommandLine::Command::kTraceLog;
      return take_trace_log(*chosen, line);
    } else if (chosen == trace) {
      line.command = CommandLine::Command::kTrace;
      return take_trace(patterns, line.trace);
    } else if (chosen == profile) {
      line.command = CommandLine::Command::kProfile;
      return take_profile(profile_words, line.trace);
    } else if (chosen == compare) {
      line.command = CommandLine::Command::kCompare;
      return take_compare(patterns, line.compare, line.run);
    } else {
      line.command = CommandLine::Command::kDisasm;
      return take_function(line.disasm, line.run);
    }
    return {};
  }
};

}  // namespace

namespace {
/// One sentence, and where to read on.
std::string why_not_parsed(Parser& parser, int argc, const char* const* argv,
                           const CLI::ParseError& error) {
  const std::string first = argc > 1 ? argv[1] : "";
  std::string names;
  for (const CLI::App* command : parser.app.get_subcommands([](CLI::App*) { return true; })) {
    if (command->get_name() == first)
      return std::string(error.what()) + " (see sonde " + first + " --help)";
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  if (first.empty()) return "no command given; there are " + names + " (see sonde --help)";
  if (first.ends_with(".erl") || first.ends_with(".beam"))
    return first + ": no such command; sonde run " + first + " runs it (see sonde --help)";
  const bool has_command = !parser.app.get_subcommands().empty();
  const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (first.front() == '-' && !has_command && code == CLI::ExitCodes::RequiredError)
    return "unknown option " + first + similar_option(parser.app, first) + " (see sonde --help)";
  if (first.front() != '-')  // else CLI11 has said what is wrong with the option
    return first + ": no such command; there are " + names + " (see sonde --help)";
  return std::string(error.what()) + " (see sonde --help)";
}
}  // namespace

/// The command whose words are another program's: those from the first one on that is no option of
/// ours are taken away from `words`.
std::vector<std::string> take_erl_words(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "erl") return {};
  const auto is_ours = [](const std::string& word) {
    return word.starts_with("--") && word != "--";
  };
  const auto first = std::find_if_not(words.begin() + 1, words.end(), is_ours);
  std::vector<std::string> taken(first, words.end());
  words.erase(first, words.end());
  return taken;
}

/// `help COMMAND` is `COMMAND --help`, and `help` alone `--help`.
void take_help(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help" || words.size() > 2) return;
  words.erase(words.begin());
  words.emplace_back("--help");
}

CommandLine parse_command_line(int argc, const char* const* argv) {
  Parser parser;
  // CLI11 wants its words in reverse.
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  // Under the name `erl`, what it is called with is erl's: only the command is missing.
  if (argc > 0 && std::filesystem::path(argv[0]).filename() == "erl")
    words.insert(words.begin(), "erl");
  take_help(words);
  parser.line.run.arguments = take_erl_words(words);
  std::replace(words.begin(), words.end(), std::string("-pa"), std::string(kPaSpelling));
  std::replace(words.begin(), words.end(), std::string("--"), std::string(kEndSpelling));
  std::reverse(words.begin(), words.end());
  try {
    parser.app.parse(std::move(words));
  } catch (const CLI::CallForHelp& help) {
    CommandLine result;
    CLI::App* app = &parser.app;
    while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
    if (app == &parser.app && argc == 3 && std::string_view(argv[1]) == "help")
      return mistake(why_not_parsed(parser, argc - 1, argv + 1, help));
    result.text = app->help();
    return result;
  } catch (const CLI::CallForVersion& version) {
    CommandLine result;
    result.text = std::string(version.what()) + "\n";
    return result;
  } catch (const CLI::ParseError& error) {
    return mistake(why_not_parsed(parser, argc, argv, error));
  }
  if (std::string why = parser.finish(); !why.empty()) {
    return mistake(with_hint(*parser.app.get_subcommands().front(), parser.line, why));
  }
  if (auto set = vm::set_log_subjects(parser.line.run.log_subjects); !set.ok()) {
    return mistake("--log: " + set.error());
  }
  return std::move(parser.line);
}

std::string why_no_text(const std::string& name) {
  const char* end = name.data() + name.size();
  std::string shown;
  bool is_text = true;
  for (const char* at = name.data(); at < end;) {
    std::uint32_t point = 0;
    const std::size_t size = vm::decode_utf8(at, end, &point);
    if (size == 0) {
      char byte[8];
      std::snprintf(byte, sizeof(byte), "\\x%02X", static_cast<unsigned char>(*at));
      shown += byte;
      is_text = false;
    } else {
      shown.append(at, size);
    }
    at += size == 0 ? 1 : size;
  }
  return is_text ? "" : shown + ": expected a name in UTF-8, found other bytes (\\xNN)";
}

}  // namespace tools
