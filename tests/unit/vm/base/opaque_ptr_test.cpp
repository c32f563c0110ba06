// An owner of an object whose type it does not know.
#include "vm/base/opaque_ptr.h"

#include <gtest/gtest.h>

namespace vm {
namespace {

struct Hidden;
struct Holder {
  OpaquePtr<Hidden> hidden;
};
Holder& test_holder() {
  static Holder holder;
  return holder;
}
int left = 0;

struct Hidden {
  explicit Hidden(int n) : number(n) { ++left; }
  ~Hidden() { --left; }
  int number;
};

TEST(OpaquePtr, DestroysWhatItOwnsOnce) {
  Holder& holder = test_holder();
  EXPECT_TRUE(holder.hidden == nullptr);
  holder.hidden = std::make_unique<Hidden>(1);
  EXPECT_EQ(holder.hidden->number, 1);
  holder.hidden = std::make_unique<Hidden>(2);
  EXPECT_EQ(left, 1);
  OpaquePtr<Hidden> other = std::move(holder.hidden);
  EXPECT_TRUE(holder.hidden == nullptr);
  EXPECT_EQ((*other).number, 2);
  other.reset();
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace vm
