// select_and_scatter (OPS.md 2.4) as two windowed reductions, without a scatter. Both count the places of a window in
// row-major order, from 1; a window has `places` of them.
//
// The first folds `select` over every window of the operand and keeps the place it chose, 0 where the window lies in padding. The second
// asks, for every element, the windows that cover it, from the first to the last: the element is at place p of the window that the reversed
// fold meets at place places + 1 - p, so it was chosen if that window's place says so, and then takes its source by `scatter`.
#include "passes/counted_loop.h"
#include "passes/expansions.h"
#include "passes/region.h"

namespace mote {
namespace {

constexpr ElementType kPlace = ElementType::kS32;

struct Windows {
  Dims operand, source, window;
  std::vector<int64_t> strides;
  IntMatrix padding;
  int64_t places = 1;
};

Instruction WindowFold(const Windows& w, IdVector<Value> operands, const IdVector<Value>& inits, const IdVector<Value>& captures) {
  Instruction fold;
  fold.op = Op::kReduceWindow;
  fold.operands = std::move(operands);
  fold.operands.insert(fold.operands.end(), inits.begin(), inits.end());
  fold.operands.insert(fold.operands.end(), captures.begin(), captures.end());
  fold.captures = captures.count();
  fold.attributes[Attr::kWindowDimensions] = w.window;
  return fold;
}

IdVector<Shape> ShapesOf(const ModuleEmitter& e, const IdVector<Value>& values) {
  IdVector<Shape> shapes;
  for (Value value : values) shapes.push_back(e.shape(value));
  return shapes;
}

// The region of the first: (kept, its place, places so far), (element, 1 or 0 in padding, unread).
int32_t ChooseRegion(ModuleEmitter& outer, const Computation& select, ElementType type, const IdVector<Value>& captures) {
  const Shape scalar = Shape::Scalar(type), place_shape = Shape::Scalar(kPlace);
  IdVector<Shape> parameters{scalar, place_shape, place_shape, scalar, place_shape, place_shape};
  for (const Shape& shape : ShapesOf(outer, captures)) parameters.push_back(shape);
  return outer.Region(parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) {
    IdVector<Value> arguments{p[0], p[3]};
    arguments.insert(arguments.end(), p.begin() + 6, p.end());
    const Value place = e.Binary(Op::kAdd, p[2], Index(e, 1));
    const Value refused = e.Unary(Op::kNot, InlineRegion(e, select, arguments)[0]);
    const Value first = e.Compare("EQ", p[1], Index(e, 0)), inside = e.Compare("NE", p[4], Index(e, 0));
    const Value take = e.Binary(Op::kAnd, inside, e.Binary(Op::kOr, first, refused));
    return std::vector{e.Make(Op::kSelect, scalar, {take, p[3], p[0]}), e.Make(Op::kSelect, place_shape, {take, place, p[1]}), place};
  });
}

// The region of the second: (sum, windows so far), (source, place chosen).
int32_t CollectRegion(ModuleEmitter& outer, const Computation& scatter, ElementType type, int64_t places, const IdVector<Value>& captures) {
  const Shape scalar = Shape::Scalar(type), place_shape = Shape::Scalar(kPlace);
  IdVector<Shape> parameters{scalar, place_shape, scalar, place_shape};
  for (const Shape& shape : ShapesOf(outer, captures)) parameters.push_back(shape);
  return outer.Region(parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) {
    IdVector<Value> arguments{p[0], p[2]};
    arguments.insert(arguments.end(), p.begin() + 4, p.end());
    const Value from_either_end = e.Binary(Op::kAdd, p[3], p[1]);
    const Value chosen = e.Compare("EQ", from_either_end, Index(e, places));
    const Value next = InlineRegion(e, scatter, arguments)[0];
    return std::vector{e.Make(Op::kSelect, scalar, {chosen, next, p[0]}), e.Binary(Op::kAdd, p[1], Index(e, 1))};
  });
}

