// Nodes: the origin of pids, ports and references. A term of another node (decoded from the
// external format) points to an entry of a table, which is append-only and exists once per
// operating system process, like the atom table. So does the name of this node.
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

/// This node: `nonode@nohost` with creation 0 until set_local_node() gives it a name.
Node local_node();
inline Term local_node_name() { return local_node().name; }
/// What erlang:setnode/2 does: local pids, ports and references are those of this node from now on.
/// Where there are terms of a node with this name and creation, it gets the next creation.
void set_local_node(Term name, std::uint32_t creation);
bool is_local_node(Term name, std::uint32_t creation);
/// The number that represents a node in printed pids, ports and references: 0 for this node.
Word node_number(const Node& node);

/// The node of a pid, port or reference.
Node node_of(Term identifier);

}  // namespace vm
