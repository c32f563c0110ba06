// A deadline that moves to a later time leaves the timer as it is: it fires early, and the socket
// sets its deadline again. So a receive with a timeout that is served in time costs no system call.
#include "vm/net/socket_poll.h"

#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <ctime>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace vm {
namespace {

// No ports' numbers.
constexpr Word kTimerEvent = ~Word{0};
constexpr Word kInterruptEvent = ~Word{1};

// How long a scheduler that left the set may run before another one takes its place; and after how
// many such times without a change the watchdog sleeps.
constexpr std::chrono::milliseconds kTick{1};
constexpr unsigned kQuietTicks = 10;
// Where no scheduler sleeps that could, it looks less often.
constexpr std::chrono::milliseconds kLongestTick{16};

void add_to(int epoll, int fd, unsigned events, Word number) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = number;
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

}  // namespace

SocketPoll::SocketPoll(SchedulerSet& schedulers)
    : schedulers_(schedulers),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      interrupt_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  VM_CHECK(epoll_ >= 0 && timer_ >= 0 && interrupt_ >= 0,
           "the system has descriptors to watch sockets with");
  add_to(epoll_, timer_, EPOLLIN, kTimerEvent);
  add_to(epoll_, interrupt_, EPOLLIN | EPOLLET, kInterruptEvent);
  watchdog_ = std::thread([this] { watch_schedulers(); });
}

SocketPoll::~SocketPoll() {
  stop();
  std::unordered_map<Word, Entry> entries;
  {
    MutexLock lock(mutex_);
    entries.swap(entries_);
  }
  entries.clear();
  for (const int fd : {interrupt_, timer_, epoll_}) ::close(fd);
}

void SocketPoll::stop() {
  if (!watchdog_.joinable()) return;
  {
    MutexLock lock(watchdog_mutex_);
    is_stopped_.store(true, kRelaxed);  // relaxed: see there
    watchdog_condition_.notify_one();
  }
  interrupt();
  watchdog_.join();
}

