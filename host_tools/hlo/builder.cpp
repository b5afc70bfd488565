// The builder's core: instructions, implicit broadcasting (OPS.md section 4), and how computations become regions.
#include "hlo/builder.h"

#include <algorithm>

#include "hlo/infer.h"
#include "hlo/print_text.h"

namespace mote {

Builder::Builder(std::string name) {
  computation_.name = "main";
  computation_.is_public = true;
  module_.name = std::move(name);
}

Module Builder::Scalar(Op op, ElementType type) {
  Builder b("scalar");
  const Operand x = b.Parameter(0, Shape::Scalar(type)), y = b.Parameter(1, Shape::Scalar(type));
  Result<Module> module = b.Build(b.Plain(op, {x, y}));
  return module.ok() ? *std::move(module) : Module();
}

const Shape& Builder::shape(Operand x) const { return computation_.shape(x.value); }

Operand Builder::Fail(Rule rule, const std::string& text) {
  if (!error_) error_ = Error(rule, text);
  return {};
}

// No earlier error, and every operand came from this builder. An invalid operand without an error is the caller's own slip.
bool Builder::Usable(const Operands& operands) {
  if (error_) return false;
  for (const Operand& operand : operands) {
    const size_t index = operand.value.instruction;
    const bool known = operand.valid() && index < computation_.instructions.size() && operand.value.result >= 0 &&
                       static_cast<size_t>(operand.value.result) < computation_.instructions[index].shapes.size();
    if (!known) {
      Fail(Rule::kArity, "an operand is not a value of this builder");
      return false;
    }
  }
  return true;
}

bool Builder::IsArray(Operand x) {
  if (!Usable({x})) return false;
  if (!shape(x).IsArray()) Fail(Rule::kArray, "expected an array, not " + ToString(shape(x)));
  return !error_;
}

Result<Module> Builder::Build(const Operands& roots) {
  if (error_) return *error_;
  if (!Usable(roots)) return *error_;
  for (const Operand& root : roots) computation_.results.push_back(root.value);
  module_.computations.push_back(std::move(computation_));
  module_.entry = module_.computations.count() - 1;
  computation_ = Computation();
  Fail(Rule::kArity, "the builder was built already");
  return std::move(module_);
}

// A copy of the program's computations; a region belongs to one instruction.
int32_t Builder::Import(const Module& program, bool splits_tuple) {
  if (program.entry < 0) {
    Fail(Rule::kSignature, "the computation is empty: it may not have been built");
    return -1;
  }
  const int32_t offset = module_.computations.count();
  for (const Computation& computation : program.computations) {
    Computation& copy = module_.computations.emplace_back(computation);
    copy.is_public = false;
    copy.name = "region_" + std::to_string(module_.computations.size());
    for (Instruction& instruction : copy.instructions) {
      for (int32_t& called : instruction.called) called += offset;
    }
  }
  Computation& entry = module_.computations[offset + program.entry];
  const bool tuple = splits_tuple && entry.results.size() == 1 && entry.at(entry.results[0]).op == Op::kTuple;
  if (tuple) {
    const IdVector<Value> elements = entry.at(entry.results[0]).operands;
    entry.results = elements;
  }
  return offset + program.entry;
}

Operands Builder::Emit(Op op, const Operands& operands, Attributes attributes, const IdVector<Shape>& declared,
                       const std::vector<Region>& regions) {
  if (!Usable(operands)) return {};
  Instruction instruction;
  instruction.op = op;
  instruction.attributes = std::move(attributes);
  IdVector<Shape> shapes;
  for (const Operand& operand : operands) {
    instruction.operands.push_back(operand.value);
    shapes.push_back(shape(operand));
  }
  for (const Region& region : regions) {
    instruction.called.push_back(Import(*region.computation, region.splits_tuple));
    if (error_) return {};
  }
  Inferred inferred = InferInContext({module_, instruction, shapes, declared, &computation_});
  if (!inferred.ok()) {
    error_ = inferred.error();
    return {};
  }
  // What was declared but follows otherwise is a wrong result, as in a source.
  for (size_t i = 0; i < declared.size() && i < inferred->size(); ++i) {
    if (TypesAgree(declared[i], (*inferred)[i])) continue;
    Fail(Rule::kResult, std::string(OpName(op)) + " gives " + ToString((*inferred)[i]) + ", not " + ToString(declared[i]));
    return {};
  }
  instruction.shapes = *std::move(inferred);
  const int32_t index = computation_.instructions.count();
  Operands results;
  for (size_t i = 0; i < instruction.shapes.size(); ++i) results.push_back({{index, static_cast<int32_t>(i)}});
  computation_.instructions.push_back(std::move(instruction));
  return results;
}

Operand Builder::EmitOne(Op op, const Operands& operands, Attributes attributes, const IdVector<Shape>& declared,
                         const std::vector<Region>& regions) {
  const Operands results = Emit(op, operands, std::move(attributes), declared, regions);
  return results.empty() ? Operand() : results[0];
}

// The run-time sizes as a vector of s32, for operations that take their result's shape as a value.
Operand Builder::RunTimeSizes(const std::vector<Extent>& extents) {
  Operands sizes;
  for (const Extent& extent : extents) sizes.push_back(Reshape(GetDimensionSize(extent.x, extent.dimension), {1}));
  return ConcatInDim(sizes, 0);
}

// x into `target`'s sizes. A size that only run time knows is that of the extent.
Operand Builder::BroadcastLike(Operand x, const Ints& mapping, const Shape& target, const std::vector<Extent>& extents) {
  const Shape typed = WithTypeOf(target, shape(x));
  const bool bounds = std::find(target.dims.begin(), target.dims.end(), kDynamic) == target.dims.end() && shape(x).IsStatic();
  if (!bounds) return DynamicBroadcastInDim(x, RunTimeSizes(extents), mapping, typed);
  Shape whole = typed;
  whole.bounded.clear();
  Operand out = EmitOne(Op::kBroadcastInDim, {x}, {{Attr::kBroadcastDimensions, mapping}}, {whole});
  for (size_t i = 0; i < target.dims.size(); ++i) {
    if (target.IsBounded(i)) out = SetDimensionSize(out, GetDimensionSize(extents[i].x, extents[i].dimension), static_cast<int64_t>(i));
  }
  return out;
}

namespace {

bool IsOne(const Shape& shape, size_t dim) { return shape.dims[dim] == 1 && !shape.IsBounded(dim); }

}  // namespace

// Degenerate broadcasting of x against `other`, of the same rank: sizes of 1 are dropped by a reshape and come back by a broadcast.
Operand Builder::Stretch(Operand x, Operand other) {
  const Shape from = shape(x), beside = shape(other);
  Shape target = from;
  target.bounded.resize(from.dims.size());
  std::vector<Extent> extents;
  Dims kept;
  Ints mapping;
  for (size_t i = 0; i < from.dims.size(); ++i) {
    const int64_t dim = static_cast<int64_t>(i);
    const bool grows = IsOne(from, i) && !IsOne(beside, i);
    extents.push_back({grows ? other : x, dim});
    if (grows) {
      target.dims[i] = beside.dims[i];
      target.bounded[i] = beside.IsBounded(i);
      continue;
    }
    kept.push_back(from.dims[i]);
    mapping.push_back(dim);
  }
  if (kept.size() == from.dims.size()) return x;
  if (!from.IsStatic()) {  // a reshape states its sizes: the dynamic form stretches ones itself
    Ints identity(from.dims.size());
    for (size_t i = 0; i < identity.size(); ++i) identity[i] = static_cast<int64_t>(i);
    return BroadcastLike(x, identity, target, extents);
  }
  return BroadcastLike(Reshape(x, kept), mapping, target, extents);
}

// Different ranks: the smaller operand goes where broadcast_dimensions say, keeping its sizes; the larger one's other dimensions are added.
bool Builder::MapSmaller(const std::string& both, Operand* smaller, Operand larger, const Ints& dims) {
  const Shape large = shape(larger), small = shape(*smaller);
  if (dims.empty() && small.rank() > 0) {
    Fail(Rule::kRank, both + ": the ranks differ and no broadcast_dimensions are given");
    return false;
  }
  if (dims.size() != static_cast<size_t>(small.rank())) {
    Fail(Rule::kCount, both + ": broadcast_dimensions " + Text(dims) + " must have one entry per dimension of the smaller operand");
    return false;
  }
  Shape intermediate = large;
  intermediate.bounded.resize(large.dims.size());
  std::vector<Extent> extents;
  for (size_t i = 0; i < large.dims.size(); ++i) extents.push_back({larger, static_cast<int64_t>(i)});
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= large.rank()) {
      Fail(Rule::kDimension,
           both + ": broadcast_dimensions " + Text(dims) + " names a dimension outside [0, " + std::to_string(large.rank()) + ")");
      return false;
    }
    if (i > 0 && dims[i] <= dims[i - 1]) {
      Fail(Rule::kOrder, both + ": broadcast_dimensions " + Text(dims) + " must be strictly increasing");
      return false;
    }
    const size_t to = dims[i];
    if (!DimsAgree(small, i, large, to) && !IsOne(small, i) && !IsOne(large, to)) {
      Fail(Rule::kShape, both + ": dimension " + std::to_string(i) + " of size " + DimText(small.dims[i]) + " meets one of size " +
                             DimText(large.dims[to]));
      return false;
    }
    intermediate.dims[to] = small.dims[i];
    intermediate.bounded[to] = small.IsBounded(i);
    extents[to] = {*smaller, static_cast<int64_t>(i)};
  }
  *smaller = BroadcastLike(*smaller, dims, intermediate, extents);
  return !error_;
}

