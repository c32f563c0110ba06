// Every measurement runs in a machine of its own, in a forked process, so that none inherits the
// compiled code, heap or loaded modules of another. The machine runs bif/erl/sonde_compare.erl,
// which writes its results to a file.
#include "tools/sonde/compare.h"

#include "tools/run_main.h"
#include "tools/sonde/lines.h"
#include "tools/sonde/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace tools {
namespace {

namespace fs = std::filesystem;

/// Functions that are armed and disarmed to see how long that takes.
constexpr int kFunctions = 1000;

/// A machine to compare.
struct Column {
  std::string title;
  EngineRequest engine;
};

std::vector<Column> columns(const RunOptions& run) {
  std::vector<Column> all;
  for (const std::string& name : engine_names()) {
    EngineRequest engine = run.engine;
    engine.name = name;
    if (name == "interp") all.push_back({"interpreter", engine});
    if (name == "baseline") {
      engine.jit_entry = "word";  // it has no other
      all.push_back({"baseline", engine});
    }
    if (name == "jit") {
      for (const std::string& entry : jit_entries()) {
        engine.jit_entry = entry;
        all.push_back({"JIT, " + entry, engine});
      }
    }
  }
  return all;
}

/// A temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "sonde-compare-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  /// Empty when there is none.
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

/// Source of a module with kFunctions functions and nothing else.
std::string many_functions(const std::string& module) {
  std::string text = "%% Functions to arm and disarm.\n-module(" + module + ").\n-export([";
  for (int i = 0; i < kFunctions; ++i) text += fmt::format("{}f{}/0", i == 0 ? "" : ", ", i);
  text += "]).\n";
  for (int i = 0; i < kFunctions; ++i) text += fmt::format("f{}() -> {}.\n", i, i);
  return text;
}

/// Runs measurements, each in a child process.
class Measurement {
 public:
  Measurement(const CommandLine& line, fs::path folder) : line_(line), folder_(std::move(folder)) {}

  /// What the machine wrote, or why it did not.
  vm::Result<std::string, std::string> run(const Column& column, const std::string& mode,
                                           const ProgramFile& program) const {
    const fs::path result = folder_ / "result";
    const fs::path problem = folder_ / "problem";
    fs::remove(result);
    fs::remove(problem);
    show_progress(column.title + ", " + mode);
    const pid_t child = fork();
    if (child < 0) return vm::Err(std::string("fork: ") + std::strerror(errno));
    if (child == 0) _exit(be_machine(column, mode, program, result, problem));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (fs::exists(result)) return contents(result);
    const std::string where = column.title + ", " + mode + ": ";
    if (const std::string why = contents(problem); !why.empty()) return vm::Err(where + why);
    if (WIFSIGNALED(status)) {
      return vm::Err(where + "the machine died of signal " + std::to_string(WTERMSIG(status)));
    }
    return vm::Err(where + "the program ended the machine, with status " +
                   std::to_string(WEXITSTATUS(status)));
  }

  ~Measurement() { show_progress({}); }
  Measurement(const Measurement&) = delete;

