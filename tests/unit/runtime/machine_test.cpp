// The strip machine against the kernel interpreter, bit for bit: every scalar operation on edge values, and random kernels.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "hlo/literal.h"
#include "kernel/interpret.h"
#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "program_maker.h"

namespace mote {
namespace {

ElementType TypeOfClass(char letter) {
  switch (letter) {
    case 'l': return ElementType::kS64;
    case 'f': return ElementType::kF32;
    case 'd': return ElementType::kF64;
    default: return ElementType::kS32;
  }
}

std::vector<uint64_t> EdgeValues(char letter) {
  const auto f = [](float value) { uint32_t bits; std::memcpy(&bits, &value, 4); return static_cast<uint64_t>(bits); };
  const auto d = [](double value) { uint64_t bits; std::memcpy(&bits, &value, 8); return bits; };
  switch (letter) {
    case 'f': {
      std::vector<uint64_t> out = {0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
                                   0x3f800001, 0x33800000, 0x33000000, 0x477ff000, 0x477fefff, 0x38800000, 0x387fffff, 0x4b000000,
                                   0x4effffff, 0x4f000000, 0x5f000000, 0x5f800000, 0x00000003, 0x43808000, 0x43818000};
      for (float v : {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 3.14159f, 1e-20f, -1e20f, 255.5f, 256.0f, 448.0f, 464.0f,
                      57344.0f, 0.001953125f, 8388607.5f}) {
        out.push_back(f(v));
      }
      return out;
    }
    case 'd': {
      std::vector<uint64_t> out = {1,
                                   0x800fffffffffffff,
                                   0x0010000000000000,
                                   0x7fefffffffffffff,
                                   0x7ff0000000000000,
                                   0xfff0000000000000,
                                   0x7ff8000000000000,
                                   0x3ff0000000000001,
                                   0x3ca0000000000000,
                                   0x36a0000000000000,
                                   0x3690000000000001,
                                   0x47efffffe0000000,
                                   0x47effffff0000000,
                                   0x3810000000000000};
      for (double v : {0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1.5, 2147483647.0, 2147483648.0, -2147483649.0, 4294967295.5, 9223372036854775808.0,
                       18446744073709551616.0, 1e-300, -1e300, 4503599627370495.5, 3.0000000000000004, 1.0000000596046448}) {
        out.push_back(d(v));
      }
      return out;
    }
    case 'l':
      return {0,
              1,
              2,
              31,
              32,
              63,
              64,
              ~uint64_t{0},
              ~uint64_t{1},
              uint64_t{1} << 63,
              (uint64_t{1} << 63) - 1,
              0xffffffff,
              0x100000000,
              0x123456789abcdef0,
              0x8000000000000001,
              (uint64_t{1} << 53) + 1,
              (uint64_t{1} << 24) + 1,
              0xfffffffffffffbff};
    default:
      return {0, 1, 2, 7, 31, 32, 33, 0xffffffff, 0xfffffffe, 0x80000000, 0x7fffffff, 0x12345678, 0x80000001, 0x01000001, 0xffff, 0xff80};
  }
}

// NaNs are equal whatever their payload: the table leaves it open.
void ExpectEqual(ElementType type, const std::vector<uint8_t>& expected, const std::vector<uint8_t>& got, const std::string& what) {
  if (expected == got) return;
  const size_t bytes = static_cast<size_t>(StorageBytes(type));
  for (size_t at = 0; at < expected.size(); at += bytes) {
    uint64_t e = 0, g = 0;
    std::memcpy(&e, expected.data() + at, bytes);
    std::memcpy(&g, got.data() + at, bytes);
    if (e == g || (IsFloat(type) && std::isnan(DecodeFloat(type, e)) && std::isnan(DecodeFloat(type, g)))) continue;
    FAIL() << what << ": element " << at / bytes << " is 0x" << std::hex << g << ", expected 0x" << e;
  }
}

void Compare(const Kernel& kernel, const std::vector<ParamValue>& values, const std::vector<std::vector<uint8_t>>& operands,
             const std::string& what, int strip = 256, const mote_threads* threads = nullptr) {
  std::vector<std::vector<uint8_t>> expected = operands, got = operands;
  const Status interpreted = InterpretKernel(kernel, values, expected);
  ASSERT_TRUE(interpreted.ok()) << what << "\n" << PrintKernel(kernel, &values);
  const mote_status status = RunKernel(kernel, values, got, strip, threads);
  ASSERT_EQ(status.code, MOTE_OK) << what << ": site " << status.site << " detail " << status.detail << "\n"
                                  << PrintKernel(kernel, &values) << DisassembleMicrocode(PrintMicrocode(kernel));
  for (size_t i = 0; i < operands.size(); ++i) {
    ExpectEqual(kernel.operands[i].type, expected[i], got[i], what + " operand " + std::to_string(i));
  }
  if (testing::Test::HasFailure()) ADD_FAILURE() << PrintKernel(kernel, &values) << DisassembleMicrocode(PrintMicrocode(kernel));
}

Access Along(int32_t operand, AxisId axis, ParamId stride) {
  Access access;
  access.operand = operand;
  access.terms.push_back({axis, stride});
  return access;
}

// out[i] = op(a[i], b[i], c[i]) with operands that are loaded, or one value for all points, as `uniform` says by bits.
void CheckOperation(const ScalarInfo& info, uint64_t immediate, unsigned uniform) {
  std::vector<std::vector<uint64_t>> columns(static_cast<size_t>(info.arity));
  std::vector<uint64_t> edges[3];
  for (int i = 0; i < info.arity; ++i) edges[i] = EdgeValues(info.operands[i]);
  size_t points = 0;
  const size_t counts[3] = {edges[0].size(), info.arity > 1 ? edges[1].size() : 1, info.arity > 2 ? edges[2].size() : 1};
  for (size_t x = 0; x < counts[0]; ++x) {
    for (size_t y = 0; y < counts[1]; ++y) {
      for (size_t z = 0; z < counts[2]; z += info.operands[0] == 'd' || info.operands[0] == 'f' ? 3 : 1, ++points) {
        columns[0].push_back(edges[0][x]);
        if (info.arity > 1) columns[1].push_back(edges[1][y]);
        if (info.arity > 2) columns[2].push_back(edges[2][z]);
      }
    }
  }
  KernelBuilder b("one_operation");
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, static_cast<int64_t>(points));
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1), zero = b.AddParam(Parameter::Role::kStride, Reg::kI32, 0);
  static_cast<void>(zero);
  std::vector<std::vector<uint8_t>> operands;
  std::vector<int32_t> accesses;
  for (int i = 0; i < info.arity; ++i) {
    const ElementType type = TypeOfClass(info.operands[i]);
    const int32_t operand = b.AddOperand(type, true, false);
    std::vector<uint8_t> bytes;
    for (const uint64_t value : columns[static_cast<size_t>(i)]) {
      bytes.insert(bytes.end(), reinterpret_cast<const uint8_t*>(&value), reinterpret_cast<const uint8_t*>(&value) + StorageBytes(type));
    }
    operands.push_back(bytes);
    Access access;
    access.operand = operand;
    if (!((uniform >> i) & 1)) access.terms.push_back({axis, one});
    accesses.push_back(b.AddAccess(access));
  }
  const ElementType result = TypeOfClass(info.result);
  const int32_t out = b.AddOperand(result, false, true);
  operands.emplace_back(points * static_cast<size_t>(StorageBytes(result)));
  b.BeginStage(Stage::Kind::kMap, {axis});
  NodeId nodes[3] = {kNone, kNone, kNone};
  for (int i = 0; i < info.arity; ++i) nodes[i] = b.Load(accesses[static_cast<size_t>(i)], RegisterOf(TypeOfClass(info.operands[i])));
  b.Store(b.AddAccess(Along(out, axis, one)), b.Op(info.op, nodes[0], nodes[1], nodes[2], immediate));
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  Compare(b.Take(), values, operands, std::string(info.name) + " imm " + std::to_string(immediate) + " uniform " + std::to_string(uniform));
}

