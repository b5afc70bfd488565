// scatter (OPS.md 2.3, 6.5, 7): first brought to one form, then written out in one of two ways, or kept as rows for a kernel.
//
// The form: update t of N is a window of the operand's rank, to be combined with the operand from a start on that is an s32 row of a table.
// Starts of dimensions that no index names are 0; those of batching dimensions are the batch itself. A start beyond the operand was brought
// into [-window, dimension] in the type of the index, where it hits nothing: elements that fall outside are dropped one by one, in HLO text
// the whole window is. Updates of one element apply in the row-major order of the update array: where a window's dimension stands before
// one of the indices' there, and windows may overlap, its elements become updates of their own.
//
// Few elements times few updates: every element goes through all updates, as a reduction, which Vulkan runs as well. Otherwise a loop over
// the updates, which changes the operands in place.
#include <algorithm>

#include "hlo/row_scatter.h"
#include "passes/counted_loop.h"
#include "passes/expansions.h"
#include "passes/region.h"

namespace mote {
namespace {

constexpr ElementType kIndex = ElementType::kS32;
constexpr int64_t kMostVisits = int64_t{1} << 16;  // elements times updates, for the reduction
constexpr int64_t kMostUnrolled = 2;               // updates, for the loop written out

struct Form {
  Dims operand, window;           // of one rank
  int64_t count = 0;              // of updates
  IdVector<size_t> placed;     // operand dimensions that have a start
  Value starts;                   // s32[count, placed]
  IdVector<Value> operands;
  IdVector<Value> updates;     // [count, window…]
  IdVector<Value> captures;    // of the combiner, scalars
  bool whole = false;             // a window that is not inside is dropped as a whole
};

bool Contains(const std::vector<int64_t>& list, size_t value) {
  return std::find(list.begin(), list.end(), static_cast<int64_t>(value)) != list.end();
}

int64_t Product(const Dims& dims) {
  int64_t product = 1;
  for (int64_t d : dims) product *= d;
  return product;
}

Dims Joined(int64_t first, const Dims& rest) {
  Dims dims{first};
  dims.insert(dims.end(), rest.begin(), rest.end());
  return dims;
}

Value Transposed(ModuleEmitter& e, Value array, const std::vector<int64_t>& permutation) {
  Shape shape = e.shape(array);
  for (size_t i = 0; i < permutation.size(); ++i) shape.dims[i] = e.shape(array).dims[permutation[i]];
  return e.Make(Op::kTranspose, shape, {array}, {{Attr::kPermutation, permutation}});
}

Value Concatenated(ModuleEmitter& e, const IdVector<Value>& parts, size_t dim) {
  if (parts.size() == 1) return parts[0];
  Shape shape = e.shape(parts[0]);
  shape.dims[dim] = 0;
  for (Value part : parts) shape.dims[dim] += e.shape(part).dims[dim];
  return e.Make(Op::kConcatenate, shape, parts, {{Attr::kDimension, static_cast<int64_t>(dim)}});
}

// Zeros around a window.
Value Padded(ModuleEmitter& e, Value array, const std::vector<int64_t>& low, const std::vector<int64_t>& high) {
  Shape shape = e.shape(array);
  for (size_t d = 0; d < low.size(); ++d) shape.dims[d] += low[d] + high[d];
  if (SameDims(shape, e.shape(array))) return array;
  const Value zero = e.Splat(Shape::Scalar(shape.element_type), 0);
  return e.Make(
      Op::kPad, shape, {array, zero},
      {{Attr::kEdgePaddingLow, low}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, std::vector<int64_t>(low.size(), 0)}});
}

Value Column(ModuleEmitter& e, Value table, int64_t column, const Dims& dims) {
  const int64_t rows = e.shape(table).dims[0];
  const Value slice = e.Make(Op::kSlice, Shape::Array(kIndex, {rows, 1}), {table},
                             {{Attr::kStartIndices, std::vector<int64_t>{0, column}},
                              {Attr::kLimitIndices, std::vector<int64_t>{rows, column + 1}},
                              {Attr::kStrides, std::vector<int64_t>{1, 1}}});
  return e.Reshape(slice, dims);
}

Value Iota(ModuleEmitter& e, const Dims& dims, size_t dim) {
  return e.Make(Op::kIota, Shape::Array(kIndex, dims), {}, {{Attr::kIotaDimension, static_cast<int64_t>(dim)}});
}

Value Numbers(ModuleEmitter& e, const Dims& dims, int64_t value) { return e.Splat(Shape::Array(kIndex, dims), static_cast<double>(value)); }

Value And(ModuleEmitter& e, std::optional<Value> a, Value b) { return a ? e.Binary(Op::kAnd, *a, b) : b; }

// Index vectors as rows, [count, vector], of the type that they have.
Value IndexRows(ModuleEmitter& e, Value indices, size_t vector_dim, int64_t count) {
  const Dims dims = e.shape(indices).dims;
  if (vector_dim == dims.size()) return e.Reshape(indices, {count, 1});
  std::vector<int64_t> order;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d != vector_dim) order.push_back(static_cast<int64_t>(d));
  }
  order.push_back(static_cast<int64_t>(vector_dim));
  return e.Reshape(Transposed(e, indices, order), {count, dims[vector_dim]});
}

