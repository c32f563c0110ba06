// The place of an entry follows from the pid. Binaries are released outside of the lock: what they
// stand for may have a destructor.
#include "bif/data/checked_text.h"

#include <utility>

namespace bif {

bool CheckedText::knows(Term pid, std::string_view text) {
  const vm::MutexLock lock(mutex_);
  const Entry& entry = entry_of(pid);
  return entry.pid == pid && entry.text.data() == text.data() && entry.text.size() == text.size();
}

void CheckedText::keep(Term pid, vm::SharedRef<vm::Binary> binary, std::string_view text) {
  const vm::MutexLock lock(mutex_);
  Entry& entry = entry_of(pid);
  entry.pid = pid;
  entry.text = text;
  std::swap(entry.binary, binary);
}

void CheckedText::forget(Term pid) {
  Entry forgotten;
  const vm::MutexLock lock(mutex_);
  Entry& entry = entry_of(pid);
  if (entry.pid == pid) std::swap(entry, forgotten);
}

}  // namespace bif
