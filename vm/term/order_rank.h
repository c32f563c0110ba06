// The place of a kind of term in the order of terms. Threads: any.
#pragma once

#include "vm/term/boxed.h"

namespace vm {

/// The kinds of terms in their order.
enum Rank {
  kNumber,
  kAtom,
  kReference,
  kFun,
  kPort,
  kPid,
  kTuple,
  kRecord,
  kMap,
  kNil,
  kList,
  kBits
};

inline Rank rank_of_boxed(Term t) {
  switch (header_subtag(t.header())) {
    case Subtag::kTuple:
      return kTuple;
    case Subtag::kFun:
      return kFun;
    case Subtag::kBigPositive:
    case Subtag::kBigNegative:
    case Subtag::kFloat:
      return kNumber;
    case Subtag::kRef:
    case Subtag::kMagicRef:
    case Subtag::kExternalRef:
      return kReference;
    case Subtag::kHeapBinary:
    case Subtag::kSubBinary:
    case Subtag::kRefBinary:
      return kBits;
    case Subtag::kFlatMap:
    case Subtag::kHashMap:
    case Subtag::kHashNode:
      return kMap;
    case Subtag::kExternalPid:
      return kPid;
    case Subtag::kExternalPort:
      return kPort;
    case Subtag::kRecord:
      return kRecord;
  }
  VM_UNREACHABLE();
}

/// Of a term that programs see.
inline Rank rank_of(Term t) {
  if (t.is_cons()) return kList;
  if (t.is_boxed()) return rank_of_boxed(t);
  if (t.is_small()) return kNumber;
  if (t.is_atom()) return kAtom;
  if (t.is_nil()) return kNil;
  if (t.is_local_pid()) return kPid;
  VM_ASSERT(t.is_local_port(), "programs see no other immediates");
  return kPort;
}

}  // namespace vm
