// Limits and messages of system events: {monitor, Pid, Event, Info}.
#include "tracing/system_watch.h"

#include "tracing/delivery.h"
#include "tracing/return_frames.h"
#include "vm/dist/peers.h"
#include "vm/proc/exit.h"
#include "vm/proc/heap_figures.h"
#include "vm/proc/send.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/copy.h"
#include "vm/term/number.h"

#include <algorithm>

namespace tracing {

namespace {

// Smaller heaps are never large.
constexpr Word kMinLargeHeapWords = 16384;
constexpr Word kMonitorId = ~Word{0};

Word id_of(const Session* session) { return session == nullptr ? kMonitorId : session->id; }

/// A limit, `false` for none; at least `minimum`.
bool read_limit(Term value, Word minimum, Word* limit) {
  if (value == vm::am::false_) {
    *limit = 0;
    return true;
  }
  if (!value.is_small() || value.as_small() < 0) return false;
  *limit = std::max(minimum, static_cast<Word>(value.as_small()));
  return true;
}

bool read_switch(Term value, bool* result) {
  *result = value == vm::am::true_;
  return value == vm::am::true_ || value == vm::am::false_;
}

bool read_queue_limits(Term value, WatchSettings& settings) {
  if (value == vm::am::false_) {
    settings.queue_enable = settings.queue_disable = 0;
    return true;
  }
  if (!value.is_tuple_of(2)) return false;
  const Term disable = value.as_tuple().elements[0];
  const Term enable = value.as_tuple().elements[1];
  if (!disable.is_small() || !enable.is_small() || disable.as_small() < 0 ||
      disable.as_small() >= enable.as_small())
    return false;
  settings.queue_disable = static_cast<Word>(disable.as_small());
  settings.queue_enable = static_cast<Word>(enable.as_small());
  return true;
}

}  // namespace

bool set_watched_event(WatchSettings& settings, Term event, Term value) {
  if (event == vm::am::long_gc) return read_limit(value, 1, &settings.long_gc_ms);
  if (event == vm::am::long_schedule) return read_limit(value, 1, &settings.long_schedule_ms);
  if (event == vm::am::large_heap)
    return read_limit(value, kMinLargeHeapWords, &settings.large_heap_words);
  if (event == vm::am::long_message_queue) return read_queue_limits(value, settings);
  if (event == vm::am::busy_port) return read_switch(value, &settings.busy_port);
  if (event == vm::am::busy_dist_port) return read_switch(value, &settings.busy_dist_port);
  return false;
}

SystemWatch::~SystemWatch() {
  delete watchers_.load(vm::kRelaxed);  // owner: this; relaxed: no other thread has it
}

const SystemWatch::Watchers& SystemWatch::watchers() const {
  static const Watchers kNobody;
  // acquire: pairs with set(); the list is complete. It stays until the thread reports progress.
  const Watchers* list = watchers_.load(vm::kAcquire);
  return list == nullptr ? kNobody : *list;
}

WatchSettings SystemWatch::settings(const Session* session) const {
  for (const Watcher& watcher : watchers()) {
    if (watcher.session.get() == session) return watcher.settings;
  }
  return {};
}

Tracer SystemWatch::monitor() const {
  for (const Watcher& watcher : watchers()) {
    if (!watcher.session && !is_gone(vm_, watcher.tracer)) return watcher.tracer;
  }
  return {};
}

void SystemWatch::set(const SharedRef<Session>& session, const Tracer& tracer,
                      const WatchSettings& settings) {
  vm::MutexLock lock(mutex_);
  auto next = std::make_unique<Watchers>(watchers());
  // Those that ended go with any change.
  std::erase_if(*next, [&](const Watcher& watcher) {
    return watcher.session.get() == session.get() || is_gone(vm_, watcher.tracer) ||
           (watcher.session && !watcher.session->is_alive());
  });
  if (!settings.is_empty()) next->push_back({session, tracer, settings});
  std::uint32_t watched = 0;
  for (const Watcher& watcher : *next) {
    const WatchSettings& wanted = watcher.settings;
    if (wanted.long_gc_ms != 0 || wanted.large_heap_words != 0) watched |= vm::kWatchCollections;
    if (wanted.long_schedule_ms != 0) watched |= vm::kWatchSlices;
    if (wanted.queue_enable != 0) watched |= vm::kWatchQueues;
    if (wanted.busy_port || wanted.busy_dist_port) watched |= vm::kWatchPorts;
  }
  // acq_rel: pairs with watchers(), and with itself for the list that is given back.
  const Watchers* old = watchers_.exchange(next.release(), vm::kAcqRel);
  // relaxed: advice, see is_watched(); SystemProfile has the other bits of the word
  constexpr std::uint32_t kOwn =
      vm::kWatchCollections | vm::kWatchSlices | vm::kWatchQueues | vm::kWatchPorts;
  vm_.watched.fetch_and(~kOwn | watched, vm::kRelaxed);
  vm_.watched.fetch_or(watched, vm::kRelaxed);  // relaxed: as above
  if (old != nullptr) vm_.progress->delete_later(const_cast<Watchers*>(old));
}

Term SystemWatch::to_list(vm::HeapBuilder& builder, const WatchSettings& settings) {
  Term list = Term::nil();
  const auto limit = [&](Term what, Word value) {
    if (value != 0) list = builder.cons(builder.tuple(what, vm::number(value)), list);
  };
  if (settings.queue_enable != 0) {
    const Term limits =
        builder.tuple(vm::number(settings.queue_disable), vm::number(settings.queue_enable));
    list = builder.cons(builder.tuple(vm::am::long_message_queue, limits), list);
  }
  limit(vm::am::long_gc, settings.long_gc_ms);
  limit(vm::am::long_schedule, settings.long_schedule_ms);
  limit(vm::am::large_heap, settings.large_heap_words);
  if (settings.busy_port) list = builder.cons(vm::am::busy_port, list);
  if (settings.busy_dist_port) list = builder.cons(vm::am::busy_dist_port, list);
  return list;
}

// --- events ---

/// A watcher gets no reports about itself: each would bring the next.
bool SystemWatch::may_report(const Watcher& watcher, Term about) const {
  return watcher.tracer.id != about && (!watcher.session || watcher.session->is_alive()) &&
         !is_gone(vm_, watcher.tracer);
}

void SystemWatch::report(const Watcher& watcher, Term about, Term event, Term info) {
  vm::HeapBuilder builder(Word{32});
  const Term copy = vm::copy_term(builder, info, vm_.literals.get());
  const Term message = builder.tuple(vm::am::monitor, about, event, copy);
  send_to_tracer(vm_, watcher.tracer.id, message, builder.take_fragments());
}

void SystemWatch::collected(Process& p, SWord ns) {
  const Word ms = static_cast<Word>(ns / 1'000'000);
  const Word words = p.heap_words() + p.old_words() + p.fragment_words;
  vm::HeapBuilder builder(Word{64});
  for (const Watcher& watcher : watchers()) {
    const WatchSettings& wanted = watcher.settings;
    const bool is_long = wanted.long_gc_ms != 0 && ms >= wanted.long_gc_ms;
    const bool is_large = wanted.large_heap_words != 0 && words >= wanted.large_heap_words;
    if ((!is_long && !is_large) || !may_report(watcher, p.pid)) continue;
    const Term figures =
        vm::heap_figures(builder, p, vm::HeapFigures::kSystemEvent, p.heap_words());
    if (is_long) {
      const Term time = builder.tuple(Term(vm::am::timeout), vm::number(ms));
      report(watcher, p.pid, vm::am::long_gc, builder.cons(time, figures));
    }
    if (is_large) report(watcher, p.pid, vm::am::large_heap, figures);
  }
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void SystemWatch::slice_ended(Process& p, vm::CodeAddress from, SWord ns) {
  const Word ms = static_cast<Word>(ns / 1'000'000);
  vm::HeapBuilder builder(Word{64});
  for (const Watcher& watcher : watchers()) {
    const Word limit = watcher.settings.long_schedule_ms;
    if (limit == 0 || ms < limit || !may_report(watcher, p.pid)) continue;
    const auto place = [&](vm::CodeAddress address) {
      return function_of(builder, vm_, address == nullptr ? nullptr : address + 1);
    };
    const Term out = vm::is_exiting(p) ? Term(vm::am::undefined) : place(p.ip);
    const Term info[] = {builder.tuple(Term(vm::am::timeout), vm::number(ms)),
                         builder.tuple(Term(vm::am::in), place(from)),
                         builder.tuple(Term(vm::am::out), out)};
    report(watcher, p.pid, vm::am::long_schedule, builder.list_from(info));
  }
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void SystemWatch::port_event_ended(Term port, Term what, SWord ns) {
  const Word ms = static_cast<Word>(ns / 1'000'000);
  vm::HeapBuilder builder(Word{16});
  for (const Watcher& watcher : watchers()) {
    const Word limit = watcher.settings.long_schedule_ms;
    if (limit == 0 || ms < limit || !may_report(watcher, port)) continue;
    const Term info[] = {builder.tuple(Term(vm::am::timeout), vm::number(ms)),
                         builder.tuple(vm::am::port_op, what)};
    report(watcher, port, vm::am::long_schedule, builder.list_from(info));
  }
  vm::HeapFragment::free_chain(builder.take_fragments());
}

void SystemWatch::port_is_busy(Process& p, Term port) {
  const bool is_dist = vm::Peers::of(vm_).is_controller(port);
  const Term event = is_dist ? vm::am::busy_dist_port : vm::am::busy_port;
  for (const Watcher& watcher : watchers()) {
    const WatchSettings& settings = watcher.settings;
    const bool is_wanted = is_dist ? settings.busy_dist_port : settings.busy_port;
    if (is_wanted && may_report(watcher, p.pid)) report(watcher, p.pid, event, port);
  }
}

void SystemWatch::queue_changed(Process& p) {
  // A watcher that went away while a queue was long gets no report, but its note must go.
  bool any_long = false;
  for (const Watcher& watcher : watchers()) {
    const WatchSettings& wanted = watcher.settings;
    if (wanted.queue_enable == 0) continue;
    const bool enters = p.messages.length() >= wanted.queue_enable;
    const bool leaves = p.messages.length() <= wanted.queue_disable;
    if (!enters && !p.tracing.has_long_queue) continue;
    const std::pair<Word, Word> key{p.pid.bits(), id_of(watcher.session.get())};
    bool changed = false;
    {
      vm::MutexLock lock(queue_mutex_);
      if (enters) changed = long_queues_.insert(key).second;
      if (leaves) changed = long_queues_.erase(key) != 0;
      any_long = any_long || long_queues_.contains(key);
    }
    if (changed && may_report(watcher, p.pid))
      report(watcher, p.pid, vm::am::long_message_queue, vm::make_boolean(enters));
  }
  if (p.tracing.has_long_queue && !any_long) forget(p);
  p.tracing.has_long_queue = any_long;
}

void SystemWatch::forget(Process& p) {
  if (!p.tracing.has_long_queue) return;
  vm::MutexLock lock(queue_mutex_);
  const auto from = long_queues_.lower_bound({p.pid.bits(), 0});
  auto to = from;
  while (to != long_queues_.end() && to->first == p.pid.bits()) ++to;
  long_queues_.erase(from, to);
}

}  // namespace tracing
