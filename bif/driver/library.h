// DriverLibrary: one shared object with a driver, as erl_ddll loads it: opened, checked against the
// interface, and its `init` called.
// Ownership: the Driver that it belongs to. Closing it calls the driver's `finish`.
// Threads: open() and the destructor by the thread that holds the right to change the driver
// (DriverTable); the entry is constant in between. Source: erl_driver(3), driver_entry(3).
#pragma once

#include "bif/bif.h"

#include <erl_driver.h>
#include <memory>
#include <string>
#include <string_view>

namespace bif {

/// Why a driver was not loaded: OTP's numbers. What the system's loader reports gets numbers from
/// kFirst on downwards, one for each text.
struct DriverLoadError {
  static constexpr vm::SWord kNone = 0;
  static constexpr vm::SWord kNoInit = -1;
  static constexpr vm::SWord kInitFailed = -2;
  static constexpr vm::SWord kBadName = -3;
  static constexpr vm::SWord kBadVersion = -5;
  static constexpr vm::SWord kFirst = -10;
  /// The text of such a number.
  static std::string text(vm::SWord code);
  /// The atom that stands for it in Erlang; none(): {open_error, Code} does.
  static Term name(vm::SWord code);
  /// The number of an atom; kNone + 1 for others.
  static vm::SWord code(Term name);
};

class DriverLibrary {
 public:
  ~DriverLibrary();
  DriverLibrary(const DriverLibrary&) = delete;

  /// Opens `path` (without .so), which must have the driver `name`. Null: `*error` is the reason.
  static std::unique_ptr<DriverLibrary> open(const std::string& path, const std::string& name,
                                             vm::SWord* error);
  const ErlDrvEntry& entry() const { return *entry_; }
  bool has_flag(int flag) const { return (entry_->driver_flags & flag) != 0; }

 private:
  DriverLibrary() = default;
  vm::SWord check(const std::string& name) const;

  void* handle_ = nullptr;
  ErlDrvEntry* entry_ = nullptr;
  bool is_loaded_ = false;
};

}  // namespace bif
