// DriverPort: a port's driver that is C code: `ErlDrvPort` in erl_driver.h. It calls the functions
// of the driver's entry under the port's lock, and has what the driver keeps with its port: a
// queue, a timer, descriptors, monitors. Invariants: no function of the entry is called after
// `stop`. Between close() and `stop` only the queue is emptied. Ownership: the port. Jobs and
// timers that are under way keep the port. Threads: as PortDriver. The functions that drivers call
// are for callbacks of the same port (and of others with the same lock), but for those that
// erl_driver(3) allows any thread.
#pragma once

#include "bif/driver/driver_state.h"
#include "vm/proc/object_monitors.h"

#include <deque>
#include <map>

/// The name that erl_driver.h has declared: a lock of the driver's own for the port's queue.
struct erl_drv_port_data_lock;

namespace bif {

class DriverMonitors;

/// `binary` as drivers know it: ErlDrvBinary is the part of vm::Binary from its size on.
inline ErlDrvBinary* to_driver(vm::Binary* binary) {
  return reinterpret_cast<ErlDrvBinary*>(binary->bytes() - sizeof(ErlDrvSInt));
}
/// The reverse of to_driver().
inline vm::Binary* from_driver(ErlDrvBinary* binary) {
  return reinterpret_cast<vm::Binary*>(reinterpret_cast<vm::Byte*>(binary->orig_bytes) -
                                       sizeof(vm::Binary));
}
static_assert(sizeof(vm::Binary) == 2 * sizeof(ErlDrvSInt), "a count, a size, then the bytes");

class DriverPort final : public vm::PortDriver {
 public:
  /// The driver has been taken for a port (DriverTable::use_for_port()); it is given back here.
  DriverPort(vm::Port& port, DriverRef driver);
  ~DriverPort() override;
  /// The port behind a handle; null for one that is none.
  static DriverPort* of(ErlDrvPort handle);
  ErlDrvPort handle() { return reinterpret_cast<ErlDrvPort>(this); }

  /// Calls `start`. False: `*why` is the reason of open_port/2. Under the port's lock.
  bool start(const std::string& command, Term caller, Term* why);
  /// In place of start(), for driver_create_port().
  void set_data(ErlDrvData data) { data_ = data; }

  vm::Port& port() { return port_; }
  const ErlDrvEntry& entry() const { return driver_->library->entry(); }
  const DriverRef& driver() const { return driver_; }
  DriverState& state() { return DriverState::of(port_.vm()); }
  /// `start` has succeeded, `stop` was not called.
  bool is_running() const { return !is_stopped_; }
  /// Whether what the driver sends goes out: not between the end of its port and `stop`, nor while
  /// and after its queue is flushed. Any thread.
  bool takes_output() const {
    return takes_output_.load(vm::kRelaxed);  // relaxed: the value alone matters
  }
  Term caller() const { return caller_; }
  /// Calls `f`, which calls the driver, as an event of the port; not once the port has stopped.
  /// `what`: timeout, input, output, or event for others.
  void event(Term what, const std::function<void()>& f);
  /// Ends the port, and does not wait for its queue.
  void kill(Term reason);
  /// Calls `stop`; no process is notified.
  void stop_with_machine();
  /// Calls `emergency_close`; from then on the driver's functions are called no more.
  void close_in_emergency();

  // --- PortDriver ---
  vm::Word write(std::string, bool) override { VM_UNREACHABLE(); }
  Output output_kind() const override {
    return entry().outputv != nullptr ? Output::kParts : Output::kBytes;
  }
  void output(Term caller, vm::PortData& data) override;
  std::optional<vm::ControlResult> control(Term caller, vm::Word operation,
                                           std::string_view data) override;
  bool has_control() const override { return entry().control != nullptr; }
  std::optional<std::string> call(Term caller, vm::Word operation, std::string data) override;
  bool has_call() const override { return entry().call != nullptr; }
  void close() override;
  bool stop(bool is_killed) override;
  void drop_queue() override;
  bool has_started(Term opener, vm::Word wait, Term* why) override;
  vm::Word queued_bytes() const override { return queue_bytes_.load(vm::kRelaxed); }
  vm::Word os_pid() const override { return os_pid_; }
  std::vector<Term> monitored() override;

  // --- events: each calls a function of the entry, as event() does ---
  /// `timeout`, unless the timer with this number was set again or cancelled. I/O thread.
  void timed_out(vm::Word number);
  /// `ready_input` and `ready_output` for an event of the descriptor's selection `number`; nothing
  /// if it was given back since. Then waits for it again. I/O thread.
  void ready(int fd, unsigned number, bool can_read, bool can_write);
  /// `ready_async` with a job's data; `free_data` frees it where the driver does not take it.
  /// I/O thread.
  void ready_async(void* data, void (*free_data)(void*));
  /// `process_exit`. In the context of the process that ends.
  void process_down(vm::RefNumber monitor);

