// Random kernels on Vulkan against the interpreter: every stage kind, loops, checked accesses, narrow elements that share words, parameters
// that do not fit push constants, extents around the lane count. A failure prints the seed; MOTE_SEED=n runs that one
// alone, MOTE_TEST_ALL=1 a thousand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include "hlo/literal.h"
#include "kernel/kernel_builder.h"
#include "vulkan_kernel.h"

namespace mote {
namespace {

constexpr ElementType kTypes[] = {ElementType::kPred, ElementType::kS4,  ElementType::kS8,  ElementType::kU8,   ElementType::kS16,
                                  ElementType::kU16,  ElementType::kS32, ElementType::kU32, ElementType::kS64,  ElementType::kU64,
                                  ElementType::kF16,  ElementType::kBF16, ElementType::kF32, ElementType::kF8E4M3FN};
constexpr int64_t kExtents[] = {1, 2, 3, 7, 31, 32, 33, 64, 100};

// Operations of classes i, l and f without immediates. Not fma (may round twice), not the bits of a float (NaN payloads are the target's).
const std::vector<const ScalarInfo*>& Operations() {
  static const std::vector<const ScalarInfo*> kOperations = [] {
    std::vector<const ScalarInfo*> all;
#define MOTE_SCALAR(id, code, ...) \
  if (code >= 16) all.push_back(&Info(Scalar::k##id));
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
    std::erase_if(all, [](const ScalarInfo* info) {
      const std::string name = info->name, operands = info->operands;
      return info->result == 'd' || operands.find('d') != std::string::npos || info->op == Scalar::kFmaF || info->op == Scalar::kBitsFI ||
             name.find("ext.i") == 1 || name.find("ext.l") == 1 || info->op == Scalar::kRoundSmall;
    });
    return all;
  }();
  return kOperations;
}

Reg RegOf(char letter) { return letter == 'i' ? Reg::kI32 : letter == 'l' ? Reg::kI64 : Reg::kF32; }

class Generator {
 public:
  // `fours`: mostly extents, strides and offsets that are multiples of 4, and values of 32 bits.
  explicit Generator(uint64_t seed, bool fours) : random_(seed), fours_(fours), b_("random_" + std::to_string(seed)) {}

  Kernel kernel;
  std::vector<ParamValue> values;
  std::vector<Bytes> operands;
  std::vector<uint8_t> spaces;

  void Generate() {
    if (fours_ || Chance(2)) {
      const int axes = 1 + Pick(3);
      for (int i = 0; i < axes; ++i) lanes_.push_back(AddAxis(Axis::Kind::kLane));
      Map();
    } else {
      if (Chance(4) == false) groups_.push_back(AddAxis(Axis::Kind::kGroup));
      if (Chance(3)) groups_.push_back(AddAxis(Axis::Kind::kGroup));
      Reduce(0);
      Scalars();
      if (Chance(2)) Reduce(2);
      lanes_ = {AddAxis(Axis::Kind::kLane)};
      Map();
    }
    kernel = b_.Take();
    values = b_.TakeValues();
  }

 private:
  struct Dimension {
    AxisId axis;
    int64_t extent;
  };
  using Pool = std::vector<NodeId>;

  int Pick(int n) { return static_cast<int>(random_() % static_cast<uint64_t>(n)); }
  bool Chance(int n) { return Pick(n) == 0; }

  Dimension AddAxis(Axis::Kind kind) {
    const int64_t rounded = kind == Axis::Kind::kLoop ? 4 + 4 * Pick(2) : 4 << Pick(4);
    const int64_t any = kind == Axis::Kind::kLoop ? 1 + Pick(4) : kExtents[Pick(kind == Axis::Kind::kGroup ? 4 : 9)];
    const int64_t extent = fours_ && !Chance(6) ? rounded : any;
    return {b_.AddAxis(kind, extent), extent};
  }

  std::vector<Dimension> Domain(const std::vector<Dimension>& inner) const {
    std::vector<Dimension> all = groups_;
    all.insert(all.end(), inner.begin(), inner.end());
    return all;
  }

  // An operand with an element for every point of the domain, spread by a factor, behind an offset. Inputs may leave axes out.
  int32_t AddPlace(const std::vector<Dimension>& domain, bool written, ElementType type) {
    Access access;
    access.operand = b_.AddOperand(type, !written, written);
    const bool round = fours_ && !Chance(6);
    const int64_t offset = round ? 4 * Pick(3) : Pick(4), spread = round ? 1 : 1 + Pick(2);
    access.offset = b_.AddParam(Parameter::Role::kOffset, Reg::kI32, offset);
    int64_t count = spread, last = offset;
    for (size_t i = domain.size(); i-- > 0;) {
      if (!written && Chance(5)) continue;
      access.terms.insert(access.terms.begin(), {domain[i].axis, b_.AddParam(Parameter::Role::kStride, Reg::kI32, count)});
      last += count * (domain[i].extent - 1);
      count *= domain[i].extent;
    }
    std::sort(access.terms.begin(), access.terms.end(), [](const auto& a, const auto& c) { return a.axis < c.axis; });
    if (round && Chance(4) == false) last |= 3;
    Bytes bytes(static_cast<size_t>((last + 1 + (round ? 0 : Pick(3))) * StorageBytes(type)));
    Fill(bytes, type);
    operands.push_back(std::move(bytes));
    spaces.push_back(static_cast<uint8_t>(written ? (Chance(2) ? 1 : 3) : Pick(3)));
    return b_.AddAccess(access);
  }

  void Fill(Bytes& bytes, ElementType type) {
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random_());
    if (IsPred(type)) {
      for (uint8_t& byte : bytes) byte &= 1;
    }
    if (type == ElementType::kF32) {  // moderate numbers more often than not
      for (size_t i = 3; i < bytes.size(); i += 4) {
        if (!Chance(4)) bytes[i] = static_cast<uint8_t>((bytes[i] & 0x80) | (0x3c + Pick(8)));
      }
    }
  }

  NodeId From(const Pool& pool, Reg reg) {
    for (int tries = 0; tries < 20; ++tries) {
      const NodeId node = pool[static_cast<size_t>(Pick(static_cast<int>(pool.size())))];
      if (b_.TypeOf(node) == reg) return node;
    }
    return b_.Constant(reg, reg == Reg::kF32 ? 0x3f800000u + static_cast<uint64_t>(Pick(9)) * 0x100000u : static_cast<uint64_t>(Pick(40)));
  }

  void AddOperations(Pool& pool, int count) {
    for (int n = 0; n < count; ++n) {
      const ScalarInfo& info = *Operations()[static_cast<size_t>(Pick(static_cast<int>(Operations().size())))];
      if (fours_ && (info.result == 'l' || std::string(info.operands).find('l') != std::string::npos)) continue;
      NodeId in[3] = {kNone, kNone, kNone};
      for (int i = 0; i < info.arity; ++i) in[i] = From(pool, RegOf(info.operands[i]));
      pool.push_back(b_.Op(info.op, in[0], in[1], in[2]));
    }
  }

  void AddLoads(Pool& pool, const std::vector<Dimension>& domain, int count) {
    for (int n = 0; n < count; ++n) {
      ElementType type = kTypes[Pick(static_cast<int>(std::size(kTypes)))];
      if (fours_ && StorageBytes(type) == 8) type = ElementType::kS32;
      const int32_t place = AddPlace(domain, false, type);
      Reg reg = RegisterOf(type);
      if (reg == Reg::kI64 && Chance(2)) reg = Reg::kI32;
      NodeId offset = kNone, predicate = kNone;
      if (Chance(3) && !pool.empty()) {
        offset = b_.Op(Scalar::kSubI, b_.Op(Scalar::kAndI, From(pool, Reg::kI32), b_.I32(63)), b_.I32(Pick(8)));
        if (fours_) offset = b_.Op(Scalar::kMulI, offset, b_.I32(4));
      }
      if (Chance(4) && !pool.empty()) predicate = b_.Op(Scalar::kLtSI, From(pool, Reg::kI32), From(pool, Reg::kI32));
      pool.push_back(b_.Load(place, reg, offset, predicate));
    }
  }

  void AddLoop(Pool& pool, const std::vector<Dimension>& domain) {
    const Dimension axis = AddAxis(Axis::Kind::kLoop);
    const int count = 1 + Pick(3);
    std::vector<NodeId> initial;
    for (int i = 0; i < count; ++i) initial.push_back(From(pool, RegOf(fours_ ? "if"[Pick(2)] : "ilf"[Pick(3)])));
    const int32_t loop = b_.BeginLoop(axis.axis);
    Pool inside = pool;
    std::vector<NodeId> carried, next;
    for (const NodeId node : initial) carried.push_back(b_.Carried(loop, node));
    inside.insert(inside.end(), carried.begin(), carried.end());
    inside.push_back(b_.AxisNode(axis.axis));
    std::vector<Dimension> all = domain;
    all.push_back(axis);
    if (Chance(2)) AddLoads(inside, all, 1);
    AddOperations(inside, 4);
    for (const NodeId node : carried) {
      NodeId value = From(inside, b_.TypeOf(node));
      if (Chance(4)) value = From(carried, b_.TypeOf(node));  // swaps
      next.push_back(value);
    }
    b_.EndLoop(loop, next);
    pool.insert(pool.end(), carried.begin(), carried.end());
  }

  void AddBody(Pool& pool, const std::vector<Dimension>& domain) {
    for (const Dimension& d : domain) pool.push_back(b_.AxisNode(d.axis));
    for (const Reg reg : {Reg::kI32, Reg::kI64, Reg::kF32}) {
      const ParamValue value = reg == Reg::kF32 ? 0x40490fdb : static_cast<ParamValue>(random_() % 1000) - 500;
      pool.push_back(b_.ParamNode(b_.AddParam(Parameter::Role::kValue, reg, reg == Reg::kI32 ? static_cast<int32_t>(value) : value)));
    }
    AddLoads(pool, domain, 2 + Pick(3));
    AddOperations(pool, 6);
    if (Chance(2)) AddLoop(pool, domain);
    AddOperations(pool, 4);
  }

  void AddStores(Pool& pool, const std::vector<Dimension>& domain, int count) {
    for (int n = 0; n < count; ++n) {
      ElementType type = kTypes[Pick(static_cast<int>(std::size(kTypes)))];
      if (fours_ && StorageBytes(type) == 8) type = ElementType::kF32;
      NodeId value = From(pool, RegisterOf(type));
      if (IsPred(type)) value = b_.Op(Scalar::kLtSI, value, From(pool, Reg::kI32));
      const NodeId predicate = Chance(3) ? b_.Op(Scalar::kNeI, From(pool, Reg::kI32), b_.I32(1)) : kNone;
      b_.Store(AddPlace(domain, true, type), value, kNone, predicate);
    }
  }

  void Map() {
    std::vector<AxisId> axes;
    for (const Dimension& d : lanes_) axes.push_back(d.axis);
    b_.BeginStage(Stage::Kind::kMap, axes);
    Pool pool = Uniform();
    AddBody(pool, Domain(lanes_));
    AddStores(pool, Domain(lanes_), 1 + Pick(3));
    b_.EndStage();
  }

  // Results of earlier stages as nodes of this one.
  Pool Uniform() {
    Pool pool = uniform_;
    for (const auto& [stage, position, reg] : reduced_) pool.push_back(b_.Reduced(stage, position, reg));
    return pool;
  }

  void Reduce(int32_t stage) {
    const Dimension axis = AddAxis(Axis::Kind::kLane);
    b_.BeginStage(Stage::Kind::kReduce, {axis.axis});
    Pool pool = Uniform();
    AddBody(pool, Domain({axis}));
    const int count = 1 + Pick(2);
    std::vector<NodeId> values, inits, combined;
    for (int i = 0; i < count; ++i) {
      const Reg reg = RegOf("ilf"[Pick(3)]);
      values.push_back(pool.back());
      for (size_t at = pool.size(); at-- > 0;) {  // a node of this body, not of an earlier scalar stage
        const bool earlier = std::find(uniform_.begin(), uniform_.end(), pool[at]) != uniform_.end();
        if (!earlier && b_.TypeOf(pool[at]) == reg) {
          values.back() = pool[at];
          break;
        }
      }
      inits.push_back(b_.Constant(b_.TypeOf(values.back()), static_cast<uint64_t>(Pick(2))));
    }
    b_.BeginCombiner();
    Pool inputs;
    for (int i = 0; i < 2 * count; ++i) inputs.push_back(b_.CombinerInput(i, b_.TypeOf(values[static_cast<size_t>(i % count)])));
    Pool nodes = inputs;
    AddOperations(nodes, 4);
    for (const NodeId value : values) combined.push_back(From(nodes, b_.TypeOf(value)));
    for (int i = 0; i < count; ++i) reduced_.emplace_back(stage, i, b_.TypeOf(values[static_cast<size_t>(i)]));
    b_.EndReduce(ReductionLanes(axis.extent), values, inits, combined);
  }

  void Scalars() {
    b_.BeginStage(Stage::Kind::kScalar, {});
    Pool pool = Uniform();
    AddBody(pool, groups_);
    AddStores(pool, groups_, 1);
    b_.EndStage();
    for (const NodeId node : pool) uniform_.push_back(node);
  }

  std::mt19937_64 random_;
  const bool fours_;
  KernelBuilder b_;
  std::vector<Dimension> groups_, lanes_;
  Pool uniform_;
  std::vector<std::tuple<int32_t, int32_t, Reg>> reduced_;
};

TEST(VulkanRandom, GivesTheBitsOfTheInterpreter) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  const char* only = std::getenv("MOTE_SEED");
  const uint64_t first = only ? std::strtoull(only, nullptr, 10) : 1;
  const uint64_t count = only ? 1 : std::getenv("MOTE_TEST_ALL") ? 1000 : 60;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Generator g(seed, seed % 2 == 0);
    g.Generate();
    ASSERT_EQ(CheckKernel(g.kernel), "") << "MOTE_SEED=" << seed;
    ASSERT_EQ(CompareWithInterpreter(g.kernel, g.values, g.spaces, g.operands), "")
        << "MOTE_SEED=" << seed << "\n" << PrintKernel(g.kernel, &g.values);
  }
}

// More points than one dispatch may have workgroups, and more groups.
TEST(VulkanLarge, DomainsAreSplit) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  for (const bool groups : {false, true}) {
    const int64_t points = groups ? 70'000 : 4'500'000;
    KernelBuilder b("large");
    const AxisId axis = b.AddAxis(groups ? Axis::Kind::kGroup : Axis::Kind::kLane, points);
    b.BeginStage(groups ? Stage::Kind::kScalar : Stage::Kind::kMap, groups ? std::vector<AxisId>{} : std::vector<AxisId>{axis});
    Access access;
    access.operand = b.AddOperand(ElementType::kU8, false, true);
    access.terms = {{axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, 1)}};
    b.Store(b.AddAccess(access), b.Op(Scalar::kRemUI, b.AxisNode(axis), b.I32(251)));
    b.EndStage();
    const Kernel kernel = b.Take();
    EXPECT_EQ(CompareWithInterpreter(kernel, b.TakeValues(), {3}, {Bytes(static_cast<size_t>(points))}), "");
  }
}

}  // namespace
}  // namespace mote
