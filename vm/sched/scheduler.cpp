// What a scheduler thread does: take a process, handle its signals, run it for a time slice, put it
// where it belongs.
#include "vm/sched/scheduler.h"

#include "vm/base/thread_bias.h"
#include "vm/code/generic_bp.h"
#include "vm/proc/exit.h"
#include "vm/proc/operation.h"
#include "vm/proc/pause.h"
#include "vm/proc/process_tasks.h"
#include "vm/proc/receive.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/bound_processes.h"
#include "vm/sched/engine.h"
#include "vm/sched/hastened_processes.h"
#include "vm/sched/memory_trim.h"
#include "vm/sched/multi_scheduling.h"
#include "vm/sched/native_timer.h"
#include "vm/sched/scheduler_calls.h"
#include "vm/sched/turns.h"
#include "vm/vm.h"

#include <algorithm>
#include <cstdlib>

namespace vm {
namespace {

/// Whether a process waits in the queue that comes before those of this priority.
bool has_more_urgent(const RunQueue& queue, Priority priority) {
  const RunQueue::Top top = queue.top();
  return (top == RunQueue::Top::kMax && priority > Priority::kMax) ||
         (top == RunQueue::Top::kHigh && priority > Priority::kHigh);
}
// Of this thread's scheduler, for make_up_for_wake_ups(): its reductions at the last call, and what
// has waited since it woke another one.
thread_local constinit Word shared_at = 0;
thread_local constinit Word waited = 0;

// Looks for work before going to sleep: about the time that a wake-up takes, so that short gaps
// cost none.
constexpr int kSpins = 170;
// One that was woken by an event, and whose processes wait again, waits for the next one: the
// thread that takes events while no scheduler waits for them would have to wake it.
constexpr int kSpinsBetweenEvents = 10;

// The clock is read for timers after so many time slices, or so many reductions: where processes do
// nothing but pass messages on, reading it for each slice took a twelfth of all time.
constexpr unsigned kSlicesPerTimers = 16;
constexpr Word kReductionsPerTimers = 1000;

// So many of these leave the children of a process that still runs where they are: it goes on to
// its next receive before they start, unless it takes longer, as in a native.
constexpr int kSpinsForChildren = 200;
// And so many, one after the other, the only process of a queue: the scheduler there is about to
// take it. Processes that send each other messages would go back and forth otherwise.
constexpr int kSpinsForOne = 8;  // fewer than kSpinsBetweenEvents

// --stress=delay: a scheduler pauses once in so many times, for up to so long.
constexpr unsigned kStressDelayEvery = 10;
constexpr unsigned kStressDelayEveryYield = 200;  // with --stress=yield, which has more time slices
constexpr unsigned kStressDelayUs = 3000;

// A scheduler that never runs out of work looks at the others' queues this often, as OTP's do.
constexpr Word kReductionsPerBalance = 4'000'000;

// What waits is work for another scheduler, which is woken, once so much has run meanwhile: the sum
// over time slices of the reductions used times the processes that waited, and so much for each
// slice. OTP counts alike (its limit is 80,000).
constexpr Word kWaitedPerWakeUp = 40'000;
constexpr Word kWaitedPerSlice = 400;

// A scheduler that took processes from another one, and has run out of them after fewer reductions
// than this, has cost more than it gained: they do little but exchange messages, from then on with
// another processor. After so many such attempts in a row it attempts nothing more for a while.
constexpr Word kReductionsOfWork = 400;
constexpr unsigned kAttempts = 4;
// What waits then counts so much less, where it waits behind time slices as short as these.
constexpr unsigned kShiftOfLittle = 6;

constexpr Word kSlicesPerSample = kReductionsPerSample / kReductionsPerSlice;

// Signals that wake a waiting process, as a trace of `in` and `out` sees it. The others are
// questions that the machine could as well answer for it.
constexpr std::uint32_t kWakeups =
    ~(signal_bit(SignalKind::kCall) | signal_bit(SignalKind::kIsAlive) |
      signal_bit(SignalKind::kReply) | signal_bit(SignalKind::kSuspend) |
      signal_bit(SignalKind::kResume) | signal_bit(SignalKind::kGroupLeader));

/// The processes that run on this scheduler only.
RunQueue& bound_queue(const Scheduler& scheduler) {
  return scheduler.vm.multi_scheduling->bound().queue(scheduler.index);
}

/// Names the process that this thread runs, for Process::assert_own_thread().
class CurrentProcess {
 public:
  explicit CurrentProcess(const Process& p) {
    if constexpr (kAsserts) CurrentOwner<Process>::set(&p);
  }
  ~CurrentProcess() {
    if constexpr (kAsserts) CurrentOwner<Process>::set(nullptr);
  }
  CurrentProcess(const CurrentProcess&) = delete;
};

/// A process that continues where it was finds its messages when it looks for one: until then no
/// trace of 'receive' reports them (P3), unless another signal comes, and with it all before it.
bool has_signals_to_handle(const Process& p) {
  if (p.exit.unhandled_signals != nullptr) return true;
  if (p.in_queue.seems_empty()) return false;
  return p.sched.waiting != Waiting::kNothing || !traces_receive(p) ||
         p.in_queue.has_other_than_messages();
}

/// Runs `p`, and stops somewhere on the way for CodeBackend::sample(): the slice has two parts,
/// and the process notices nothing of it. A slice that was made shorter than others ends before
/// most of these places, so that each call stands for as many as in any slice.
void run_sampled(Scheduler& scheduler, Process& p, Word random) {
  Vm& vm = scheduler.vm;
  const SWord whole = scheduler.slice;
  const SWord range = vm.options.stress_yield ? whole : kReductionsPerSlice;
  const SWord place = 1 + static_cast<SWord>(random % static_cast<Word>(range));
  if (place > whole) {
    vm.engine->run(p);
    return;
  }
  scheduler.slice = place;
  p.reductions = place;
  vm.engine->run(p);
  const bool has_stopped = p.reductions <= 0 && may_run(p) &&
                           p.sched.waiting == Waiting::kNothing && p.operation.coroutine == nullptr;
  // A native or a collection may have used more than was left before the place, the whole slice
  // even. The call after it is then stopped with less than none.
  const bool by_call = p.reductions == 0;
  p.reductions += whole - scheduler.slice;
  scheduler.slice = whole;
  if (has_stopped && vm.backend->sample(p, by_call) && p.reductions > 0) vm.engine->run(p);
}
}  // namespace

thread_local constinit Scheduler* Scheduler::current_ = nullptr;

Scheduler::Scheduler(Vm& machine, unsigned number, SWord now_ms)
    : vm(machine),
      index(number),
      counter_place(number * kCounterStride),
      queue(machine.options.stress_sched ? machine.options.seed * 31 + number + 1 : 0),
      timers(machine, now_ms),
      participant_(*machine.progress),
      random_(machine.options.seed + number + 1) {}

void Scheduler::loop() {
  current_ = this;
  CurrentOwner<Scheduler>::set(this);
  ThreadBias::allow_for_this_thread();
  participant_.wake();
  takes_samples_ = vm.backend != nullptr && vm.backend->takes_samples();
  SchedulerSet& set = *vm.schedulers;
  bool bound_first = false;
  while (!set.is_halting()) {
    participant_.report();
    if (timers.next_ms() != Timers::kNever && is_time_for_timers())
      timers.expire(set.clock().monotonic_ms());
    vm.multi_scheduling->calls().run(index);
    // After the report: waiting for thread progress includes that a lower limit was seen here.
    if (!set.may_run(*this) || is_offline_) [[unlikely]] {
      stay_offline();
      continue;
    }
    // relaxed: written by this thread
    if (reductions_done.load(kRelaxed) - balanced_at_ >= kReductionsPerBalance) [[unlikely]] {
      balanced_at_ = reductions_done.load(kRelaxed);
      set.balance(*this);
    }
    RunQueue& bound = bound_queue(*this);
    // Bound processes and others of the same priority take turns.
    if (bound.top() != queue.top()) {
      bound_first = bound.top() < queue.top();
    } else {
      bound_first = !bound_first;
    }
    Process* p = bound_first ? bound.pop() : queue.pop();
    if (p == nullptr) p = bound_first ? queue.pop() : bound.pop();
    if (p == nullptr) {
      slices_to_timers_ = 1;  // this thread may sleep until one is due
      p = find_work();
    }
    if (p == nullptr) continue;
    if (set.turns().are_on()) [[unlikely]]
      run_in_turn(*p);
    else
      run(*p);
    make_up_for_wake_ups();
    // relaxed: seen in time
    if (set.idle_poll_.load(kRelaxed) != nullptr) poll_between_slices();
  }
  participant_.sleep();
  CurrentOwner<Scheduler>::set(nullptr);
  current_ = nullptr;
}

bool Scheduler::is_time_for_timers() {
  const Word reductions = reductions_done.load(kRelaxed);  // relaxed: written by this thread
  if (--slices_to_timers_ != 0 && reductions - timers_seen_at_ < kReductionsPerTimers) return false;
  slices_to_timers_ = kSlicesPerTimers;
  timers_seen_at_ = reductions;
  return true;
}

void Scheduler::judge_last_theft() {
  if (!std::exchange(has_stolen_, false)) return;
  const Word gained = reductions_done.load(kRelaxed) - stolen_at_;  // relaxed: this thread's
  poor_thefts_ = gained < kReductionsOfWork ? poor_thefts_ + 1 : 0;
  vm.schedulers->finds_little_.store(finds_little(), kRelaxed);  // relaxed: advice
}

bool Scheduler::finds_little() const { return poor_thefts_ >= kAttempts; }

SWord Scheduler::pause_between_attempts_ns() const {
  constexpr SWord kFirstNs = 1'000'000;
  return kFirstNs << std::min(poor_thefts_ - kAttempts, 4u);
}

Process* Scheduler::find_work() {
  SchedulerSet& set = *vm.schedulers;
  judge_last_theft();
  if (finds_little() && !std::exchange(attempts_, false)) {
    sleep_until_work();
    return nullptr;
  }
  // While one scheduler searches, no other is woken; the last look in sleep_until_work() comes
  // after the end of the search.
  set.searching_.fetch_add(1, kSeqCst);
  Process* p = nullptr;
  RunQueue& bound = bound_queue(*this);
  SchedulerSet::Patience patience{kSpinsForChildren, kSpinsForOne};
  const int spins = serves_events_ ? kSpinsBetweenEvents : kSpins;
  for (int i = 0; i < spins && p == nullptr && !set.is_halting(); ++i) {
    if (bound.length() != 0) {
      p = bound.pop();
      break;
    }
    const int before = patience.children;
    p = set.steal_for(*this, patience);
    if (p != nullptr) break;
    // The thread of the process that has the children may be the one that waits for a processor.
    if (patience.children < before)
      std::this_thread::yield();
    else
      cpu_pause();
  }
  set.searching_.fetch_sub(1, kSeqCst);
  if (p != nullptr) return p;
  sleep_until_work();
  return nullptr;
}

void Scheduler::count_collection(Word words, SWord ns) {
  // relaxed: counts, written here only.
  collections.store(collections.load(kRelaxed) + 1, kRelaxed);
  collected_words.store(collected_words.load(kRelaxed) + words, kRelaxed);
  if (ns != 0) collecting_ns.store(collecting_ns.load(kRelaxed) + ns, kRelaxed);
}

SWord Scheduler::slice_reductions() {
  if (owes_sample && samples_stacks(vm)) [[unlikely]]
    return 1 + static_cast<SWord>(random_.below(kReductionsPerSlice));
  return vm.options.stress_yield ? 1 + static_cast<SWord>(random_.below(2)) : kReductionsPerSlice;
}

void Scheduler::stress_delay() {
  if (!vm.options.stress_delay) [[likely]]
    return;
  if (random_.below(vm.options.stress_yield ? kStressDelayEveryYield : kStressDelayEvery) != 0)
    return;
  std::this_thread::sleep_for(std::chrono::microseconds(random_.below(kStressDelayUs)));
}

void Scheduler::run(Process& p) {
  is_in_turn_ = true;
  run_process(p);
  is_in_turn_ = false;
  if (!after_slice_.empty()) [[unlikely]]
    call_waiters();
}

bool Scheduler::call_after_slice(AfterSlice& waiter) {
  if (!is_in_turn_) return false;
  if (std::ranges::find(after_slice_, &waiter) == after_slice_.end())
    after_slice_.push_back(&waiter);
  return true;
}

void Scheduler::call_waiters() {
  for (AfterSlice* waiter : after_slice_) waiter->slice_ended();
  after_slice_.clear();
}

void Scheduler::run_process(Process& p) {
  const CurrentProcess current(p);
  p.sched.state.begin_running();
  p.scheduler = this;
  if (p.exit.is_reported) return finish_exit(p);
  running = &p;
  stress_delay();
  is_busy.store(true, kRelaxed);  // relaxed: for statistics
  // It is reported as running before its signals are handled, and before it is known whether they
  // leave it something to run.
  // Before the signals are taken: for what comes after them it may be hastened again.
  const bool is_hastened = vm.multi_scheduling->hastened().remove(p.pid);
  // It came before others of its own priority for its signals only, and stays behind more urgent
  // ones. A native that pauses handles none before it has finished.
  const bool runs = !is_hastened || pauses(p) || !has_more_urgent(queue, p.flags.priority);
  const bool is_resumable = runs && !may_run(p);
  bool is_in = runs && may_run(p) &&
               (p.sched.waiting == Waiting::kNothing || p.in_queue.has_any_of(kWakeups));
  const bool is_reported = traces_running(p);
  if (is_in) trace_scheduled_in(p);
  slice = p.reductions;  // none is used yet, for those whom the signals ask: see reductions_of()
  if (!pauses(p) || is_killed_in_pause(p)) {
    if (has_signals_to_handle(p)) handle_signals(p);
    // As in OTP, it starts running for those whose flags its signals have set, too; when it is
    // resumed; and for what it is to do for others, even while it is suspended.
    const bool starts = (is_resumable && may_run(p)) || vm.multi_scheduling->tasks().wait_in(p);
    if (is_in ? !is_reported && traces_running(p) : starts) trace_scheduled_in(p);
    is_in = is_in || starts;
    vm.multi_scheduling->tasks().run_all(p);
  }
  if (runs && may_run(p) && p.sched.waiting == Waiting::kNothing) {
    if (!is_in) trace_scheduled_in(p);
    is_in = true;
    run_slice(p);
  }
  if (is_in && !is_exiting(p)) trace_scheduled_out(p);
  stress_delay();
  running = nullptr;
  is_busy.store(false, kRelaxed);  // relaxed: as above
  if (is_exiting(p)) {
    finish_exit(p);
    return;
  }
  leave(p);
}

void Scheduler::run_in_turn(Process& p) {
  const Clock& clock = vm.schedulers->clock();
  // A dirty call may take long: this thread counts as asleep, for thread progress and statistics.
  participant_.sleep();
  {
    MutexLock lock(sleep_mutex_);
    asleep_since_ns_ = clock.monotonic_ns();
  }
  Turns& turns = vm.schedulers->turns();
  const Turns::Begin turn = turns.begin(Turns::Who::kScheduler);
  {
    MutexLock lock(sleep_mutex_);
    asleep_ns_ += clock.monotonic_ns() - asleep_since_ns_;
    asleep_since_ns_ = 0;
  }
  participant_.wake();
  if (turn == Turns::Begin::kEnded) return;
  run(p);
  turns.end(Turns::Who::kScheduler, turn);
}

void Scheduler::run_slice(Process& p) {
  context_switches.store(context_switches.load(kRelaxed) + 1,
                         kRelaxed);  // relaxed: a count, written here only
  // Each time slice sees one generation of code.
  p.see_newest_code();
  p.unpark_registers(x, f);
  slice = slice_reductions();
  p.reductions = slice;
  p.raising.outcome = Outcome::kValue;
  const SWord start_ns = times_slices(vm) ? vm.schedulers->slice_clock_ns() : 0;
  const CodeAddress from = p.ip;
  if (p.operation.coroutine != nullptr) {
    if (step_operation(p)) vm.engine->run(p);
  } else if (takes_samples_ && random_.below(kSlicesPerSample) == 0) {
    run_sampled(*this, p, random_.next());
  } else {
    vm.engine->run(p);
  }

  const SWord used = slice - p.reductions;
  p.sched.total_reductions += static_cast<Word>(used);
  slice = p.reductions;  // no more than the total is used
  reductions_done.store(reductions_done.load(kRelaxed) + static_cast<Word>(used),
                        kRelaxed);  // as above
  p.park_registers();
  // Nothing to report where the stepped clock has not moved: the rule, where slices are short. A
  // sample that is owed waits for a process that is cut off.
  const bool may_sample = owes_sample && p.sched.waiting == Waiting::kNothing;
  if (may_sample || start_ns == 0 || vm.schedulers->slice_clock_ns() != start_ns)
    trace_slice_end(p, from, start_ns);
}

void Scheduler::make_up_for_wake_ups() {
  holds_queue_.store(false, kRelaxed);               // relaxed: advice for thieves
  const Word done = reductions_done.load(kRelaxed);  // relaxed: written by this thread
  const Word used = done - std::exchange(shared_at, done);
  const Word length = queue.length();
  if (length <= 1) {  // this scheduler runs that one itself
    waited -= std::min(waited, used);
    return;
  }
  const bool is_little = used < kReductionsOfWork && vm.schedulers->finds_little_.load(kRelaxed);
  waited += ((length - 1) * used + kWaitedPerSlice) >> (is_little ? kShiftOfLittle : 0);
  if (waited <= kWaitedPerWakeUp) return;
  waited = 0;
  vm.schedulers->wake_one();
}

/// One step of the pending operation. True if it is done and the engine is to take its result
/// (Engine::run()).
bool Scheduler::step_operation(Process& p) {
  const NativeTimer timer;
  const bool is_done = p.operation.coroutine->step();
  timer.stop([&p] { return p.operation.bif; });
  if (!is_done) {
    p.use_reductions(1);
    return false;
  }
  if (p.exit.is_deferred) exit_process(p, p.exit.reason);
  return !is_exiting(p);
}

void Scheduler::leave(Process& p) {
  p.scheduler = nullptr;
  if (p.sched.waiting == Waiting::kNothing && !p.sched.state.is_suspended()) {
    p.sched.state.requeue();
    vm.schedulers->enqueue_here(p, *this);
    return;
  }
  trace_runnable(p, false);
  const bool has_tasks =
      vm.multi_scheduling->tasks().wait_in(p);  // now, while the process is this thread's
  const bool waits_for_signals_taken = p.exit.unhandled_signals != nullptr;  // likewise
  p.sched.state.end_running();
  if (has_tasks || waits_for_signals_taken || !p.in_queue.is_empty())
    vm.schedulers->make_runnable(p);
}

namespace {

/// Where a machine begins to count its references: those of all machines of a program differ, as
/// WrittenRefs is one for all. With 14 bits; references of later machines may have equal numbers.
Word first_ref() {
  static Atomic<Word> machines{0};
  return machines.fetch_add(1, kRelaxed) << 50;  // relaxed: only unique
}

}  // namespace

SWord SchedulerSet::slice_clock_ns() const {
  return times_slices_exactly(vm_) ? clock_.monotonic_ns() : clock_.stepped_ns();
}

SchedulerSet::SchedulerSet(Vm& vm, unsigned count)
    : vm_(vm), memory_trim_(std::make_unique<MemoryTrim>()), turns_(std::make_unique<Turns>()) {
  if (count == 0) count = std::max(1u, std::thread::hardware_concurrency());
  const SWord now_ms = clock_.monotonic_ms();
  const Word refs = first_ref();
  foreign_refs_.store(refs, kRelaxed);  // relaxed: before there are threads
  for (unsigned i = 0; i < count; ++i) {
    schedulers_.push_back(std::make_unique<Scheduler>(vm, i, now_ms));
    schedulers_.back()->ref_count = refs;
  }
  running_limit_.store(count, kRelaxed);  // relaxed: before there are threads
}

SchedulerSet::~SchedulerSet() { stop(); }

void SchedulerSet::start() {
  for (auto& scheduler : schedulers_) {
    scheduler->thread_ = std::thread([s = scheduler.get()] { s->loop(); });
  }
}

void SchedulerSet::stop() {
  halt(0);
  for (auto& scheduler : schedulers_) {
    scheduler->wake();
    if (scheduler->thread_.joinable()) scheduler->thread_.join();
  }
  memory_trim_->stop();
  // Processes that ended last are freed while the tables they belong to exist.
  vm_.progress->run_all();
}

void SchedulerSet::halt(int status) {
  {
    MutexLock lock(halt_mutex_);
    if (!halted_) status_ = status;
    halted_ = true;
    halt_condition_.notify_all();
  }
  halting_.store(true, kSeqCst);  // before the wake-ups: sleepers look at it
  turns_->stop();
  for (auto& scheduler : schedulers_) scheduler->wake();
}

int SchedulerSet::run_until_halt() {
  int status = 0;
  {
    MutexLock lock(halt_mutex_);
    while (!halted_) halt_condition_.wait(halt_mutex_);
    status = status_;
  }
  stop();
  return status;
}

void SchedulerSet::enqueue(Process& p) {
  // No other thread looks at it: try_queue() gave it to this one until it is in a queue.
  trace_runnable(p, true);
  Scheduler* own = Scheduler::current();
  if (own != nullptr && &own->vm == &vm_ && may_run(*own)) {
    enqueue_here(p, *own);
    return;
  }
  const unsigned number = vm_.multi_scheduling->bound().scheduler_of(p.pid);
  if (number != 0 && may_run(*schedulers_[number - 1])) [[unlikely]]
    enqueue_here(p, *schedulers_[number - 1]);
  else
    enqueue_anywhere(p);
}

void SchedulerSet::enqueue_here(Process& p, Scheduler& own) {
  if (const unsigned number = vm_.multi_scheduling->bound().scheduler_of(p.pid)) [[unlikely]] {
    Scheduler& target = *schedulers_[number - 1];
    if (may_run(target)) {
      // The last look for work of a scheduler that goes to sleep comes after it says that it does
      // so: either it sees the process then, or this thread sees it asleep. Where it goes offline
      // meanwhile, it looks at its queues again when it is woken.
      bound_queue(target).push(p);
      if (!wake(target) && !may_run(target)) target.wake();
      return;
    }
  }
  if (vm_.options.stress_sched) [[unlikely]] {
    enqueue_anywhere(p);
    return;
  }
  if (&own != Scheduler::current()) {
    enqueue_anywhere(p);
    return;
  }
  own.queue.push(p);
  // What a process wakes waits for the end of its time slice as its children do; when it is work
  // for others, make_up_for_wake_ups() says.
  if (own.running != nullptr) own.hold_queue();
}

bool SchedulerSet::wake(Scheduler& scheduler) {
  if (!scheduler.asleep_.exchange(false, kSeqCst)) return false;
  sleeping_.fetch_sub(1, kSeqCst);
  scheduler.wake();
  return true;
}

void SchedulerSet::wake_one() {
  // seq_cst: after the push; a scheduler that is not yet seen asleep here looks at the queues
  // later.
  if (sleeping_.load(kSeqCst) == 0 || searching_.load(kSeqCst) != 0) return;
  const unsigned limit = running_limit();
  for (unsigned i = 0; i < limit; ++i) {
    // relaxed: wake() decides.
    if (schedulers_[i]->asleep_.load(kRelaxed) && wake(*schedulers_[i])) return;
  }
}

Process* SchedulerSet::steal_for(Scheduler& thief, Patience& patience) {
  Scheduler* victim = nullptr;
  Word longest = 0;
  bool leaves_one = false;
  for (auto& scheduler : schedulers_) {
    const Word length = scheduler->queue.length();
    if (length > longest) {
      // relaxed: advice; it is false for this thread's own, which runs nothing now.
      if (patience.children > 0 && scheduler->holds_queue_.load(kRelaxed)) {
        --patience.children;
        continue;
      }
      if (length == 1 && patience.one > 0 && scheduler.get() != &thief) {
        leaves_one = true;
        continue;
      }
      longest = length;
      victim = scheduler.get();
    }
  }
  patience.one = leaves_one ? patience.one - 1 : kSpinsForOne;
  if (victim == nullptr) return nullptr;
  if (victim == &thief) return thief.queue.pop();
  Word count = 0;
  Process* first = victim->queue.steal(&count);
  if (first == nullptr) return nullptr;
  if (count > 1) {
    thief.queue.push_chain(first->sched.run_queue_next);
  }
  thief.has_stolen_ = true;
  thief.stolen_at_ = thief.reductions_done.load(kRelaxed);  // relaxed: written by this thread
  return first;
}

Word SchedulerSet::total_reductions() const {
  Word sum = 0;
  for (const auto& s : schedulers_) sum += s->reductions_done.load(kRelaxed);  // relaxed: advice
  return sum;
}

Word SchedulerSet::total_context_switches() const {
  Word sum = 0;
  for (const auto& s : schedulers_) sum += s->context_switches.load(kRelaxed);  // relaxed: advice
  return sum;
}

CollectionCounts SchedulerSet::total_collections() const {
  CollectionCounts sum;
  for (const auto& s : schedulers_) {
    // relaxed: advice
    sum.collections += s->collections.load(kRelaxed);
    sum.collected_words += s->collected_words.load(kRelaxed);
  }
  return sum;
}

Word SchedulerSet::run_queue_length() const {
  Word sum = 0;
  for (const auto& s : schedulers_) sum += s->queue.length();
  return sum;
}

Word reductions_of(const Process& p) {
  const SWord used =
      p.scheduler == nullptr || p.scheduler->running != &p ? 0 : p.scheduler->slice - p.reductions;
  return p.sched.total_reductions + static_cast<Word>(std::max<SWord>(used, 0));
}

}  // namespace vm
