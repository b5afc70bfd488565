// Type rules of products and linear algebra: dot, dot_general, cholesky, triangular_solve, fft, batch norm (OPS.md 2.4).
#include <algorithm>

#include "hlo/dot_algorithm.h"
#include "hlo/infer.h"

namespace mote {
namespace {

struct DotDims {
  const std::vector<int64_t>&lhs_batch, &rhs_batch, &lhs_contracting, &rhs_contracting;
};

DotDims DimsOf(const Instruction& i) {
  return {i.Ints(Attr::kLhsBatchingDimensions), i.Ints(Attr::kRhsBatchingDimensions), i.Ints(Attr::kLhsContractingDimensions),
          i.Ints(Attr::kRhsContractingDimensions)};
}

Status CheckSide(const InferContext& c, const std::vector<int64_t>& batch, const std::vector<int64_t>& contracting, const Shape& shape,
                 const std::string& side) {
  std::vector<int64_t> all = batch;
  all.insert(all.end(), contracting.begin(), contracting.end());
  MOTE_CHECK_OK(CheckUnique(c, all, side + "_batching_dimensions and " + side + "_contracting_dimensions together"));
  MOTE_CHECK_OK(CheckInRange(c, batch, shape.rank(), side + "_batching_dimensions for " + c.Show(shape)));
  return CheckInRange(c, contracting, shape.rank(), side + "_contracting_dimensions for " + c.Show(shape));
}

Status CheckPairs(const InferContext& c, const std::vector<int64_t>& left, const std::vector<int64_t>& right, const char* what) {
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  for (size_t i = 0; i < left.size(); ++i) {
    const size_t a = left[i], b = right[i];
    if (!DimsAgree(lhs, a, rhs, b)) {
      return c.Fail(Rule::kShape, std::string(what) + " sizes differ: dimension " + std::to_string(a) + " of " + c.Show(lhs) + " and " +
                                      std::to_string(b) + " of " + c.Show(rhs));
    }
  }
  return Ok();
}

Status CheckDotDims(const InferContext& c, const DotDims& d) {
  if (d.lhs_batch.size() != d.rhs_batch.size()) {
    return c.Fail(Rule::kCount,
                  "lhs and rhs must have equally many batching dimensions, but have " + Text(d.lhs_batch) + " and " + Text(d.rhs_batch));
  }
  if (d.lhs_contracting.size() != d.rhs_contracting.size()) {
    return c.Fail(Rule::kCount, "lhs and rhs must have equally many contracting dimensions, but have " + Text(d.lhs_contracting) + " and " +
                                    Text(d.rhs_contracting));
  }
  MOTE_CHECK_OK(CheckSide(c, d.lhs_batch, d.lhs_contracting, c.operand(0), "lhs"));
  MOTE_CHECK_OK(CheckSide(c, d.rhs_batch, d.rhs_contracting, c.operand(1), "rhs"));
  MOTE_CHECK_OK(CheckPairs(c, d.lhs_batch, d.rhs_batch, "batching"));
  return CheckPairs(c, d.lhs_contracting, d.rhs_contracting, "contracting");
}

void AppendFree(Shape* out, const Shape& x, const std::vector<int64_t>& batch, const std::vector<int64_t>& contracting) {
  for (size_t i = 0; i < x.dims.size(); ++i) {
    const int64_t dim = static_cast<int64_t>(i);
    if (Contains(batch, dim) || Contains(contracting, dim)) continue;
    out->dims.push_back(x.dims[i]);
    out->bounded.push_back(x.IsBounded(i));
  }
}

Shape DotShape(const InferContext& c, const DotDims& d) {
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  Shape out = WithTypeOf(Shape::Array(lhs.element_type, {}), lhs);
  for (int64_t dim : d.lhs_batch) {
    out.dims.push_back(lhs.dims[dim]);
    out.bounded.push_back(lhs.IsBounded(dim));
  }
  AppendFree(&out, lhs, d.lhs_batch, d.lhs_contracting);
  AppendFree(&out, rhs, d.rhs_batch, d.rhs_contracting);
  return out;
}

// The element type of a product: stated, because it may be wider than the operands' (preferred_element_type), else the operands'.
Inferred ProductResult(const InferContext& c, const Shape& shape) {
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  const bool quantized = IsQuantized(lhs) || IsQuantized(rhs);
  if (c.declared.empty()) {
    if (quantized) return Declared(c).errors();
    MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
    return Shapes{shape};
  }
  const Shape& result = c.declared[0];
  MOTE_CHECK_OK(RequireArray(c, result, "the result"));
  if (quantized || IsQuantized(result)) return Shapes{WithTypeOf(shape, result)};
  const bool narrower_integer = IsInteger(lhs.element_type) && IsInteger(rhs.element_type) && IsInteger(result.element_type) &&
                                BitWidth(result.element_type) < std::max(BitWidth(lhs.element_type), BitWidth(rhs.element_type));
  if (narrower_integer) {
    return c.Fail(Rule::kElementType,
                  "the product of " + c.Show(lhs) + " and " + c.Show(rhs) + " cannot be narrower, but is " + c.Show(result));
  }
  return Shapes{WithTypeOf(shape, result)};
}

Status CheckDotPrecision(const InferContext& c) {
  MOTE_CHECK_OK(CheckPrecisionConfig(c));
  const std::string& algorithm = c.instruction.Text(Attr::kDotAlgorithm);
  if (algorithm.empty() || c.hlo()) return Ok();
  const auto found = c.instruction.attributes.find(Attr::kPrecisionConfig);
  const auto* config = found == c.instruction.attributes.end() ? nullptr : std::get_if<std::vector<std::string>>(&found->second);
  for (size_t i = 0; config != nullptr && i < config->size(); ++i) {
    if ((*config)[i] == "DEFAULT") continue;
    return c.Fail(Rule::kAttribute, "precision_config must be DEFAULT when an algorithm is stated, but holds " + (*config)[i]);
  }
  if (Status status = CheckDotAlgorithm(algorithm); !status.ok()) return c.Fail(status.error().rule, status.error().text);
  return Ok();
}

Status CheckQuantizedDot(const InferContext& c, const DotDims& d, const Shape& result) {
  const Shape& rhs = c.operand(1);
  if (IsQuantized(rhs)) {
    for (int64_t zero_point : rhs.quantization->zero_points) {
      if (zero_point != 0) return c.Fail(Rule::kElementType, "the zero point of rhs must be 0, but rhs is " + c.Show(rhs));
    }
    if (IsPerAxis(rhs) && Contains(d.rhs_contracting, rhs.quantization->axis)) {
      return c.Fail(Rule::kElementType,
                    "rhs cannot be quantized along a contracting dimension: " + c.Show(rhs) + ", contracting " + Text(d.rhs_contracting));
    }
  }
  return CheckQuantizedProduct(c, c.operand(0), rhs, result);
}

}  // namespace

Inferred InferDotGeneral(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeAll));
  const DotDims d = DimsOf(c.instruction);
  MOTE_CHECK_OK(CheckDotDims(c, d));
  MOTE_CHECK_OK(CheckDotPrecision(c));
  if (!c.declared.empty() && (IsQuantized(c.operand(0)) || IsQuantized(c.operand(1)) || IsQuantized(c.declared[0]))) {
    MOTE_CHECK_OK(CheckQuantizedDot(c, d, c.declared[0]));
  }
  return ProductResult(c, DotShape(c, d));
}

