// SelectedDescriptors: the file descriptors that C code has passed to enif_select(), and those that
// sockets of module `socket` wait for.
// They are in an epoll set of their own, one shot each; the set is itself a descriptor, which the
// I/O thread waits for. So asking is one system call on the caller's thread, and no thread is
// added. Invariants: a descriptor belongs to the object that selected it, a resource or a socket,
// until stop() or forget(). Of each event one message is sent. Ownership: NifState; keeps the
// objects of selected descriptors. Threads: any. Source: erl_nif(3), enif_select.
#pragma once

#include "bif/nif/environment.h"
#include "vm/base/mutex.h"
#include "vm/port/port.h"

#include <map>
#include <memory>

struct uv_poll_s;

namespace bif {

class DriverPort;
class NifResource;

class SelectedDescriptors {
 public:
  explicit SelectedDescriptors(vm::Vm& vm);
  ~SelectedDescriptors();
  SelectedDescriptors(const SelectedDescriptors&) = delete;

  /// What a process wants to hear of one direction of a descriptor.
  struct Wish {
    vm::Term receiver;  // none(): nothing is selected
    vm::Term message;   // in `fragments`; none(): {select, Resource, Ref, ready_input ...}
    vm::Term ref;       // in `fragments`
    vm::HeapFragment* fragments = nullptr;
    Wish() = default;
    Wish(Wish&& other) noexcept;
    Wish& operator=(Wish&& other) noexcept;
    ~Wish() { vm::HeapFragment::free_chain(fragments); }
    bool is_set() const { return receiver.has_value(); }
  };

  /// Selects the directions in `flags` (ErlNifSelectFlags); each of these functions returns what
  /// enif_select() returns. An object that is no NifResource has a message of its own in `wish`.
  int select(int fd, int flags, vm::MagicObject& object, Wish wish) VM_EXCLUDES(mutex_);
  /// Returns which of the directions in `flags` were selected.
  int cancel(int fd, int flags, vm::MagicObject& object) VM_EXCLUDES(mutex_);
  /// Selects nothing of `fd` any more, and returns which directions were selected.
  int forget(int fd, vm::MagicObject& object) VM_EXCLUDES(mutex_);
  /// Selects nothing of `fd` any more, and calls the resource's `stop`.
  int stop(int fd, NifResource& resource) VM_EXCLUDES(mutex_);
  /// How many descriptors are selected.
  std::size_t count() VM_EXCLUDES(mutex_) {
    const vm::MutexLock lock(mutex_);
    return selected_.size();
  }

  /// For driver_select(): calls ready() of `driver`, the one of `port`, when one of the directions
  /// in `mode` (ERL_DRV_READ, ERL_DRV_WRITE) is ready; once for each call of this. 0: the
  /// descriptor is forgotten, and what was reported of it meanwhile is not its next event.
  /// False: `fd` cannot be waited for.
  bool select_for_driver(int fd, int mode, DriverPort* driver, vm::Port* port) VM_EXCLUDES(mutex_);

  /// Whether `driver` has selected the descriptor without a break since selection `number`.
  bool is_selected(int fd, const DriverPort* driver, unsigned number) VM_EXCLUDES(mutex_);
  /// How many descriptors drivers have selected.
  std::size_t driver_count() VM_EXCLUDES(mutex_) {
    const vm::MutexLock lock(mutex_);
    return drivers_.size();
  }

 private:
  struct DriverSelection {
    DriverPort* driver;
    vm::SharedRef<vm::Port> port;  // keeps the driver
    unsigned number = 0;           // of the selection: tells it from an earlier one
    bool is_in_set = false;
  };
  /// True if the event is of selection `number` of a driver, which has been notified.
  bool report_to_driver(int fd, unsigned number, unsigned events) VM_EXCLUDES(mutex_);
  struct Selected;
  /// Tells the system what is selected. False: `fd` cannot be waited for.
  bool arm(int fd, Selected& selected) VM_REQUIRES(mutex_);
  /// Makes the set and has the I/O thread wait for it, the first time.
  void watch() VM_REQUIRES(mutex_);
  /// Sends a message for each event there is. On the I/O thread.
  void report_ready() VM_EXCLUDES(mutex_);
  void report(int fd, unsigned events) VM_EXCLUDES(mutex_);

  vm::Vm& vm_;
  const std::unique_ptr<uv_poll_s> poll_;  // of the set; the I/O thread's once it is started
  vm::Mutex mutex_{vm::LockRank::kNifSelect};
  int epoll_ VM_GUARDED_BY(mutex_) = -1;
  std::map<int, std::unique_ptr<Selected>> selected_ VM_GUARDED_BY(mutex_);
  std::map<int, DriverSelection> drivers_ VM_GUARDED_BY(mutex_);
  unsigned next_number_ VM_GUARDED_BY(mutex_) = 1;  // 0: an event of enif_select()
};

}  // namespace bif
