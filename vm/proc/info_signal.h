// The request that process_info/2 sends to another process.
#pragma once

#include "vm/proc/process_info.h"
#include "vm/proc/signal.h"

namespace vm {

struct InfoSignal : SignalObject {
  InfoSignal() : SignalObject(SignalKind::kProcessInfo) {}
  ~InfoSignal() override { HeapFragment::free_chain(fragment); }
  Term asker;
  Word wait = 0;
  Term what;  // as process_info_of(); in fragment
  HeapFragment* fragment = nullptr;
};

/// Answers the request, in the receiver.
void answer_process_info(Process& p, InfoSignal& signal);

}  // namespace vm
