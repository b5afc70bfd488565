// Type rules of random numbers and top_k, and of operations that only legacy programs and CHLO have (OPS.md sections 2.5 and 3).
#include <algorithm>
#include <map>

#include "hlo/einsum.h"
#include "hlo/infer.h"

namespace mote {

Inferred InferRng(const InferContext& c) {
  const std::string& distribution = c.instruction.Text(Attr::kRngDistribution);
  if (distribution != "UNIFORM" && distribution != "NORMAL") {
    return c.Fail(Rule::kAttribute, "rng_distribution is '" + distribution + "', not UNIFORM or NORMAL");
  }
  for (size_t i = 0; i < 2; ++i) {
    MOTE_CHECK_OK(RequireType(c, i, distribution == "NORMAL" ? uint32_t{kTypeF} : kTypeP | kTypeI | kTypeF));
    if (c.operand(i).rank() != 0) return c.Fail(Rule::kRank, "the parameters of rng must be scalars, but one is " + c.Show(c.operand(i)));
  }
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  if (c.count() == 2) {  // HLO text: the shape is the result's
    MOTE_ASSIGN(Shape result, Declared(c));
    return Shapes{WithTypeOf(result, c.operand(0))};
  }
  MOTE_CHECK_OK(RequireType(c, 2, kTypeI));
  const Shape& shape = c.operand(2);
  if (shape.rank() != 1 || !shape.IsStatic()) {
    return c.Fail(Rule::kRank, "the shape of rng must be a static vector, but is " + c.Show(shape));
  }
  const auto sizes = c.ConstantInts(2);
  Dims dims(shape.dims[0], kDynamic);
  for (size_t i = 0; sizes && i < dims.size(); ++i) {
    if ((*sizes)[i] < 0) return c.Fail(Rule::kSize, "rng with the negative size " + Text((*sizes)[i]));
    dims[i] = (*sizes)[i];
  }
  return Shapes{WithTypeOf(Shape::Array(c.operand(0).element_type, dims), c.operand(0))};
}

Inferred InferRngBitGenerator(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeI | kTypeF));
  const Shape& state = c.operand(0);
  const std::string& algorithm = c.instruction.Text(Attr::kRngAlgorithm);
  if (algorithm != "DEFAULT" && algorithm != "THREE_FRY" && algorithm != "PHILOX") {
    return c.Fail(Rule::kAttribute, "rng_algorithm is '" + algorithm + "', not one of DEFAULT, THREE_FRY, PHILOX");
  }
  // HLO text may give a single array of bits in place of the tuple; the state is then not returned.
  Shapes results(c.declared.begin(), c.declared.end());
  if (c.hlo() && results.size() == 1 && !results[0].IsTuple()) return results;
  const bool tuple = results.size() == 1 && results[0].IsTuple();
  const Shapes parts = tuple ? results[0].elements : results;
  if (parts.size() != 2) {
    return c.Fail(Rule::kResult, "rng_bit_generator gives the new state and bits, but its results are " + c.Show(results));
  }
  if (!parts[1].IsArray() || !(TypeSetOf(parts[1]) & (kTypeI | kTypeF))) {
    return c.Fail(Rule::kElementType, "rng_bit_generator cannot produce " + c.Show(parts[1]));
  }
  if (!TypesAgree(parts[0], state)) {
    return c.Fail(Rule::kResult, "the new state of rng_bit_generator must have the type of the old one, " + c.Show(state) + ", but is " +
                                     c.Show(parts[0]));
  }
  // The named algorithms read the state as 64-bit words; 32-bit words of the same size are accepted too. A scalar state, which
  // upstream's artifacts have, says nothing about its length.
  const bool known = state.rank() == 1 && state.dims[0] != kDynamic;
  const int64_t bits = known ? state.dims[0] * BitWidth(state.element_type) : -1;
  const bool fits = !known || (algorithm == "THREE_FRY" && bits == 128) || (algorithm == "PHILOX" && (bits == 128 || bits == 192)) ||
                    algorithm == "DEFAULT";
  if (!fits) {
    return c.Fail(Rule::kShape, "the state of " + algorithm + " must be " + (algorithm == "PHILOX" ? "u64[2] or u64[3]" : "u64[2]") +
                                    ", but is " + c.Show(state));
  }
  return results;
}

Inferred InferTopK(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeI | kTypeF | kTypeP));
  const Shape& x = c.operand(0);
  const int64_t k = c.instruction.Int(Attr::kK);
  if (x.rank() < 1) return c.Fail(Rule::kRank, "top_k needs at least one dimension, but is given " + c.Show(x));
  if (k < 0) return c.Fail(Rule::kSize, "k of top_k must not be negative, but is " + Text(k));
  const int64_t last = x.dims.back();
  if (last != kDynamic && last < k) {
    return c.Fail(Rule::kSize, "the last dimension of " + c.Show(x) + " must have at least k = " + Text(k) + " elements");
  }
  Shape values = x;
  values.dims.back() = k;
  if (!values.bounded.empty()) values.bounded.back() = false;
  return Shapes{values, WithType(values, ElementType::kS32)};
}

