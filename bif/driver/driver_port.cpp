// How the functions of an entry are called, and when.
#include "bif/driver/driver_port.h"

#include "bif/driver/locks.h"
#include "bif/nif/c_monitor.h"
#include "bif/nif/environment.h"
#include "bif/nif/nif_state.h"
#include "vm/io/io.h"
#include "vm/io/posix.h"
#include "vm/proc/exit.h"
#include "vm/proc/process_table.h"
#include "vm/proc/send.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"

#include <algorithm>
#include <cerrno>
#include <limits>

namespace bif {
namespace {

constexpr std::size_t kResultBytes = 64;  // room for a result that the driver need not allocate
constexpr vm::Byte kExternalVersion = 131;
constexpr int kWholeSlice = 100;  // percent

/// Sets the process that has called the driver, while it runs. A callback has a time slice of its
/// own.
class CallerScope {
 public:
  CallerScope(Term& caller, Term now, int& used_percent) : caller_(caller) {
    caller_ = now;
    used_percent = 0;
  }
  ~CallerScope() { caller_ = Term::nil(); }
  CallerScope(const CallerScope&) = delete;

 private:
  Term& caller_;
};

/// The driver's result is in memory of its own, unless it has used ours.
struct FreeResult {
  const char* ours;
  void operator()(char* result) const {
    if (result != ours) std::free(result);
  }
};

}  // namespace

DriverPort::DriverPort(vm::Port& port, DriverRef driver)
    : port_(port), driver_(std::move(driver)), monitors_(std::make_shared<DriverMonitors>(*this)) {
  const vm::PortSettings& settings = port.settings();
  has_queue_limits_ = settings.has_queue_limits;
  ErlDrvSizeT low = settings.queue_low_bytes;
  ErlDrvSizeT high = settings.queue_high_bytes;
  limit_queue(&low, &high);
  state().table.add_port(*driver_, *this);
  acknowledges_start_ = (entry().driver_flags & ERL_DRV_FLAG_USE_INIT_ACK) != 0;
}

DriverPort::~DriverPort() {
  if (!is_stopped_) {
    // It has not started, or the machine has ended.
    is_stopped_ = true;
    clear_selected();
    state().table.leave_port(driver_, *this);
  }
  drop_queue();
  monitors_->detach();
  if (data_lock != nullptr) release(data_lock);
}

DriverPort* DriverPort::of(ErlDrvPort handle) {
  const auto bits = reinterpret_cast<std::intptr_t>(handle);
  return bits == 0 || bits == -1 ? nullptr : reinterpret_cast<DriverPort*>(handle);
}

Term DriverPort::start_error(ErlDrvData result, int error) {
  if (result == ERL_DRV_ERROR_GENERAL) return vm::posix_error(EINVAL);
  if (result == ERL_DRV_ERROR_ERRNO) return vm::posix_error(error);
  return result == ERL_DRV_ERROR_BADARG ? Term(am::badarg) : Term::none();
}

bool DriverPort::start(const std::string& command, Term caller, Term* why) {
  if (entry().start == nullptr) return true;
  std::string own = command;
  const CallerScope scope(caller_, caller, used_percent_);
  data_ = entry().start(handle(), own.data());
  *why = start_error(data_, errno);
  return why->is_none();
}

bool DriverPort::has_started(Term opener, vm::Word wait, Term* why) {
  // Not from the entry: the port may have ended since its start, and its library gone with it.
  if (!acknowledges_start_) return true;
  *why = start_error_;
  if (is_acknowledged_ || is_closing_) return true;
  opener_ = opener;
  opener_wait_ = wait;
  return false;
}

void DriverPort::acknowledge(ErlDrvData result) {
  if (is_acknowledged_) return;
  is_acknowledged_ = true;
  start_error_ = start_error(result, errno);
  if (start_error_.is_none()) data_ = result;
  if (opener_.has_value()) vm::wake_operation(port_.vm(), opener_, opener_wait_);
}

void DriverPort::limit_queue(ErlDrvSizeT* low, ErlDrvSizeT* high) {
  constexpr ErlDrvSizeT kDisabled = ERL_DRV_BUSY_MSGQ_DISABLED;
  ErlDrvSizeT wanted_low = low == nullptr ? ERL_DRV_BUSY_MSGQ_READ_ONLY : *low;
  ErlDrvSizeT wanted_high = high == nullptr ? ERL_DRV_BUSY_MSGQ_READ_ONLY : *high;
  if (!has_queue_limits_) {
    wanted_low = wanted_high = kDisabled;
  } else if (wanted_low == kDisabled || wanted_high == kDisabled) {
    has_queue_limits_ = false;
  } else {
    if (wanted_low == ERL_DRV_BUSY_MSGQ_READ_ONLY) {
      wanted_low = queue_low_;
    } else {
      queue_low_ = wanted_low;
      queue_high_ = std::max(queue_low_, queue_high_);
    }
    if (wanted_high == ERL_DRV_BUSY_MSGQ_READ_ONLY) {
      wanted_high = queue_high_;
    } else {
      queue_low_ = wanted_low = std::min(wanted_low, wanted_high);
      queue_high_ = wanted_high;
    }
  }
  if (low != nullptr) *low = wanted_low;
  if (high != nullptr) *high = wanted_high;
  port_.limit_posts(queue_low_,
                    has_queue_limits_ ? queue_high_ : std::numeric_limits<vm::Word>::max());
}

bool DriverPort::consume_timeslice(int percent) {
  percent = std::clamp(percent, 1, kWholeSlice);
  used_percent_ = std::min(used_percent_ + percent, kWholeSlice);
  // A process that has called the driver pays for it.
  vm::Scheduler* scheduler = vm::Scheduler::current();
  vm::Process* process = scheduler == nullptr ? nullptr : scheduler->running;
  if (process != nullptr && process->pid == caller_)
    process->use_reductions(percent * vm::kReductionsPerSlice / kWholeSlice);
  return used_percent_ == kWholeSlice;
}

void DriverPort::run(const std::function<void()>& f) {
  const vm::SharedRef<vm::Port> keep(&port_);
  bool has_stopped = false;
  {
    vm::PortEntry entry(port_);
    if (is_stopped_) return;
    used_percent_ = 0;
    f();
    has_stopped = must_terminate();
    if (has_stopped) terminate(true);
  }
  if (has_stopped) port_.driver_stopped();
}

void DriverPort::event(Term what, const std::function<void()>& f) {
  run([&] {
    port_.assert_locked();
    port_.run_event(what, f);
  });
}

void DriverPort::kill(Term reason) {
  run([&] { fail(reason, false); });
}

void DriverPort::stop_with_machine() {
  const vm::SharedRef<vm::Port> keep(&port_);
  vm::PortEntry entry(port_);
  if (!is_stopped_) terminate(true);
}

void DriverPort::close_in_emergency() {
  const vm::SharedRef<vm::Port> keep(&port_);
  vm::PortEntry locked(port_);
  if (is_stopped_) return;
  if (entry().emergency_close != nullptr) entry().emergency_close(data_);
  terminate(false);
}

void DriverPort::close() {
  is_closing_ = true;
  takes_output_.store(false, vm::kRelaxed);  // relaxed: the value alone matters
}

// --- PortDriver ---

void DriverPort::output(Term caller, vm::PortData& data) {
  const CallerScope scope(caller_, caller, used_percent_);
  if (output_kind() == Output::kBytes) {
    data.flatten();
    if (entry().output != nullptr) entry().output(data_, data.bytes.data(), data.bytes.size());
    return;
  }
  // As OTP: the first part is empty, and the driver's own to fill.
  std::vector<SysIOVec> parts(1, SysIOVec{});
  std::vector<ErlDrvBinary*> binaries(1, nullptr);
  for (const vm::PortData::Part& part : data.parts) {
    SysIOVec bytes{};
    bytes.iov_base = reinterpret_cast<char*>(part.binary->bytes()) + part.offset;
    bytes.iov_len = part.size;
    parts.push_back(bytes);
    binaries.push_back(to_driver(part.binary));
  }
  ErlIOVec vector{};
  vector.vsize = static_cast<int>(parts.size());
  vector.size = data.size();
  vector.iov = parts.data();
  vector.binv = binaries.data();
  entry().outputv(data_, &vector);
}

std::optional<vm::ControlResult> DriverPort::control(Term caller, vm::Word operation,
                                                     std::string_view data) {
  using Kind = vm::ControlResult::Kind;
  if (entry().control == nullptr) return std::nullopt;
  const CallerScope scope(caller_, caller, used_percent_);
  std::string own(data);
  char room[kResultBytes];
  char* result = room;
  const ErlDrvSSizeT size = entry().control(data_, static_cast<unsigned>(operation), own.data(),
                                            own.size(), &result, sizeof room);
  if (size < 0) return std::nullopt;
  if (result == nullptr) return vm::ControlResult(Kind::kNil, {});
  const bool is_binary = (control_flags & PORT_CONTROL_FLAG_BINARY) != 0;
  if (is_binary && result != room) {
    auto* binary = reinterpret_cast<ErlDrvBinary*>(result);
    vm::ControlResult bytes(
        Kind::kBinary,
        std::string(binary->orig_bytes, static_cast<std::size_t>(binary->orig_size)));
    from_driver(binary)->release();
    return bytes;
  }
  const std::unique_ptr<char, FreeResult> memory(result, FreeResult{room});
  return vm::ControlResult(is_binary ? Kind::kBinary : Kind::kList,
                           std::string(result, static_cast<std::size_t>(size)));
}

std::optional<std::string> DriverPort::call(Term caller, vm::Word operation, std::string data) {
  const CallerScope scope(caller_, caller, used_percent_);
  char room[kResultBytes];
  char* result = room;
  unsigned flags = 0;
  const ErlDrvSSizeT size = entry().call(data_, static_cast<unsigned>(operation), data.data(),
                                         data.size(), &result, sizeof room, &flags);
  if (size <= 0 || static_cast<vm::Byte>(result[0]) != kExternalVersion) return std::nullopt;
  std::string bytes(result, static_cast<std::size_t>(size));
  if (result != room && (flags & DRIVER_CALL_KEEP_BUFFER) == 0) std::free(result);
  return bytes;
}

bool DriverPort::stop(bool is_killed) {
  if (is_stopped_) return true;
  if (!is_killed && !has_failed_ && !is_queue_empty()) {
    was_closed_ = true;
    if (entry().flush != nullptr) {
      port_.assert_locked();
      vm::trace_port_in(port_.tracee(), vm::am::flush);
      entry().flush(data_);
      vm::trace_port_out(port_.tracee(), vm::am::flush);
    }
    if (!must_terminate()) {
      keep_until_stopped_ = vm::SharedRef<vm::Port>(&port_);
      return false;
    }
  }
  terminate(true);
  return true;
}

void DriverPort::terminate(bool calls_stop) {
  cancel_timer();
  // As in OTP: `stop` may send, unless the port has flushed its queue before.
  takes_output_.store(!was_closed_, vm::kRelaxed);  // relaxed: as in close()
  if (calls_stop && entry().stop != nullptr) entry().stop(data_);
  takes_output_.store(false, vm::kRelaxed);
  is_stopped_ = true;
  has_queue_.store(false, vm::kRelaxed);  // relaxed: the value alone matters
  clear_selected();
  drop_queue();
  monitors_->detach();
  monitors_->demonitor_all(port_.vm());
  state().table.leave_port(driver_, *this);
  // Not the last count: the caller has one.
  keep_until_stopped_ = {};
}

// --- events ---

void DriverPort::set_timer(vm::Word milliseconds) {
  ++timer_number_;
  is_timer_set_ = true;
  timer_due_ms_ = port_.vm().schedulers->clock().monotonic_ns() / 1'000'000 +
                  static_cast<vm::SWord>(milliseconds);
  state().timers.set(*this, timer_number_, milliseconds);
}

std::optional<vm::Word> DriverPort::timer_left() const {
  if (!is_timer_set_) return std::nullopt;
  const vm::SWord now = port_.vm().schedulers->clock().monotonic_ns() / 1'000'000;
  return static_cast<vm::Word>(std::max<vm::SWord>(timer_due_ms_ - now, 0));
}

void DriverPort::timed_out(vm::Word number) {
  event(am::timeout, [&] {
    if (!is_timer_set_ || number != timer_number_) return;
    is_timer_set_ = false;
    port_.assert_locked();
    vm::trace_port_request(port_.tracee(), Term::none(), am::timeout, Term::none());
    if (entry().timeout != nullptr) entry().timeout(data_);
  });
}

void DriverPort::ready(int fd, unsigned number, bool can_read, bool can_write) {
  const auto is_wanted = [&](int mode) {
    const auto found = selected_.find(fd);
    return !is_stopped_ && found != selected_.end() && (found->second & mode) != 0;
  };
  const auto descriptor = [fd] {
    return reinterpret_cast<ErlDrvEvent>(static_cast<std::intptr_t>(fd));
  };
  event(can_read ? am::input : am::output, [&] {
    SelectedDescriptors& descriptors = NifState::of(port_.vm()).descriptors();
    // Given back while the lock was awaited: what was ready may have been read.
    if (!descriptors.is_selected(fd, this, number)) return;
    if (can_read && is_wanted(ERL_DRV_READ)) {
      if (entry().ready_input != nullptr) {
        entry().ready_input(data_, descriptor());
      } else {
        select(fd, ERL_DRV_READ, false);
      }
    }
    if (can_write && is_wanted(ERL_DRV_WRITE)) {
      if (entry().ready_output != nullptr) {
        entry().ready_output(data_, descriptor());
      } else {
        select(fd, ERL_DRV_WRITE, false);
      }
    }
    const auto found = selected_.find(fd);
    if (found != selected_.end()) descriptors.select_for_driver(fd, found->second, this, &port_);
  });
}

void DriverPort::ready_async(void* data, void (*free_data)(void*)) {
  bool is_taken = false;
  event(am::event, [&] {
    if (entry().ready_async == nullptr) return;
    is_taken = true;
    entry().ready_async(data_, static_cast<ErlDrvThreadData>(data));
  });
  if (!is_taken && free_data != nullptr) free_data(data);
}

long DriverPort::run_async(unsigned* key, void (*invoke)(void*), void* data,
                           void (*free_data)(void*)) {
  static vm::Atomic<long> jobs{0};
  // relaxed: the value alone matters; 31 bits, as drivers may keep it in an int
  const long number = (jobs.fetch_add(1, vm::kRelaxed) & 0x7fffffff) + 1;
  std::vector<std::unique_ptr<vm::DirtySchedulers>>& threads = state().async;
  // Jobs with one key run on one thread, in their order. As in OTP, the key becomes the thread's.
  const std::size_t thread =
      (key == nullptr ? static_cast<std::size_t>(number) : *key) % threads.size();
  if (key != nullptr) *key = static_cast<unsigned>(thread);
  DriverTable& table = state().table;
  table.retain(*driver_);
  vm::IoThread& io = port_.vm().io->thread;
  // The job's reference to the driver keeps its code.
  auto job = [this, &io, &table, port = vm::SharedRef<vm::Port>(&port_), driver = driver_, invoke,
              data, free_data] {
    invoke(data);
    io.on_loop([this, &io, &table, port, driver, data, free_data](uv_loop_t*) {
      const vm::ThreadProgress::Visit visit(io.participant());
      ready_async(data, free_data);
      table.release(driver);
    });
  };
  threads[thread]->run(Term::none(), vm::Priority::kNormal, std::move(job),
                       vm::DirtySchedulers::Halt::kAtOnce);
  return number;
}

void DriverPort::process_down(vm::RefNumber monitor) {
  event(am::event, [&] {
    if (entry().process_exit == nullptr) return;
    ErlDrvMonitor own = c_monitor(monitor);
    entry().process_exit(data_, &own);
  });
}

int DriverPort::fail(Term reason, bool is_eof) {
  port_.assert_locked();
  if (is_stopped_) return -1;
  if (is_eof) port_.flush_input();
  if (is_closing_) {
    has_failed_ = true;
  } else if (is_eof && port_.settings().sends_eof) {
    HeapBuilder builder(vm::Word{8});
    port_.send(builder, port_.owner(), builder.tuple(port_.id, am::eof));
  } else {
    drop_queue();
    port_.fail_by_driver(is_eof ? Term(am::normal) : reason);
  }
  return 0;
}

// --- descriptors ---

int DriverPort::select(int fd, int mode, bool on) {
  SelectedDescriptors& descriptors = NifState::of(port_.vm()).descriptors();
  constexpr int kDirections = ERL_DRV_READ | ERL_DRV_WRITE;
  if (fd < 0) return -1;
  if (on) {
    int& selected = selected_[fd];
    selected |= mode & (kDirections | ERL_DRV_USE);
    if ((selected & kDirections) == 0) return 0;
    if (descriptors.select_for_driver(fd, selected, this, &port_)) return 0;
    selected_.erase(fd);
    return -1;
  }
  const auto found = selected_.find(fd);
  const int before = found == selected_.end() ? 0 : found->second;
  int after = before & ~(mode & (kDirections | ERL_DRV_USE));
  // Without a callback, the other direction stays selected.
  const bool calls_back = (mode & ERL_DRV_USE_NO_CALLBACK) == ERL_DRV_USE;
  if (calls_back) after = 0;
  if (found != selected_.end()) {
    descriptors.select_for_driver(fd, after & kDirections, this, &port_);
    if (after == 0) {
      selected_.erase(found);
    } else {
      found->second = after;
    }
  }
  // Nothing of ours looks at the descriptor any more.
  if (calls_back && entry().stop_select != nullptr)
    entry().stop_select(reinterpret_cast<ErlDrvEvent>(static_cast<std::intptr_t>(fd)), nullptr);
  return 0;
}

void DriverPort::clear_selected() {
  SelectedDescriptors& descriptors = NifState::of(port_.vm()).descriptors();
  for (const auto& [fd, mode] : std::exchange(selected_, {}))
    descriptors.select_for_driver(fd, 0, this, &port_);
}

// --- monitors ---

std::vector<Term> DriverPort::monitored() { return monitors_->all(); }

void DriverMonitors::process_down(vm::Vm&, Term, vm::RefNumber monitor) {
  DriverPort* driver;
  vm::SharedRef<vm::Port> port;
  {
    const vm::MutexLock lock(mutex_);
    if (driver_ == nullptr || !pids_.contains(monitor)) return;
    driver = driver_;
    if (!driver->port().try_retain()) return;
    port = vm::SharedRef<vm::Port>::adopt(&driver->port());
  }
  driver->process_down(monitor);
  remove(monitor);
}

Term DriverMonitors::to_term(HeapBuilder&) {
  const vm::MutexLock lock(mutex_);
  return driver_ == nullptr ? Term::none() : driver_->port().id;
}

void DriverMonitors::detach() {
  const vm::MutexLock lock(mutex_);
  driver_ = nullptr;
}

}  // namespace bif
