// The chunk machine against the interpreter, bit for bit, on every instruction set that this machine has: random straight code over
// points, and rows with stages between barriers. A failure prints the seed; MOTE_CHUNK_SEED=n runs that one alone,
// MOTE_CHUNK_CASES=n so many.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include "chunk_harness.h"
#include "expand/expand.h"

namespace mote {
namespace {

constexpr Scalar kFloats[] = {Scalar::kAddF, Scalar::kSubF, Scalar::kMulF, Scalar::kDivF,
                              Scalar::kMinF, Scalar::kMaxF, Scalar::kAddF, Scalar::kMulF};
constexpr Scalar kFloatUnaries[] = {Scalar::kNegF,  Scalar::kAbsF,   Scalar::kRintF, Scalar::kFloorF,
                                    Scalar::kCeilF, Scalar::kTruncF, Scalar::kSqrtF, Scalar::kRoundF16, Scalar::kRoundBF16};
constexpr Scalar kInts[] = {Scalar::kAddI,  Scalar::kSubI,  Scalar::kMulI,  Scalar::kAndI,  Scalar::kOrI,   Scalar::kXorI,
                            Scalar::kMinSI, Scalar::kMaxSI, Scalar::kMinUI, Scalar::kMaxUI, Scalar::kShlI,  Scalar::kShrUI,
                            Scalar::kShrSI, Scalar::kRemUI, Scalar::kDivSI, Scalar::kRemSI, Scalar::kDivUI};
constexpr Scalar kIntCompares[] = {Scalar::kEqI, Scalar::kNeI, Scalar::kLtSI, Scalar::kLeSI, Scalar::kLtUI, Scalar::kLeUI};
constexpr Scalar kFloatCompares[] = {Scalar::kEqF, Scalar::kNeF, Scalar::kLtF, Scalar::kLeF};
constexpr Scalar kFolds[] = {Scalar::kAddF, Scalar::kMulF, Scalar::kMinF, Scalar::kMaxF};
constexpr Scalar kIntFolds[] = {Scalar::kAddI,  Scalar::kMulI,  Scalar::kAndI,  Scalar::kOrI,  Scalar::kXorI,
                                Scalar::kMinSI, Scalar::kMaxSI, Scalar::kMinUI, Scalar::kMaxUI};

// A graph of values of both classes, each of which may be used again.
class StraightCode {
 public:
  StraightCode(KernelBuilder& b, std::mt19937& random) : b_(b), random_(random) {}

  void Add(NodeId node) { (b_.TypeOf(node) == Reg::kF32 ? floats_ : ints_).push_back(node); }
  void Grow(int nodes) {
    for (int i = 0; i < nodes; ++i) Add(One());
  }
  NodeId Float() {
    if (floats_.empty()) Add(b_.Op(Scalar::kSignedIF, Int()));
    return AnyOf(floats_);
  }
  NodeId Int() {
    if (ints_.empty()) Add(Bits());
    return AnyOf(ints_);
  }

 private:
  uint32_t Pick(uint32_t n) { return random_() % n; }
  // Late ones more often: chains, with some that wait for long.
  NodeId AnyOf(const std::vector<NodeId>& list) {
    const uint32_t n = static_cast<uint32_t>(list.size());
    return list[n - 1 - (Pick(3) == 0 ? Pick(n) : Pick(std::min(n, 3u)))];
  }
  template <size_t N>
  Scalar Of(const Scalar (&list)[N]) { return list[Pick(N)]; }

  // Of numbers: the bits of a NaN are left open.
  NodeId Bits() {
    const NodeId x = Float();
    return b_.Op(Scalar::kBitsFI, b_.Select(b_.Op(Scalar::kEqF, x, x), x, b_.F32(1.5f)));
  }

