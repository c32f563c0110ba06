// Signals: everything that processes do to each other. A signal is queued at its receiver and
// handled by the receiver itself, so the order between two processes is the order of sending.
// Ownership: a signal belongs to the queue it is in; whoever takes it out deletes it.
// Threads: built by the sender, published by SignalInQueue::push, then the receiver's alone.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/references.h"

#include <memory>
#include <new>

namespace vm {

class Process;

enum class SignalKind : std::uint8_t {
  kMessage,       // an ordinary message; the only kind that stays in the message queue
  kAliasMessage,  // a message sent to an alias: becomes a message if the alias is active
  kExit,          // exit/2, or a broken link (from_link)
  kLink,
  kUnlink,
  kUnlinkAck,
  kMonitor,
  kDemonitor,
  kMonitorDown,
  kGroupLeader,
  kIsAlive,      // is_process_alive/1: answered with a ReplySignal
  kProcessInfo,  // process_info/2 of another process: answered with a ReplySignal
  kSuspend,
  kResume,
  kTraceChange,  // trace flags; payload owned by tracing
  kCall,         // runs a function of the machine in the receiver's context
  kReply,        // the answer to what an Operation asked
};

/// A kind in a set of kinds.
constexpr std::uint32_t signal_bit(SignalKind kind) {
  return std::uint32_t{1} << static_cast<unsigned>(kind);
}

struct Signal {
  Signal* next = nullptr;
  SignalKind kind;
  explicit Signal(SignalKind k) : kind(k) {}
  Signal(const Signal&) = delete;
  virtual ~Signal() = default;  // frees fragments and counts it holds
};

/// Is told when a message is out of the world's queues: taken out by its receiver, or thrown away.
/// Ownership: the message has one call of gone() to make, in which the receipt may end.
class MessageReceipt {
 public:
  virtual void gone() = 0;

 protected:
  ~MessageReceipt() = default;
};

/// A message: its terms lie in `fragment` (a chain, may be null for immediates and literals) until
/// it is taken out of the queue; then the fragments are hung on the process. A message in a queue
/// never points into the process's heap.
/// Ownership: the message may lie in the same block of memory as its first fragment (with_room()).
/// Then the block is the fragment's: it lives until that is freed, be it with the message or, where
/// the fragment was given to a heap, by the collector.
struct Message final : Signal {
  Message() : Signal(SignalKind::kMessage) {}
  ~Message() override {
    HeapFragment::free_chain(fragment);
    if (has_receipt) [[unlikely]]
      receipt->gone();
  }
  /// An empty message and a fragment of `words` (more than none) in one block.
  static std::unique_ptr<Message> with_room(Word words);
  /// `delete`: ends the message, and frees the block unless the fragment has it.
  static void operator delete(Message* message, std::destroying_delete_t);
  bool has_receipt = false;
  bool is_in_one_block = false;  // made by with_room()
  HeapFragment* fragment = nullptr;
  union {
    RefNumber alias = {};     // kAliasMessage: the alias it was sent to
    MessageReceipt* receipt;  // with has_receipt, of other messages
  };
  /// Sequential trace token (Q1), in the fragment too: replaces the receiver's when the message is
  /// taken out. `undefined`: a message of the machine, which leaves the receiver's as it is.
  Term token = Term::nil();
  Term from;   // sender's pid, or undefined's atom when unknown
  Term value;  // last: the words of its terms come right behind it
};

/// A signal with terms (exit reasons, DOWN data ...) in a fragment of its own.
struct TermSignal : Signal {
  using Signal::Signal;
  ~TermSignal() override { HeapFragment::free_chain(fragment); }
  Term from;                 // pid or port
  Term reason;               // exit reason, payload, registered name (kMonitor)
  Term token = Term::nil();  // as a message's
  HeapFragment* fragment = nullptr;
  RefNumber ref;  // monitor
  bool from_link = false;
  bool never_linked = false;  // kExit: answers a link to nobody, so there is nothing to unlink
  bool ref_has_pid = false;   // kMonitor: the reference is an alias as well
  Word id = 0;                // unlink id
};

/// The answer to a request of an Operation; `wait` is the number the request was made with
/// (Process::operation_wait).
struct ReplySignal : Signal {
  ReplySignal() : Signal(SignalKind::kReply) {}
  ~ReplySignal() override { HeapFragment::free_chain(fragment); }
  Term value;
  HeapFragment* fragment = nullptr;
  Word wait = 0;
};

/// Runs `run` in the receiver, between two of its time slices or while it is waiting. Must not
/// collect unless it says so. When the receiver is gone, or ends first, `run` is never called and
/// the signal deleted: what must happen then belongs in the destructor of the derived signal.
struct CallSignal : Signal {
  using Function = void (*)(Process& receiver, CallSignal& self);
  explicit CallSignal(Function f) : Signal(SignalKind::kCall), run(f) {}
  Function run;
};

/// The in-queue of one process: many senders push without a lock, the owner takes all at once.
/// A stack of pushed signals reversed on take: the order of pushes, which for each sender is the
/// order of sending. Closed for good when the process ends: who pushes later learns that the
/// receiver is gone.
class SignalInQueue {
 public:
  SignalInQueue() = default;
  ~SignalInQueue();

  enum class Push : std::uint8_t {
    kFirst,   // the queue was empty before: the receiver may have to be woken
    kMore,    // whoever pushed the first wakes it
    kClosed,  // the receiver has ended; the signal is still the caller's
  };
  [[nodiscard]] Push push(Signal* signal) {
    // relaxed: the exchange below validates it
    Signal* head = head_.load(std::memory_order_relaxed);
    const SignalKind kind = signal->kind;  // once pushed, it is the receiver's
    do {
      if (head == closed()) return Push::kClosed;
      signal->next = head;
      // seq_cst on success: pairs with the receiver's check before it sleeps (it stores its state,
      // then looks here; the sender pushes, then looks at the state; one of the two must see the
      // other).
    } while (!head_.compare_exchange_weak(head, signal, std::memory_order_seq_cst,
                                          std::memory_order_relaxed));
    // release: not before the push, so that who finds the flag finds the signal.
    if (kind != SignalKind::kMessage) has_other_.store(true, std::memory_order_release);
    return head == nullptr ? Push::kFirst : Push::kMore;
  }
  bool is_empty() const { return head_.load(std::memory_order_seq_cst) == nullptr; }  // see push()
  /// The same for a look that needs not be the newest.
  bool seems_empty() const {
    return head_.load(std::memory_order_relaxed) == nullptr;
  }  // relaxed: advice
  /// Whether a signal of these kinds (signal_bit) waits here. By the owner, who alone takes signals
  /// out.
  bool has_any_of(std::uint32_t kinds) const {
    // acquire: pairs with push(); the signals behind are complete.
    const Signal* signal = head_.load(std::memory_order_acquire);
    if (signal == closed()) return false;
    while (signal != nullptr && (signal_bit(signal->kind) & kinds) == 0) signal = signal->next;
    return signal != nullptr;
  }
  /// Whether something other than messages came since take_all() was called last. By the owner;
  /// costs the same however many wait.
  bool has_other_than_messages() const {
    return has_other_.load(std::memory_order_relaxed);  // relaxed: advice
  }
  /// All signals in order of arrival, linked by `next`, or null.
  Signal* take_all();
  /// The same, and nothing can be pushed any more.
  Signal* close();

 private:
  static Signal* closed() { return reinterpret_cast<Signal*>(1); }
  static Signal* reversed(Signal* head);
  Atomic<Signal*> head_{nullptr};
  Atomic<bool> has_other_{false};
};

}  // namespace vm