// Rows of s32 in which what hits nothing still hits nothing.
Value BoundedRows(ModuleEmitter& e, Value rows, const Form& form) {
  if (BitWidth(e.shape(rows).element_type) < 32) rows = e.Convert(rows, kIndex);
  const Shape shape = e.shape(rows);
  Literal low(Shape::Array(shape.element_type, {shape.dims[1]})), high = low;
  for (int64_t k = 0; k < shape.dims[1]; ++k) {
    const size_t d = form.placed[k];
    low.SetInteger(k, -form.window[d]);
    high.SetInteger(k, form.operand[d]);
  }
  Value bounded = e.Binary(Op::kMinimum, rows, e.Broadcast(e.Constant(high), shape, {1}));
  if (!IsUnsigned(shape.element_type)) bounded = e.Binary(Op::kMaximum, bounded, e.Broadcast(e.Constant(low), shape, {1}));
  return e.Convert(bounded, kIndex);
}

// The starts of a form whose dims, windows and placed dimensions of the index vector are known; adds the batching dimensions.
void SetStarts(ModuleEmitter& e, const Instruction& i, Value indices, Form& form) {
  const size_t vector_dim = i.Int(Attr::kIndexVectorDim);
  Dims batch = e.shape(indices).dims;
  if (vector_dim < batch.size()) batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(vector_dim));
  IdVector<Value> columns;
  if (!form.placed.empty()) columns.push_back(BoundedRows(e, IndexRows(e, indices, vector_dim, form.count), form));
  const std::vector<int64_t>&to = i.Ints(Attr::kInputBatchingDims), &from = i.Ints(Attr::kScatterIndicesBatchingDims);
  for (size_t k = 0; k < to.size(); ++k) {
    const size_t d = from[k];
    form.placed.push_back(to[k]);
    columns.push_back(e.Reshape(Iota(e, batch, d > vector_dim ? d - 1 : d), {form.count, 1}));
  }
  if (columns.empty()) return;
  form.starts = Concatenated(e, columns, 1);
}

// Updates with the dimensions that count them in front, as one.
Value UpdateRows(ModuleEmitter& e, Value updates, const std::vector<int64_t>& outer, const Form& form) {
  std::vector<int64_t> order = outer;
  for (size_t d = 0; d < e.shape(updates).dims.size(); ++d) {
    if (!Contains(outer, d)) order.push_back(static_cast<int64_t>(d));
  }
  return e.Reshape(Transposed(e, updates, order), Joined(form.count, form.window));
}

// The dimensions of the update array that count updates: those of the indices, and those of placed windows that stand before one of these.
std::vector<int64_t> OuterDims(const Form& form, const Dims& update, const std::vector<int64_t>& window_dims,
                               const IdVector<size_t>& operand_dims) {
  size_t end = 0;
  for (size_t d = 0; d < update.size(); ++d) {
    if (!Contains(window_dims, d) && update[d] > 1) end = d;
  }
  std::vector<int64_t> outer;
  for (size_t d = 0; d < update.size(); ++d) {
    const auto window = std::find(window_dims.begin(), window_dims.end(), static_cast<int64_t>(d));
    const bool placed =
        window != window_dims.end() && std::find(form.placed.begin(), form.placed.end(),
                                                 operand_dims[window - window_dims.begin()]) != form.placed.end();
    if (window == window_dims.end() || (placed && d < end && update[d] > 1)) outer.push_back(static_cast<int64_t>(d));
  }
  return outer;
}

