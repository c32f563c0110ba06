// WordMap: values by addresses, tagged or not, of objects of heaps or of code: a hash table with
// open addressing, in one block. For walks that remember each object of a large term, where a node
// for each would take most of the time. What lies together in memory lies together in the table,
// because a walk goes from one object to the next. Threads: belongs to one thread, but for find().
#pragma once

#include "vm/base/types.h"

#include <bit>
#include <memory>
#include <utility>

namespace vm {

template <typename Value>
class WordMap {
 public:
  /// The value of `key`, which is added with `Value{}` if it is not there; that is then new. Valid
  /// until the next call.
  struct Found {
    Value& value;
    bool is_new;
  };
  Found find_or_add(Word key) {
    if (2 * (count_ + 1) > size_) [[unlikely]]
      grow();
    Place& place = places_[place_of(key)];
    const bool is_new = place.key == 0;
    if (is_new) {
      place.key = key;
      ++count_;
    }
    return {place.value, is_new};
  }
  /// The value of `key`, or null. Several threads may call it while none adds any.
  const Value* find(Word key) const {
    if (size_ == 0) return nullptr;
    const Place& place = places_[place_of(key)];
    return place.key == 0 ? nullptr : &place.value;
  }

 private:
  struct Place {
    Word key = 0;  // 0: the place is free
    Value value{};
  };
  static constexpr Word kBlock = 64;  // places for the objects of so many words of memory
  static constexpr Word kLeastSize = 2 * kBlock;

  // The place of the key, or the free one where it belongs. At least half of the places are free.
  Word place_of(Word key) const {
    const Word word = key / kWordBytes;
    // The high bits of the product depend on all bits of the block's number.
    const Word block =
        word / kBlock * 0x9E3779B97F4A7C15 >> (64 - std::countr_zero(size_ / kBlock));
    Word at = block * kBlock + word % kBlock;
    while (places_[at].key != key && places_[at].key != 0) at = (at + 1) & (size_ - 1);
    return at;
  }
  [[gnu::noinline]] void grow() {
    const Word old_size = std::exchange(size_, size_ == 0 ? kLeastSize : 2 * size_);
    const auto old = std::exchange(places_, std::make_unique<Place[]>(size_));
    for (Word i = 0; i < old_size; ++i)
      if (old[i].key != 0) places_[place_of(old[i].key)] = old[i];
  }

  std::unique_ptr<Place[]> places_;
  Word size_ = 0;  // a power of two, or 0
  Word count_ = 0;
};

}  // namespace vm