bool Builder::ImplicitBroadcast(Op op, Operand* l, Operand* r, const Ints& dims) {
  if (!IsArray(*l) || !IsArray(*r)) return false;
  const std::string both = std::string(OpName(op)) + " of " + ToString(shape(*l)) + " and " + ToString(shape(*r));
  if (shape(*l).element_type != shape(*r).element_type) {
    Fail(Rule::kElementMix, both + ": the element types differ");
    return false;
  }
  const int left = shape(*l).rank(), right = shape(*r).rank();
  if (left == right) {
    // The identity may be stated.
    bool identity = dims.empty() || dims.size() == static_cast<size_t>(left);
    for (size_t i = 0; identity && i < dims.size(); ++i) identity = dims[i] == static_cast<int64_t>(i);
    if (!identity) {
      Fail(Rule::kOrder, both + ": between equal ranks broadcast_dimensions must be empty or 0, 1, …, but is " + Text(dims));
      return false;
    }
  } else if (!MapSmaller(both, left < right ? l : r, left < right ? *r : *l, dims)) {
    return false;
  }
  const Shape a = shape(*l), b = shape(*r);
  for (size_t i = 0; i < a.dims.size(); ++i) {
    if (DimsAgree(a, i, b, i) || IsOne(a, i) || IsOne(b, i)) continue;
    Fail(Rule::kShape, both + ": dimension " + std::to_string(i) + " has the sizes " + DimText(a.dims[i]) + " and " + DimText(b.dims[i]));
    return false;
  }
  const Operand left_before = *l;
  *l = Stretch(*l, *r);
  *r = Stretch(*r, left_before);
  return !error_;
}

