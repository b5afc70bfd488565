// Random networks of bytes in TFLite's form, and their way through compiler, audit and runtime.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include "audit/audit.h"
#include "emit/emit.h"
#include "evaluate/evaluate.h"
#include "fixed/drop_channels.h"
#include "fixed/form_fixed.h"
#include "hlo/builder.h"
#include "hlo/byte_softmax.h"
#include "hlo/requantize.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "plan/roll_rows.h"
#include "schema/fixed_layout.h"
#include "schema/pipeline_layout.h"
#include "select/kept_operations.h"

namespace mote {

class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  int64_t Between(int64_t low, int64_t high) { return low + static_cast<int64_t>(bits_() % static_cast<uint64_t>(high - low + 1)); }
  bool Maybe() { return Between(0, 1) != 0; }
  Literal Bytes(const Dims& dims) {
    Literal literal(Shape::Array(ElementType::kS8, dims));
    const int64_t most = Maybe() ? 127 : 15;
    for (int64_t i = 0; i < literal.size(); ++i) literal.SetInteger(i, Between(-most - 1, most));
    return literal;
  }

 private:
  std::mt19937_64 bits_;
};

inline const ConvolutionDimensions kChannelsLast = {0, 3, {1, 2}, 3, 2, {0, 1}, 0, 3, {1, 2}};

// Networks a layer at a time, in TFLite's form.
class Network {
 public:
  Network(Random& random, const Dims& dims) : b("main"), random_(random), x_(b.Parameter(0, Shape::Array(ElementType::kS8, dims))) {}

  void Convolution(bool depthwise) {
    const Dims in = b.shape(x_).dims;
    const int64_t zero = random_.Between(-128, 127), channels = in[3], features = depthwise ? channels : random_.Between(1, 20);
    const Dims kernel = {Window(in[1]), Window(in[2]), depthwise ? 1 : channels, features};
    const Operand weights = b.ConstantLiteral(random_.Bytes(kernel));
    const Ints strides = {random_.Between(1, 2), random_.Between(1, 2)}, dilations = {random_.Between(1, 2), random_.Between(1, 2)};
    IntMatrix padding;
    for (size_t d = 0; d < 2; ++d) {
      const int64_t reach = (kernel[d] - 1) * dilations[d] + 1, least = std::max<int64_t>(reach - in[d + 1], 0);
      padding.push_back({random_.Between(0, 2), least + random_.Between(0, 2)});
    }
    const Operand sums = b.ConvGeneralDilated(Centered(x_, zero), b.ConvertElementType(weights, ElementType::kS32), strides, padding,
                                              {1, 1}, dilations, kChannelsLast, depthwise ? channels : 1, 1);
    Requantize(WithBias(sums, features), features, kernel[0] * kernel[1] * kernel[2]);
  }

  // In groups, or several outputs for each channel; or of an input with zeros between its elements.
  void OddConvolution() {
    const Dims in = b.shape(x_).dims;
    const int64_t groups = in[3] % 2 == 0 && random_.Maybe() ? in[3] / 2 : in[3], each = random_.Between(1, 3);
    const bool transposed = random_.Maybe();
    const int64_t features = transposed ? random_.Between(1, 6) : groups * each;
    const Dims kernel = {random_.Between(1, 4), random_.Between(1, 4), transposed ? in[3] : in[3] / groups, features};
    const Ints dilations = transposed ? Ints{random_.Between(1, 3), random_.Between(1, 3)} : Ints{1, 1};
    IntMatrix padding;
    for (size_t d = 0; d < 2; ++d) {
      const int64_t size = (in[d + 1] - 1) * dilations[d] + 1, least = std::max<int64_t>(kernel[d] - size, 0);
      padding.push_back({random_.Between(size > 3 ? -1 : 0, 3), least + random_.Between(0, 3)});
    }
    const Operand weights = b.ConstantLiteral(random_.Bytes(kernel));
    const Operand sums =
        b.ConvGeneralDilated(Centered(x_, random_.Between(-128, 127)), b.ConvertElementType(weights, ElementType::kS32), {1, 1}, padding,
                             dilations, {1, 1}, kChannelsLast, transposed ? 1 : groups, 1);
    Requantize(WithBias(sums, features), features, kernel[0] * kernel[1] * kernel[2]);
  }

