// Signals: everything that processes do to each other. A signal is queued at its receiver and
// handled by the receiver itself, so the order between two processes is the order of sending.
// A message is a head of four words with its terms right behind it in one block of memory; every
// other signal is an object of its class. Ownership: a signal belongs to the queue it is in;
// the code that takes it out deletes it.
// Threads: built by the sender, published by SignalInQueue::push, then the receiver's alone.
#pragma once

#include "vm/base/atomic.h"
#include "vm/heap/heap_builder.h"
#include "vm/proc/references.h"
#include "vm/term/atom_table.h"

#include <memory>
#include <new>
#include <span>

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
  kCall,   // runs a function of the machine in the receiver's context
  kReply,  // the answer to what an Operation asked
};

/// A kind in a set of kinds.
constexpr std::uint32_t signal_bit(SignalKind kind) {
  return std::uint32_t{1} << static_cast<unsigned>(kind);
}

/// What all signals begin with; in its order, as a receive that skips many messages reads of each
/// the last word of this, the value, and the terms behind that.
struct Signal {
  SignalKind kind;
  bool has_extra : 1 = false;     // Message: with a MessageExtra
  bool leaves_token : 1 = false;  // Message: token() is `undefined`
  bool is_recent : 1 = false;     // Message: among those that a MessageQueue appended last
  /// Message: at the end of the room for its terms, not used.
  std::uint16_t unused_words = 0;
  std::uint32_t words = 0;  // Message: of room for its terms, behind it in its block
  /// The sender, where the receiver needs it; none() otherwise. A message in a queue has none any
  /// more, see Message::later().
  Term from;
  Signal* next = nullptr;
  explicit Signal(SignalKind k) : kind(k) {}
  Signal(const Signal&) = delete;
  /// `delete`: ends a signal as what its kind says it is, with all it holds.
  static void operator delete(Signal* signal, std::destroying_delete_t);
};

/// What every signal but a message derives from.
struct SignalObject : Signal {
  using Signal::Signal;
  virtual ~SignalObject() = default;  // frees fragments and counts it holds
  static void operator delete(void* memory) { ::operator delete(memory); }
};

/// Called when a message has left the queues: received, or deleted. Ownership: the message calls
/// gone() once, which may delete the receipt.
class MessageReceipt {
 public:
  virtual void gone() = 0;

 protected:
  ~MessageReceipt() = default;
};

/// What few messages have, behind the room for the terms in the message's block.
struct MessageExtra {
  /// Owners among the terms in the message's block.
  OffHeap off_heap;
  /// Terms that had no room there, or were built elsewhere; may be null.
  HeapFragment* fragments = nullptr;
  /// As Message::token(); in the block or in `fragments`.
  Term token = Term::nil();
  RefNumber alias;                    // kAliasMessage: the alias it was sent to
  MessageReceipt* receipt = nullptr;  // may be null
};
inline constexpr Word kMessageExtraWords = sizeof(MessageExtra) / kWordBytes;
static_assert(sizeof(MessageExtra) % kWordBytes == 0);

/// A message. Its terms lie behind it in its block, and in the extra part's fragments, until it is
/// taken out of the queue; then the block and the fragments are hung on the process, the block as a
/// fragment itself. A message in a queue never points into the process's heap.
/// Invariants: owners, a token that is a term, a receipt, an alias or fragments need the extra
/// part.
struct Message final : Signal {
  enum class Extra : bool { kNone, kYes };
  /// A message without a sender and a value, with room for `room_words` words of terms and, where
  /// asked for, an empty extra part.
  static std::unique_ptr<Message> make(Word room_words, Extra with_extra);
  /// Ends the message: returns the fragments of its terms, which the value and the token lie in.
  /// Null where there are none.
  [[nodiscard]] static HeapFragment* to_fragments(std::unique_ptr<Message> message);