Operand Builder::Binary(Op op, Operand l, Operand r, const Ints& dims, Attributes attributes) {
  if (!Usable({l, r}) || !ImplicitBroadcast(op, &l, &r, dims)) return {};
  // The result of quantized operands could have any scale: that of the first is taken.
  IdVector<Shape> declared;
  if (IsQuantized(shape(l)) && op != Op::kCompare) declared.push_back(WithTypeOf(Merge(shape(l), shape(r)), shape(l)));
  return EmitOne(op, {l, r}, std::move(attributes), declared);
}

Operand Builder::Compare(Operand l, Operand r, const Ints& dims, Direction direction, Comparison comparison) {
  static constexpr const char* kNames[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  Attributes attributes = {{Attr::kComparisonDirection, std::string(kNames[static_cast<size_t>(direction)])}};
  if (comparison == Comparison::kTotalOrder) attributes[Attr::kCompareType] = std::string("TOTALORDER");
  return Binary(Op::kCompare, l, r, dims, std::move(attributes));
}

Operand Builder::Function(Op op, Operand x, const ResultAccuracy& accuracy) {
  if (accuracy.mode == ResultAccuracy::Mode::kDefault) return EmitOne(op, {x});
  const auto real = [](double value) { return FloatText(ElementType::kF64, value, EncodeFloat(ElementType::kF64, value)); };
  const std::string mode = accuracy.mode == ResultAccuracy::Mode::kHighest ? "HIGHEST" : "TOLERANCE";
  return EmitOne(op, {x},
                 {{Attr::kResultAccuracy, "#stablehlo.result_accuracy<atol = " + real(accuracy.absolute) +
                                              ", rtol = " + real(accuracy.relative) + ", ulps = " + std::to_string(accuracy.ulps) +
                                              ", mode = #stablehlo.result_accuracy_mode<" + mode + ">>"}});
}

Operand Builder::Select(Operand predicate, Operand on_true, Operand on_false) {
  if (!Usable({predicate, on_true, on_false})) return {};
  if (!shape(on_true).IsTuple() || !shape(on_false).IsTuple()) {
    Operands operands = {predicate, on_true, on_false};
    for (const Operand& operand : operands) {
      if (!IsArray(operand)) return {};
    }
    const auto array = std::find_if(operands.begin(), operands.end(), [&](Operand x) { return !shape(x).IsScalar(); });
    if (array == operands.end()) return EmitOne(Op::kSelect, operands);
    const Operand like = *array;
    std::vector<Extent> extents;
    for (int64_t i = 0; i < shape(like).rank(); ++i) extents.push_back({like, i});
    for (size_t i = 1; i < operands.size(); ++i) {  // the operation itself takes a scalar predicate
      if (shape(operands[i]).IsScalar()) operands[i] = BroadcastLike(operands[i], {}, shape(like), extents);
    }
    return EmitOne(Op::kSelect, operands);
  }
  if (shape(on_true).elements.size() != shape(on_false).elements.size()) {
    return Fail(Rule::kShape, "select of " + ToString(shape(on_true)) + " and " + ToString(shape(on_false)));
  }
  Operands leaves;
  for (size_t i = 0; i < shape(on_true).elements.size() && !error_; ++i) {
    const int64_t index = static_cast<int64_t>(i);
    leaves.push_back(Select(predicate, GetTupleElement(on_true, index), GetTupleElement(on_false, index)));
  }
  return Tuple(leaves);
}

}  // namespace mote
