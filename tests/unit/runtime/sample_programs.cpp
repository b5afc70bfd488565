#include "sample_programs.h"

#include <algorithm>

#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "schema/routine_scratch.h"

namespace mote {
namespace {

constexpr int kStrip = 64;

enum : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#define MOTE_ROUTINE MOTE_STEP
#include "schema/routines.def"
#include "schema/steps.def"
#undef MOTE_ROUTINE
#undef MOTE_STEP
};

struct Made {
  Kernel kernel;
  std::vector<ParamValue> values;
};
Made Take(KernelBuilder& b) {
  Made made;
  made.values = b.TakeValues();
  made.kernel = b.Take();
  return made;
}

int Add(TestProgram& program, const Made& made, int64_t routine = 0) {
  program.kernels.push_back(PrintMicrocode(made.kernel));
  program.scratch_bytes =
      std::max<uint64_t>(program.scratch_bytes, static_cast<uint64_t>(MicrocodeScratchBytes(made.kernel, kStrip) + routine + 7) / 8 * 8);
  return static_cast<int>(program.kernels.size()) - 1;
}

// Scratch behind the buffers.
void Finish(TestProgram& program, uint64_t buffers) {
  program.strip = kStrip;
  program.scratch_offset = (buffers + 7) / 8 * 8;
  program.arena_bytes = program.scratch_offset + program.scratch_bytes;
}

Made RowNormalise(int64_t rows, int64_t columns) {
  KernelBuilder b("row_normalise");
  const int32_t x = b.AddOperand(ElementType::kF32, true, false), y = b.AddOperand(ElementType::kF32, false, true);
  const AxisId row = b.AddAxis(Axis::Kind::kGroup, rows), i = b.AddAxis(Axis::Kind::kLane, columns),
               j = b.AddAxis(Axis::Kind::kLane, columns);
  const ParamId stride = b.AddParam(Parameter::Role::kStride, Reg::kI32, columns), one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
  const int32_t stage = b.BeginStage(Stage::Kind::kReduce, {i});
  const NodeId value = b.Load(b.AddAccess({x, kNone, {{row, stride}, {i, one}}}), Reg::kF32);
  const NodeId init = b.F32(0);
  b.BeginCombiner();
  const NodeId sum = b.Op(Scalar::kAddF, b.CombinerInput(0, Reg::kF32), b.CombinerInput(1, Reg::kF32));
  b.EndReduce(ReductionLanes(columns), {value}, {init}, {sum});
  b.BeginStage(Stage::Kind::kMap, {j});
  const NodeId again = b.Load(b.AddAccess({x, kNone, {{row, stride}, {j, one}}}), Reg::kF32);
  b.Store(b.AddAccess({y, kNone, {{row, stride}, {j, one}}}), b.Op(Scalar::kDivF, again, b.Reduced(stage, 0, Reg::kF32)));
  b.EndStage();
  return Take(b);
}

// sum + bias[innermost] over the given extents, stored row-major; at least 0 when `clamp`.
Made BiasEpilogue(const std::vector<int64_t>& extents, bool clamp) {
  KernelBuilder b("bias");
  const int32_t bias = b.AddOperand(ElementType::kF32, true, false), out = b.AddOperand(ElementType::kF32, false, true);
  std::vector<AxisId> axes;
  for (const int64_t extent : extents) axes.push_back(b.AddAxis(Axis::Kind::kLane, extent));
  Access to;
  to.operand = out;
  int64_t stride = 1;
  std::vector<int64_t> strides(extents.size());
  for (size_t i = extents.size(); i-- > 0; stride *= extents[i]) strides[i] = stride;
  for (size_t i = 0; i < extents.size(); ++i) to.terms.push_back({axes[i], b.AddParam(Parameter::Role::kStride, Reg::kI32, strides[i])});
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
  b.BeginStage(Stage::Kind::kMap, axes);
  NodeId value = b.Op(Scalar::kAddF, b.Accumulator(Reg::kF32), b.Load(b.AddAccess({bias, kNone, {{axes.back(), one}}}), Reg::kF32));
  if (clamp) value = b.Op(Scalar::kMaxF, value, b.F32(0));
  b.Store(b.AddAccess(to), value);
  b.EndStage();
  return Take(b);
}

void AddFloats(std::vector<uint8_t>& bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const float value = static_cast<float>(static_cast<int>(i * 7 % 11) - 5) / 4;
    const uint8_t* from = reinterpret_cast<const uint8_t*>(&value);
    bytes.insert(bytes.end(), from, from + 4);
  }
}

