// dot_general and convolution as sequential loops over the contracted positions. Accumulation: f32 by FmaF from +0, grouped convolutions of
// one channel a group (depthwise ones) by multiply and add as XLA does; f16, bf16 and the small floats likewise in f32, rounded once at the
// end; f64 by multiply and add; integers wrap; pred by and, or. Positions in a convolution's padding are skipped.
#include "lower/emitter.h"

namespace mote {
namespace {

// What the sum is held in: the widest class that the result needs.
ElementType AccumulationType(ElementType result) {
  if (IsFloat(result)) return result == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
  return result;
}

bool Contains(const std::vector<int64_t>& list, size_t value) {
  for (int64_t item : list) {
    if (item == static_cast<int64_t>(value)) return true;
  }
  return false;
}

}  // namespace

// sum + lhs·rhs in the register class of the accumulation.
NodeId Emitter::EmitProduct(const Instruction& instruction, Reg reg, bool fused, NodeId sum, NodeId lhs, NodeId rhs) {
  switch (reg) {
    case Reg::kF32: return fused ? b.Op(Scalar::kFmaF, lhs, rhs, sum) : b.Op(Scalar::kAddF, sum, b.Op(Scalar::kMulF, lhs, rhs));
    case Reg::kF64: return b.Op(Scalar::kAddD, sum, b.Op(Scalar::kMulD, lhs, rhs));
    case Reg::kI64: return b.Op(Scalar::kAddL, sum, b.Op(Scalar::kMulL, lhs, rhs));
    case Reg::kI32: break;
  }
  if (IsPred(instruction.shape().element_type)) return b.Op(Scalar::kOrI, sum, b.Op(Scalar::kAndI, lhs, rhs));
  return b.Op(Scalar::kAddI, sum, b.Op(Scalar::kMulI, lhs, rhs));
}

// A sum in its accumulation type as the result's type: narrow integers wrap, narrow floats round.
NodeId Emitter::FinishSum(const Instruction& instruction, NodeId sum) {
  const ElementType result = instruction.shape().element_type, accumulation = AccumulationType(result);
  if (IsInteger(result) && BitWidth(result) < 32) {
    return b.Op(IsSigned(result) ? Scalar::kSextI : Scalar::kZextI, sum, kNone, kNone, static_cast<uint64_t>(BitWidth(result)));
  }
  return Convert(accumulation, result, sum);
}

NodeId Emitter::EmitDot(const Instruction& instruction, const Index& index) {
  const Shape &lhs = computation.shape(instruction.operands[0]), &rhs = computation.shape(instruction.operands[1]);
  std::vector<int64_t> lhs_batch = instruction.Ints(Attr::kLhsBatchingDimensions),
                       rhs_batch = instruction.Ints(Attr::kRhsBatchingDimensions);
  std::vector<int64_t> lhs_contract = instruction.Ints(Attr::kLhsContractingDimensions),
                       rhs_contract = instruction.Ints(Attr::kRhsContractingDimensions);
  if (instruction.op == Op::kDot) {
    lhs_contract = {lhs.rank() - 1};
    rhs_contract = {0};
  }
  const std::vector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  IdVector<Coordinate> lhs_at(lhs.dims.size()), rhs_at(rhs.dims.size());
  size_t next = 0;
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    lhs_at[lhs_batch[i]] = rhs_at[rhs_batch[i]] = at[next++];
  }
  for (size_t d = 0; d < lhs_at.size(); ++d) {
    if (!Contains(lhs_batch, d) && !Contains(lhs_contract, d)) lhs_at[d] = at[next++];
  }
  for (size_t d = 0; d < rhs_at.size(); ++d) {
    if (!Contains(rhs_batch, d) && !Contains(rhs_contract, d)) rhs_at[d] = at[next++];
  }
  const ElementType type = AccumulationType(instruction.shape().element_type);
  const Reg reg = RegisterOf(type);
  NodeId zero = b.Constant(reg, 0);
  std::vector<AxisId> axes;
  for (size_t i = 0; i < lhs_contract.size(); ++i) {
    const int64_t extent = lhs.dims[lhs_contract[i]];
    if (extent == 0) return FinishSum(instruction, zero);
    const Coordinate k = NewCoordinate(Axis::Kind::kLoop, extent, &axes);
    lhs_at[lhs_contract[i]] = rhs_at[rhs_contract[i]] = k;
  }
  std::vector<NodeId> sum{zero};
  std::vector<int32_t> loops;
  for (AxisId axis : axes) {
    loops.push_back(BeginLoop(axis));
    sum[0] = b.Carried(loops.back(), sum[0]);
  }
  const NodeId a = Convert(lhs.element_type, type, Emit(instruction.operands[0], Index::Of(lhs_at)));
  const NodeId c = Convert(rhs.element_type, type, Emit(instruction.operands[1], Index::Of(rhs_at)));
  if (failed()) return kNone;
  sum[0] = EmitProduct(instruction, reg, true, sum[0], a, c);
  CloseLoops(loops, &sum);
  return FinishSum(instruction, sum[0]);
}

// Dimension numbers and window of a convolution, defaults filled in.
struct Emitter::Window {
  std::vector<int64_t> strides, lhs_dilation, rhs_dilation, reversal;
  std::vector<int64_t> input, kernel, output;  // spatial dimensions
  size_t input_batch, input_feature, kernel_input, kernel_output, output_batch, output_feature;
  int64_t feature_groups, batch_groups;

