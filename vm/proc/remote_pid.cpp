// The table of pids of other nodes that are in use as keys.
#include "vm/proc/remote_pid.h"

#include "vm/base/mutex.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace vm {
namespace {

constexpr Word kPidWords = 4;
using Key = std::tuple<const Node*, Word, Word>;

Key key_of(const External& pid) { return {pid.node, pid.data[0], pid.data[1]}; }

class RemotePids {
 public:
  std::shared_ptr<const RemotePid> find(const External& pid) VM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    const auto found = pids_.find(key_of(pid));
    return found == pids_.end() ? nullptr : found->second.lock();
  }
  std::shared_ptr<const RemotePid> intern(const External& pid) VM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    std::weak_ptr<const RemotePid>& entry = pids_[key_of(pid)];
    if (std::shared_ptr<const RemotePid> known = entry.lock()) return known;
    auto* made = new RemotePid;  // owner: the shared pointer below
    std::copy_n(reinterpret_cast<const Word*>(&pid), kPidWords, made->words);
    std::shared_ptr<const RemotePid> shared(made, [this](const RemotePid* old) { drop(old); });
    entry = shared;
    return shared;
  }

 private:
  void drop(const RemotePid* old) VM_EXCLUDES(mutex_) {
    const std::unique_ptr<const RemotePid> owner(old);
    const MutexLock lock(mutex_);
    const auto found = pids_.find(key_of(old->term().as_boxed<External>()));
    // The entry may belong to a newer object by now.
    if (found != pids_.end() && found->second.expired()) pids_.erase(found);
  }

  Mutex mutex_{LockRank::kNodeTable};  // nothing is locked under it
  std::map<Key, std::weak_ptr<const RemotePid>> pids_ VM_GUARDED_BY(mutex_);
};

// Never destroyed, as the table of nodes: processes that end with the machine may still drop links.
RemotePids& table() {
  alignas(RemotePids) static Byte memory[sizeof(RemotePids)];
  static RemotePids* const the_table = std::construct_at(reinterpret_cast<RemotePids*>(memory));
  return *the_table;
}

}  // namespace

std::shared_ptr<const RemotePid> intern_remote_pid(Term pid) {
  return table().intern(pid.as_boxed<External>());
}

std::shared_ptr<const RemotePid> find_remote_pid(Term pid) {
  return table().find(pid.as_boxed<External>());
}

Word link_key(Term other) {
  if (other.is_immediate()) return other.bits();
  const std::shared_ptr<const RemotePid> remote = find_remote_pid(other);
  // A link holds the object, so the address stays the key as long as there is one.
  return remote == nullptr ? 0 : remote->term().bits();
}

}  // namespace vm