// One point: out = f(operands), all s32 or pred scalars.
template <typename Body>
Made Point(const std::vector<std::pair<ElementType, bool>>& operands, Body body) {
  KernelBuilder b("point");
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, 1);
  for (const auto& [type, written] : operands) b.AddOperand(type, !written, written);
  b.BeginStage(Stage::Kind::kMap, {axis});
  body(b);
  b.EndStage();
  return Take(b);
}

}  // namespace

TestProgram RowsProgram(int32_t rows, int32_t columns) {
  TestProgram program;
  const Made made = RowNormalise(rows, columns);
  const int kernel = Add(program, made);
  const uint32_t bytes = static_cast<uint32_t>(rows * columns * 4);
  const uint16_t x = program.AddView(kMoteInput, ElementType::kF32, 0, 0, bytes),
                 y = program.AddView(kMoteOutput, ElementType::kF32, 0, 0, bytes);
  program.inputs = {{"x", ElementType::kF32, {rows, columns}, x}};
  program.outputs = {{"y", ElementType::kF32, {rows, columns}, y}};
  program.AddStep(kLaunch, kernel, {x, y}, {}, ParamWords(made.kernel, made.values));
  program.EndBlock();
  Finish(program, 0);
  return program;
}

TestProgram RoutineProgram() {
  TestProgram program;
  const Made pixels = BiasEpilogue({1, 6, 6, 4}, false), dots = BiasEpilogue({1, 36, 5}, true);
  const std::vector<int64_t> pixel_fields = {1, 6, 6, 6, 6, 3, 3, 1, 2, 4, 1, 1, 1, 1, 1, 1, 72, 12, 2, 1, 24, 8, 4, 1, 0, 0};
  const std::vector<int64_t> dot_fields = {1, 36, 5, 4, 0, 4, 1, 0, 5, 1, 0, 0};
  const int first = Add(program, pixels, MoteConvolutionScratch(kStrip, pixel_fields.data())),
            second = Add(program, dots, MoteDotScratch(kStrip, dot_fields.data()));
  AddFloats(program.constants, 72 + 4 + 20 + 5);
  const uint16_t x = program.AddView(kMoteInput, ElementType::kF32, 0, 0, 288),
                 y = program.AddView(kMoteOutput, ElementType::kF32, 0, 0, 720);
  const uint16_t weights = program.AddView(kMoteConstant, ElementType::kF32, 0, 0, 288),
                 bias = program.AddView(kMoteConstant, ElementType::kF32, 0, 288, 16);
  const uint16_t matrix = program.AddView(kMoteConstant, ElementType::kF32, 0, 304, 80),
                 second_bias = program.AddView(kMoteConstant, ElementType::kF32, 0, 384, 20);
  const uint16_t middle = program.AddView(kMoteArena, ElementType::kF32, 0, 0, 576);
  program.inputs = {{"x", ElementType::kF32, {1, 6, 6, 2}, x}};
  program.outputs = {{"y", ElementType::kF32, {36, 5}, y}};
  program.AddStep(kConvolutionF32, first, {x, weights, bias, middle}, {pixel_fields.begin(), pixel_fields.end()},
                  ParamWords(pixels.kernel, pixels.values));
  program.AddStep(kDotF32, second, {middle, matrix, second_bias, y}, {dot_fields.begin(), dot_fields.end()},
                  ParamWords(dots.kernel, dots.values));
  program.EndBlock();
  Finish(program, 576);
  return program;
}

