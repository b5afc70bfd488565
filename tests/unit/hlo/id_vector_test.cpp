// IdVector: ids of every width name the same element, none names none.
#include "hlo/id_vector.h"

#include <gtest/gtest.h>

#include <string>

namespace mote {
namespace {

TEST(IdVector, AnyIntegerNamesAnElement) {
  IdVector<std::string> list = {"a", "b"};
  EXPECT_EQ(list[int32_t{1}] + list[int64_t{0}] + list[size_t{1}], "bab");
  list[int32_t{0}] = "c";
  EXPECT_EQ(list, (std::vector<std::string>{"c", "b"}));
  IdVector<bool> marked(3);
  marked[int32_t{2}] = true;
  EXPECT_EQ(marked, (IdVector<bool>{false, false, true}));
}

TEST(IdVector, CountIsTheNextId) {
  IdVector<int> list;
  EXPECT_EQ(list.count(), 0);
  list.push_back(7);
  EXPECT_EQ(list.count(), 1);
  EXPECT_TRUE(list.Has(0));
  EXPECT_FALSE(list.Has(1));
  EXPECT_FALSE(list.Has(-1));
  EXPECT_FALSE(list.Has(int64_t{1} << 32));  // its low half is an id
}

TEST(IdVector, TakesOverAVector) {
  std::vector<int> plain = {4, 5};
  const int* data = plain.data();
  const IdVector<int> list = std::move(plain);
  EXPECT_EQ(list.data(), data);
}

}  // namespace
}  // namespace mote