TEST(Machine, ScalarOperationsOnEdgeValues) {
  constexpr Scalar kAll[] = {
#define MOTE_SCALAR(id, ...) Scalar::k##id,
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
  };
  for (const Scalar op : kAll) {
    if (static_cast<int>(op) < 16) continue;
    const ScalarInfo& info = Info(op);
    std::vector<uint64_t> immediates = {0};
    if (op == Scalar::kSextI || op == Scalar::kZextI) immediates = {1, 2, 4, 8, 16, 31};
    if (op == Scalar::kSextL || op == Scalar::kZextL) immediates = {1, 8, 32, 63};
    if (op == Scalar::kRoundSmall) immediates = {20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
    for (const uint64_t immediate : immediates) {
      for (unsigned uniform = 0; uniform < (1u << info.arity); ++uniform) {
        CheckOperation(info, immediate, uniform);
        if (HasFailure()) return;
      }
    }
  }
}

// Loads and stores of every type, through a copy of all bytes of it that matter.
TEST(Machine, ElementTypesKeepTheirBits) {
  constexpr ElementType kTypes[] = {
#define MOTE_ELEMENT_TYPE(id, ...) ElementType::k##id,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
  };
  for (const ElementType type : kTypes) {
    if (IsComplex(type)) continue;
    const size_t bytes = static_cast<size_t>(StorageBytes(type)), points = bytes == 1 ? 256 : 65536;
    for (const int stride : {1, 3}) {
      KernelBuilder b("copy");
      const AxisId axis = b.AddAxis(Axis::Kind::kLane, static_cast<int64_t>(points));
      const ParamId step = b.AddParam(Parameter::Role::kStride, Reg::kI32, stride);
      const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
      b.BeginStage(Stage::Kind::kMap, {axis});
      b.Store(b.AddAccess(Along(out, axis, step)), b.Load(b.AddAccess(Along(in, axis, step)), RegisterOf(type)));
      b.EndStage();
      std::vector<std::vector<uint8_t>> operands(2, std::vector<uint8_t>(points * bytes * static_cast<size_t>(stride)));
      for (size_t i = 0; i < operands[0].size() / bytes; ++i) {
        const uint64_t value = bytes <= 2 ? i / static_cast<size_t>(stride) : i * 0x9e3779b97f4a7c15u;
        std::memcpy(operands[0].data() + i * bytes, &value, bytes);
      }
      const std::vector<ParamValue> values = b.TakeValues();
      Compare(b.Take(), values, operands, HloName(type));
    }
  }
}

// Rows of neighbours that lie apart in one to eight further dimensions, some forwards, some backwards, some not at all (the same again and
// again): out[p] = in[where p's coordinates say], in[i] = i. Strips of 32 end in the middle of rows.
TEST(Machine, ShortRunsComeFromWhereTheyLie) {
  struct Case {
    std::vector<int64_t> extents, strides;  // outermost first
    int64_t offset;
  };
  const std::vector<Case> cases = {{{14, 14, 8}, {224, 16, 1}, 0},
                                   {{5, 7, 3, 4}, {400, 40, 7, 1}, 3},
                                   {{3, 5, 16}, {-100, 17, 1}, 200},
                                   {{9, 6, 33}, {0, -40, 1}, 200},
                                   {{2, 3, 5, 6}, {1, 90, -11, 1}, 44},
                                   {{40, 8}, {0, 1}, 1},
                                   {{11, 5, 20}, {0, 0, 1}, 2},
                                   {{30, 32}, {50, 1}, 0},
                                   {{3, 4, 6, 7}, {0, 60, 0, 1}, 5},
                                   {{6, 10, 12}, {30, 0, 3}, 0},
                                   {{70, 5}, {0, -2}, 8},
                                   // as many dimensions as a walk keeps, and more
                                   {{2, 3, 2, 3, 5, 4}, {500, 160, 75, 20, -7, 1}, 40},
                                   {{3, 2, 3, 2, 3, 2, 4}, {0, 400, 130, 60, 20, -9, 2}, 12},
                                   {{2, 3, 2, 3, 2, 3, 2, 2, 4}, {700, 300, 151, 70, 31, 13, -5, 6, 1}, 5}};
  for (const Case& c : cases) {
    for (const ElementType type : {ElementType::kS32, ElementType::kU8, ElementType::kS64}) {
      KernelBuilder b("runs");
      const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
      Access load, store;
      load.operand = in, store.operand = out;
      load.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, c.offset);
      std::vector<AxisId> axes;
      int64_t points = 1;
      for (const int64_t extent : c.extents) axes.push_back(b.AddAxis(Axis::Kind::kLane, extent));
      for (size_t i = axes.size(); i-- > 0; points *= c.extents[i]) {
        store.terms.insert(store.terms.begin(), {axes[i], b.AddParam(Parameter::Role::kStride, Reg::kI32, points)});
        if (c.strides[i] != 0) {
          load.terms.insert(load.terms.begin(), {axes[i], b.AddParam(Parameter::Role::kStride, Reg::kI32, c.strides[i])});
        }
      }
      b.BeginStage(Stage::Kind::kMap, axes);
      b.Store(b.AddAccess(store), b.Load(b.AddAccess(load), RegisterOf(type)));
      b.EndStage();
      const std::vector<ParamValue> values = b.TakeValues();
      const Kernel kernel = b.Take();
      const size_t bytes = static_cast<size_t>(StorageBytes(type));
      std::vector<std::vector<uint8_t>> operands = {std::vector<uint8_t>(4000 * bytes),
                                                    std::vector<uint8_t>(static_cast<size_t>(points) * bytes)};
      for (size_t i = 0; i < 4000; ++i) std::memcpy(operands[0].data() + i * bytes, &i, bytes);
      for (const int strip : {32, 96, 256}) {
        std::vector<std::vector<uint8_t>> got = operands;
        ASSERT_EQ(RunKernel(kernel, values, got, strip, nullptr).code, MOTE_OK);
        for (int64_t p = 0; p < points; ++p) {
          int64_t want = c.offset, rest = p;
          for (size_t i = c.extents.size(); i-- > 0; rest /= c.extents[i]) want += rest % c.extents[i] * c.strides[i];
          ASSERT_EQ(std::memcmp(got[1].data() + static_cast<size_t>(p) * bytes, &want, bytes), 0)
              << "point " << p << " strip " << strip << "\n"
              << PrintKernel(kernel, &values);
        }
      }
    }
  }
}

}  // namespace
}  // namespace mote
