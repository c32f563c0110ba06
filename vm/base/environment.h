// Environment: the environment variables that Erlang programs read and change, and that the
// programs they start inherit. It is copied once from the operating system's process and is
// independent of it afterwards, as in OTP: names that the C library rejects (the empty one) can be
// set, and the C library does not see changes. Ownership: one object for the whole program.
// Threads: any; it takes a lock.
#pragma once

#include "vm/base/mutex.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vm {

/// The variables and their lock.
class Environment {
 public:
  /// Returns the only object. The first call makes the copy.
  static Environment& of_program();

  Environment(const Environment&) = delete;

  /// Returns the value of a variable, or nothing.
  std::optional<std::string> find(std::string_view name) const VM_EXCLUDES(mutex_);
  /// Sets a variable, or replaces its value.
  void set(std::string name, std::string value) VM_EXCLUDES(mutex_);
  /// Removes a variable if it exists.
  void erase(std::string_view name) VM_EXCLUDES(mutex_);
  /// All variables with their values, sorted by name.
  std::vector<std::pair<std::string, std::string>> all() const VM_EXCLUDES(mutex_);

 private:
  Environment();

  mutable Mutex mutex_{LockRank::kIoOutput};
  std::map<std::string, std::string, std::less<>> variables_ VM_GUARDED_BY(mutex_);
};

}  // namespace vm
