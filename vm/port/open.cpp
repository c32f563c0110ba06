// The program is started on the I/O thread, which also learns of its end. The process waits for it
// without its scheduler, protected: what was begun is finished, and ends with the process.
#include "vm/port/open.h"

#include "vm/base/environment.h"
#include "vm/io/child.h"
#include "vm/io/io.h"
#include "vm/io/posix.h"
#include "vm/port/fd_driver.h"
#include "vm/port/linked_in.h"
#include "vm/port/port_table.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/trace_hooks.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace vm {
namespace {

struct Pipe {
  int ours = -1;
  int theirs = -1;
  /// False with errno.
  bool open(bool we_read) {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return false;
    ours = fds[we_read ? 0 : 1];
    theirs = fds[we_read ? 1 : 0];
    return fcntl(ours, F_SETFL, O_NONBLOCK) == 0;
  }
  static void close(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

/// errno for a file that cannot be run, or 0.
int why_not_executable(const std::string& file) {
  return access(file.c_str(), X_OK) == 0 ? 0 : errno;
}

/// There is no descriptor of this number: nothing will ever be read.
void report_bad_input(Process& p, Term port, const OpenRequest& request) {
  const std::string input = std::to_string(request.read_fd);
  HeapBuilder builder(Word{2});
  report_to_logger(p.vm, am::error,
                   "Bad input fd in erts_poll()! fd=" + input + ", port=~p, driver=fd, name=" +
                       input + "/" + std::to_string(request.write_fd) + "~n",
                   builder.cons(port, Term::nil()), p.pid, p.identity.group_leader);
}

/// A copy of the environment with the changes that are asked for, as NAME=VALUE.
std::vector<std::string> changed_environment(const OpenRequest& request) {
  std::vector<std::string> result;
  const auto is_changed = [&](std::string_view name) {
    return std::ranges::any_of(request.environment,
                               [&](const auto& change) { return change.first == name; });
  };
  for (const auto& [name, value] : Environment::of_program().all()) {
    if (!is_changed(name)) result.push_back(name + "=" + value);
  }
  for (const auto& [name, value] : request.environment) {
    if (value) result.push_back(name + "=" + *value);
  }
  return result;
}

ChildRequest child_request(const OpenRequest& request) {
  ChildRequest child;
  child.environment = changed_environment(request);
  child.uses_stdio = request.uses_stdio;
  child.stderr_to_stdout = request.stderr_to_stdout;
  if (!request.folder.empty() && access(request.folder.c_str(), X_OK) != 0) {
    // The program's side fails, as it does where the folder is entered after the fork.
    child.stderr_to_stdout = false;  // it says so before its descriptors are set up
    child.file = "/bin/sh";
    child.arguments = {"sh", "-c", "echo \"spawn: Could not cd to $0\" >&2; exit 2",
                       request.folder};
    return child;
  }
  child.folder = request.folder;
  if (request.kind == OpenRequest::Kind::kSpawn) {
    child.file = "/bin/sh";
    child.arguments = {"sh", "-c", "exec " + request.command};
    return child;
  }
  // A name without a folder is a file here, not something to look for in PATH.
  const bool has_folder = request.command.find('/') != std::string::npos;
  child.file = has_folder ? request.command : "./" + request.command;
  child.arguments = {request.arg0.value_or(request.command)};
  child.arguments.insert(child.arguments.end(), request.arguments.begin(), request.arguments.end());
  return child;
}

/// What the I/O thread is to do, and what became of it.
struct Start {
  ChildRequest child;
  Pipe input;   // we read
  Pipe output;  // we write
  int error = 0;

  ~Start() {
    for (Pipe* pipe : {&input, &output}) {
      Pipe::close(pipe->theirs);
      Pipe::close(pipe->ours);
    }
  }
};

/// Errors of ours, not of the file that was to be run.
bool is_shortage(int error) {
  return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

/// On the I/O thread. Descriptors that the port got are taken out of `start`.
void start_program(Io& io, uv_loop_t* loop, Start& start, const SharedRef<Port>& port) {
  ThreadProgress::Visit visit(io.thread.participant());
  start.child.in_fd = start.output.theirs;
  start.child.out_fd = start.input.theirs;
  const int pid = start_child(loop, start.child, [&io, port](int status) {
    ThreadProgress::Visit visit(io.thread.participant());
    port->program_ended(status);
  });
  Pipe::close(start.input.theirs);
  Pipe::close(start.output.theirs);
  if (pid < 0 && is_shortage(-pid)) {
    start.error = -pid;
    return;
  }
  const FdDriver::Descriptors descriptors{std::exchange(start.input.ours, -1),
                                          std::exchange(start.output.ours, -1), true};
  port->start(std::make_unique<FdDriver>(io.thread, *port, descriptors,
                                         static_cast<Word>(std::max(pid, 0))),
              true);
  if (pid < 0) {
    // A file that cannot be run is the program's failure: it has ended before it began.
    port->program_ended(-pid);
    port->input_ended();
  } else if (descriptors.read_fd >= 0) {
    FdDriver::start_reading(io, port, descriptors.read_fd, FdDriver::Whose::kPorts);
  }
}

/// Both ends of the link between a port and the process that opens it.
void link_to_owner(Process& p, Port& port) {
  links_of(p).links[port.id.bits()] = Link{};
  port.tell_owner_linked();
  trace_link(p, port.id);
}

Term give_up(Process& p, PortTable& table, Port& port, Term why) {
  links_of(p).links.erase(port.id.bits());
  table.remove(port);
  return why;
}

/// False: another port of the driver has ended, and `p` is woken when its driver has stopped. What
/// ends a port is one step to the others of its driver, as in OTP.
bool start_driver(Process& p, Port& port, const OpenRequest& request,
                  std::unique_ptr<PortDriver>* driver, Term* why) {
  PortEntry entry(port);
  if (port.waits_for_stops(p.pid, next_operation_wait(p))) return false;
  *driver = request.make_driver(port, why);
  return true;
}

void open_descriptors(Process& p, Io& io, const SharedRef<Port>& port, const OpenRequest& request) {
  const bool can_read = request.settings.can_read, can_write = request.settings.can_write;
  const FdDriver::Descriptors descriptors{can_read ? request.read_fd : -1,
                                          can_write ? request.write_fd : -1, false};
  port->start(std::make_unique<FdDriver>(io.thread, *port, descriptors, 0), false);
  if (can_read && fcntl(request.read_fd, F_GETFD) < 0) {
    report_bad_input(p, port->id, request);  // as in OTP, the port stays open
  } else if (can_read) {
    FdDriver::start_reading(io, port, request.read_fd, FdDriver::Whose::kGiven);
  }
}

}  // namespace

std::string OpenRequest::name() const {
  if (kind != Kind::kDescriptors) return command;
  return std::to_string(read_fd) + "/" + std::to_string(write_fd);
}

Operation open_port(Process& p, OpenRequest request) {
  const ProtectedOperation whole(p);
  Io& io = *p.vm.io;
  PortTable& ports = *p.vm.port_table;
  auto start = std::make_shared<Start>();
  const PortSettings& settings = request.settings;
  std::optional<InPort> context(p.pid);
  const SharedRef<Port> port = ports.create(request.name(), p.pid, settings, request.lock);
  if (!port) co_return Term(am::system_limit);
  if (request.kind == OpenRequest::Kind::kExecutable) {
    const int error = why_not_executable(request.command);
    if (error != 0) co_return give_up(p, ports, *port, posix_error(error));
  }
  std::unique_ptr<PortDriver> linked_in;
  if (request.kind == OpenRequest::Kind::kLinkedIn) {
    Term why;
    linked_in = make_linked_in(io, *port, request.command, &why);
    if (linked_in == nullptr) co_return give_up(p, ports, *port, why);
  }
  if (request.kind == OpenRequest::Kind::kLoaded) {
    Term why;
    while (!start_driver(p, *port, request, &linked_in, &why)) {
      context.reset();
      co_await woken(p);
    }
    if (linked_in == nullptr) co_return give_up(p, ports, *port, why);
  }
  context.reset();
  link_to_owner(p, *port);
  if (request.kind == OpenRequest::Kind::kLoaded) {
    port->start(std::move(linked_in), false);
    Term why = Term::none();
    while (!port->has_started(p.pid, next_operation_wait(p), &why)) co_await woken(p);
    if (why.has_value()) co_return give_up(p, ports, *port, why);
    co_return port->id;
  }
  if (linked_in != nullptr) {
    PortDriver& driver = *linked_in;  // lives as long as the port
    port->start(std::move(linked_in), false);
    driver.started(port);
    co_return port->id;
  }
  if (request.kind == OpenRequest::Kind::kDescriptors) {
    open_descriptors(p, io, port, request);
    co_return port->id;
  }
  const bool has_pipes = (!settings.can_read || start->input.open(true)) &&
                         (!settings.can_write || start->output.open(false));
  if (!has_pipes) co_return give_up(p, ports, *port, posix_error(errno));
  start->child = child_request(request);
  io.thread.on_loop(
      [&io, start, port, &vm = p.vm, pid = p.pid, wait = next_operation_wait(p)](uv_loop_t* loop) {
        start_program(io, loop, *start, port);
        wake_operation(vm, pid, wait);
      });
  co_await woken(p);
  if (start->error != 0) co_return give_up(p, ports, *port, posix_error(start->error));
  co_return port->id;
}

}  // namespace vm