// The starts of a form whose windows lose the dimensions of `outer` that are theirs: each of their elements starts where it lies.
void SplitWindows(ModuleEmitter& e, const Dims& update, const std::vector<int64_t>& window_dims, const IdVector<size_t>& operand_dims,
                  const std::vector<int64_t>& outer, Form& form) {
  Dims all, batch;
  std::vector<int64_t> batch_at;
  for (size_t o = 0; o < outer.size(); ++o) {
    all.push_back(update[outer[o]]);
    if (Contains(window_dims, outer[o])) continue;
    batch.push_back(all.back());
    batch_at.push_back(static_cast<int64_t>(o));
  }
  IdVector<Value> columns;
  for (size_t k = 0; k < form.placed.size(); ++k) {
    const size_t d = form.placed[k];
    Value start = e.Broadcast(Column(e, form.starts, static_cast<int64_t>(k), batch), Shape::Array(kIndex, all), batch_at);
    for (size_t o = 0; o < outer.size(); ++o) {
      const auto window = std::find(window_dims.begin(), window_dims.end(), outer[o]);
      if (window == window_dims.end() || operand_dims[window - window_dims.begin()] != d) continue;
      const Value place = e.Binary(Op::kAdd, start, Iota(e, all, o)), outside = Numbers(e, all, form.operand[d]);
      const Value not_below = e.Compare("GE", start, Numbers(e, all, 0));
      const Value inside = e.Binary(Op::kAnd, not_below, e.Compare("LE", start, Numbers(e, all, form.operand[d] - form.window[d])));
      start = form.whole ? e.Make(Op::kSelect, Shape::Array(kIndex, all), {inside, place, outside}) : place;
      form.window[d] = 1;
    }
    columns.push_back(e.Reshape(start, {Product(all), 1}));
  }
  form.starts = Concatenated(e, columns, 1);
  form.count = Product(all);
}

bool IsPlain(const Shape& shape) {
  return shape.IsArray() && shape.IsStatic() && !shape.quantization && !IsComplex(shape.element_type) && shape.ElementCount() <= INT32_MAX;
}

bool Fits(const Computation& combiner, ModuleEmitter& e, const Instruction& i, size_t arrays) {
  if (!IsScalarRegion(combiner) || i.shapes.size() != arrays) return false;
  for (size_t k = 0; k < i.operands.size(); ++k) {
    const Shape& shape = e.shape(i.operands[k]);
    if (!IsPlain(shape) || (k > 2 * arrays && !shape.IsScalar())) return false;
  }
  for (size_t k = 0; k < arrays; ++k) {
    const ElementType type = i.shapes[k].element_type;
    for (size_t from : {k, arrays + 1 + k}) {
      const size_t parameter = from > arrays ? from - 1 : from;
      if (e.shape(i.operands[from]).element_type != type || combiner.parameters[parameter].element_type != type) return false;
    }
  }
  return true;
}

Form FormOf(const Module& module, ModuleEmitter& e, const Instruction& i, size_t arrays) {
  Form form;
  form.operand = i.shapes[0].dims;
  form.whole = module.from_hlo_text;
  const Dims update = e.shape(i.operands[arrays + 1]).dims;
  const std::vector<int64_t>&window_dims = i.Ints(Attr::kUpdateWindowDims), &inserted = i.Ints(Attr::kInsertedWindowDims);
  IdVector<size_t> operand_dims;  // of the window's dimensions
  for (size_t d = 0; d < form.operand.size(); ++d) {
    const bool absent = Contains(inserted, d) || Contains(i.Ints(Attr::kInputBatchingDims), d);
    form.window.push_back(absent ? 1 : update[window_dims[operand_dims.size()]]);
    if (!absent) operand_dims.push_back(d);
  }
  form.count = 1;
  for (size_t d = 0; d < update.size(); ++d) {
    if (!Contains(window_dims, d)) form.count *= update[d];
  }
  if (form.count == 0 || Product(form.window) == 0) return form;
  for (int64_t d : i.Ints(Attr::kScatterDimsToOperandDims)) form.placed.push_back(d);
  SetStarts(e, i, i.operands[arrays], form);
  const std::vector<int64_t> outer = OuterDims(form, update, window_dims, operand_dims);
  if (outer.size() + window_dims.size() > update.size()) SplitWindows(e, update, window_dims, operand_dims, outer, form);
  for (size_t k = 0; k < arrays; ++k) {
    form.operands.push_back(i.operands[k]);
    form.updates.push_back(UpdateRows(e, i.operands[arrays + 1 + k], outer, form));
  }
  form.captures.assign(i.operands.begin() + static_cast<std::ptrdiff_t>(2 * arrays) + 1, i.operands.end());
  return form;
}

