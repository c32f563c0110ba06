// What open_port/2 is asked for. Threads: any.
#pragma once

#include "bif/ports/port.h"

#include <optional>

namespace bif {

struct OpenRequest {
  enum class Kind { kSpawn, kExecutable, kDescriptors, kLinkedIn };
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

  /// As port_info(name) shows it.
  std::string name() const;
};

/// True, or what the error is: badarg or badopt.
Term read_open_request(Term port_name, Term options, OpenRequest* request);

}  // namespace bif