  // --- what the driver asks for ---
  /// driver_failure*(): `reason` ends the port; am::eof: the end of input.
  /// -1: the port has stopped.
  int fail(Term reason, bool is_eof);
  /// driver_select(). -1: the descriptor cannot be waited for.
  int select(int fd, int mode, bool on);
  /// driver_set_timer(): replaces a timer that is set.
  void set_timer(vm::Word milliseconds);
  void cancel_timer() { ++timer_number_, is_timer_set_ = false; }
  /// The milliseconds until the timer expires; nothing: none is set.
  std::optional<vm::Word> timer_left() const;
  /// driver_async(): `invoke` runs on a thread of its own, then ready_async(). The job keeps the
  /// port and the driver. Returns the job's number.
  long run_async(unsigned* key, void (*invoke)(void*), void* data, void (*free_data)(void*));
  const std::shared_ptr<DriverMonitors>& monitors() { return monitors_; }
  int control_flags = 0;  // set_port_control_flags()
  void set_os_pid(vm::Word pid) { os_pid_ = pid; }
  /// erl_drv_busy_msgq_limits().
  void limit_queue(ErlDrvSizeT* low, ErlDrvSizeT* high);
  /// erl_drv_consume_timeslice(): true if the callback has used its time slice.
  bool consume_timeslice(int percent);
  int used_percent() const override { return used_percent_; }
  /// erl_drv_init_ack(): open_port/2 may return.
  void acknowledge(ErlDrvData result);
  /// What start() or erl_drv_init_ack() has said is why the port cannot open; none(): it can.
  static Term start_error(ErlDrvData result, int error);

  // The queue; see queue.cpp. Under the lock of the queue, if the driver has made one, else under
  // the port's.
  struct Part {
    ErlDrvBinary* binary;  // one count
    char* data;
    std::size_t size;
  };
  enum class QueueEnd { kFront, kBack };
  /// Adds parts in their order; takes over their counts.
  void enqueue(QueueEnd end, std::vector<Part> parts);
  /// Removes `size` bytes at the front. Returns how many are left; -1: there are fewer than `size`.
  ErlDrvSizeT dequeue(ErlDrvSizeT size);
  /// The queue as a vector, valid until it is changed.
  SysIOVec* peek(int* count, ErlDrvBinary*** binaries);
  /// Until the port has stopped. Any thread. (relaxed: the value alone matters)
  bool has_queue() const { return has_queue_.load(vm::kRelaxed); }
  erl_drv_port_data_lock* data_lock = nullptr;  // one count

 private:
  /// Calls `stop` if that is asked for, and gives back what the port has. Under its lock.
  void terminate(bool calls_stop);
  /// As event(), without reporting it to tracing.
  void run(const std::function<void()>& f);
  bool is_queue_empty() const;
  bool must_terminate() const { return was_closed_ && (has_failed_ || is_queue_empty()); }
  void clear_selected();

  vm::Port& port_;
  const DriverRef driver_;
  ErlDrvData data_ = nullptr;
  Term caller_ = Term::nil();
  vm::SharedRef<vm::Port> keep_until_stopped_;  // while the queue is emptied
  bool is_closing_ = false;
  bool was_closed_ = false;  // stop() was called and waits for the queue
  bool is_stopped_ = false;
  bool has_failed_ = false;  // while it was closing: the queue does not count
  vm::Atomic<bool> has_queue_{true};
  std::deque<Part> queue_;

  vm::Atomic<vm::Word> queue_bytes_{0};  // relaxed: under the lock that guards the queue
  std::vector<SysIOVec> view_;
  std::vector<ErlDrvBinary*> view_binaries_;
  vm::Word timer_number_ = 0;
  bool is_timer_set_ = false;
  vm::SWord timer_due_ms_ = 0;
  std::map<int, int> selected_;  // descriptor to mode
  vm::Word os_pid_ = 0;
  vm::Atomic<bool> takes_output_{true};
  bool has_queue_limits_ = true;
  bool acknowledges_start_ = false;  // ERL_DRV_FLAG_USE_INIT_ACK
  ErlDrvSizeT queue_low_ = 4096;
  ErlDrvSizeT queue_high_ = 8192;
  int used_percent_ = 0;  // of the time slice, by the callback that runs
  // With ERL_DRV_FLAG_USE_INIT_ACK.
  bool is_acknowledged_ = false;
  Term start_error_ = Term::none();
  Term opener_ = Term::none();
  vm::Word opener_wait_ = 0;
  const std::shared_ptr<DriverMonitors> monitors_;
};

/// The processes that a port's driver monitors.
class DriverMonitors final : public vm::ObjectMonitors {
 public:
  explicit DriverMonitors(DriverPort& driver) : driver_(&driver) {}
  /// The monitor ends when the driver's callback has returned.
  void process_down(vm::Vm& vm, Term pid, vm::RefNumber monitor) override;
  Term to_term(HeapBuilder& builder) override;
  /// The port has stopped: the driver is not notified any more.
  void detach() VM_EXCLUDES(mutex_);

 private:
  DriverPort* driver_ VM_GUARDED_BY(mutex_);
};

}  // namespace bif