TestProgram LoopProgram() {
  TestProgram program;
  constexpr ElementType kS32 = ElementType::kS32, kF32 = ElementType::kF32, kPred = ElementType::kPred;
  const auto at = [](KernelBuilder& b, int32_t operand) { return b.AddAccess({operand, kNone, {}}); };
  const Made start = Point({{kS32, true}, {kF32, true}}, [&](KernelBuilder& b) {
    b.Store(at(b, 0), b.I32(0));
    b.Store(at(b, 1), b.F32(0));
  });
  const Made less = Point({{kS32, false}, {kS32, false}, {kPred, true}}, [&](KernelBuilder& b) {
    b.Store(at(b, 2), b.Op(Scalar::kLtSI, b.Load(at(b, 0), Reg::kI32), b.Load(at(b, 1), Reg::kI32)));
  });
  const Made body = Point({{kF32, false}, {kS32, true}, {kF32, true}}, [&](KernelBuilder& b) {
    const NodeId i = b.Load(at(b, 1), Reg::kI32);
    const NodeId value = b.Load(at(b, 0), Reg::kF32, b.Op(Scalar::kAddI, i, i));
    b.Store(at(b, 2), b.Op(Scalar::kAddF, b.Load(at(b, 2), Reg::kF32), value));
    b.Store(at(b, 1), b.Op(Scalar::kAddI, i, b.I32(1)));
  });
  const Made odd = Point({{kS32, false}, {kS32, true}},
                         [&](KernelBuilder& b) { b.Store(at(b, 1), b.Op(Scalar::kAndI, b.Load(at(b, 0), Reg::kI32), b.I32(1))); });
  const Made negate =
      Point({{kF32, false}, {kF32, true}}, [&](KernelBuilder& b) { b.Store(at(b, 1), b.Op(Scalar::kNegF, b.Load(at(b, 0), Reg::kF32))); });
  const int kernels[5] = {Add(program, start), Add(program, less), Add(program, body), Add(program, odd), Add(program, negate)};
  const uint16_t n = program.AddView(kMoteInput, kS32, 0, 0, 4), table = program.AddView(kMoteInput, kF32, 1, 0, 32),
                 out = program.AddView(kMoteOutput, kF32, 0, 0, 4);
  const uint16_t i = program.AddView(kMoteArena, kS32, 0, 0, 4), sum = program.AddView(kMoteArena, kF32, 0, 4, 4),
                 again = program.AddView(kMoteArena, kPred, 0, 8, 1);
  const uint16_t branch = program.AddView(kMoteArena, kS32, 0, 12, 4);
  program.inputs = {{"n", kS32, {}, n}, {"table", kF32, {8}, table}};
  program.outputs = {{"sum", kF32, {}, out}};
  const auto params = [](const Made& made) { return ParamWords(made.kernel, made.values); };
  program.AddStep(kLaunch, kernels[0], {i, sum}, {}, params(start));
  program.AddStep(kWhile, -1, {again}, {1, 2, 0}, {});
  program.AddStep(kLaunch, kernels[3], {n, branch}, {}, params(odd));
  program.AddStep(kConditional, -1, {branch}, {2}, {3, 4});
  program.EndBlock();
  program.AddStep(kLaunch, kernels[1], {i, n, again}, {}, params(less));
  program.EndBlock(1);
  program.AddStep(kLaunch, kernels[2], {table, i, sum}, {}, params(body));
  program.EndBlock(1);
  program.AddStep(kCopy, -1, {sum, out}, {}, {});
  program.EndBlock(1);
  program.AddStep(kLaunch, kernels[4], {sum, out}, {}, params(negate));
  program.EndBlock(1);
  Finish(program, 16);
  return program;
}

}  // namespace mote
