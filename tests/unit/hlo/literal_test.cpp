// Literals: storage, scalar access with conversion, sharing; and the shapes they have.
#include "hlo/literal.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mote {
namespace {

TEST(Literal, IntegersKeepTheirLowBits) {
  Literal s4(Shape::Array(ElementType::kS4, {2}));
  s4.SetInteger(0, 7);
  s4.SetInteger(1, 9);  // 1001 in four bits
  EXPECT_EQ(s4.IntegerAt(0), 7);
  EXPECT_EQ(s4.IntegerAt(1), -7);
  Literal u2(Shape::Scalar(ElementType::kU2));
  u2.SetInteger(0, -1);
  EXPECT_EQ(u2.IntegerAt(0), 3);
  Literal u64(Shape::Scalar(ElementType::kU64));
  u64.SetInteger(0, -1);
  EXPECT_EQ(u64.RealAt(0), 18446744073709551616.0);
}

TEST(Literal, RealsSaturateIntoIntegers) {
  Literal s8(Shape::Array(ElementType::kS8, {5}));
  const double values[] = {127.9, 1e9, -1e9, -1.9, NAN};
  const int64_t want[] = {127, 127, -128, -1, 0};
  for (int i = 0; i < 5; ++i) {
    s8.SetReal(i, values[i]);
    EXPECT_EQ(s8.IntegerAt(i), want[i]) << i;
  }
  Literal u64(Shape::Scalar(ElementType::kU64));
  u64.SetReal(0, 1e30);
  EXPECT_EQ(static_cast<uint64_t>(u64.IntegerAt(0)), UINT64_MAX);
  u64.SetReal(0, -1);
  EXPECT_EQ(u64.IntegerAt(0), 0);
  Literal pred(Shape::Scalar(ElementType::kPred));
  pred.SetReal(0, NAN);
  EXPECT_EQ(pred.IntegerAt(0), 1);
  pred.SetReal(0, -0.0);
  EXPECT_EQ(pred.IntegerAt(0), 0);
}

TEST(Literal, ComplexHoldsTwoParts) {
  Literal c(Shape::Array(ElementType::kC64, {2}));
  c.SetComplex(1, {1.5, -2});
  EXPECT_EQ(c.ComplexAt(1), (std::complex<double>{1.5, -2}));
  EXPECT_EQ(c.ComplexAt(0), std::complex<double>());
  EXPECT_EQ(c.bytes().size(), 16u);
}

TEST(Literal, CopiesShareUntilWritten) {
  Literal a(Shape::Array(ElementType::kS32, {2}));
  a.SetInteger(0, 1);
  Literal b = a;
  EXPECT_EQ(a.bytes().data(), b.bytes().data());
  b.SetInteger(0, 2);
  EXPECT_EQ(a.IntegerAt(0), 1);
  EXPECT_EQ(b.IntegerAt(0), 2);
}

TEST(Literal, SplatAndBitEquality) {
  Literal one(Shape::Scalar(ElementType::kF32));
  one.SetReal(0, 1);
  const Literal splat = Literal::Splat(Shape::Array(ElementType::kF32, {3}), one);
  EXPECT_TRUE(splat.IsSplat());
  EXPECT_EQ(splat.RealAt(2), 1);
  EXPECT_FALSE(Literal(Shape::Array(ElementType::kF32, {0})).IsSplat());
  Literal zero(Shape::Scalar(ElementType::kF32)), minus(Shape::Scalar(ElementType::kF32));
  minus.SetReal(0, -0.0);
  EXPECT_FALSE(zero.BitEqual(minus));
  EXPECT_TRUE(zero.BitEqual(zero));
}

TEST(Shape, TextInBothSpellings) {
  Shape shape = Shape::Array(ElementType::kF32, {2, 3, kDynamic});
  shape.bounded = {false, true, false};
  EXPECT_EQ(ToString(shape), "f32[2,<=3,?]");
  EXPECT_EQ(ToMlirString(shape), "tensor<2x?x?xf32, #stablehlo.bounds<?, 3, ?>>");
  EXPECT_EQ(ToString(Shape::Tuple({Shape::Scalar(ElementType::kC64), Shape::Token()})), "(c64[], token[])");
  EXPECT_EQ(ToMlirString(Shape::Tuple({Shape::Scalar(ElementType::kC64), Shape::Token()})),
            "tuple<tensor<complex<f32>>, !stablehlo.token>");
}

TEST(Shape, QuantizedText) {
  auto quantization = std::make_shared<Quantization>();
  quantization->scales = {0.5, 0.1};
  quantization->zero_points = {0, -3};
  quantization->axis = 1;
  quantization->storage_min = -127;
  quantization->storage_max = 127;
  Shape shape = Shape::Array(ElementType::kS8, {4, 2});
  shape.quantization = quantization;
  EXPECT_EQ(ToMlirString(shape), "tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01,1.000000e-01:-3}>>");
}

TEST(Shape, EqualityAndSizes) {
  Shape a = Shape::Array(ElementType::kS16, {2, 5}), b = a;
  EXPECT_EQ(a.ByteSize(), 20);
  EXPECT_EQ(RowMajorStrides({2, 3, 4}), (Dims{12, 4, 1}));
  b.bounded = {false, false};
  EXPECT_TRUE(a == b);
  b.bounded = {false, true};
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(b.IsStatic());
  EXPECT_TRUE(Shape::Tuple({a}).IsStatic());
}

TEST(ElementType, NamesReadBack) {
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass)              \
  EXPECT_EQ(ElementTypeFromHloName(hlo), ElementType::k##id);                   \
  EXPECT_EQ(ElementTypeFromMlirName(mlir), ElementType::k##id);                 \
  EXPECT_EQ(BitWidth(ElementType::k##id), bits);                                \
  EXPECT_EQ(StorageBytes(ElementType::k##id), bytes);
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
  EXPECT_FALSE(ElementTypeFromHloName("f33").has_value());
}

}  // namespace
}  // namespace mote
