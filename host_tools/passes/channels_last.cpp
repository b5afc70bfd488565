// ChannelsLast: convolutions of floats as the routines of hosts read them. Channels that do not lie innermost are brought there and back,
// element-wise operations and windows behind a convolution take the new order too, so that between two of them nothing is moved. Inputs
// with holes (transposed convolutions) become convolutions without: outputs that lie as many apart as elements of the input read the same
// taps, and so each such phase is one. The order of every sum stays what it was.
#include <algorithm>

#include "passes/convolution_order.h"
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr double kLeastWork = 1 << 18;  // multiply-adds that are worth moving arrays for

Order InputOrder(const Instruction& i) {
  return OrderOf(i, Attr::kInputBatchDimension, Attr::kInputSpatialDimensions, Attr::kInputFeatureDimension);
}

Order OutputOrder(const Instruction& i) {
  return OrderOf(i, Attr::kOutputBatchDimension, Attr::kOutputSpatialDimensions, Attr::kOutputFeatureDimension);
}

Order KernelOrder(const Instruction& i) {
  Order order = i.Ints(Attr::kKernelSpatialDimensions);
  order.push_back(i.Int(Attr::kKernelInputFeatureDimension));
  order.push_back(i.Int(Attr::kKernelOutputFeatureDimension));
  return order;
}

Order Inverse(const Order& order) {
  Order inverse(order.size());
  for (size_t d = 0; d < order.size(); ++d) inverse[static_cast<size_t>(order[d])] = static_cast<int64_t>(d);
  return inverse;
}

bool HasHoles(const Instruction& i) {
  const std::vector<int64_t> dilation = i.IntsOr(Attr::kLhsDilation, i.Ints(Attr::kInputSpatialDimensions).size(), 1);
  return std::any_of(dilation.begin(), dilation.end(), [](int64_t d) { return d != 1; });
}

// Whether it is one of one or two spatial dimensions that has a routine once it is laid so, and does not lie so yet.
bool IsToBeLaid(const Computation& computation, const Instruction& i) {
  if (i.op != Op::kConvolution || i.Int(Attr::kBatchGroupCount, 1) != 1) return false;
  const Shape &lhs = computation.shape(i.operands[0]), &rhs = computation.shape(i.operands[1]);
  const size_t spatial = i.Ints(Attr::kInputSpatialDimensions).size();
  if (lhs.element_type != ElementType::kF32 || i.shape().element_type != ElementType::kF32 || spatial < 1 || spatial > 2) return false;
  const std::vector<int64_t> reversal = i.IntsOr(Attr::kWindowReversal, spatial, 0);
  if (std::any_of(reversal.begin(), reversal.end(), [](int64_t r) { return r != 0; }) || rhs.ElementCount() == 0) return false;
  const double taps = static_cast<double>(rhs.ElementCount()) / static_cast<double>(rhs.dims[i.Int(Attr::kKernelOutputFeatureDimension)]);
  if (static_cast<double>(i.shape().ElementCount()) * taps < kLeastWork) return false;
  const auto ones = [&](Attr attribute) {
    const std::vector<int64_t> all = i.IntsOr(attribute, spatial, 1);
    return std::all_of(all.begin(), all.end(), [](int64_t value) { return value == 1; });
  };
  if (HasHoles(i) && (!ones(Attr::kWindowStrides) || !ones(Attr::kRhsDilation))) return false;
  const auto lies = [](const Order& order) { return std::is_sorted(order.begin(), order.end()); };
  return HasHoles(i) || !lies(InputOrder(i)) || !lies(OutputOrder(i));
}

class Layout {
 public:
  explicit Layout(ModuleEmitter& e) : e_(e) {}

  Value Convolution(Instruction i) {
    i.operands[0] = e_.Transpose(i.operands[0], InputOrder(i));
    if (HasHoles(i) || e_.at(i.operands[1]).op != Op::kConstant) {  // those are stored as they are read
      i.operands[1] = e_.Transpose(i.operands[1], KernelOrder(i));
      const size_t spatial = i.Ints(Attr::kKernelSpatialDimensions).size();
      i.attributes[Attr::kKernelSpatialDimensions] = Sequence(0, spatial);
      i.attributes[Attr::kKernelInputFeatureDimension] = static_cast<int64_t>(spatial);
      i.attributes[Attr::kKernelOutputFeatureDimension] = static_cast<int64_t>(spatial) + 1;
    }
    const Order order = OutputOrder(i);
    i.shapes[0].dims = Picked(i.shapes[0].dims, order);
    NumberInOrder(&i, Attr::kInputBatchDimension, Attr::kInputSpatialDimensions, Attr::kInputFeatureDimension);
    NumberInOrder(&i, Attr::kOutputBatchDimension, Attr::kOutputSpatialDimensions, Attr::kOutputFeatureDimension);
    return e_.Transpose(HasHoles(i) ? Phases(i) : e_.Add(std::move(i)), Inverse(order));
  }

