// Standard input belongs to the break menu first.
#include "vm/io/io.h"

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace vm {

void Io::read_by(int fd, const void* reader, IoThread::Take take) {
  if (fd != STDIN_FILENO) return thread.read_by(fd, reader, std::move(take));
  thread.read_by(fd, reader, [this, fd, reader, take = std::move(take)](int error) {
    if (error == ECANCELED || !break_menu.is_open()) return take(error);
    break_menu.when_closed([this, fd, reader, take] { read_by(fd, reader, take); });
    return true;
  });
}

}  // namespace vm