  void Dot() {
    const Dims in = b.shape(x_).dims;
    const int64_t features = random_.Between(1, 20);
    x_ = b.Reshape(x_, {in[0] * in[1] * in[2], in[3]});
    const Operand sums = b.Dot(Centered(x_, random_.Between(-128, 127)),
                               b.ConvertElementType(b.ConstantLiteral(random_.Bytes({in[3], features})), ElementType::kS32));
    Requantize(WithBias(sums, features), features, in[3]);
    x_ = b.Reshape(x_, {in[0], in[1], in[2], features});
  }

  void Pool(bool largest, bool whole = false) {
    const Dims in = b.shape(x_).dims;
    const Ints window = {1, whole ? in[1] : Window(in[1]), whole ? in[2] : Window(in[2]), 1};
    const Ints strides = {1, random_.Between(1, 2), random_.Between(1, 2), 1};
    if (largest) {
      x_ = b.ReduceWindow(x_, Scalar(ElementType::kS8, -128), Combiner(Op::kMaximum, ElementType::kS8), window, strides, Padding::kValid);
      return;
    }
    const Operand sums = b.ReduceWindow(b.ConvertElementType(x_, ElementType::kS32), Scalar(ElementType::kS32, 0),
                                        Combiner(Op::kAdd, ElementType::kS32), window, strides, Padding::kValid);
    const int64_t count = window[1] * window[2];
    const Operand half = Scalar(ElementType::kS32, count / 2);
    const Operand away = b.Select(b.Gt(sums, Scalar(ElementType::kS32, 0)), b.Add(sums, half), b.Sub(sums, half));
    x_ = b.ConvertElementType(b.Div(away, Scalar(ElementType::kS32, count)), ElementType::kS8);
  }

  // TFLite's ADD of this layer and a function of it.
  void AddToItself() {
    const Operand before = x_;
    Function();
    AddTo(before);
  }

  // TFLite's ADD of this layer and a convolution of it, or two.
  void Residual() {
    const Operand before = x_;
    for (int64_t left = random_.Between(1, 2); left > 0; --left) {
      const Dims in = b.shape(x_).dims;
      const int64_t side = random_.Between(0, 2);
      const Operand weights = b.ConstantLiteral(random_.Bytes({2 * side + 1, 2 * side + 1, in[3], in[3]}));
      const Operand sums = b.ConvGeneralDilated(Centered(x_, random_.Between(-128, 127)), b.ConvertElementType(weights, ElementType::kS32),
                                                {1, 1}, {{side, side}, {side, side}}, {1, 1}, {1, 1}, kChannelsLast, 1, 1);
      Requantize(WithBias(sums, in[3]), in[3], (2 * side + 1) * (2 * side + 1) * in[3]);
    }
    AddTo(before);
  }

  void AddTo(Operand before) {
    const auto side = [&](Operand x, int64_t zero, int64_t multiplier) {
      const Operand wide = b.ShiftLeft(Centered(x, zero), Scalar(ElementType::kS32, 20));
      const Operand product = b.Mul(b.ConvertElementType(wide, ElementType::kS64), Scalar(ElementType::kS64, multiplier));
      return b.ConvertElementType(b.ShiftRightArithmetic(b.Add(product, Scalar(ElementType::kS64, 1 << 30)), Scalar(ElementType::kS64, 31)),
                                  ElementType::kS32);
    };
    const Operand sum = b.Add(side(before, random_.Between(-128, 127), random_.Between(1 << 29, 1 << 30)),
                              side(x_, random_.Between(-128, 127), random_.Between(1 << 29, 1 << 30)));
    x_ = b.Requantize(
        sum, ElementType::kS8,
        {{random_.Between(1 << 30, INT32_MAX)}, {random_.Between(48, 51)}, random_.Between(-128, 127), -128, 127, Rounding::kDouble});
  }

  // TFLite's MUL of this layer and a function of it.
  void MultiplyByItself() {
    const Operand before = Centered(x_, random_.Between(-128, 127));
    Function();
    const Operand product = b.Mul(before, Centered(x_, random_.Between(-128, 127)));
    const Requantization r = {{random_.Between(1 << 30, INT32_MAX)}, {random_.Between(35, 39)}, random_.Between(-128, 127), -128, 127,
                              static_cast<Rounding>(random_.Between(0, 4))};
    x_ = b.Requantize(product, ElementType::kS8, r);
  }

