// AsRoutine: extents and strides of a group's anchor, and its epilogue as a kernel over the routine's output.
#include "lower/routine.h"

#include <algorithm>
#include <span>

#include "lower/emitter.h"
#include "lower/epilogue.h"
#include "lower/merge_axes.h"

namespace mote {
namespace {

bool IsStatic(const Computation& computation, const Instruction& anchor) {
  return anchor.shape().IsStatic() && computation.shape(anchor.operands[0]).IsStatic() && computation.shape(anchor.operands[1]).IsStatic();
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
  IdVector<int64_t> strides;
  int64_t offset, zero;
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
  const std::optional<Emitter::Traced> traced = e.Trace(operand, Index::Of(at));
  if (!traced || !traced->place.nodes.empty()) return std::nullopt;
  Strided out{traced->source, std::vector<int64_t>(dims.size(), 0), traced->place.constant, traced->zero};
  for (const auto& [axis, factor] : traced->place.axes) out.strides[axis] = factor;
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

std::vector<int64_t> Picked(const IdVector<int64_t>& list, const std::vector<int64_t>& places) {
  std::vector<int64_t> out;
  for (int64_t place : places) out.push_back(list[place]);
  return out;
}

std::optional<BoundRoutine> DotStrides(const Module& module, const Computation& computation, const Group& group, const Instruction& dot,
                                      std::string* why) {
  const std::optional<Strided> lhs = StridesOf(module, computation, group, dot.operands[0]),
                               rhs = StridesOf(module, computation, group, dot.operands[1]);
  if (!lhs || !rhs) {
    *why = "an operand is not a strided view of a buffer";
    return std::nullopt;
  }
  const DotDims d = DimsOfDot(computation, dot);
  const Dims &lhs_dims = computation.shape(dot.operands[0]).dims, &rhs_dims = computation.shape(dot.operands[1]).dims;
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
  return BoundRoutine{.lhs = lhs->source,
                     .rhs = rhs->source,
                     .fields = {batch->extent, m->extent, n->extent, k->extent, batch->a, m->a, k->a, batch->b, k->b, n->a, lhs->offset,
                                rhs->offset, lhs->zero, rhs->zero},
                     .epilogue = {}};
}

// The fields of one spatial dimension, y or x.
void SetSpatial(IdVector<int64_t>& f, bool y, const Instruction& conv, size_t s, const Strided& lhs, const Strided& rhs,
                const Computation& computation) {
  const auto dim = [&](Attr attr) { return conv.Ints(attr)[s]; };
  const size_t i = dim(Attr::kInputSpatialDimensions), k = dim(Attr::kKernelSpatialDimensions);
  const size_t n = conv.Ints(Attr::kInputSpatialDimensions).size();
  const auto set = [&](int field_y, int field_x, int64_t value) { f[y ? field_y : field_x] = value; };
  const int64_t taps = computation.shape(conv.operands[1]).dims[k];
  const IntMatrix& padding = conv.Matrix(Attr::kPadding);
  set(kMoteConvInH, kMoteConvInW, computation.shape(conv.operands[0]).dims[i]);
  set(kMoteConvOutH, kMoteConvOutW, conv.shape().dims[dim(Attr::kOutputSpatialDimensions)]);
  set(kMoteConvKernelH, kMoteConvKernelW, taps);
  set(kMoteConvStrideY, kMoteConvStrideX, conv.IntsOr(Attr::kWindowStrides, n, 1)[s]);
  set(kMoteConvDilationY, kMoteConvDilationX, taps > 1 ? conv.IntsOr(Attr::kRhsDilation, n, 1)[s] : 1);  // a single tap has none
  set(kMoteConvPadY, kMoteConvPadX, padding.empty() ? 0 : padding[s][0]);
  set(kMoteConvLhsY, kMoteConvLhsX, lhs.strides[i]);
  set(kMoteConvRhsY, kMoteConvRhsX, rhs.strides[k]);
}

// Whether positions along every window stay where the runtime's verifier wants them.
bool FitsPositions(const IdVector<int64_t>& f, const MoteRoutineGeometry& geometry) {
  const auto fits = [](int64_t count, int64_t step) {
    return count <= kMoteMostPosition && count >= -kMoteMostPosition && step <= kMoteMostPosition && count * step <= kMoteMostPosition;
  };
  for (const MoteRoutineWindow* w = geometry.windows; w->in != kMoteNoField; ++w) {
    if (!fits(f[w->out], f[w->stride]) || !fits(f[w->kernel], f[w->dilation]) || !fits(f[w->in], 1) || !fits(f[w->pad], 1)) return false;
  }
  return true;
}

// Whether the window has the form that the routine knows.
bool PlainWindow(const Instruction& conv) {
  const size_t n = conv.Ints(Attr::kInputSpatialDimensions).size();
  const auto all = [&](Attr attr, int64_t value) {
    const IdVector<int64_t> list = conv.IntsOr(attr, n, value);
    return std::all_of(list.begin(), list.end(), [&](int64_t item) { return item == value; });
  };
  return n >= 1 && n <= 2 && all(Attr::kLhsDilation, 1) && all(Attr::kWindowReversal, 0) && conv.Int(Attr::kBatchGroupCount, 1) == 1;
}

std::optional<BoundRoutine> ConvolutionStrides(const Module& module, const Computation& computation, const Group& group,
                                              const Instruction& conv, std::string* why) {
  if (!PlainWindow(conv)) {
    *why = "the routine takes one or two spatial dimensions, no input dilation, reversal or batch groups";
    return std::nullopt;
  }
  const std::optional<Strided> lhs = StridesOf(module, computation, group, conv.operands[0]),
                               rhs = StridesOf(module, computation, group, conv.operands[1]);
  if (!lhs || !rhs) {
    *why = "an operand is not a strided view of a buffer";
    return std::nullopt;
  }
  const Dims &lhs_dims = computation.shape(conv.operands[0]).dims, &rhs_dims = computation.shape(conv.operands[1]).dims;
  const auto place = [&](Attr attr) { return conv.Int(attr); };
  const size_t batch = place(Attr::kInputBatchDimension), feature = place(Attr::kInputFeatureDimension);
  const size_t kernel_in = place(Attr::kKernelInputFeatureDimension), kernel_out = place(Attr::kKernelOutputFeatureDimension);
  BoundRoutine form{.lhs = lhs->source, .rhs = rhs->source, .fields = {}, .epilogue = {}};
  IdVector<int64_t>& f = form.fields;
  f.assign(kMoteCenteredConvolutionGeometry.fields, 0);
  f[kMoteConvBatch] = lhs_dims[batch];
  f[kMoteConvGroups] = conv.Int(Attr::kFeatureGroupCount, 1);
  f[kMoteConvInPerGroup] = rhs_dims[kernel_in];
  f[kMoteConvOutPerGroup] = rhs_dims[kernel_out] / f[kMoteConvGroups];
  f[kMoteConvLhsB] = lhs->strides[batch];
  f[kMoteConvLhsC] = lhs->strides[feature];
  f[kMoteConvRhsC] = rhs->strides[kernel_in];
  f[kMoteConvRhsO] = rhs->strides[kernel_out];
  f[kMoteConvLhsOffset] = lhs->offset;
  f[kMoteConvRhsOffset] = rhs->offset;
  f[kMoteCenteredConvolutionGeometry.zeros[0]] = lhs->zero;
  f[kMoteCenteredConvolutionGeometry.zeros[1]] = rhs->zero;
  f[kMoteConvInH] = f[kMoteConvOutH] = f[kMoteConvKernelH] = f[kMoteConvStrideY] = f[kMoteConvDilationY] = 1;  // one dimension is x
  const size_t n = conv.Ints(Attr::kInputSpatialDimensions).size();
  for (size_t s = 0; s < n; ++s) SetSpatial(f, n == 2 && s == 0, conv, s, *lhs, *rhs, computation);
  if (!FitsPositions(f, kMoteConvolutionGeometry)) {
    *why = "positions along a dimension do not fit the routine's 32-bit arithmetic";
    return std::nullopt;
  }
  // One channel has any stride: that of the taps lets the runtime take a line of the window as one run of values.
  if (f[kMoteConvGroups] == 1 && f[kMoteConvInPerGroup] == 1) {
    f[kMoteConvLhsC] = f[kMoteConvDilationX] * f[kMoteConvLhsX];
    f[kMoteConvRhsC] = f[kMoteConvRhsX];
  }
  return form;
}

// The row for a form with all fields there are; of these only those remain that the row's geometry has.
bool TakeRow(RoutineSet routines, bool convolution, ElementType lhs, ElementType rhs, ElementType sum, BoundRoutine* form) {
  const MoteRoutineGeometry* geometries[] = {convolution ? &kMoteCenteredConvolutionGeometry : &kMoteCenteredDotGeometry,
                                             convolution ? &kMoteConvolutionGeometry : &kMoteDotGeometry};
  const bool zeros = form->fields[geometries[0]->zeros[0]] != 0 || form->fields[geometries[0]->zeros[1]] != 0;
  form->row = FindRoutine(routines, std::span(geometries).first(zeros ? 1 : 2), lhs, rhs, sum);
  if (form->row != nullptr) form->fields.resize(form->row->geometry->fields);
  return form->row != nullptr;
}

// The form of a group's anchor, its epilogue apart.
std::optional<BoundRoutine> AnchorForm(const Module& module, const Computation& computation, const Group& group, RoutineSet routines,
                                      std::string* why) {
  int32_t at = -1;
  const Instruction* anchor = AnchorOf(computation, group, &at);
  if (anchor == nullptr || !IsStatic(computation, *anchor)) {
    *why = "it has no static shape";
    return std::nullopt;
  }
  if (NothingToCompute(*anchor, why)) return std::nullopt;
  std::optional<BoundRoutine> form = anchor->op == Op::kConvolution ? ConvolutionStrides(module, computation, group, *anchor, why)
                                                                   : DotStrides(module, computation, group, *anchor, why);
  if (!form) return std::nullopt;
  if (!TakeRow(routines, anchor->op == Op::kConvolution, computation.shape(form->lhs).element_type,
               computation.shape(form->rhs).element_type, anchor->shape().element_type, &*form)) {
    *why = "no routine of the target has its types";
    return std::nullopt;
  }
  return form;
}

// Where in the anchor's result the outputs of a routine's axes lie.
Index PlaceOfDot(const IdVector<int64_t>& f, const std::vector<Coordinate>& at) {
  return Index::Linear(at[0] * (f[kMoteDotM] * f[kMoteDotN]) + at[1] * f[kMoteDotN] + at[2]);
}

// An operand that the routine reads as a whole is not written over while it does.
void KeepApart(Value lhs, Value rhs, BoundKernel* epilogue) {
  std::erase_if(epilogue->in_place, [&](const std::pair<int32_t, int32_t>& pair) {
    const Value input = epilogue->operands[pair.first];
    return input == lhs || input == rhs;
  });
}

}  // namespace

std::optional<int64_t> ZeroPointOf(const Computation& computation, const Instruction& subtraction) {
  if (subtraction.op != Op::kSubtract || subtraction.shape().element_type != ElementType::kS32) return std::nullopt;
  const Instruction* constant = &computation.at(subtraction.operands[1]);
  while (constant->op == Op::kBroadcastInDim || constant->op == Op::kBroadcast || constant->op == Op::kReshape) {
    constant = &computation.at(constant->operands[0]);
  }
  if (constant->op != Op::kConstant || !constant->LiteralValue().IsSplat()) return std::nullopt;
  return constant->LiteralValue().IntegerAt(0);
}

bool FitsRoutine(const Module& module, const Computation& computation, const Group& group, RoutineSet routines, std::string* why) {
  return AnchorForm(module, computation, group, routines, why).has_value();
}

std::optional<BoundRoutine> AsRoutine(const Module& module, const Computation& computation, const Group& group, RoutineSet routines,
                                     std::string* why) {
  std::optional<BoundRoutine> form = AnchorForm(module, computation, group, routines, why);
  if (!form) return std::nullopt;
  int32_t at = -1;
  const Instruction& anchor = *AnchorOf(computation, group, &at);
  const auto place = [&](const std::vector<Coordinate>& axes) {
    return anchor.op == Op::kConvolution ? PlaceOfConvolution(anchor, axes) : PlaceOfDot(form->fields, axes);
  };
  std::vector<int64_t> extents(form->row->geometry->axes, 1);
  for (size_t i = 0; form->row->geometry->domain[i] != kMoteNoField; ++i) {
    extents[std::min(i, extents.size() - 1)] *= form->fields[form->row->geometry->domain[i]];
  }
  const Reg sum = RegisterOf(form->row->sum);
  const auto point = [&](Emitter& e, const std::vector<Coordinate>& axes) {
    return std::vector<SumAt>{{place(axes), e.b.Accumulator(sum), kNone}};
  };
  std::optional<BoundKernel> epilogue = Epilogue(module, computation, group, at, extents, 0, point, why);
  if (!epilogue) return std::nullopt;
  form->epilogue = std::move(*epilogue);
  KeepApart(form->lhs, form->rhs, &form->epilogue);
  return form;
}

}  // namespace mote
