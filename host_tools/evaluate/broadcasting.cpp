// CHLO operations with implicit broadcasting: each is the plain operation after broadcasting its operands, by broadcast_dimensions or,
// without them, aligned at the trailing dimensions as NumPy does.
#include <map>

#include "evaluate/lanes.h"
#include "evaluate/operation.h"
#include "evaluate/shape_ops.h"

namespace mote::evaluation {
namespace {

const std::map<Op, Op>& PlainOps() {
  static const std::map<Op, Op> plain = {
      {Op::kChloBroadcastAdd, Op::kAdd},
      {Op::kChloBroadcastAnd, Op::kAnd},
      {Op::kChloBroadcastAtan2, Op::kAtan2},
      {Op::kChloBroadcastCompare, Op::kCompare},
      {Op::kChloBroadcastComplex, Op::kComplex},
      {Op::kChloBroadcastDivide, Op::kDivide},
      {Op::kChloBroadcastMaximum, Op::kMaximum},
      {Op::kChloBroadcastMinimum, Op::kMinimum},
      {Op::kChloBroadcastMultiply, Op::kMultiply},
      {Op::kChloBroadcastNextAfter, Op::kNextAfter},
      {Op::kChloBroadcastOr, Op::kOr},
      {Op::kChloBroadcastPolygamma, Op::kPolygamma},
      {Op::kChloBroadcastPower, Op::kPower},
      {Op::kChloBroadcastRemainder, Op::kRemainder},
      {Op::kChloBroadcastSelect, Op::kSelect},
      {Op::kChloBroadcastShiftLeft, Op::kShiftLeft},
      {Op::kChloBroadcastShiftRightArithmetic, Op::kShiftRightArithmetic},
      {Op::kChloBroadcastShiftRightLogical, Op::kShiftRightLogical},
      {Op::kChloBroadcastSubtract, Op::kSubtract},
      {Op::kChloBroadcastXor, Op::kXor},
      {Op::kChloBroadcastZeta, Op::kZeta},
      {Op::kChloTan, Op::kTan},
  };
  return plain;
}

// The dimensions all operands broadcast to: the larger of two sizes, where 1 stretches (to 0 as well).
Dims BroadcastDims(const std::vector<const Literal*>& operands) {
  size_t rank = 0;
  for (const Literal* operand : operands) rank = std::max(rank, operand->shape().dims.size());
  Dims dims(rank, 1);
  for (const Literal* operand : operands) {
    const Dims& own = operand->shape().dims;
    for (size_t d = 0; d < own.size(); ++d) {
      int64_t& size = dims[rank - own.size() + d];
      if (own[d] != 1) size = own[d];
    }
  }
  return dims;
}

Result<Values> BroadcastingOperation(Call& call) {
  std::vector<const Literal*> literals;
  for (const RuntimeValue& value : call.operands) literals.push_back(&value.literal);
  const std::vector<int64_t>& listed = call.instruction.Ints(Attr::kBroadcastDimensions);
  size_t rank = 0;
  for (const Literal* literal : literals) rank = std::max(rank, literal->shape().dims.size());
  Dims dims = call.shape().IsStatic() ? call.shape().dims : BroadcastDims(literals);
  Values operands;
  for (const Literal* literal : literals) {
    size_t own = literal->shape().dims.size();
    std::vector<int64_t> mapped;
    for (size_t d = 0; d < own; ++d) mapped.push_back(static_cast<int64_t>(rank - own + d));
    if (own < rank && listed.size() == own) mapped = listed;
    Shape shape = literal->shape();
    shape.dims = dims;
    MOTE_ASSIGN(Literal stretched, BroadcastTo(*literal, shape, mapped));
    operands.push_back(ArrayValue(std::move(stretched)));
  }
  Instruction plain = call.instruction;
  plain.op = PlainOp(plain.op);
  plain.shapes[0].dims = dims;
  plain.shapes[0].bounded.clear();
  return RunInstruction(call.context, plain, std::move(operands));
}

}  // namespace

Op PlainOp(Op op) {
  auto found = PlainOps().find(op);
  return found == PlainOps().end() ? op : found->second;
}

std::span<const OperationRow> BroadcastingOperations() {
  static const std::vector<OperationRow> rows = [] {
    std::vector<OperationRow> all;
    for (const auto& [op, plain] : PlainOps()) {
      if (op != Op::kChloTan) all.push_back({op, nullptr, BroadcastingOperation, Quantized::kOwn, RunTimeSizes::kResult});
    }
    return all;
  }();
  return rows;
}

}  // namespace mote::evaluation
