// What the first process of a machine is to do, and how that is said in Erlang: the request of the
// command line becomes one term, the argument of sonde_boot:start/1.
#pragma once

#include "bif/host/host_link.h"
#include "loader/loader.h"
#include "tools/trace_request.h"
#include "vm/heap/heap_builder.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tools {

/// A program's module, prepared for the machine that is to run it.
struct Program {
  std::string file;  // absolute path in UTF-8, as code:which/1 returns it
  loader::PreparedModule code;
};

/// The C++ program that a machine is part of (tools/libsonde).
struct Host {
  vm::SharedRef<bif::HostLink> link;
  bool takes_output = false;  // what Erlang code prints goes to the link
};

/// The program is loaded; then `function` is called where one is named, else main/1 of the program,
/// or main/0 where it has no main/1.
struct MainRequest {
  std::optional<Host> host;  // it says what to do; there is no program
  std::optional<Program> program;
  std::optional<std::pair<std::string, std::string>>
      function;                        // module and name, without arguments
  std::vector<std::string> arguments;  // of main/1, and of init:get_plain_arguments/0
  TraceRequest trace;
  std::string control;  // where clients may connect; empty: nowhere
  RecordRequest record;
  // Flags of erl with their values, for init:get_argument/1.
  std::vector<std::pair<std::string, std::vector<std::string>>> flags;
};

/// The request as a term that `builder` owns. The term holds the prepared code from now on.
vm::Term main_request_term(vm::Vm& vm, vm::HeapBuilder& builder, MainRequest request);

}  // namespace tools
