// WordPixels: a convolution of bytes over fewer than four channels reads a word a pixel. Where its strides leave taps apart that four
// channels have room for, as many neighbours as they jump over become channels; where there are still fewer than four, zeros fill them up.
#include <algorithm>
#include <array>

#include "passes/convolution_order.h"
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr int64_t kWord = 4;            // bytes
constexpr double kLeastWork = 1 << 18;  // multiply-adds that are worth a pass over the input

// Stored bytes and their zero point.
struct Bytes {
  Value stored;
  int64_t zero = 0;
};

std::optional<Bytes> BytesOf(const ModuleEmitter& e, Value v) {
  Bytes bytes;
  if (e.at(v).op == Op::kSubtract) {
    const std::optional<int64_t> zero = IntegerSplat(e, e.at(v).operands[1]);
    if (!zero) return std::nullopt;
    bytes.zero = *zero;
    v = e.at(v).operands[0];
  }
  if (e.at(v).op != Op::kConvert) return std::nullopt;
  bytes.stored = e.at(v).operands[0];
  const ElementType type = e.shape(bytes.stored).element_type;
  if (type != ElementType::kS8 && type != ElementType::kU8) return std::nullopt;
  const int64_t least = type == ElementType::kS8 ? -128 : 0;
  return bytes.zero >= least && bytes.zero < least + 256 ? std::optional(bytes) : std::nullopt;
}

// What counts as 0.
Literal Filler(const ModuleEmitter& e, const Bytes& bytes) {
  Literal literal(Shape::Scalar(e.shape(bytes.stored).element_type));
  literal.SetInteger(0, bytes.zero);
  return literal;
}

// In stored integers again what stood in front of the convolution.
Value Widened(ModuleEmitter& e, const Bytes& like, Value stored) {
  const Value wide = e.Convert(stored, ElementType::kS32);
  return like.zero == 0 ? wide : e.Binary(Op::kSubtract, wide, e.Splat(e.shape(wide), static_cast<double>(like.zero)));
}

// Of a convolution, one entry a spatial dimension.
struct Windows {
  int64_t channels = 0, outputs = 0;
  std::vector<int64_t> taps, stride, low, positions;
  std::vector<int64_t> blocks;  // neighbours that become channels
  int64_t merged = 0;           // channels then
};

bool AreOnes(const std::vector<int64_t>& list) {
  for (const int64_t v : list) {
    if (v != 1) return false;
  }
  return true;
}

std::optional<Windows> WindowsOf(const ModuleEmitter& e, const Instruction& i) {
  const Dims &lhs = e.shape(i.operands[0]).dims, &rhs = e.shape(i.operands[1]).dims;
  const std::vector<int64_t> spatial = i.Ints(Attr::kKernelSpatialDimensions), out = i.Ints(Attr::kOutputSpatialDimensions);
  const size_t rank = spatial.size();
  if (i.Int(Attr::kFeatureGroupCount, 1) != 1 || i.Int(Attr::kBatchGroupCount, 1) != 1) return std::nullopt;
  if (!AreOnes(i.IntsOr(Attr::kLhsDilation, rank, 1)) || !AreOnes(i.IntsOr(Attr::kRhsDilation, rank, 1))) return std::nullopt;
  for (const int64_t reversed : i.IntsOr(Attr::kWindowReversal, rank, 0)) {
    if (reversed != 0) return std::nullopt;
  }
  Windows w;
  w.channels = lhs[static_cast<size_t>(i.Int(Attr::kInputFeatureDimension))];
  w.outputs = rhs[static_cast<size_t>(i.Int(Attr::kKernelOutputFeatureDimension))];
  w.stride = i.IntsOr(Attr::kWindowStrides, rank, 1);
  const IntMatrix padding = i.Matrix(Attr::kPadding);
  double work = static_cast<double>(i.shape().ElementCount()) * static_cast<double>(w.channels);
  w.merged = w.channels;
  for (size_t s = 0; s < rank; ++s) {
    w.taps.push_back(rhs[static_cast<size_t>(spatial[s])]);
    w.low.push_back(padding.empty() ? 0 : padding[s][0]);
    w.positions.push_back(i.shape().dims[static_cast<size_t>(out[s])]);
    work *= static_cast<double>(w.taps[s]);
    w.merged = std::min(w.merged * w.stride[s], kWord + 1);
  }
  const bool merges = w.merged <= kWord;
  w.blocks = merges ? w.stride : std::vector<int64_t>(rank, 1);
  if (!merges) w.merged = w.channels;
  const bool worth = work >= kLeastWork && rank != 0 && w.channels < kWord && w.merged > 1;
  return worth ? std::optional(w) : std::nullopt;
}

int64_t BlocksOfTaps(const Windows& w, size_t s) { return (w.taps[s] + w.blocks[s] - 1) / w.blocks[s]; }

