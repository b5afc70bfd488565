// Transpositions on every instruction set: which element lies where is arithmetic.
#include "chunk_harness.h"

namespace mote {
namespace {

// out[p], dense over its axes, = in[where p's coordinates say], in[i] = i: which element that is, is arithmetic.
TEST(ChunkMachine, Transpositions) {
  struct Case {
    std::vector<int64_t> extents, strides;  // outermost first
    int64_t offset;
  };
  const std::vector<Case> cases = {
      {{64, 64}, {1, 64}, 0},           {{130, 300}, {1, 130}, 0},        {{33, 35}, {1, 40}, 7},
      {{300, 131}, {1, 301}, 5},        {{3, 40, 50}, {2000, 1, 40}, 0},  {{5, 7, 31, 17}, {31 * 17 * 7, 31 * 17, 1, 31}, 1},
      {{17, 5, 20}, {1, 17 * 20, 17}, 0},  // the axis that lies side by side where it is read is the outermost
      {{40, 6, 30}, {1, -1200, 40}, 6000},  // another one runs backwards
      {{4, 400}, {1, 4}, 0},            {{2, 16, 16, 8}, {2048, 8, 128, 1}, 0},  // rows of 8 stay rows
      {{16, 80}, {1, 0}, 0},            // the same again and again
      {{1, 64, 1, 64}, {9, 1, 9, 64}, 0}};
  for (const Case& c : cases) {
    for (const ElementType type : {ElementType::kF32, ElementType::kS32, ElementType::kU8, ElementType::kF64}) {
      KernelBuilder b("transpose");
      const int32_t in = b.AddOperand(type, true, false), out = b.AddOperand(type, false, true);
      Access load, store;
      load.operand = in, store.operand = out;
      load.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, c.offset);
      std::vector<AxisId> axes;
      int64_t points = 1;
      for (const int64_t extent : c.extents) axes.push_back(b.AddAxis(Axis::Kind::kLane, extent));
      for (size_t i = axes.size(); i-- > 0; points *= c.extents[i]) {
        store.terms.insert(store.terms.begin(), {axes[i], b.AddParam(Parameter::Role::kStride, Reg::kI32, points)});
        load.terms.insert(load.terms.begin(), {axes[i], b.AddParam(Parameter::Role::kStride, Reg::kI32, c.strides[i])});
      }
      b.BeginStage(Stage::Kind::kMap, axes);
      b.Store(b.AddAccess(store), b.Load(b.AddAccess(load), RegisterOf(type)));
      b.EndStage();
      const std::vector<ParamValue> values = b.TakeValues();
      const Kernel kernel = b.Take();
      const size_t bytes = static_cast<size_t>(StorageBytes(type)), elements = 40000;
      std::vector<std::vector<uint8_t>> operands = {std::vector<uint8_t>(elements * bytes),
                                                    std::vector<uint8_t>(static_cast<size_t>(points) * bytes)};
      for (size_t i = 0; i < elements; ++i) std::memcpy(operands[0].data() + i * bytes, &i, bytes);
      for (const int isa : InstructionSets()) {
        for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
          std::vector<std::vector<uint8_t>> got = operands;
          ASSERT_EQ(RunKernel(kernel, values, got, 256, threads, isa).code, MOTE_OK);
          for (int64_t p = 0; p < points; ++p) {
            int64_t want = c.offset, rest = p;
            for (size_t i = c.extents.size(); i-- > 0; rest /= c.extents[i]) want += rest % c.extents[i] * c.strides[i];
            ASSERT_EQ(std::memcmp(got[1].data() + static_cast<size_t>(p) * bytes, &want, bytes), 0)
                << "point " << p << " instruction set " << isa << (threads ? " in parts" : "") << "\n"
                << PrintKernel(kernel, &values);
          }
        }
      }
    }
  }
}

// So much that it goes past the caches, where rows of what is written begin with lines; not where they do not.
TEST(ChunkMachine, TranspositionsPastTheCaches) {
  constexpr int64_t kRows = 2061, kColumns = 1040, kPoints = kRows * kColumns, kRoom = 32;
  static_assert(kPoints * 4 >= runtime::kStreamBytes);
  KernelBuilder b("transpose");
  const int32_t in = b.AddOperand(ElementType::kS32, true, false), out = b.AddOperand(ElementType::kS32, false, true);
  const AxisId row = b.AddAxis(Axis::Kind::kLane, kRows), column = b.AddAxis(Axis::Kind::kLane, kColumns);
  const auto stride = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  Access load, store;
  load.operand = in, store.operand = out;
  load.terms = {{row, stride(1)}, {column, stride(kRows)}};
  store.terms = {{row, stride(kColumns)}, {column, stride(1)}};
  store.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, 0);
  b.BeginStage(Stage::Kind::kMap, {row, column});
  b.Store(b.AddAccess(store), b.Load(b.AddAccess(load), Reg::kI32));
  b.EndStage();
  std::vector<ParamValue> values = b.TakeValues();
  const Kernel kernel = b.Take();
  std::vector<std::vector<uint8_t>> operands = {std::vector<uint8_t>(kPoints * 4), std::vector<uint8_t>((kPoints + kRoom) * 4)};
  for (int32_t i = 0; i < kPoints; ++i) std::memcpy(operands[0].data() + size_t{4} * static_cast<size_t>(i), &i, 4);
  const auto first = static_cast<int64_t>((64 - reinterpret_cast<uintptr_t>(operands[1].data()) % 64) / 4 % 16);
  for (const int isa : InstructionSets()) {
    for (const int64_t offset : {first, first + 1}) {
      std::fill(operands[1].begin(), operands[1].end(), 0xee);
      values[static_cast<size_t>(store.offset)] = offset;
      ASSERT_EQ(RunKernel(kernel, values, operands, 256, &kThreeParts, isa).code, MOTE_OK);
      const auto* const got = reinterpret_cast<const int32_t*>(operands[1].data());
      for (int64_t i = 0; i < kPoints + kRoom; ++i) {
        const int64_t p = i - offset;
        const int64_t want = p < 0 || p >= kPoints ? static_cast<int32_t>(0xeeeeeeee) : p % kColumns * kRows + p / kColumns;
        ASSERT_EQ(got[i], want) << "element " << i << " offset " << offset << " instruction set " << isa;
      }
    }
  }
}

}  // namespace
}  // namespace mote
