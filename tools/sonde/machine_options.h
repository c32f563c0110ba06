// The options that say what machine a program gets: engine, threads, memory, stress, and which node
// it is. As in trace_options.h, add_...() says to CLI11 which options there are, take_...() and
// set_...() look at their values afterwards. What is passed to add_...() must live as long as
// `app`. Threads: the main thread.
#pragma once

#include "tools/sonde/command_line.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tools {

/// The group of the options of all commands.
inline constexpr const char* kMachineGroup = "Options of the machine";

void add_engine_options(CLI::App& app, EngineRequest& engine, std::string& dump);
/// Of every command that runs a program; `stress` and `dump` get the values of these options.
void add_run_options(CLI::App& app, RunOptions& options, std::vector<std::string>& stress,
                     std::string& dump);
/// Of the commands whose program can be a node.
void add_node_options(CLI::App& app, NodeOptions& node);
void set_stress(const std::vector<std::string>& stress, RunOptions& options);
/// WHAT,...[:DIR] of --dump. Empty string when in order.
std::string take_dump(const std::string& text, EngineRequest& engine);

}  // namespace tools
