// Nodes: where pids, ports and references come from. Terms of another node (they arrive in the
// external format; there is no distribution) point to an entry of a process-wide table, which only
// grows, as the atom table does. Threads: all functions may be called by any thread.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// A node name and which of its incarnations. Entries are unique, so their addresses can be
/// compared.
struct Node {
  Term name;
  std::uint32_t creation;
};

/// The entry for this name and creation; made when there is none. It lives for ever.
Node* intern_node(Term name, std::uint32_t creation);

/// This node: `nonode@nohost`, creation 0.
Term local_node_name();
inline constexpr std::uint32_t kLocalCreation = 0;
bool is_local_node(Term name, std::uint32_t creation);
/// The number that stands for a node in printed pids, ports and references: 0 for this one.
Word node_number(const Node& node);

/// The node of a pid, port or reference.
Node node_of(Term identifier);

}  // namespace vm
