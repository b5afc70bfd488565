// The builder's core: instructions, implicit broadcasting (OPS.md section 4), and how computations become regions.
#include "hlo/builder.h"

#include <algorithm>

#include "hlo/infer.h"

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
    const size_t index = static_cast<size_t>(operand.value.instruction);
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
  module_.entry = static_cast<int32_t>(module_.computations.size()) - 1;
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
  const int32_t offset = static_cast<int32_t>(module_.computations.size());
  for (const Computation& computation : program.computations) {
    Computation& copy = module_.computations.emplace_back(computation);
    copy.is_public = false;
    copy.name = "region_" + std::to_string(module_.computations.size());
    for (Instruction& instruction : copy.instructions) {
      for (int32_t& called : instruction.called) called += offset;
    }
  }
  Computation& entry = module_.computations[static_cast<size_t>(offset + program.entry)];
  const bool tuple = splits_tuple && entry.results.size() == 1 && entry.at(entry.results[0]).op == Op::kTuple;
  if (tuple) {
    const std::vector<Value> elements = entry.at(entry.results[0]).operands;
    entry.results = elements;
  }
  return offset + program.entry;
}

Operands Builder::Emit(Op op, const Operands& operands, Attributes attributes, const std::vector<Shape>& declared, const std::vector<Region>& regions) {
  if (!Usable(operands)) return {};
  Instruction instruction;
  instruction.op = op;
  instruction.attributes = std::move(attributes);
  std::vector<Shape> shapes;
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
  const int32_t index = static_cast<int32_t>(computation_.instructions.size());
  Operands results;
  for (size_t i = 0; i < instruction.shapes.size(); ++i) results.push_back({{index, static_cast<int32_t>(i)}});
  computation_.instructions.push_back(std::move(instruction));
  return results;
}

Operand Builder::EmitOne(Op op, const Operands& operands, Attributes attributes, const std::vector<Shape>& declared, const std::vector<Region>& regions) {
  const Operands results = Emit(op, operands, std::move(attributes), declared, regions);
  return results.empty() ? Operand() : results[0];
}

// Degenerate broadcasting of x, of the same rank as `dims`: sizes of 1 are dropped by a reshape and come back by a broadcast.
Operand Builder::Stretch(Operand x, const Dims& dims) {
  const Shape& from = shape(x);
  if (from.dims == dims) return x;
  Dims kept;
  Ints mapping;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (from.dims[i] != dims[i]) continue;
    kept.push_back(dims[i]);
    mapping.push_back(static_cast<int64_t>(i));
  }
  const ElementType type = from.element_type;
  const Operand dropped = kept.size() == from.dims.size() ? x : EmitOne(Op::kReshape, {x}, {}, {Shape::Array(type, kept)});
  return EmitOne(Op::kBroadcastInDim, {dropped}, {{Attr::kBroadcastDimensions, mapping}}, {Shape::Array(type, dims)});
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
  } else {
    Operand* smaller = left < right ? l : r;
    const Shape larger = shape(left < right ? *r : *l), small = shape(*smaller);
    if (dims.empty() && small.rank() > 0) {
      Fail(Rule::kRank, both + ": the ranks differ and no broadcast_dimensions are given");
      return false;
    }
    if (dims.size() != static_cast<size_t>(small.rank())) {
      Fail(Rule::kCount, both + ": broadcast_dimensions " + Text(dims) + " must have one entry per dimension of the smaller operand");
      return false;
    }
    Dims intermediate = larger.dims;
    for (size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] < 0 || dims[i] >= larger.rank()) {
        Fail(Rule::kDimension, both + ": broadcast_dimensions " + Text(dims) + " names a dimension outside [0, " + std::to_string(larger.rank()) + ")");
        return false;
      }
      if (i > 0 && dims[i] <= dims[i - 1]) {
        Fail(Rule::kOrder, both + ": broadcast_dimensions " + Text(dims) + " must be strictly increasing");
        return false;
      }
      const int64_t size = small.dims[i], target = larger.dims[static_cast<size_t>(dims[i])];
      if (size != target && size != 1 && target != 1) {
        Fail(Rule::kShape, both + ": dimension " + std::to_string(i) + " of size " + Text(size) + " meets one of size " + Text(target));
        return false;
      }
      intermediate[static_cast<size_t>(dims[i])] = size;
    }
    *smaller = EmitOne(Op::kBroadcastInDim, {*smaller}, {{Attr::kBroadcastDimensions, dims}}, {Shape::Array(small.element_type, intermediate)});
    if (error_) return false;
  }
  Dims result = shape(*l).dims;
  for (size_t i = 0; i < result.size(); ++i) {
    const int64_t a = shape(*l).dims[i], b = shape(*r).dims[i];
    if (a != b && a != 1 && b != 1) {
      Fail(Rule::kShape, both + ": dimension " + std::to_string(i) + " has the sizes " + Text(a) + " and " + Text(b));
      return false;
    }
    result[i] = a == 1 ? b : a;
  }
  if (!shape(*l).IsStatic() || !shape(*r).IsStatic()) return true;  // run-time sizes agree or the operation's own rule says so
  *l = Stretch(*l, result);
  *r = Stretch(*r, result);
  return !error_;
}

Operand Builder::Binary(Op op, Operand l, Operand r, const Ints& dims, Attributes attributes) {
  if (!Usable({l, r}) || !ImplicitBroadcast(op, &l, &r, dims)) return {};
  return EmitOne(op, {l, r}, std::move(attributes));
}

Operand Builder::Compare(const char* direction, bool total_order, Operand l, Operand r, const Ints& dims) {
  Attributes attributes = {{Attr::kComparisonDirection, std::string(direction)}};
  if (total_order) attributes[Attr::kCompareType] = std::string("TOTALORDER");
  return Binary(Op::kCompare, l, r, dims, std::move(attributes));
}

}  // namespace mote
