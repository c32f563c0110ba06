// Slots in zeroed pages that the system provides when they are touched, so that a table of a
// million costs nothing at start.
#include "vm/proc/process_table.h"

#include "vm/base/out_of_memory.h"
#include "vm/sched/thread_progress.h"
#include "vm/vm.h"

#include <algorithm>
#include <bit>
#include <sys/mman.h>
#include <utility>

namespace vm {
namespace {

// A pid has 60 bits of number; after the last one they begin anew.
constexpr Word kLastNumber = (Word{1} << 60) - 1;

void* zeroed_pages(Word bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) out_of_memory(bytes, "the process table (address space)");
  return pages;
}

}  // namespace

ProcessTable::ProcessTable(Vm& vm, Word capacity)
    : vm_(vm),
      mask_(std::bit_ceil(capacity) - 1),
      slots_(static_cast<Atomic<Process*>*>(zeroed_pages((mask_ + 1) * sizeof(Atomic<Process*>)))) {
}

ProcessTable::~ProcessTable() {
  // First no process can receive signals any more, then all are freed: what one gives up may
  // concern another.
  for_each([](Process& p) {
    for (Signal* signal = p.in_queue.close(); signal != nullptr;)
      std::unique_ptr<Signal>{std::exchange(signal, signal->next)};
  });
  for_each([](Process& p) { std::unique_ptr<Process>{&p}; });
  munmap(static_cast<void*>(slots_), (mask_ + 1) * sizeof(Atomic<Process*>));
}

bool ProcessTable::reuses_slot() const { return fresh_ > mask_ || free_.size() >= kWaitingSlots; }

Word ProcessTable::next_number() const {
  MutexLock lock(mutex_);
  if (!reuses_slot()) return fresh_base_ + fresh_;
  return free_.empty() ? 0 : free_.front();
}

Word ProcessTable::set_next_number(Word from) {
  MutexLock lock(mutex_);
  if (reuses_slot() && free_.empty()) return 0;  // the table is full
  const Word slot = reuses_slot() ? free_.front() & mask_ : fresh_;
  Word number = (from & ~mask_) + slot;
  if (number < from) number += mask_ + 1;
  number &= kLastNumber;
  if (reuses_slot()) {
    free_.front() = number;
  } else {
    fresh_base_ = number - slot;
  }
  return number;
}

std::unique_ptr<Process> ProcessTable::create() {
  Word number;
  {
    MutexLock lock(mutex_);
    if (fresh_ > mask_ && free_.empty()) return nullptr;
    if (reuses_slot()) {
      number = free_.front();
      free_.pop_front();
    } else {
      number = fresh_base_ + fresh_++;
      high_mark_.store(fresh_, kRelaxed);  // relaxed: see for_each()
    }
  }
  count_.fetch_add(1, kRelaxed);  // relaxed: advice
  return std::make_unique<Process>(vm_, Term::local_pid(number));
}

Process& ProcessTable::publish(std::unique_ptr<Process> process) {
  Process& p = *process.release();
  // release: pairs with find().
  slots_[p.pid.id_data() & mask_].store(&p, kRelease);
  return p;
}

void ProcessTable::free_number(Word number) {
  const Word next = (number + mask_ + 1) & kLastNumber;
  MutexLock lock(mutex_);
  free_.push_back(next);
}

void ProcessTable::hide(Process& p) {
  // release: a thread that finds the slot empty also sees what the process did; pairs with find().
  slots_[p.pid.id_data() & mask_].store(nullptr, kRelease);
  count_.fetch_sub(1, kRelaxed);  // relaxed: a signal that reports the end orders it
}

void ProcessTable::remove(Process& p) {
  // One captured word: the action needs no memory of its own.
  vm_.progress->later([process = &p] {
    ProcessTable& table = *process->vm.processes;
    const Word number = process->pid.id_data();
    std::unique_ptr<Process>{process};
    // Only now: a thread that still holds the old process must not find a new one in its slot.
    table.free_number(number);
  });
}

void ProcessTable::give_back(std::unique_ptr<Process> process) {
  const Word number = process->pid.id_data();
  process.reset();
  count_.fetch_sub(1, kRelaxed);  // relaxed: advice
  free_number(number);
}

std::vector<Term> ProcessTable::pids() const {
  std::vector<Term> result;
  for_each([&](Process& p) {
    // relaxed: whether it is exiting at this moment depends on timing anyway.
    if (!p.sched.state.is_exiting_or_ended(kRelaxed)) result.push_back(p.pid);
  });
  std::sort(result.begin(), result.end(), [](Term a, Term b) { return a.id_data() < b.id_data(); });
  return result;
}

}  // namespace vm