  explicit Window(const Instruction& i)
      : input(i.Ints(Attr::kInputSpatialDimensions)), kernel(i.Ints(Attr::kKernelSpatialDimensions)),
        output(i.Ints(Attr::kOutputSpatialDimensions)), input_batch(i.Int(Attr::kInputBatchDimension)),
        input_feature(i.Int(Attr::kInputFeatureDimension)), kernel_input(i.Int(Attr::kKernelInputFeatureDimension)),
        kernel_output(i.Int(Attr::kKernelOutputFeatureDimension)), output_batch(i.Int(Attr::kOutputBatchDimension)),
        output_feature(i.Int(Attr::kOutputFeatureDimension)), feature_groups(i.Int(Attr::kFeatureGroupCount, 1)),
        batch_groups(i.Int(Attr::kBatchGroupCount, 1)) {
    const size_t n = input.size();
    strides = i.IntsOr(Attr::kWindowStrides, n, 1);
    lhs_dilation = i.IntsOr(Attr::kLhsDilation, n, 1);
    rhs_dilation = i.IntsOr(Attr::kRhsDilation, n, 1);
    reversal = i.IntsOr(Attr::kWindowReversal, n, 0);
  }
};

// Whether a product with +0 for the first operand adds nothing to a sum that is not -0: of that operand zeros are loaded, the second is a
// constant without infinities and NaNs.
bool Emitter::ZerosAddNothing(const Instruction& instruction) const {
  if (operands_.count(instruction.operands[0]) == 0) return false;
  const Instruction* weights = &computation.at(instruction.operands[1]);
  while (weights->op == Op::kReshape || weights->op == Op::kTranspose) weights = &computation.at(weights->operands[0]);
  return weights->op == Op::kConstant && weights->LiteralValue().IsFinite();
}

NodeId Emitter::EmitConvolution(const Instruction& instruction, const Index& index) {
  const Window w(instruction);
  const Shape &lhs = computation.shape(instruction.operands[0]), &rhs = computation.shape(instruction.operands[1]);
  const IntMatrix& padding = instruction.Matrix(Attr::kPadding);
  const std::vector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  const ElementType type = AccumulationType(instruction.shape().element_type);
  const Reg reg = RegisterOf(type);
  const NodeId zero = b.Constant(reg, 0);
  const int64_t in_per_group = rhs.dims[w.kernel_input], out_features = rhs.dims[w.kernel_output];
  if (rhs.ElementCount() == 0) return FinishSum(instruction, zero);
  // Sums of one channel are short and memory decides their speed: fusing would gain nothing.
  const bool depthwise = w.feature_groups > 1 && in_per_group == 1;

  IdVector<Coordinate> lhs_at(lhs.dims.size()), rhs_at(rhs.dims.size());
  lhs_at[w.input_batch] = at[w.output_batch];
  rhs_at[w.kernel_output] = at[w.output_feature];
  Coordinate first_feature;
  if (w.feature_groups > 1) first_feature = DivMod(at[w.output_feature], out_features / w.feature_groups).first * in_per_group;
  if (w.batch_groups > 1) {
    const Coordinate group = DivMod(at[w.output_feature], out_features / w.batch_groups).first;
    lhs_at[w.input_batch] = at[w.output_batch] + group * (lhs.dims[w.input_batch] / w.batch_groups);
  }
  std::vector<AxisId> axes;
  for (size_t s = 0; s < w.input.size(); ++s) {
    const size_t in = w.input[s], k = w.kernel[s], out = w.output[s];
    const Coordinate tap = NewCoordinate(Axis::Kind::kLoop, rhs.dims[k], &axes);
    lhs_at[in] = at[out] * w.strides[s] + tap * w.rhs_dilation[s] + -(padding.empty() ? 0 : padding[s][0]);
    rhs_at[k] = w.reversal[s] != 0 ? tap * -1 + (rhs.dims[k] - 1) : tap;
  }
  std::vector<NodeId> sum{zero};
  std::vector<int32_t> loops;
  for (AxisId axis : axes) {
    loops.push_back(BeginLoop(axis));
    sum[0] = b.Carried(loops.back(), sum[0]);
  }
  NodeId predicate = kNone;
  for (size_t s = 0; s < w.input.size(); ++s) {
    const size_t in = w.input[s];
    lhs_at[in] = Undilate(instruction, lhs_at[in], w.lhs_dilation[s], lhs.dims[in], &predicate);
  }
  // Input features innermost, in a loop of its own, so that a position in the padding is decided once for all of them.
  const NodeId before = sum[0];
  axes.clear();
  const Coordinate feature = NewCoordinate(Axis::Kind::kLoop, in_per_group, &axes);
  lhs_at[w.input_feature] = first_feature + feature;
  rhs_at[w.kernel_input] = feature;
  std::vector<int32_t> inner;
  for (AxisId axis : axes) {
    inner.push_back(BeginLoop(axis));
    sum[0] = b.Carried(inner.back(), sum[0]);
  }
  const NodeId a = Convert(lhs.element_type, type, EmitUnder(predicate, instruction.operands[0], Index::Of(lhs_at)));
  const NodeId c = Convert(rhs.element_type, type, Emit(instruction.operands[1], Index::Of(rhs_at)));
  if (failed()) return kNone;
  sum[0] = EmitProduct(instruction, reg, !depthwise, sum[0], a, c);
  CloseLoops(inner, &sum);
  // Sums of rounded products begin with +0 and never become -0; fused ones may.
  const bool skipped = predicate != kNone && !(depthwise && ZerosAddNothing(instruction));
  if (skipped) sum[0] = b.Select(predicate, sum[0], before);
  CloseLoops(loops, &sum);
  return FinishSum(instruction, sum[0]);
}

}  // namespace mote