  NodeId One() {
    switch (Pick(14)) {
      case 0: return b_.F32(static_cast<float>(static_cast<int>(Pick(64)) - 32) / 8);
      case 1: return b_.I32(static_cast<int32_t>(Pick(40)) - 4);
      case 2: return b_.Op(Of(kFloatUnaries), Float());
      case 3: return b_.Op(Of(kInts), Int(), Int());
      case 4: return b_.Op(Pick(2) ? Of(kIntCompares) : Scalar::kEqI, Int(), Int());
      case 5: return b_.Op(Of(kFloatCompares), Float(), Float());
      case 6: return b_.Select(Int(), Float(), Float());
      case 7: return b_.Select(Int(), Int(), Int());
      case 8: {
        const NodeId x = Float(), limit = Float(), less = b_.Op(Scalar::kLtF, Pick(2) ? x : limit, Pick(2) ? limit : x);
        return Pick(2) ? b_.Select(less, x, limit) : b_.Select(less, limit, x);
      }
      case 9: return Pick(2) ? Bits() : b_.Op(Of({Scalar::kSignedIF, Scalar::kUnsignedIF}), Int());
      case 10: return b_.Op(Of({Scalar::kSextI, Scalar::kZextI}), Int(), kNone, kNone, 1 + Pick(31));
      case 11: return b_.Op(Scalar::kSignedSatFI, Float());
      default: return b_.Op(Of(kFloats), Float(), Float());
    }
  }

  KernelBuilder& b_;
  std::mt19937& random_;
  std::vector<NodeId> floats_, ints_;
};

class RandomCode {
 public:
  explicit RandomCode(uint32_t seed) : random_(seed), b_("random") {}

  Made Map() {
    const int64_t points = Pick(3) == 0 ? 2048 + Pick(40) : 2000 + Pick(4000);
    const AxisId axis = b_.AddAxis(Axis::Kind::kLane, points);
    for (int i = 1 + static_cast<int>(Pick(3)); i > 0; --i) AddOperand(Pick(3) == 0 ? Narrow() : AnyType(), points, false);
    const size_t inputs = made_.operands.size();
    const int outputs = 1 + static_cast<int>(Pick(2));
    for (int i = 0; i < outputs; ++i) AddOperand(Pick(3) == 0 ? Narrow() : AnyType(), points, true);
    b_.BeginStage(Stage::Kind::kMap, {axis});
    StraightCode code(b_, random_);
    for (size_t i = 0; i < inputs; ++i) code.Add(Load(static_cast<int32_t>(i), {{axis, Pick(8) == 0 ? 0 : 1}}));
    if (Pick(4) == 0) code.Add(b_.AxisNode(axis));
    code.Grow(3 + static_cast<int>(Pick(30)));
    for (int i = 0; i < outputs; ++i) Store(code, static_cast<int32_t>(inputs) + i, {{axis, 1}});
    b_.EndStage();
    return Take();
  }

  // Two lane axes, and operands that lie along them in any order: as they are, a value a row or a column, transposed, one for all.
  Made Grid() {
    const int64_t rows = 3 + Pick(60), columns = Pick(2) == 0 ? 60 + Pick(100) : 300 + Pick(2000);
    const AxisId row = b_.AddAxis(Axis::Kind::kLane, rows), column = b_.AddAxis(Axis::Kind::kLane, columns);
    const int inputs = 1 + static_cast<int>(Pick(3));
    for (int i = 0; i <= inputs; ++i) AddOperand(Pick(2) == 0 ? Narrow() : AnyType(), rows * columns, i == inputs);
    b_.BeginStage(Stage::Kind::kMap, {row, column});
    StraightCode code(b_, random_);
    const int64_t strides[][2] = {{columns, 1}, {1, 0}, {0, 1}, {1, rows}, {0, 0}};
    for (int32_t i = 0; i < inputs; ++i) {
      const auto& stride = strides[Pick(5)];
      code.Add(Load(i, {{row, stride[0]}, {column, stride[1]}}));
    }
    if (Pick(4) == 0) code.Add(b_.AxisNode(Pick(2) == 0 ? row : column));
    code.Grow(1 + static_cast<int>(Pick(20)));
    Store(code, inputs, {{row, columns}, {column, 1}});
    b_.EndStage();
    return Take();
  }

