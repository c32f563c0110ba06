// Port: what stands for a program outside, or a pair of descriptors, and talks with its owner in
// messages. What is done to a port is done at once by the caller, under the port's lock: processes
// command, link and close it, the I/O thread brings input and the end. What takes long, reading and
// writing, is the driver's. While a driver's callback runs, commands are posted to its thread.
// Invariants: is_open() goes from true to false once; from then on the port sends
// nothing but the messages of its end. Input is sent to the owner in the order in which it was
// read, before the end's messages. Tracing hears of everything under the lock, so a port's events
// come in the order in which they happened to it (trace_port_*; port_in without port_out: the port
// has ended meanwhile). Ownership: counted; the table has one count while the port is open,
// callbacks of the I/O thread have theirs. Threads: any; the lock is taken inside.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/shared.h"
#include "vm/heap/binary.h"
#include "vm/heap/heap_builder.h"
#include "vm/heap/kept_term.h"
#include "vm/port/framing.h"
#include "vm/proc/port_tracee.h"
#include "vm/proc/process.h"
#include "vm/proc/signal.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/vm.h"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace vm {

class Port;
class PortTable;
struct PortEnding;

/// What is written to a port: bytes, and parts of binaries behind them. A driver of the kind
/// kParts gets parts alone, one of the kind kBytes both, one of the kind kStream bytes alone
/// (PortDriver::output_kind()). Ownership: holds a count of each binary.
struct PortData {
  struct Part {
    Binary* binary;
    Word offset;
    Word size;
  };
  PortData() = default;
  explicit PortData(std::string flat) : bytes(std::move(flat)) {}
  PortData(PortData&& other) noexcept
      : bytes(std::move(other.bytes)), parts(std::exchange(other.parts, {})) {}
  PortData& operator=(PortData&& other) noexcept;
  ~PortData();

  /// Takes `iodata`: as parts, or as bytes. False: it is none.
  enum class Form { kBytes, kParts };
  bool append(Term iodata, Form form);
  /// Bytes become the first part.
  void make_parts();
  /// Parts become bytes.
  void flatten();
  Word size() const;

  std::string bytes;
  std::vector<Part> parts;
};

struct Posted;

/// Serialises what happens to a port. Most ports have one of their own; the ports of a driver
/// without port-level locking share one.
/// The callback of a driver may take long. So a thread that wants a port to do something while a
/// PortEntry holds the lock need not wait: the PortEntry does what was posted before it releases
/// the lock.
class PortLock final : public Shared {
 public:
  PortLock();
  ~PortLock() override;
  Mutex mutex{LockRank::kPort};
  /// For the analysis: the caller holds the lock.
  void assert_locked() VM_ASSERT_CAPABILITY(mutex) {}

 private:
  friend class Port;
  friend class PortEntry;
  /// Whether a PortEntry of any thread holds the lock. (relaxed: it may be over at once)
  bool is_entered() const { return posted_.load(kRelaxed) != nullptr; }
  /// The holder of the lock takes posts from now on.
  void enter() VM_REQUIRES(mutex);
  /// What was posted, in that order; null: nothing was, and nothing can be from now on.
  Posted* take_posted() VM_REQUIRES(mutex);
  /// False: no PortEntry holds the lock, and `*posted` is as before. Else it is the lock's.
  bool post(std::unique_ptr<Posted>* posted);
  // The last one posted, which knows the one before it; a mark behind the first one while a
  // PortEntry holds the lock; null where none does.
  Atomic<Posted*> posted_{nullptr};
  // What a driver has caused while it ran under the lock, to be done by the PortEntry that called
  // it.
  std::vector<std::pair<SharedRef<Port>, Term>> ends_ VM_GUARDED_BY(mutex);  // end_by_driver()
  std::vector<PortEnding> endings_ VM_GUARDED_BY(mutex);
  Word unstopped_ VM_GUARDED_BY(mutex) =
      0;  // ports that have ended; their drivers have not stopped
  std::vector<std::pair<Term, Word>> starters_ VM_GUARDED_BY(mutex);  // Port::waits_for_stops()
  std::vector<std::function<void()>> calls_ VM_GUARDED_BY(mutex);
  std::vector<SharedRef<Port>> no_longer_busy_ VM_GUARDED_BY(mutex);
};

