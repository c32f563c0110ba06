// Making processes, for all forms of spawn.
// Threads: in the context of the parent; spawn_first() before the schedulers start or on any
// participant.
#pragma once

#include "vm/proc/links.h"
#include "vm/proc/process.h"

#include <vector>

namespace vm {

struct SpawnOptions {
  bool link = false;
  bool monitor = false;
  MonitorOptions monitor_options;
  Priority priority = Priority::kNormal;
  bool has_priority = false;  // else normal
  Word min_heap_words = 0;    // 0: default
  Word min_virtual_heap_words = 0;
  Word fullsweep_after = ~Word{0};  // ~0: default
  MaxHeap max_heap;                 // default: no limit
  bool off_heap_messages = false;
  bool async_dist = false;
  bool is_system = false;      // the machine ends when it does
  std::uint16_t bound_to = 0;  // number of a scheduler, from 1; 0: any
  Term list;  // the options as the program gave them; none(): as the fields above say
};

/// Whether the limit of the heap, if there is one, is above the smallest size that it may have.
bool has_room_for_heap(const SpawnOptions& options);

/// Spawns module:function(arguments...); `arguments` is a proper list. Returns the pid, or {pid,
/// ref} with monitor; or raises system_limit. The child starts at the export's address (as apply/3
/// would).
Term spawn(Process& parent, Term module, Term function, Term arguments,
           const SpawnOptions& options);

/// erlang:spawn_request/5: the child is made at once, the answer comes as a message {ReplyTag,
/// ReqId, ok | error, Pid | Reason}.
struct SpawnRequestOptions {
  SpawnOptions spawn;
  Term reply_tag;  // none(): spawn_reply
  bool reply_on_success = true;
  bool reply_on_error = true;
};
/// Returns the request's reference (with `monitor`, the monitor's).
Term spawn_request(Process& parent, Term module, Term function, Term arguments,
                   const SpawnRequestOptions& options);

/// Sends the answer to a request, as `options` say: {ReplyTag, Ref, ok, Pid}, or with no pid
/// {ReplyTag, Ref, error, Reason}. Returns the reference, a new one where `ref` is none(). For
/// requests that fail before a child is made (badopt). `token`: the answer's sequential trace
/// token.
Term answer_spawn_request(Process& parent, Term ref, const SpawnRequestOptions& options, Term pid,
                          Term reason, Term token = am::undefined);

struct RemoteParent;  // vm/proc/remote.h

/// Starts a process that a process of another node has asked for, with what it owes to that.
/// Returns its pid; none() if the table is full or `arguments` is no proper list. Any thread.
Term spawn_for_remote(Vm& vm, Term module, Term function, Term arguments, Term group_leader,
                      const SpawnOptions& options, const RemoteParent& parent);

/// Makes the first process of a machine, which ends with it, or another one without a parent: its
/// own group leader unless given. Returns its pid. `arguments` is copied.
Term spawn_first(Vm& vm, Term module, Term function, Term arguments, Term group_leader);

}  // namespace vm
