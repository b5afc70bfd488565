// Convolution of OPS.md 2.4: cross-correlation over any number of spatial dimensions. The input is laid out as [batch, spatial, feature],
// the kernel as [spatial, input feature, output feature]; for each output position the taps are visited in row-major order, then the input
// features, each adding a row of output features.
#include "evaluate/convolution.h"

#include <algorithm>

#include "evaluate/accumulate.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

struct Geometry {
  Dims input, kernel, output;  // spatial sizes
  int64_t batch = 0, output_batch = 0;
  int64_t input_features = 0, group_features = 0, output_features = 0;  // of lhs; of one group; of the result
  int64_t groups = 1, batch_groups = 1;
  // Per spatial dimension and (output, tap): the input index, or -1.
  std::vector<std::vector<int64_t>> source;
  Dims input_strides;
};

std::vector<int64_t> Order(int64_t first, const std::vector<int64_t>& spatial, int64_t last) {
  std::vector<int64_t> order = spatial;
  if (first >= 0) order.insert(order.begin(), first);
  order.push_back(last);
  return order;
}

Literal Laid(const Literal& literal, const std::vector<int64_t>& order) {
  Literal out(Shape::Array(literal.type(), Pick(literal.shape().dims, order)));
  Move(literal, 0, Pick(RowMajorStrides(literal.shape().dims), order), out);
  return out;
}

void FindSources(const Instruction& instruction, const IntMatrix& padding, Geometry* g) {
  size_t rank = g->input.size();
  std::vector<int64_t> strides = instruction.IntsOr(Attr::kWindowStrides, rank, 1);
  std::vector<int64_t> holes = instruction.IntsOr(Attr::kLhsDilation, rank, 1);
  std::vector<int64_t> spread = instruction.IntsOr(Attr::kRhsDilation, rank, 1);
  std::vector<int64_t> reversed = instruction.IntsOr(Attr::kWindowReversal, rank, 0);
  for (size_t d = 0; d < rank; ++d) {
    std::vector<int64_t> source;
    int64_t low = padding.empty() ? 0 : padding[d][0];
    for (int64_t o = 0; o < g->output[d]; ++o) {
      for (int64_t k = 0; k < g->kernel[d]; ++k) {
        int64_t tap = reversed[d] != 0 ? g->kernel[d] - 1 - k : k;
        int64_t at = o * strides[d] + tap * spread[d] - low;
        bool inside = at >= 0 && at % holes[d] == 0 && at / holes[d] < g->input[d];
        source.push_back(inside ? at / holes[d] : -1);
      }
    }
    g->source.push_back(std::move(source));
  }
  g->input_strides = RowMajorStrides(g->input);
}

// Adds one tap of one output position into a row of all output features.
template <typename A>
void AddTap(const Geometry& g, const A* in, int64_t features, const A* kernel, A* row) {
  int64_t groups = std::max(g.groups, g.batch_groups), outputs = g.output_features / groups;
  for (int64_t group = 0; group < groups; ++group) {
    // A batch group reads another batch entry instead of other features; `in` then points at the first group's entry.
    const A* from = in + (g.groups > 1 ? group * g.group_features : group * features);
    A* to = row + group * outputs;
    for (int64_t c = 0; c < g.group_features; ++c) {
      A factor = from[c];
      const A* weights = kernel + c * g.output_features + group * outputs;
      for (int64_t o = 0; o < outputs; ++o) to[o] += Product(factor, weights[o]);
    }
  }
}

