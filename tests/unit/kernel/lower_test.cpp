// Corners of every lowered operation against the evaluator; routines and their epilogues against the generic kernel; what is refused.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "kernel/interpret.h"
#include "kernel_runner.h"
#include "small_modules.h"

namespace mote::testing {
namespace {

std::vector<Literal> RandomInputs(const Module& module, uint32_t seed) {
  std::vector<Literal> inputs;
  for (const Shape& shape : module.main().parameters) inputs.push_back(RandomLiteral(shape, seed + static_cast<uint32_t>(inputs.size())));
  return inputs;
}

TEST(Lower, CornersAgreeWithTheEvaluator) {
  for (const SmallModule& small : SmallModules()) {
    SCOPED_TRACE(small.name);
    const Module module = Parse(small.text);
    if (module.entry < 0) continue;
    for (uint32_t seed : {1u, 100u, 200u}) {
      const RunReport report = RunByKernels(module, module.main(), RandomInputs(module, seed));
      EXPECT_EQ(report.unsupported, "");
      EXPECT_EQ(report.odd, "");
      EXPECT_EQ(report.wrong, "");
    }
  }
}

TEST(Lower, HugeIndicesClampInTheirOwnType) {
  struct Row {
    const char* type;
    int64_t value;
    float first;  // of x[start], x = 0 1 2 3 4, two elements
  };
  for (const Row& row : {Row{"i64", INT64_MAX, 3}, Row{"i64", INT64_MIN, 0}, Row{"ui64", -1, 3}, Row{"ui32", -1, 3}, Row{"i32", -1, 0},
                         Row{"ui8", 255, 3}, Row{"i8", -128, 0}, Row{"i64", int64_t{1} << 32, 3}}) {
    const std::string scalar = std::string("tensor<") + row.type + ">";
    const Module module = Parse("func.func @main(%x: tensor<5xf32>, %a: " + scalar +
                                ") -> tensor<2xf32> {\n  %r = stablehlo.dynamic_slice %x, %a, sizes = [2] : (tensor<5xf32>, " + scalar +
                                ") -> tensor<2xf32>\n  return %r : tensor<2xf32>\n}");
    ASSERT_GE(module.entry, 0);
    Literal x(module.main().parameters[0]), at(module.main().parameters[1]);
    for (int i = 0; i < 5; ++i) x.SetReal(i, i);
    at.SetInteger(0, row.value);
    Values values;
    RunOptions options;
    options.values = &values;
    const RunReport report = RunByKernels(module, module.main(), {x, at}, options);
    EXPECT_EQ(report.wrong + report.odd + report.unsupported, "");
    EXPECT_EQ(values[module.main().results[0]].RealAt(0), row.first) << row.type << " " << row.value;
  }
}

// An epilogue with the routine's sum as one more operand that it loads.
BoundKernel WithSumOperand(BoundKernel bound, ElementType sum) {
  Kernel& kernel = bound.kernel;
  const std::vector<AxisId> axes = kernel.stages[0].axes;
  const int32_t operand = static_cast<int32_t>(kernel.operands.size());
  kernel.operands.push_back({sum, true, false});
  Access access;
  access.operand = operand;
  int64_t stride = 1;
  for (size_t i = axes.size(); i-- > 0;) {
    kernel.params.push_back({Reg::kI32, Parameter::Role::kStride});
    bound.values.push_back(stride);
    access.terms.insert(access.terms.begin(), {axes[i], static_cast<ParamId>(kernel.params.size()) - 1});
    stride *= bound.values[static_cast<size_t>(kernel.axes[static_cast<size_t>(axes[i])].extent)];
  }
  kernel.accesses.push_back(access);
  for (Node& node : kernel.nodes) {
    if (node.op == Scalar::kAccumulator) {
      EXPECT_EQ(node.type, RegisterOf(sum));
      node = {Scalar::kLoad, node.type, {kNone, kNone, kNone}, static_cast<int32_t>(kernel.accesses.size()) - 1, 0};
    }
  }
  return bound;
}

// Adds products of elements that lie at these places, as bits of the sum's type: f32, or s32 modulo 2^32.
struct Adder {
  const Literal &lhs, &rhs;
  bool integers;
  int64_t lhs_zero = 0, rhs_zero = 0;

