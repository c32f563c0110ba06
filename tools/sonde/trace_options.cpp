// The options of trace, profile, top and view, in CLI11's terms.
#include "tools/sonde/trace_options.h"

#include "tools/sonde/duration.h"
#include "tools/sonde/machine_options.h"
#include "tracing/overload.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace tools {
namespace {

/// What a text that may be a call in Erlang's syntax looks like from outside.
struct CallForm {
  bool has_arguments = false;  // there is a parenthesis
  bool is_open = false;        // a parenthesis or a quote is not closed: a comma belongs to it
};

/// Parentheses in quotes are text. In arguments there are strings and characters, too.
CallForm form_of_call(const std::string& text) {
  CallForm form;
  int depth = 0;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      if (c == quote) quote = 0;
    } else if (c == '\'' || (c == '"' && form.has_arguments)) {
      quote = c;
    } else if (c == '$' && form.has_arguments) {
      at += at + 1 < text.size() && text[at + 1] == '\\' ? 2 : 1;
    } else if (c == '(') {
      form.has_arguments = true;
      ++depth;
    } else if (c == ')') {
      --depth;
    }
  }
  form.is_open = depth > 0 || quote != 0;
  return form;
}

/// A pattern with a parenthesis is a call as Erlang writes it.
std::string take_trace_calls(const std::vector<std::string>& texts,
                             std::vector<TraceCalls>& calls) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string text = texts[i];
    while (form_of_call(text).is_open && i + 1 < texts.size()) text += "," + texts[++i];
    if (form_of_call(text).has_arguments) {
      calls.emplace_back(std::move(text));
      continue;
    }
    auto pattern = parse_trace_pattern(text);
    if (!pattern.ok()) return pattern.error();
    calls.emplace_back(pattern->parts());
  }
  return {};
}

bool has(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What a format needs to have something to write; an empty string where it is there.
std::string why_no_format(const TraceRequest& trace) {
  const bool is_chart = trace.format == "mermaid" || trace.format == "dot";
  const bool is_pprof = trace.format == "pprof";
  const bool is_stacks = trace.format == "folded" || trace.format == "speedscope" || is_pprof;
  const bool is_perfetto = trace.format == "perfetto";
  if (is_chart && !has(trace.events, "messages"))
    return "--format " + trace.format + " needs --messages";
  if (is_stacks && !has(trace.actions, "returns"))
    return "--format " + trace.format + " needs --calls and --returns";
  if ((is_perfetto || is_pprof || trace.format == "strace") && trace.output.empty())
    return "--format " + trace.format + " needs -o FILE: it is no text";
  if (has(trace.events, "counters") && !is_perfetto) return "--counters needs --format perfetto";
  return {};
}

/// Why these calls cannot be counted; an empty string where they can be. A counter has
/// all calls of a function, of all processes and with all arguments.
std::string why_no_count(const TraceRequest& trace) {
  if (trace.actions.size() > 1 || !trace.where.empty() || trace.format != "text")
    return "--count goes with --calls only: it counts, and reports no call";
  for (const TraceCalls& call : trace.calls) {
    if (const auto* text = std::get_if<std::string>(&call))
      return "--count counts all calls of a function: expected mod:fun or mod:fun/arity, found " +
             *text;
  }
  if (!trace.processes.empty()) return "--count excludes --pids: it counts calls of all processes";
  if (trace.events.empty() && (trace.bounds.max_events != 0 || trace.bounds.max_rate != 0))
    return "--count excludes --max-events and --max-rate: it counts, and reports no call";
  return {};
}

/// Whether that is a terminal whose user wants colours (no-color.org).
bool takes_colours(int stream) {
  const char* refused = std::getenv("NO_COLOR");
  return isatty(stream) != 0 && (refused == nullptr || *refused == '\0');
}

/// A switch that adds its own name, without dashes, to a list of the request.
void add_word(CLI::App& app, const char* option, std::vector<std::string>& words,
              const char* about) {
  const std::string name(option + 2);
  app.add_flag_callback(option, [&words, name] { words.push_back(name); }, about);
}

}  // namespace

std::string take_calls(const std::vector<std::string>& texts, std::vector<CallPattern>& calls) {
  for (const std::string& text : texts) {
    auto pattern = parse_trace_pattern(text);
    if (!pattern.ok()) return pattern.error();
    calls.push_back(std::move(*pattern));
  }
  return {};
}