  // The instruction on arrays as they lie in front of the transposition that all of them have; nothing where they have none.
  std::optional<IdVector<Value>> InFront(const Instruction& i) {
    if (i.shapes.size() != 1 || i.captures != 0) return std::nullopt;
    const bool window = i.op == Op::kReduceWindow;
    if (!window && !IsElementwise(i.op)) return std::nullopt;
    const size_t rank = e_.shape(i.operands[0]).dims.size();
    const Order* order = nullptr;
    for (const Value v : i.operands) {
      const Instruction& from = e_.at(v);
      if (from.op == Op::kTranspose && (window || from.shape().dims == i.shape().dims) && order == nullptr) {
        order = &from.Ints(Attr::kPermutation);
      }
    }
    if (order == nullptr || (window && e_.at(i.operands[0]).op != Op::kTranspose)) return std::nullopt;
    const Order turn = *order;
    Instruction inner = i;
    for (size_t k = 0; k < i.operands.size(); ++k) {
      if (e_.shape(i.operands[k]).IsScalar()) continue;
      const auto moved = Behind(i.operands[k], turn);
      if (!moved) return std::nullopt;
      inner.operands[k] = *moved;
    }
    const Order back = Inverse(turn);
    inner.shapes[0].dims = Picked(i.shape().dims, back);
    if (window) TurnWindow(&inner, back, rank);
    return {{e_.Transpose(e_.Add(std::move(inner)), turn)}};
  }

 private:
  static Dims Picked(const Dims& dims, const Order& order) {
    Dims picked;
    for (const int64_t d : order) picked.push_back(dims[d]);
    return picked;
  }

  // Of one dimension: the taps that outputs of a phase read, and where their windows begin and end.
  struct Phase {
    int64_t first, taps;     // every `dilation`-th
    int64_t from, elements;  // of the input
    int64_t low, high;       // padding
  };
  static Phase PhaseOf(int64_t phase, int64_t dilation, int64_t taps, int64_t elements, int64_t low, int64_t outputs) {
    Phase p = {};
    p.first = ((low - phase) % dilation + dilation) % dilation;
    p.taps = p.first < taps ? (taps - p.first - 1) / dilation + 1 : 0;
    p.low = (low - phase - p.first) / dilation;
    p.from = std::min(elements, std::max<int64_t>(0, -p.low));
    p.low = std::max<int64_t>(0, p.low);
    p.elements = elements - p.from;
    p.high = outputs - p.elements - p.low + p.taps - 1;
    p.elements += std::min<int64_t>(0, p.high);
    p.high = std::max<int64_t>(0, p.high);
    return p;
  }

