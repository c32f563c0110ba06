// Checks of our own reasoning (a failed check is a bug of the machine, never of the program it
// runs). VM_ASSERT is checked in debug and sanitizer builds, VM_CHECK always: it guards memory
// safety and code patching. Both name the condition and why it must hold, then abort.
#pragma once

namespace vm::detail {

/// Prints what failed and where, and aborts. Any thread.
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
  ::vm::detail::check_failed("reached", "this place is never reached", __FILE__, __LINE__)
#else
// The condition is still compiled (so that it cannot rot), but not evaluated.
#define VM_ASSERT(condition, why) static_cast<void>(sizeof(static_cast<bool>(condition)))
#define VM_UNREACHABLE() __builtin_unreachable()
#endif

namespace vm {

/// True where VM_ASSERT is checked; for bookkeeping that only assertions read.
inline constexpr bool kAsserts = VM_ENABLE_ASSERTS != 0;

}  // namespace vm
