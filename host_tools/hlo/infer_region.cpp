// Type rules of operations whose computation combines scalars: reduce, map, sort, scan; and the check of a reduction body.
#include <algorithm>
#include <cstdlib>

#include "hlo/infer.h"

namespace mote {
namespace {

std::string Name(const InferContext& c) { return c.Name(); }

// Parameters of the body without the captured values that follow them.
std::span<const Shape> BodyParameters(const InferContext& c, const Computation& body) {
  const size_t captures = c.instruction.captures;
  const size_t count = body.parameters.size() >= captures ? body.parameters.size() - captures : 0;
  return {body.parameters.data(), count};
}

// x may be stored into y: one class of types, and not wider. Floats of all widths convert into each other.
bool Promotable(const Shape& x, const Shape& y) {
  if (!x.IsArray() || !y.IsArray()) return false;
  if (IsQuantized(x) != IsQuantized(y)) return false;
  if (IsQuantized(x)) {
    return x.quantization->expressed == y.quantization->expressed && BitWidth(x.element_type) <= BitWidth(y.element_type);
  }
  const uint32_t a = TypeSetOf(x), b = TypeSetOf(y);
  if ((a & kTypeF) && (b & kTypeF)) return true;
  const uint32_t integers = kTypeI | kTypeP;
  const bool same_class = a == b || ((a & integers) && (b & integers));
  return same_class && BitWidth(x.element_type) <= BitWidth(y.element_type);
}

bool SameOrBothFloat(const Shape& a, const Shape& b) {
  return SameElementType(a, b) || ((TypeSetOf(a) & kTypeF) && (TypeSetOf(b) & kTypeF));
}

Status RequireEqualShapes(const InferContext& c, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    if (!ShapesAgree(c.operand(0), c.operand(i))) {
      return c.Fail(Rule::kShape, "the inputs of " + Name(c) + " must have one shape, but #0 is " + c.Show(c.operand(0)) + " and #" +
                                      std::to_string(i) + " is " + c.Show(c.operand(i)));
    }
  }
  return Ok();
}

Shape WithDims(const Shape& type_source, const Shape& dims_source) {
  Shape out = dims_source;
  out.element_type = type_source.element_type;
  out.quantization = type_source.quantization;
  return out;
}

}  // namespace

Inferred CheckReducer(const InferContext& c, const Computation& body, std::span<const Shape> inputs, std::span<const Shape> inits) {
  const size_t n = inputs.size();
  const std::span<const Shape> parameters = BodyParameters(c, body);
  const Shapes results = body.ResultShapes();
  const std::string whose = "the reduction computation of " + Name(c);
  if (parameters.size() != 2 * n) {
    return c.Fail(Rule::kSignature, whose + " must take " + std::to_string(2 * n) + " parameters, but takes " +
                                        std::to_string(parameters.size()) + ": " + c.Show(parameters));
  }
  Shapes accumulators = results;
  // In HLO text a computation of several values returns them as one tuple, which the frontend may leave in place.
  if (results.size() == 1 && results[0].IsTuple() && c.hlo()) accumulators = results[0].elements;
  if (accumulators.size() != n) {
    return c.Fail(Rule::kSignature, whose + " must return " + std::to_string(n) + " values, but returns " + c.Show(results));
  }
  for (size_t i = 0; i < n; ++i) {
    const std::string at = " at index " + std::to_string(i);
    const Shape& acc = accumulators[i];
    if (!acc.IsArray()) return c.Fail(Rule::kSignature, whose + " must return arrays, but returns " + c.Show(acc) + at);
    if (!parameters[i].IsArray() || !parameters[n + i].IsArray()) {
      return c.Fail(Rule::kSignature, whose + " must take arrays, but takes " + c.Show(parameters));
    }
    if (!ShapesAgree(acc, parameters[i]) || !SameElementType(acc, parameters[i])) {
      return c.Fail(Rule::kSignature, whose + " takes " + c.Show(parameters[i]) + at + ", but returns " + c.Show(acc));
    }
    if (!ShapesAgree(acc, parameters[n + i]) || !SameOrBothFloat(acc, parameters[n + i])) {
      return c.Fail(Rule::kSignature, whose + " takes " + c.Show(parameters[n + i]) + " at index " + std::to_string(n + i) +
                                          ", but returns " + c.Show(acc) + at);
    }
    if (!ShapesAgree(acc, inits[i])) {
      return c.Fail(Rule::kSignature, whose + " returns " + c.Show(acc) + at + ", but the initial value is " + c.Show(inits[i]));
    }
    if (!Promotable(inits[i], acc)) {
      return c.Fail(Rule::kSignature, "the initial value " + c.Show(inits[i]) + " does not convert to " + c.Show(acc) + ", which " + whose +
                                          " returns" + at);
    }
    if (!Promotable(inputs[i], parameters[n + i])) {
      return c.Fail(Rule::kSignature, "the input " + c.Show(inputs[i]) + " does not convert to " + c.Show(parameters[n + i]) + ", which " +
                                          whose + " takes at index " + std::to_string(n + i));
    }
    if (acc.rank() != 0) return c.Fail(Rule::kSignature, whose + " must work on scalars, but returns " + c.Show(acc) + at);
  }
  return accumulators;
}