std::string take_profile(const ProfileWords& words, TraceRequest& trace) {
  trace.tool = "sonde_profile";
  if (words.is_json) trace.format = "json";
  for (const auto& [measure, patterns] : words.patterns) {
    if (patterns.empty()) continue;
    if (!trace.measure.empty()) return "--" + trace.measure + " excludes --" + measure;
    trace.measure = measure;
    std::vector<CallPattern> calls;
    if (std::string why = take_calls(patterns, calls); !why.empty()) return why;
    for (const CallPattern& call : calls) trace.calls.emplace_back(call.parts());
  }
  if (words.is_sample) {
    if (!trace.measure.empty()) return "--" + trace.measure + " excludes --sample";
    trace.measure = "sample";
  }
  if (trace.format == "pprof" && trace.output.empty())
    return "--format pprof needs -o FILE: it is no text";
  if (has(trace.actions, "callers") && (!words.is_sample || trace.format != "text"))
    return "--callers goes with --sample, as text";
  return trace.measure.empty()
             ? "nothing to measure: give --count, --time, --memory, --reductions or --sample"
             : "";
}

std::string take_snapshot(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const bool is_part = option->get_group() == kMachineGroup || option->check_lname("attach") ||
                         option->check_lname("snapshot");
    if (option->count() > 0 && !is_part) return "--snapshot excludes " + option->get_name();
  }
  return {};
}

std::string take_attach(const CLI::App& app, bool is_bounded, TraceRequest& trace) {
  if (!app.remaining().empty())
    return "--attach: the program runs already, so there is no FILE; found " +
           app.remaining().front();
  trace.tool = "sonde_attach";
  if (has(trace.events, "seq")) return "--seq excludes --attach";
  // The file would be one of the other machine.
  if (trace.format == "strace") return "--format strace excludes --attach";
  // A program at work does not wait for those who look at it.
  if (!is_bounded) trace.bounds.overload = "drop_new";
  return {};
}

std::string take_trace(const std::vector<std::string>& texts, TraceRequest& trace) {
  if (trace.measure == "snapshot") return "--snapshot needs --attach";
  if (std::string why = take_trace_calls(texts, trace.calls); !why.empty()) return why;
  const bool is_count = has(trace.actions, "count");
  if (has(trace.actions, "arity") && trace.bounds.arg != 0)
    return "--no-args excludes --arg: it captures no argument";
  if (trace.calls.empty() && trace.explain) return "--explain needs --calls";
  if (trace.calls.empty() && (is_count || !trace.where.empty() || !trace.actions.empty())) {
    const std::string option = is_count                        ? "--count"
                               : trace.bounds.keeps_tail_calls ? "--durations"
                               : !trace.where.empty()          ? "--where"
                               : has(trace.actions, "arity")   ? "--no-args"
                                                               : "--" + trace.actions.front();
    return option + " needs --calls";
  }
  if (is_count) {
    if (std::string why = why_no_count(trace); !why.empty()) return why;
  }
  if (!trace.is_wanted())
    return "nothing to trace: give --calls, --messages, --procs, --running, --gc, --ports or "
           "--seq before FILE";
  if (trace.format == "text" && trace.output.empty() && takes_colours(STDERR_FILENO))
    trace.actions.emplace_back("colours");
  return why_no_format(trace);
}

std::string take_trace_log(const CLI::App& app, CommandLine& line) {
  TraceRequest& trace = line.trace;
  if (!line.run.arguments.empty()) return "unexpected argument " + line.run.arguments.front();
  const auto is_idle = [](const CLI::Option* option) {
    const std::vector<std::string> ours = {"format", "depth", "output"};
    return option->count() > 0 && option->get_group() != kMachineGroup &&
           !has(ours, option->get_lnames().front().c_str());
  };
  if (std::ranges::any_of(app.get_options(), is_idle))
    return "FILE is a log: only --format, --depth and --output say how it is printed";
  if (trace.format == "strace") return "FILE is a log already; --format says how it is printed";
  if ((trace.format == "perfetto" || trace.format == "pprof") && trace.output.empty())
    return "--format " + trace.format + " needs -o FILE: it is no text";
  if (trace.format == "text" && trace.output.empty() && takes_colours(STDOUT_FILENO))
    trace.actions.emplace_back("colours");
  return {};
}

