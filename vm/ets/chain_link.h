// ChainLink: where a chain of a hash table goes on. A table often does not have a key that is
// looked up; that should not cost a look at the objects that share its bucket, which are in no
// cache mostly. So the upper bits of a link, which no address has, say which hashes may be behind
// it: of 16 groups of hashes, those that objects from here on belong to.
// Invariants: the group of each object from here on is there; others may be, too.
// Threads: guarded by the lock of its stripe.
#pragma once

#include "vm/base/types.h"

namespace vm {

struct TableObject;

class ChainLink {
 public:
  /// The end of a chain, as are bytes of zeros.
  ChainLink() = default;
  /// To an object of any group, with any behind it.
  explicit ChainLink(TableObject* object) : word_(reinterpret_cast<Word>(object) | ~kAddress) {}

  /// Null: the end.
  operator TableObject*() const {  // NOLINT: stands for the pointer in loops
    return reinterpret_cast<TableObject*>(word_ & kAddress);
  }
  TableObject* operator->() const { return *this; }

  /// Whether an object with this hash may be behind it. False at the end.
  bool may_contain(Word hash) const { return (word_ & group(hash)) != 0; }
  /// An object with this hash is put behind it.
  void note(Word hash) { word_ |= group(hash); }
  /// Has the groups of `other` in place of its own.
  void take_groups(ChainLink other) { word_ = (word_ & kAddress) | other.groups(); }
  /// To another object in the place of the one it leads to.
  void redirect(TableObject* object) { word_ = groups() | reinterpret_cast<Word>(object); }

 private:
  static constexpr unsigned kAddressBits = 48;  // of both processors, for programs
  static constexpr Word kAddress = (Word{1} << kAddressBits) - 1;
  // Between those that choose the bucket and those that choose the stripe.
  static constexpr unsigned kGroupShift = 44;

  Word groups() const { return word_ & ~kAddress; }
  static Word group(Word hash) {
    return Word{1} << (kAddressBits + (hash >> kGroupShift) % (kWordBits - kAddressBits));
  }

  Word word_ = 0;
};

}  // namespace vm