template <typename A>
std::vector<A> Accumulate(const Geometry& g, const std::vector<A>& in, const std::vector<A>& kernel) {
  int64_t positions = Count(g.output), taps = Count(g.kernel), pixels = Count(g.input);
  std::vector<A> out(g.output_batch * positions * g.output_features);
  // From one batch group's entry to the next.
  int64_t group_step = g.batch_groups > 1 ? g.output_batch * pixels * g.input_features : 0;
  for (int64_t batch = 0; batch < g.output_batch; ++batch) {
    Dims position(g.output.size(), 0);
    for (int64_t p = 0; p < positions; ++p, NextIndex(position, g.output)) {
      A* row = out.data() + (batch * positions + p) * g.output_features;
      Dims tap(g.kernel.size(), 0);
      for (int64_t t = 0; t < taps; ++t, NextIndex(tap, g.kernel)) {
        int64_t pixel = 0;
        for (size_t d = 0; d < tap.size() && pixel >= 0; ++d) {
          int64_t at = g.source[d][position[d] * g.kernel[d] + tap[d]];
          pixel = at < 0 ? -1 : pixel + at * g.input_strides[d];
        }
        if (pixel < 0) continue;
        AddTap(g, in.data() + (batch * pixels + pixel) * g.input_features, group_step,
               kernel.data() + t * g.group_features * g.output_features, row);
      }
    }
  }
  return out;
}

Result<Literal> Convolution(Call& call) {
  return Convolve(call, call.operand(0), call.operand(1), call.instruction.Matrix(Attr::kPadding), call.shape());
}

}  // namespace

Result<Literal> Convolve(Call& call, const Literal& lhs, const Literal& rhs, const IntMatrix& padding, const Shape& shape) {
  const Instruction& i = call.instruction;
  const std::vector<int64_t>& output_spatial = i.Ints(Attr::kOutputSpatialDimensions);
  int64_t output_batch = i.Int(Attr::kOutputBatchDimension), output_feature = i.Int(Attr::kOutputFeatureDimension);
  Geometry g;
  g.input = Pick(lhs.shape().dims, i.Ints(Attr::kInputSpatialDimensions));
  g.kernel = Pick(rhs.shape().dims, i.Ints(Attr::kKernelSpatialDimensions));
  g.output = Pick(shape.dims, output_spatial);
  g.batch = lhs.shape().dims[i.Int(Attr::kInputBatchDimension)];
  g.output_batch = shape.dims[output_batch];
  g.input_features = lhs.shape().dims[i.Int(Attr::kInputFeatureDimension)];
  g.group_features = rhs.shape().dims[i.Int(Attr::kKernelInputFeatureDimension)];
  g.output_features = shape.dims[output_feature];
  g.groups = i.Int(Attr::kFeatureGroupCount, 1);
  g.batch_groups = i.Int(Attr::kBatchGroupCount, 1);
  if (shape.ElementCount() == 0) return Literal(shape);
  double work = static_cast<double>(shape.ElementCount()) * static_cast<double>(Count(g.kernel)) *
                static_cast<double>(std::max<int64_t>(g.group_features, 1));
  MOTE_CHECK_OK(call.context.Spend(work > 1e18 ? uint64_t{1} << 62 : static_cast<uint64_t>(work)));
  if (Count(g.kernel) == 0) return Literal(shape);
  FindSources(i, padding, &g);
  Literal in =
      Laid(lhs, Order(i.Int(Attr::kInputBatchDimension), i.Ints(Attr::kInputSpatialDimensions), i.Int(Attr::kInputFeatureDimension)));
  std::vector<int64_t> kernel_order = i.Ints(Attr::kKernelSpatialDimensions);
  kernel_order.push_back(i.Int(Attr::kKernelInputFeatureDimension));
  kernel_order.push_back(i.Int(Attr::kKernelOutputFeatureDimension));
  Literal kernel = Laid(rhs, kernel_order);
  std::vector<int64_t> out_order = Order(output_batch, output_spatial, output_feature);
  Shape laid = shape;
  laid.dims = Pick(shape.dims, out_order);
  Literal sums = VisitAccumulator(shape.element_type, [&](auto tag, auto) {
    using A = decltype(tag);
    return StoreWide(laid, Accumulate(g, LoadWide<A>(in), LoadWide<A>(kernel)));
  });
  Literal out(shape);
  Dims strides(shape.dims.size()), laid_strides = RowMajorStrides(laid.dims);
  for (size_t d = 0; d < out_order.size(); ++d) strides[out_order[d]] = laid_strides[d];
  Move(sums, 0, strides, out);
  return out;
}

std::span<const OperationRow> ConvolutionOperations() {
  static const OperationRow rows[] = {{Op::kConvolution, Convolution, nullptr, Quantized::kExpressed}};
  return rows;
}

}  // namespace mote::evaluation
