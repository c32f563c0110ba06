// The system's counts, and the affinity mask of the program's first thread, which is what `taskset`
// changes when it gets the number of a program.
#include "bif/system/processors.h"

#include <unistd.h>

namespace bif {

Processors::Processors() { update(); }

Processors::Counts Processors::counts() const {
  vm::MutexLock lock(mutex_);
  return counts_;
}

bool Processors::update() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  // It fails on computers with more processors than a mask has room for.
  const bool is_known = ::sched_getaffinity(::getpid(), sizeof usable, &usable) == 0;
  const Counts counts{::sysconf(_SC_NPROCESSORS_CONF), ::sysconf(_SC_NPROCESSORS_ONLN),
                      is_known ? CPU_COUNT(&usable) : 1};
  vm::MutexLock lock(mutex_);
  const bool is_same = counts.configured == counts_.configured && counts.online == counts_.online &&
                       counts.available == counts_.available && CPU_EQUAL(&usable, &usable_);
  counts_ = counts;
  usable_ = usable;
  return !is_same;
}

}  // namespace bif