 private:
  /// What is being measured, in the last line of a terminal: all of it takes a minute or more.
  static void show_progress(const std::string& what) {
    if (isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r\x1b[K{}{}", what.empty() ? "" : "measuring: ", what);
    std::fflush(stderr);
  }

  int be_machine(const Column& column, const std::string& mode, const ProgramFile& program,
                 const fs::path& result, const fs::path& problem) const {
    // The program's own input and output are not part of the comparison.
    const int nothing = open("/dev/null", O_RDWR);
    for (const int descriptor : {0, 1, 2}) dup2(nothing, descriptor);
    const auto status = run_machine(column, mode, program, result);
    if (status.ok()) return *status;
    std::ofstream(problem) << status.error();
    return kStatusError;
  }

  vm::Result<int, std::string> run_machine(const Column& column, const std::string& mode,
                                           const ProgramFile& program,
                                           const fs::path& result) const {
    MachineRequest machine = machine_request(line_.run, program.otp_root, program.code_path);
    machine.engine = column.engine;
    VM_TRY(const auto vm, assemble(machine));
    MainRequest main;
    main.function = {"sonde_compare", "main"};
    main.arguments = {mode, result.string(), program.module(), std::to_string(line_.compare.rounds),
                      std::to_string(line_.compare.calls.size())};
    for (const CallPattern& pattern : line_.compare.calls) {
      for (const std::string& part : pattern.parts()) main.arguments.push_back(part);
    }
    main.arguments.insert(main.arguments.end(), line_.run.arguments.begin(),
                          line_.run.arguments.end());
    VM_TRY(Program prepared, prepare_program(*vm, program));
    main.program.emplace(std::move(prepared));
    return run_main(*vm, std::move(main));
  }

  const CommandLine& line_;
  const fs::path folder_;
};

constexpr std::string_view kProcessLine = "process of ";

bool begins_process(const std::string& line) { return line.starts_with(kProcessLine); }

std::uint64_t events_of(const std::vector<std::string>& lines) {
  std::uint64_t events = 0;
  for (const std::string& line : lines) {
    if (begins_process(line)) events += std::stoull(line.substr(kProcessLine.size()));
  }
  return events;
}

/// Events and processes of a stream.
std::string extent(const std::vector<std::string>& lines) {
  const auto processes = std::count_if(lines.begin(), lines.end(), begins_process);
  return fmt::format("{} events of {} process{}", events_of(lines), processes,
                     processes == 1 ? "" : "es");
}

/// Empty when both streams are equal; else the first difference.
std::string difference(const std::vector<std::string>& first,
                       const std::vector<std::string>& other) {
  std::size_t i = 0;
  while (i < first.size() && i < other.size() && first[i] == other[i]) ++i;
  if (i == first.size() && i == other.size()) return {};
  const auto at = [](const std::vector<std::string>& lines, std::size_t index) {
    if (index >= lines.size()) return std::string("(nothing)");
    const std::size_t begin = lines[index].find_first_not_of(' ');
    return begin == std::string::npos ? std::string() : lines[index].substr(begin);
  };
  std::size_t process = i < first.size() ? i : first.size() - 1;
  while (process > 0 && !begins_process(first[process])) --process;
  return fmt::format("event {} after `{}`\n    expected {}\n    found    {}", i - process,
                     at(first, process), at(first, i), at(other, i));
}

using Values = std::map<std::string, std::string>;

Values values_of(const std::string& text) {
  Values values;
  for (const std::string& line : lines_of(text)) {
    const std::size_t space = line.find(' ');
    if (space != std::string::npos) values[line.substr(0, space)] = line.substr(space + 1);
  }
  return values;
}

/// What a row says of a machine; nothing where the value was not measured.
std::optional<Figure> figure(const Values& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) return std::nullopt;
  const double ns = std::strtod(found->second.c_str(), nullptr);
  const auto worst = values.find("worst_ns");
  if (worst == values.end() || ns <= 0) return Figure{ns, std::nullopt};
  return Figure{ns, 100 * (std::strtod(worst->second.c_str(), nullptr) / ns - 1)};
}

/// Makes the measurements and collects what they say.
class Report {
 public:
  explicit Report(std::vector<Column> machines) : machines_(std::move(machines)) {
    for (const Column& column : machines_) result_.machines.push_back(column.title);
  }

