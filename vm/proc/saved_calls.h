// SavedCalls: the last calls of a process that asked for them by process_flag(save_calls): of
// exported functions, and its sends, receives and timeouts. While a process keeps them, its calls
// of exports go through i_save_call (SavedRegisters::call_index); for other processes it costs a
// test of one pointer in a receive. Ownership: the process. Threads: the one that runs it.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/proc/process.h"

#include <vector>

namespace vm {

inline constexpr Word kMaxSavedCalls = 10000;

class SavedCalls {
 public:
  /// Keeps the last `size` calls, at least 1.
  explicit SavedCalls(Word size) : size_(size) {}

  Word size() const { return size_; }
  /// `call.module` is none() for events that are no call; `function` names them.
  void add(const Mfa& call) {
    if (calls_.size() < size_) {
      calls_.push_back(call);
    } else {
      calls_[next_] = call;
    }
    next_ = (next_ + 1) % size_;
  }
  /// From the oldest to the newest: {Module, Function, Arity} or an atom.
  Term to_list(HeapBuilder& builder) const;

 private:
  const Word size_;
  std::vector<Mfa> calls_;  // a ring once it is full
  Word next_ = 0;
};

/// From now on the process keeps its last `size` calls, none for 0. Returns the previous size.
Word save_calls(Process& p, Word size);

/// Records the call if the process keeps its calls, and is not sensitive.
inline void note_call(Process& p, const Mfa& call) {
  if (p.saved_calls != nullptr && !p.flags.sensitive) [[unlikely]]
    p.saved_calls->add(call);
}

}  // namespace vm
