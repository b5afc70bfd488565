// UNIDIRECTIONAL_SEQUENCE_LSTM and SVDF: states are kept between runs, steps over time are a loop.
#include <algorithm>
#include <cmath>

#include "frontend/tflite/families.h"
#include "frontend/tflite/fixed_point.h"
#include "frontend/tflite/importer.h"

namespace mote::tfl {
namespace {

// Inputs of the LSTM. Gates stand in the order input, forget, cell, output.
constexpr size_t kX = 0, kInputWeights = 1, kRecurrentWeights = 5, kPeepholes = 9, kBiases = 12, kProjection = 16, kHidden = 18, kCell = 19,
                 kLayerNorms = 20;
constexpr size_t kForget = 1, kModulation = 2, kOutputGate = 3;
constexpr int kGateBits = 3;  // integer bits in front of the gates' functions

struct Lstm {
  int64_t batch, time, inputs, cells, outputs;
  bool time_major, integers;
  float cell_clip;
  file::Activation activation;
  Scale x, hidden, cell, hidden_out;  // of integers
  int cell_log2 = 0;
};

Status CheckWeights(Node& n, const Lstm& l) {
  for (size_t gate = 0; gate < 4; ++gate) {
    if (gate == 0 && !n.Has(kInputWeights)) continue;  // the input gate may be 1 - forget
    for (const size_t i : {kInputWeights + gate, kRecurrentWeights + gate}) {
      const int64_t columns = i < kRecurrentWeights ? l.inputs : l.outputs;
      if (!n.Has(i) || n.dims(i) != Dims{l.cells, columns})
        return n.Fail(Rule::kShape,
                      "weights " + std::to_string(i) + " must be " + std::to_string(l.cells) + " x " + std::to_string(columns));
      if (!n.Known(i)) return n.Unsupported("weights that are computed");
      if (n.type(i) != (l.integers ? ElementType::kS8 : n.type(kX))) return n.Unsupported("weights and inputs of these types");
    }
    const size_t bias = kBiases + gate;
    if (!n.Has(bias) || n.dims(bias) != Dims{l.cells} || !n.Known(bias))
      return n.Fail(Rule::kShape, "bias " + std::to_string(bias) + " must be a constant of " + std::to_string(l.cells) + " elements");
    if (n.type(bias) != (l.integers ? ElementType::kS32 : n.type(kX)))
      return n.Fail(Rule::kElementType, "bias " + std::to_string(bias) + " has another type");
  }
  return Ok();
}

Result<Lstm> LstmOf(Node& n) {
  MOTE_ASSIGN(const file::SequenceLstmOptions* o, n.Options<file::SequenceLstmOptions>(71));
  if (n.rank(kX) != 3) return n.Fail(Rule::kRank, "the input must have three dimensions");
  if (n.inputs() > kLayerNorms && n.Has(kLayerNorms + kForget)) return n.Unsupported("layer normalization");
  for (size_t i = 0; i < 3; ++i) {
    if (n.Has(kPeepholes + i)) return n.Unsupported("peephole weights");
  }
  if (n.Has(kProjection)) return n.Unsupported("a projection");
  if (o->diagonal()) return n.Unsupported("diagonal recurrent weights");
  if (!n.Has(kHidden) || !n.Has(kCell) || !n.Has(kInputWeights + kOutputGate) || !n.Has(kRecurrentWeights + kOutputGate) ||
      n.rank(kRecurrentWeights + kOutputGate) != 2) {
    return n.Fail(Rule::kCount, "states or weights are left out");
  }
  Lstm l{};
  l.time_major = o->time_major();
  l.batch = n.dims(kX)[l.time_major ? 1 : 0];
  l.time = n.dims(kX)[l.time_major ? 0 : 1];
  l.inputs = n.dims(kX)[2];
  l.cells = n.dims(kRecurrentWeights + kOutputGate)[0];
  l.outputs = n.dims(kRecurrentWeights + kOutputGate)[1];
  l.cell_clip = o->cell_clip();
  l.activation = o->activation();
  l.integers = n.type(kX) == ElementType::kS8;
  if (!l.integers && !IsFloat(n.type(kX))) return n.Unsupported("elements of this type");
  if (l.outputs != l.cells) return n.Fail(Rule::kShape, "as many outputs as cells are wanted where there is no projection");
  if (n.dims(kHidden) != Dims{l.batch, l.outputs} || n.dims(kCell) != Dims{l.batch, l.cells})
    return n.Fail(Rule::kShape, "the states have other shapes");
  if (n.type(kHidden) != n.type(kX) || n.type(kCell) != (l.integers ? ElementType::kS16 : n.type(kX)))
    return n.Unsupported("states of these types");
  MOTE_CHECK_OK(CheckWeights(n, l));
  if (!l.integers) return l;
  if (n.arithmetic() == TfliteArithmetic::kTflm) return n.Unsupported("TFLite Micro's arithmetic of this operator");
  MOTE_ASSIGN(l.x, n.In1(kX));
  MOTE_ASSIGN(l.hidden, n.In1(kHidden));
  MOTE_ASSIGN(l.cell, n.In1(kCell));
  const Tensor* hidden = n.Intermediate(4);
  if (hidden == nullptr) return n.Fail(Rule::kCount, "the hidden state's scale is left out");
  MOTE_ASSIGN(l.hidden_out, PerTensorScale(*hidden));
  if (std::frexp(l.cell.scale, &l.cell_log2) != 0.5f) return n.Unsupported("a cell scale that is no power of two");
  --l.cell_log2;
  if (l.cell_log2 < -15 || l.cell_log2 > -9 || l.cell.zero != 0) return n.Unsupported("a cell scale of 2^" + std::to_string(l.cell_log2));
  return l;
}

Operand Product(Node& n, Operand rows, Operand weights) {
  DotDimensionNumbers d;
  d.lhs_contracting = d.rhs_contracting = {1};
  return n.b.DotGeneral(rows, weights, d);
}

Result<Multiplier> GateMultiplier(Node& n, size_t weights, float scale) {
  MOTE_ASSIGN(const Scale w, n.In1(weights));
  if (w.zero != 0) return n.Unsupported("weights with a zero point");
  return QuantizeReal(static_cast<double>(w.scale * scale / 0x1p-12f));
}

// Scaled, by a multiplier for each `cells` columns.
Operand ScaledByGate(Node& n, Operand x, const std::vector<Multiplier>& gates, int64_t cells) {
  std::vector<int64_t> left, multipliers, right;
  for (const Multiplier& m : gates) {
    for (int64_t k = 0; k < cells; ++k) {
      left.push_back(std::max(m.exponent, 0)), multipliers.push_back(m.multiplier), right.push_back(std::max(-m.exponent, 0));
    }
  }
  const Dims dims = n.b.error() ? Dims{} : n.b.shape(x).dims;
  const auto row = [&](const std::vector<int64_t>& values) {
    const bool same = std::all_of(values.begin(), values.end(), [&](int64_t v) { return v == values[0]; });
    return same ? n.Scalar(ElementType::kS32, values[0])
                : n.b.BroadcastInDim(n.Constant(ElementType::kS32, {static_cast<int64_t>(values.size())}, values), dims, {1});
  };
  const auto none = [](int64_t v) { return v == 0; };
  const ProgramNumbers p(n.b, 32);
  if (!std::all_of(left.begin(), left.end(), none)) x = n.b.ShiftLeft(x, row(left));
  x = p.Multiply(x, row(multipliers));
  return std::all_of(right.begin(), right.end(), none) ? x : p.RoundingShift(x, row(right));
}

// W x or R h of several gates beside each other: their weights as the columns of one matrix.
Result<Operand> IntegerSide(Node& n, const Lstm& l, const std::vector<size_t>& gates, size_t weights, Operand rows, float scale) {
  std::vector<Multiplier> multipliers;
  Operands matrices, biases;
  for (const size_t gate : gates) {
    MOTE_ASSIGN(const Multiplier m, GateMultiplier(n, weights + gate, scale));
    multipliers.push_back(m), matrices.push_back(n.x(weights + gate)), biases.push_back(n.x(kBiases + gate));
  }
  const Operand columns = n.b.Transpose(n.b.ConcatInDim(matrices, 0), {1, 0});
  DotDimensionNumbers d;
  d.lhs_contracting = {1}, d.rhs_contracting = {0};
  Operand sums = n.b.DotGeneral(rows, n.Wide(columns, 0), d);
  if (weights == kInputWeights) sums = n.b.Add(sums, n.b.ConcatInDim(biases, 0), {1});
  return ScaledByGate(n, sums, multipliers, l.cells);
}

// W x + R h + b in front of the gates' functions, in s32 of 16 bits: each side is rescaled and saturated by itself.
Result<Operand> IntegerGates(Node& n, const Lstm& l, const std::vector<size_t>& gates, Operand x, Operand h) {
  MOTE_ASSIGN(const Operand first, IntegerSide(n, l, gates, kInputWeights, x, l.x.scale));
  MOTE_ASSIGN(const Operand second, IntegerSide(n, l, gates, kRecurrentWeights, h, l.hidden.scale));
  const ProgramNumbers p(n.b, 16);
  const auto saturated = [&](Operand value) { return p.Most(p.Least(value, -32768), 32767); };
  return saturated(n.b.Add(saturated(first), second));
}

struct CellAndHidden {
  Operand cell, hidden;
};

// A gate's function. Argument and value are numbers of 16 bits in s32; as s16 they show what it is a function of.
template <typename Function>
Operand OfHalfwords(Node& n, Operand x, const Function& function) {
  const auto narrow = [&](Operand wide) { return n.b.ConvertElementType(wide, ElementType::kS16); };
  return n.Wide(narrow(function(n.Wide(narrow(x), 0))), 0);
}

Result<CellAndHidden> IntegerStep(Node& n, const Lstm& l, Operand x, Operand h, Operand c) {
  const ProgramNumbers p(n.b, 16);
  const Operand xs = n.Wide(x, l.x.zero), hs = n.Wide(h, l.hidden.zero), cell = n.Wide(c, 0);
  // All gates at once, those of the same function beside each other.
  std::vector<size_t> gates = {kForget, kOutputGate, kModulation};
  if (n.Has(kInputWeights)) gates.insert(gates.begin(), 0);
  MOTE_ASSIGN(const Operand sums, IntegerGates(n, l, gates, xs, hs));
  const int64_t others = static_cast<int64_t>(gates.size()) - 1;  // than the modulation, in front of it
  const auto columns = [&](Operand all, int64_t first, int64_t count) {
    return n.b.SliceInDim(all, first * l.cells, (first + count) * l.cells, 1, 1);
  };
  const auto logistic = [&](Operand sum) { return OfHalfwords(n, sum, [&](Operand x) { return Logistic(p, x, kGateBits); }); };
  const auto tanh = [&](Operand sum, int bits) { return OfHalfwords(n, sum, [&](Operand x) { return Tanh(p, x, bits); }); };
  const Operand open = logistic(columns(sums, 0, others)), modulation = tanh(columns(sums, others, 1), kGateBits);
  const Operand output = columns(open, others - 1, 1), forget = columns(open, others - 2, 1);
  const Operand input = others == 3 ? columns(open, 0, 1) : n.b.Sub(p.Constant(32767), forget);
  Operand next = n.b.Add(p.RoundingShift(n.b.Mul(forget, cell), 15), p.RoundingShift(n.b.Mul(input, modulation), 30 + l.cell_log2));
  next = p.Most(p.Least(next, -32768), 32767);
  if (l.cell_clip > 0) {
    const int64_t clip = static_cast<int64_t>(std::clamp(l.cell_clip / l.cell.scale, -32768.0f, 32767.0f));
    if (clip > 0) next = p.Most(p.Least(next, -clip), clip);
  }
  const Operand squashed = tanh(next, 15 + l.cell_log2);
  const float hidden = static_cast<float>(0x1p-15 / static_cast<double>(l.hidden_out.scale) * 0x1p-15);
  MOTE_ASSIGN(const Requantization requantization, DoubleRule({hidden}, l.hidden_out, RangeOf(ElementType::kS8)));
  const Operand result = n.b.Requantize(n.b.Mul(output, squashed), ElementType::kS8, requantization);
  return CellAndHidden{n.b.ConvertElementType(next, ElementType::kS16), result};
}

Result<CellAndHidden> FloatStep(Node& n, const Lstm& l, Operand x, Operand h, Operand c) {
  const auto sum = [&](size_t gate) {
    const Operand first = n.b.Add(Product(n, x, n.x(kInputWeights + gate)), n.x(kBiases + gate), {1});
    return n.b.Add(first, Product(n, h, n.x(kRecurrentWeights + gate)));
  };
  const ElementType type = n.type(kX);
  const Operand forget = n.b.Logistic(sum(kForget));
  const Operand input = n.Has(kInputWeights) ? n.b.Logistic(sum(0)) : n.b.Sub(n.Real(type, 1), forget);
  MOTE_ASSIGN(const Operand modulation, Activated(n, sum(kModulation), l.activation));
  Operand next = n.b.Add(n.b.Mul(forget, c), n.b.Mul(input, modulation));
  if (l.cell_clip > 0) next = n.b.Clamp(n.Real(type, -l.cell_clip), next, n.Real(type, l.cell_clip));
  const Operand output = n.b.Logistic(sum(kOutputGate));
  MOTE_ASSIGN(const Operand squashed, Activated(n, next, l.activation));
  return CellAndHidden{next, n.b.Mul(output, squashed)};
}

// One step: (t, x, hidden, cell, results) → the same with t + 1.
Result<Module> StepBody(Node& outer, const Lstm& l, const std::vector<Shape>& shapes) {
  Builder b("step");
  std::vector<Operand> values(outer.graph().tensors.size());
  Node n = outer.Inside(b, &values);
  const Operand tuple = b.Parameter(0, Shape::Tuple(shapes));
  Operands carried;
  for (int64_t i = 0; i < 5; ++i) carried.push_back(b.GetTupleElement(tuple, i));
  const Operand t = carried[0], zero = n.Scalar(ElementType::kS32, 0);
  const Operands start = l.time_major ? Operands{t, zero, zero} : Operands{zero, t, zero};
  const Ints sizes = l.time_major ? Ints{1, l.batch, l.inputs} : Ints{l.batch, 1, l.inputs};
  const Operand x = b.Reshape(b.DynamicSlice(carried[1], start, sizes), {l.batch, l.inputs});
  Result<CellAndHidden> step = l.integers ? IntegerStep(n, l, x, carried[2], carried[3]) : FloatStep(n, l, x, carried[2], carried[3]);
  if (!step.ok()) return step.errors();
  const Operand row = b.Reshape(step->hidden, l.time_major ? Ints{1, l.batch, l.outputs} : Ints{l.batch, 1, l.outputs});
  const Operand results = b.DynamicUpdateSlice(carried[4], row, start);
  return b.Build(b.Tuple({b.Add(t, n.Scalar(ElementType::kS32, 1)), carried[1], step->hidden, step->cell, results}));
}

Result<Module> Until(int64_t time, const std::vector<Shape>& shapes) {
  Builder b("more");
  const Operand t = b.GetTupleElement(b.Parameter(0, Shape::Tuple(shapes)), 0);
  return b.Build(b.Lt(t, b.ConstantR0(ElementType::kS32, static_cast<double>(time))));
}

Result<State*> StateOf(Node& n, size_t i) {
  State* state = n.In(i).variable ? n.importer().FindState(n.importer().StateOf(n.graph(), n.InputTensor(i))) : nullptr;
  if (state == nullptr) return n.Unsupported("input " + std::to_string(i) + " is no variable of the program's own graph");
  return state;
}

}  // namespace

Status ReadSequenceLstm(Node& n) {
  MOTE_ASSIGN(const Lstm l, LstmOf(n));
  MOTE_ASSIGN(State * hidden, StateOf(n, kHidden));
  MOTE_ASSIGN(State * cell, StateOf(n, kCell));
  const Dims out = l.time_major ? Dims{l.time, l.batch, l.outputs} : Dims{l.batch, l.time, l.outputs};
  // States begin as zero bytes, TFLite's of s8 as their zero point: it is taken off what is kept.
  const Operand zero = n.Scalar(n.type(kHidden), l.integers ? l.hidden.zero : 0);
  const Operands start = {n.Scalar(ElementType::kS32, 0), n.x(kX), n.b.Add(hidden->value, zero), cell->value,
                          n.b.BroadcastInDim(n.Scalar(n.type(kX), 0), out, {})};
  std::vector<Shape> shapes;
  if (n.b.error()) return *n.b.error();
  for (const Operand& one : start) shapes.push_back(n.b.shape(one));
  MOTE_ASSIGN(const Module body, StepBody(n, l, shapes));
  MOTE_ASSIGN(const Module more, Until(l.time, shapes));
  const Operand last = n.b.While(more, body, n.b.Tuple(start));
  hidden->value = n.b.Sub(n.b.GetTupleElement(last, 2), zero);
  cell->value = n.b.GetTupleElement(last, 3);
  return n.Set(n.b.GetTupleElement(last, 4));
}

// A filter over the last inputs, of low rank: features of the newest, times weights of time over those that are kept.
Status ReadSvdf(Node& n) {
  MOTE_ASSIGN(const file::SvdfOptions* o, n.Options<file::SvdfOptions>(6));
  constexpr size_t kFeatures = 1, kTimes = 2, kBias = 3, kState = 4;
  if (n.rank(0) != 2 || n.rank(kFeatures) != 2 || n.rank(kTimes) != 2)
    return n.Fail(Rule::kRank, "input and weights must have two dimensions");
  const int64_t batch = n.dims(0)[0], filters = n.dims(kFeatures)[0], memory = n.dims(kTimes)[1], rank = o->rank();
  if (rank < 1 || filters % rank != 0 || memory < 1 || n.dims(kTimes)[0] != filters)
    return n.Fail(Rule::kShape, "weights of " + std::to_string(rank) + " ranks do not fit each other");
  if (!n.Has(kState)) return n.Fail(Rule::kCount, "the state is left out");
  MOTE_ASSIGN(State * state, StateOf(n, kState));
  const int64_t units = filters / rank;
  const bool integers = n.type(0) == ElementType::kS8;
  const Dims kept = {batch, filters, memory};
  if (n.In(kState).shape.ElementCount() != batch * filters * memory) return n.Fail(Rule::kShape, "the state has another size");
  Operand newest;
  std::vector<Scale> scales(5);
  if (integers) {
    for (const size_t i : {size_t{0}, kFeatures, kTimes, kState}) {
      MOTE_ASSIGN(scales[i], n.In1(i));
    }
    if (n.type(kState) != ElementType::kS16 || n.type(kTimes) != ElementType::kS16 || n.type(kFeatures) != ElementType::kS8)
      return n.Unsupported("states and weights of these types");
    MOTE_ASSIGN(const Multiplier m, QuantizeReal(static_cast<double>(scales[0].scale * scales[kFeatures].scale / scales[kState].scale)));
    const ProgramNumbers p(n.b, 32);
    const Operand sum = Scaled(n, Product(n, n.Wide(0, scales[0].zero), n.Wide(kFeatures, 0)), m);
    newest = n.b.ConvertElementType(p.Most(p.Least(sum, -32768), 32767), ElementType::kS16);
  } else {
    if (!IsFloat(n.type(0)) || n.type(kFeatures) != n.type(0) || n.type(kTimes) != n.type(0))
      return n.Unsupported("elements of these types");
    newest = Product(n, n.x(0), n.x(kFeatures));
  }
  const Operand old = n.b.SliceInDim(n.b.Reshape(state->value, kept), 1, memory, 1, 2);
  const Operand all = n.b.ConcatInDim({old, n.b.Reshape(newest, {batch, filters, 1})}, 2);
  state->value = n.b.Reshape(all, n.dims(kState));
  const auto wide = [&](Operand x) { return integers ? n.b.ConvertElementType(x, ElementType::kS32) : x; };
  const Operand weighted = n.b.Mul(wide(all), n.b.BroadcastInDim(wide(n.x(kTimes)), kept, {1, 2}));
  Operand sum = SumOver(n, n.b.Reshape(weighted, {batch, units, rank * memory}), {2});
  if (n.Has(kBias)) sum = n.b.Add(sum, n.x(kBias), {1});
  if (!integers) {
    MOTE_ASSIGN(const Operand result, Activated(n, sum, o->activation()));
    return n.Set(result);
  }
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  const double real = static_cast<double>(scales[kState].scale * scales[kTimes].scale / out.scale);
  MOTE_ASSIGN(const Requantization requantization, DoubleRule({real}, out, RangeOf(ElementType::kS8)));
  return n.Set(n.b.Requantize(sum, ElementType::kS8, requantization));
}

}  // namespace mote::tfl
