// Opening a port: from what was asked for to a program that runs. Threads: in the context of the
// process that asks.
#pragma once

#include "vm/port/port.h"
#include "vm/proc/operation.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vm {

/// What open_port/2 is asked for.
struct OpenRequest {
  enum class Kind { kSpawn, kExecutable, kDescriptors, kLinkedIn, kLoaded };
  Kind kind = Kind::kSpawn;
  std::string
      command;  // kSpawn: for the shell; kExecutable: the file; kLinkedIn: the driver's name first
  int read_fd = -1;  // kDescriptors
  int write_fd = -1;
  PortSettings settings;
  std::string folder;                                                           // {cd, Folder}
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;  // none: removed
  std::vector<std::string> arguments;
  std::optional<std::string> arg0;
  bool uses_stdio = true;
  bool stderr_to_stdout = false;
  /// kLoaded: makes the driver and starts it, under the port's lock. Null: `*why` is the reason.
  using MakeDriver = std::function<std::unique_ptr<PortDriver>(Port& port, Term* why)>;
  MakeDriver make_driver;
  SharedRef<PortLock> lock;  // kLoaded: of the driver, or null

  /// As port_info(name) shows it.
  std::string name() const;
};

/// The port, or the atom of what went wrong (enoent, eacces, emfile, system_limit ...).
Operation open_port(Process& p, OpenRequest request);

}  // namespace vm