// ---- every element through all updates ----

// Whether update t hits the element, for [count, operand…].
std::optional<Value> Hits(ModuleEmitter& e, const Form& form, const IdVector<Value>& at) {
  const Dims all = Joined(form.count, form.operand);
  std::optional<Value> hit;
  for (size_t d = 0; d < form.operand.size(); ++d) {
    if (form.window[d] == form.operand[d] && std::find(form.placed.begin(), form.placed.end(), d) == form.placed.end()) continue;
    if (form.window[d] == 1) {
      hit = And(e, hit, e.Compare("EQ", at[d], Numbers(e, all, 0)));
      continue;
    }
    hit = And(e, hit, e.Compare("GE", at[d], Numbers(e, all, 0)));
    hit = And(e, hit, e.Compare("LT", at[d], Numbers(e, all, form.window[d])));
  }
  for (size_t k = 0; form.whole && k < form.placed.size(); ++k) {
    const size_t d = form.placed[k];
    if (form.window[d] == 1) continue;
    const Value start = Column(e, form.starts, static_cast<int64_t>(k), {form.count});
    const Value last = Numbers(e, {form.count}, form.operand[d] - form.window[d]);
    const Value not_below = e.Compare("GE", start, Numbers(e, {form.count}, 0));
    const Value inside = e.Binary(Op::kAnd, not_below, e.Compare("LE", start, last));
    hit = And(e, hit, e.Broadcast(inside, Shape::Array(kIndex, all), {0}));
  }
  return hit;
}

// The place in the window of update t at which the element lies, dimension by dimension.
IdVector<Value> WindowPlaces(ModuleEmitter& e, const Form& form) {
  const Dims all = Joined(form.count, form.operand);
  IdVector<Value> at;
  for (size_t d = 0; d < form.operand.size(); ++d) at.push_back(Iota(e, all, d + 1));
  for (size_t k = 0; k < form.placed.size(); ++k) {
    const Value start = Column(e, form.starts, static_cast<int64_t>(k), {form.count});
    Value& place = at[form.placed[k]];
    place = e.Binary(Op::kSubtract, place, e.Broadcast(start, Shape::Array(kIndex, all), {0}));
  }
  return at;
}

// The update of each element, anything where it is not hit.
Value SpreadUpdates(ModuleEmitter& e, const Form& form, Value updates, const IdVector<Value>& at) {
  const Dims all = Joined(form.count, form.operand);
  const Shape shape = Shape::Array(e.shape(updates).element_type, all);
  const bool moves = std::any_of(form.placed.begin(), form.placed.end(), [&](size_t d) { return form.window[d] > 1; });
  if (!moves) {
    std::vector<int64_t> none(all.size(), 0), high = none, kept{0};
    Dims dims{form.count};
    for (size_t d = 0; d < form.operand.size(); ++d) {
      if (form.window[d] == 1) continue;
      high[d + 1] = form.operand[d] - form.window[d];
      kept.push_back(static_cast<int64_t>(d) + 1);
      dims.push_back(form.operand[d]);
    }
    return e.Broadcast(e.Reshape(Padded(e, updates, none, high), dims), shape, kept);
  }
  const std::vector<int64_t> strides = RowMajorStrides(form.window);
  Value offset = Numbers(e, all, 0);
  for (size_t d = 0; d < at.size(); ++d) {
    if (form.window[d] > 1) offset = e.Binary(Op::kAdd, offset, e.Binary(Op::kMultiply, at[d], Numbers(e, all, strides[d])));
  }
  Dims vectors = all;
  vectors.push_back(1);
  return e.Make(Op::kGather, shape, {e.Reshape(updates, {form.count, Product(form.window)}), e.Reshape(offset, vectors)},
                {{Attr::kOffsetDims, std::vector<int64_t>{}},
                 {Attr::kCollapsedSliceDims, std::vector<int64_t>{1}},
                 {Attr::kOperandBatchingDims, std::vector<int64_t>{0}},
                 {Attr::kStartIndicesBatchingDims, std::vector<int64_t>{0}},
                 {Attr::kStartIndexMap, std::vector<int64_t>{1}},
                 {Attr::kIndexVectorDim, static_cast<int64_t>(all.size())},
                 {Attr::kSliceSizes, std::vector<int64_t>{1, 1}}});
}