  // Rows: a reduction whose values may be kept, what is made of its result, another reduction, a map.
  Made Rows() {
    const int64_t rows = 1 + Pick(4), columns = Pick(3) == 0 ? 32 + Pick(40) : 200 + Pick(600);
    const AxisId row = b_.AddAxis(Axis::Kind::kGroup, rows);
    AddOperand(Pick(3) == 0 ? Narrow() : AnyType(), rows * columns, false);
    AddOperand(ElementType::kF32, rows * columns, true);
    AddOperand(Pick(3) == 0 ? Narrow() : AnyType(), rows * columns, true);
    const AxisId first = b_.AddAxis(Axis::Kind::kLane, columns);
    const Sum sum = Reduce({row, columns}, {first, 1}, Pick(2) == 0, kNone);
    b_.BeginStage(Stage::Kind::kScalar, {});
    const NodeId scale = b_.Op(Scalar::kDivF, AsFloat(b_.Reduced(sum.stage, 0, sum.reg)), b_.F32(static_cast<float>(columns)));
    b_.EndStage();
    const AxisId second = b_.AddAxis(Axis::Kind::kLane, columns);
    const Sum other = Reduce({row, columns}, {second, 1}, false, scale);
    const AxisId third = b_.AddAxis(Axis::Kind::kLane, columns);
    b_.BeginStage(Stage::Kind::kMap, {third});
    StraightCode code(b_, random_);
    code.Add(Load(0, {{row, columns}, {third, 1}}));
    code.Add(AsFloat(b_.Reduced(other.stage, 0, other.reg)));
    code.Add(scale);
    code.Grow(4 + static_cast<int>(Pick(8)));
    Store(code, 2, {{row, columns}, {third, 1}});
    b_.EndStage();
    return Take();
  }

  // Rows of which each gives a variance's sum of squares.
  Made Squares(int64_t columns) {
    const int64_t rows = 1 + 20000 / columns;
    const AxisId row = b_.AddAxis(Axis::Kind::kGroup, rows), lane = b_.AddAxis(Axis::Kind::kLane, columns);
    AddOperand(ElementType::kF32, rows * columns, false);
    AddOperand(ElementType::kF32, rows, true);
    const int32_t stage = b_.BeginStage(Stage::Kind::kReduce, {lane});
    const NodeId rest = b_.Op(Scalar::kSubF, Load(0, {{row, columns}, {lane, 1}}), b_.F32(0.375f));
    const NodeId square = b_.Op(Scalar::kMulF, rest, rest);
    const NodeId init = b_.F32(0.5f);
    b_.BeginCombiner();
    const NodeId a = b_.CombinerInput(0, Reg::kF32), v = b_.CombinerInput(1, Reg::kF32);
    b_.EndReduce(32, {square}, {init}, {b_.Op(Scalar::kAddF, a, v)});
    b_.BeginStage(Stage::Kind::kScalar, {});
    b_.Store(Accessing(1, {{row, 1}}), b_.Reduced(stage, 0, Reg::kF32));
    b_.EndStage();
    return Take();
  }

 private:
  struct Term {
    AxisId axis;
    int64_t stride;
  };

  uint32_t Pick(uint32_t n) { return random_() % n; }
  // Types of fewer than 32 bits.
  ElementType Narrow() {
    constexpr ElementType kTypes[] = {ElementType::kPred, ElementType::kS8,  ElementType::kU8, ElementType::kS16,
                                      ElementType::kU16,  ElementType::kF16, ElementType::kBF16};
    return kTypes[Pick(7)];
  }
  ElementType AnyType() { return Pick(3) == 0 ? ElementType::kS32 : ElementType::kF32; }
  NodeId AsFloat(NodeId node) { return b_.TypeOf(node) == Reg::kF32 ? node : b_.Op(Scalar::kSignedIF, node); }

  void AddOperand(ElementType type, int64_t elements, bool written) {
    b_.AddOperand(type, !written, written);
    types_.push_back(type);
    std::vector<uint8_t> data(static_cast<size_t>(elements * StorageBytes(type)));
    for (size_t i = 0; i < data.size() && !written; i += static_cast<size_t>(StorageBytes(type))) {
      const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-40f, 3e38f, -1.0f};
      const float value = Pick(20) == 0 ? special[Pick(8)] : static_cast<float>(static_cast<int>(Pick(4001)) - 2000) / 64;
      const int32_t number = Pick(8) == 0 ? static_cast<int32_t>(random_()) : static_cast<int32_t>(Pick(200)) - 100;
      if (type == ElementType::kF32) std::memcpy(data.data() + i, &value, 4);
      else std::memcpy(data.data() + i, &number, static_cast<size_t>(StorageBytes(type)));
    }
    made_.operands.push_back(std::move(data));
  }

  int32_t Accessing(int32_t operand, const std::vector<Term>& terms) {
    Access access;
    access.operand = operand;
    for (const Term& term : terms) {
      if (term.stride != 0) access.terms.push_back({term.axis, b_.AddParam(Parameter::Role::kStride, Reg::kI32, term.stride)});
    }
    return b_.AddAccess(access);
  }
  NodeId Load(int32_t operand, const std::vector<Term>& terms) {
    return b_.Load(Accessing(operand, terms), RegisterOf(types_[static_cast<size_t>(operand)]));
  }
  void Store(StraightCode& code, int32_t operand, const std::vector<Term>& terms) {
    b_.Store(Accessing(operand, terms), RegisterOf(types_[static_cast<size_t>(operand)]) == Reg::kF32 ? code.Float() : code.Int());
  }

