// A map under a lock: ports are few, and what is done to them costs system calls.
#include "vm/port/port_table.h"

#include "vm/io/io.h"
#include "vm/net/socket_poll.h"
#include "vm/proc/registry.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"

#include <algorithm>

namespace vm {

PortTable::PortTable(Vm& vm) : vm_(vm) {}

PortTable::~PortTable() = default;

SocketPoll& PortTable::sockets() {
  MutexLock lock(mutex_);
  if (sockets_ == nullptr) {
    sockets_ = std::make_unique<SocketPoll>(*vm_.schedulers);
    vm_.schedulers->set_idle_poll(*sockets_);
  }
  return *sockets_;
}

void PortTable::stop() {
  SocketPoll* sockets = nullptr;
  {
    MutexLock lock(mutex_);
    sockets = sockets_.get();
  }
  if (sockets != nullptr) sockets->stop();
}

Word PortTable::free_number() {
  constexpr Word kLast = (Word{1} << 60) - 1;
  while (ports_.contains(next_ & kLast)) ++next_;
  return next_ & kLast;
}

Word PortTable::next_number() {
  MutexLock lock(mutex_);
  return free_number();
}

Word PortTable::set_next_number(Word number) {
  MutexLock lock(mutex_);
  next_ = number;
  return free_number();
}

SharedRef<Port> PortTable::add(std::string name, Term owner, PortSettings settings,
                               SharedRef<PortLock> lock) {
  MutexLock guard(mutex_);
  if (ports_.size() >= kMaxPorts) return {};
  const Word number = free_number();
  next_ = number + 1;
  auto port = make_shared_ref<Port>(*this, Term::local_port(number), std::move(name), owner,
                                    settings, std::move(lock));
  ports_.emplace(number, port);
  return port;
}

namespace {
/// A driver that takes what is written, and does nothing with it.
class SinkDriver final : public PortDriver {
 public:
  Word write(std::string bytes, bool) override { return bytes.size(); }
  bool has_control() const override { return false; }
  void close() override {}
  Word os_pid() const override { return 0; }
};
}  // namespace

void PortTable::open_forker(Term owner) {
  PortSettings settings;
  settings.can_read = false;
  constexpr Word kNumber = 0;
  auto port = make_shared_ref<Port>(*this, Term::local_port(kNumber), "forker", owner, settings,
                                    SharedRef<PortLock>());
  {
    MutexLock guard(mutex_);
    ports_.emplace(kNumber, port);
  }
  port->start(std::make_unique<SinkDriver>(), false);
  auto unlink = std::make_unique<TermSignal>(SignalKind::kUnlink);
  unlink->from = owner;
  port->signal(&unlink);
}

SharedRef<Port> PortTable::create(std::string name, Term owner, PortSettings settings,
                                  SharedRef<PortLock> lock) {
  SharedRef<Port> port = add(std::move(name), owner, settings, std::move(lock));
  if (port) port->tell_opened(owner);
  return port;
}

SharedRef<Port> PortTable::create_by_driver(std::string name, Term owner, PortSettings settings) {
  SharedRef<Port> port = add(std::move(name), owner, settings, {});
  if (port) port->tell_made();
  return port;
}

SharedRef<Port> PortTable::find(Term id) {
  if (!id.is_local_port()) return {};
  MutexLock lock(mutex_);
  const auto found = ports_.find(id.id_data());
  return found == ports_.end() ? SharedRef<Port>() : found->second;
}

SharedRef<Port> PortTable::find_named(Term id_or_name) {
  const Term id = id_or_name.is_atom() ? vm_.registry->find(id_or_name) : id_or_name;
  return id.has_value() ? find(id) : SharedRef<Port>();
}

void PortTable::remove(Port& port) {
  MutexLock lock(mutex_);
  ports_.erase(port.id.id_data());
}

std::vector<Term> PortTable::all() {
  std::vector<Term> ids;
  {
    MutexLock lock(mutex_);
    for (const auto& [number, port] : ports_) ids.push_back(port->id);
  }
  std::ranges::sort(ids, {}, [](Term id) { return id.id_data(); });
  return ids;
}

bool PortTable::signal(Term id, std::unique_ptr<TermSignal>* signal) {
  const SharedRef<Port> port = find(id);
  return port && port->signal(signal);
}

bool PortTable::message(Process& from, Term id, Term message) {
  const SharedRef<Port> port = find(id);
  if (!port) return true;
  trace_token_sent(from, id, message);  // told, but the token goes no further (Q8)
  return port->message(from, message);
}

void PortTable::named(Term id, Term name, bool has_it_now) {
  if (const SharedRef<Port> port = find(id)) port->named(name, has_it_now);
}

bool PortTable::with_tracee(Term id, const std::function<void(PortTracee&)>& f) {
  const SharedRef<Port> port = find(id);
  return port && port->with_tracee(f);
}

bool PortTable::takes_reports(Term id) { return static_cast<bool>(find(id)); }

void PortTable::report(Term id, std::string bytes, MessageReceipt* receipt) {
  if (const SharedRef<Port> port = find(id)) {
    port->report(std::move(bytes), receipt);
  } else if (receipt != nullptr) {
    receipt->gone();
  }
}

}  // namespace vm