Value ChosenPlaces(ModuleEmitter& e, const Windows& w, Value operand, const Computation& select, const IdVector<Value>& captures) {
  const ElementType type = e.shape(operand).element_type;
  const Shape numbers = Shape::Array(kPlace, w.operand), places = Shape::Array(kPlace, w.source);
  const Value one = e.Splat(numbers, 1), none = e.Splat(numbers, 0), zero = Index(e, 0);
  Instruction choose = WindowFold(w, {operand, one, none}, {e.Splat(Shape::Scalar(type), 0), zero, zero}, captures);
  choose.shapes = {Shape::Array(type, w.source), places, places};
  choose.attributes[Attr::kWindowStrides] = w.strides;
  choose.attributes[Attr::kPadding] = w.padding;
  choose.called = {ChooseRegion(e, select, type, captures)};
  return {e.Add(std::move(choose)).instruction, 1};
}

// Windows over the sources, spread by the strides: the ones that cover an element are those that end at it or up to a window's size behind.
Value Collected(ModuleEmitter& e, const Windows& w, Value source, Value place, Value init, const Computation& scatter,
                const IdVector<Value>& captures) {
  const ElementType type = e.shape(source).element_type;
  IntMatrix padding;
  for (size_t d = 0; d < w.operand.size(); ++d) {
    const int64_t low = w.window[d] - 1 - w.padding[d][0], spread = (w.source[d] - 1) * w.strides[d] + 1;
    padding.push_back({low, w.operand[d] + w.window[d] - 1 - low - spread});
  }
  Instruction collect = WindowFold(w, {source, place}, {init, Index(e, 0)}, captures);
  collect.shapes = {Shape::Array(type, w.operand), Shape::Array(kPlace, w.operand)};
  collect.attributes[Attr::kBaseDilations] = w.strides;
  collect.attributes[Attr::kPadding] = padding;
  collect.called = {CollectRegion(e, scatter, type, w.places, captures)};
  return e.Add(std::move(collect));
}

// Whether operand, source, init and both regions are of the result's type, and everything is known and plain.
bool Fits(const Module& module, ModuleEmitter& e, const Instruction& i) {
  const Shape& shape = i.shape();
  if (!shape.IsArray() || !shape.IsStatic() || shape.quantization || IsComplex(shape.element_type) || i.declared_operands() != 3) {
    return false;
  }
  for (size_t k = 0; k < i.operands.size(); ++k) {
    const Shape& operand = e.shape(i.operands[k]);
    if (!operand.IsArray() || !operand.IsStatic() || (k < 3 ? operand.element_type != shape.element_type : !operand.IsScalar())) {
      return false;
    }
  }
  for (int32_t called : i.called) {
    const Computation& region = module.computations[called];
    if (!IsScalarRegion(region)) return false;
    for (size_t p = 0; p < 2; ++p) {
      if (region.parameters[p].element_type != shape.element_type) return false;
    }
  }
  return true;
}

}  // namespace

Results ExpandSelectAndScatter(const Module& module, ModuleEmitter& e, const Instruction& i) {
  if (!Fits(module, e, i)) return std::nullopt;
  const size_t rank = i.shape().dims.size();
  Windows w{i.shape().dims, e.shape(i.operands[1]).dims, i.IntsOr(Attr::kWindowDimensions, rank, 1),
            i.IntsOr(Attr::kWindowStrides, rank, 1), i.Matrix(Attr::kPadding)};
  if (w.padding.empty()) w.padding.assign(rank, {0, 0});
  for (int64_t size : w.window) {
    if (__builtin_mul_overflow(w.places, size, &w.places) || w.places > INT32_MAX) return std::nullopt;
  }
  if (i.shape().ElementCount() == 0 || Shape::Array(kPlace, w.source).ElementCount() == 0) {
    return {{e.Broadcast(i.operands[2], i.shape(), {})}};
  }
  const IdVector<Value> captures(i.operands.begin() + 3, i.operands.end());
  const auto region = [&](size_t k) -> const Computation& { return module.computations[i.called[k]]; };
  const Value place = ChosenPlaces(e, w, i.operands[0], region(0), captures);
  return {{Collected(e, w, i.operands[1], place, i.operands[2], region(1), captures)}};
}

}  // namespace mote
