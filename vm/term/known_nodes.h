// The list of all nodes of the table in node.h. Apart from it, because nearly everything includes
// that.
#pragma once

#include "vm/term/node.h"

#include <vector>

namespace vm {

/// All entries, this node's among them once it has a name. Takes kNodeTable. Threads: any.
std::vector<Node> known_nodes();

}  // namespace vm
