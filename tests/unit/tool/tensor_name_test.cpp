// Which array stands for which parameter.
#include "tool/tensor_name.h"

#include <gtest/gtest.h>

namespace mote {
namespace {

TEST(TensorName, PartsOfFlaxJaxAndPytorchNamesAreTheSame) {
  const std::vector<std::string> parts = {"params", "Dense_0", "kernel"};
  EXPECT_EQ(NameParts("params/Dense_0/kernel"), parts);
  EXPECT_EQ(NameParts("params['Dense_0']['kernel']"), parts);
  EXPECT_EQ(NameParts("params[\"Dense_0\"].kernel"), parts);
  EXPECT_EQ(NameParts("params.Dense_0.kernel"), parts);
  EXPECT_EQ(NameParts("args[0]"), (std::vector<std::string>{"args", "0"}));
  EXPECT_TRUE(NameParts("").empty());
  EXPECT_TRUE(NameParts("/[']").empty());
}

TEST(TensorName, Fit) {
  EXPECT_EQ(NameFit("x", "x"), 4);
  EXPECT_EQ(NameFit("params/w", "params['w']"), 3);
  EXPECT_EQ(NameFit("params/w", "variables['params']['w']"), 2);
  EXPECT_EQ(NameFit("w", "params['w']"), 2);
  EXPECT_EQ(NameFit("Dense_0/kernel", "variables['params']['Dense_0']['kernel']"), 1);   // the array's name ends the parameter's
  // the parameter's, but for its argument, ends the array's
  EXPECT_EQ(NameFit("params/Dense_0/kernel", "p['Dense_0']['kernel']"), 1);
  EXPECT_EQ(NameFit("params/w", "state[0].mu['params']['w']"), 1);
  EXPECT_EQ(NameFit("kernel", "params['bias']"), 0);
  EXPECT_EQ(NameFit("el", "params['kernel']"), 0);                                       // whole parts only
  EXPECT_EQ(NameFit("kernel", "kernel_1"), 0);
  EXPECT_EQ(NameFit("params/x", "x"), 0);                                                // an argument's own name says nothing by itself
  EXPECT_EQ(NameFit("", "x"), 0);
  EXPECT_EQ(NameFit("/", "['']"), 0);
}

TEST(TensorName, Numbers) {
  EXPECT_EQ(AsNumber("12"), std::optional<size_t>(12));
  EXPECT_FALSE(AsNumber("").has_value());
  EXPECT_FALSE(AsNumber("-1").has_value());
  EXPECT_FALSE(AsNumber("1x").has_value());
  EXPECT_FALSE(AsNumber("99999999999999999999999").has_value());
  ASSERT_TRUE(AsNumberedName("arr_10").has_value());
  EXPECT_EQ(AsNumberedName("arr_10")->stem, "arr_");
  EXPECT_EQ(AsNumberedName("arr_10")->number, 10u);
  EXPECT_EQ(AsNumberedName("7")->stem, "");
  EXPECT_FALSE(AsNumberedName("kernel").has_value());
}

}  // namespace
}  // namespace mote
