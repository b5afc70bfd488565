// Reductions of what lies in memory against the interpreter, bit for bit (NaN is NaN), on every instruction set that this machine has, in
// parts too: rows into 32 partials, with zeros of both signs and NaNs, columns, whose sums wait in registers, and small dots.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <optional>
#include <random>

#include "kernel/interpret.h"
#include "kernel/kernel_builder.h"
#include "program_maker.h"

namespace mote {
namespace {

constexpr Scalar kFloatFolds[] = {Scalar::kAddF, Scalar::kMulF, Scalar::kMinF, Scalar::kMaxF};
constexpr Scalar kIntFolds[] = {Scalar::kAddI,  Scalar::kMulI,  Scalar::kAndI,  Scalar::kOrI,  Scalar::kXorI,
                                Scalar::kMinSI, Scalar::kMaxSI, Scalar::kMinUI, Scalar::kMaxUI};

using Bytes = std::vector<uint8_t>;
const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

// What stands in an array of floats: numbers alone, or some of these among them, or nothing else.
enum class Content { kNumbers, kZeros, kOnlyZeros, kInfinities, kNans };

Bytes Floats(size_t count, Content content, uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(count * 4);
  for (size_t i = 0; i < count; ++i) {
    float value = static_cast<float>(static_cast<int>(random() % 4001) - 2000) / 64;
    if (content == Content::kZeros) value = random() % 3 == 0 ? (random() % 2 ? 0.0f : -0.0f) : -std::abs(value);
    if (content == Content::kOnlyZeros) value = random() % 40 == 0 ? 0.0f : -0.0f;
    if (content == Content::kInfinities && random() % 50 == 0) value = random() % 2 ? INFINITY : -INFINITY;
    if (content == Content::kNans && random() % 300 == 0) value = random() % 2 ? NAN : -NAN;
    std::memcpy(bytes.data() + i * 4, &value, 4);
  }
  return bytes;
}

Bytes Words(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(count * 4);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t value = random();
    std::memcpy(bytes.data() + i * 4, &value, 4);
  }
  return bytes;
}

void Compare(const Kernel& kernel, const std::vector<ParamValue>& values, const std::vector<Bytes>& operands, bool floats) {
  std::vector<Bytes> expected = operands;
  ASSERT_TRUE(InterpretKernel(kernel, values, expected).ok()) << PrintKernel(kernel, &values);
  for (const int isa : InstructionSets()) {
    for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
      std::vector<Bytes> got = operands;
      ASSERT_EQ(RunKernel(kernel, values, got, 256, threads, isa).code, MOTE_OK);
      for (size_t at = 0; at < got[1].size(); at += 4) {
        float x, y;
        std::memcpy(&x, expected[1].data() + at, 4);
        std::memcpy(&y, got[1].data() + at, 4);
        if (floats && std::isnan(x) && std::isnan(y)) continue;
        ASSERT_EQ(std::memcmp(&x, &y, 4), 0) << "result " << at / 4 << " is " << y << ", not " << x << "; instruction set " << isa
                                             << (threads ? " in parts\n" : "\n") << PrintKernel(kernel, &values);
      }
    }
  }
}

int32_t Accessing(KernelBuilder& b, int32_t operand, int64_t offset, const std::vector<std::pair<AxisId, int64_t>>& terms) {
  Access access;
  access.operand = operand;
  if (offset != 0) access.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, offset);
  for (const auto& [axis, stride] : terms) access.terms.push_back({axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, stride)});
  return b.AddAccess(access);
}

void CheckRows(Scalar op, bool floats, int64_t rows, int64_t columns, const Bytes& data) {
  KernelBuilder b("rows");
  const ElementType type = floats ? ElementType::kF32 : ElementType::kS32;
  const Reg reg = RegisterOf(type);
  const AxisId row = b.AddAxis(Axis::Kind::kGroup, rows), lane = b.AddAxis(Axis::Kind::kLane, columns);
  const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
  const int32_t stage = b.BeginStage(Stage::Kind::kReduce, {lane});
  const NodeId value = b.Load(Accessing(b, in, 0, {{row, columns}, {lane, 1}}), reg), init = floats ? b.F32(-0.0f) : b.I32(3);
  b.BeginCombiner();
  const NodeId sum = b.CombinerInput(0, reg), next = b.CombinerInput(1, reg);
  b.EndReduce(32, {value}, {init}, {b.Op(op, sum, next)});
  b.BeginStage(Stage::Kind::kScalar, {});
  b.Store(Accessing(b, out, 0, {{row, 1}}), b.Reduced(stage, 0, reg));
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  Compare(b.Take(), values, {data, Bytes(static_cast<size_t>(rows) * 4)}, floats);
}

