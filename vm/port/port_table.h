// PortTable: from port identifiers to open ports. Numbers only grow. A port may be looked up under
// the lock of another. Ownership: BifState; it
// outlives the I/O thread, whose callbacks have ports. Threads: any, under the lock.
#pragma once

#include "vm/port/port.h"
#include "vm/proc/ports.h"

#include <unordered_map>

namespace vm {

class SocketPoll;

class PortTable final : public Ports {
 public:
  explicit PortTable(Vm& vm);
  ~PortTable();
  PortTable(const PortTable&) = delete;

  Vm& vm() { return vm_; }
  // Bytes of all ports so far, for statistics(io). relaxed: counts.
  Atomic<Word> input_bytes{0};
  Atomic<Word> output_bytes{0};
  /// Watches the descriptors of sockets; made on first use.
  SocketPoll& sockets() VM_EXCLUDES(mutex_);
  /// Sockets are not called any more: the machine is being taken down.
  void stop() VM_EXCLUDES(mutex_);
  /// Most ports that there can be at a time.
  static constexpr Word kMaxPorts = 65536;
  /// A port of `owner`, linked to it at the port's end; found from now on. Not open for others
  /// before Port::start(). Null: there are kMaxPorts already.
  /// `lock` is null for a port with a lock of its own.
  SharedRef<Port> create(std::string name, Term owner, PortSettings settings,
                         SharedRef<PortLock> lock) VM_EXCLUDES(mutex_);
  /// The same for a port that the driver of another one makes.
  SharedRef<Port> create_by_driver(std::string name, Term owner, PortSettings settings)
      VM_EXCLUDES(mutex_);
  /// The same without a report to tracing: for Port::open_by_driver().
  SharedRef<Port> add(std::string name, Term owner, PortSettings settings, SharedRef<PortLock> lock)
      VM_EXCLUDES(mutex_);
  /// The number of the next port. After the last number, 2^60 - 1, come the free ones from 0 on.
  Word next_number() VM_EXCLUDES(mutex_);
  /// The next port gets this number, or the next free one after it. For tests. Returns it.
  Word set_next_number(Word number) VM_EXCLUDES(mutex_);
  /// Opens the port number 0, which every machine has from its start, as in OTP: there the driver
  /// that starts programs; here nothing is behind it. `owner` is the first process.
  void open_forker(Term owner) VM_EXCLUDES(mutex_);
  /// The open port with this identifier, or null.
  SharedRef<Port> find(Term id) VM_EXCLUDES(mutex_);
  /// The same for an identifier or a registered name.
  SharedRef<Port> find_named(Term id_or_name) VM_EXCLUDES(mutex_);
  void remove(Port& port) VM_EXCLUDES(mutex_);
  std::vector<Term> all() override VM_EXCLUDES(mutex_);

  bool signal(Term port, std::unique_ptr<TermSignal>* signal) override VM_EXCLUDES(mutex_);
  bool message(Process& from, Term port, Term message) override VM_EXCLUDES(mutex_);
  void named(Term port, Term name, bool has_it_now) override VM_EXCLUDES(mutex_);
  bool with_tracee(Term port, const std::function<void(PortTracee&)>& f) override
      VM_EXCLUDES(mutex_);
  bool takes_reports(Term port) override VM_EXCLUDES(mutex_);
  void report(Term port, std::string bytes, MessageReceipt* receipt) override VM_EXCLUDES(mutex_);

 private:
  Word free_number() VM_REQUIRES(mutex_);

  Vm& vm_;
  Mutex mutex_{LockRank::kPortTable};
  std::unordered_map<Word, SharedRef<Port>> ports_ VM_GUARDED_BY(mutex_);
  Word next_ VM_GUARDED_BY(mutex_) = 1;
  std::unique_ptr<SocketPoll> sockets_ VM_GUARDED_BY(mutex_);  // its entries hold ports
};

}  // namespace vm
