// One table of environments, one of what is held, each entry with the function that made it.
#include "bif/nif/checks.h"

#include "bif/nif/library.h"
#include "vm/base/mutex.h"
#include "vm/heap/literal_memory.h"
#include "vm/term/print.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace bif {

void turn_on_nif_checks() { detail::nif_checks = true; }

namespace checks {
namespace {

using vm::Mfa;

struct Environment {
  std::thread::id thread;  // none: any may use it
  Mfa function;
};

struct HeldObject {
  Held what;
  vm::Word count;
  Mfa function;
};

vm::Mutex mutex{vm::LockRank::kIoOutput};
std::unordered_map<const ErlNifEnv*, Environment> environments VM_GUARDED_BY(mutex);
std::unordered_map<const void*, HeldObject> held VM_GUARDED_BY(mutex);

thread_local constinit Mfa current{};

std::string text_of(const Mfa& function) {
  if (function.module.is_none()) return "a library's own thread";
  const std::string module = vm::term_to_text(function.module);
  if (function.function.is_none()) return module;
  return fmt::format("{}:{}/{}", module, vm::term_to_text(function.function), function.arity);
}

void report(const Mfa& function, std::string_view text) {
  const std::string line = fmt::format("nif-checks: {}: {}\n", text_of(function), text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

[[noreturn]] void fail(const Mfa& function, std::string_view text) {
  report(function, text);
  std::fflush(stderr);
  std::_Exit(1);
}

[[noreturn]] void fail_sending() { fail(current, "sends a term of another environment"); }

/// Terms that a value may refer to: those of a process's heap or of an environment, and literals.
class OwnTerms {
 public:
  explicit OwnTerms(const vm::Process& p) : vm_(p.vm), p_(&p), fragments_(p.fragments) {}
  OwnTerms(const vm::Vm& vm, vm::HeapFragment* fragments) : vm_(vm), fragments_(fragments) {}

  /// Whether `value` and all lists, tuples and small maps in it are those.
  bool has(Term value) {
    std::vector<Term> left{value};
    while (!left.empty()) {
      const Term term = left.back();
      left.pop_back();
      if (!term.is_pointer() || !seen_.insert(term.bits()).second) continue;
      if (vm_.literals->contains(term)) continue;
      if (!contains(address_of(term))) return false;
      add_parts(term, left);
    }
    return true;
  }

 private:
  static const void* address_of(Term term) {
    return term.is_cons() ? static_cast<const void*>(&term.as_cons())
                          : static_cast<const void*>(&term.as_boxed<Word>());
  }
  bool contains(const void* address) const {
    if (p_ != nullptr && address >= p_->heap_start && address < p_->heap_end) return true;
    if (p_ != nullptr && p_->is_old(address)) return true;
    for (vm::HeapFragment* f = fragments_; f != nullptr; f = f->next) {
      // Not contains(): the used part of one that a call is still building in is not known.
      if (address >= f->words() && address < f->words() + f->capacity) return true;
    }
    return false;
  }
  static void add_parts(Term term, std::vector<Term>& parts) {
    if (term.is_cons()) {
      parts.push_back(term.as_cons().head);
      parts.push_back(term.as_cons().tail);
    } else if (term.is_tuple()) {
      const vm::Tuple& tuple = term.as_tuple();
      parts.insert(parts.end(), tuple.elements, tuple.elements + tuple.arity());
    } else if (term.is_flat_map()) {
      const auto& map = term.as_boxed<vm::FlatMap>();
      parts.push_back(map.keys);
      parts.insert(parts.end(), map.values, map.values + map.count());
    }
  }

  const vm::Vm& vm_;
  const vm::Process* const p_ = nullptr;  // null: terms of an environment
  vm::HeapFragment* const fragments_;
  std::unordered_set<Word> seen_;
};

}  // namespace

void add_environment(const ErlNifEnv& env) {
  const bool is_own = env.kind == ErlNifEnv::Kind::kLibrary;
  Mfa function = current;
  if (function.module.is_none() && env.library != nullptr) function.module = env.library->module;
  {
    const vm::MutexLock lock(mutex);
    environments[&env] = {is_own ? std::thread::id() : std::this_thread::get_id(), function};
  }
  if (is_own) hold(Held::kEnvironment, &env);
}

void remove_environment(const ErlNifEnv& env) {
  if (env.kind == ErlNifEnv::Kind::kLibrary) release(Held::kEnvironment, &env);
  const vm::MutexLock lock(mutex);
  environments.erase(&env);
}

void move_environment(const ErlNifEnv& env) {
  const vm::MutexLock lock(mutex);
  environments[&env].thread = std::this_thread::get_id();
}

void check_use(const ErlNifEnv* env) {
  Environment found;
  bool exists;
  {
    const vm::MutexLock lock(mutex);
    const auto at = environments.find(env);
    exists = at != environments.end();
    if (exists) found = at->second;
  }
  if (!exists) fail(current, "uses an environment that has ended");
  const bool is_own = found.thread == std::thread::id();
  if (!is_own && found.thread != std::this_thread::get_id())
    fail(found.function, "its environment is used by another thread");
}

void check_sender(const ErlNifEnv* env, const ErlNifEnv* message_env) {
  if (env != nullptr) check_use(env);
  if (message_env == nullptr) return;
  check_use(message_env);
  if (message_env->kind != ErlNifEnv::Kind::kLibrary)
    fail(current, "sends from an environment that it has not allocated");
}

void check_sent(const vm::Vm& vm, vm::HeapFragment* fragments, Term message) {
  if (!OwnTerms(vm, fragments).has(message)) fail_sending();
}

void check_sent(const vm::Process& p, Term message) {
  if (!OwnTerms(p).has(message)) fail_sending();
}

void hold(Held what, const void* object) {
  const vm::MutexLock lock(mutex);
  HeldObject& entry = held.try_emplace(object, HeldObject{what, 0, current}).first->second;
  ++entry.count;
}

void release(Held what, const void* object) {
  bool is_held;
  {
    const vm::MutexLock lock(mutex);
    const auto at = held.find(object);
    is_held = at != held.end() && at->second.what == what;
    if (is_held && --at->second.count == 0) held.erase(at);
  }
  // References to it are left, or it is gone.
  if (!is_held && what == Held::kResource)
    fail(current, "releases a resource that it does not hold");
}

void report_held() {
  std::map<std::pair<std::string, Held>, std::pair<Mfa, Word>> sums;
  {
    const vm::MutexLock lock(mutex);
    for (const auto& [object, entry] : held) {
      auto& sum = sums[{text_of(entry.function), entry.what}];
      sum = {entry.function, sum.second + 1};
    }
  }
  for (const auto& [key, sum] : sums) {
    const bool is_one = sum.second == 1;
    const char* const name = key.second == Held::kResource ? (is_one ? "resource" : "resources")
                             : key.second == Held::kBinary
                                 ? (is_one ? "binary" : "binaries")
                                 : (is_one ? "environment" : "environments");
    report(sum.first, fmt::format("has not released {} {}", sum.second, name));
  }
}

Call::Call(const Mfa& function) : before_(current) { current = function; }
Call::~Call() { current = before_; }

void Call::check_outcome(Term value, bool is_raised, bool is_scheduled) const {
  if (is_raised && value.has_value())
    report(current, "has raised an exception and returned a term");
  if (value.is_none() && !is_raised && !is_scheduled) report(current, "has returned no term");
}

void Call::check_result(const vm::Process& p, Term value, bool is_raised, bool is_scheduled) const {
  check_outcome(value, is_raised, is_scheduled);
  if (value.has_value() && !is_raised && !OwnTerms(p).has(value))
    fail(current, "has returned a term of another environment");
}

}  // namespace checks
}  // namespace bif
