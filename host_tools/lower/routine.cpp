// AsDotRoutine and AsConvolutionRoutine: extents and strides of a group's anchor, and its epilogue as a kernel over the routine's output.
#include "lower/routine.h"

#include <algorithm>

#include "lower/emitter.h"
#include "lower/merge_axes.h"

namespace mote {
namespace {

const Instruction* AnchorOf(const Computation& computation, const Group& group, int32_t* at) {
  for (int32_t i : group.instructions) {
    const Instruction& instruction = computation.instructions[static_cast<size_t>(i)];
    if (instruction.op == Op::kDotGeneral || instruction.op == Op::kDot || instruction.op == Op::kConvolution) {
      *at = i;
      return &instruction;
    }
  }
  return nullptr;
}

bool AllF32(const Computation& computation, const Instruction& anchor) {
  bool f32 = anchor.shape().element_type == ElementType::kF32 && anchor.shape().IsStatic();
  for (const Value& operand : anchor.operands) {
    f32 = f32 && computation.shape(operand).element_type == ElementType::kF32 && computation.shape(operand).IsStatic();
  }
  return f32;
}

// A result without elements has no sums, so its kernel takes none, and is no epilogue: the runtime's verifier refuses it behind a routine.
bool NothingToCompute(const Instruction& anchor, std::string* why) {
  if (anchor.shape().ElementCount() != 0) return false;
  *why = "the result has no elements";
  return true;
}

// An operand of the anchor as a buffer: one stride per dimension of the operand as the anchor sees it.
struct Strided {
  Value source;
  std::vector<int64_t> strides;
};

std::optional<Strided> StridesOf(const Module& module, const Computation& computation, const Group& group, Value operand) {
  Emitter e(module, computation, group, "");
  const Dims& dims = computation.shape(operand).dims;
  std::vector<AxisId> axes;
  std::vector<Coordinate> at;
  for (int64_t dim : dims) {
    axes.push_back(e.AddAxis(Axis::Kind::kLoop, dim));
    at.push_back(dim == 1 ? Coordinate() : Coordinate::Axis(axes.back()));
  }
  e.b.BeginStage(Stage::Kind::kMap, {});
  const std::optional<std::pair<Value, Coordinate>> traced = e.Trace(operand, Index::Of(at));
  if (!traced || traced->second.constant != 0 || !traced->second.nodes.empty()) return std::nullopt;
  Strided out{traced->first, std::vector<int64_t>(dims.size(), 0)};
  for (const auto& [axis, factor] : traced->second.axes) out.strides[static_cast<size_t>(axis)] = factor;
  return out;
}

// Several dimensions walked as one, for each of one or two operands: extent and strides, or nothing when they do not line up.
struct Joined {
  int64_t extent = 1;
  int64_t a = 0, b = 0;
};
std::optional<Joined> Join(const Dims& extents, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  Joined out;
  bool first = true;
  for (size_t i = extents.size(); i-- > 0;) {
    if (extents[i] == 1) continue;
    if (first) {
      out.a = a[i];
      out.b = b[i];
    } else if (a[i] != out.a * out.extent || b[i] != out.b * out.extent) {
      return std::nullopt;
    }
    first = false;
    out.extent *= extents[i];
  }
  return out;
}

struct DotDims {
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract, lhs_free, rhs_free;
};

DotDims DimsOfDot(const Computation& computation, const Instruction& dot) {
  DotDims d;
  const int lhs_rank = computation.shape(dot.operands[0]).rank(), rhs_rank = computation.shape(dot.operands[1]).rank();
  d.lhs_batch = dot.Ints(Attr::kLhsBatchingDimensions);
  d.rhs_batch = dot.Ints(Attr::kRhsBatchingDimensions);
  d.lhs_contract = dot.op == Op::kDot ? std::vector<int64_t>{lhs_rank - 1} : dot.Ints(Attr::kLhsContractingDimensions);
  d.rhs_contract = dot.op == Op::kDot ? std::vector<int64_t>{0} : dot.Ints(Attr::kRhsContractingDimensions);
  const auto free = [](int rank, const std::vector<int64_t>& batch, const std::vector<int64_t>& contract) {
    std::vector<int64_t> out;
    for (int64_t i = 0; i < rank; ++i) {
      if (std::find(batch.begin(), batch.end(), i) == batch.end() && std::find(contract.begin(), contract.end(), i) == contract.end()) {
        out.push_back(i);
      }
    }
    return out;
  };
  d.lhs_free = free(lhs_rank, d.lhs_batch, d.lhs_contract);
  d.rhs_free = free(rhs_rank, d.rhs_batch, d.rhs_contract);
  return d;
}

std::vector<int64_t> Picked(const std::vector<int64_t>& list, const std::vector<int64_t>& places) {
  std::vector<int64_t> out;
  for (int64_t place : places) out.push_back(list[static_cast<size_t>(place)]);
  return out;
}

std::optional<DotRoutine> DotStrides(const Module& module, const Computation& computation, const Group& group, std::string* why) {
  int32_t at = -1;
  const Instruction* dot = AnchorOf(computation, group, &at);
  if (dot == nullptr || dot->op == Op::kConvolution || !AllF32(computation, *dot)) {
    *why = "the routine takes f32 only";
    return std::nullopt;
  }
  if (NothingToCompute(*dot, why)) return std::nullopt;
  const std::optional<Strided> lhs = StridesOf(module, computation, group, dot->operands[0]),
                               rhs = StridesOf(module, computation, group, dot->operands[1]);
  if (!lhs || !rhs) {
    *why = "an operand is not a strided view of a buffer";
    return std::nullopt;
  }
  const DotDims d = DimsOfDot(computation, *dot);
  const Dims &lhs_dims = computation.shape(dot->operands[0]).dims, &rhs_dims = computation.shape(dot->operands[1]).dims;
  const auto join = [&](const Dims& dims, const std::vector<int64_t>& places, const std::vector<int64_t>& a,
                        const std::vector<int64_t>& b) { return Join(Picked(dims, places), a, b); };
  const auto batch = join(lhs_dims, d.lhs_batch, Picked(lhs->strides, d.lhs_batch), Picked(rhs->strides, d.rhs_batch));
  const auto k = join(lhs_dims, d.lhs_contract, Picked(lhs->strides, d.lhs_contract), Picked(rhs->strides, d.rhs_contract));
  const auto m = join(lhs_dims, d.lhs_free, Picked(lhs->strides, d.lhs_free), std::vector<int64_t>(d.lhs_free.size(), 0));
  const auto n = join(rhs_dims, d.rhs_free, Picked(rhs->strides, d.rhs_free), std::vector<int64_t>(d.rhs_free.size(), 0));
  if (!batch || !k || !m || !n) {
    *why = "batch, free or contracted dimensions have no common stride";
    return std::nullopt;
  }
  return DotRoutine{lhs->source, rhs->source, batch->extent, m->extent, n->extent, k->extent, batch->a,
                    m->a,        k->a,        batch->b,      k->b,      n->a,      {}};
}

// The runtime's verifier takes no routine whose positions along a dimension could pass this (runtime/core/verify_steps.cpp).
static bool FitsPositions(int64_t count, int64_t step) {
  constexpr int64_t kMost = int64_t{1} << 29;
  return count <= kMost && count >= -kMost && step <= kMost && count * step <= kMost;
}

std::optional<ConvolutionRoutine> ConvolutionStrides(const Module& module, const Computation& computation, const Group& group,
                                                     std::string* why) {
  int32_t at = -1;
  const Instruction* conv = AnchorOf(computation, group, &at);
  if (conv == nullptr || conv->op != Op::kConvolution || !AllF32(computation, *conv)) {
    *why = "the routine takes f32 only";
    return std::nullopt;
  }
  if (NothingToCompute(*conv, why)) return std::nullopt;
  const std::vector<int64_t>&in = conv->Ints(Attr::kInputSpatialDimensions), &kernel = conv->Ints(Attr::kKernelSpatialDimensions);
  const std::vector<int64_t>& out = conv->Ints(Attr::kOutputSpatialDimensions);
  const size_t n = in.size();
  const auto all = [&](Attr attr, int64_t value) {
    const std::vector<int64_t> list = conv->IntsOr(attr, n, value);
    return std::all_of(list.begin(), list.end(), [&](int64_t item) { return item == value; });
  };
  if (n < 1 || n > 2 || !all(Attr::kLhsDilation, 1) || !all(Attr::kWindowReversal, 0) || conv->Int(Attr::kBatchGroupCount, 1) != 1) {
    *why = "the routine takes one or two spatial dimensions, no input dilation, reversal or batch groups";
    return std::nullopt;
  }
  const std::optional<Strided> lhs = StridesOf(module, computation, group, conv->operands[0]),
                               rhs = StridesOf(module, computation, group, conv->operands[1]);
  if (!lhs || !rhs) {
    *why = "an operand is not a strided view of a buffer";
    return std::nullopt;
  }
  const Dims &lhs_dims = computation.shape(conv->operands[0]).dims, &rhs_dims = computation.shape(conv->operands[1]).dims,
             &dims = conv->shape().dims;
  const auto place = [&](Attr attr) { return static_cast<size_t>(conv->Int(attr)); };
  const size_t batch = place(Attr::kInputBatchDimension), feature = place(Attr::kInputFeatureDimension);
  const size_t kernel_in = place(Attr::kKernelInputFeatureDimension), kernel_out = place(Attr::kKernelOutputFeatureDimension);
  const std::vector<int64_t> strides = conv->IntsOr(Attr::kWindowStrides, n, 1), dilation = conv->IntsOr(Attr::kRhsDilation, n, 1);
  const IntMatrix& padding = conv->Matrix(Attr::kPadding);
  ConvolutionRoutine r{};
  r.lhs = lhs->source;
  r.rhs = rhs->source;
  r.batch = lhs_dims[batch];
  r.groups = conv->Int(Attr::kFeatureGroupCount, 1);
  r.in_per_group = rhs_dims[kernel_in];
  r.out_per_group = rhs_dims[kernel_out] / r.groups;
  r.lhs_b = lhs->strides[batch];
  r.lhs_c = lhs->strides[feature];
  r.rhs_c = rhs->strides[kernel_in];
  r.rhs_o = rhs->strides[kernel_out];
  r.in_h = r.out_h = r.kernel_h = r.stride_y = r.dilation_y = 1;  // one spatial dimension is x
  for (size_t s = 0; s < n; ++s) {
    const size_t i = static_cast<size_t>(in[s]), k = static_cast<size_t>(kernel[s]), o = static_cast<size_t>(out[s]);
    const bool y = n == 2 && s == 0;
    (y ? r.in_h : r.in_w) = lhs_dims[i];
    (y ? r.out_h : r.out_w) = dims[o];
    (y ? r.kernel_h : r.kernel_w) = rhs_dims[k];
    (y ? r.stride_y : r.stride_x) = strides[s];
    (y ? r.dilation_y : r.dilation_x) = rhs_dims[k] > 1 ? dilation[s] : 1;  // a single tap has none
    (y ? r.pad_y : r.pad_x) = padding.empty() ? 0 : padding[s][0];
    if (!FitsPositions(dims[o], strides[s]) || !FitsPositions(rhs_dims[k], rhs_dims[k] > 1 ? dilation[s] : 1) ||
        !FitsPositions(lhs_dims[i], 1) || !FitsPositions(padding.empty() ? 0 : padding[s][0], 1)) {
      *why = "positions along a dimension do not fit the routine's 32-bit arithmetic";
      return std::nullopt;
    }
    (y ? r.lhs_y : r.lhs_x) = lhs->strides[i];
    (y ? r.rhs_y : r.rhs_x) = rhs->strides[k];
  }
  // One channel has any stride: that of the taps lets the runtime take a line of the window as one run of values.
  if (r.groups == 1 && r.in_per_group == 1) {
    r.lhs_c = r.dilation_x * r.lhs_x;
    r.rhs_c = r.rhs_x;
  }
  return r;
}

// Takes out the operands that nothing loads or stores.
void DropUnusedOperands(BoundKernel* bound) {
  std::vector<int32_t> renamed(bound->operands.size(), kNone);
  std::vector<bool> used(bound->operands.size());
  for (const Access& access : bound->kernel.accesses) used[static_cast<size_t>(access.operand)] = true;
  std::vector<Value> operands;
  std::vector<KernelOperand> kernel_operands;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    renamed[i] = static_cast<int32_t>(operands.size());
    operands.push_back(bound->operands[i]);
    kernel_operands.push_back(bound->kernel.operands[i]);
  }
  for (Access& access : bound->kernel.accesses) access.operand = renamed[static_cast<size_t>(access.operand)];
  bound->operands = std::move(operands);
  bound->kernel.operands = std::move(kernel_operands);
}

// The kernel from the routine's sum at out[axes…] to the group's outputs. `place` gives the anchor's index from the axes.
template <typename Place>
std::optional<BoundKernel> Epilogue(const Module& module, const Computation& computation, const Group& group, int32_t anchor,
                                    const std::vector<int64_t>& extents, Place place, std::string* why) {
  Emitter e(module, computation, group, "epilogue");
  BoundKernel out;
  for (const Value& input : group.inputs) {
    e.BindOperand(input, e.b.AddOperand(computation.shape(input).element_type, true, false));
    out.operands.push_back(input);
  }
  std::vector<int32_t> stores;
  for (const Value& output : group.outputs) {
    stores.push_back(e.b.AddOperand(computation.shape(output).element_type, false, true));
    out.operands.push_back(output);
  }
  std::vector<AxisId> axes;
  std::vector<Coordinate> at;
  for (int64_t extent : extents) {
    axes.push_back(e.AddAxis(Axis::Kind::kLane, extent));
    at.push_back(extent == 1 ? Coordinate() : Coordinate::Axis(axes.back()));
  }
  e.b.BeginStage(Stage::Kind::kMap, axes);
  const Index index = place(at);
  const Dims& dims = computation.instructions[static_cast<size_t>(anchor)].shape().dims;
  const Coordinate linear = e.LinearOf(index, dims);
  e.Provide({anchor, 0}, linear, e.b.Accumulator());
  std::vector<NodeId> values;
  for (const Value& output : group.outputs) {
    values.push_back(e.Emit(output, computation.shape(output).dims == dims ? index : Index::Linear(linear)));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const Emitter::Place where = e.PlaceAt(stores[i], linear);
    e.b.Store(where.access, values[i], where.offset);
  }
  e.b.EndStage();
  if (e.failed()) {
    *why = e.failure().text;
    return std::nullopt;
  }
  out.values = e.b.TakeValues();
  out.kernel = e.b.Take();
  DropUnused(out.kernel, out.values);
  DropUnusedOperands(&out);
  out.in_place = InPlacePairs(out.kernel, out.values);
  return out;
}

// An operand that the routine reads as a whole is not written over while it does.
void KeepApart(Value lhs, Value rhs, BoundKernel* epilogue) {
  std::erase_if(epilogue->in_place, [&](const std::pair<int32_t, int32_t>& pair) {
    const Value input = epilogue->operands[static_cast<size_t>(pair.first)];
    return input == lhs || input == rhs;
  });
}

}  // namespace

