// RemotePid: the pid of a process on another node as one shared object, so that its address can be
// the key of a link as the bits of a local pid are. Two equal pids have the same object.
// Ownership: shared by the links that use it; the last one frees it.
// Threads: any; the table of all objects has a lock inside.
#pragma once

#include "vm/term/boxed.h"

#include <memory>

namespace vm {

struct RemotePid {
  Word words[4];  // an External of subtag kExternalPid
  /// The pid. Valid while this object is; copy it to keep it longer.
  Term term() const { return Term::boxed(words); }
};

/// The object of `pid`, which is a pid of another node; made if there is none.
std::shared_ptr<const RemotePid> intern_remote_pid(Term pid);
/// The same, or null if there is none, and so no link either.
std::shared_ptr<const RemotePid> find_remote_pid(Term pid);

/// The key in ProcessLinks::links of the process or port `other`; 0, which is no key, for a process
/// of another node that has no link to one of this node.
Word link_key(Term other);

}  // namespace vm