  // Laid, of stride 1: each phase by itself, put where its outputs are among zeros, which phases without taps leave.
  Value Phases(const Instruction& i) {
    const Dims out = i.shape().dims, in = e_.shape(i.operands[0]).dims, taps = e_.shape(i.operands[1]).dims;
    const size_t spatial = out.size() - 2;
    const std::vector<int64_t> dilation = i.IntsOr(Attr::kLhsDilation, spatial, 1);
    IntMatrix padding = i.Matrix(Attr::kPadding);
    padding.resize(spatial, {0, 0});
    Shape each = i.shape(), whole = i.shape();  // of a phase; of all, each dimension as outputs of a phase by phases
    whole.dims = {out[0]};
    int64_t phases = 1;
    for (size_t s = 0; s < spatial; ++s) {
      each.dims[1 + s] = (out[1 + s] + dilation[s] - 1) / dilation[s];
      whole.dims.insert(whole.dims.end(), {each.dims[1 + s], dilation[s]});
      phases *= dilation[s];
    }
    whole.dims.push_back(out.back());
    Value all = e_.Splat(whole, 0);
    for (int64_t phase = 0; phase < phases; ++phase) {
      Instruction part = i;
      part.attributes.erase(Attr::kLhsDilation);
      part.shapes[0] = each;
      IntMatrix edges;
      std::vector<int64_t> at(whole.dims.size(), 0);
      bool any = true;
      for (size_t s = 0; s < spatial; ++s) {
        const int64_t own = (s + 1 < spatial ? phase / dilation[s + 1] : phase) % dilation[s];
        const Phase p = PhaseOf(own, dilation[s], taps[s], in[1 + s], padding[s][0], each.dims[1 + s]);
        any = any && p.taps > 0 && p.elements > 0;
        if (!any) break;
        part.operands[0] = e_.Slice(part.operands[0], 1 + s, p.from, p.elements);
        part.operands[1] = e_.Slice(part.operands[1], s, p.first, (p.taps - 1) * dilation[s] + 1, dilation[s]);
        edges.push_back({p.low, p.high});
        at[2 + 2 * s] = own;
      }
      if (!any) continue;
      part.attributes[Attr::kPadding] = edges;
      Dims lone = {each.dims[0]};
      for (size_t s = 0; s < spatial; ++s) lone.insert(lone.end(), {each.dims[1 + s], 1});
      lone.push_back(each.dims.back());
      part.operands[1] = e_.InMemory(part.operands[1]);
      all = e_.Update(all, e_.Reshape(e_.Add(std::move(part)), lone), at);
    }
    for (size_t s = 0; s < spatial; ++s) each.dims[1 + s] *= dilation[s];
    all = e_.Reshape(all, each.dims);
    for (size_t s = 0; s < spatial; ++s) all = e_.Slice(all, 1 + s, 0, out[1 + s]);
    return all;
  }

  // The array whose transposition an operand is, or would be.
  std::optional<Value> Behind(Value v, const Order& turn) {
    const Instruction from = e_.at(v);
    if (from.op == Op::kTranspose && from.Ints(Attr::kPermutation) == turn) return from.operands[0];
    Shape shape = e_.shape(v);
    shape.dims = Picked(shape.dims, Inverse(turn));
    if (from.op == Op::kConstant && from.LiteralValue().IsSplat()) return e_.Constant(from.LiteralValue().WithShape(shape));
    if (from.op != Op::kBroadcastInDim) return std::nullopt;
    std::vector<int64_t> map = from.Ints(Attr::kBroadcastDimensions);
    for (int64_t& d : map) d = turn[static_cast<size_t>(d)];
    Order order = Sequence(0, map.size());
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return map[static_cast<size_t>(a)] < map[static_cast<size_t>(b)]; });
    std::sort(map.begin(), map.end());
    return e_.Broadcast(e_.Transpose(from.operands[0], order), shape, map);
  }

  static void TurnWindow(Instruction* i, const Order& back, size_t rank) {
    for (const Attr attribute : {Attr::kWindowDimensions, Attr::kWindowStrides, Attr::kBaseDilations, Attr::kWindowDilations}) {
      if (!i->Has(attribute)) continue;
      const std::vector<int64_t> old = i->Ints(attribute);
      std::vector<int64_t> turned;
      for (const int64_t d : back) turned.push_back(old[static_cast<size_t>(d)]);
      i->attributes[attribute] = turned;
    }
    const IntMatrix old = i->Matrix(Attr::kPadding);
    if (old.size() != rank) return;
    IntMatrix turned;
    for (const int64_t d : back) turned.push_back(old[static_cast<size_t>(d)]);
    i->attributes[Attr::kPadding] = turned;
  }

  ModuleEmitter& e_;
};

}  // namespace

bool HasChannelsFirst(const Module& module) {
  return std::any_of(module.computations.begin(), module.computations.end(), [](const Computation& computation) {
    return std::any_of(computation.instructions.begin(), computation.instructions.end(),
                       [&](const Instruction& i) { return IsToBeLaid(computation, i); });
  });
}

Result<Module> ChannelsLast(const Module& module) {
  Module laid = RewriteModule(module, [](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (IsToBeLaid(e.computation(), i)) return {{Layout(e).Convolution(i)}};
    return Layout(e).InFront(i);
  });
  MOTE_ASSIGN(laid, Simplify(laid));
  // What is moved is moved once, in memory: read in place, it would be again for every output.
  return RewriteModule(laid, [](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (i.op != Op::kConvolution) return std::nullopt;
    Instruction held = i;
    for (Value& v : held.operands) {
      if (e.at(v).op == Op::kTranspose) v = e.InMemory(v);
    }
    return {{e.Add(std::move(held))}};
  });
}

}  // namespace mote
