// The end of a thread's stack is asked for once per thread.
#include "vm/base/native_stack.h"

#include <pthread.h>

namespace vm {
namespace {

/// The lowest address of this thread's stack; 0 if the system does not say.
Word stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<Word>(lowest);
}

}  // namespace

Word native_stack_left() {
  thread_local const Word end = stack_end();
  return reinterpret_cast<Word>(__builtin_frame_address(0)) - end;
}

}  // namespace vm
