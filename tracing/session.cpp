// The table of live sessions, and what ends with one.
#include "tracing/session.h"

#include "tracing/trace_api.h"
#include "vm/sched/thread_progress.h"
#include "vm/term/atom_table.h"
#include "vm/vm.h"

#include <algorithm>

namespace tracing {

namespace {
const MessageFilter kEverything;
}  // namespace

Session::~Session() {
  // relaxed: no other thread has the session any more
  delete send_filter_.load(vm::kRelaxed);     // owner: the session
  delete receive_filter_.load(vm::kRelaxed);  // owner: the session
}

vm::Atomic<const MessageFilter*>& Session::place(vm::TraceFlag which) {
  return which == vm::kTraceSend ? send_filter_ : receive_filter_;
}

const MessageFilter& Session::filter(vm::TraceFlag which) const {
  // acquire: pairs with set_filter(); the filter is complete.
  const MessageFilter* filter = const_cast<Session*>(this)->place(which).load(vm::kAcquire);
  return filter == nullptr ? kEverything : *filter;
}

void Session::set_filter(Vm& vm, vm::TraceFlag which, MessageFilter filter) {
  // acq_rel: readers see a complete filter; pairs with filter().
  const auto* made = new MessageFilter(std::move(filter));  // owner: the session
  const MessageFilter* old = place(which).exchange(made, vm::kAcqRel);
  if (old != nullptr) vm.progress->delete_later(const_cast<MessageFilter*>(old));
}

SessionHandle::~SessionHandle() { tracing_.cleaner().end(*session_); }

SessionTable::SessionTable()
    : legacy_(vm::make_shared_ref<Session>(Word{1} << 40, Term(vm::am::legacy), Tracer{}, true)) {}

SharedRef<Session> SessionTable::create(Term name, Tracer tracer) {
  vm::MutexLock lock(mutex_);
  if (tracer.bounds) tracer.bounds->session_id = next_id_;
  SharedRef<Session> session = vm::make_shared_ref<Session>(next_id_++, name, tracer, false);
  sessions_.push_back(session);
  return session;
}

SharedRef<Session> SessionTable::find(Word id) const {
  vm::MutexLock lock(mutex_);
  for (const SharedRef<Session>& session : sessions_) {
    if (session->id == id) return session;
  }
  return {};
}

void SessionTable::remove(Session& session) {
  vm::MutexLock lock(mutex_);
  std::erase_if(sessions_,
                [&](const SharedRef<Session>& entry) { return entry.get() == &session; });
}

std::vector<SharedRef<Session>> SessionTable::all() const {
  vm::MutexLock lock(mutex_);
  std::vector<SharedRef<Session>> all(sessions_.rbegin(), sessions_.rend());
  all.push_back(legacy_);
  return all;
}

Term weak_handle(vm::HeapBuilder& builder, const Session& session) {
  if (session.is_legacy) return builder.tuple(Term(vm::am::legacy), Term(vm::am::default_));
  return builder.tuple(session.name, builder.unsigned_integer(session.id));
}

}  // namespace tracing
