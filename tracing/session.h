// Session: one user of tracing, undisturbed by the others: a tracer, settings for processes and
// ports to come, filters for messages. What it has set on processes and functions lies there
// (TraceState, GenericBp), each entry with a reference to the session. Invariants: a session that
// is not alive has no effect, though entries of it may still be found for a while; `alive` goes
// from true to false once. Ownership: counted; the table holds live ones, entries theirs. Threads:
// fields carry their rule. Contract: S1 to S6, E1.
#pragma once

#include "tracing/call_counts.h"
#include "tracing/tracer.h"
#include "vm/base/mutex.h"
#include "vm/base/shared.h"
#include "vm/code/generic_bp.h"
#include "vm/heap/off_heap.h"
#include "vm/match/match_program.h"
#include "vm/proc/trace_hooks.h"

#include <vector>

namespace tracing {

using vm::Process;
using vm::SharedRef;
using vm::SWord;
using vm::Term;
using vm::Vm;
using vm::Word;

/// Which messages are reported: all, none, or those that a match program says (E1).
struct MessageFilter {
  enum class Kind : std::uint8_t { kAll, kNone, kProgram };
  Kind kind = Kind::kAll;
  SharedRef<vm::MatchProgram> program;
};

/// Processes or ports.
enum class TraceeKind : std::uint8_t { kProcess, kPort };

/// What a session has set on a process or port, or gives to new ones.
struct TraceeSetting {
  std::uint32_t flags = 0;
  Tracer tracer;
  bool operator==(const TraceeSetting&) const = default;
};

class Session final : public vm::Shared {
 public:
  Session(Word id, Term name, Tracer tracer, bool is_legacy)
      : id(id),
        name(name),
        tracer(tracer),
        is_legacy(is_legacy),
        bit_(vm::SessionSet{1} << (is_legacy ? 62 : id % 62)) {}

  const Word id;
  const Term name;
  const Tracer tracer;  // none: each setting names its own, as in the legacy session
  const bool is_legacy;
  bool has_own_tracer() const { return !tracer.is_none(); }
  /// The session's bit in sets of sessions. Others may have the same.
  vm::SessionSet bit() const { return bit_; }

  /// A session that ends is seen a little later as if it had ended a little later.
  bool is_alive() const { return alive_.load(vm::kRelaxed); }  // relaxed: as said
  /// True for the one caller that ends it.
  bool end() { return alive_.exchange(false, vm::kRelaxed); }  // relaxed: as above

  /// What processes or ports to come are given (O1).
  TraceeSetting new_tracees(TraceeKind kind) const VM_EXCLUDES(mutex_) {
    vm::MutexLock lock(mutex_);
    return new_tracees_[static_cast<unsigned>(kind)];
  }
  /// Makes it `setting` if it still is `old`. Returns false, and changes nothing, if another
  /// process has changed it.
  [[nodiscard]] bool replace_new_tracees(TraceeKind kind, const TraceeSetting& old,
                                         const TraceeSetting& setting) VM_EXCLUDES(mutex_) {
    vm::MutexLock lock(mutex_);
    TraceeSetting& present = new_tracees_[static_cast<unsigned>(kind)];
    if (present != old) return false;
    present = setting;
    return true;
  }

  /// Calls that were counted in code that has been purged since (call_counts.h).
  CallCounts purged_calls() const VM_EXCLUDES(mutex_) {
    vm::MutexLock lock(mutex_);
    return purged_calls_;
  }
  void add_purged_calls(const vm::Mfa& function, Word calls) VM_EXCLUDES(mutex_) {
    vm::MutexLock lock(mutex_);
    purged_calls_[function] += calls;
  }

  /// The filter of kTraceSend or kTraceReceive. Valid until the thread next reports progress.
  const MessageFilter& filter(vm::TraceFlag which) const;
  /// Replaces it; the old one goes after thread progress.
  void set_filter(Vm& vm, vm::TraceFlag which, MessageFilter filter);

 private:
  ~Session() override;
  vm::Atomic<const MessageFilter*>& place(vm::TraceFlag which);

  const vm::SessionSet bit_;  // constant after construction
  vm::Atomic<bool> alive_{true};
  mutable vm::Mutex mutex_{vm::LockRank::kTraceSession};
  TraceeSetting new_tracees_[2] VM_GUARDED_BY(mutex_);  // by TraceeKind
  CallCounts purged_calls_ VM_GUARDED_BY(mutex_);
  // Release in set_filter(), acquire in filter(); null: all.
  vm::Atomic<const MessageFilter*> send_filter_{nullptr};
  vm::Atomic<const MessageFilter*> receive_filter_{nullptr};
};

class Tracing;

/// What the strong reference of a session's handle owns: the session ends with its last reference
/// (S4).
class SessionHandle final : public vm::MagicObject {
 public:
  SessionHandle(Tracing& tracing, SharedRef<Session> session)
      : tracing_(tracing), session_(std::move(session)) {}
  ~SessionHandle() override;
  static constexpr char kKind = 0;
  const void* kind() const override { return &kKind; }
  const SharedRef<Session>& session() const { return session_; }

 private:
  Tracing& tracing_;
  SharedRef<Session> session_;
};

/// All sessions alive, the legacy one first.
class SessionTable {
 public:
  SessionTable();
  /// A new session, with a number of its own.
  SharedRef<Session> create(Term name, Tracer tracer) VM_EXCLUDES(mutex_);
  /// The session with this number, or null.
  SharedRef<Session> find(Word id) const VM_EXCLUDES(mutex_);
  /// The static session of the legacy functions (S8).
  Session& legacy() const { return *legacy_; }
  /// Removes a session that has ended.
  void remove(Session& session) VM_EXCLUDES(mutex_);
  /// Newest first, the legacy session last, as trace:session_info(all) lists them.
  std::vector<SharedRef<Session>> all() const VM_EXCLUDES(mutex_);

 private:
  mutable vm::Mutex mutex_{vm::LockRank::kSessionTable};
  SharedRef<Session> legacy_;
  std::vector<SharedRef<Session>> sessions_ VM_GUARDED_BY(mutex_);
  Word next_id_ VM_GUARDED_BY(mutex_) = 0;
};

/// {Name, Number}: the handle that does not keep the session alive, as trace:session_info/1 lists
/// it.
Term weak_handle(vm::HeapBuilder& builder, const Session& session);

}  // namespace tracing