/// What a linked-in driver answers a command with: bytes that reach the owner as a list, and behind
/// them bytes that are a binary where the port was opened with `binary`.
struct PortAnswer {
  std::string head = {};
  std::optional<std::string> bytes = {};
  bool is_ok = false;  // in place of bytes: {Port, ok}
};

/// What a driver returns to port_control/3: a list of bytes, a binary or, where it has neither, [].
struct ControlResult {
  enum class Kind { kList, kBinary, kNil };
  explicit ControlResult(std::string list) : bytes(std::move(list)) {}
  ControlResult(Kind kind, std::string bytes) : kind(kind), bytes(std::move(bytes)) {}
  Kind kind = Kind::kList;
  std::string bytes;
};

/// What a port's bytes go to and come from. Called under the port's lock; must not wait, and calls
/// the port back from the I/O thread only.
class PortDriver {
 public:
  virtual ~PortDriver() = default;
  /// Writes all. Answers how much it has written already; of the rest it tells the port when all is
  /// written (written()). `is_first`: nothing waits to be written.
  virtual Word write(std::string bytes, bool is_first) = 0;
  /// The same for a driver that takes parts of binaries; `caller` is the process that writes.
  virtual void output(Term caller, PortData& data) {
    static_cast<void>(caller);
    static_cast<void>(data);
  }
  enum class Output { kStream, kBytes, kParts };
  /// kStream: write() is called, else output().
  virtual Output output_kind() const { return Output::kStream; }
  /// Carries out what port_control/3 asks for, and returns its result; nothing: there is no such
  /// operation.
  virtual std::optional<ControlResult> control(Term caller, Word operation, std::string_view data) {
    static_cast<void>(caller);
    static_cast<void>(operation);
    static_cast<void>(data);
    return std::nullopt;
  }
  virtual bool has_control() const { return true; }
  /// The same for port_call/3, with terms in the external format.
  virtual std::optional<std::string> call(Term caller, Word operation, std::string data) {
    static_cast<void>(caller);
    static_cast<void>(operation);
    static_cast<void>(data);
    return std::nullopt;
  }
  virtual bool has_call() const { return false; }
  /// The port is open: input may come. Not under its lock.
  virtual void started(const SharedRef<Port>& port) { static_cast<void>(port); }
  /// What there is to say to the last write() at once; asked for after each.
  virtual std::optional<PortAnswer> take_answer() { return std::nullopt; }
  /// Once: nothing is read any more; what is being written still is.
  virtual void close() = 0;
  /// Once, after close(), when links and monitors have been notified. False: the driver has data
  /// that must be written first, and will call Port::driver_stopped(). `is_killed`: the data is
  /// dropped.
  virtual bool stop(bool is_killed) {
    static_cast<void>(is_killed);
    return true;
  }
  /// Whether it is known if the driver has started: if not, the operation of `opener` is woken from
  /// wait `wait` then. `*why` is the reason where it has not.
  virtual bool has_started(Term opener, Word wait, Term* why) {
    static_cast<void>(opener);
    static_cast<void>(wait);
    static_cast<void>(why);
    return true;
  }
  /// While on, small output may wait in the driver; off: it is written.
  virtual void hold_output(bool on) { static_cast<void>(on); }
  /// While on, the driver reads no more.
  virtual void hold_input(bool on) { static_cast<void>(on); }
  /// What the driver has queued itself is not to be written any more.
  virtual void drop_queue() {}
  /// How much of a time slice the last callback says that it has used, in percent.
  virtual int used_percent() const { return 0; }
  /// The processes that the driver monitors.
  virtual std::vector<Term> monitored() { return {}; }
  /// Bytes that the driver has queued itself.
  virtual Word queued_bytes() const { return 0; }
  /// Process number of the program, 0 if there is none.
  virtual Word os_pid() const = 0;
};