constexpr int64_t kMissed = 0, kHit = 1, kOperand = 2;

// (results so far…, unread), (operand or updates…, which).
int32_t VisitRegion(ModuleEmitter& outer, const Computation& combiner, const Form& form) {
  const size_t arrays = form.operands.size();
  IdVector<Shape> side, parameters;
  for (Value operand : form.operands) side.push_back(Shape::Scalar(outer.shape(operand).element_type));
  side.push_back(Shape::Scalar(kIndex));
  for (int twice = 0; twice < 2; ++twice) parameters.insert(parameters.end(), side.begin(), side.end());
  for (Value capture : form.captures) parameters.push_back(outer.shape(capture));
  return outer.Region(parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) {
    const Value which = p[2 * arrays + 1];
    const Value hit = e.Compare("EQ", which, Index(e, kHit)), begins = e.Compare("EQ", which, Index(e, kOperand));
    IdVector<Value> arguments = p, results;
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(2 * arrays) + 1);
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(arrays));
    const IdVector<Value> combined = InlineRegion(e, combiner, arguments);
    for (size_t k = 0; k < arrays; ++k) {
      const Value kept = e.Make(Op::kSelect, side[k], {hit, combined[k], p[k]});
      results.push_back(e.Make(Op::kSelect, side[k], {begins, p[arrays + 1 + k], kept}));
    }
    results.push_back(which);
    return results;
  });
}

IdVector<Value> Visit(ModuleEmitter& e, const Computation& combiner, const Form& form) {
  const Dims all = Joined(form.count, form.operand), one = Joined(1, form.operand);
  const IdVector<Value> at = WindowPlaces(e, form);
  const std::optional<Value> hit = Hits(e, form, at);
  const Value hits =
      hit ? e.Make(Op::kSelect, Shape::Array(kIndex, all), {*hit, Numbers(e, all, kHit), Numbers(e, all, kMissed)}) : Numbers(e, all, kHit);
  Instruction reduce;
  reduce.op = Op::kReduce;
  for (size_t k = 0; k < form.operands.size(); ++k) {
    reduce.shapes.push_back(e.shape(form.operands[k]));
    const Value spread = SpreadUpdates(e, form, form.updates[k], at);
    reduce.operands.push_back(Concatenated(e, {e.Reshape(form.operands[k], one), spread}, 0));
  }
  reduce.shapes.push_back(Shape::Array(kIndex, form.operand));
  reduce.operands.push_back(Concatenated(e, {Numbers(e, one, kOperand), hits}, 0));
  for (size_t k = 0; k <= form.operands.size(); ++k) reduce.operands.push_back(e.Splat(Shape::Scalar(reduce.shapes[k].element_type), 0));
  reduce.operands.insert(reduce.operands.end(), form.captures.begin(), form.captures.end());
  reduce.captures = form.captures.count();
  reduce.attributes[Attr::kDimensions] = std::vector<int64_t>{0};
  reduce.called = {VisitRegion(e, combiner, form)};
  const int32_t made = e.Add(std::move(reduce)).instruction;
  IdVector<Value> results;
  for (size_t k = 0; k < form.operands.size(); ++k) results.push_back({made, static_cast<int32_t>(k)});
  return results;
}

// ---- update by update ----

// For every update and placed dimension where its window is changed, brought inside the operand, then how far the start lies from there.
Value Places(ModuleEmitter& e, const Form& form) {
  const Shape shape = e.shape(form.starts);
  Literal last(Shape::Array(kIndex, {shape.dims[1]}));
  for (size_t k = 0; k < form.placed.size(); ++k) {
    last.SetInteger(static_cast<int64_t>(k), form.operand[form.placed[k]] - form.window[form.placed[k]]);
  }
  const Value limited = e.Binary(Op::kMinimum, form.starts, e.Broadcast(e.Constant(last), shape, {1}));
  const Value inside = e.Binary(Op::kMaximum, limited, Numbers(e, shape.dims, 0));
  return Concatenated(e, {inside, e.Binary(Op::kSubtract, inside, form.starts)}, 1);
}