namespace {

// Sizes by label from the operands, then the result's dimensions in order.
Inferred EinsumOf(const InferContext& c, size_t operands) {
  const std::string& config = c.instruction.Text(Attr::kEinsumConfig);
  std::vector<int> ranks;
  for (size_t i = 0; i < operands; ++i) {
    MOTE_CHECK_OK(RequireType(c, i, kTypeAQ));
    ranks.push_back(c.operand(i).rank());
  }
  const Result<EinsumLabels> labels = ReadEinsum(config, ranks);
  if (!labels.ok()) return c.Fail(labels.error().rule, labels.error().text);
  std::map<char, int64_t> sizes;
  for (size_t i = 0; i < operands; ++i) {
    const Shape& x = c.operand(i);
    for (size_t d = 0; d < x.dims.size(); ++d) {
      const char label = labels->operands[i][d];
      const auto [at, added] = sizes.emplace(label, x.dims[d]);
      const bool stretches = IsEllipsisLabel(label) && (x.dims[d] == 1 || at->second == 1);
      if (added || at->second == x.dims[d] || x.dims[d] == kDynamic || (stretches && x.dims[d] == 1)) continue;
      if (at->second != kDynamic && !stretches) {
        return c.Fail(Rule::kShape, "einsum_config '" + config + "' gives dimension " + label + " the sizes " + Text(at->second) + " and " +
                                        Text(x.dims[d]));
      }
      at->second = x.dims[d];
    }
  }
  Shape out = WithTypeOf(Shape::Array(c.operand(0).element_type, {}), c.operand(0));
  for (const char label : labels->result) out.dims.push_back(sizes.at(label));
  return Shapes{c.declared.empty() ? out : WithTypeOf(out, c.declared[0])};
}

}  // namespace

Inferred InferEinsum(const InferContext& c) { return EinsumOf(c, 2); }
Inferred InferUnaryEinsum(const InferContext& c) { return EinsumOf(c, 1); }

Inferred InferTorchIndexSelect(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeI));
  const Shape &x = c.operand(0), &index = c.operand(1);
  const int64_t dim = c.instruction.Int(Attr::kDimension), batch = c.instruction.Int(Attr::kBatchDims);
  MOTE_CHECK_OK(CheckInRange(c, dim, x.rank(), "dim of torch_index_select on " + c.Show(x)));
  MOTE_CHECK_OK(CheckInRange(c, batch, std::min(dim, int64_t{index.rank()}) + 1, "batch_dims of torch_index_select with " + c.Show(index)));
  Shape out = WithTypeOf(Shape::Array(x.element_type, {}), x);
  for (int64_t i = 0; i < dim; ++i) out.dims.push_back(x.dims[i]);
  for (int64_t i = batch; i < index.rank(); ++i) out.dims.push_back(index.dims[i]);
  for (int64_t i = dim + 1; i < x.rank(); ++i) out.dims.push_back(x.dims[i]);
  return Shapes{out};
}

// chlo.broadcast_*: NumPy's rule, or broadcast_dimensions that map the smaller operand into the larger (OPS.md section 3).
Inferred InferChloBroadcast(const InferContext& c) {
  const Op op = c.instruction.op;
  const bool select = op == Op::kChloBroadcastSelect;
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  const size_t first = select ? 1 : 0;
  MOTE_CHECK_OK(RequireSameTypes(c, first, first + 1));
  const std::vector<int64_t>& dims = c.instruction.Ints(Attr::kBroadcastDimensions);
  Shape out = c.operand(first);
  for (size_t i = 0; i < c.count(); ++i) {
    if (c.operand(i).rank() > out.rank()) out = WithTypeOf(c.operand(i), c.operand(first));
  }
  for (size_t i = 0; i < c.count(); ++i) {
    const Shape& x = c.operand(i);
    const bool mapped = c.instruction.Has(Attr::kBroadcastDimensions) && x.rank() < out.rank();
    if (mapped) {
      MOTE_CHECK_OK(CheckCount(c, dims.size(), x.dims.size(), "broadcast_dimensions " + Text(dims), c.Show(x)));
      MOTE_CHECK_OK(CheckInRange(c, dims, out.rank(), "broadcast_dimensions for " + c.Show(out)));
      if (!std::is_sorted(dims.begin(), dims.end())) {
        return c.Fail(Rule::kOrder, "broadcast_dimensions " + Text(dims) + " must be increasing");
      }
    }
    for (size_t d = 0; d < x.dims.size(); ++d) {
      const size_t to = mapped ? static_cast<size_t>(dims[d]) : d + out.dims.size() - x.dims.size();
      int64_t& size = out.dims[to];
      if (size == x.dims[d] || x.dims[d] == 1) continue;
      if (size == 1 || size == kDynamic) {
        size = x.dims[d];
        if (!out.bounded.empty() || x.IsBounded(d)) {
          out.bounded.resize(out.dims.size());
          out.bounded[to] = x.IsBounded(d);
        }
      } else if (x.dims[d] != kDynamic && !x.IsBounded(d) && !out.IsBounded(to)) {
        return c.Fail(Rule::kShape, std::string(OpName(op)) + " cannot broadcast " + c.Show(c.operands.subspan(0, c.count())));
      }
    }
  }
  const bool same_type = op != Op::kChloBroadcastCompare && op != Op::kChloBroadcastComplex;
  if (same_type && !c.declared.empty() && c.declared[0].IsArray() && !SameElementType(out, c.declared[0])) {
    return c.Fail(Rule::kElementMix, std::string("operands and result of ") + OpName(op) + " must have one element type, but are " +
                                         c.Show(c.operands.subspan(0, c.count())) + " and " + c.Show(c.declared[0]));
  }
  if (op == Op::kChloBroadcastCompare) return Shapes{WithType(out, ElementType::kPred)};
  if (op == Op::kChloBroadcastComplex) {
    return Shapes{WithType(out, out.element_type == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64)};
  }
  return Shapes{out};
}

}  // namespace mote
