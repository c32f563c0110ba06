// Vm owns the whole machine: tables, schedulers, timers, tracing's and BIFs' entry points;
// README.md lists what is global instead. Assembled by tools/assemble.cpp, for programs and tests
// alike. Ownership: members are destroyed in reverse order; schedulers are stopped first.
#pragma once

#include "vm/base/opaque_ptr.h"
#include "vm/code/bp_index.h"
#include "vm/code/code_index.h"
#include "vm/code/machine_words.h"
#include "vm/term/atom_table.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bif {
struct BifState;
}
namespace tracing {
class Tracing;
}
namespace tools {
struct Engines;
}

namespace vm {

class Process;
class ProcessTable;
class Registry;
class ModuleTable;
class ExportTable;
class FunTable;
class CodeModPermissionQueue;
class CodePurge;
enum class CoverageMode : std::uint8_t;
class CodeStageObserver;
class LiteralMemory;
class CatchTable;
class SchedulerSet;
class Ports;
class PortTable;
class TableIndex;
class PersistentTerms;
class NodeMonitors;
class MultiScheduling;
class WallTime;
class FactFile;
class Microstates;
class HeapDefaults;
class UniqueIntegers;
struct Io;
class ThreadProgress;
class TraceHooks;
class Engine;
class CodeBackend;
struct BootData;

/// Start-up choices; run-time options so that any binary can reproduce a failure from a seed (STYLE
/// 13).
struct VmOptions {
  unsigned schedulers = 0;       // 0: one per core
  bool verify = true;            // prove that loaded code cannot do damage
  bool stress_gc = false;        // collect and move where possible
  bool stress_yield = false;     // a reduction or two per slice
  bool stress_sched = false;     // random run queue order, and each slice on any scheduler
  bool stress_delay = false;     // schedulers stand still now and then
  bool stress_progress = false;  // delayed thread progress
  bool stress_small = false;     // smallest tables
  std::uint64_t seed = 0;
  std::vector<std::string> code_path;
  // What earlier runs have found out about files of code; null: nothing.
  std::shared_ptr<FactFile> verdicts;
};

struct Vm {
  explicit Vm(VmOptions options);
  ~Vm();
  Vm(const Vm&) = delete;

  /// `p` ends: what it owns outside of itself goes. Called in its context by finish_exit(), once,
  /// after it is marked as exiting and before its links and monitors are signalled.
  void on_process_exit(Process& p);
  /// Has on_process_exit() call `hook` too, after those that were added before. Before the
  /// schedulers start.
  void at_process_exit(std::function<void(Process&)> hook);

  /// Has the destructor call `hook` when schedulers and I/O threads have stopped, before anything
  /// is freed. Before the schedulers start.
  void at_stop(std::function<void()> hook);

  VmOptions options;
  CodeIndex code_index;
  BpIndex bp_index;
  MachineWords words;
  Atomic<unsigned> backtrace_depth{8};   // erlang:system_flag/2; relaxed
  Atomic<CoverageMode> coverage_mode{};  // of modules that are loaded, at first kNone; relaxed
  std::unique_ptr<ExportTable> exports;
  std::unique_ptr<FunTable> funs;
  std::unique_ptr<LiteralMemory> literals;
  std::unique_ptr<CatchTable> catches;
  std::unique_ptr<ModuleTable> modules;  // after the two, which modules give back to
  std::unique_ptr<CodeModPermissionQueue> code_permission;
  std::unique_ptr<CodePurge> code_purge;
  std::unique_ptr<ThreadProgress> progress;
  std::unique_ptr<TraceHooks> trace;  // never null: a no-op implementation without tracing
  Atomic<std::uint32_t> watched{0};   // SystemWatch bits, vm/proc/trace_hooks.h; relaxed
  std::unique_ptr<ProcessTable> processes;
  std::unique_ptr<Registry> registry;
  std::unique_ptr<SchedulerSet> schedulers;
  std::unique_ptr<MultiScheduling> multi_scheduling;
  std::unique_ptr<WallTime> wall_time;
  std::unique_ptr<Microstates> microstates;
  std::unique_ptr<NodeMonitors> node_monitors;
  std::unique_ptr<HeapDefaults> heap_defaults;
  std::unique_ptr<UniqueIntegers> unique_integers;
  std::unique_ptr<PersistentTerms> persistent_terms;
  std::unique_ptr<TableIndex> tables;  // ets
  std::unique_ptr<PortTable> port_table;
  Ports* ports;                            // the same, as vm/proc and tracing see it
  std::unique_ptr<Io> io;                  // after the ports, which its callbacks hold
  Atomic<Term> system_logger{am::logger};  // see system_logger() in vm/proc/exit.h
  // The process that frees retired literals (vm/proc/literal_release.h); none() before boot.
  Atomic<Term> literal_collector{Term::none()};
  CodeStageObserver* code_observer = nullptr;  // null: nobody
  Engine* engine = nullptr;                    // runs a process for one slice
  CodeBackend* backend = nullptr;              // handlers for the loader

  // What belongs to folders above. Gone before the members above, after schedulers and processes.
  OpaquePtr<bif::BifState> bifs;        // what natives keep between calls
  OpaquePtr<tracing::Tracing> tracing;  // sessions
  OpaquePtr<tools::Engines> engines;    // what `engine` and `backend` point to

 private:
  std::vector<std::function<void(Process&)>> process_exit_hooks_;
  std::vector<std::function<void()>> stop_hooks_;
};

}  // namespace vm