  struct Sum {
    int32_t stage;
    Reg reg;
  };
  Sum Reduce(Term row, Term lane, bool keep, NodeId scale) {
    const int32_t stage = b_.BeginStage(Stage::Kind::kReduce, {lane.axis});
    StraightCode code(b_, random_);
    const NodeId own = Load(0, {row, lane});
    code.Add(own);
    if (scale != kNone) code.Add(scale);
    code.Grow(static_cast<int>(Pick(6)));
    const bool floats = Pick(3) != 0;
    const NodeId value = floats ? b_.Op(Scalar::kAddF, AsFloat(own), code.Float())
                                : b_.Op(Scalar::kXorI, b_.TypeOf(own) == Reg::kI32 ? own : b_.Op(Scalar::kSignedSatFI, own), code.Int());
    if (keep) b_.Store(Accessing(1, {row, lane}), AsFloat(value));
    const NodeId init = floats ? b_.F32(0.5f) : b_.I32(3);
    b_.BeginCombiner();
    const Reg reg = floats ? Reg::kF32 : Reg::kI32;
    const NodeId a = b_.CombinerInput(0, reg), v = b_.CombinerInput(1, reg);
    const Scalar op = floats ? kFolds[Pick(4)] : kIntFolds[Pick(9)];
    b_.EndReduce(32, {value}, {init}, {b_.Op(op, a, v)});
    return {stage, reg};
  }

  Made Take() {
    made_.values = b_.TakeValues();
    made_.kernel = b_.Take();
    return std::move(made_);
  }

  std::mt19937 random_;
  KernelBuilder b_;
  Made made_;
  std::vector<ElementType> types_;
};

TEST(ChunkMachine, RandomCode) {
  const char *only = std::getenv("MOTE_CHUNK_SEED"), *cases = std::getenv("MOTE_CHUNK_CASES");
  const uint32_t first = only != nullptr ? static_cast<uint32_t>(std::atoi(only)) : 0;
  const uint32_t last = only != nullptr ? first + 1 : cases != nullptr ? static_cast<uint32_t>(std::atoi(cases)) : 400;
  const runtime::ChunkLoop* loop = runtime::kChunkInstances[0];
  uint32_t taken = 0;
  for (uint32_t seed = first; seed < last; ++seed) {
    SCOPED_TRACE("MOTE_CHUNK_SEED=" + std::to_string(seed));
    const Made made = seed % 3 == 0 ? RandomCode(seed).Rows() : RandomCode(seed).Map();
    if (loop != nullptr && WordsInChunks(made, *loop) != 0 && WorkOf(made) > 12000) ++taken;
    Compare(made);
    if (HasFatalFailure()) return;
  }
  EXPECT_TRUE(only != nullptr || loop == nullptr || taken > last / 2) << "only " << taken << " of these kernels reach the chunk machine";
}

TEST(ChunkMachine, RandomGrids) {
  const char *only = std::getenv("MOTE_CHUNK_SEED"), *cases = std::getenv("MOTE_CHUNK_CASES");
  const uint32_t first = only != nullptr ? static_cast<uint32_t>(std::atoi(only)) : 0;
  const uint32_t last = only != nullptr ? first + 1 : cases != nullptr ? static_cast<uint32_t>(std::atoi(cases)) : 300;
  for (uint32_t seed = first; seed < last; ++seed) {
    SCOPED_TRACE("MOTE_CHUNK_SEED=" + std::to_string(seed));
    Compare(RandomCode(seed).Grid());
    if (HasFatalFailure()) return;
  }
}

// Rows of whole blocks of partials, one among them, and others.
TEST(ChunkMachine, SquaresKeepTheirBits) {
  for (const int64_t columns : {20, 32, 64, 200, 416, 1024, 1030}) {
    SCOPED_TRACE(columns);
    Compare(RandomCode(static_cast<uint32_t>(columns)).Squares(columns));
    if (HasFatalFailure()) return;
  }
}

// y = f(x) as the host expands it, over floats of all exponents and signs, half of them of moderate size; `near`: all of them less than 8.
Made MathKernel(Op op, int64_t points, bool near = false) {
  Made made;
  KernelBuilder b("function");
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, points);
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
  Access load, store;
  load.operand = b.AddOperand(ElementType::kF32, true, false), store.operand = b.AddOperand(ElementType::kF32, false, true);
  load.terms = store.terms = {{axis, one}};
  b.BeginStage(Stage::Kind::kMap, {axis});
  const NodeId x = b.Load(b.AddAccess(load), Reg::kF32);
  const bool binary = op == Op::kPower || op == Op::kRemainder;
  b.Store(b.AddAccess(store), ExpandElementwise(b, op, ElementType::kF32, binary ? IdVector<NodeId>{x, b.F32(2.3f)} : IdVector<NodeId>{x}));
  b.EndStage();
  made.values = b.TakeValues();
  made.kernel = b.Take();
  made.operands = {std::vector<uint8_t>(static_cast<size_t>(points) * 4), std::vector<uint8_t>(static_cast<size_t>(points) * 4)};
  const std::vector<uint32_t> edges = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 1,          0x80000001, 0x00800000,
                                       0x7f7fffff, 0xff7fffff, 0x42b17218, 0x42b20000, 0xc2ce0000, 0xc2d00000, 0x3f800000, 0xbf800000};
  const uint32_t step = static_cast<uint32_t>((uint64_t{1} << 32) / static_cast<uint64_t>(points)) | 1;
  for (uint32_t i = 0; i < points; ++i) {
    uint32_t bits = i < edges.size() ? edges[i] : i * step;
    if (near || (i >= edges.size() && i % 2 == 1)) bits = (bits & 0x81ffffff) | (((near ? 0x37 : 0x3a) + i / 2 % 10) << 24);
    std::memcpy(made.operands[0].data() + size_t{i} * 4, &bits, 4);
  }
  return made;
}