  uint32_t Add(uint32_t sum, int64_t i, int64_t j, bool fused) const {
    if (integers) return sum + static_cast<uint32_t>((lhs.IntegerAt(i) - lhs_zero) * (rhs.IntegerAt(j) - rhs_zero));
    const float a = lhs.data<float>()[static_cast<size_t>(i)], b = rhs.data<float>()[static_cast<size_t>(j)];
    const float before = std::bit_cast<float>(sum);
    return std::bit_cast<uint32_t>(fused ? std::fma(a, b, before) : before + a * b);
  }
};

// A form's fields by name, in the order of schema/step_layout.h.
struct DotFields {
  int64_t batch, m, n, k, lhs_b, lhs_m, lhs_k, rhs_b, rhs_k, rhs_n, lhs_offset, rhs_offset;
};
struct ConvolutionFields {
  int64_t batch, in_h, in_w, out_h, out_w, kernel_h, kernel_w, groups, in_per_group, out_per_group, stride_y, stride_x, dilation_y,
      dilation_x, pad_y, pad_x, lhs_b, lhs_y, lhs_x, lhs_c, rhs_y, rhs_x, rhs_c, rhs_o, lhs_offset, rhs_offset;
};
template <typename Fields>
Fields FieldsOf(const BoundRoutine& form) {
  Fields fields;
  EXPECT_EQ(form.fields.size(), form.row->geometry->fields);
  EXPECT_GE(form.fields.size() * sizeof(int64_t), sizeof fields);
  std::memcpy(&fields, form.fields.data(), sizeof fields);
  return fields;
}

std::vector<uint32_t> DotSums(const DotFields& r, const Adder& adder) {
  std::vector<uint32_t> sums;
  for (int64_t b = 0; b < r.batch; ++b) {
    for (int64_t m = 0; m < r.m; ++m) {
      for (int64_t n = 0; n < r.n; ++n) {
        uint32_t sum = 0;
        for (int64_t k = 0; k < r.k; ++k) {
          const int64_t i = r.lhs_offset + b * r.lhs_b + m * r.lhs_m + k * r.lhs_k;
          sum = adder.Add(sum, i, r.rhs_offset + b * r.rhs_b + k * r.rhs_k + n * r.rhs_n, true);
        }
        sums.push_back(sum);
      }
    }
  }
  return sums;
}

// One channel a group: multiply and add; otherwise fused (lower.h).
uint32_t ConvolutionSum(const ConvolutionFields& r, const Adder& adder, int64_t b, int64_t y, int64_t x, int64_t f) {
  uint32_t sum = 0;
  for (int64_t ky = 0; ky < r.kernel_h; ++ky) {
    for (int64_t kx = 0; kx < r.kernel_w; ++kx) {
      const int64_t iy = y * r.stride_y + ky * r.dilation_y - r.pad_y, ix = x * r.stride_x + kx * r.dilation_x - r.pad_x;
      if (iy < 0 || iy >= r.in_h || ix < 0 || ix >= r.in_w) continue;
      for (int64_t c = 0; c < r.in_per_group; ++c) {
        const int64_t channel = f / r.out_per_group * r.in_per_group + c;
        sum = adder.Add(sum, r.lhs_offset + b * r.lhs_b + iy * r.lhs_y + ix * r.lhs_x + channel * r.lhs_c,
                        r.rhs_offset + ky * r.rhs_y + kx * r.rhs_x + c * r.rhs_c + f * r.rhs_o, r.groups == 1 || r.in_per_group != 1);
      }
    }
  }
  return sum;
}

std::vector<uint32_t> ConvolutionSums(const ConvolutionFields& r, const Adder& adder) {
  std::vector<uint32_t> sums;
  for (int64_t b = 0; b < r.batch; ++b) {
    for (int64_t y = 0; y < r.out_h; ++y) {
      for (int64_t x = 0; x < r.out_w; ++x) {
        for (int64_t f = 0; f < r.groups * r.out_per_group; ++f) sums.push_back(ConvolutionSum(r, adder, b, y, x, f));
      }
    }
  }
  return sums;
}

// The routine's definition and its epilogue against the generic kernel, bit for bit. Returns whether the group fitted.
bool CompareRoutine(const Module& module) {
  const Computation& main = module.main();
  const Result<Grouping> grouping = FormGroups(module, main);
  if (!grouping.ok() || grouping->groups.size() != 1) return false;
  const Group& group = grouping->groups[0];
  std::string why;
  const std::optional<BoundRoutine> form = AsRoutine(module, main, group, RoutineSet::All(), &why);
  if (!form) return false;
  const MoteRoutineGeometry& geometry = *form->row->geometry;
  const bool dot = geometry.windows[0].in == kMoteNoField;
  const std::vector<Literal> inputs = RandomInputs(module, 5);
  Values values;
  for (size_t i = 0; i < inputs.size(); ++i) values[{static_cast<int32_t>(i), 0}] = inputs[i];
  Values generic = values;
  const Result<BoundKernel> bound = LowerGroup(module, main, group);
  EXPECT_TRUE(bound.ok() && RunBound(main, *bound, group, &generic).ok());
  Adder adder = {values.at(form->lhs), values.at(form->rhs), form->row->sum == ElementType::kS32};
  const auto zero = [&](size_t i) { return geometry.zeros[i] == kMoteNoField ? 0 : form->fields[geometry.zeros[i]]; };
  adder.lhs_zero = zero(0), adder.rhs_zero = zero(1);
  const std::vector<uint32_t> sums =
      dot ? DotSums(FieldsOf<DotFields>(*form), adder) : ConvolutionSums(FieldsOf<ConvolutionFields>(*form), adder);
  const BoundKernel epilogue = WithSumOperand(form->epilogue, form->row->sum);
  EXPECT_EQ(epilogue.kernel.stages[0].axes.size(), dot ? 3u : 4u);
  std::vector<std::vector<uint8_t>> buffers;
  for (const Value& operand : epilogue.operands) {
    const auto found = values.find(operand);
    if (found == values.end()) {
      buffers.emplace_back(static_cast<size_t>(main.shape(operand).ByteSize()));
    } else {
      buffers.emplace_back(found->second.bytes().begin(), found->second.bytes().end());
    }
  }
  buffers.emplace_back(sums.size() * sizeof(uint32_t));
  std::memcpy(buffers.back().data(), sums.data(), buffers.back().size());
  EXPECT_TRUE(InterpretKernel(epilogue.kernel, epilogue.values, buffers).ok());
  for (size_t i = 0; i < epilogue.operands.size(); ++i) {
    if (!epilogue.kernel.operands[i].written) continue;
    const auto expected = generic.at(epilogue.operands[i]).bytes();
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), buffers[i].begin(), buffers[i].end()));
  }
  return true;
}

