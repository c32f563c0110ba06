// Tags of the external term format: the first byte of each encoded term. Used by the encoder and
// the decoder.
#pragma once

#include "vm/base/types.h"

namespace vm::detail {

inline constexpr Byte kExternalVersion = 131;

enum ExternalTag : Byte {
  kTagRecord = 67,
  kTagNewFloat = 70,
  kTagBitBinary = 77,
  kTagCompressed = 80,
  kTagAtomCacheRef = 82,
  kTagNewPid = 88,
  kTagNewPort = 89,
  kTagNewerReference = 90,
  kTagSmallInteger = 97,
  kTagInteger = 98,
  kTagFloat = 99,
  kTagAtom = 100,
  kTagReference = 101,
  kTagPort = 102,
  kTagPid = 103,
  kTagSmallTuple = 104,
  kTagLargeTuple = 105,
  kTagNil = 106,
  kTagString = 107,
  kTagList = 108,
  kTagBinary = 109,
  kTagSmallBig = 110,
  kTagLargeBig = 111,
  kTagNewFun = 112,
  kTagExport = 113,
  kTagNewReference = 114,
  kTagSmallAtom = 115,
  kTagMap = 116,
  kTagAtomUtf8 = 118,
  kTagSmallAtomUtf8 = 119,
  kTagV4Port = 120,
};

/// The length of a float in text form (kTagFloat).
inline constexpr Word kFloatTextBytes = 31;
/// A proper list of up to so many bytes is a kTagString, whose length has 16 bits.
inline constexpr Word kMaxString = 0xFFFF;
/// The most bytes of anything else: sizes have 32 bits.
inline constexpr Word kMostBytes = 0xFFFFFFFF;

}  // namespace vm::detail