Inferred InferDot(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeAll));
  MOTE_CHECK_OK(CheckDotPrecision(c));
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  if (!IsQuantized(lhs) && !IsQuantized(rhs)) MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  const auto vector_or_matrix = [](const Shape& s) { return s.rank() == 1 || s.rank() == 2; };
  if (!vector_or_matrix(lhs) || !vector_or_matrix(rhs)) {
    return c.Fail(Rule::kRank, "dot takes vectors and matrices, got " + c.Show(lhs) + " and " + c.Show(rhs));
  }
  const std::vector<int64_t> none, last = {lhs.rank() - 1}, first = {0};
  const DotDims d{none, none, last, first};
  MOTE_CHECK_OK(CheckPairs(c, last, first, "contracting"));
  return ProductResult(c, DotShape(c, d));
}

Inferred InferRaggedDot(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeA));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeA));
  MOTE_CHECK_OK(RequireType(c, 2, kTypeI));
  const Shape &lhs = c.operand(0), &rhs = c.operand(1), &sizes = c.operand(2);
  const DotDims d = DimsOf(c.instruction);
  const std::vector<int64_t>&ragged = c.instruction.Ints(Attr::kRaggedDims), &group = c.instruction.Ints(Attr::kGroupDims);
  if (ragged.size() != 1) return c.Fail(Rule::kCount, "ragged_dot needs exactly one ragged dimension, but has " + Text(ragged));
  MOTE_CHECK_OK(CheckInRange(c, ragged, lhs.rank(), "lhs_ragged_dimensions for " + c.Show(lhs)));
  MOTE_CHECK_OK(CheckInRange(c, group, rhs.rank(), "rhs_group_dimensions for " + c.Show(rhs)));
  std::vector<int64_t> group_and_batch = group, group_and_contracting = group;
  group_and_batch.insert(group_and_batch.end(), d.rhs_batch.begin(), d.rhs_batch.end());
  group_and_contracting.insert(group_and_contracting.end(), d.rhs_contracting.begin(), d.rhs_contracting.end());
  MOTE_CHECK_OK(CheckUnique(c, group_and_batch, "rhs_group_dimensions and rhs_batching_dimensions together"));
  MOTE_CHECK_OK(CheckUnique(c, group_and_contracting, "rhs_group_dimensions and rhs_contracting_dimensions together"));
  MOTE_CHECK_OK(CheckDotDims(c, d));
  const bool free = !Contains(d.lhs_batch, ragged[0]) && !Contains(d.lhs_contracting, ragged[0]);
  const bool contracting = Contains(d.lhs_contracting, ragged[0]);
  if (group.size() != (free ? 1u : 0u)) {
    return c.Fail(Rule::kCount, std::string("ragged_dot needs ") + (free ? "one group dimension" : "no group dimension") +
                                    " in rhs for this ragged dimension, but has " + Text(group));
  }
  if (sizes.rank() == 0) return c.Fail(Rule::kRank, "group_sizes must have at least one dimension, but is " + c.Show(sizes));
  const int64_t groups = sizes.dims.back();
  if (free && !DimsAgree(rhs, group[0], sizes, sizes.dims.size() - 1)) {
    return c.Fail(Rule::kShape, "rhs has " + DimText(rhs.dims[group[0]]) + " groups, but group_sizes has " +
                                    DimText(groups) + ": " + c.Show(rhs) + " and " + c.Show(sizes));
  }
  // group_sizes: [g], or one row per element of the batching dimensions (as listed, up to the ragged one) and of the contracting or free
  // ones before it.
  if (sizes.rank() > 1) {
    Dims prefix;
    const auto add_until_ragged = [&](const std::vector<int64_t>& dims) {
      for (int64_t dim : dims) {
        if (dim == ragged[0]) break;
        prefix.push_back(lhs.dims[dim]);
      }
    };
    add_until_ragged(d.lhs_batch);
    if (contracting) add_until_ragged(d.lhs_contracting);
    for (int64_t dim = 0; free && dim < ragged[0]; ++dim) {
      if (!Contains(d.lhs_batch, dim) && !Contains(d.lhs_contracting, dim)) prefix.push_back(lhs.dims[dim]);
    }
    prefix.push_back(groups);
    if (!ShapesAgree(Shape::Array(sizes.element_type, prefix), sizes)) {
      return c.Fail(Rule::kShape, "group_sizes must have the sizes " + Text(prefix) + ", but is " + c.Show(sizes));
    }
  }
  Shape out = WithTypeOf(Shape::Array(lhs.element_type, {}), lhs);
  if (contracting) out.dims.push_back(groups);
  for (int64_t dim : d.lhs_batch) out.dims.push_back(lhs.dims[dim]);
  AppendFree(&out, lhs, d.lhs_batch, d.lhs_contracting);
  std::vector<int64_t> rhs_used = d.rhs_contracting;
  rhs_used.insert(rhs_used.end(), group.begin(), group.end());
  AppendFree(&out, rhs, d.rhs_batch, rhs_used);
  out.bounded.clear();
  return ProductResult(c, out);
}

