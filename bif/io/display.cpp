// The display functions: output without any I/O server, to debug the machine or its boot.
#include "bif/natives.h"
#include "vm/heap/binary_view.h"
#include "vm/io/file_threads.h"
#include "vm/io/io.h"

#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace bif {
namespace {

/// Whether it is the terminal on standard output, while it leaves newlines as they are: the shell
/// edits lines there.
bool is_edited_terminal(int fd) {
  termios mode;
  if (tcgetattr(fd, &mode) != 0 || (mode.c_oflag & OPOST) != 0) return false;
  struct stat ours{};
  struct stat output{};
  return ::fstat(fd, &ours) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
         ours.st_rdev == output.st_rdev;
}

}  // namespace

BifResult display_string_2(Process& p, const Args<2>& a) {
  std::string text;
  if (a[1].is_binary() ? (text = vm::BinaryBytes(a[1]).text(), false)
                       : !vm::append_utf8_list(a[1], text)) {
    return p.badarg();
  }
  const int fd = a[0] == am::stdin_ ? 0 : a[0] == am::stderr_ ? 2 : a[0] == am::stdout_ ? 1 : -1;
  if (fd < 0) return p.badarg();
  if (is_edited_terminal(fd)) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
      text.insert(at, 1, '\r');
    // Behind what the line editing has on its way there.
    p.vm.io->thread.write(STDOUT_FILENO, std::move(text), [](int) {});
    return am::true_;
  }
  // As in OTP, where it is a dirty BIF: the reader of a pipe may be slow.
  return vm::outside(
      p, [fd, text = std::move(text)] { return ::write(fd, text.data(), text.size()); },
      [](ssize_t) { return am::true_; });
}

BifResult display_string_1(Process& p, const Args<1>& a) {
  const Term arguments[] = {am::stderr_, a[0]};
  return display_string_2(p, Args<2>(arguments));
}

BifResult display_nl_0(Process&, const Args<0>&) {
  [[maybe_unused]] const ssize_t written = ::write(1, "\r\n", 2);
  return am::true_;
}

}  // namespace bif
