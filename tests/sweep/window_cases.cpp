// Convolutions, products, reductions over windows.
#include "case_maker.h"

namespace mote {
namespace {

int64_t Dilated(int64_t extent, int64_t dilation) { return extent == 0 ? 0 : (extent - 1) * dilation + 1; }

Module Computation(CaseMaker& m, ElementType type) {
  const Op op = IsComplex(type) ? Op::kAdd : m.Pick({Op::kAdd, Op::kAdd, Op::kMaximum, Op::kMinimum, Op::kMultiply});
  return Builder::Scalar(op, type);
}
// Values whose products stay exact.
int64_t SmallFor(const Module& computation) {
  for (const Instruction& i : computation.main().instructions) {
    if (i.op == Op::kMultiply) return 1;
  }
  return 4;
}

struct Window {
  Ints extents, strides, base_dilations, window_dilations;
  IntMatrix padding;
  Ints outputs;
};
// A window over these extents. Its outputs may be 0; padding may cut.
Window MakeWindow(CaseMaker& m, const Ints& extents, bool base_dilated, bool zero_window) {
  Window w;
  for (const int64_t extent : extents) {
    w.extents.push_back(zero_window && m.OneIn(20) ? 0 : m.OneIn(3) ? 1 : m.In(1, 4));
    w.strides.push_back(m.OneIn(2) ? 1 : m.In(1, 4));
    w.base_dilations.push_back(base_dilated && m.OneIn(4) ? m.In(2, 3) : 1);
    w.window_dilations.push_back(m.OneIn(4) ? m.In(2, 5) : 1);
    if (m.OneIn(30)) w.strides.back() = m.Pick<int64_t>({1000, INT32_MAX, int64_t{1} << 31, int64_t{1} << 40});
    if (m.OneIn(30)) w.window_dilations.back() = m.Pick<int64_t>({1000, int64_t{1} << 29, INT32_MAX, int64_t{1} << 31, int64_t{1} << 40});
    if (base_dilated && m.OneIn(40)) {
      w.base_dilations.back() = w.strides.back() = m.Pick<int64_t>({1000, int64_t{1} << 20, int64_t{1} << 30});
    }
    w.padding.push_back(m.OneIn(2) ? Ints{0, 0} : Ints{m.In(-2, 3), m.In(-2, 3)});
    const int64_t padded = Dilated(extent, w.base_dilations.back()) + w.padding.back()[0] + w.padding.back()[1];
    const int64_t reach = Dilated(w.extents.back(), w.window_dilations.back());
    w.outputs.push_back(padded < 0 ? -1 : reach > padded || reach == 0 ? (reach == 0 ? -1 : 0) : (padded - reach) / w.strides.back() + 1);
  }
  return w;
}

Ints Places(size_t rank, int64_t first, int64_t second, const Ints& rest, int64_t first_value, int64_t second_value, const Ints& values) {
  Ints dims(rank);
  dims[static_cast<size_t>(first)] = first_value;
  dims[static_cast<size_t>(second)] = second_value;
  for (size_t i = 0; i < rest.size(); ++i) dims[static_cast<size_t>(rest[i])] = values[i];
  return dims;
}

// Products of narrow integers are often wanted wider.
std::optional<ElementType> Wider(CaseMaker& m, ElementType type) {
  return type == ElementType::kS8 && m.OneIn(2) ? std::optional(ElementType::kS32) : std::nullopt;
}

// One operand of a product as routines may take it: part of a larger array, turned round, wider than it is stored, less a zero point.
Operand InForm(CaseMaker& m, Operand x, const Ints& extents, const Ints& start, const Ints& strides, bool widens) {
  x = m.Before(x);
  if (!start.empty()) {
    Ints limit;
    for (size_t i = 0; i < start.size(); ++i) limit.push_back(start[i] + Dilated(extents[i], strides[i]));
    x = m.b().Slice(x, start, limit, strides);
  }
  if (!widens) return x;
  const bool whole = m.b().shape(x).element_type == ElementType::kS8;
  x = m.b().ConvertElementType(x, whole ? ElementType::kS32 : ElementType::kF32);
  if (whole && m.OneIn(2)) x = m.b().Sub(x, m.b().ConstantR0(ElementType::kS32, m.Pick<int64_t>({-128, -1, 7, 127, 100000, INT32_MIN})));
  return m.OneIn(4) ? m.Before(x) : x;
}

struct Factors {
  Operands operands;
  ElementType type{};  // as they are multiplied
};
Factors MakeFactors(CaseMaker& m, ElementType type, const Ints& lhs, const Ints& rhs) {
  const bool widens[] = {m.OneIn(2), m.OneIn(2)};
  const bool all = type == ElementType::kS8 && widens[0], half = type == ElementType::kF16 && widens[1];
  std::vector<CaseMaker::Wish> wishes;
  Ints starts[2], strides[2];
  for (size_t i = 0; i < 2; ++i) {
    Ints whole = i == 0 ? lhs : rhs;
    const bool sliced = m.OneIn(3);
    for (size_t d = 0; d < whole.size() && sliced; ++d) {
      starts[i].push_back(m.In(0, 2)), strides[i].push_back(m.OneIn(3) ? 2 : 1);
      whole[d] = starts[i].back() + Dilated(whole[d], strides[i].back()) + m.In(0, 2);
    }
    const int64_t most = all ? 127 : 4;
    wishes.push_back({Shape::Array(half && i == 0 ? ElementType::kF32 : type, whole), -most - (all ? 1 : 0), most});
  }
  const Operands x = m.MakeOperands(wishes);
  Factors factors;
  factors.operands = {InForm(m, x[0], lhs, starts[0], strides[0], all), InForm(m, x[1], rhs, starts[1], strides[1], all || half)};
  factors.type = all ? ElementType::kS32 : half ? ElementType::kF32 : type;
  return factors;
}

Operands Convolution(CaseMaker& m) {
  const ElementType type = m.Type();
  const size_t spatial = m.Pick<size_t>({0, 1, 1, 2, 2, 2, 2, 3}), rank = spatial + 2;
  Ints sizes(spatial);
  for (int64_t& size : sizes) size = m.OneIn(14) ? 0 : m.OneIn(6) ? 1 : m.OneIn(30) ? 40 : m.In(2, 8);
  const Window w = MakeWindow(m, sizes, true, false);
  const int64_t feature_groups = m.OneIn(3) ? m.In(2, 3) : 1, batch_groups = feature_groups == 1 && m.OneIn(6) ? m.In(2, 3) : 1;
  const int64_t in_per_group = m.OneIn(3) ? 1 : m.Extent(), groups = feature_groups * batch_groups;
  const int64_t out_features = groups * (m.OneIn(3) ? 1 : m.Extent()), batch = batch_groups * m.Pick<int64_t>({0, 1, 1, 1, 2, 3});
  ConvolutionDimensions d = DefaultConvolutionDimensions(spatial);
  if (m.OneIn(2)) {  // the order of many frameworks: features last
    d.input_feature = d.output_feature = static_cast<int64_t>(rank) - 1;
    d.kernel_input_feature = static_cast<int64_t>(rank) - 2, d.kernel_output_feature = static_cast<int64_t>(rank) - 1;
    for (size_t i = 0; i < spatial; ++i) {
      d.input_spatial[i] = d.output_spatial[i] = static_cast<int64_t>(i) + 1, d.kernel_spatial[i] = static_cast<int64_t>(i);
    }
  } else if (m.OneIn(2)) {
    const Ints i = m.Permutation(rank), k = m.Permutation(rank), o = m.Permutation(rank);
    d.input_batch = i[0], d.input_feature = i[1], d.kernel_input_feature = k[0], d.kernel_output_feature = k[1], d.output_batch = o[0],
    d.output_feature = o[1];
    for (size_t s = 0; s < spatial; ++s) d.input_spatial[s] = i[s + 2], d.kernel_spatial[s] = k[s + 2], d.output_spatial[s] = o[s + 2];
  }
  const Ints lhs = Places(rank, d.input_batch, d.input_feature, d.input_spatial, batch, in_per_group * feature_groups, sizes);
  const Ints rhs = Places(rank, d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial, in_per_group, out_features, w.extents);
  std::vector<bool> reversal;
  for (size_t s = 0; s < spatial && m.OneIn(4); ++s) reversal.push_back(m.OneIn(2));
  if (reversal.size() != spatial) reversal.clear();
  const Factors x = MakeFactors(m, type, lhs, rhs);
  return {m.b().ConvGeneralDilated(x.operands[0], x.operands[1], w.strides, w.padding, w.base_dilations, w.window_dilations, d,
                                   feature_groups, batch_groups, {}, Wider(m, x.type), reversal)};
}

Operands DotGeneral(CaseMaker& m) {
  const ElementType type = m.Type();
  const size_t batch = m.Pick<size_t>({0, 0, 1, 2}), contracting = m.Pick<size_t>({0, 1, 1, 1, 2}), left = m.Below(3), right = m.Below(3);
  const Ints l = m.Permutation(batch + contracting + left), r = m.Permutation(batch + contracting + right);
  Ints lhs(l.size()), rhs(r.size());
  DotDimensionNumbers d;
  for (size_t i = 0; i < batch + contracting; ++i) {
    lhs[static_cast<size_t>(l[i])] = rhs[static_cast<size_t>(r[i])] = m.Extent();
    (i < batch ? d.lhs_batch : d.lhs_contracting).push_back(l[i]);
    (i < batch ? d.rhs_batch : d.rhs_contracting).push_back(r[i]);
  }
  for (size_t i = batch + contracting; i < l.size(); ++i) lhs[static_cast<size_t>(l[i])] = m.Extent();
  for (size_t i = batch + contracting; i < r.size(); ++i) rhs[static_cast<size_t>(r[i])] = m.Extent();
  const Factors x = MakeFactors(m, type, lhs, rhs);
  return {m.b().DotGeneral(x.operands[0], x.operands[1], d, Wider(m, x.type))};
}

Operands ReduceWindow(CaseMaker& m) {
  const ElementType type = m.Type();
  const Ints extents = m.Extents(m.In(0, 4));
  const Window w = MakeWindow(m, extents, true, false);
  const Module computation = Computation(m, type);
  const int64_t most = SmallFor(computation);
  const Operands x = m.MakeOperands({{Shape::Array(type, extents), -most, most}, {Shape::Scalar(type), -most, most}});
  return {m.b().ReduceWindowWithGeneralPadding(m.Before(x[0]), x[1], computation, w.extents, w.strides, w.base_dilations,
                                               w.window_dilations, w.padding)};
}

// The larger of two values and where it stands: what argmax is made of.
Module LargerPair(ElementType type) {
  Builder b("larger");
  const Operand x = b.Parameter(0, Shape::Scalar(type)), i = b.Parameter(1, Shape::Scalar(ElementType::kS32));
  const Operand y = b.Parameter(2, Shape::Scalar(type)), j = b.Parameter(3, Shape::Scalar(ElementType::kS32));
  const Operand first = b.Or(b.Gt(x, y), b.And(b.Eq(x, y), b.Le(i, j)));
  return std::move(b.Build(Operands{b.Select(first, x, y), b.Select(first, i, j)})).value();
}

Operands ReduceWindowOfPairs(CaseMaker& m) {
  const ElementType type = m.OrderedType();
  const Ints extents = m.Extents(m.In(1, 3));
  const Window w = MakeWindow(m, extents, true, false);
  const Operands x = m.MakeOperands({{Shape::Array(type, extents)},
                                     {Shape::Array(ElementType::kS32, extents), 0, 99},
                                     {Shape::Scalar(type), -4, -4},
                                     {Shape::Scalar(ElementType::kS32), -1, -1}});
  return m.b().ReduceWindowWithGeneralPadding({x[0], x[1]}, {x[2], x[3]}, LargerPair(type), w.extents, w.strides, w.base_dilations,
                                              w.window_dilations, w.padding);
}

// A running sum or maximum along one dimension, as frameworks write it.
Operands Cumulative(CaseMaker& m) {
  const ElementType type = m.Type();
  const Ints extents = m.Extents(m.In(1, 3));
  const auto along = static_cast<size_t>(m.Below(static_cast<uint32_t>(extents.size())));
  if (extents[along] == 0) return {};
  Ints window(extents.size(), 1);
  IntMatrix padding(extents.size(), Ints{0, 0});
  window[along] = extents[along];
  padding[along][m.OneIn(2) ? 1 : 0] = extents[along] - 1;
  const Module computation = Computation(m, type);
  const int64_t most = SmallFor(computation);
  const Operands x = m.MakeOperands({{Shape::Array(type, extents), -most, most}, {Shape::Scalar(type), -1, 1}});
  return {m.b().ReduceWindowWithGeneralPadding(m.Before(x[0]), x[1], computation, window, Ints(extents.size(), 1), {}, {}, padding)};
}

Operands SelectAndScatter(CaseMaker& m) {
  const ElementType type = m.OrderedType();
  const Ints extents = m.Extents(m.In(1, 4));
  Window w = MakeWindow(m, extents, false, false);
  for (size_t i = 0; i < extents.size(); ++i) {
    const int64_t padded = extents[i] + w.padding[i][0] + w.padding[i][1];
    w.outputs[i] = padded < 0 ? -1 : padded < w.extents[i] ? 0 : (padded - w.extents[i]) / w.strides[i] + 1;
    if (w.outputs[i] < 0) return {};
  }
  const Op select = m.Pick({Op::kMaximum, Op::kMinimum});
  Builder chooses("chooses");
  const Operand l = chooses.Parameter(0, Shape::Scalar(type)), r = chooses.Parameter(1, Shape::Scalar(type));
  const Result<Module> selects = chooses.Build(select == Op::kMaximum ? chooses.Ge(l, r) : chooses.Le(l, r));
  const Operands x = m.MakeOperands({{Shape::Array(type, extents)}, {Shape::Array(type, w.outputs)}, {Shape::Scalar(type)}});
  return {m.b().SelectAndScatterWithGeneralPadding(x[0], *selects, w.extents, w.strides, w.padding, x[1], x[2],
                                                   Builder::Scalar(Op::kAdd, type))};
}

Operands Reduce(CaseMaker& m) {
  const ElementType type = m.Type();
  const Ints extents = m.Extents(m.In(0, 4));
  const Module computation = Computation(m, type);
  const int64_t most = SmallFor(computation);
  const Operands x = m.MakeOperands({{Shape::Array(type, extents), -most, most}, {Shape::Scalar(type), -most, most}});
  return {m.b().Reduce(m.Before(x[0]), x[1], computation, m.Some(extents.size(), m.Below(static_cast<uint32_t>(extents.size()) + 1)))};
}

Operands ReduceOfPairs(CaseMaker& m) {
  const ElementType type = m.OrderedType();
  const Ints extents = m.Extents(m.In(1, 3));
  const Operands x = m.MakeOperands({{Shape::Array(type, extents)},
                                     {Shape::Array(ElementType::kS32, extents), 0, 99},
                                     {Shape::Scalar(type), -4, -4},
                                     {Shape::Scalar(ElementType::kS32), -1, -1}});
  return m.b().Reduce({x[0], x[1]}, {x[2], x[3]}, LargerPair(type), m.Some(extents.size(), m.In(1, static_cast<int64_t>(extents.size()))));
}

}  // namespace

const std::vector<CaseFamily> kWindowFamilies = {
    {"convolution", Convolution},
    {"dot_general", DotGeneral},
    {"reduce_window", ReduceWindow},
    {"reduce_window of pairs", ReduceWindowOfPairs},
    {"cumulative window", Cumulative},
    {"select_and_scatter", SelectAndScatter},
    {"reduce", Reduce},
    {"reduce of pairs", ReduceOfPairs},
};

}  // namespace mote