TEST(ChunkFold, RowsOfFloats) {
  uint32_t seed = 0;
  for (const int64_t columns : {32, 33, 63, 64, 95, 127, 128, 500, 2048, 4099}) {
    const int64_t rows = 40;
    for (const Content content : {Content::kNumbers, Content::kZeros, Content::kOnlyZeros, Content::kInfinities, Content::kNans}) {
      const Bytes data = Floats(static_cast<size_t>(rows * columns), content, ++seed);
      for (const Scalar op : kFloatFolds) {
        SCOPED_TRACE(std::to_string(columns) + " columns, content " + std::to_string(static_cast<int>(content)));
        CheckRows(op, true, rows, columns, data);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(ChunkFold, RowsOfIntegers) {
  for (const int64_t columns : {40, 128, 1000}) {
    for (const Scalar op : kIntFolds) {
      CheckRows(op, false, 50, columns, Words(static_cast<size_t>(50 * columns), static_cast<uint32_t>(columns)));
      if (HasFatalFailure()) return;
    }
  }
}

struct Columns {
  std::vector<int64_t> extents;        // of the points, outermost first
  std::vector<int64_t> from, to;       // strides
  int64_t rows, row, offset, elements;  // elements of a sum, their distance, where the first lies, of the array
};

// `after`: an operation that ends each sum, with 7, its second operand.
void CheckColumns(Scalar op, bool floats, const Columns& c, Content content, std::optional<Scalar> after = {}) {
  KernelBuilder b("columns");
  const ElementType type = floats ? ElementType::kF32 : ElementType::kS32;
  const Reg reg = RegisterOf(type);
  const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
  const AxisId loop_axis = b.AddAxis(Axis::Kind::kLoop, c.rows);
  std::vector<AxisId> lanes;
  std::vector<std::pair<AxisId, int64_t>> load = {{loop_axis, c.row}}, store;
  int64_t points = 1;
  for (size_t i = 0; i < c.extents.size(); ++i) {
    lanes.push_back(b.AddAxis(Axis::Kind::kLane, c.extents[i]));
    load.push_back({lanes.back(), c.from[i]});
    store.push_back({lanes.back(), c.to[i]});
    points *= c.extents[i];
  }
  b.BeginStage(Stage::Kind::kMap, lanes);
  const NodeId init = floats ? b.F32(0.5f) : b.I32(3);
  const int32_t loop = b.BeginLoop(loop_axis);
  const NodeId sum = b.Carried(loop, init);
  b.EndLoop(loop, {b.Op(op, sum, b.Load(Accessing(b, in, c.offset, load), reg))});
  const NodeId all = b.CarriedOf(loop)[0];
  b.Store(Accessing(b, out, 0, store), after ? b.Op(*after, all, b.F32(7)) : all);
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  const size_t elements = static_cast<size_t>(c.elements);
  Compare(b.Take(), values, {floats ? Floats(elements, content, 7) : Words(elements, 7), Bytes(static_cast<size_t>(points) * 4)}, floats);
}

TEST(ChunkFold, Columns) {
  const std::vector<Columns> cases = {
      {{1024}, {1}, {1}, 50, 1024, 0, 51200},
      {{2500}, {1}, {1}, 37, 2500, 0, 92500},                                 // areas, the last of them narrow
      {{9}, {1}, {1}, 400, 9, 0, 3600},                                       // fewer columns than a vector has
      {{129}, {1}, {1}, 33, 130, 1, 4300},
      {{64, 32}, {4096, 1}, {32, 1}, 128, 32, 0, 64 * 4096},                  // partials of a long reduction's blocks
      {{3, 200}, {200 * 21, 1}, {200, 1}, 20, 210, 5, 13000},
      {{40, 48}, {1, 40}, {48, 1}, 16, 1920, 0, 30720},                       // not side by side where they are read
      {{300}, {1}, {1}, 20, -300, 19 * 300, 6000},                            // from the last row to the first
      {{5, 7, 11}, {0, 11, 1}, {77, 11, 1}, 90, 77, 0, 6930},                 // the same again and again
      {{100}, {-1}, {1}, 30, 100, 99, 3000},
      {{2000}, {1}, {1}, 1, 0, 3, 2003}};
  for (const Columns& c : cases) {
    for (const Content content : {Content::kNumbers, Content::kZeros, Content::kNans}) {
      for (const Scalar op : kFloatFolds) {
        CheckColumns(op, true, c, content);
        for (const Scalar after : {Scalar::kDivF, Scalar::kMulF, Scalar::kSubF}) CheckColumns(op, true, c, content, after);
        if (HasFatalFailure()) return;
      }
    }
    for (const Scalar op : kIntFolds) {
      CheckColumns(op, false, c, Content::kNumbers);
      if (HasFatalFailure()) return;
    }
  }
}

// out[p] = (init + Σ factor · row, fused) · other[p] - other[p], or the sum alone.
struct SmallDot {
  std::vector<int64_t> extents, row, factor;  // of the points, outermost first; strides
  int64_t terms, row_term, factor_term, rows, factors;
};

void CheckDot(const SmallDot& d, bool plain, bool exchanged, Content content) {
  KernelBuilder b("dot");
  const int32_t in = b.AddOperand(ElementType::kF32, true, false), out = b.AddOperand(ElementType::kF32, false, true);
  const int32_t factors = b.AddOperand(ElementType::kF32, true, false), other = b.AddOperand(ElementType::kF32, true, false);
  const AxisId loop_axis = b.AddAxis(Axis::Kind::kLoop, d.terms);
  std::vector<AxisId> lanes;
  std::vector<std::pair<AxisId, int64_t>> row = {{loop_axis, d.row_term}}, factor = {{loop_axis, d.factor_term}}, dense;
  int64_t points = 1;
  for (size_t i = 0; i < d.extents.size(); ++i) {
    lanes.push_back(b.AddAxis(Axis::Kind::kLane, d.extents[i]));
    if (d.row[i] != 0) row.push_back({lanes.back(), d.row[i]});
    if (d.factor[i] != 0) factor.push_back({lanes.back(), d.factor[i]});
  }
  for (size_t i = d.extents.size(); i-- > 0; points *= d.extents[i]) dense.insert(dense.begin(), {lanes[i], points});
  b.BeginStage(Stage::Kind::kMap, lanes);
  const NodeId init = b.F32(plain ? 0.0f : -0.25f);
  const int32_t loop = b.BeginLoop(loop_axis);
  const NodeId sum = b.Carried(loop, init);
  const NodeId first = b.Load(Accessing(b, exchanged ? in : factors, 0, exchanged ? row : factor), Reg::kF32);
  const NodeId second = b.Load(Accessing(b, exchanged ? factors : in, 0, exchanged ? factor : row), Reg::kF32);
  b.EndLoop(loop, {b.Op(Scalar::kFmaF, first, second, sum)});
  NodeId value = b.CarriedOf(loop)[0];
  const NodeId more = b.Load(Accessing(b, other, 0, dense), Reg::kF32);
  if (!plain) value = b.Op(Scalar::kSubF, b.Op(Scalar::kMulF, value, more), more);
  b.Store(Accessing(b, out, 0, dense), value);
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  const size_t size = static_cast<size_t>(points);
  Compare(b.Take(), values, {Floats(static_cast<size_t>(d.rows), content, 1), Bytes(size * 4),
                             Floats(static_cast<size_t>(d.factors), Content::kNumbers, 2), Floats(size, Content::kNumbers, 3)}, true);
}

struct Lines {
  std::vector<int64_t> extents;  // of the points, outermost first
  std::vector<int64_t> strides;  // elements from a point to the next
  int64_t length, step, offset, elements;  // of a line, along it, of the first; of the arrays
};

// s = init; along each line s = op(s, element), stored at the element's place; `before`: an operation on the element and 7.
void CheckLines(Scalar op, bool floats, const Lines& c, std::optional<Scalar> before = {}) {
  KernelBuilder b("lines");
  const ElementType type = floats ? ElementType::kF32 : ElementType::kS32;
  const Reg reg = RegisterOf(type);
  const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
  const AxisId along = b.AddAxis(Axis::Kind::kLoop, c.length);
  std::vector<AxisId> lanes;
  std::vector<std::pair<AxisId, int64_t>> terms = {{along, c.step}};
  for (size_t i = 0; i < c.extents.size(); ++i) {
    lanes.push_back(b.AddAxis(Axis::Kind::kLane, c.extents[i]));
    terms.push_back({lanes.back(), c.strides[i]});
  }
  b.BeginStage(Stage::Kind::kMap, lanes);
  const NodeId init = floats ? b.F32(0.5f) : b.I32(3);
  const int32_t loop = b.BeginLoop(along);
  const NodeId sum = b.Carried(loop, init);
  NodeId element = b.Load(Accessing(b, in, c.offset, terms), reg);
  if (before) element = b.Op(*before, element, floats ? b.F32(7) : b.I32(7));
  const NodeId next = b.Op(op, sum, element);
  b.Store(Accessing(b, out, c.offset, terms), next);
  b.EndLoop(loop, {next});
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  const size_t elements = static_cast<size_t>(c.elements);
  Compare(b.Take(), values, {floats ? Floats(elements, Content::kNans, 5) : Words(elements, 5), Bytes(elements * 4)}, floats);
}

TEST(ChunkFold, Lines) {
  const std::vector<Lines> cases = {
      {{1024}, {40}, 40, 1, 0, 40960},
      {{37}, {101}, 100, 1, 3, 3740},                         // rows with a gap, no whole number of strips
      {{3, 50}, {5000, 90}, 90, 1, 0, 15000},
      {{50}, {33}, 33, -1, 32, 1650},                         // from the last element to the first
      {{}, {}, 1000, 1, 0, 1000},                             // one line
      {{1}, {1}, 70, -1, 69, 70},
      {{40, 64}, {64 * 50, 1}, 50, 64, 0, 40 * 64 * 50},      // columns
      {{2000}, {1}, 3, 2000, 0, 6000},
      {{5000}, {2}, 2, 1, 0, 10000}};
  for (const Lines& c : cases) {
    for (const Scalar op : kFloatFolds) {
      CheckLines(op, true, c);
      CheckLines(op, true, c, Scalar::kMulF);
      if (HasFatalFailure()) return;
    }
    for (const Scalar op : kIntFolds) {
      CheckLines(op, false, c);
      if (HasFatalFailure()) return;
    }
    CheckLines(Scalar::kAddI, false, c, Scalar::kXorI);
  }
}

TEST(ChunkFold, SmallDots) {
  const std::vector<SmallDot> cases = {
      {{8, 16, 512}, {0, 4096, 1}, {8, 0, 0}, 8, 512, 1, 65536, 64},  // a transform's first stage
      {{8, 100, 8}, {0, 64, 1}, {8, 0, 0}, 8, 8, 1, 6400, 64},
      {{4, 50, 13}, {0, 52, 1}, {1, 0, 0}, 4, 13, 4, 2600, 16},       // rows that end inside of a vector
      {{3, 7, 95}, {0, 95 * 5, 1}, {5, 0, 0}, 5, 95, 1, 3325, 15},
      {{2000}, {1}, {0}, 9, 2000, 1, 18000, 9},
      {{5, 3000}, {0, 1}, {7, 0}, 7, 3000, 1, 21000, 35},              // rows longer than a strip
      {{20, 40, 24}, {0, 24, 1}, {3, 60, 0}, 3, 960, 1, 2880, 2400},   // factors of each row
      {{30, 64}, {64, 1}, {0, 0}, 6, 64, 2, 36 * 64, 12}};
  for (const SmallDot& d : cases) {
    for (const bool plain : {true, false}) {
      for (const bool exchanged : {true, false}) {
        for (const Content content : {Content::kNumbers, Content::kInfinities}) {
          CheckDot(d, plain, exchanged, content);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace mote