  /// The room for its terms.
  std::span<Term> room() { return {reinterpret_cast<Term*>(this + 1), words}; }
  /// That part of it that holds terms.
  std::span<Term> terms() { return room().first(words - unused_words); }
  /// Requires has_extra.
  MessageExtra& extra() { return *reinterpret_cast<MessageExtra*>(room().data() + words); }
  /// The fragments besides the block, or null.
  HeapFragment* more_fragments() { return has_extra ? extra().fragments : nullptr; }
  /// Sequential trace token (Q1): replaces the receiver's when the message is taken out.
  /// `undefined`: a message of the machine, which leaves the receiver's as it is.
  Term token() {
    if (has_extra) [[unlikely]]
      return extra().token;
    return leaves_token ? Term(am::undefined) : Term::nil();
  }
  /// In a queue: where a message further behind is, or once was, so that a receive that skips many
  /// can prefetch it; 0: not known. In the place of `from`.
  Word later() const { return from.bits(); }
  void set_later(Word address) { from = Term::from_bits(address); }
  /// Bytes of its block.
  Word block_bytes() const {
    return sizeof(Message) + (words + (has_extra ? kMessageExtraWords : 0)) * kWordBytes;
  }

  Term value;  // last: the words of its terms come right behind it

 private:
  Message() : Signal(SignalKind::kMessage) {}
};
static_assert(sizeof(Message) == sizeof(HeapFragment), "its block becomes a fragment");

/// A signal with terms (exit reasons, DOWN data ...) in a fragment of its own.
struct TermSignal : SignalObject {
  using SignalObject::SignalObject;
  ~TermSignal() override { HeapFragment::free_chain(fragment); }
  Term reason;               // exit reason, payload, registered name (kMonitor)
  Term token = Term::nil();  // as a message's
  HeapFragment* fragment = nullptr;
  RefNumber ref;  // monitor
  bool from_link = false;
  bool never_linked = false;  // kExit: answers a link to no process, so there is nothing to unlink
  bool ref_has_pid = false;   // kMonitor: the reference is an alias as well
  Word id = 0;                // unlink id
};

/// The answer to a request of an Operation; `wait` is the number the request was made with
/// (PendingOperation::wait).
struct ReplySignal : SignalObject {
  ReplySignal() : SignalObject(SignalKind::kReply) {}
  ~ReplySignal() override { HeapFragment::free_chain(fragment); }
  Term value;
  HeapFragment* fragment = nullptr;
  Word wait = 0;
};

/// Runs `run` in the receiver, between two of its time slices or while it is waiting. Must not
/// collect unless it says so. When the receiver is gone, or ends first, `run` is never called and
/// the signal deleted: what must happen then belongs in the destructor of the derived signal.
struct CallSignal : SignalObject {
  using Function = void (*)(Process& receiver, CallSignal& self);
  explicit CallSignal(Function f) : SignalObject(SignalKind::kCall), run(f) {}
  Function run;
};

/// The in-queue of one process: many senders push without a lock, the owner takes all at once.
/// A stack of pushed signals reversed on take: the order of pushes, which for each sender is the
/// order of sending. Closed for good when the process ends: a later push fails.
class SignalInQueue {
 public:
  SignalInQueue() = default;
  ~SignalInQueue();

  enum class Push : std::uint8_t {
    kFirst,   // the queue was empty before: the receiver may have to be woken
    kMore,    // the sender that pushed the first wakes it
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
    // release: not before the push, so that a reader that finds the flag finds the signal.
    if (kind != SignalKind::kMessage) has_other_.store(true, std::memory_order_release);
    return head == nullptr ? Push::kFirst : Push::kMore;
  }
  bool is_empty() const { return head_.load(std::memory_order_seq_cst) == nullptr; }  // see push()
  /// The same where the newest state is not needed.
  bool seems_empty() const {
    return head_.load(std::memory_order_relaxed) == nullptr;
  }  // relaxed: advice
  /// Whether a signal of these kinds (signal_bit) waits here. By the owner, which alone takes
  /// signals out.
  bool has_any_of(std::uint32_t kinds) const {
    // acquire: pairs with push(); the signals behind are complete.
    const Signal* signal = head_.load(std::memory_order_acquire);
    if (signal == closed()) return false;
    while (signal != nullptr && (signal_bit(signal->kind) & kinds) == 0) signal = signal->next;
    return signal != nullptr;
  }
  /// Whether a signal other than a message came since take_all() was called last. By the owner;
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
