// The wait of a BIF whose signals a connection does not take yet.
#include "vm/proc/connection_wait.h"

#include "vm/proc/node_monitors.h"
#include "vm/proc/process.h"
#include "vm/proc/remote.h"
#include "vm/vm.h"

namespace vm {
namespace {

/// Says where the process is while it waits.
class SuspendedAt {
 public:
  SuspendedAt(Process& p, const Mfa& place) : p_(p) { p_.operation.suspended_at = &place; }
  ~SuspendedAt() { p_.operation.suspended_at = nullptr; }
  SuspendedAt(const SuspendedAt&) = delete;

 private:
  Process& p_;
};

}  // namespace

Term after_sending(Process& p, Term node, Term result, const Mfa& place) {
  if (!p.vm.node_monitors->remote().must_wait(p, node)) return result;
  return p.suspend_on(suspended_by_connection(p, result, place));
}

Operation suspended_by_connection(Process& p, Term result, const Mfa& place) {
  const OperationRoot kept(p, result);
  const SuspendedAt suspended(p, place);
  co_await woken(p);
  co_return kept.get();
}

}  // namespace vm
