// Nodes: the origin of pids, ports and references. A term of another node (decoded from the
// external format; there is no distribution) points to an entry of a table, which is append-only
// and exists once per operating system process, like the atom table.
// Threads: any thread may call any function.
#pragma once

#include "vm/term/term.h"

namespace vm {

/// The name of a node and its creation number, which tells its incarnations apart. Entries are
/// unique, so their addresses can be compared.
struct Node {
  Term name;
  std::uint32_t creation;
};

/// Returns the entry for a name and creation, and adds it if it does not exist. Entries are never
/// freed. Takes kNodeTable.
Node* intern_node(Term name, std::uint32_t creation);

/// The name of this node, `nonode@nohost`; its creation is 0.
Term local_node_name();
inline constexpr std::uint32_t kLocalCreation = 0;
bool is_local_node(Term name, std::uint32_t creation);
/// The number that represents a node in printed pids, ports and references: 0 for this node.
Word node_number(const Node& node);

/// The node of a pid, port or reference.
Node node_of(Term identifier);

}  // namespace vm