// A dot of lhs and rhs; each scale stands for a block of elements, so that its sizes divide theirs.
Inferred InferScaledDot(const InferContext& c) {
  for (size_t i = 0; i < 4; ++i) MOTE_CHECK_OK(RequireType(c, i, kTypeF));
  MOTE_CHECK_OK(CheckDotDims(c, DimsOf(c.instruction)));
  for (size_t i = 0; i < 2; ++i) {
    const Shape &x = c.operand(i), &scale = c.operand(i + 2);
    const std::string both = c.Show(x) + " and " + c.Show(scale);
    if (scale.rank() == 0) continue;
    if (scale.rank() != x.rank()) {
      return c.Fail(Rule::kRank, "a scale of scaled-dot must be a scalar or of its operand's rank, but they are " + both);
    }
    for (size_t d = 0; d < x.dims.size(); ++d) {
      if (scale.dims[d] <= 0 || x.dims[d] % scale.dims[d] != 0) {
        return c.Fail(Rule::kDivisible, "the sizes of a scale of scaled-dot must divide its operand's: " + both);
      }
    }
  }
  return ProductResult(c, DotShape(c, DimsOf(c.instruction)));
}

Inferred InferCholesky(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeF | kTypeC | kTypeQ));
  const Shape& a = c.operand(0);
  if (a.rank() < 2) return c.Fail(Rule::kRank, "cholesky takes matrices, but is given " + c.Show(a));
  if (!DimsAgree(a, a.dims.size() - 2, a, a.dims.size() - 1)) {
    return c.Fail(Rule::kShape, "cholesky takes square matrices, but is given " + c.Show(a));
  }
  return Shapes{a};
}

