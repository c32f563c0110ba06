// Link: what one machine has sent to the program and the program has not taken yet, and the threads
// that wait. Ownership: the machine's handle, and terms of the machine that refer to it. Threads:
// any.
#pragma once

#include "bif/host/host_link.h"
#include "tools/libsonde/sonde.h"
#include "vm/base/mutex.h"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace sonde {

class Link final : public bif::HostLink {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;
  /// `callback(text or event)`; `output` may be empty.
  Link(std::size_t max_waiting, std::function<void(Stream, std::string_view)> output);

  bool deliver(vm::Term sender, Channel channel, std::uint64_t number, std::string packet) override;
  /// The machine that sends has been made. Before it runs.
  void set_machine(vm::Vm& vm) { vm_ = &vm; }

  /// Waits until the machine takes requests. False: it has ended.
  bool wait_until_ready();
  /// The machine has ended; everybody who waits for it goes on.
  void end(int status);
  bool has_ended() const;
  /// Waits for end(). None: the time is over.
  std::optional<int> wait_for_end(Deadline deadline);

  /// A request that will be answered: send it, then take the answer.
  std::uint64_t open_request();
  /// Sends a packet to the process that takes requests. False: the machine has ended.
  bool send(std::string_view packet);
  enum class Outcome : std::uint8_t { kAnswered, kTimeout, kEnded };
  /// Waits for the answer of a request, which is closed then.
  Outcome take_answer(std::uint64_t request, Deadline deadline, std::string& answer);
  Outcome take_message(Deadline deadline, std::string& message);

  /// A number for a subscription.
  std::uint64_t open_subscription();
  /// Events of this number are passed to `callback` from now on; it throws nothing.
  void add_callback(std::uint64_t number, Machine::Callback callback);
  /// Whether this is the thread that calls callbacks.
  bool is_callback_thread() const;
  /// Waits until the callback has had all events that were delivered, then forgets it. Not on the
  /// thread of callbacks.
  void finish_callback(std::uint64_t number);
  /// Forgets the callback at once, and its events. No event is taken from now on.
  void drop_callback(std::uint64_t number);
  /// Calls callbacks until the machine has ended and nothing is left: what the thread of callbacks
  /// runs.
  void run_callbacks();

 private:
  struct Request {
    bool is_answered = false;
    std::string answer;
    vm::CondVar changed;
  };
  struct Notice {
    Channel channel;
    std::uint64_t number;
    std::string packet;
  };
  /// What waits of one kind, and the senders that wait for there to be less.
  struct Load {
    std::size_t waiting = 0;
    std::vector<vm::Term> blocked;
  };
  using LoadKey = std::pair<Channel, std::uint64_t>;

  bool add_load(vm::Term sender, LoadKey key) VM_REQUIRES(mutex_);
  /// Something of this kind was taken; returns the processes that may send again.
  std::vector<vm::Term> take_load(LoadKey key) VM_REQUIRES(mutex_);
  void wake(const std::vector<vm::Term>& senders);
  /// Waits for a change; false: the time is over.
  bool wait(vm::CondVar& changed, Deadline deadline) VM_REQUIRES(mutex_);
  void call_back(const Notice& notice);

  const std::size_t max_waiting_;
  const std::function<void(Stream, std::string_view)> output_;
  vm::Vm* vm_ = nullptr;
  mutable vm::Mutex mutex_{vm::LockRank::kIoOutput};
  vm::CondVar changed_;   // ready, ended
  vm::CondVar messaged_;  // a message
  vm::CondVar noticed_;   // a notice, or the end of a callback
  vm::Term server_ VM_GUARDED_BY(mutex_) = vm::Term::none();
  bool has_ended_ VM_GUARDED_BY(mutex_) = false;
  int status_ VM_GUARDED_BY(mutex_) = 0;
  std::uint64_t last_number_ VM_GUARDED_BY(mutex_) = 0;
  std::map<std::uint64_t, std::unique_ptr<Request>> requests_ VM_GUARDED_BY(mutex_);
  std::map<LoadKey, Load> loads_ VM_GUARDED_BY(mutex_);
  std::deque<std::string> messages_ VM_GUARDED_BY(mutex_);
  std::deque<Notice> notices_ VM_GUARDED_BY(mutex_);
  std::map<std::uint64_t, std::shared_ptr<Machine::Callback>> callbacks_ VM_GUARDED_BY(mutex_);
  std::uint64_t running_ VM_GUARDED_BY(mutex_) = 0;  // the subscription whose callback runs
  std::thread::id callback_thread_ VM_GUARDED_BY(mutex_);
};

}  // namespace sonde
