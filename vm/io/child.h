// Starting a program and hearing of its end, by libuv. Threads: the I/O thread.
#pragma once

#include <uv.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vm {

struct ChildRequest {
  std::string file;
  std::vector<std::string> arguments;  // the first is the program's name for itself
  std::string folder;                  // empty: ours
  std::vector<std::string> environment;
  // The program's ends of the pipes, -1 where it has none; closed by the caller afterwards.
  int in_fd = -1;
  int out_fd = -1;
  bool uses_stdio = true;  // else descriptors 3 and 4
  bool stderr_to_stdout = false;
};

/// Starts it, in a session of its own. Answers its process number, or a negative errno value: then
/// nothing runs. `ended` is called once with the exit status, 128 and the number of the signal for
/// one that was killed.
int start_child(uv_loop_t* loop, const ChildRequest& request, std::function<void(int)> ended);

/// For uv_close() of a child's handle: frees it.
void free_child(uv_handle_t* handle);

}  // namespace vm
