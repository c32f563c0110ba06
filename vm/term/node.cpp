// The table of other nodes.
#include "vm/base/atomic.h"
#include "vm/base/mutex.h"
#include "vm/term/atom_table.h"
#include "vm/term/boxed.h"
#include "vm/term/known_nodes.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace vm {
namespace {

/// Smaller ones have a meaning of their own.
constexpr std::uint32_t kFirstCreation = 4;

class NodeTable {
 public:
  Node* intern(Term name, std::uint32_t creation) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    Node*& entry = by_key_[{name.bits(), creation}];
    if (entry == nullptr) entry = &nodes_.emplace_back(Node{name, creation});
    return entry;
  }

  /// An entry for this node, which no term points to.
  const Node* add_own(Term name, std::uint32_t creation) VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (by_key_.contains({name.bits(), creation}))
      creation = std::max(creation + 1, kFirstCreation);
    return &nodes_.emplace_back(Node{name, creation});
  }

  std::vector<Node> all() VM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return {nodes_.begin(), nodes_.end()};
  }

 private:
  Mutex mutex_{LockRank::kNodeTable};
  std::map<std::pair<Word, std::uint32_t>, Node*> by_key_ VM_GUARDED_BY(mutex_);
  // Entries do not move and are constant after construction.
  std::deque<Node> nodes_ VM_GUARDED_BY(mutex_);
};

// Never destroyed, because terms may refer to it until the program exits.
NodeTable& node_table() {
  alignas(NodeTable) static Byte memory[sizeof(NodeTable)];
  static NodeTable* const the_table = std::construct_at(reinterpret_cast<NodeTable*>(memory));
  return *the_table;
}

Atomic<const Node*> this_node{nullptr};  // null: nonode@nohost

}  // namespace

Node* intern_node(Term name, std::uint32_t creation) { return node_table().intern(name, creation); }

std::vector<Node> known_nodes() { return node_table().all(); }

Node local_node() {
  // acquire: pairs with set_local_node(); the entry is complete.
  const Node* node = this_node.load(kAcquire);
  return node == nullptr ? Node{am::nohost, 0} : *node;
}

void set_local_node(Term name, std::uint32_t creation) {
  // release: the entry is complete for a thread that finds it.
  this_node.store(node_table().add_own(name, creation), kRelease);
}

bool is_local_node(Term name, std::uint32_t creation) {
  const Node here = local_node();
  return name == here.name && creation == here.creation;
}

Word node_number(const Node& node) {
  return is_local_node(node.name, node.creation) ? 0 : node.name.atom_index();
}

Node node_of(Term identifier) {
  if (identifier.is_boxed() && header_subtag(identifier.header()) >= Subtag::kExternalPid) {
    return *identifier.as_boxed<External>().node;
  }
  return local_node();
}

}  // namespace vm
