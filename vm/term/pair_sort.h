// PairSort: sorts the pairs of a map by key, one comparison at a time. The caller compares the two
// keys and answers; so comparing two maps whose keys are maps needs no recursion, however deep.
// A bottom-up merge sort: runs of `width_` pairs in from_ are merged into to_.
// Threads: belongs to one thread.
#pragma once

#include "vm/term/map.h"

#include <vector>

namespace vm {

class PairSort {
 public:
  /// Takes the pairs. The keys are distinct.
  explicit PairSort(std::vector<MapPair> pairs) : from_(std::move(pairs)), to_(from_.size()) {
    start_run(0);
  }

  /// True when the pairs are in order. Otherwise the caller compares left() and right() next.
  bool is_sorted() const { return width_ >= from_.size(); }
  Term left() const { return from_[left_].key; }
  Term right() const { return from_[right_].key; }

  /// Takes the order of left() and right(): negative when left() is less.
  void answer(int order) {
    to_[out_++] = order < 0 ? from_[left_++] : from_[right_++];
    if (left_ < middle_ && right_ < end_) return;
    while (left_ < middle_) to_[out_++] = from_[left_++];
    while (right_ < end_) to_[out_++] = from_[right_++];
    start_run(end_);
  }

  /// The pairs; in order once is_sorted().
  const std::vector<MapPair>& pairs() const { return from_; }

 private:
  /// Goes to the runs that start at `begin`. A run without a partner is copied; after the last one
  /// the next round begins.
  void start_run(Word begin) {
    const Word size = from_.size();
    while (!is_sorted()) {
      left_ = out_ = begin;
      middle_ = right_ = begin + width_ < size ? begin + width_ : size;
      end_ = right_ + width_ < size ? right_ + width_ : size;
      if (right_ < end_) return;
      while (left_ < middle_) to_[out_++] = from_[left_++];
      from_.swap(to_);
      width_ *= 2;
      begin = 0;
    }
  }

  std::vector<MapPair> from_, to_;
  Word width_ = 1;
  Word left_ = 0, middle_ = 0;  // what is left of the first run
  Word right_ = 0, end_ = 0;    // and of the second
  Word out_ = 0;
};

/// All keys in the order of the pairs, followed by all values in the same order.
inline std::vector<Term> keys_then_values(const std::vector<MapPair>& pairs) {
  std::vector<Term> out;
  out.reserve(2 * pairs.size());
  for (const MapPair& pair : pairs) out.push_back(pair.key);
  for (const MapPair& pair : pairs) out.push_back(pair.value);
  return out;
}

}  // namespace vm
