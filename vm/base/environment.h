// The environment as Erlang programs see and change it, and as the programs they start get it. It
// is taken from the operating system's process once and lives on its own, as OTP's does: names that
// the C library refuses (the empty one) can be set, and the C library sees no change.
// Ownership: the whole program, as the system's own. Threads: any, under the lock.
#pragma once

#include "vm/base/mutex.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vm {

class Environment {
 public:
  /// The one there is; made at the first call.
  static Environment& of_program();

  Environment(const Environment&) = delete;

  std::optional<std::string> find(std::string_view name) const VM_EXCLUDES(mutex_);
  void set(std::string name, std::string value) VM_EXCLUDES(mutex_);
  void erase(std::string_view name) VM_EXCLUDES(mutex_);
  /// All names with their values, by name.
  std::vector<std::pair<std::string, std::string>> all() const VM_EXCLUDES(mutex_);

 private:
  Environment();

  mutable Mutex mutex_{LockRank::kIoOutput};
  std::map<std::string, std::string, std::less<>> variables_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
