// A Machine is the machine of `sonde run` with a thread of the program that waits for its end, a
// thread that calls callbacks, and sonde_host (bif/erl) in place of a program.
#include "bif/host/host_link.h"
#include "tools/assemble.h"
#include "tools/call_pattern.h"
#include "tools/libsonde/codec.h"
#include "tools/libsonde/link.h"
#include "tools/main_request.h"
#include "tools/otp.h"
#include "tools/run_main.h"
#include "vm/sched/scheduler.h"

#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <thread>

namespace sonde {
namespace {

Error start_error(std::string why) { return {Error::Kind::kStart, std::move(why), {}}; }

Error error_of(Link::Outcome outcome) {
  if (outcome == Link::Outcome::kTimeout) return {Error::Kind::kTimeout, "no answer in time", {}};
  return {Error::Kind::kEnded, "the machine has ended", {}};
}

Link::Deadline deadline_of(std::optional<std::chrono::milliseconds> timeout) {
  if (!timeout) return std::nullopt;
  return std::chrono::steady_clock::now() + *timeout;
}

Value number(std::uint64_t value) { return {static_cast<std::int64_t>(value)}; }

/// {Module, Function, Arity} of strings, or a call's text as a string.
Result<Value> pattern_value(const std::string& text) {
  if (text.find('(') != std::string::npos && text.find('\'') == std::string::npos)
    return Value::string(text);
  const auto pattern = tools::parse_trace_pattern(text);
  if (!pattern.ok()) return Error{Error::Kind::kArgument, pattern.error(), {}};
  std::vector<Value> parts;
  for (const std::string& part : pattern->parts()) parts.push_back(Value::string(part));
  return Value::tuple(std::move(parts));
}

Value strings(const std::vector<std::string>& texts) {
  std::vector<Value> values;
  for (const std::string& text : texts) values.push_back(Value::string(text));
  return Value::list(std::move(values));
}

}  // namespace

class Machine::Running {
 public:
  Running(std::unique_ptr<vm::Vm> vm, vm::SharedRef<Link> link)
      : vm_(std::move(vm)), link_(std::move(link)) {}
  ~Running() {
    stop(std::chrono::seconds(5));
    // Its terms refer to the link; the threads above have ended.
    vm_.reset();
  }

  /// Starts the machine and waits until it takes requests.
  std::optional<Error> start(bool takes_output);
  Result<Value> call(std::string_view module, std::string_view function,
                     std::vector<Value> arguments, Link::Deadline deadline);
  Result<std::uint64_t> subscribe(const Subscription& wanted, Callback callback);
  Result<Done> unsubscribe(std::uint64_t number);
  int stop(std::chrono::milliseconds patience);
  Link& link() { return *link_; }

 private:
  Result<Value> taken(std::uint64_t request, Link::Deadline deadline);
  /// A callback has thrown an exception: its subscription ends.
  void callback_failed(std::uint64_t subscription);

