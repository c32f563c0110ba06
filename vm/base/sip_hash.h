// SipHash-1-3 with a result of 128 bits (Aumasson and Bernstein, 2012): a digest that only those
// who know its key can foresee, at less than a cycle for a byte.
#pragma once

#include "vm/base/types.h"

#include <span>

namespace vm {

struct SipKey {
  Word low = 0, high = 0;
};

struct SipDigest {
  Word low = 0, high = 0;
  bool operator==(const SipDigest&) const = default;
};

/// The digest of `bytes` under `key`. Threads: any.
SipDigest sip_hash(const SipKey& key, std::span<const Byte> bytes);

}  // namespace vm
