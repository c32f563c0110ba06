// Options of the machine and of nodes, in CLI11's terms.
#include "tools/sonde/machine_options.h"

#include "tools/sonde/usage_formatter.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace tools {
namespace {

/// A flag of erl is one word that begins with a hyphen; others are its values.
std::string why_no_flag(const std::string& text) {
  const bool is_flag = text.size() > 1 && text[0] == '-' && text[1] != ' ';
  return is_flag ? std::string() : text + ": expected -NAME VALUE ...";
}

/// What is wrong with the name of a node, as OTP's net_kernel sees it; an empty text: nothing.
std::string why_no_node_name(const std::string& text, std::string_view form) {
  const std::size_t at = text.find('@');
  const std::string name = text.substr(0, at);
  const bool is_complete = form == "NAME" && at == std::string::npos;
  const bool is_named = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_' || c == '-');
  });
  const bool has_host = at != std::string::npos && at + 1 < text.size() &&
                        text.find('@', at + 1) == std::string::npos;
  if (is_named && (is_complete || has_host)) return {};
  return text + ": expected " + std::string(form) +
         ", where NAME has only letters, digits, _ and -";
}

}  // namespace

void add_engine_options(CLI::App& app, EngineRequest& engine, std::string& dump) {
  app.add_option(
         "--engine", engine.name,
         "What executes the code: interp; baseline copies stencils of machine code for what is "
         "called a few times; jit compiles what is called often and waits for it; tiered is "
         "baseline, and compiles in the background what takes long")
      ->check(CLI::IsMember(engine_names()))
      ->capture_default_str();
  app.add_option(
         "--jit-threshold", engine.jit_threshold,
         "Calls before a function is compiled (default: 100, baseline: 20, tiered: where it pays)")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  app.add_option("--jit-only", engine.jit_only,
                 "Modules whose functions LLVM compiles (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("MODULE,...");
  app.add_option("--jit-memory", engine.jit_memory_mib, "Most native code to keep, in MiB")
      ->check(CLI::Range(1, 512))
      ->type_name("MIB")
      ->capture_default_str();
  app.add_option("--code-cache", engine.code_cache_mib,
                 "Most of LLVM's code to keep on disk for the next run, in MiB; 0: none")
      ->check(CLI::Range(0, 1 << 20))
      ->type_name("MIB")
      ->capture_default_str();
  app.add_option("--jit-entry", engine.jit_entry,
                 "Where breakpoints of compiled code are set: the word that calls go through, or a "
                 "patched instruction")
      ->check(CLI::IsMember({"word", "sled"}))
      ->capture_default_str();
  app.add_flag("--perf", engine.perf_map, "Write /tmp/perf-PID.map, names for perf report");
  app.add_option("--jitdump", engine.jitdump, "Write DIR/jit-PID.dump, for perf inject")
      ->allow_extra_args(false)
      ->type_name("DIR");
  app.add_option("--dump", dump,
                 "Write what is compiled into DIR (default: sonde-dump), a file for each function: "
                 "ir, asm")
      ->allow_extra_args(false)
      ->type_name("WHAT,...[:DIR]");
}

void add_run_options(CLI::App& app, RunOptions& options, std::vector<std::string>& stress,
                     std::string& dump) {
  app.prefix_command();
  add_engine_options(app, options.engine, dump);
  app.add_option("--schedulers", options.schedulers, "Scheduler threads (default: one per core)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  app.add_option("--max-memory", options.max_memory_mib,
                 "Most memory to have resident, in MiB: larger binaries are refused, and a process "
                 "whose heap does not fit ends (default: what the computer has)")
      ->check(CLI::Range(std::uint64_t{64}, std::uint64_t{1} << 24))
      ->type_name("MIB");
  app.add_option("--async-threads", options.async_threads,
                 "Threads for jobs of linked-in drivers, as erl's +A")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str()
      ->type_name("N");
  app.add_option(std::string("-p,--path,") + kPaSpelling, options.code_path,
                 "Folder to find modules in; -pa DIR is the same")
      ->allow_extra_args(false)
      ->check(why_no_text)
      ->type_name("DIR");
  app.add_option("--otp", options.otp, "Erlang/OTP to use (default: the one of erl on $PATH)")
      ->allow_extra_args(false)
      ->type_name("ROOT");
  app.add_option_function<std::string>(
         "--verify",
         [&options](const std::string& word) {
           options.verify = word != "no";
           options.remembers_verdicts = word == "yes";
         },
         "Whether modules are checked for code that could damage the machine: yes, but not again "
         "where an earlier run has checked the same file; always; no, for files one trusts")
      ->check(CLI::IsMember({"yes", "always", "no"}))
      ->default_str("yes")
      ->type_name("WORD");
  app.add_flag(
      "--nif-checks", options.nif_checks,
      "Find mistakes of C libraries: terms and environments of others, what is not released");
  app.add_option("--stress", stress,
                 "Make rare things happen: gc, yield, sched, delay, progress, small, tiers")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(
          CLI::IsMember({"gc", "yield", "sched", "delay", "progress", "small", "tiers", "none"}))
      ->type_name("WHAT,...");
  app.add_option("--seed", options.seed, "Seed for --stress")->type_name("N");
  app.add_option("--log", options.log_subjects, "What the machine says about itself, on stderr")
      ->type_name("SUBJECT,...");
}

void add_node_options(CLI::App& app, NodeOptions& node) {
  const std::string group = app.option_defaults()->get_group();
  app.option_defaults()->group("Options of nodes");
  CLI::Option* short_name =
      app.add_option("--sname", node.short_name, "Be the node NAME, of a short host name")
          ->allow_extra_args(false)
          ->check([](const std::string& text) { return why_no_node_name(text, "NAME"); })
          ->type_name("NAME");
  app.add_option("--name", node.long_name, "Be the node NAME@HOST")
      ->allow_extra_args(false)
      ->excludes(short_name)
      ->check([](const std::string& text) { return why_no_node_name(text, "NAME@HOST"); })
      ->type_name("NAME");
  app.add_option("--cookie", node.cookie,
                 "What nodes of one cluster share (default: the file .erlang.cookie)")
      ->allow_extra_args(false)
      ->type_name("COOKIE");
  app.add_option("--listen", node.listen,
                 "The only address on which other nodes can connect (default: all)")
      ->allow_extra_args(false)
      ->check(CLI::ValidIPV4)
      ->type_name("ADDRESS");
  app.add_option("--dist-port", node.port, "The port on which other nodes can connect")
      ->check(CLI::Range(1, 65535))
      ->type_name("PORT");
  app.add_flag_callback(
      "--no-epmd", [&node] { node.uses_epmd = false; }, "Start no epmd, the name server of nodes");
  app.add_flag("--hidden", node.is_hidden, "Be a hidden node");
  app.add_option("--erl-flag", node.erl_flags,
                 "A flag of erl for OTP's libraries, '-kernel net_ticktime 5' or '-proto_dist "
                 "inet_tls'; several times for several flags")
      ->allow_extra_args(false)
      ->check(why_no_flag)
      ->type_name("FLAG");
  app.option_defaults()->group(group);
}

void set_stress(const std::vector<std::string>& stress, RunOptions& options) {
  options.engine.seed = options.seed;
  for (const std::string& what : stress) {
    options.stress_gc |= what == "gc";
    options.stress_yield |= what == "yield";
    options.stress_sched |= what == "sched";
    options.stress_delay |= what == "delay";
    options.stress_progress |= what == "progress";
    options.stress_small |= what == "small";
    options.engine.switch_tiers |= what == "tiers";
  }
}

std::string take_dump(const std::string& text, EngineRequest& engine) {
  if (text.empty()) return {};
  const std::size_t colon = text.find(':');
  engine.dump_folder = colon == std::string::npos ? "sonde-dump" : text.substr(colon + 1);
  std::string_view what = std::string_view(text).substr(0, colon);
  while (true) {
    const std::string_view kind = what.substr(0, what.find(','));
    engine.dump_ir |= kind == "ir";
    engine.dump_assembly |= kind == "asm";
    if (kind != "ir" && kind != "asm")
      return "--dump: expected ir or asm, found " + std::string(kind);
    if (kind.size() == what.size()) break;
    what.remove_prefix(kind.size() + 1);
  }
  if (engine.dump_folder.empty()) return "--dump: no folder behind the colon";
  if (engine.name == "interp") return "--dump: --engine=interp compiles nothing";
  if (engine.name == "baseline") return "--dump: --engine=baseline does not use LLVM";
  return {};
}

}  // namespace tools