// y = x, from one type to another.
// The functions that are one operation are found in what the host prints today: a load, the function, a store.
TEST(ChunkMachine, KnowsItsFunctions) {
  const runtime::ChunkLoop* loop = runtime::kChunkInstances[0];
  if (loop == nullptr) GTEST_SKIP() << "no chunks on this machine";
  for (const Op op : {Op::kExponential, Op::kTanh, Op::kLogistic, Op::kLog, Op::kExponentialMinusOne, Op::kErf}) {
    EXPECT_EQ(WordsInChunks(MathKernel(op, 1000), *loop), 4u) << Info(op).id << ": chunk_functions.h is not its expansion any more";
  }
}

TEST(ChunkMachine, FunctionsKeepTheirBits) {
  const int64_t points = std::getenv("MOTE_TEST_ALL") != nullptr ? 1 << 22 : 1 << 16;
  std::vector<Op> functions = MathFunctions(ElementType::kF32);
  functions.insert(functions.end(), {Op::kPower, Op::kRemainder});
  for (const Op op : functions) {
    SCOPED_TRACE(Info(op).id);
    Compare(MathKernel(op, points + 5));
    Compare(MathKernel(op, points / 4 + 5, true));
    if (HasFatalFailure()) return;
  }
}

// Chains with many constants have room for them on the widest machine that there is.
TEST(ChunkMachine, LongFunctionsFit) {
  for (const int isa : InstructionSets()) {
    const runtime::ChunkLoop* loop = runtime::kChunkInstances[isa];
    if (loop == nullptr) continue;
    for (const Op op : {Op::kErfc, Op::kErfInv, Op::kSine, Op::kCosine, Op::kTan, Op::kPower, Op::kRemainder}) {
      EXPECT_NE(WordsInChunks(MathKernel(op, 1000), *loop), 0u) << Info(op).id << " goes by strips, instruction set " << isa;
    }
  }
}