  /// False if there is nothing to measure either: the program fails, at once or when run again.
  bool compare_streams(const Measurement& measurement, const ProgramFile& program) {
    std::vector<std::string> first;
    std::string differences;
    int compared = 0;
    for (const Column& column : machines_) {
      auto stream = measurement.run(column, "stream", program);
      if (!stream.ok()) {
        note(stream.error());
        continue;
      }
      auto lines = lines_of(*stream);
      if (lines.front() == "outcome second_run_failed") {
        note(
            "the program succeeds once in a machine and fails the second time: there is nothing to "
            "compare or to measure");
        result_.traces = column.title + ": the second run failed";
        return false;
      }
      if (compared++ == 0) {
        first = std::move(lines);
      } else if (const std::string where = difference(first, lines); !where.empty()) {
        differences += "  " + column.title + ": " + where + "\n";
      }
    }
    if (compared == 0) return true;
    if (events_of(first) == 0) note("no call matches --calls: there is nothing to compare");
    result_.is_equal &= differences.empty();
    result_.traces = fmt::format("traces of {} machines ({}; {}): {}", compared, extent(first),
                                 first.front(), differences.empty() ? "equal" : "DIFFERENT");
    result_.notes += differences;
    constexpr std::string_view kSucceeded = "outcome ok";
    if (first.front() == kSucceeded) return true;
    note("the program fails: there is nothing to measure");
    return false;
  }

  /// A row for each value that the mode gives.
  struct Wanted {
    std::string title;
    std::string value;
  };
  void measure(const Measurement& measurement, const ProgramFile& program, const std::string& mode,
               const std::vector<Wanted>& rows) {
    std::vector<Values> found;
    for (const Column& column : machines_) {
      auto text = measurement.run(column, mode, program);
      if (!text.ok()) note(text.error());
      found.push_back(text.ok() ? values_of(*text) : Values());
      const auto outcome = found.back().find("outcome");
      if (outcome != found.back().end() && outcome->second != "ok") {
        note(column.title + ", " + mode + ": the program ended with " + outcome->second);
        found.back().clear();  // what failed is no measurement
      }
    }
    for (const Wanted& wanted : rows) {
      CostRow row{wanted.title, wanted.value == "run_ns", {}};
      for (const Values& values : found) row.figures.push_back(figure(values, wanted.value));
      result_.rows.push_back(std::move(row));
    }
  }

  Comparison finish() { return std::move(result_); }

 private:
  void note(const std::string& what) {
    result_.notes += "  " + what + "\n";
    result_.is_equal = false;
  }

  const std::vector<Column> machines_;
  Comparison result_;
};

}  // namespace

vm::Result<Comparison, std::string> compare(const CommandLine& line, const ProgramFile& program) {
  if (std::string why = why_misnamed(program); !why.empty()) return vm::Err(why);
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    return vm::Err(std::string("no temporary folder: ") + std::strerror(errno));
  }
  RunOptions many = line.run;
  many.file = (folder.path() / "sonde_compare_functions.erl").string();
  std::ofstream(many.file) << many_functions("sonde_compare_functions");
  VM_TRY(const ProgramFile functions, find_program(many));

  const Measurement measurement(line, folder.path());
  Report report(columns(line.run));
  if (!report.compare_streams(measurement, program) || !line.compare.measures_costs)
    return report.finish();
  report.measure(measurement, program, "untraced", {{"untraced", "run_ns"}});
  report.measure(measurement, program, "armed", {{"armed, nobody of interest", "run_ns"}});
  report.measure(measurement, program, "count", {{"call_count", "run_ns"}});
  report.measure(measurement, program, "reject", {{"match spec that rejects", "run_ns"}});
  report.measure(measurement, program, "message", {{"message per call", "run_ns"}});
  report.measure(measurement, program, "recorder", {{"tracer module, in memory", "run_ns"}});
  report.measure(measurement, program, "log", {{"tracer module, a log", "run_ns"}});
  report.measure(measurement, functions, "arming",
                 {{"arming 1,000 functions", "arm_ns"},
                  {"disarming 1,000 functions", "disarm_ns"},
                  {"longest pause meanwhile", "pause_ns"},
                  {"longest pause when nothing changes", "idle_pause_ns"}});
  return report.finish();
}

}  // namespace tools