Inferred InferReduce(const InferContext& c) {
  if (c.count() % 2 != 0) {
    return c.Fail(Rule::kArity, "reduce takes as many initial values as inputs, but has " + std::to_string(c.count()) + " operands");
  }
  const size_t n = c.count() / 2;
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  MOTE_CHECK_OK(RequireEqualShapes(c, n));
  const Shape& x = c.operand(0);
  const std::vector<int64_t>& dims = c.instruction.Ints(Attr::kDimensions);
  MOTE_CHECK_OK(CheckInRange(c, dims, x.rank(), "dimensions of reduce on " + c.Show(x)));
  MOTE_CHECK_OK(CheckUnique(c, dims, "dimensions of reduce"));
  MOTE_ASSIGN(const Shapes accumulators, CheckReducer(c, c.called(0), c.operands.subspan(0, n), c.operands.subspan(n, n)));
  Shapes out;
  for (size_t i = 0; i < n; ++i) {
    Shape reduced = WithTypeOf(Shape::Array(x.element_type, {}), accumulators[i]);
    for (size_t k = 0; k < x.dims.size(); ++k) {
      if (Contains(dims, static_cast<int64_t>(k))) continue;
      reduced.dims.push_back(x.dims[k]);
      reduced.bounded.push_back(x.IsBounded(k));
    }
    out.push_back(std::move(reduced));
  }
  return out;
}

Inferred InferMap(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  const Computation& body = c.called(0);
  const std::span<const Shape> parameters = BodyParameters(c, body);
  if (parameters.size() != c.count()) {
    return c.Fail(Rule::kSignature,
                  "the computation of map must take " + std::to_string(c.count()) + " scalars, but takes " + c.Show(parameters));
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].IsScalar()) {
      return c.Fail(Rule::kSignature,
                    "the computation of map must take scalars, but takes " + c.Show(parameters[i]) + " at index " + std::to_string(i));
    }
    if (!SameElementType(parameters[i], c.operand(i))) {
      return c.Fail(Rule::kSignature, "the computation of map takes " + c.Show(parameters[i]) + " at index " + std::to_string(i) +
                                          ", but the operand is " + c.Show(c.operand(i)));
    }
  }
  const Shapes results = body.ResultShapes();
  if (results.size() != 1) return c.Fail(Rule::kSignature, "the computation of map must return one value, but returns " + c.Show(results));
  if (!results[0].IsScalar()) {
    return c.Fail(Rule::kSignature, "the computation of map must return a scalar, but returns " + c.Show(results));
  }
  MOTE_CHECK_OK(RequireEqualShapes(c, c.count()));
  const std::vector<int64_t>& dims = c.instruction.Ints(Attr::kDimensions);
  bool ordered = dims.size() == c.operand(0).dims.size();
  for (size_t i = 0; ordered && i < dims.size(); ++i) ordered = dims[i] == static_cast<int64_t>(i);
  if (!ordered) {
    return c.Fail(Rule::kOrder, "dimensions of map must be all of " + c.Show(c.operand(0)) + " in order, but are " + Text(dims));
  }
  return Shapes{WithDims(results[0], c.operand(0))};
}