struct PortSettings {
  Framing framing;
  bool is_binary = false;
  bool sends_eof = false;
  bool sends_exit_status = false;
  bool can_read = true;
  bool can_write = true;
  bool is_ever_busy = true;
  bool has_driver_lock = false;  // shares its lock with the other ports of its driver
  bool takes_force = false;      // port_command/3 with `force`
  Word busy_low_bytes = 4096;
  Word busy_high_bytes = 8192;
  bool is_parallel = false;      // as port_info/2 says it
  bool has_queue_limits = true;  // of its message queue
  Word queue_low_bytes = 0;      // 0: the driver's own
  Word queue_high_bytes = 0;
};

class Port final : public Shared {
 public:
  /// `lock` is null for a port with a lock of its own.
  Port(PortTable& table, Term id, std::string name, Term owner, PortSettings settings,
       SharedRef<PortLock> lock);
  ~Port() override;

  const Term id;
  const std::string name;

  /// Open from here on. `driver` may call back at once. `is_told`: tracing reports it as an event
  /// of the port (its program runs), not as the end of what its owner does.
  void start(std::unique_ptr<PortDriver> driver, bool is_told) VM_EXCLUDES(mutex_);

  // --- by processes; false: the port is closed ---
  /// As Ports::signal().
  bool signal(std::unique_ptr<TermSignal>* signal) VM_EXCLUDES(mutex_);
  /// `port ! message`: {Owner, {command, IoData} | close | {connect, Pid}}; anything else is a
  /// `badsig` for the owner. As Ports::message().
  bool message(Process& from, Term message) VM_EXCLUDES(mutex_);
  /// In which form command() wants its data. Constant once the port has started.
  PortData::Form data_form() const;
  bool takes_force() const { return settings_.takes_force; }
  bool command(Term caller, PortData data) VM_EXCLUDES(mutex_);
  /// PortDriver::hold_output(), for several commands to go out at once.
  void hold_output(bool on) VM_EXCLUDES(mutex_);
  /// PortDriver::hold_input(), of a port whose input is not carried out as fast as it comes.
  void hold_input(bool on) VM_EXCLUDES(mutex_);
  bool close(Term caller) VM_EXCLUDES(mutex_);
  /// `pid` is the owner from now on; also false if it is no more.
  bool connect(Term caller, Term pid) VM_EXCLUDES(mutex_);
  /// Something else was asked of it, which changes nothing: `what` (info, control, call). With
  /// `argument`, {What, Argument} is what the port received.
  void asked(Term caller, Term what, Term argument) VM_EXCLUDES(mutex_);
  /// What port_control/3 asks for: `request` is {Operation, Data}. Nothing: the port is closed, or
  /// has no such operation.
  std::optional<ControlResult> control(Term caller, Term request, std::string_view data)
      VM_EXCLUDES(mutex_);
  /// The same for port_call/3: `data` and the result are in the external format.
  std::optional<std::string> call(Term caller, Word operation, std::string data)
      VM_EXCLUDES(mutex_);
  bool is_open() VM_EXCLUDES(mutex_);
  /// Whether more waits to be written than the busy limit. If so, `pid`'s operation, in wait
  /// `wait`, is woken when that is over (none(): none is, and while a callback of the driver runs
  /// the answer is whether more is posted than the limit).
  bool is_busy(Term pid, Word wait) VM_EXCLUDES(mutex_);
  /// Whether a callback of the driver may be running, so that the lock is not free for some time.
  bool is_entered() const { return lock_->is_entered(); }
  /// The same; if so, `pid`'s operation, in wait `wait`, is woken when it has returned.
  bool is_entered(Term pid, Word wait);
  /// Processes whose messages wait for the lock are suspended from more than `high` bytes on, until
  /// at most `low` wait. Any thread.
  void limit_posts(Word low, Word high);
  /// What was to be written is no data: that is reported to the logger.
  void report_bad_value(Process& p);

  /// Keeps a copy of `data` with the port, for port_get_data/1; false: the port is closed.
  bool set_data(Term data) VM_EXCLUDES(mutex_);
  /// A copy of it, `undefined` when there is none; none() if the port is closed.
  Term data(HeapBuilder& builder) VM_EXCLUDES(mutex_);

