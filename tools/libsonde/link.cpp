// Packets are decoded by the thread that takes them, not on a scheduler of the machine.
#include "tools/libsonde/link.h"

#include "tools/libsonde/codec.h"

#include <thread>

namespace sonde {

Link::Link(std::size_t max_waiting, std::function<void(Stream, std::string_view)> output)
    : max_waiting_(max_waiting), output_(std::move(output)) {}

bool Link::deliver(vm::Term sender, Channel channel, std::uint64_t number, std::string packet) {
  const vm::MutexLock lock(mutex_);
  switch (channel) {
    case Channel::kReady:
      server_ = sender;
      changed_.notify_all();
      return false;
    case Channel::kAnswer: {
      const auto found = requests_.find(number);
      if (found == requests_.end()) return false;  // its time was over
      found->second->is_answered = true;
      found->second->answer = std::move(packet);
      found->second->changed.notify_one();
      return false;
    }
    case Channel::kMessage:
      messages_.push_back(std::move(packet));
      messaged_.notify_one();
      return add_load(sender, {channel, 0});
    case Channel::kEvent:
      if (callbacks_.count(number) == 0) return false;  // it has ended in its callback
      [[fallthrough]];
    case Channel::kOutput:
      notices_.push_back({channel, number, std::move(packet)});
      noticed_.notify_all();
      return add_load(sender, {channel, number});
  }
  return false;
}

bool Link::add_load(vm::Term sender, LoadKey key) {
  Load& load = loads_[key];
  const bool must_wait = ++load.waiting >= max_waiting_;
  if (must_wait) load.blocked.push_back(sender);
  return must_wait;
}

std::vector<vm::Term> Link::take_load(LoadKey key) {
  Load& load = loads_[key];
  // Half: so that senders are not woken for each packet.
  if (--load.waiting > max_waiting_ / 2) return {};
  return std::exchange(load.blocked, {});
}

void Link::wake(const std::vector<vm::Term>& senders) {
  for (const vm::Term sender : senders) bif::send_from_host(*vm_, sender, {});
}

bool Link::wait(vm::CondVar& changed, Deadline deadline) {
  if (deadline) return changed.wait_until(mutex_, *deadline);
  changed.wait(mutex_);
  return true;
}

// --- the machine's life ---

bool Link::wait_until_ready() {
  const vm::MutexLock lock(mutex_);
  while (server_.is_none() && !has_ended_) changed_.wait(mutex_);
  return !has_ended_;
}

void Link::end(int status) {
  const vm::MutexLock lock(mutex_);
  has_ended_ = true;
  status_ = status;
  for (const auto& [number, request] : requests_) request->changed.notify_all();
  changed_.notify_all();
  messaged_.notify_all();
  noticed_.notify_all();
}

bool Link::has_ended() const {
  const vm::MutexLock lock(mutex_);
  return has_ended_;
}

std::optional<int> Link::wait_for_end(Deadline deadline) {
  const vm::MutexLock lock(mutex_);
  while (!has_ended_)
    if (!wait(changed_, deadline) && !has_ended_) return std::nullopt;
  return status_;
}

// --- requests and messages ---

std::uint64_t Link::open_request() {
  const vm::MutexLock lock(mutex_);
  const std::uint64_t number = ++last_number_;
  requests_.emplace(number, std::make_unique<Request>());
  return number;
}

bool Link::send(std::string_view packet) {
  vm::Term server;
  {
    const vm::MutexLock lock(mutex_);
    if (has_ended_) return false;
    server = server_;
  }
  bif::send_from_host(*vm_, server, packet);
  return true;
}

Link::Outcome Link::take_answer(std::uint64_t request, Deadline deadline, std::string& answer) {
  const vm::MutexLock lock(mutex_);
  const auto found = requests_.find(request);
  Request& waiting = *found->second;
  bool in_time = true;
  while (!waiting.is_answered && !has_ended_ && in_time) in_time = wait(waiting.changed, deadline);
  const bool is_answered = waiting.is_answered;
  answer = std::move(waiting.answer);
  requests_.erase(found);
  if (is_answered) return Outcome::kAnswered;
  return has_ended_ ? Outcome::kEnded : Outcome::kTimeout;
}

Link::Outcome Link::take_message(Deadline deadline, std::string& message) {
  std::vector<vm::Term> woken;
  {
    const vm::MutexLock lock(mutex_);
    while (messages_.empty()) {
      if (has_ended_) return Outcome::kEnded;
      if (!wait(messaged_, deadline) && messages_.empty())
        return has_ended_ ? Outcome::kEnded : Outcome::kTimeout;
    }
    message = std::move(messages_.front());
    messages_.pop_front();
    woken = take_load({Channel::kMessage, 0});
  }
  wake(woken);
  return Outcome::kAnswered;
}

// --- callbacks ---

std::uint64_t Link::open_subscription() {
  const vm::MutexLock lock(mutex_);
  return ++last_number_;
}

void Link::add_callback(std::uint64_t number, Machine::Callback callback) {
  const vm::MutexLock lock(mutex_);
  callbacks_[number] = std::make_shared<Machine::Callback>(std::move(callback));
}

bool Link::is_callback_thread() const {
  const vm::MutexLock lock(mutex_);
  return callback_thread_ == std::this_thread::get_id();
}

void Link::finish_callback(std::uint64_t number) {
  const vm::MutexLock lock(mutex_);
  const LoadKey key{Channel::kEvent, number};
  while ((loads_[key].waiting > 0 || running_ == number) && !has_ended_) noticed_.wait(mutex_);
  callbacks_.erase(number);
  loads_.erase(key);
}

void Link::drop_callback(std::uint64_t number) {
  std::vector<vm::Term> woken;
  {
    const vm::MutexLock lock(mutex_);
    callbacks_.erase(number);
    std::erase_if(notices_, [&](const Notice& notice) {
      return notice.channel == Channel::kEvent && notice.number == number;
    });
    const auto load = loads_.find({Channel::kEvent, number});
    if (load == loads_.end()) return;
    woken = std::move(load->second.blocked);
    loads_.erase(load);
  }
  wake(woken);
}

void Link::run_callbacks() {
  while (true) {
    Notice notice;
    std::vector<vm::Term> woken;
    {
      const vm::MutexLock lock(mutex_);
      callback_thread_ = std::this_thread::get_id();
      while (notices_.empty() && !has_ended_) noticed_.wait(mutex_);
      if (notices_.empty()) return;
      notice = std::move(notices_.front());
      notices_.pop_front();
      woken = take_load({notice.channel, notice.number});
      if (notice.channel == Channel::kEvent) running_ = notice.number;
    }
    wake(woken);
    call_back(notice);
    const vm::MutexLock lock(mutex_);
    running_ = 0;
    noticed_.notify_all();
  }
}

void Link::call_back(const Notice& notice) {
  if (notice.channel == Channel::kOutput) {
    try {
      if (output_) output_(static_cast<Stream>(notice.number), notice.packet);
    } catch (...) {  // the text is lost, the machine goes on
    }
    return;
  }
  std::shared_ptr<Machine::Callback> callback;
  {
    const vm::MutexLock lock(mutex_);
    const auto found = callbacks_.find(notice.number);
    if (found == callbacks_.end()) return;
    callback = found->second;
  }
  (*callback)(Codec::decode(notice.packet));
}

}  // namespace sonde