// Largest and smallest, of two arrays and of one with a value that holds all over, on either side: -0 is less than 0, and a NaN is what
// comes out, with all its bits; of two NaNs either.
TEST(ChunkMachine, ExtremesKeepTheirBits) {
  const std::vector<uint32_t> values = {0,          0x80000000, 1,          0x80000001, 0x3f800000, 0xbf800000, 0x3fc00000, 0xbfc00000,
                                        0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0xff812345};
  const auto is_nan = [](uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
  const auto expected = [&](uint32_t a, uint32_t b, bool most) {
    if (is_nan(a)) return a;
    if (is_nan(b)) return b;
    const auto order = [](uint32_t bits) { return (bits >> 31) != 0 ? ~bits : bits | 0x80000000; };
    return (order(a) > order(b)) == most ? a : b;
  };
  const int64_t points = 5000;
  for (const bool most : {true, false}) {
    for (size_t form = 0; form < 1 + 2 * values.size(); ++form) {  // the second array, a value behind, a value before
      const uint32_t limit = form == 0 ? 0 : values[(form - 1) / 2];
      const bool before = form != 0 && form % 2 == 0;
      KernelBuilder b("extreme");
      const AxisId axis = b.AddAxis(Axis::Kind::kLane, points);
      const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
      Access load, other, store;
      load.operand = b.AddOperand(ElementType::kF32, true, false), other.operand = b.AddOperand(ElementType::kF32, true, false);
      store.operand = b.AddOperand(ElementType::kF32, false, true);
      load.terms = other.terms = store.terms = {{axis, one}};
      b.BeginStage(Stage::Kind::kMap, {axis});
      const NodeId x = b.Load(b.AddAccess(load), Reg::kF32), z = b.Load(b.AddAccess(other), Reg::kF32);
      float value;
      std::memcpy(&value, &limit, 4);
      const NodeId y = form == 0 ? z : b.F32(value);
      const NodeId result = b.Op(most ? Scalar::kMaxF : Scalar::kMinF, before ? y : x, before ? x : y);
      b.Store(b.AddAccess(store), result);
      b.EndStage();
      Made made;
      made.values = b.TakeValues();
      made.kernel = b.Take();
      ASSERT_GT(WorkOf(made), 8192) << "goes by strips";
      made.operands.assign(3, std::vector<uint8_t>(static_cast<size_t>(points) * 4));
      std::vector<uint32_t> right(static_cast<size_t>(points));
      for (size_t i = 0; i < right.size(); ++i) {
        const uint32_t first = values[i % values.size()], second = values[i / values.size() % values.size()];
        std::memcpy(made.operands[0].data() + i * 4, &first, 4);
        std::memcpy(made.operands[1].data() + i * 4, &second, 4);
        const uint32_t with = form == 0 ? second : limit;
        right[i] = expected(before ? with : first, before ? first : with, most);
      }
      for (const int isa : InstructionSets()) {
        std::vector<std::vector<uint8_t>> got = made.operands;
        ASSERT_EQ(RunKernel(made.kernel, made.values, got, 256, nullptr, isa).code, MOTE_OK);
        for (size_t i = 0; i < right.size(); ++i) {
          uint32_t bits;
          std::memcpy(&bits, got[2].data() + i * 4, 4);
          const uint32_t with = form == 0 ? values[i / values.size() % values.size()] : limit;
          const uint32_t first = values[i % values.size()];
          if (is_nan(first) && is_nan(with) && (bits == first || bits == with)) continue;
          ASSERT_EQ(bits, right[i]) << (most ? "max" : "min") << " element " << i << " form " << form << " instruction set " << isa;
        }
      }
    }
  }
}

// So much that stores bypass the caches, from where a line of the output begins: each element is right, and none beside them is touched.
TEST(ChunkMachine, StoresThatBypassCaches) {
  constexpr int64_t kPoints = (2 << 20) + 77, kRoom = 16;
  std::vector<int32_t> numbers(kPoints);
  for (int64_t i = 0; i < kPoints; ++i) numbers[static_cast<size_t>(i)] = static_cast<int32_t>(i);
  for (const int64_t offset : {0, 1, 11, 12, 15}) {  // elements, wherever the array begins
    KernelBuilder b("stream");
    const AxisId axis = b.AddAxis(Axis::Kind::kLane, kPoints);
    const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
    Access load, store;
    load.operand = b.AddOperand(ElementType::kS32, true, false), store.operand = b.AddOperand(ElementType::kS32, false, true);
    load.terms = store.terms = {{axis, one}};
    store.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, offset);
    b.BeginStage(Stage::Kind::kMap, {axis});
    const NodeId x = b.Load(b.AddAccess(load), Reg::kI32);
    b.Store(b.AddAccess(store), b.Op(Scalar::kAddI, b.Op(Scalar::kMulI, x, b.I32(3)), b.I32(7)));
    b.EndStage();
    const std::vector<ParamValue> values = b.TakeValues();
    const Kernel kernel = b.Take();
    for (const int isa : InstructionSets()) {
      const mote_threads* threads = isa % 2 == 0 ? nullptr : &kThreeParts;
      std::vector<std::vector<uint8_t>> got(2);
      got[0].resize(kPoints * 4), got[1].assign((kPoints + kRoom) * 4, 0xee);
      std::memcpy(got[0].data(), numbers.data(), got[0].size());
      ASSERT_EQ(RunKernel(kernel, values, got, 256, threads, isa).code, MOTE_OK);
      std::vector<int32_t> out(kPoints + kRoom);
      std::memcpy(out.data(), got[1].data(), got[1].size());
      for (int64_t i = 0; i < kPoints + kRoom; ++i) {
        const bool inside = i >= offset && i < offset + kPoints;
        const int32_t expected = inside ? static_cast<int32_t>((i - offset) * 3 + 7) : static_cast<int32_t>(0xeeeeeeee);
        ASSERT_EQ(out[static_cast<size_t>(i)], expected) << "element " << i << " offset " << offset << " instruction set " << isa;
      }
    }
  }
}

