// ZeroPointPads: a pad with the zero point that is subtracted behind it, in front of a convolution, is the convolution's own padding: what
// it adds are zeros.
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

std::optional<IdVector<Value>> Folded(ModuleEmitter& e, const Instruction& i) {
  if (i.op != Op::kConvolution || e.shape(i.operands[0]).element_type != ElementType::kS32) return std::nullopt;
  Value v = i.operands[0];
  std::optional<int64_t> zero = 0;
  std::optional<Value> zeros;
  if (e.at(v).op == Op::kSubtract) {
    zeros = e.at(v).operands[1];
    zero = IntegerSplat(e, *zeros);
    v = e.at(v).operands[0];
  }
  if (!zero || e.at(v).op != Op::kConvert) return std::nullopt;
  v = e.at(v).operands[0];
  const Instruction pad = e.at(v);
  if (pad.op != Op::kPad || BitWidth(pad.shape().element_type) > 16 || IntegerSplat(e, pad.operands[1]) != zero) return std::nullopt;
  const size_t rank = e.shape(v).dims.size();
  const std::vector<int64_t> low = pad.Ints(Attr::kEdgePaddingLow), high = pad.Ints(Attr::kEdgePaddingHigh),
                             between = pad.IntsOr(Attr::kInteriorPadding, rank, 0), spatial = i.Ints(Attr::kInputSpatialDimensions);
  const std::vector<int64_t> dilation = i.IntsOr(Attr::kLhsDilation, spatial.size(), 1);
  IntMatrix padding = i.Matrix(Attr::kPadding);
  if (padding.empty()) padding.assign(spatial.size(), {0, 0});
  int64_t left = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (between[d] != 0 || low[d] < 0 || high[d] < 0) return std::nullopt;
    left += low[d] + high[d];
  }
  for (size_t s = 0; s < spatial.size(); ++s) {
    const size_t d = static_cast<size_t>(spatial[s]);
    if (dilation[s] != 1) return std::nullopt;
    padding[s][0] += low[d], padding[s][1] += high[d];
    left -= low[d] + high[d];
  }
  if (left != 0) return std::nullopt;
  Instruction convolution = i;
  const Value x = e.Convert(pad.operands[0], ElementType::kS32);
  convolution.operands[0] = zeros ? e.Binary(Op::kSubtract, x, e.Splat(e.shape(x), static_cast<double>(*zero))) : x;
  convolution.attributes[Attr::kPadding] = padding;
  return {{e.Add(std::move(convolution))}};
}

}  // namespace

Result<Module> ZeroPointPads(const Module& module) { return RewriteModule(module, Folded); }

}  // namespace mote