Inferred InferSort(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  MOTE_CHECK_OK(RequireEqualShapes(c, c.count()));
  const Shape& x = c.operand(0);
  const int64_t dim = c.instruction.Int(Attr::kDimension, -1), rank = x.rank();
  // Scalars are trivially sorted: their default dimension -1 is legal.
  const bool in_range = dim >= -rank && dim < rank;
  if (!in_range && !(rank == 0 && (dim == -1 || dim == 0))) {
    return c.Fail(Rule::kDimension,
                  "dimension of sort is " + Text(dim) + ", outside [" + Text(-rank) + ", " + Text(rank) + ") of " + c.Show(x));
  }
  const Computation& body = c.called(0);
  const std::span<const Shape> parameters = BodyParameters(c, body);
  if (parameters.size() != 2 * c.count()) {
    return c.Fail(Rule::kSignature,
                  "the comparator of sort must take " + std::to_string(2 * c.count()) + " scalars, but takes " + c.Show(parameters));
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Shape& operand = c.operand(i / 2);
    if (!parameters[i].IsScalar() || !SameElementType(parameters[i], operand)) {
      return c.Fail(Rule::kSignature, "parameter #" + std::to_string(i) + " of sort's comparator must be a scalar of the type of " +
                                          c.Show(operand) + ", but is " + c.Show(parameters[i]));
    }
  }
  const Shapes results = body.ResultShapes();
  if (results.size() != 1 || !results[0].IsScalar() || !IsPred(results[0].element_type)) {
    return c.Fail(Rule::kSignature, "the comparator of sort must return a pred scalar, but returns " + c.Show(results));
  }
  return Shapes(c.operands.begin(), c.operands.begin() + static_cast<std::ptrdiff_t>(c.count()));
}

// chlo.scan: inputs then carried values; the body takes slices of the inputs and the carries and returns slices of the outputs and carries.
// Inputs lose the scanned dimension in the body, carried values keep their type; the body gives one slice of each output, then the carried
// values.
Inferred InferScan(const InferContext& c) {
  const Computation& body = c.called(0);
  const std::span<const Shape> parameters = BodyParameters(c, body);
  const Shapes results = body.ResultShapes();
  const int64_t dim = c.instruction.Int(Attr::kDimension), carries = c.instruction.Int(Attr::kNumCarries);
  if (carries < 0 || carries > static_cast<int64_t>(std::min(c.count(), results.size()))) {
    return c.Fail(Rule::kSignature, "scan carries " + Text(carries) + " values, but has " + std::to_string(c.count()) +
                                        " operands and a body that returns " + c.Show(results));
  }
  if (parameters.size() != c.count()) {
    return c.Fail(Rule::kSignature, "the body of scan must take " + std::to_string(c.count()) + " values, but takes " + c.Show(parameters));
  }
  const auto stated = c.instruction.extra.find("scan_dim_size");
  const size_t inputs = c.count() - static_cast<size_t>(carries), outputs = results.size() - static_cast<size_t>(carries);
  int64_t length = kDynamic;
  for (size_t i = 0; i < c.count(); ++i) {
    const Shape& x = c.operand(i);
    MOTE_CHECK_OK(RequireArray(c, x, "operand #" + std::to_string(i) + " of scan"));
    Shape expected = x;
    if (i < inputs) {
      MOTE_CHECK_OK(CheckInRange(c, dim, x.rank(), "dimension of scan on " + c.Show(x)));
      expected.dims.erase(expected.dims.begin() + static_cast<std::ptrdiff_t>(dim));
      expected.bounded.clear();
    }
    if (!TypesAgree(expected, parameters[i])) {
      return c.Fail(Rule::kSignature,
                    "operand #" + std::to_string(i) + " of scan is " + c.Show(x) + ", but its body takes " + c.Show(parameters[i]));
    }
    if (i >= inputs) continue;
    const int64_t size = x.dims[dim];
    if (stated != c.instruction.extra.end() && size != kDynamic && std::strtoll(stated->second.c_str(), nullptr, 10) != size) {
      return c.Fail(Rule::kShape, "scan_dim_size is " + stated->second + ", but operand #" + std::to_string(i) + " is " + c.Show(x));
    }
    if (length != kDynamic && size != kDynamic && length != size) {
      return c.Fail(Rule::kSize,
                    "the inputs of scan have " + Text(length) + " and " + Text(size) + " elements along dimension " + Text(dim));
    }
    if (size != kDynamic) length = size;
  }
  Shapes out = results;
  for (size_t i = 0; i < outputs; ++i) {
    MOTE_CHECK_OK(RequireArray(c, out[i], "result #" + std::to_string(i) + " of the body of scan"));
    MOTE_CHECK_OK(CheckInRange(c, dim, out[i].rank() + 1, "dimension of scan for " + c.Show(out[i])));
    out[i].dims.insert(out[i].dims.begin() + static_cast<std::ptrdiff_t>(dim), length);
    out[i].bounded.clear();
  }
  return out;
}

}  // namespace mote