  // TFLite's PRELU, or MUL by one number a channel.
  void ByChannel() {
    const Dims in = dims();
    const Operand numbers = b.BroadcastInDim(b.ConstantLiteral(random_.Bytes({in.back()})), in, {static_cast<int64_t>(in.size()) - 1});
    const Operand x = Centered(x_, random_.Between(-128, 127)), product = b.Mul(x, Centered(numbers, random_.Between(-128, 127)));
    const auto scaled = [&](Operand value, int64_t shift) {
      const Operand factor = Scalar(ElementType::kS64, random_.Between(1 << 30, INT32_MAX));
      const Operand wide = b.Mul(b.ConvertElementType(value, ElementType::kS64), factor);
      const Operand half = b.Add(wide, Scalar(ElementType::kS64, INT64_C(1) << (shift - 1)));
      return b.ConvertElementType(b.ShiftRightArithmetic(half, Scalar(ElementType::kS64, shift)), ElementType::kS32);
    };
    Operand value = scaled(product, random_.Between(36, 39));
    if (random_.Maybe()) value = b.Select(b.Lt(x, Scalar(ElementType::kS32, 0)), value, scaled(x, random_.Between(30, 32)));
    const Operand moved = b.Add(value, Scalar(ElementType::kS32, random_.Between(-128, 127)));
    x_ = b.ConvertElementType(b.Clamp(Scalar(ElementType::kS32, -128), moved, Scalar(ElementType::kS32, 127)), ElementType::kS8);
  }

  // TFLite's, over the channels.
  void Softmax() {
    const double scale = std::ldexp(1.0, static_cast<int>(random_.Between(-6, 0)));
    std::vector<int64_t> powers;
    for (int64_t d = -255; d <= 0; ++d) powers.push_back(static_cast<int64_t>(std::min(std::exp(d * scale) * 2147483648.0, 2147483647.0)));
    // any numbers: sums wrap
    if (random_.Between(0, 3) == 0) std::generate(powers.begin(), powers.end(), [&] { return random_.Between(INT32_MIN, INT32_MAX); });
    x_ = ByteSoftmax(b, x_, ElementType::kS8, -128, 127, powers);
  }

  // A function of one byte, by floats.
  void Function() {
    const Operand real = b.Mul(b.ConvertElementType(Centered(x_, random_.Between(-128, 127)), ElementType::kF32),
                               Real(0.01 * static_cast<double>(random_.Between(1, 9))));
    const Operand value = random_.Maybe() ? b.Max(real, Real(0)) : b.Tanh(real);
    x_ = b.ConvertElementType(b.Clamp(Real(-128), b.Round(b.Mul(value, Real(100))), Real(127)), ElementType::kS8);
  }

  Result<Module> Build() { return b.Build(x_); }
  const Dims& dims() const { return b.shape(x_).dims; }

