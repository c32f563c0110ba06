// Checks of the machine's own invariants. A failed check is a bug in the machine, never in the
// Erlang program it runs. VM_ASSERT is checked in debug and sanitizer builds; VM_CHECK is checked
// in every build, because it guards memory safety and code patching. Both print the condition and
// the reason why it must hold, then abort.
#pragma once

namespace vm::detail {

/// Prints the condition, the reason and the source position to standard error, then aborts. Any
/// thread.
[[noreturn, gnu::cold, gnu::noinline]] void check_failed(const char* condition, const char* why,
                                                         const char* file, int line);

}  // namespace vm::detail

#define VM_CHECK(condition, why) \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0) \
       : ::vm::detail::check_failed(#condition, why, __FILE__, __LINE__))

#if VM_ENABLE_ASSERTS
#define VM_ASSERT(condition, why) VM_CHECK(condition, why)
#define VM_UNREACHABLE() \
  ::vm::detail::check_failed("reached", "this code is unreachable", __FILE__, __LINE__)
#else
// The condition is compiled but not evaluated, so that it stays valid code.
#define VM_ASSERT(condition, why) static_cast<void>(sizeof(static_cast<bool>(condition)))
#define VM_UNREACHABLE() __builtin_unreachable()
#endif

namespace vm {

/// True in builds that check VM_ASSERT. For bookkeeping that only assertions read.
inline constexpr bool kAsserts = VM_ENABLE_ASSERTS != 0;

}  // namespace vm