SWord SocketPoll::now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return SWord{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

SWord SocketPoll::deadline_after(SWord timeout_ms) {
  // One more, as a part of the current millisecond is over.
  return now_ms() + timeout_ms + (timeout_ms == 0 ? 0 : 1);
}

SocketPoll::Entry& SocketPoll::entry_of(Port& port, PolledSocket& socket) {
  return entries_.try_emplace(port.id.id_data(), Entry{SharedRef<Port>(&port), &socket})
      .first->second;
}

bool SocketPoll::watch(Port& port, PolledSocket& socket, int fd, unsigned events) {
  MutexLock lock(mutex_);
  Entry& entry = entry_of(port, socket);
  epoll_event event{};
  event.events = events;
  event.data.u64 = port.id.id_data();
  if (events == 0) {
    // Out of the set: errors and hang-ups are reported even where nothing else is asked for.
    if (entry.is_in_set) ::epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
    entry.is_in_set = false;
    drop_if_unused(port.id.id_data());
    return true;
  }
  int result = ::epoll_ctl(epoll_, entry.is_in_set ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
  // A given descriptor may be in the set for another port, or have been closed by its owner.
  if (result != 0 && errno == EEXIST) result = ::epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
  if (result != 0 && errno == ENOENT) result = ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  entry.is_in_set = result == 0;
  drop_if_unused(port.id.id_data());
  return result == 0;
}

void SocketPoll::set_deadline(Port& port, PolledSocket& socket, SWord deadline_ms) {
  MutexLock lock(mutex_);
  const Word number = port.id.id_data();
  if (deadline_ms == kNever && !entries_.contains(number)) return;
  Entry& entry = entry_of(port, socket);
  if (entry.deadline_ms <= deadline_ms && deadline_ms != kNever) return;
  if (entry.deadline_ms != kNever && deadline_ms == kNever) return;  // it fires, and nothing is due
  if (entry.deadline_ms != kNever) deadlines_.erase({entry.deadline_ms, number});
  entry.deadline_ms = deadline_ms;
  if (deadline_ms != kNever) deadlines_.emplace(deadline_ms, number);
  arm_timer();
  drop_if_unused(number);
}

void SocketPoll::forget(Port& port, int fd) {
  SharedRef<Port> held;  // may be the last count: dropped without the lock
  MutexLock lock(mutex_);
  const auto found = entries_.find(port.id.id_data());
  if (found == entries_.end()) return;
  if (found->second.is_in_set) ::epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
  deadlines_.erase({found->second.deadline_ms, port.id.id_data()});
  held = std::move(found->second.port);
  entries_.erase(found);
}

/// Callers are inside the port, so this is not the last count of it.
void SocketPoll::drop_if_unused(Word number) {
  const auto found = entries_.find(number);
  if (!found->second.is_in_set && found->second.deadline_ms == kNever) entries_.erase(found);
}

void SocketPoll::arm_timer() {
  const SWord first = deadlines_.empty() ? kNever : deadlines_.begin()->first;
  if (first >= armed_ms_) return;
  armed_ms_ = first;
  itimerspec when{};
  when.it_value.tv_sec = first / 1000;
  when.it_value.tv_nsec = first % 1000 * 1'000'000;
  if (first <= 0) when.it_value.tv_nsec = 1;  // zero would disarm it
  ::timerfd_settime(timer_, TFD_TIMER_ABSTIME, &when, nullptr);
}

// --- what schedulers call ---

bool SocketPoll::enter() {
  if (is_stopped_.load(kRelaxed)) return false;  // relaxed: see there
  // relaxed: to leave the line where it is; acquire: after the one that has left.
  return !has_scheduler_.load(kRelaxed) && !has_scheduler_.exchange(true, kAcquire);
}

/// seq_cst: this thread says that it has left, then sees whether the watchdog sleeps; the watchdog
/// says that it sleeps, then sees whether a scheduler is here.
void SocketPoll::leave() {
  // relaxed: a count; the store that follows publishes it.
  times_left_.store(times_left_.load(kRelaxed) + 1, kRelaxed);
  has_scheduler_.store(false, kSeqCst);
  if (!watchdog_sleeps_.load(kSeqCst)) return;
  MutexLock lock(watchdog_mutex_);
  watchdog_sleeps_.store(false, kRelaxed);  // relaxed: under the lock
  watchdog_condition_.notify_one();
}

void SocketPoll::watch_schedulers() {
  watchdog_mutex_.lock();
  std::chrono::milliseconds tick = kTick;
  unsigned quiet = 0;
  Word seen = 0;
  while (!is_stopped_.load(kRelaxed)) {  // relaxed: under the lock
    if (quiet >= kQuietTicks) {
      watchdog_sleeps_.store(true, kSeqCst);  // see leave()
      while (has_scheduler_.load(kSeqCst) && watchdog_sleeps_.load(kRelaxed) &&
             !is_stopped_.load(kRelaxed))  // relaxed: under the lock
        watchdog_condition_.wait(watchdog_mutex_);
      watchdog_sleeps_.store(false, kRelaxed);  // relaxed: under the lock
      quiet = 0;
      continue;
    }
    watchdog_condition_.wait_for(watchdog_mutex_, tick);
    // acquire: the count of the one that has left. It may enter again meanwhile, which is advice.
    const bool has_scheduler = has_scheduler_.load(kAcquire);
    const Word left = times_left_.load(kRelaxed);  // relaxed: as above
    const bool is_same = left == std::exchange(seen, left);
    quiet = has_scheduler && is_same ? quiet + 1 : 0;
    const std::chrono::milliseconds longer = std::min(2 * tick, kLongestTick);
    tick = kTick;
    if (has_scheduler || !is_same) continue;
    // No scheduler was here for a whole tick. One that sleeps comes here, as it finds no work. It
    // is woken without the lock, which is of the same rank as that of its sleep.
    watchdog_mutex_.unlock();
    if (!schedulers_.wake_idle()) tick = longer;
    watchdog_mutex_.lock();
  }
  watchdog_mutex_.unlock();
}

bool SocketPoll::wait(SWord timeout_ns, ReadyEvents& ready) {
  timespec limit{};
  limit.tv_sec = timeout_ns / 1'000'000'000;
  limit.tv_nsec = timeout_ns % 1'000'000'000;
  const int most = static_cast<int>(ready.events.size());
  ready.known = events_reported_.load(kAcquire);  // acquire: what they have read is gone
  ready.count =
      ::epoll_pwait2(epoll_, ready.events.data(), most, timeout_ns < 0 ? nullptr : &limit, nullptr);
  if (ready.count < 0 && errno == ENOSYS) {
    // Before Linux 5.11. Not earlier than was asked for.
    const SWord timeout_ms = timeout_ns < 0 ? -1 : (timeout_ns + 999'999) / 1'000'000;
    ready.count = ::epoll_wait(epoll_, ready.events.data(), most,
                               static_cast<int>(std::min<SWord>(timeout_ms, INT_MAX)));
  }
  const auto end = ready.events.begin() + std::max(ready.count, 0);
  const auto rest = std::remove_if(ready.events.begin(), end, [](const epoll_event& event) {
    return event.data.u64 == kInterruptEvent;
  });
  ready.count = static_cast<int>(rest - ready.events.begin());
  return !is_stopped_.load(kRelaxed);  // relaxed: see there
}

/// Each write is an edge, whatever was written before, so nobody has to read.
void SocketPoll::interrupt() { ::eventfd_write(interrupt_, 1); }

void SocketPoll::serve(const ReadyEvents& ready) {
  wait_for_rest();
  bool has_timer = false;
  for (int i = 0; i < ready.count; ++i) {
    const epoll_event& event = ready.events[static_cast<std::size_t>(i)];
    const std::uint64_t key = event.data.u64;  // a copy: the structure is packed
    if (key == kTimerEvent) {
      has_timer = true;
    } else {
      report_event(key, event.events, ready.known);
    }
  }
  if (has_timer) report_passed();
}

void SocketPoll::wait_for_rest() const {
  const SWord left_ms = rests_until_ms_.load(kRelaxed) - now_ms();
  if (left_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(left_ms));
}

/// The next scheduler may see an event while this one is on its way to serve it, and then come here
/// too. Which of the two reports it is decided inside the port: an event that may be older than the
/// last that was reported is dropped. If there is still something to do, the set says so again.
void SocketPoll::report_event(Word number, unsigned events, Word known) {
  SharedRef<Port> port;
  PolledSocket* socket = nullptr;
  {
    MutexLock lock(mutex_);
    const auto found = entries_.find(number);
    if (found == entries_.end() || !found->second.is_in_set) return;
    port = found->second.port;
    socket = found->second.socket;
  }
  const Term what = (events & EPOLLOUT) != 0 ? am::ready_output : am::ready_input;
  PortEntry entry(*port);
  port->assert_locked();
  if (socket->last_event_ > known) return;
  port->run_event(what, [socket, events] { socket->ready(events); });
  // release: a scheduler that knows of this event asks the set after what was read here.
  socket->last_event_ = events_reported_.fetch_add(1, kRelease) + 1;
}

void SocketPoll::report_passed() {
  std::uint64_t expirations;
  if (::read(timer_, &expirations, sizeof expirations) < 0 && errno == EAGAIN) return;
  struct Passed {
    SharedRef<Port> port;
    PolledSocket* socket;
  };
  std::vector<Passed> passed;
  {
    MutexLock lock(mutex_);
    const SWord now = now_ms();
    armed_ms_ = kNever;
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
      const Word number = deadlines_.begin()->second;
      deadlines_.erase(deadlines_.begin());
      Entry& entry = entries_.find(number)->second;
      entry.deadline_ms = kNever;
      passed.push_back({entry.port, entry.socket});
      drop_if_unused(number);
    }
    arm_timer();
  }
  for (const Passed& each : passed) {
    PortEntry entry(*each.port);
    each.port->assert_locked();
    each.port->run_event(am::timeout, [&each] { each.socket->deadline_passed(); });
  }
}

}  // namespace vm