Inferred InferTriangularSolve(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeF | kTypeC));
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  const Shape &a = c.operand(0), &b = c.operand(1);
  const std::string both = c.Show(a) + " and " + c.Show(b);
  if (a.rank() < 2) return c.Fail(Rule::kRank, "triangular_solve takes matrices, but is given " + both);
  if (a.rank() != b.rank()) return c.Fail(Rule::kRank, "the operands of triangular_solve must have one rank, but are " + both);
  const size_t n = a.dims.size();
  if (!DimsAgree(a, n - 2, a, n - 1)) return c.Fail(Rule::kShape, "a of triangular_solve must be square, but the operands are " + both);
  if (!DimsAgree(a, n - 2, b, c.instruction.Bool(Attr::kLeftSide) ? n - 2 : n - 1)) {
    return c.Fail(Rule::kShape, "the shared dimension of triangular_solve's operands differs: " + both);
  }
  for (size_t i = 0; i + 2 < n; ++i) {
    if (!DimsAgree(a, i, b, i)) return c.Fail(Rule::kShape, "the batch dimensions of triangular_solve's operands differ: " + both);
  }
  const std::string& transpose = c.instruction.Text(Attr::kTransposeA);
  if (transpose != "NO_TRANSPOSE" && transpose != "TRANSPOSE" && transpose != "ADJOINT") {
    return c.Fail(Rule::kAttribute, "transpose_a is '" + transpose + "', not one of NO_TRANSPOSE, TRANSPOSE, ADJOINT");
  }
  return Shapes{b};
}

namespace {

// The minor dimensions must be those that fft_length says; `last` is checked by the caller.
Status CheckFftDims(const InferContext& c, const std::vector<int64_t>& length, size_t count) {
  const Shape& x = c.operand(0);
  const size_t offset = x.dims.size() - length.size();
  for (size_t i = 0; i < count; ++i) {
    const int64_t size = x.dims[offset + i];
    if (x.IsBounded(offset + i) ? size < length[i] : size != kDynamic && size != length[i]) {
      return c.Fail(Rule::kShape, "the minor dimensions of " + c.Show(x) + " must be fft_length " + Text(length));
    }
  }
  return Ok();
}

}  // namespace