void add_bound_options(CLI::App& trace, TraceBounds& bounds) {
  constexpr std::uint64_t kMost = 1'000'000'000'000;
  const auto limit = [&](const char* name, std::uint64_t& value, const char* about,
                         const char* type) {
    trace.add_option(name, value, about)
        ->check(CLI::Range(std::uint64_t{0}, kMost))
        ->type_name(type);
  };
  limit("--queue-limit", bounds.queue_limit, "Events that may wait to be printed [10000]; 0: any",
        "N");
  trace
      .add_option("--overload", bounds.overload,
                  "What then: block (the program waits), drop_new, stop")
      ->check(CLI::IsMember(
          std::vector<std::string>(tracing::kOverloadNames.begin(), tracing::kOverloadNames.end())))
      ->type_name("POLICY");
  limit("--max-events", bounds.max_events,
        "Stop tracing after so many events that are shown, while the program runs on", "N");
  limit("--max-rate", bounds.max_rate, "Drop what is above so many of them in a second", "N");
  trace
      .add_option("--max-arg", bounds.max_arg,
                  "Cut each argument, message and result to this size; the rest costs nothing")
      ->check(CLI::Range(1, 1 << 24))
      ->type_name("BYTES");
  trace.add_option("--arg", bounds.arg, "Only this argument of calls, from 1")
      ->check(CLI::Range(1, 255))
      ->type_name("N");
  trace.add_flag_callback(
      "--no-result", [&bounds] { bounds.has_result = false; }, "No return values, with --returns");
  trace
      .add_option("--time,--stop-after", bounds.stop_after_ms,
                  "Stop tracing after this time, while the program runs on: 500ms, 10s, 2m; a "
                  "number is one of milliseconds")
      ->transform(as_duration(0, kMost))
      ->type_name("TIME");
}

namespace {

/// How events are printed, and where.
void add_trace_output_options(CLI::App& app, TraceRequest& trace) {
  app.add_flag("--deltas", trace.deltas,
               "Say how long each event came after the one before, not how long after the start");
  app.add_flag(
      "--explain", trace.explain,
      "Say what was done to set the breakpoints and to remove them: each step, its time, and "
      "the schedulers that it waited for");
  app.add_option("--depth", trace.depth,
                 "How deep terms are printed (default: all of them); of long text, its beginning")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  app.add_option(
         "--format", trace.format,
         "text; erlang: terms; jsonl: an object on each line; mermaid: a sequence chart of "
         "the messages; dot: who sends to whom; folded, speedscope, pprof: stacks for flame "
         "graphs; perfetto: tracks, slices and arrows for ui.perfetto.dev; strace: a log that "
         "`sonde trace FILE.strace` prints")
      ->check(CLI::IsMember({"text", "erlang", "jsonl", "mermaid", "dot", "folded", "speedscope",
                             "pprof", "perfetto", "strace"}))
      ->capture_default_str();
  app.add_option("-o,--output", trace.output,
                 "Write the trace here, not to stderr (of a log: to stdout)")
      ->type_name("FILE");
}

}  // namespace

void add_trace_options(CLI::App& app, std::vector<std::string>& patterns, TraceRequest& trace) {
  app.add_option("--calls", patterns, "Calls of these functions; of several, what any of them fits")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATTERN");
  app.add_option("--where", trace.where,
                 "Only calls for which this holds; what dbg:fun2ms/1 takes: 'fun([X]) when X > 3 "
                 "-> true end'")
      ->type_name("FUN");
  add_word(app, "--returns", trace.actions, "Their return values, and how long they took");
  add_word(app, "--exceptions", trace.actions, "Exceptions that leave them");
  app.add_flag_callback(
      "--durations",
      [&trace] {
        trace.actions.insert(trace.actions.end(), {"returns", "exceptions"});
        trace.bounds.keeps_tail_calls = true;
      },
      "--returns and --exceptions, but tail calls stay what they are: a loop costs no memory, and "
      "one line says when its last function returns");
  add_word(app, "--stack", trace.actions, "The stack at each call");
  app.add_flag_callback(
      "--no-args", [&trace] { trace.actions.push_back("arity"); },
      "Only the number of arguments; large ones cost nothing then");
  add_word(app, "--count", trace.actions, "Only count the calls, of all processes; print the sums");
  add_word(app, "--messages", trace.events, "Messages sent and received");
  app.add_flag("--system", trace.system,
               "With --messages: those of the machine's own processes (I/O, code server), too");
  add_word(app, "--procs", trace.events, "Processes: spawn, exit, link, register");
  add_word(app, "--running", trace.events, "When processes are scheduled in and out");
  add_word(app, "--gc", trace.events, "Garbage collections");
  add_word(app, "--ports", trace.events, "Ports: open, close, link");
  add_word(app, "--seq", trace.events, "Events of sequential trace tokens (seq_trace)");
  add_word(app, "--counters", trace.events,
           "With --format perfetto: heap, queue and reductions of the processes that have events");
  app.add_option("--pids", trace.processes,
                 "Which processes, in place of those of the program: all, new, existing, a "
                 "registered name, <0.N.0>, or what the trace shows as a name: m:f/N, main")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("WHICH");
  add_trace_output_options(app, trace);
}

