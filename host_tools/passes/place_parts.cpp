// PlaceParts: large concatenations and pads, which hosts would put together element by element by asking where each comes from, are filled
// and then written part by part, each in one piece; elements between which a pad puts others likewise, a stride apart.
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr int64_t kLarge = 1 << 14;  // elements
constexpr int64_t kLeastRun = 16;    // that lie side by side in a part, at least

bool IsLarge(const Shape& shape) { return shape.IsArray() && shape.IsStatic() && shape.ElementCount() >= kLarge; }

// Elements of a part that lie side by side in the whole.
int64_t RunOf(const Dims& part, const Dims& whole) {
  int64_t run = 1;
  for (size_t d = part.size(); d-- > 0;) {
    run *= part[d];
    if (part[d] != whole[d]) break;
  }
  return run;
}

std::vector<int64_t> HolesOf(const Instruction& pad) { return pad.IntsOr(Attr::kInteriorPadding, pad.shape().dims.size(), 0); }

// Whether it puts others between elements, and cuts nothing.
bool IsSpread(const Computation& computation, const Instruction& i) {
  if (i.op != Op::kPad || !IsLarge(i.shape()) || i.shape().quantization || IsComplex(i.shape().element_type)) return false;
  int spread = 0;
  for (const int64_t hole : HolesOf(i)) spread += hole != 0;
  for (const Attr attribute : {Attr::kEdgePaddingLow, Attr::kEdgePaddingHigh}) {
    for (const int64_t edge : i.Ints(attribute)) {
      if (edge < 0) return false;
    }
  }
  return spread > 0 && computation.shape(i.operands[0]).ElementCount() > 0;
}

bool IsPlaced(const Computation& computation, const Instruction& i) {
  if ((i.op != Op::kConcatenate && i.op != Op::kPad) || !IsLarge(i.shape()) || i.shape().quantization) return false;
  if (IsComplex(i.shape().element_type)) return false;
  const size_t parts = i.op == Op::kPad ? 1 : i.operands.size();
  for (size_t k = 0; k < parts; ++k) {
    const Shape& part = computation.shape(i.operands[k]);
    if (part.ElementCount() * static_cast<int64_t>(parts) < kLarge / 4 || RunOf(part.dims, i.shape().dims) < kLeastRun) return false;
  }
  if (i.op == Op::kConcatenate) return true;
  for (const Attr attribute : {Attr::kEdgePaddingLow, Attr::kEdgePaddingHigh}) {
    for (const int64_t edge : i.Ints(attribute)) {
      if (edge < 0) return false;
    }
  }
  for (const int64_t hole : HolesOf(i)) {
    if (hole != 0) return false;
  }
  return true;
}

// Along one dimension the elements a stride apart, each the first of a group; then along others, and what the pad adds at the ends.
Value Spread(ModuleEmitter& e, const Instruction& i) {
  const Dims dims = e.shape(i.operands[0]).dims;
  const std::vector<int64_t> holes = HolesOf(i);
  size_t dim = 0;
  while (holes[dim] == 0) ++dim;
  Dims one = dims, groups = dims, line = dims;
  one.insert(one.begin() + static_cast<ptrdiff_t>(dim) + 1, 1);
  groups.insert(groups.begin() + static_cast<ptrdiff_t>(dim) + 1, holes[dim] + 1);
  line[dim] *= holes[dim] + 1;
  Shape shape = i.shape();
  shape.dims = groups;
  const Value whole = e.Update(e.Broadcast(i.operands[1], shape, {}), e.Reshape(i.operands[0], one), std::vector<int64_t>(one.size(), 0));
  const Value all = e.Reshape(whole, line);
  const Value cut = e.Slice(all, dim, 0, line[dim] - holes[dim]);
  if (e.shape(cut).dims == i.shape().dims) return cut;
  Instruction edges = i;
  std::vector<int64_t> others = holes;
  others[dim] = 0;
  edges.operands[0] = cut;
  edges.attributes[Attr::kInteriorPadding] = others;
  if (others != std::vector<int64_t>(others.size(), 0)) return Spread(e, edges);
  if (!IsPlaced(e.computation(), edges)) return e.Add(std::move(edges));
  return e.Update(e.Broadcast(i.operands[1], i.shape(), {}), cut, i.Ints(Attr::kEdgePaddingLow));
}

}  // namespace

bool HasLargeParts(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (IsPlaced(computation, i) || IsSpread(computation, i)) return true;
    }
  }
  return false;
}

Result<Module> PlaceParts(const Module& module) {
  return RewriteModule(module, [](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (IsSpread(e.computation(), i)) return {{Spread(e, i)}};
    if (!IsPlaced(e.computation(), i)) return std::nullopt;
    if (i.op == Op::kPad) return {{e.Update(e.Broadcast(i.operands[1], i.shape(), {}), i.operands[0], i.Ints(Attr::kEdgePaddingLow))}};
    Value whole = e.Splat(i.shape(), 0);
    const auto dim = static_cast<size_t>(i.Int(Attr::kDimension));
    std::vector<int64_t> at(i.shape().dims.size(), 0);
    for (const Value part : i.operands) {
      whole = e.Update(whole, part, at);
      at[dim] += e.shape(part).dims[dim];
    }
    return {{whole}};
  });
}

}  // namespace mote