  /// One item of port_info/2 as {Item, Value}, or nil where it does not apply; none() for unknown
  /// items or a closed port.
  Term info(HeapBuilder& builder, Term item) VM_EXCLUDES(mutex_);

  // --- by the driver, on the I/O thread ---
  void received(std::string_view bytes) VM_EXCLUDES(mutex_);
  /// Has `read`, which must not wait, take input, and treats it as received() does; not once the
  /// port has ended: then it is for others. Answers what `read` did: how many bytes, 0 at the end
  /// of the input, -1 for an error; nothing: it was not called.
  std::optional<ssize_t> take_input(const std::function<ssize_t(std::string*)>& read)
      VM_EXCLUDES(mutex_);
  void input_ended() VM_EXCLUDES(mutex_);
  /// `status` as exit_status reports it.
  void program_ended(int status) VM_EXCLUDES(mutex_);
  void written(Word bytes) VM_EXCLUDES(mutex_);
  void failed(Term posix) VM_EXCLUDES(mutex_);
  /// Calls `f`, which must not wait, unless the port has ended; it does not end meanwhile.
  template <class F>
  void if_open(F f) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (is_open_) f();
  }

  // --- by a driver's callback, which runs under the lock (PortEntry) ---
  /// For the analysis: the caller has made sure that it holds the lock.
  void assert_locked() VM_ASSERT_CAPABILITY(mutex_) {}
  /// The owner. Any thread.
  Term owner() const { return owner_.load(kRelaxed); }  // relaxed: the value alone matters
  Vm& vm() const;
  PortTable& table() const { return table_; }
  PortTracee& tracee() VM_REQUIRES(mutex_) { return tracee_; }
  /// Calls `f`, with which the driver serves an event of this kind (ready_input, timeout ...), as
  /// traces and system monitors see it.
  void run_event(Term what, const std::function<void()>& f) VM_REQUIRES(mutex_);
  const PortSettings& settings() const { return settings_; }
  SharedRef<PortLock> lock() const { return lock_; }
  bool is_open_locked() const VM_REQUIRES(mutex_) { return is_open_; }
  /// Sends `message`, a term of `builder`, to `to` as the port.
  void send(HeapBuilder& builder, Term to, Term message) VM_REQUIRES(mutex_);
  /// Sends {Port, {data, Data}} to the owner: `head` as a list, then `bytes` in the form that the
  /// port was opened with; nothing where `bytes` has no address.
  void send_data(std::string_view head, std::string_view bytes) VM_REQUIRES(mutex_);
  /// The rest of a line, where the port reads lines.
  void flush_input() VM_REQUIRES(mutex_);
  void count_input(Word bytes) VM_REQUIRES(mutex_);
  /// Processes that want to write to the port wait while it is busy.
  void set_busy(bool is_busy) VM_REQUIRES(mutex_);
  /// Ends the link between the port and its owner, at both.
  void unlink_owner() VM_REQUIRES(mutex_);
  /// The port ends, without what its driver has queued. It is closed for others from now on; the
  /// rest happens when the callback has returned.
  void fail_by_driver(Term reason) VM_REQUIRES(mutex_);
  /// The port ends with `reason` when the callback has returned. Its owner gets no exit signal:
  /// that link just goes.
  void end_by_driver(Term reason) VM_REQUIRES(mutex_);
  /// Calls `f` without the lock when the callback has returned.
  void after_callback(std::function<void()> f) VM_REQUIRES(mutex_);
  /// Links a port that a driver has made to its owner's process, which learns of it by a signal;
  /// not an event for tracing. False: there is no such process, and the port has ended.
  bool link_owner() VM_EXCLUDES(mutex_);
  /// A new port that another one's driver has made, with `driver`, for its owner. False: the owner
  /// has ended, and so has the port. Takes the lock if the thread does not hold it.
  bool open_by_driver(std::unique_ptr<PortDriver> driver) VM_NO_THREAD_SAFETY_ANALYSIS;
  /// Whether a port with the same lock has ended and its driver has not stopped yet. If so,
  /// `opener`'s operation, in wait `wait`, is woken then. Under the lock (PortEntry).
  bool waits_for_stops(Term opener, Word wait);
  /// As PortDriver::has_started().
  bool has_started(Term opener, Word wait, Term* why) VM_EXCLUDES(mutex_);
  /// The driver has written what it had when stop() was called.
  void driver_stopped() VM_EXCLUDES(mutex_);

  // --- for tracing ---
  /// The port exists: `new` ports' flags, and that `owner` has opened it.
  void tell_opened(Term owner) VM_EXCLUDES(mutex_);
  /// The same for a port that a driver has made, whose opening is no event.
  void tell_made() VM_EXCLUDES(mutex_);
  /// Its owner is linked to it from the beginning.
  void tell_owner_linked() VM_EXCLUDES(mutex_);
  /// As Ports::named(), with_tracee(), report().
  void named(Term name, bool has_it_now) VM_EXCLUDES(mutex_);
  bool with_tracee(const std::function<void(PortTracee&)>& f) VM_EXCLUDES(mutex_);
  void report(std::string bytes, MessageReceipt* receipt) VM_EXCLUDES(reports_mutex_);

 private:
  struct Waiter {
    Term pid;
    Word wait;  // 0: it was suspended, and is resumed (Peer)
  };
  struct WaitingCommand {
    Term sender;
    Term owner;                    // as the sender says; looked at when the command runs
    std::optional<Waiter> waiter;  // the sender, unless it has gone on
    PortData data;
    Term request = Term::none();  // in place of a command: `close`, the next owner, or kBadRequest
  };
  /// What runs, as tracing tells it, where an event has called the driver.
  static constexpr Term kDriver = Term::small(0);
  /// The port knows no such request: the answer is an exit signal.
  static constexpr Term kBadRequest = am::badsig;
  friend struct Posted;
  struct Watcher {
    Term pid;
    Term name;
  };
  friend class PortEntry;
  friend struct PortEnding;
  /// What ends a port, as tracing tells it.
  struct Cause {
    Term run = Term::none();     // it starts doing this first; none(): it does already
    Term caller = Term::none();  // the process that said `close`
    bool is_driver =
        false;             // ended by its driver: the owner gets no exit signal, its link just goes
    bool is_kill = false;  // what its driver has queued is dropped
  };
  struct Report {
    std::string bytes;
    MessageReceipt* receipt;  // may be null
  };
  using Reports = std::list<Report>;  // as commands_
  /// end_by_driver() was called under the lock that is held.
  bool ends_after_callback() const VM_REQUIRES(mutex_);
  /// Ends the port: tells links, monitors, waiters; `tell_closed` (a pid) gets {Port, closed}.
  /// False if it has ended.
  bool end(Term reason, Term tell_closed, Cause cause) VM_EXCLUDES(mutex_);
  /// The part of it that happens at once; the rest is finish_end(), by the PortEntry.
  bool begin_end(Term reason, Term tell_closed, Cause cause) VM_REQUIRES(mutex_);
  void finish_end(PortEnding& ending) VM_EXCLUDES(mutex_);
  /// The driver of a port that has ended has stopped. Under the lock (PortEntry).
  void tell_starters();
  /// The process `pid` loses its end of a link.
  void unlink(Term pid);
  /// The commands that waited while the port was busy, as long as it is not.
  void run_waiting() VM_REQUIRES(mutex_);
  /// Leaves `*command` of `from` to the PortEntry that holds the lock. False: none does, and the
  /// command is as before. `*must_wait`: the sender's operation is woken later.
  bool post_command(Process& from, WaitingCommand* command, bool* must_wait);
  /// The same for a signal.
  bool post_signal(std::unique_ptr<TermSignal>* signal);
  /// Runs `*first` and those behind it as long as they are for this port. Returns the next one.
  Posted* run_posted(Posted* first) VM_REQUIRES(mutex_);
  /// Data that was posted: counts it as taken, writes it.
  void run_posted_data(WaitingCommand& command) VM_REQUIRES(mutex_);
  void run_posted_signal(std::unique_ptr<TermSignal> signal) VM_REQUIRES(mutex_);
  /// {Sender, close}, {Sender, {connect, Pid}}, and what the port refuses.
  void run_request(const WaitingCommand& command) VM_REQUIRES(mutex_);
  /// What a signal does to an open port. False: it ends it.
  bool take_signal(const TermSignal& signal) VM_REQUIRES(mutex_);
  /// How a signal ends it.
  static Cause cause_of(const TermSignal& signal);
  /// Whether commands of `sender` wait, which has gone on: what it sends next waits behind them.
  bool has_waiting(Term sender) const VM_REQUIRES(mutex_);
  /// {Owner, {connect, next}}.
  void connect_by_message(Term sender, Term next) VM_REQUIRES(mutex_);
  /// A process sent `data` and has gone on.
  void run_command(Term sender, PortData data) VM_REQUIRES(mutex_);
  /// What `message`, {Sender, Request}, asks for; data that is none is reported.
  WaitingCommand read_message(Process& from, Term message);
  /// Leaves `*command` to the commands that wait, if `from` has others there. `*must_wait`: as for
  /// post_command().
  bool stand_behind(Process& from, WaitingCommand* command, bool* must_wait) VM_EXCLUDES(mutex_);
  /// Data that the owner sent. False: the sender must wait, as for message().
  bool write_sent(Process& from, WaitingCommand command) VM_EXCLUDES(mutex_);
  /// A request that is none, or of a process that is not the owner.
  void refuse(Process& from, Term request) VM_EXCLUDES(mutex_);
  /// What waits in the reports, as far as the port takes it, or all of it, or all and no more from
  /// then on. Answers what was taken, for gone() without the lock.
  enum class Take { kWhatFits, kAll, kLast };
  Reports write_reports(Take take, bool* failed) VM_REQUIRES(mutex_) VM_EXCLUDES(reports_mutex_);
  void drain_reports() VM_EXCLUDES(mutex_, reports_mutex_);
  static void give_back(Reports& reports);
  void send_to_owner(HeapBuilder& builder, Term what) VM_REQUIRES(mutex_);
  /// `head` stands before the frame, as a list.
  void send_frame(const Frame& frame, std::string_view head = {}) VM_REQUIRES(mutex_);
  void send_exit_status() VM_REQUIRES(mutex_);
  void send_answer(const PortAnswer& answer) VM_REQUIRES(mutex_);
  /// {Port, {data, [Head | Bytes]}}; `bytes` may be null.
  void send_parts(std::string_view head, const std::string* bytes) VM_REQUIRES(mutex_);
  void trace_command(Term caller, PortData& data) VM_REQUIRES(mutex_);
  void trace_result(Term caller, Term what, std::string_view bytes) VM_REQUIRES(mutex_);
  bool write(Term caller, PortData data, Term* failure) VM_REQUIRES(mutex_);
  bool is_any_busy() const VM_REQUIRES(mutex_) { return is_busy_ || is_driver_busy_; }
  void deliver(std::string_view bytes) VM_REQUIRES(mutex_);
  /// Both ends of the program are known: what was asked for is sent. True: the port ends.
  bool program_is_over() VM_REQUIRES(mutex_);
  /// Links the port to `pid` and sends it the signal; nothing where it is linked already.
  void link_to(Term pid) VM_REQUIRES(mutex_);
  void wake(std::vector<Waiter> waiters);

  PortTable& table_;
  const PortSettings settings_;
  const SharedRef<PortLock> lock_;
  Mutex& mutex_;  // of lock_
  std::unique_ptr<PortDriver> driver_ VM_GUARDED_BY(mutex_);
  Atomic<PortDriver::Output> output_{PortDriver::Output::kStream};
  bool is_open_ VM_GUARDED_BY(mutex_) = true;
  bool input_has_ended_ VM_GUARDED_BY(mutex_) = false;
  bool is_busy_ VM_GUARDED_BY(mutex_) = false;
  bool is_driver_busy_ VM_GUARDED_BY(mutex_) = false;  // set_busy()
  bool is_stopping_ VM_GUARDED_BY(mutex_) = false;     // the driver will call driver_stopped()
  Term tell_closed_ VM_GUARDED_BY(mutex_) = Term::none();
  int exit_status_ VM_GUARDED_BY(mutex_) = -1;  // -1: runs
  Atomic<Term> owner_;                          // changed under the lock
  Framer framer_ VM_GUARDED_BY(mutex_);
  Word input_bytes_ VM_GUARDED_BY(mutex_) = 0;
  Word output_bytes_ VM_GUARDED_BY(mutex_) = 0;
  Word waiting_bytes_ VM_GUARDED_BY(mutex_) = 0;  // given to the driver, not written yet
  std::set<Word> links_ VM_GUARDED_BY(mutex_);    // pids' bits
  std::map<RefNumber, Watcher> watchers_ VM_GUARDED_BY(mutex_);
  std::vector<Waiter> waiters_ VM_GUARDED_BY(mutex_);
  // What processes have sent to the port while its driver was busy. A list: an empty std::deque has
  // more than 500 bytes, and most ports of a server have nothing in it.
  std::list<WaitingCommand> commands_ VM_GUARDED_BY(mutex_);
  // Limits and number of the bytes that are posted. (relaxed: values alone; a process that sees an
  // old number posts a little more or waits a little longer)
  Atomic<Word> post_low_;
  Atomic<Word> post_high_;
  Atomic<Word> posted_bytes_{0};
  std::vector<Waiter> post_waiters_ VM_GUARDED_BY(mutex_);  // until post_low_ is reached
  PortTracee tracee_ VM_GUARDED_BY(mutex_);
  KeptTerm data_ VM_GUARDED_BY(mutex_);
  // Trace messages that the port is to write (O3): on their way to the I/O thread, as the thread
  // that reports may be in the middle of something with another port.
  Mutex reports_mutex_{LockRank::kPortReports};
  Reports reports_ VM_GUARDED_BY(reports_mutex_);
  bool is_drained_ VM_GUARDED_BY(reports_mutex_) = false;  // drain_reports() is to come
  bool takes_reports_ VM_GUARDED_BY(reports_mutex_) = true;
};