void add_record_options(CLI::App& app, std::vector<std::string>& patterns, RecordRequest& record) {
  app.add_flag("--record-last{16MB}", record.last,
               "Keep the last events in memory (=16MB, =30s, =2m), and write them to a file when "
               "something goes wrong")
      ->type_name("[=SIZE]");
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* about,
                        const char* type) {
    return app.add_option(name, values, about)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name(type);
  };
  list("--record-events", record.events, "Which, beside spawns and exits: gc, messages, running",
       "WHAT,...")
      ->check(CLI::IsMember({"gc", "messages", "running"}));
  list("--record-calls", patterns, "... and calls of these functions", "PATTERN");
  list("--record-when", record.limits,
       "Write them also when a process has this: queue=N messages, heap=NMB", "LIMIT,...");
  app.add_option("--record-file", record.file, "Write them here (default: sonde.PID.strace)")
      ->allow_extra_args(false)
      ->check(why_no_text)
      ->type_name("FILE");
}

std::string take_record(const CLI::App& app, const std::vector<std::string>& texts,
                        RecordRequest& record) {
  for (const char* name : {"--record-events", "--record-calls", "--record-when", "--record-file"}) {
    if (record.last.empty() && app.count(name) > 0)
      return std::string(name) + " needs --record-last";
  }
  std::vector<CallPattern> calls;
  if (std::string why = take_calls(texts, calls); !why.empty()) return why;
  for (const CallPattern& call : calls) record.calls.emplace_back(call.parts());
  return {};
}

void add_attach_option(CLI::App& app, TraceRequest& trace) {
  app.add_option("--attach", trace.attach,
                 "Watch the program of another machine, that of sonde run --control SOCKET")
      ->allow_extra_args(false)
      ->check(why_no_text)
      ->type_name("SOCKET");
}

void add_snapshot_option(CLI::App& app, TraceRequest& trace) {
  app.add_flag_callback(
      "--snapshot", [&trace] { trace.measure = "snapshot"; },
      "With --attach: let the machine write what --record-last has kept, and print where it is");
}

void add_top_options(CLI::App& app, TraceRequest& trace, bool& is_batch) {
  add_attach_option(app, trace);
  app.add_flag("--batch", is_batch, "Print one list after the other; else a terminal is redrawn");
  app.add_option("--interval", trace.top.every_ms,
                 "Time between two lists: 200ms, 5s, 1m; a number is one of milliseconds")
      ->transform(as_duration(10, 3'600'000))
      ->type_name("TIME")
      ->default_str("1s");
  app.add_option("--times", trace.top.times, "How many lists (default: until the interrupt key)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  app.add_option("--sort", trace.top.sort, "What comes first")
      ->check(CLI::IsMember({"reductions", "memory", "growth", "queue"}))
      ->capture_default_str();
  app.add_flag("--group", trace.top.is_grouped,
               "One line for all processes with the same name, which is the initial call of those "
               "that are not registered");
  app.add_option("--rows", trace.top.rows, "How many processes are shown")
      ->check(CLI::Range(1, 100'000))
      ->type_name("N")
      ->capture_default_str();
}

void add_breakpoints_options(CLI::App& app, TraceRequest& trace) {
  add_attach_option(app, trace);
  app.add_flag_callback(
      "--json", [&trace] { trace.format = "json"; }, "Print JSON, with all names whole");
}

void add_view_options(CLI::App& app, ViewOptions& view) {
  app.add_option("FILE", view.file, "A log (.strace), or what --format jsonl wrote")->required();
  app.add_option("-o,--output", view.output, "Write the page here (default: FILE.html)")
      ->type_name("PAGE");
}

void add_profile_options(CLI::App& app, ProfileWords& words, TraceRequest& trace) {
  const auto measure = [&](const char* name, const char* about) {
    app.add_option(std::string("--") + name, words.patterns[name], about)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("PATTERN");
  };
  measure("count", "How often these functions are called");
  measure("time", "The time spent in these functions themselves, for each process");
  measure("memory", "The words that these functions themselves allocate, for each process");
  measure("reductions", "The reductions that these functions themselves use, for each process");
  app.add_flag("--sample", words.is_sample,
               "Where the time goes, by looking at the stacks of what runs");
  app.add_flag_callback(
      "--callers", [&trace] { trace.actions.push_back("callers"); },
      "With --sample: for each function, from where it was called and what it called");
  app.add_option("--frequency", trace.frequency,
                 "Samples in a second of running time, with --sample")
      ->check(CLI::Range(1, 10'000))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--format", trace.format,
                 "text: tables; json; folded, speedscope: for viewers of flame graphs; pprof")
      ->check(CLI::IsMember({"text", "json", "folded", "speedscope", "pprof"}))
      ->capture_default_str();
  app.add_flag("--json", words.is_json, "The same as --format json")->excludes("--format");
  app.add_option("-o,--output", trace.output, "Write the profile here, not to stderr")
      ->type_name("FILE");
}

}  // namespace tools
