// --nif-checks: mistakes of C libraries that the interface has no answer for. What would damage the
// machine's memory ends the program, after a line on standard error: an environment whose call has
// ended, one that another thread uses, a term that the caller cannot keep, a resource that is
// released too often. The rest is reported and goes on: an exception that is raised and a term
// returned, no term at all, and at the end what was never released. Reports name the library's
// module and the function that was called.
// Off, which is the default, each check costs the test of one word.
// Threads: any. Source: erl_nif(3).
#pragma once

#include "vm/code/func_info.h"
#include "vm/heap/heap.h"

struct enif_environment_t;

namespace bif {

/// Before the machine starts.
void turn_on_nif_checks();
namespace detail {
inline constinit bool nif_checks = false;
}
inline bool has_nif_checks() { return detail::nif_checks; }

/// The functions below are for machines with checks.
namespace checks {

/// The environment exists from now on; `function` is none() where the machine calls no function of
/// a module. The calling thread may use it, every thread where it is a library's own.
void add_environment(const enif_environment_t& env);
void remove_environment(const enif_environment_t& env);
/// From now on this thread may use the environment, and no other.
void move_environment(const enif_environment_t& env);
/// Whether this thread may use the environment, which may be any address.
void check_use(const enif_environment_t* env);

/// Before something is sent: `env` is the caller's, `message_env` one that a library has allocated,
/// either may be null.
void check_sender(const enif_environment_t* env, const enif_environment_t* message_env);
/// Whether the parts of a message from an environment with these fragments are in them.
void check_sent(const vm::Vm& vm, vm::HeapFragment* fragments, vm::Term message);
/// The same of a message without an environment, by the process that calls.
void check_sent(const vm::Process& p, vm::Term message);

/// What a library must give back.
enum class Held : std::uint8_t { kResource, kBinary, kEnvironment };
void hold(Held what, const void* object);
/// A resource must be held. Another object that is not held was made by the machine.
void release(Held what, const void* object);
/// Reports what is still held. When the machine ends.
void report_held();

/// The function that this thread runs, until the end of the object; one without a name is the load
/// or upgrade of the module's library.
class Call {
 public:
  explicit Call(const vm::Mfa& function);
  ~Call();
  Call(const Call&) = delete;
  /// What the function has returned, after its environment's end: `value` or none().
  void check_result(const vm::Process& p, vm::Term value, bool is_raised, bool is_scheduled) const;
  /// The same of a call on a dirty scheduler, whose terms are copied.
  void check_outcome(vm::Term value, bool is_raised, bool is_scheduled) const;

 private:
  const vm::Mfa before_;
};

}  // namespace checks
}  // namespace bif
