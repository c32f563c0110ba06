// Collections as a process sees them: its roots, the trace of what happened (P11), its heap limit.
#include "vm/base/memory_limit.h"
#include "vm/heap/fit_heap.h"
#include "vm/heap/literal_memory.h"
#include "vm/proc/exit.h"
#include "vm/proc/fit_heap.h"
#include "vm/proc/heap_defaults.h"
#include "vm/proc/heap_figures.h"
#include "vm/proc/literal_release.h"
#include "vm/proc/trace_hooks.h"
#include "vm/sched/scheduler.h"

#include <chrono>
#include <thread>

namespace vm {
namespace {

struct Context {
  Process& process;
  std::uint32_t live;
  std::span<Term> roots;
};

void visit_all(void* context, RootVisitor& visitor) {
  auto& [process, live, roots] = *static_cast<Context*>(context);
  visitor.visit(std::span<Term>(process.x, live));
  visitor.visit(roots);
  visit_process_roots(process, visitor);
}

/// The message that the receive in progress looks at: its terms may be in registers while it is
/// still in the queue.
PeekedTerms peeked_terms(const Process& p) {
  Message* message = p.messages.current();
  if (message == nullptr) return {};
  return {message->terms(), message->more_fragments()};
}

/// Ends the process if its heap would exceed max_heap_size, or the memory that is left. Returns
/// false if it exceeds one.
bool check_limits(Process& p, const CollectionRequest& request) {
  const Word present = p.heap_words() + p.old_words();
  const Word least = std::max(present + request.need, p.min_heap_words);
  const bool is_large = least * kWordBytes >= kLargeRequestBytes;
  if (p.max_heap.words == 0 && !is_large) return true;
  // Both generations, and the blocks that the collection copies to.
  const Word blocks = planned_words(p, request);
  // And messages, as in OTP; large binaries where the process has said so.
  const Word binaries =
      p.max_heap.shared_binaries
          ? (p.off_heap.overhead_bytes() + p.old_off_heap.overhead_bytes()) / kWordBytes
          : 0;
  const Word most = p.max_heap.words == 0 ? 0 : blocks + waiting_words(p) + binaries;
  if (most > p.max_heap.words) [[unlikely]] {
    trace_max_heap(p, most);
    heap_limit_reached(p);
    return false;
  }
  const Word more = blocks - present + request.need;
  if (!fits_in_memory(more * kWordBytes)) [[unlikely]] {
    heap_memory_exhausted(p, more);
    return false;
  }
  return true;
}

/// Reductions of all processes of this scheduler, of which only differences count: what is left of
/// the time slice falls, the sum of the finished ones is constant meanwhile.
Word work_of_thread(const Process& p) {
  const Scheduler* const scheduler = Scheduler::current();
  const Word finished = scheduler == nullptr ? p.sched.total_reductions
                                             // relaxed: this thread's own
                                             : scheduler->reductions_done.load(kRelaxed);
  return finished - static_cast<Word>(p.reductions);
}

void run_collection(Process& p, Word need, CollectionKind kind, Context context,
                    const LiteralArea* dying = nullptr) {
  if (p.aside != nullptr) return set_block_aside(p, need);
  CollectionRequest request;
  request.dying = dying;
  request.need = need;
  request.kind = kind;
  request.work = work_of_thread(p);
  request.literals = p.vm.literals.get();
  request.peeked = peeked_terms(p);
  request.visit = visit_all;
  request.context = &context;
  const bool major = planned_kind(p, request) == CollectionKind::kFull;
  const bool measured = times_collections(p.vm) || p.vm.schedulers->measures_collections();
  const SWord start_ns = measured ? p.vm.schedulers->clock().monotonic_ns() : 0;
  trace_gc_start(p, major, need);
  // A process that ends because of it gets no report of the end, and nothing of it is copied: there
  // may be no memory for that.
  if (!check_limits(p, request) && is_exiting(p)) return set_block_aside(p, need);
  if (const Word ms = p.vm.heap_defaults->collection_delay_ms()) [[unlikely]]
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
  const CollectionResult result = collect(p, request);
  if (!result.has_room) {  // others have taken it meanwhile
    heap_memory_exhausted(p, p.heap_words() + need);
    return set_block_aside(p, need);
  }
  const SWord spent_ns = measured ? p.vm.schedulers->clock().monotonic_ns() - start_ns : 0;
  if (Scheduler* scheduler = Scheduler::current())
    scheduler->count_collection(result.collected_words, spent_ns);
  // Its cost counts as work: about one reduction for ten words that were copied.
  p.use_reductions(static_cast<SWord>(p.used_words() / 10));
  trace_gc_end(p, major, result.collected_words);
  trace_collected(p, spent_ns);
}

}  // namespace

void collect_garbage(Process& p, Word need, std::uint32_t live, std::span<Term> roots) {
  run_collection(p, need, CollectionKind::kMinor, Context{p, live, roots});
}

void collect_garbage(Process& p, Word need, std::uint32_t live) {
  collect_garbage(p, need, live, {});
}

Term collect_after_bif(Process& p, Term result) {
  p.x[0] = result;
  collect_garbage(p, kStackReserve, 1);
  return p.x[0];
}

void collect_all_garbage(Process& p, std::uint32_t live) {
  run_collection(p, 0, CollectionKind::kFull, Context{p, live, {}});
}

void fit_heap_to_contents(Process& p) {
  Context context{p, 0, {}};
  CollectionRequest request;
  request.literals = p.vm.literals.get();
  request.peeked = peeked_terms(p);
  request.visit = visit_all;
  request.context = &context;
  fit_heap(p, request);
}

void collect_with_literals(Process& p, const LiteralArea& dying, std::uint32_t live) {
  run_collection(p, 0, CollectionKind::kFull, Context{p, live, {}}, &dying);
}

}  // namespace vm