bool FitsRoutine(const Module& module, const Computation& computation, const Group& group, std::string* why) {
  return DotStrides(module, computation, group, why).has_value() || ConvolutionStrides(module, computation, group, why).has_value();
}

std::optional<DotRoutine> AsDotRoutine(const Module& module, const Computation& computation, const Group& group, std::string* why) {
  std::optional<DotRoutine> routine = DotStrides(module, computation, group, why);
  if (!routine) return std::nullopt;
  int32_t anchor = -1;
  AnchorOf(computation, group, &anchor);
  const int64_t m = routine->m, n = routine->n;
  const auto place = [&](const std::vector<Coordinate>& at) { return Index::Linear(at[0] * (m * n) + at[1] * n + at[2]); };
  std::optional<BoundKernel> epilogue = Epilogue(module, computation, group, anchor, {routine->batch, m, n}, place, why);
  if (!epilogue) return std::nullopt;
  routine->epilogue = std::move(*epilogue);
  KeepApart(routine->lhs, routine->rhs, &routine->epilogue);
  return routine;
}

std::optional<ConvolutionRoutine> AsConvolutionRoutine(const Module& module, const Computation& computation, const Group& group,
                                                       std::string* why) {
  std::optional<ConvolutionRoutine> routine = ConvolutionStrides(module, computation, group, why);
  if (!routine) return std::nullopt;
  int32_t anchor = -1;
  const Instruction& conv = *AnchorOf(computation, group, &anchor);
  const std::vector<int64_t>& spatial = conv.Ints(Attr::kOutputSpatialDimensions);
  const auto place = [&](const std::vector<Coordinate>& at) {
    std::vector<Coordinate> dims(conv.shape().dims.size());
    dims[static_cast<size_t>(conv.Int(Attr::kOutputBatchDimension))] = at[0];
    if (spatial.size() == 2) dims[static_cast<size_t>(spatial[0])] = at[1];
    dims[static_cast<size_t>(spatial.back())] = at[2];
    dims[static_cast<size_t>(conv.Int(Attr::kOutputFeatureDimension))] = at[3];
    return Index::Of(std::move(dims));
  };
  const std::vector<int64_t> extents{routine->batch, routine->out_h, routine->out_w, routine->groups * routine->out_per_group};
  std::optional<BoundKernel> epilogue = Epilogue(module, computation, group, anchor, extents, place, why);
  if (!epilogue) return std::nullopt;
  routine->epilogue = std::move(*epilogue);
  KeepApart(routine->lhs, routine->rhs, &routine->epilogue);
  return routine;
}

}  // namespace mote