Inferred InferFft(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeF | kTypeC));
  const Shape& x = c.operand(0);
  const std::vector<int64_t>& length = c.instruction.Ints(Attr::kFftLength);
  const std::string& type = c.instruction.Text(Attr::kFftType);
  if (type != "FFT" && type != "IFFT" && type != "RFFT" && type != "IRFFT") {
    return c.Fail(Rule::kAttribute, "fft_type is '" + type + "', not one of FFT, IFFT, RFFT, IRFFT");
  }
  if (length.empty() || length.size() > 3) return c.Fail(Rule::kAttribute, "fft_length must have 1 to 3 entries, but is " + Text(length));
  if (type == "RFFT" && x.element_type != ElementType::kF32 && x.element_type != ElementType::kF64) {
    return c.Fail(Rule::kElementType, "RFFT takes f32 or f64, but is given " + c.Show(x));
  }
  if (type != "RFFT" && !IsComplex(x.element_type)) {
    return c.Fail(Rule::kElementType, type + " takes complex values, but is given " + c.Show(x));
  }
  if (x.rank() < static_cast<int>(length.size())) {
    return c.Fail(Rule::kRank,
                  "fft over " + std::to_string(length.size()) + " dimensions needs at least that rank, but is given " + c.Show(x));
  }
  Shape out = x;
  const int64_t last = x.dims.back();
  if (type == "RFFT") {
    MOTE_CHECK_OK(CheckFftDims(c, length, length.size()));
    out = WithType(out, x.element_type == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128);
    out.dims.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
    if (!out.bounded.empty()) out.bounded.back() = false;
  } else if (type == "IRFFT") {
    MOTE_CHECK_OK(CheckFftDims(c, length, length.size() - 1));
    const int64_t wanted = length.back() / 2 + 1;
    const bool fits =
        last == wanted || last == kDynamic || (last == 0 && length.back() == 0) || (x.IsBounded(x.dims.size() - 1) && last > wanted);
    if (!fits) {
      return c.Fail(Rule::kShape, "the last dimension of " + c.Show(x) + " must be " + Text(length.back() / 2 + 1) +
                                      ", fft_length[-1]/2+1 for " + Text(length));
    }
    out = WithType(out, RealPart(x.element_type));
    out.dims.back() = length.back();
    if (!out.bounded.empty()) out.bounded.back() = false;
  } else if (!c.hlo()) {
    MOTE_CHECK_OK(CheckFftDims(c, length, length.size()));
  }
  return Shapes{out};
}

namespace {

// `wide` operands have the shape of operand 0, the others one element per feature.
Status CheckBatchNorm(const InferContext& c, std::initializer_list<size_t> wide) {
  const Shape& x = c.operand(0);
  std::optional<size_t> first_narrow;
  for (size_t i = 0; i < c.count(); ++i) {
    MOTE_CHECK_OK(RequireType(c, i, kTypeF | kTypeQ));
    const bool is_wide = std::find(wide.begin(), wide.end(), i) != wide.end();
    if (!is_wide && c.operand(i).rank() != 1) {
      return c.Fail(Rule::kRank, "operand #" + std::to_string(i) + " of " + c.Name() + " must be a vector over features, but is " +
                                     c.Show(c.operand(i)));
    }
  }
  for (size_t i = 1; i < c.count(); ++i) {
    MOTE_CHECK_OK(RequireSameTypes(c, 0, i));
    const bool is_wide = std::find(wide.begin(), wide.end(), i) != wide.end();
    if (is_wide && !ShapesAgree(x, c.operand(i))) {
      return c.Fail(Rule::kShape, "operand #" + std::to_string(i) + " of " + c.Name() + " must have the shape " + c.Show(x) + ", but is " +
                                      c.Show(c.operand(i)));
    }
    if (!is_wide && first_narrow) MOTE_CHECK_OK(RequireSameShape(c, *first_narrow, i));
    if (!is_wide && !first_narrow) first_narrow = i;
  }
  const int64_t feature = c.instruction.Int(Attr::kFeatureIndex);
  MOTE_CHECK_OK(CheckInRange(c, feature, x.rank(), "feature_index for " + c.Show(x)));
  if (!DimsAgree(x, feature, c.operand(1), 0)) {
    return c.Fail(Rule::kShape, "the operands over features must have the feature count of " + c.Show(x) + " (dimension " + Text(feature) +
                                    "), but have " + c.Show(c.operand(1)));
  }
  return Ok();
}

Shape FeatureVector(const InferContext& c) {
  const Shape& x = c.operand(0);
  const size_t feature = c.instruction.Int(Attr::kFeatureIndex);
  Shape out = Shape::Array(x.element_type, {x.dims[feature]});
  out.bounded = {x.IsBounded(feature)};
  return IsQuantized(x) ? WithTypeOf(out, x) : out;
}

}  // namespace

Inferred InferBatchNormTraining(const InferContext& c) {
  MOTE_CHECK_OK(CheckBatchNorm(c, {0}));
  return Shapes{c.operand(0), FeatureVector(c), FeatureVector(c)};
}

Inferred InferBatchNormInference(const InferContext& c) {
  MOTE_CHECK_OK(CheckBatchNorm(c, {0}));
  return Shapes{c.operand(0)};
}

Inferred InferBatchNormGrad(const InferContext& c) {
  MOTE_CHECK_OK(CheckBatchNorm(c, {0, 4}));
  return Shapes{c.operand(0), FeatureVector(c), FeatureVector(c)};
}

}  // namespace mote