  std::unique_ptr<vm::Vm> vm_;
  vm::SharedRef<Link> link_;
  std::thread runner_;     // from the machine's start to its end
  std::thread callbacks_;  // calls callbacks
  vm::Mutex mutex_{vm::LockRank::kIoOutput};
  std::map<std::uint64_t, Value> sessions_ VM_GUARDED_BY(mutex_);  // processes, by subscription
  std::set<std::uint64_t> failed_ VM_GUARDED_BY(mutex_);  // before subscribe() had the process
};

std::optional<Error> Machine::Running::start(bool takes_output) {
  tools::MainRequest request;
  request.host.emplace(tools::Host{vm::SharedRef<bif::HostLink>(link_.get()), takes_output});
  link_->set_machine(*vm_);
  try {
    callbacks_ = std::thread([link = link_.get()] { link->run_callbacks(); });
    runner_ = std::thread([this, given = std::move(request)]() mutable {
      // The low byte: init:restart/0 only ends a machine within another program.
      link_->end(tools::run_main(*vm_, std::move(given)) & 255);
    });
  } catch (const std::exception& why) {
    // The machine has not run, so nothing but the thread of callbacks waits for its end.
    link_->end(1);
    return start_error(std::string("no thread for the machine: ") + why.what());
  }
  if (link_->wait_until_ready()) return std::nullopt;
  return start_error("the machine ended while it started");
}

int Machine::Running::stop(std::chrono::milliseconds patience) {
  const std::string packet = *Codec::encode(Value::atom("stop"));
  if (link_->send(packet) && !link_->wait_for_end(deadline_of(patience))) {
    constexpr int kStatusOfEnded = 1;
    vm_->schedulers->halt(kStatusOfEnded);
  }
  if (runner_.joinable()) runner_.join();
  if (callbacks_.joinable()) callbacks_.join();
  return *link_->wait_for_end(std::nullopt);
}

Result<Value> Machine::Running::call(std::string_view module, std::string_view function,
                                     std::vector<Value> arguments, Link::Deadline deadline) {
  const std::uint64_t request = link_->open_request();
  auto packet =
      Codec::encode(Value::tuple({Value::atom("call"), number(request), Value::atom(module),
                                  Value::atom(function), Value::list(std::move(arguments))}));
  // A request that was not sent is closed without waiting.
  const auto close = [&] {
    std::string none;
    static_cast<void>(link_->take_answer(request, std::chrono::steady_clock::now(), none));
  };
  if (!packet) {
    close();
    return packet.error();
  }
  if (!link_->send(*packet)) {
    close();
    return error_of(Link::Outcome::kEnded);
  }
  return taken(request, deadline);
}

Result<Value> Machine::Running::taken(std::uint64_t request, Link::Deadline deadline) {
  std::string packet;
  const Link::Outcome outcome = link_->take_answer(request, deadline, packet);
  if (outcome != Link::Outcome::kAnswered) {
    const auto cancel = Codec::encode(Value::tuple({Value::atom("cancel"), number(request)}));
    if (outcome == Link::Outcome::kTimeout) static_cast<void>(link_->send(*cancel));
    return error_of(outcome);
  }
  // {ok, Value} or {raised, Class, Reason, Text}.
  const Value answer = Codec::decode(packet);
  if (answer.is_tagged("ok", 2)) return answer[1];
  return Error{Error::Kind::kRaised, answer[3].bytes(), Value::tuple({answer[1], answer[2]})};
}

Result<std::uint64_t> Machine::Running::subscribe(const Subscription& wanted, Callback callback) {
  std::vector<Value> calls;
  for (const std::string& text : wanted.calls) {
    auto pattern = pattern_value(text);
    if (!pattern) return pattern.error();
    calls.push_back(std::move(*pattern));
  }
  std::vector<std::string> actions = wanted.actions;
  for (std::string& action : actions) {
    // The option's word is that of `sonde trace`; sonde_trace_pattern has the singular.
    if (action == "returns" || action == "exceptions")
      action.pop_back();
    else if (action != "stack")
      return Error{Error::Kind::kArgument,
                   action + ": expected the action returns, exceptions or stack",
                   {}};
  }
  // Before the session, so that its first event finds it.
  const std::uint64_t subscription = link_->open_subscription();
  link_->add_callback(subscription,
                      [this, subscription, wanted_by = std::move(callback)](const Value& event) {
                        try {
                          wanted_by(event);
                        } catch (...) {
                          callback_failed(subscription);
                        }
                      });
  auto session = call("sonde_host", "subscribe",
                      {number(subscription), Value::list(std::move(calls)), strings(actions),
                       strings(wanted.events)},
                      std::nullopt);
  if (!session) {
    link_->drop_callback(subscription);
    return session.error();
  }
  bool has_failed = false;
  {
    const vm::MutexLock lock(mutex_);
    sessions_[subscription] = std::move(*session);
    has_failed = failed_.erase(subscription) != 0;
  }
  if (has_failed) static_cast<void>(unsubscribe(subscription));
  return subscription;
}

void Machine::Running::callback_failed(std::uint64_t subscription) {
  {
    const vm::MutexLock lock(mutex_);
    // With the first events subscribe() is still on its way, and ends the subscription itself.
    if (sessions_.count(subscription) == 0) {
      failed_.insert(subscription);
      return;
    }
  }
  static_cast<void>(unsubscribe(subscription));
}

Result<Done> Machine::Running::unsubscribe(std::uint64_t subscription) {
  Value session;
  {
    const vm::MutexLock lock(mutex_);
    const auto found = sessions_.find(subscription);
    if (found == sessions_.end())
      return Error{Error::Kind::kArgument, "no subscription of this number", {}};
    session = std::move(found->second);
    sessions_.erase(found);
  }
  // A callback does not wait for itself; and the session's process may wait for it to take events.
  const bool is_in_callback = link_->is_callback_thread();
  if (is_in_callback) link_->drop_callback(subscription);
  auto ended = call("sonde_host", "unsubscribe", {std::move(session)}, std::nullopt);
  if (!is_in_callback) link_->finish_callback(subscription);
  // A machine that has ended has no session either.
  if (!ended && ended.error().kind != Error::Kind::kEnded) return ended.error();
  return Done{};
}

// --- the interface ---

Machine::Machine(std::unique_ptr<Running> running) noexcept : running_(std::move(running)) {}
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;
Machine::~Machine() = default;

Result<Machine> Machine::make(const Options& options) noexcept {
  auto otp = tools::find_otp(options.otp);
  if (!otp.ok()) return start_error(otp.error());
  tools::MachineRequest request;
  request.vm.schedulers = options.schedulers;
  request.vm.code_path = tools::code_path(options.code_path, {}, *otp);
  if (!options.engine.empty()) request.engine.name = options.engine;
  request.otp_root = otp->root;
  request.files = options.files;
  auto vm = tools::assemble(request);
  if (!vm.ok()) return start_error(vm.error());
  const std::size_t max_waiting = std::max<std::size_t>(options.max_waiting, 1);
  auto running = std::make_unique<Running>(std::move(*vm),
                                           vm::make_shared_ref<Link>(max_waiting, options.output));
  if (auto error = running->start(static_cast<bool>(options.output))) return *std::move(error);
  return Machine(std::move(running));
}

Result<std::string> Machine::load(std::string_view beam) noexcept {
  auto name = call("sonde_host", "load", {Value::binary(beam)});
  if (!name) return name.error();
  return name->bytes();
}

Result<Value> Machine::call(std::string_view module, std::string_view function,
                            std::vector<Value> arguments,
                            std::optional<std::chrono::milliseconds> timeout) noexcept {
  return running_->call(module, function, std::move(arguments), deadline_of(timeout));
}

Result<Done> Machine::send(const Value& to, const Value& message) noexcept {
  auto sent = call("sonde_host", "send", {to, message});
  if (!sent) return sent.error();
  return Done{};
}

Result<Value> Machine::receive(std::optional<std::chrono::milliseconds> timeout) noexcept {
  std::string packet;
  const Link::Outcome outcome = running_->link().take_message(deadline_of(timeout), packet);
  if (outcome != Link::Outcome::kAnswered) return error_of(outcome);
  return Codec::decode(packet);
}

Result<std::uint64_t> Machine::subscribe(const Subscription& wanted, Callback callback) noexcept {
  return running_->subscribe(wanted, std::move(callback));
}

Result<Done> Machine::unsubscribe(std::uint64_t number) noexcept {
  return running_->unsubscribe(number);
}

bool Machine::is_running() const noexcept { return !running_->link().has_ended(); }

int Machine::stop(std::chrono::milliseconds patience) noexcept { return running_->stop(patience); }

}  // namespace sonde
