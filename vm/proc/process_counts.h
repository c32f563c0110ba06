// ProcessCounts: how often each process has asked for something that lasts until it has withdrawn
// it as often, or ends. For switches of the machine. Threads: under its owner's lock.
#pragma once

#include "vm/heap/heap_builder.h"
#include "vm/proc/process.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"

#include <map>
#include <vector>

namespace vm {

class ProcessCounts {
 public:
  void add(Term pid) { ++counts_[pid.bits()]; }
  /// Withdraws one request. No effect for a process that has none.
  void take_back(Term pid) {
    const auto found = counts_.find(pid.bits());
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
  }
  /// The process ends. Returns whether it had any.
  bool forget(Term pid) { return counts_.erase(pid.bits()) != 0; }
  bool is_empty() const { return counts_.empty(); }
  /// The processes that have at least one.
  std::vector<Term> pids() const {
    std::vector<Term> pids;
    for (const auto& [bits, count] : counts_) pids.push_back(Term::from_bits(bits));
    return pids;
  }

 private:
  std::map<Word, Word> counts_;  // by the bits of a local pid, which is immediate
};

}  // namespace vm