TEST(Lower, RoutinesComputeWhatTheGenericKernelDoes) {
  int fitted = 0;
  for (const SmallModule& small : SmallModules()) {
    SCOPED_TRACE(small.name);
    const Module module = Parse(small.text);
    if (module.entry >= 0 && small.text.find("x0x") == std::string::npos) fitted += CompareRoutine(module);
  }
  EXPECT_EQ(fitted, 14);  // seven convolutions and seven dots of small_modules.cpp fit
}

TEST(Lower, RoutinesTakeTransposesAsStridesAndEpiloguesWithReshapes) {
  EXPECT_TRUE(CompareRoutine(Parse(R"(
func.func @main(%x: tensor<4x3x5xf32>, %w: tensor<6x5xf32>, %b: tensor<6xf32>, %s: tensor<4x3x6xf32>) -> tensor<12x6xf32> {
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<6x5xf32>) -> tensor<5x6xf32>
  %0 = stablehlo.dot_general %x, %t, contracting_dims = [2] x [0] : (tensor<4x3x5xf32>, tensor<5x6xf32>) -> tensor<4x3x6xf32>
  %1 = stablehlo.add %0, %s : tensor<4x3x6xf32>
  %2 = stablehlo.reshape %1 : (tensor<4x3x6xf32>) -> tensor<12x6xf32>
  %3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<12x6xf32>
  %4 = stablehlo.add %2, %3 : tensor<12x6xf32>
  return %4 : tensor<12x6xf32>
})")));
}

// A slice turned round, read as it lies from where it begins.
TEST(Lower, RoutinesTakeSlicesAsOffsets) {
  EXPECT_TRUE(CompareRoutine(Parse(R"(
func.func @main(%x: tensor<6x9xf32>, %w: tensor<5x12xf32>) -> tensor<3x4xf32> {
  %s = stablehlo.slice %x [1:6:2, 2:7] : (tensor<6x9xf32>) -> tensor<3x5xf32>
  %v = stablehlo.slice %w [0:5, 3:11:2] : (tensor<5x12xf32>) -> tensor<5x4xf32>
  %t = stablehlo.reverse %v, dims = [0] : tensor<5x4xf32>
  %0 = stablehlo.dot_general %s, %t, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
})")));
}

TEST(Lower, UnsupportedOperationsAreRefusedByName) {
  const Module module = Parse(R"(
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  return %r : tensor<4x4xf32>
})");
  const Result<Grouping> grouping = FormGroups(module, module.main());
  ASSERT_TRUE(grouping.ok());
  const Result<BoundKernel> bound = LowerGroup(module, module.main(), grouping->groups[0]);
  ASSERT_FALSE(bound.ok());
  EXPECT_EQ(bound.error().rule, Rule::kUnsupported);
  EXPECT_NE(bound.error().text.find("stablehlo.cholesky"), std::string::npos);
}

TEST(Lower, TooManyElementsAreALimit) {
  const std::string big = "tensor<70000x70000xf32>";
  for (const std::string& text :
       {"func.func @main(%x: " + big + ") -> " + big + " {\n  %r = stablehlo.negate %x : " + big + "\n  return %r : " + big + "\n}",
        // The large array exists only on the way.
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> " + big +
            "\n  %r = stablehlo.reduce(%0 init: %x) applies stablehlo.add across dimensions = [0, 1] : (" + big +
            ", tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}"}) {
    const Module module = Parse(text);
    ASSERT_GE(module.entry, 0);
    const Result<Grouping> grouping = FormGroups(module, module.main());
    ASSERT_TRUE(grouping.ok());
    const Result<BoundKernel> bound = LowerGroup(module, module.main(), grouping->groups.back());
    ASSERT_FALSE(bound.ok());
    EXPECT_EQ(bound.error().rule, Rule::kLimit);
  }
}

}  // namespace
}  // namespace mote::testing