 private:
  int64_t Window(int64_t extent) { return random_.Between(1, std::min<int64_t>(extent, 4)); }
  Operand Scalar(ElementType type, int64_t value) {
    Literal literal(Shape::Scalar(type));
    literal.SetInteger(0, value);
    return b.ConstantLiteral(literal);
  }
  Operand Real(double value) {
    Literal literal(Shape::Scalar(ElementType::kF32));
    literal.SetReal(0, value);
    return b.ConstantLiteral(literal);
  }
  static Module Combiner(Op op, ElementType type) {
    Builder c("combiner");
    const Operand x = c.Parameter(0, Shape::Scalar(type)), y = c.Parameter(1, Shape::Scalar(type));
    return *c.Build(op == Op::kAdd ? c.Add(x, y) : c.Max(x, y));
  }
  Operand Centered(Operand x, int64_t zero) { return b.Sub(b.ConvertElementType(x, ElementType::kS32), Scalar(ElementType::kS32, zero)); }
  Operand WithBias(Operand sums, int64_t features) {
    Literal bias(Shape::Array(ElementType::kS32, {features}));
    // Some channels are far beyond what their inputs could change: they are one number.
    const int64_t most = random_.Maybe() ? 20000 : 2000000;
    for (int64_t i = 0; i < features; ++i) bias.SetInteger(i, random_.Between(-most, most));
    return b.Add(sums, b.BroadcastInDim(b.ConstantLiteral(bias), b.shape(sums).dims, {b.shape(sums).rank() - 1}));
  }
  // What StableHLO's quantization makes of sums, in f32, by a scale of each channel; as 32-bit integers with a bias on the way, or not.
  void QuantizeByFloats(Operand sums, int64_t features, int64_t terms) {
    const Dims dims = b.shape(sums).dims;
    const auto row = [&](double least, double most) {
      Literal values(Shape::Array(ElementType::kF32, {features}));
      const double step = (most - least) / (1 << 20);
      for (int64_t i = 0; i < features; ++i) values.SetReal(i, least + step * static_cast<double>(random_.Between(0, 1 << 20)));
      return b.BroadcastInDim(b.ConstantLiteral(values), dims, {static_cast<int64_t>(dims.size()) - 1});
    };
    const auto stored = [&](Operand real, double scale, double zero, double low, double high, ElementType type) {
      Operand v = b.Add(b.Div(real, Real(scale)), Real(zero));
      v = b.Select(b.Eq(v, v), v, Real(0));
      return b.ConvertElementType(b.RoundNearestEven(b.Clamp(Real(low), v, Real(high))), type);
    };
    const double scale = 0.001 + 0.0001 * static_cast<double>(random_.Between(0, 99));
    Operand real = b.Mul(b.ConvertElementType(sums, ElementType::kF32), row(scale, 2 * scale));
    if (random_.Maybe()) {
      const Operand words = stored(real, scale, 0, -2147483648.0, 2147483520.0, ElementType::kS32);
      const Operand centered = b.Sub(b.ConvertElementType(words, ElementType::kS64), Scalar(ElementType::kS64, 0));
      real = b.Add(b.Mul(b.ConvertElementType(centered, ElementType::kF32), Real(scale)), row(-20, 20));
    }
    const double spread = scale * std::sqrt(static_cast<double>(terms)) * static_cast<double>(random_.Between(20, 100));
    x_ = stored(real, spread, static_cast<double>(random_.Between(-128, 127)), -128, 127, ElementType::kS8);
  }
  void Requantize(Operand sums, int64_t features, int64_t terms) {
    if (random_.Between(0, 5) == 0) return QuantizeByFloats(sums, features, terms);
    Requantization r = {{}, {}, random_.Between(-128, 127), -128, 127, static_cast<Rounding>(random_.Between(0, 4))};
    const int64_t size = 37 + static_cast<int64_t>(std::log2(static_cast<double>(terms)) / 2);  // so that results spread over the bytes
    for (int64_t i = 0; i < features; ++i) {
      r.multipliers.push_back(random_.Between(1 << 30, INT32_MAX)), r.shifts.push_back(size + random_.Between(0, 3));
    }
    if (random_.Maybe()) r.min = r.zero_point;
    x_ = b.Requantize(sums, ElementType::kS8, r);
  }

  Builder b;
  Random& random_;
  Operand x_;
};

// What the evaluator makes of a module of one input and one output.
inline std::vector<uint8_t> Evaluated(const Module& module, const Literal& input) {
  RuntimeValue x;
  x.literal = input;
  const auto results = Evaluate(module, {x});
  EXPECT_TRUE(results.ok()) << (results.ok() ? "" : results.error().text);
  if (!results.ok()) return {};
  const auto bytes = (*results)[0].literal.bytes();
  return {bytes.begin(), bytes.end()};
}

struct Ran {
  int64_t fixed = 0, others = 0, overlaps = 0, dropped = 0, members = 0, arena = 0;
  std::vector<uint8_t> output;
  std::string reasons;              // of steps that are no fixed-point ones
  std::map<std::string, int> kinds;  // steps of each fixed-point routine, and of each other name
};

inline int64_t Channels(const Module& module) {
  int64_t count = 0;
  for (const Instruction& i : module.main().instructions) {
    if (i.op == Op::kFixed) count += i.Ints(Attr::kFixedFields)[kMoteFixedOutC];
  }
  return count;
}