// out[r][c] = in[columns · index[r] + shift + c], 0 where that is no element of it; in[i] = i + 1.
TEST(ChunkMachine, RowsFromComputedPlaces) {
  for (const ElementType type : {ElementType::kF32, ElementType::kS64, ElementType::kU8}) {
    for (const int64_t columns : {1, 3, 16, 64, 100}) {
      const int64_t rows = 700, elements = 50 * columns, shift = 2;
      KernelBuilder b("gather");
      const int32_t index = b.AddOperand(ElementType::kS32, true, false), in = b.AddOperand(type, true, false);
      const int32_t out = b.AddOperand(type, false, true);
      const AxisId row = b.AddAxis(Axis::Kind::kLane, rows), column = b.AddAxis(Axis::Kind::kLane, columns);
      const auto stride = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
      Access list, load, store;
      list.operand = index, load.operand = in, store.operand = out;
      list.terms = {{row, stride(1)}};
      load.terms = {{column, stride(1)}};
      load.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, shift);
      store.terms = {{row, stride(columns)}, {column, stride(1)}};
      b.BeginStage(Stage::Kind::kMap, {row, column});
      const NodeId at = b.Op(Scalar::kMulI, b.Load(b.AddAccess(list), Reg::kI32), b.I32(static_cast<int32_t>(columns)));
      b.Store(b.AddAccess(store), b.Load(b.AddAccess(load), RegisterOf(type), at));
      b.EndStage();
      const std::vector<ParamValue> values = b.TakeValues();
      const Kernel kernel = b.Take();
      const size_t bytes = static_cast<size_t>(StorageBytes(type));
      std::vector<std::vector<uint8_t>> operands = {std::vector<uint8_t>(static_cast<size_t>(rows) * 4),
                                                    std::vector<uint8_t>(static_cast<size_t>(elements) * bytes),
                                                    std::vector<uint8_t>(static_cast<size_t>(rows * columns) * bytes)};
      std::mt19937 random(static_cast<uint32_t>(columns));
      std::vector<int32_t> places;
      for (int64_t i = 0; i < rows; ++i) {
        places.push_back(i % 9 == 0 ? static_cast<int32_t>(random()) : static_cast<int32_t>(random() % 56) - 3);
      }
      std::memcpy(operands[0].data(), places.data(), places.size() * 4);
      for (int64_t i = 0; i < elements; ++i) {
        const int64_t value = i + 1;
        std::memcpy(operands[1].data() + static_cast<size_t>(i) * bytes, &value, bytes);
      }
      for (const int isa : InstructionSets()) {
        for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
          std::vector<std::vector<uint8_t>> got = operands;
          ASSERT_EQ(RunKernel(kernel, values, got, 256, threads, isa).code, MOTE_OK);
          for (int64_t p = 0; p < rows * columns; ++p) {
            const uint32_t from = static_cast<uint32_t>(places[static_cast<size_t>(p / columns)]) * static_cast<uint32_t>(columns) +
                                  static_cast<uint32_t>(shift) + static_cast<uint32_t>(p % columns);
            const uint64_t want = from < elements ? from + 1 : 0;
            ASSERT_EQ(std::memcmp(got[2].data() + static_cast<size_t>(p) * bytes, &want, bytes), 0)
                << "point " << p << " of rows of " << columns << " instruction set " << isa;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace mote
