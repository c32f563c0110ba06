// libuv's process handle with what is to be called at the end.
#include "vm/io/child.h"

#include <memory>

namespace vm {
namespace {

struct Child {
  uv_process_t handle{};
  std::function<void(int)> ended;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

uv_stdio_container_t inherited(int fd) {
  uv_stdio_container_t container{};
  container.flags = UV_INHERIT_FD;
  container.data.fd = fd;
  return container;
}

}  // namespace

void free_child(uv_handle_t* handle) { std::unique_ptr<Child>{static_cast<Child*>(handle->data)}; }

int start_child(uv_loop_t* loop, const ChildRequest& request, std::function<void(int)> ended) {
  std::vector<uv_stdio_container_t> stdio = {inherited(0), inherited(1), inherited(2)};
  if (request.uses_stdio) {
    if (request.in_fd >= 0) stdio[0] = inherited(request.in_fd);
    if (request.out_fd >= 0) stdio[1] = inherited(request.out_fd);
    if (request.stderr_to_stdout && request.out_fd >= 0) stdio[2] = inherited(request.out_fd);
  } else {
    for (const int fd : {request.in_fd, request.out_fd}) {
      stdio.emplace_back();  // UV_IGNORE
      if (fd >= 0) stdio.back() = inherited(fd);
    }
  }
  std::vector<char*> arguments = pointers(request.arguments);
  std::vector<char*> environment = pointers(request.environment);
  uv_process_options_t options{};
  options.file = request.file.c_str();
  options.args = arguments.data();
  options.env = environment.data();
  options.cwd = request.folder.empty() ? nullptr : request.folder.c_str();
  options.flags = UV_PROCESS_DETACHED;
  options.stdio_count = static_cast<int>(stdio.size());
  options.stdio = stdio.data();
  options.exit_cb = [](uv_process_t* handle, int64_t status, int signal) {
    auto* child = static_cast<Child*>(handle->data);
    child->ended(signal != 0 ? 128 + signal : static_cast<int>(status));
    uv_close(reinterpret_cast<uv_handle_t*>(handle), free_child);
  };
  auto child = std::make_unique<Child>();
  child->ended = std::move(ended);
  child->handle.data = child.get();
  auto* handle = reinterpret_cast<uv_handle_t*>(&child.release()->handle);  // owner: the handle
  const int result = uv_spawn(loop, reinterpret_cast<uv_process_t*>(handle), &options);
  if (result == 0) return reinterpret_cast<uv_process_t*>(handle)->pid;
  uv_close(handle, free_child);
  return result;
}

}  // namespace vm
