// Items of system_info/1 that few programs ask for, and those that collect all there is to know
// about a machine (system_information, observer): how it is built, its clocks, its memory. What OTP
// has and this machine has not is said as OTP's manual says it: false for a switch, an empty list
// for a list of parts.
#include "bif/system/system_flags.h"
#include "vm/ets/table_index.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gnu/libc-version.h>
#include <limits>
#include <string>
#include <vector>

namespace bif {
namespace {

Term name(const char* text) { return vm::intern_atom(text).value(); }

struct Switch {
  const char* item;
  Term value;
};
constexpr Switch kSwitches[] = {
    {"beam_jump_table", am::true_},       {"constant_pool_support", am::true_},
    {"dynamic_trace_probes", am::false_}, {"eager_check_io", am::true_},
    {"ets_realloc_moves", am::false_},    {"hipe_architecture", am::undefined},
    {"kernel_poll", am::true_},           {"lock_checking", am::false_},
    {"lock_counting", am::false_},        {"port_parallelism", am::false_},
};

// Of these there are none, or nothing is known of them.
constexpr const char* kEmpty[] = {"alloc_util_allocators", "check_io", "dist_ctrl", "ethread_info",
                                  "taints"};

/// A list of {Key, Value}, one after the other.
class Properties {
 public:
  explicit Properties(HeapBuilder& builder) : builder_(builder) {}
  Properties& add(const char* key, Term value) {
    elements_.push_back(builder_.tuple(name(key), value));
    return *this;
  }
  Term finish() { return builder_.list_from(elements_); }

 private:
  HeapBuilder& builder_;
  std::vector<Term> elements_;
};

/// Both clocks are clock_gettime's, in nanoseconds.
Term clock_source(HeapBuilder& builder, const char* id, SWord now, bool is_monotonic) {
  Properties list(builder);
  list.add("function", name("clock_gettime"));
  list.add("clock_id", name(id));
  list.add("resolution", Term::small(1'000'000'000));
  if (is_monotonic) {
    list.add("used_resolution", Term::small(1'000'000'000));
    list.add("extended", name("no"));
  }
  list.add("parallel", name("yes"));
  list.add("time", builder.integer(now));
  return list.finish();
}

/// {Allocator, Version, Features, Settings}: the C library's malloc is all there is.
Term allocator(HeapBuilder& builder) {
  int parts[2] = {};
  std::sscanf(gnu_get_libc_version(), "%d.%d", &parts[0], &parts[1]);
  const Term version[] = {Term::small(parts[0]), Term::small(parts[1])};
  const Term features[] = {name("sys_alloc")};
  const Term settings = Properties(builder).add("e", am::true_).add("m", name("libc")).finish();
  return builder.tuple(name("glibc"), builder.list_from(version), builder.list_from(features),
                       Properties(builder).add("sys_alloc", settings).finish());
}

/// What atoms take, the only table whose memory is told apart here as there.
Term allocated_areas(HeapBuilder& builder) {
  const Term areas[] = {
      builder.tuple(name("atom_space"), Term::small(static_cast<SWord>(vm::atom_memory_bytes())),
                    Term::small(static_cast<SWord>(vm::atom_memory_used_bytes())))};
  return builder.list_from(areas);
}

Term compile_info(HeapBuilder& builder) {
  return Properties(builder)
      .add("ldflags", Term::nil())
      .add("cflags", Term::nil())
      .add("config_h", Term::nil())
      .finish();
}

Term compiler(HeapBuilder& builder) {
  return builder.tuple(name("clang"),
                       builder.tuple(Term::small(__clang_major__), Term::small(__clang_minor__),
                                     Term::small(__clang_patchlevel__)));
}

/// The command line that started the machine.
Term arguments(HeapBuilder& builder) {
  std::ifstream file("/proc/self/cmdline");
  std::vector<Term> list;
  for (std::string argument; std::getline(file, argument, '\0');) {
    list.push_back(builder.string(argument));
  }
  return builder.list_from(list);
}

/// {All, Online, Active}.
Term schedulers_state(Process& p, HeapBuilder& builder) {
  const vm::MultiScheduling& multi = *p.vm.multi_scheduling;
  const bool is_blocked = !multi.blockers(vm::MultiScheduling::Kind::kAll).empty();
  const Term online = Term::small(multi.online());
  return builder.tuple(Term::small(p.vm.schedulers->count()), online,
                       is_blocked ? Term::small(1) : online);
}

}  // namespace

Term rare_system_info(Process& p, HeapBuilder& builder, Term item) {
  if (!item.is_atom()) return Term::none();
  const std::string_view text = vm::atom_text(item);
  for (const Switch& one : kSwitches) {
    if (text == one.item) return one.value;
  }
  if (std::ranges::find(kEmpty, text) != std::end(kEmpty)) return Term::nil();
  const vm::Clock& clock = p.vm.schedulers->clock();
  if (text == "allocated_areas") return allocated_areas(builder);
  if (text == "allocator") return allocator(builder);
  if (text == "c_compiler_used") return compiler(builder);
  if (text == "compile_info") return compile_info(builder);
  if (text == "delayed_node_table_gc") return Term::small(60);
  if (text == "dist_buf_busy_limit") return Term::small(1 << 20);
  if (text == "end_time") return builder.integer(std::numeric_limits<SWord>::max());
  if (text == "emu_args") return arguments(builder);
  if (text == "schedulers_state") return schedulers_state(p, builder);
  if (text == "ethread_used_tse") return Term::small(0);
  if (text == "ets_count") {
    return Term::small(static_cast<SWord>(p.vm.tables->all().size()));
  }
  if (text == "os_monotonic_time_source") {
    return clock_source(builder, "CLOCK_MONOTONIC", vm::Clock::os_monotonic_ns(), true);
  }
  if (text == "os_system_time_source") {
    return clock_source(builder, "CLOCK_REALTIME", clock.system_ns(), false);
  }
  return Term::none();
}

}  // namespace bif