/// While it exists, the process that this thread runs is in the context of a port: it is reported
/// as scheduled out to sessions with running_procs (P10). Nothing happens where the thread runs
/// another process than `caller`. A port's lock may be held.
class InPort {
 public:
  explicit InPort(Term caller);
  ~InPort();
  InPort(const InPort&) = delete;

 private:
  Process* const process_;  // may be null
};

/// A port that has ended, while its links and monitors are notified.
struct PortEnding {
  SharedRef<Port> port;
  Term reason;
  bool is_driver = false;  // as in Port::Cause
  bool is_kill = false;
  std::unique_ptr<TermSignal> signal;  // holds the reason, where it was posted
  Port::Reports reports;
  std::set<Word> links;
  std::map<RefNumber, Port::Watcher> watchers;
  std::vector<Port::Waiter> waiters;
};

/// What a process wants a port to do when the PortEntry that holds its lock is about to release it.
struct Posted {
  SharedRef<Port> port;
  /// To be woken; or a command; or a signal.
  std::variant<Port::Waiter, Port::WaitingCommand, std::unique_ptr<TermSignal>> what;
  Posted* next = nullptr;  // one that was posted before, in the list of PortLock
};

/// Holds the lock of a port while its driver may run, and does afterwards what the driver has
/// caused and what was posted meanwhile: the ends of ports, commands that waited. One per thread
/// and lock.
class VM_SCOPED_CAPABILITY PortEntry {
 public:
  explicit PortEntry(Port& port) VM_ACQUIRE(port.mutex_);
  ~PortEntry() VM_RELEASE();
  PortEntry(const PortEntry&) = delete;

  /// Whether the calling thread is inside a PortEntry of this lock.
  static bool is_inside(const PortLock* lock);
  static bool is_inside_any();

 private:
  /// What the driver has caused: ends, and ports that are not busy any more.
  void settle() VM_REQUIRES(lock_->mutex);
  const SharedRef<PortLock> lock_;
  PortEntry* const outer_;
};

}  // namespace vm
