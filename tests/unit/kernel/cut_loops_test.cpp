// CutLoops: the pieces of a kernel, run one after the other, give the bits of the whole, and none loops longer than it may. TripsOf on
// kernels whose trips are counted by hand.
#include "kernel/interpret.h"
#include "kernel/trips.h"
#include "lower/cut_loops.h"

#include <gtest/gtest.h>

#include "kernel/kernel_builder.h"
#include "kernel_runner.h"
#include "random_program.h"
#include "small_modules.h"

namespace mote::testing {
namespace {

using Buffers = std::vector<std::vector<uint8_t>>;

std::vector<Literal> RandomInputs(const Module& module, uint32_t seed) {
  std::vector<Literal> inputs;
  for (const Shape& shape : module.main().parameters) inputs.push_back(RandomLiteral(shape, seed + static_cast<uint32_t>(inputs.size())));
  return inputs;
}

// What stands in the kernel's operands before it runs: what is written holds a pattern, so that what is not written shows.
Buffers BuffersOf(const BoundKernel& bound, const Computation& computation, const Values& values) {
  Buffers buffers;
  for (size_t o = 0; o < bound.operands.size(); ++o) {
    if (bound.kernel.operands[o].read) {
      const auto bytes = values.at(bound.operands[o]).bytes();
      buffers.emplace_back(bytes.begin(), bytes.end());
    } else {
      buffers.emplace_back(static_cast<size_t>(computation.shape(bound.operands[o]).ByteSize()), uint8_t{0xA5});
    }
  }
  return buffers;
}

// Runs the pieces on `buffers`; the number of pieces, 0 when the kernel cannot be cut.
size_t RunPieces(const BoundKernel& bound, int64_t most, Buffers& buffers) {
  const std::optional<CutKernel> cut = CutLoops(bound.kernel, bound.values, most);
  if (!cut) return 0;
  const size_t own = buffers.size();
  for (const ElementType type : cut->carried) buffers.emplace_back(static_cast<size_t>(cut->points * StorageBytes(type)), uint8_t{0x5A});
  for (const KernelPiece& piece : cut->pieces) {
    EXPECT_EQ(CheckKernel(piece.kernel), "");
    EXPECT_LE(TripsOf(piece.kernel, piece.values), most);
    Buffers operands;
    for (const int32_t o : piece.operands) operands.push_back(buffers[static_cast<size_t>(o)]);
    const Status status = InterpretKernel(piece.kernel, piece.values, operands);
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().text) << PrintKernel(piece.kernel, &piece.values);
    for (size_t o = 0; o < operands.size(); ++o) {
      if (piece.kernel.operands[o].written) buffers[static_cast<size_t>(piece.operands[o])] = operands[o];
    }
  }
  buffers.resize(own);
  return cut->pieces.size();
}

// Every kernel of a module with loops, cut to several lengths. Returns how many cuts were tried.
int CheckModule(const Module& module, uint32_t seed) {
  Values values;
  RunOptions options;
  options.values = &values;
  const RunReport report = RunByKernels(module, module.main(), RandomInputs(module, seed), options);
  int tried = 0;
  for (const BoundKernel& bound : report.bound) {
    const int64_t trips = TripsOf(bound.kernel, bound.values);
    if (!IsFlat(bound.kernel) || trips < 2) continue;
    Buffers expected = BuffersOf(bound, module.main(), values);
    EXPECT_TRUE(InterpretKernel(bound.kernel, bound.values, expected).ok());
    for (const int64_t most : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{7}, trips / 2, trips - 1}) {
      if (most < 1 || most >= trips) continue;
      Buffers got = BuffersOf(bound, module.main(), values);
      EXPECT_GE(RunPieces(bound, most, got), 2u) << PrintKernel(bound.kernel, &bound.values);
      EXPECT_EQ(got, expected) << "at most " << most << " of " << trips << "\n" << PrintKernel(bound.kernel, &bound.values);
      ++tried;
      if (::testing::Test::HasFailure()) return tried;
    }
  }
  return tried;
}

