// Decisions of a session with bounds, one at a time.
#include "tracing/bounds.h"

#include "tracing/delivery.h"
#include "tracing/trace_api.h"
#include "vm/proc/exit.h"
#include "vm/proc/links.h"
#include "vm/proc/send.h"
#include "vm/sched/scheduler.h"
#include "vm/term/atom_table.h"
#include "vm/term/number.h"

namespace tracing {

namespace {

constexpr SWord kSecond = 1'000'000'000;

/// The process whose event this is, if it can be kept from running: not while it is in the middle
/// of something that others wait for.
Process* process_to_block(Term tracer) {
  const vm::Scheduler* scheduler = vm::Scheduler::current();
  Process* p = scheduler == nullptr ? nullptr : scheduler->running;
  if (p == nullptr || p->pid == tracer || p->operation.coroutine != nullptr || vm::is_exiting(*p))
    return nullptr;
  return p;
}

}  // namespace

Bounds::Bounds(Vm& vm, Term tracer, vm::SharedRef<TracerModule> module, const BoundOptions& options)
    : vm_(vm),
      tracer_(tracer),
      module_(std::move(module)),
      options_(options),
      deadline_ns_(vm.schedulers->clock().monotonic_ns() +
                   static_cast<SWord>(options.stop_after_ms) * 1'000'000) {}

bool Bounds::counts(Term tag) const {
  return (options_.counts_returns || tag != vm::am::return_from) &&
         (options_.counts_exceptions || tag != vm::am::exception_from);
}

Bounds::Verdict Bounds::judge(Term tag) {
  if (state_ != State::kOpen) return Verdict::kOver;
  if (options_.stop_after_ms != 0 || options_.max_rate != 0) {
    const SWord now = vm_.schedulers->clock().monotonic_ns();
    if (options_.stop_after_ms != 0 && now >= deadline_ns_) {
      stop(vm::am::stop_after);
      return Verdict::kOver;
    }
    if (now - second_start_ns_ >= kSecond) {
      second_start_ns_ = now;
      in_second_ = 0;
    }
    if (options_.max_rate != 0 && in_second_ >= options_.max_rate && counts(tag))
      return Verdict::kDrop;
  }
  if (options_.queue_limit == 0 || waiting_ < options_.queue_limit) return Verdict::kIn;
  switch (options_.overload) {
    case Overload::kDropNew:
      return Verdict::kDrop;
    case Overload::kBlock:
      return Verdict::kInAndBlock;
    case Overload::kStop:
      stop(vm::am::overload);
      return Verdict::kOver;
  }
  VM_UNREACHABLE();
}

bool Bounds::rejects(Term tag) {
  bool is_over;
  {
    vm::MutexLock lock(mutex_);
    const Verdict verdict = judge(tag);
    if (verdict == Verdict::kIn || verdict == Verdict::kInAndBlock) return false;
    is_over = verdict == Verdict::kOver;
    if (!is_over) ++dropped_;
  }
  call_module();
  if (is_over) end_session();
  return true;
}

bool Bounds::admit(Term tag) {
  Verdict verdict;
  bool is_in;
  {
    vm::MutexLock lock(mutex_);
    verdict = judge(tag);
    is_in = verdict == Verdict::kIn || verdict == Verdict::kInAndBlock;
    if (verdict == Verdict::kDrop) ++dropped_;
    if (is_in) {
      report_dropped();
      ++building_;
      ++waiting_;
      if (verdict == Verdict::kInAndBlock) {
        if (Process* p = process_to_block(tracer_)) {
          blocked_.push_back(p->pid);
          vm::suspend_self(*p);
        }
      }
      if (counts(tag)) {
        ++in_second_;
        if (++events_ == options_.max_events) stop(vm::am::max_events);
      }
    }
  }
  call_module();
  if (verdict == Verdict::kOver) end_session();
  return is_in;
}

void Bounds::sent() {
  bool is_over;
  {
    vm::MutexLock lock(mutex_);
    --building_;
    is_over = state_ == State::kStopping;
    if (is_over && building_ == 0) report_stopped();
  }
  call_module();
  if (is_over) end_session();
}

void Bounds::gone() {
  const auto held = vm::SharedRef<Bounds>::adopt(this);  // of the message
  std::vector<Term> resumed;
  {
    vm::MutexLock lock(mutex_);
    --waiting_;
    // When the machine ends, messages go when no thread of it runs, and no process could receive a
    // report.
    if (vm_.progress->is_awake_here()) {
      if (waiting_ * 2 <= options_.queue_limit) resumed.swap(blocked_);
      if (waiting_ == 0) report_dropped();
    }
  }
  call_module();
  resume(resumed);
}

void Bounds::flush() {
  {
    vm::MutexLock lock(mutex_);
    report_dropped();
  }
  call_module();
}

std::optional<Word> Bounds::ms_left() {
  if (options_.stop_after_ms == 0) return std::nullopt;
  {
    vm::MutexLock lock(mutex_);
    if (state_ != State::kOpen) return std::nullopt;
    const SWord left_ns = deadline_ns_ - vm_.schedulers->clock().monotonic_ns();
    if (left_ns > 0) return static_cast<Word>(left_ns) / 1'000'000 + 1;
    stop(vm::am::stop_after);
  }
  call_module();
  end_session();
  return std::nullopt;
}

void Bounds::finish() {
  std::vector<Term> resumed;
  {
    vm::MutexLock lock(mutex_);
    report_dropped();
    if (state_ == State::kOpen) state_ = State::kOver;
    resumed.swap(blocked_);
  }
  call_module();
  resume(resumed);
}

// --- sent under the lock, so that a message stands where the events are missing ---

/// A module is called later, without the lock: its calls have no order among threads anyway.
void Bounds::notify(Term tag, Term what) {
  if (module_) return notices_.push_back({tag, what});
  vm::HeapBuilder builder(Word{4});
  const Term message = builder.tuple(tag, what);
  send_to_tracer(vm_, tracer_, message, builder.take_fragments());
}

void Bounds::report_dropped() {
  if (dropped_ == 0) return;
  notify(vm::am::trace_dropped, vm::number(dropped_));
  dropped_ = 0;
}

/// From here on events are rejected; the last one that was admitted reports the stop.
void Bounds::stop(Term reason) {
  state_ = State::kStopping;
  reason_ = reason;
  if (building_ == 0) report_stopped();
}

void Bounds::report_stopped() {
  report_dropped();
  notify(vm::am::trace_stopped, reason_);
  state_ = State::kOver;
}

// --- without the lock ---

void Bounds::call_module() {
  if (!module_) return;
  std::vector<Notice> notices;
  {
    vm::MutexLock lock(mutex_);
    notices.swap(notices_);
  }
  const Tracer tracer{.id = Term::none(), .module = module_};
  for (const Notice& notice : notices) {
    const auto make = [&] {
      return TraceEvent{TracerFamily::any, notice.tag, notice.what, Term::none(), Term::none()};
    };
    report(vm_, {0, tracer}, vm::am::undefined, TracerFamily::any, notice.tag, make);
  }
}

void Bounds::end_session() {
  Tracing& tracing = Tracing::of(vm_);
  if (const SharedRef<Session> session = tracing.sessions().find(session_id))
    tracing.cleaner().end(*session);
}

void Bounds::resume(const std::vector<Term>& pids) {
  for (const Term pid : pids) vm::send_resume(vm_, pid);
}

}  // namespace tracing