// Compiles for `target`, into `ram` bytes where that is not 0, or as few as there can be; holds the audit against it, runs with a budget of
// `budget` element operations a call.
inline Ran CompileAndRun(const Module& module, const TargetFacts& target, const Literal& input, uint64_t budget, int64_t ram = 0) {
  Ran run;
  PassOptions passes;
  passes.kept = KeptOperations(target);
  const Result<Module> canonical = Canonicalise(module);
  EXPECT_TRUE(canonical.ok());
  const Module formed = FormFixed(*canonical), dropped = DropChannels(formed);
  run.dropped = Channels(formed) - Channels(dropped);
  Result<StepGraph> graph = SelectSteps(*ExpandFor(dropped, passes), target);
  EXPECT_TRUE(graph.ok()) << (graph.ok() ? "" : graph.error().text);
  Result<Plan> plan = MakePlan(std::move(*graph), target);
  EXPECT_TRUE(plan.ok());
  if (ram > 0 && plan->arena_bytes > ram) plan = RollRows(std::move(*plan), ram);
  EXPECT_TRUE(plan.ok());
  run.arena = plan->arena_bytes;
  for (const Step& step : plan->graph.blocks[0].steps) {
    ++(step.kind == StepKind::kFixed ? run.fixed : run.others);
    ++run.kinds[step.name];
    if (step.kind != StepKind::kFixed) run.reasons += step.why + "\n";
    if (step.kind == StepKind::kPipeline) run.members += step.fields[kMotePipelineMembers];
    if (!step.overlap) continue;
    const auto view = [&](int32_t operand) { return plan->views[static_cast<size_t>(step.operands[operand])]; };
    const View in = view(step.overlap->in), out = view(step.overlap->out);
    run.overlaps += in.space == out.space && in.offset < out.offset + out.bytes && out.offset < in.offset + in.bytes ? 1 : 0;
  }
  const Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*plan}));
  EXPECT_TRUE(bytes.ok());
  const AuditReport report = AuditProgram(*bytes);
  EXPECT_TRUE(report.problems.empty()) << (report.problems.empty() ? "" : report.problems[0]);
  std::vector<uint64_t> file(bytes->size() / 8 + 8), memory(mote_program_size() / 8 + 1);
  std::memcpy(file.data(), bytes->data(), bytes->size());
  const mote_program* program = nullptr;
  EXPECT_EQ(mote_open(memory.data(), memory.size() * 8, file.data(), bytes->size(), nullptr, &program).code, MOTE_OK);
  mote_sizes sizes;
  EXPECT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
  constexpr uint64_t kBehind = 0x5a5a5a5a5a5a5a5a;
  std::vector<uint64_t> instance_memory(sizes.instance / 8 + 2, kBehind), arena_memory(sizes.arena / 8 + 9);
  void* arena = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(arena_memory.data()) + 63) / 64 * 64);
  const mote_memory given = {.instance = instance_memory.data(),
                             .instance_size = sizes.instance,
                             .arena = arena,
                             .arena_size = sizes.arena,
                             .state = nullptr,
                             .state_size = 0};
  mote_instance* instance = nullptr;
  EXPECT_EQ(mote_instance_init(&given, program, 0, &instance).code, MOTE_OK);
  std::vector<uint8_t> in(input.bytes().begin(), input.bytes().end());
  run.output.resize(static_cast<size_t>(module.main().ResultShapes()[0].ByteSize()));
  const auto output = [&](uint64_t first, uint64_t then) {
    if (target.io_in_arena) {
      std::memcpy(mote_input_data(instance, 0), in.data(), in.size());
    } else {
      EXPECT_EQ(mote_bind_input(instance, 0, in.data(), in.size()).code, MOTE_OK);
      EXPECT_EQ(mote_bind_output(instance, 0, run.output.data(), run.output.size()).code, MOTE_OK);
    }
    mote_code code = mote_run(instance, first).code;
    while (code == MOTE_MORE) code = mote_run(instance, then).code;
    EXPECT_EQ(code, MOTE_OK);
    if (target.io_in_arena) std::memcpy(run.output.data(), mote_output_data(instance, 0), run.output.size());
    return run.output;
  };
  const std::vector<uint8_t> bytes_of_run = output(budget, budget);
  // From within a step on without a budget, and watched.
  EXPECT_EQ(output(100, 0), bytes_of_run);
  std::pair<size_t, size_t> seen;
  const mote_hook hook = {&seen, [](void* user, uint32_t) { ++static_cast<std::pair<size_t, size_t>*>(user)->first; },
                          [](void* user, uint32_t) { ++static_cast<std::pair<size_t, size_t>*>(user)->second; }};
  mote_set_hook(instance, &hook);
  EXPECT_EQ(output(0, 0), bytes_of_run);
  EXPECT_EQ(seen, std::pair(plan->graph.blocks[0].steps.size(), plan->graph.blocks[0].steps.size()));
  EXPECT_EQ(instance_memory.back(), kBehind);
  return run;
}

}  // namespace mote