struct Step {
  IdVector<Value> starts;                 // of the window that is changed
  std::vector<std::optional<Value>> shifts;  // per dimension: the update's element for place p is p + shift; nothing where it is p
  std::optional<Value> hit;                  // of the window's dims
};

Step StepAt(ModuleEmitter& e, const Form& form, Value places, Value t) {
  Step step{IdVector<Value>(form.operand.size(), Index(e, 0)), std::vector<std::optional<Value>>(form.operand.size()), {}};
  const int64_t placed = static_cast<int64_t>(form.placed.size());
  const Shape window = Shape::Array(kIndex, form.window);
  if (placed == 0) return step;
  const Value row = e.Make(Op::kDynamicSlice, Shape::Array(kIndex, {1, 2 * placed}), {places, t, Index(e, 0)},
                           {{Attr::kSliceSizes, std::vector<int64_t>{1, 2 * placed}}});
  for (int64_t k = 0; k < placed; ++k) {
    const size_t d = form.placed[k];
    step.starts[d] = Column(e, row, k, {});
    const Value shift = Column(e, row, placed + k, {});
    if (form.whole || form.window[d] == 1) {
      step.hit = And(e, step.hit, e.Broadcast(e.Compare("EQ", shift, Index(e, 0)), window, {}));
      continue;
    }
    step.shifts[d] = shift;
    const Value place = Iota(e, form.window, d);
    const Value at = e.Binary(Op::kAdd, place, e.Broadcast(shift, window, {}));
    step.hit = And(e, step.hit, e.Compare("GE", at, Numbers(e, form.window, 0)));
    step.hit = And(e, step.hit, e.Compare("LT", at, Numbers(e, form.window, form.window[d])));
  }
  return step;
}

// Update t, shifted to where the window is changed.
Value ShiftedUpdate(ModuleEmitter& e, const Form& form, const Step& step, Value updates, Value t) {
  const ElementType type = e.shape(updates).element_type;
  const size_t rank = form.window.size();
  const Dims one = Joined(1, form.window);
  IdVector<Value> starts(rank + 1, Index(e, 0));
  starts[0] = t;
  IdVector<Value> operands{updates};
  operands.insert(operands.end(), starts.begin(), starts.end());
  Value update = e.Make(Op::kDynamicSlice, Shape::Array(type, one), operands, {{Attr::kSliceSizes, one}});
  update = e.Reshape(update, form.window);
  std::vector<int64_t> margin(rank, 0);
  operands = {update};
  for (size_t d = 0; d < rank; ++d) {
    if (step.shifts[d]) margin[d] = form.window[d];
    operands.push_back(step.shifts[d] ? e.Binary(Op::kAdd, *step.shifts[d], Index(e, form.window[d])) : Index(e, 0));
  }
  operands[0] = Padded(e, update, margin, margin);
  if (operands[0] == update) return update;
  return e.Make(Op::kDynamicSlice, Shape::Array(type, form.window), operands, {{Attr::kSliceSizes, form.window}});
}

// One update applied to `arrays`. `form` holds values of the computation in which `e` appends.
IdVector<Value> Applied(ModuleEmitter& e, const Computation& combiner, const Form& form, Value places, Value t, IdVector<Value> arrays) {
  const Step step = StepAt(e, form, places, t);
  const size_t count = arrays.size();
  IdVector<Value> current, arguments;
  for (size_t k = 0; k < count; ++k) {
    IdVector<Value> operands{arrays[k]};
    operands.insert(operands.end(), step.starts.begin(), step.starts.end());
    const Shape window = Shape::Array(e.shape(arrays[k]).element_type, form.window);
    current.push_back(e.Make(Op::kDynamicSlice, window, operands, {{Attr::kSliceSizes, form.window}}));
  }
  arguments = current;
  for (Value updates : form.updates) arguments.push_back(ShiftedUpdate(e, form, step, updates, t));
  for (Value capture : form.captures) arguments.push_back(e.Broadcast(capture, Shape::Array(kIndex, form.window), {}));
  const IdVector<Value> combined = *ApplyRegion(e, combiner, arguments, form.window);
  for (size_t k = 0; k < count; ++k) {
    const Value next = step.hit ? e.Make(Op::kSelect, e.shape(current[k]), {*step.hit, combined[k], current[k]}) : combined[k];
    IdVector<Value> operands{arrays[k], next};
    operands.insert(operands.end(), step.starts.begin(), step.starts.end());
    arrays[k] = e.Make(Op::kDynamicUpdateSlice, e.shape(arrays[k]), operands);
  }
  return arrays;
}