// [batch, spatial…, 4], with all its padding: what the windows reach along each spatial dimension, in whole blocks.
Value MergedInput(ModuleEmitter& e, const Windows& w, const Bytes& input, const Order& order) {
  Value v = e.Transpose(input.stored, order);
  const Dims dims = e.shape(v).dims;
  const size_t rank = w.taps.size();
  std::vector<int64_t> low(rank + 2, 0), high = low, turned = {0}, inner;
  Dims apart = {dims[0]}, together = {dims[0]};
  for (size_t s = 0; s < rank; ++s) {
    const int64_t reached = w.stride[s] * (w.positions[s] - 1) + BlocksOfTaps(w, s) * w.blocks[s];
    low[s + 1] = w.low[s];
    high[s + 1] = reached - w.low[s] - dims[s + 1];
    together.push_back(reached / w.blocks[s]);
    apart.push_back(together.back());
    apart.push_back(w.blocks[s]);
    turned.push_back(static_cast<int64_t>(2 * s + 1));
    inner.push_back(static_cast<int64_t>(2 * s + 2));
  }
  apart.push_back(w.channels);
  together.push_back(w.merged);
  turned.insert(turned.end(), inner.begin(), inner.end());
  turned.push_back(static_cast<int64_t>(2 * rank + 1));
  const Value zero = e.Constant(Filler(e, input));
  v = e.Pad(v, zero, low, high);
  v = e.Reshape(e.Transpose(e.Reshape(v, apart), turned), together);
  std::vector<int64_t> more(rank + 2, 0);
  more.back() = kWord - w.merged;
  return e.InMemory(e.Pad(v, zero, std::vector<int64_t>(rank + 2, 0), more));
}

// [outputs, spatial…, 4].
Literal MergedWeights(const Windows& w, const Literal& old, const Order& order, const Literal& zero) {
  const Dims& dims = old.shape().dims;
  const size_t rank = w.taps.size();
  Dims made = {w.outputs};
  for (size_t s = 0; s < rank; ++s) made.push_back(BlocksOfTaps(w, s));
  made.push_back(kWord);
  Literal weights(Shape::Array(old.type(), made));
  for (int64_t k = 0; k < weights.size(); ++k) {
    std::vector<int64_t> at(rank + 2);  // in `made`, then where that was, in the order of `order`
    int64_t rest = k;
    for (size_t d = rank + 2; d-- > 0; rest /= made[d]) at[d] = rest % made[d];
    int64_t channel = at.back();
    bool there = channel < w.merged;
    at.back() = channel % w.channels;
    channel /= w.channels;
    for (size_t s = rank; s-- > 0; channel /= w.blocks[s]) {
      at[s + 1] = at[s + 1] * w.blocks[s] + channel % w.blocks[s];
      there = there && at[s + 1] < w.taps[s];
    }
    std::vector<int64_t> old_at(rank + 2);
    for (size_t d = 0; d < rank + 2; ++d) old_at[static_cast<size_t>(order[d])] = at[d];
    int64_t from = 0;
    for (size_t d = 0; d < rank + 2; ++d) from = from * dims[d] + old_at[d];
    weights.SetInteger(k, there ? old.IntegerAt(from) : zero.IntegerAt(0));
  }
  return weights;
}

std::optional<IdVector<Value>> InWords(ModuleEmitter& e, const Instruction& i) {
  if (i.op != Op::kConvolution || e.shape(i.operands[0]).element_type != ElementType::kS32) return std::nullopt;
  const std::optional<Bytes> input = BytesOf(e, i.operands[0]), weights = BytesOf(e, i.operands[1]);
  if (!input || !weights || e.at(weights->stored).op != Op::kConstant) return std::nullopt;
  const std::optional<Windows> w = WindowsOf(e, i);
  if (!w) return std::nullopt;
  constexpr std::array<Attr, 3> kInput = {Attr::kInputBatchDimension, Attr::kInputSpatialDimensions, Attr::kInputFeatureDimension};
  constexpr std::array<Attr, 3> kWeights = {Attr::kKernelOutputFeatureDimension, Attr::kKernelSpatialDimensions,
                                            Attr::kKernelInputFeatureDimension};
  const Order input_order = OrderOf(i, kInput[0], kInput[1], kInput[2]), weights_order = OrderOf(i, kWeights[0], kWeights[1], kWeights[2]);
  Instruction made = i;
  made.operands[0] = Widened(e, *input, MergedInput(e, *w, *input, input_order));
  const Literal& old = e.at(weights->stored).LiteralValue();
  made.operands[1] = Widened(e, *weights, e.Constant(MergedWeights(*w, old, weights_order, Filler(e, *weights))));
  NumberInOrder(&made, kInput[0], kInput[1], kInput[2]);
  NumberInOrder(&made, kWeights[0], kWeights[1], kWeights[2]);
  const size_t rank = w->taps.size();
  std::vector<int64_t> stride = w->stride;
  for (size_t s = 0; s < rank; ++s) stride[s] /= w->blocks[s];
  made.attributes[Attr::kWindowStrides] = stride;
  made.attributes[Attr::kPadding] = IntMatrix(rank, {0, 0});
  return {{e.Add(std::move(made))}};
}

}  // namespace

Result<Module> WordPixels(const Module& module) { return RewriteModule(module, InWords); }

}  // namespace mote