TEST(CutLoops, PiecesGiveTheBitsOfTheWhole) {
  int tried = 0;
  for (const SmallModule& small : SmallModules()) {
    SCOPED_TRACE(small.name);
    const Module module = Parse(small.text);
    if (module.entry >= 0) tried += CheckModule(module, 1);
  }
  EXPECT_GE(tried, 50);
}

TEST(CutLoops, RandomPrograms) {
  int tried = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Module module = Parse(RandomProgram(seed));
    if (module.entry >= 0) tried += CheckModule(module, seed);
  }
  EXPECT_GE(tried, 30);
}

// Two loops one behind the other in a loop: cut inside the inner ones too, with what all of them carry.
TEST(CutLoops, LoopsInsideLoops) {
  KernelBuilder k("nest");
  const AxisId point = k.AddAxis(Axis::Kind::kLane, 3), outer = k.AddAxis(Axis::Kind::kLoop, 5);
  const AxisId first = k.AddAxis(Axis::Kind::kLoop, 7), second = k.AddAxis(Axis::Kind::kLoop, 4);
  const int32_t in = k.AddOperand(ElementType::kF32, true, false), out = k.AddOperand(ElementType::kF32, false, true);
  const int32_t count = k.AddOperand(ElementType::kS32, false, true);
  const auto stride = [&](int64_t value) { return k.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  k.BeginStage(Stage::Kind::kMap, {point});
  const NodeId zero = k.F32(0), none = k.I32(0);
  const int32_t o = k.BeginLoop(outer);
  const NodeId sum = k.Carried(o, zero), steps = k.Carried(o, none);
  const int32_t a = k.BeginLoop(first);
  const NodeId sum_a = k.Carried(a, sum), steps_a = k.Carried(a, steps);
  const NodeId x = k.Load(k.AddAccess({in, kNone, {{point, stride(35)}, {outer, stride(7)}, {first, stride(1)}}}), Reg::kF32);
  k.EndLoop(a, {k.Op(Scalar::kAddF, sum_a, x), k.Op(Scalar::kAddI, steps_a, k.Op(Scalar::kMulI, k.AxisNode(outer), k.AxisNode(first)))});
  const NodeId mean = k.Op(Scalar::kMulF, k.CarriedOf(a)[0], k.F32(0.5f));
  const int32_t b = k.BeginLoop(second);
  const NodeId swap_1 = k.Carried(b, mean), swap_2 = k.Carried(b, k.CarriedOf(a)[0]);
  k.EndLoop(b, {swap_2, k.Op(Scalar::kAddF, swap_1, k.Op(Scalar::kSignedIF, k.AxisNode(second)))});
  k.EndLoop(o, {k.CarriedOf(b)[1], k.CarriedOf(a)[1]});
  k.Store(k.AddAccess({out, kNone, {{point, stride(1)}}}), k.CarriedOf(o)[0]);
  k.Store(k.AddAccess({count, kNone, {{point, stride(1)}}}), k.CarriedOf(o)[1]);
  k.EndStage();
  BoundKernel bound;
  bound.kernel = k.Take();
  bound.values = k.TakeValues();
  ASSERT_EQ(CheckKernel(bound.kernel), "");
  EXPECT_EQ(TripsOf(bound.kernel, bound.values), 5 * (1 + 7 + 4));
  const auto input = RandomLiteral(Shape::Array(ElementType::kF32, {105}), 9).bytes();
  const Buffers start{{input.begin(), input.end()}, std::vector<uint8_t>(12), std::vector<uint8_t>(12)};
  Buffers expected = start;
  ASSERT_TRUE(InterpretKernel(bound.kernel, bound.values, expected).ok());
  for (int64_t most = 1; most < 60; ++most) {
    Buffers got = start;
    EXPECT_GE(RunPieces(bound, most, got), 2u);
    EXPECT_EQ(got, expected) << most;
  }
}

// Update after update in place, as scatters of rows: a piece goes on with what the one before it has stored.
TEST(CutLoops, StoresInsideTheLoop) {
  const auto scatter = [](bool looks_back) {
    KernelBuilder k("updates");
    const AxisId point = k.AddAxis(Axis::Kind::kLane, 3), update = k.AddAxis(Axis::Kind::kLoop, 11);
    const int32_t at = k.AddOperand(ElementType::kS32, true, false), by = k.AddOperand(ElementType::kS32, true, false);
    const int32_t out = k.AddOperand(ElementType::kS32, true, true);
    const auto stride = [&](int64_t value) { return k.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
    k.BeginStage(Stage::Kind::kMap, {point});
    const int32_t row = k.AddAccess({out, kNone, {{point, stride(1)}}});
    const int32_t loop = k.BeginLoop(update);
    const NodeId number = k.Load(k.AddAccess({at, kNone, {{update, stride(1)}}}), Reg::kI32);
    const NodeId offset = k.Op(Scalar::kMulI, k.Op(Scalar::kAndI, number, k.I32(1)), k.I32(3));
    const NodeId value = k.Load(k.AddAccess({by, kNone, {{point, stride(1)}, {update, stride(3)}}}), Reg::kI32);
    const NodeId present = k.Load(row, Reg::kI32, offset);
    k.Store(row, k.Op(Scalar::kAddI, k.Op(Scalar::kMulI, present, k.I32(3)), value), offset);
    k.EndLoop(loop, {});
    if (looks_back) k.Store(row, k.Load(row, Reg::kI32, k.I32(3)), k.I32(0));
    k.EndStage();
    BoundKernel bound;
    bound.kernel = k.Take();
    bound.values = k.TakeValues();
    EXPECT_EQ(CheckKernel(bound.kernel), "");
    return bound;
  };
  const BoundKernel bound = scatter(false);
  Buffers start(3);
  for (const int64_t elements : {11, 33, 6}) {
    const auto bytes = RandomLiteral(Shape::Array(ElementType::kS32, {elements}), static_cast<uint32_t>(elements)).bytes();
    start[elements == 11 ? 0 : elements == 33 ? 1 : 2] = {bytes.begin(), bytes.end()};
  }
  Buffers expected = start;
  ASSERT_TRUE(InterpretKernel(bound.kernel, bound.values, expected).ok());
  for (int64_t most = 1; most < 11; ++most) {
    Buffers got = start;
    EXPECT_EQ(RunPieces(bound, most, got), static_cast<size_t>((11 + most - 1) / most));
    EXPECT_EQ(got, expected) << most;
  }
  const BoundKernel back = scatter(true);
  EXPECT_FALSE(CutLoops(back.kernel, back.values, 5).has_value());
}

TEST(CutLoops, KernelsByRowsStayWhole) {
  const Module module = Parse(R"(func.func @main(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})");
  const RunReport report = RunByKernels(module, module.main(), RandomInputs(module, 1));
  ASSERT_EQ(report.bound.size(), 1u);
  const BoundKernel& bound = report.bound[0];
  EXPECT_EQ(TripsOf(bound.kernel, bound.values), 2 + 5);  // 64 elements on 32 invocations, 5 halvings
  EXPECT_FALSE(CutLoops(bound.kernel, bound.values, 3).has_value());
}

TEST(TripsOf, CountedByHand) {
  const auto trips = [](const std::string& text) {
    const Module module = Parse(text);
    const RunReport report = RunByKernels(module, module.main(), RandomInputs(module, 1));
    int64_t most = 0;
    for (const BoundKernel& bound : report.bound) most = std::max(most, TripsOf(bound.kernel, bound.values));
    return most;
  };
  EXPECT_EQ(trips(R"(func.func @main(%x: tensor<40xf32>) -> tensor<40xf32> {
  %r = stablehlo.negate %x : tensor<40xf32>
  return %r : tensor<40xf32>
})"), 0);
  EXPECT_EQ(trips(R"(func.func @main(%x: tensor<3x50xf32>, %y: tensor<50x2xf32>) -> tensor<3x2xf32> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x50xf32>, tensor<50x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
})"), 50);
  // A window of 2 x 3 that reads past the edge: two loops, 2 * (1 + 3).
  EXPECT_EQ(trips(R"(func.func @main(%x: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 3>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<6x7xf32>, tensor<f32>) -> tensor<6x7xf32>
  return %r : tensor<6x7xf32>
})"),
            8);
}

}  // namespace
}  // namespace mote::testing
