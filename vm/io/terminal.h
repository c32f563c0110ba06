// Terminal: the terminal that standard input and output may be: its mode and its size.
// Invariant: a mode that was changed is the old one again when the machine ends.
// Threads: any.
#pragma once

#include "vm/base/mutex.h"
#include "vm/base/types.h"

#include <deque>
#include <termios.h>

namespace vm {

class Terminal {
 public:
  struct Size {
    Word columns;
    Word rows;
  };

  Terminal() = default;
  ~Terminal() { restore(); }
  Terminal(const Terminal&) = delete;

  /// Keys come at once, are not shown and not translated, as under erl; those that mean a signal
  /// still do. False with errno.
  /// Again, where something else has set a mode meanwhile.
  bool set_raw() VM_EXCLUDES(mutex_);
  /// The mode that there was before.
  void restore() VM_EXCLUDES(mutex_);
  /// For a while, until resume(): what is typed is shown and comes at once, and output is
  /// translated as in the mode before the machine.
  void suspend() VM_EXCLUDES(mutex_);
  void resume() VM_EXCLUDES(mutex_);
  /// The key for an interrupt is a key like others from now on; before set_raw().
  void let_interrupts_be_keys() VM_EXCLUDES(mutex_);
  /// Signals for the process that has the terminal, in order; 0: no more.
  void add_signal(int number) VM_EXCLUDES(mutex_);
  int take_signal() VM_EXCLUDES(mutex_);
  /// 80 columns and 24 rows where the terminal does not know.
  static Size window_size();

 private:
  Mutex mutex_{LockRank::kIoOutput};
  termios original_ VM_GUARDED_BY(mutex_){};
  termios raw_ VM_GUARDED_BY(mutex_){};
  termios suspended_ VM_GUARDED_BY(mutex_){};
  bool is_suspended_ VM_GUARDED_BY(mutex_) = false;
  bool interrupts_are_keys_ VM_GUARDED_BY(mutex_) = false;
  std::deque<int> signals_ VM_GUARDED_BY(mutex_);
  bool is_raw_ VM_GUARDED_BY(mutex_) = false;
};

}  // namespace vm
