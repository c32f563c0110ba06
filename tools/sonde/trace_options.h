// The options of the commands that watch a program: trace, profile, top and view. Two steps for
// each: add_...() says to CLI11 which options there are and where their values go, take_...()
// checks afterwards whether they fit each other: an empty string where they do, else one line. What
// is passed to add_...() must live as long as `app`. Threads: the main thread.
#pragma once

#include "tools/sonde/command_line.h"

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tools {

/// What the options of `sonde profile` say.
struct ProfileWords {
  std::map<std::string, std::vector<std::string>> patterns;  // by what is measured
  bool is_json = false;
  bool is_sample = false;
};

/// `patterns` gets the values of --calls.
void add_trace_options(CLI::App& app, std::vector<std::string>& patterns, TraceRequest& trace);
void add_bound_options(CLI::App& app, TraceBounds& bounds);
/// `patterns` gets the values of --record-calls.
void add_record_options(CLI::App& app, std::vector<std::string>& patterns, RecordRequest& record);
/// `texts` are those of --record-calls.
std::string take_record(const CLI::App& app, const std::vector<std::string>& texts,
                        RecordRequest& record);
void add_attach_option(CLI::App& app, TraceRequest& trace);
void add_snapshot_option(CLI::App& app, TraceRequest& trace);
void add_top_options(CLI::App& app, TraceRequest& trace, bool& is_batch);
void add_breakpoints_options(CLI::App& app, TraceRequest& trace);
void add_view_options(CLI::App& app, ViewOptions& view);
void add_profile_options(CLI::App& app, ProfileWords& words, TraceRequest& trace);

/// Names of functions, appended to `calls`.
std::string take_calls(const std::vector<std::string>& texts, std::vector<CallPattern>& calls);
/// `texts` are those of --calls.
std::string take_trace(const std::vector<std::string>& texts, TraceRequest& trace);
/// Exactly one thing is measured.
std::string take_profile(const ProfileWords& words, TraceRequest& trace);
/// What is recorded is written as it is: other options say nothing.
std::string take_snapshot(const CLI::App& app);
/// A program that runs already gets a client. `is_bounded`: the user has said what happens when
/// there are too many events.
std::string take_attach(const CLI::App& app, bool is_bounded, TraceRequest& trace);
/// Of a log there is all that was recorded: what it says, and how it is printed.
std::string take_trace_log(const CLI::App& app, CommandLine& line);

}  // namespace tools