IdVector<Value> UpdateByUpdate(ModuleEmitter& e, const Computation& combiner, const Form& form) {
  const Value places = form.placed.empty() ? Index(e, 0) : Places(e, form);
  IdVector<Value> arrays = form.operands;
  if (form.count <= kMostUnrolled) {
    for (int64_t t = 0; t < form.count; ++t) arrays = Applied(e, combiner, form, places, Index(e, t), arrays);
    return arrays;
  }
  IdVector<Value> invariant{places};
  invariant.insert(invariant.end(), form.updates.begin(), form.updates.end());
  invariant.insert(invariant.end(), form.captures.begin(), form.captures.end());
  return CountedLoop(e, form.count, arrays, invariant,
                     [&](ModuleEmitter& b, Value t, const IdVector<Value>& carried, const IdVector<Value>& given) {
                       Form inner = form;
                       const auto captures = given.begin() + 1 + static_cast<std::ptrdiff_t>(form.updates.size());
                       inner.updates.assign(given.begin() + 1, captures);
                       inner.captures.assign(captures, given.end());
                       return Applied(b, combiner, inner, given[0], t, carried);
                     });
}

// ---- rows ----

bool HasRows(const Form& form) {
  return form.operands.size() == 1 && !form.placed.empty() &&
         std::all_of(form.placed.begin(), form.placed.end(), [&](size_t d) { return form.window[d] == 1; });
}

Value RowScatter(ModuleEmitter& e, const Instruction& i, const Form& form) {
  Instruction rows = i;
  Dims updates{form.count};
  std::vector<int64_t> named, window;
  for (size_t d : form.placed) named.push_back(static_cast<int64_t>(d));
  for (size_t d = 0; d < form.window.size(); ++d) {
    if (Contains(named, d)) continue;
    updates.push_back(form.window[d]);
    window.push_back(static_cast<int64_t>(updates.size()) - 1);
  }
  rows.operands[1] = form.starts;
  rows.operands[2] = e.Reshape(form.updates[0], updates);
  rows.attributes[Attr::kScatterDimsToOperandDims] = named;
  std::sort(named.begin(), named.end());
  rows.attributes[Attr::kInsertedWindowDims] = named;
  rows.attributes[Attr::kUpdateWindowDims] = window;
  rows.attributes[Attr::kIndexVectorDim] = int64_t{1};
  rows.attributes.erase(Attr::kInputBatchingDims);
  rows.attributes.erase(Attr::kScatterIndicesBatchingDims);
  return e.Add(std::move(rows));
}

}  // namespace

Results ExpandScatter(const Module& module, ModuleEmitter& e, const Instruction& i, bool rows) {
  const size_t arrays = static_cast<size_t>(i.declared_operands() - 1) / 2;
  const Computation& combiner = module.computations[i.called[0]];
  if (!Fits(combiner, e, i, arrays)) return std::nullopt;
  const bool empty = Product(i.shapes[0].dims) == 0 || e.shape(i.operands[arrays + 1]).ElementCount() == 0;
  if (rows && !empty && IsRowScatter(e.computation(), i)) return std::nullopt;
  const Form form = FormOf(module, e, i, arrays);
  if (form.operands.empty() || Product(form.operand) == 0) {
    return IdVector<Value>(i.operands.begin(), i.operands.begin() + static_cast<std::ptrdiff_t>(arrays));
  }
  if (rows && HasRows(form)) return {{RowScatter(e, i, form)}};
  if (Product(form.operand) * (form.count + 1) <= kMostVisits) return Visit(e, combiner, form);
  return UpdateByUpdate(e, combiner, form);
}

}  // namespace mote
