// Element-wise operations on arrays: strips of elements are loaded into compute form, handed to the lane function and stored.
#include <algorithm>
#include <vector>

#include "evaluate/lanes.h"
#include "evaluate/operation.h"

namespace mote::evaluation {
namespace {

constexpr int64_t kStrip = 512;

// One operand of a strip loop; a scalar beside larger operands is repeated.
struct StripOperand {
  const Literal* literal = nullptr;
  bool repeated = false;
  std::vector<Complex> buffer = std::vector<Complex>(kStrip);
};

void LoadStrip(StripOperand& operand, int64_t begin, int64_t n) {
  ElementType type = operand.literal->type();
  const uint8_t* bytes = operand.literal->bytes().data();
  VisitForm(type, [&](auto tag) {
    using T = decltype(tag);
    T* lanes = reinterpret_cast<T*>(operand.buffer.data());
    if (!operand.repeated) return Load(type, bytes + begin * StorageBytes(type), n, lanes);
    if (begin != 0) return;
    Load(type, bytes, 1, lanes);
    std::fill(lanes, lanes + kStrip, lanes[0]);
  });
}

void StoreStrip(const Complex* lanes, int64_t begin, int64_t n, Literal& out) {
  ElementType type = out.type();
  VisitForm(type, [&](auto tag) {
    Store(type, reinterpret_cast<const decltype(tag)*>(lanes), n, out.mutable_bytes().data() + begin * StorageBytes(type));
  });
}

// Result dimensions are those of the operand that is not a broadcast scalar.
Result<Literal> Elementwise(Call& call) {
  size_t typed = call.instruction.op == Op::kSelect ? 1 : 0;
  ElementType type = call.operand(typed).type();
  std::optional<LaneKernel> kernel = FindLanes(call.instruction.op, type);
  if (!kernel) return call.Fail(Rule::kUnsupported, std::string("not evaluated for element type ") + HloName(type));
  Literal out(call.shape());
  std::vector<StripOperand> operands(std::min<size_t>(call.instruction.declared_operands(), 3));
  Lanes lanes;
  for (size_t i = 0; i < operands.size(); ++i) {
    operands[i].literal = &call.operand(i);
    operands[i].repeated = call.operand(i).shape().rank() == 0;
    if (!operands[i].repeated && call.operand(i).size() != out.size()) return call.Fail(Rule::kShape, "operand sizes differ at run time");
    lanes.in[i] = operands[i].buffer.data();
  }
  std::vector<Complex> result(kStrip);
  lanes.out = result.data();
  lanes.instruction = &call.instruction;
  lanes.operand = type;
  lanes.result = out.type();
  lanes.row = kernel->row;
  for (int64_t begin = 0; begin < out.size(); begin += kStrip) {
    lanes.n = std::min(kStrip, out.size() - begin);
    for (StripOperand& operand : operands) LoadStrip(operand, begin, lanes.n);
    kernel->run(lanes);
    StoreStrip(result.data(), begin, lanes.n, out);
  }
  return out;
}

template <typename T>
void SelectElements(const Literal& pred, const Literal& on_true, const Literal& on_false, Literal& out) {
  std::span<const uint8_t> choose = pred.bytes();
  size_t step = pred.shape().rank() == 0 ? 0 : 1;
  const uint8_t *a = on_true.bytes().data(), *b = on_false.bytes().data();
  uint8_t* to = out.mutable_bytes().data();
  for (size_t i = 0; i < static_cast<size_t>(out.size()); ++i) {
    std::memcpy(to + i * sizeof(T), (choose[i * step] != 0 ? a : b) + i * sizeof(T), sizeof(T));
  }
}

// Copies bytes, so that NaN payloads survive.
Result<Literal> Select(Call& call) {
  const Literal &pred = call.operand(0), &on_true = call.operand(1), &on_false = call.operand(2);
  Literal out(call.shape());
  if (on_true.size() != out.size() || on_false.size() != out.size() || (pred.shape().rank() != 0 && pred.size() != out.size())) {
    return call.Fail(Rule::kShape, "operand sizes differ at run time");
  }
  switch (StorageBytes(out.type())) {
    case 1: SelectElements<uint8_t>(pred, on_true, on_false, out); break;
    case 2: SelectElements<uint16_t>(pred, on_true, on_false, out); break;
    case 4: SelectElements<uint32_t>(pred, on_true, on_false, out); break;
    case 8: SelectElements<uint64_t>(pred, on_true, on_false, out); break;
    default: SelectElements<Complex>(pred, on_true, on_false, out);
  }
  return out;
}

Result<Literal> ConstantLike(Call& call) {
  const Literal& value = call.instruction.LiteralValue();
  return value.size() == 1 ? Literal::Splat(call.shape(), value) : value;
}

}  // namespace

// Every operation with a lane row is element-wise on arrays; select has its own copy loop.
std::span<const OperationRow> ElementwiseOperations() {
  static const std::vector<OperationRow> rows = [] {
    std::vector<OperationRow> all;
    for (std::span<const LaneRow> table : AllLanes()) {
      for (const LaneRow& row : table) all.push_back({row.op, Elementwise});
    }
    all.push_back({Op::kSelect, Select});
    all.push_back({Op::kChloTan, Elementwise});
    all.push_back({Op::kConstantLike, ConstantLike});
    return all;
  }();
  return rows;
}

}  // namespace mote::evaluation
