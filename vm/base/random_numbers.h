// RandomNumbers: a small generator for what chance decides in the machine, such as the length of
// time slices under stress. Not for secrets. <random> has the same, but takes 0.4 s of each file
// that includes it. Threads: one at a time.
#pragma once

#include "vm/base/types.h"

namespace vm {

class RandomNumbers {
 public:
  /// Equal seeds give equal numbers.
  explicit RandomNumbers(Word seed) : state_(seed) {}

  /// The next number, of all 64-bit numbers (SplitMix64: Steele, Lea and Flood, 2014).
  Word next() {
    state_ += 0x9e3779b97f4a7c15;
    Word z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// The next number below `limit`, which is at least 1.
  Word below(Word limit) { return next() % limit; }

 private:
  Word state_;
};

}  // namespace vm
