// Arrays of .npy files. Expected bytes are what NumPy with ml_dtypes writes for the values beside them.
#include <gtest/gtest.h>

#include "hlo/npy.h"

namespace mote {
namespace {

// An array of opaque one-byte elements, as types that NumPy does not have are stored.
std::string Opaque(const std::string& bytes) {
  std::string dict = "{'descr': '|V1', 'fortran_order': False, 'shape': (" + std::to_string(bytes.size()) + ",), }";
  dict.append(63 - (dict.size() + 10) % 64, ' ');
  dict += '\n';
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(dict.size()) + '\0' + dict + bytes;
}

// ml_dtypes writes -1 and -2 of int2 as 3 and 2, of int4 as 15 and 14; bits beyond the type say nothing.
TEST(Npy, TypesOfLessThanAByteTakeTheirOwnBits) {
  const Result<Literal> two = ReadNpy(Opaque("\3\2\1\xff"), ElementType::kS2), four = ReadNpy(Opaque("\17\16\1\xff"), ElementType::kS4);
  ASSERT_TRUE(two.ok() && four.ok());
  for (const Literal* signed_values : {&*two, &*four}) {
    EXPECT_EQ(signed_values->IntegerAt(0), -1);
    EXPECT_EQ(signed_values->IntegerAt(1), -2);
    EXPECT_EQ(signed_values->IntegerAt(2), 1);
    EXPECT_EQ(signed_values->IntegerAt(3), -1);
  }
  const Result<Literal> nibble = ReadNpy(Opaque("\x13"), ElementType::kU4), real = ReadNpy(Opaque("\xf2"), ElementType::kF4E2M1FN);
  ASSERT_TRUE(nibble.ok() && real.ok());
  EXPECT_EQ(nibble->IntegerAt(0), 3);
  EXPECT_EQ(real->RealAt(0), 1.0);
}

}  // namespace
}  // namespace mote
