// Values by the evaluator, slopes by the rules of differentiation.
#include "fixed/expression.h"

#include <algorithm>
#include <cmath>

#include "evaluate/evaluate.h"
#include "fixed/known_value.h"

namespace mote {
namespace {

constexpr size_t kMostNodes = 64, kMostNodesOfHalfwords = 1024;  // whose functions are long

bool IsLeaf(const Instruction& i, ElementType type) {
  return i.shape().element_type == type || InFamily(i.op, Family::kReduction) || IsSumOfProducts(i);
}

Literal ScalarAt(const Literal& of, int64_t index) {
  const auto width = static_cast<size_t>(StorageBytes(of.type()));
  const auto element = of.bytes().subspan(static_cast<size_t>(index) * width, width);
  return Literal(Shape::Scalar(of.type()), {element.begin(), element.end()});
}

// The first `channels` elements, where all others repeat them.
std::optional<Literal> RowOf(const Literal& known, int64_t channels) {
  const auto row = static_cast<size_t>(channels * StorageBytes(known.type()));
  const auto bytes = known.bytes();
  if (StorageBytes(known.type()) < 1 || bytes.size() < row) return std::nullopt;
  if (!std::equal(bytes.begin() + static_cast<ptrdiff_t>(row), bytes.end(), bytes.begin())) return std::nullopt;
  return Literal(Shape::Array(known.type(), {channels}), {bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(row)});
}

// A scalar or a row of channels as an array of these dimensions.
Literal Spread(const Literal& constant, const Dims& dims) {
  const Shape shape = Shape::Array(constant.type(), dims);
  if (constant.size() == 1) return Literal::Splat(shape, ScalarAt(constant, 0));
  std::vector<uint8_t> bytes;
  while (bytes.size() < static_cast<size_t>(shape.ByteSize())) bytes.insert(bytes.end(), constant.bytes().begin(), constant.bytes().end());
  return Literal(shape, std::move(bytes));
}

bool HasOneScale(const Instruction& requantize) {
  return requantize.Ints(Attr::kMultiplier).size() == 1 && requantize.Ints(Attr::kShift).size() == 1;
}

}  // namespace

bool IsSumOfProducts(const Instruction& i) {
  const ElementType type = i.shape().element_type;
  return (i.op == Op::kConvolution || i.op == Op::kDotGeneral) && (type == ElementType::kS32 || type == ElementType::kS64);
}

bool IsGatherOfElements(const Instruction& i) {
  return i.op == Op::kGather && i.Ints(Attr::kOffsetDims).empty() && i.Ints(Attr::kSliceSizes) == std::vector<int64_t>{1} &&
         i.Ints(Attr::kCollapsedSliceDims) == std::vector<int64_t>{0};
}

Literal AllBytes(int64_t channels) {
  Literal bytes(Shape::Array(ElementType::kS8, channels == 1 ? Dims{256} : Dims{256, channels}));
  for (int64_t i = 0; i < bytes.size(); ++i) bytes.SetInteger(i, i / channels - 128);
  return bytes;
}

std::vector<Literal> AllPairs() {
  Literal first(Shape::Array(ElementType::kS8, {65536})), second = first;
  for (int64_t i = 0; i < 65536; ++i) first.SetInteger(i, (i >> 8) - 128), second.SetInteger(i, (i & 255) - 128);
  return {first, second};
}

bool Expression::Collect() {
  by_channel_ = last_.op == Op::kRequantize && !HasOneScale(last_);
  for (size_t k = 0; k < last_.operands.size(); ++k) {
    if (!CollectFrom(last_, k)) return false;
  }
  return !leaves.empty() && wide_;
}

bool Expression::TakeConstant(const Instruction& user, size_t k, const Literal& known) {
  const Value v = user.operands[k];
  if (IsGatherOfElements(user) && k == 0 && known.size() <= 65536) {
    constants_.emplace(v, known);
  } else if (known.size() > 0 && known.IsSplat()) {
    constants_.emplace(v, known);
  } else {
    if (known.shape().dims != last_.shape().dims) return false;
    const auto row = RowOf(known, channels());
    if (!row) return false;
    by_channel_ = true;
    constants_.emplace(v, *row);
  }
  return true;
}

bool Expression::CollectFrom(const Instruction& user, size_t k) {
  const Value v = user.operands[k];
  if (std::find(leaves.begin(), leaves.end(), v) != leaves.end() || !seen_.insert(v).second) return true;
  const Instruction& i = c_.e.at(v);
  const size_t most = leaf_ == ElementType::kS8 ? kMostNodes : kMostNodesOfHalfwords;
  if (!i.shape().IsArray() || !i.shape().IsStatic() || i.shape().quantization || seen_.size() > most) return false;
  if (const auto known = KnownValue(c_.module, c_.e.computation(), v)) return TakeConstant(user, k, *known);
  const bool unknown_table = user.op == Op::kGather && k == 0;
  if (unknown_table || i.shape().dims != last_.shape().dims) return false;
  if (IsLeaf(i, leaf_)) {
    leaves.push_back(v);
    wide_ |= i.shape().element_type != leaf_;
    return leaves.size() <= 2;
  }
  wide_ = true;
  if (i.op == Op::kRequantize) by_channel_ |= !HasOneScale(i);
  else if (!IsElementwise(i.op) && !IsGatherOfElements(i)) return false;
  for (size_t o = 0; o < i.operands.size(); ++o) {
    if (!CollectFrom(i, o)) return false;
  }
  return true;
}

std::optional<Literal> Expression::ValuesAt(const std::vector<Literal>& of_leaves) {
  values_.clear();
  for (size_t k = 0; k < leaves.size(); ++k) values_.emplace(leaves[k], of_leaves[k]);
  return ValueOf(last_, of_leaves[0].shape().dims);
}

std::optional<Literal> Expression::ValuesAt(Value inner, const Literal& of_inner) {
  values_ = {{inner, of_inner}};
  return ValueOf(last_, of_inner.shape().dims);
}

std::optional<Literal> Expression::ValuesOf(Value inner, const std::vector<Literal>& of_leaves) {
  values_.clear();
  for (size_t k = 0; k < leaves.size(); ++k) values_.emplace(leaves[k], of_leaves[k]);
  return ValueOf(inner, of_leaves[0].shape().dims);
}

std::optional<Literal> Expression::ValueOf(Value v, const Dims& dims) {
  auto found = values_.find(v);
  if (found == values_.end()) {
    if (std::find(leaves.begin(), leaves.end(), v) != leaves.end()) return std::nullopt;
    const auto value = ValueOf(c_.e.at(v), dims);
    if (!value) return std::nullopt;
    found = values_.emplace(v, *value).first;
  }
  return found->second;
}

std::optional<Literal> Expression::ValueOf(const Instruction& i, const Dims& dims) {
  std::vector<Literal> operands;
  for (size_t k = 0; k < i.operands.size(); ++k) {
    const Value v = i.operands[k];
    if (const auto constant = constants_.find(v); constant != constants_.end()) {
      const bool whole = IsGatherOfElements(i) && k == 0, scalar = constant->second.shape().IsScalar();
      operands.push_back(whole || scalar ? constant->second : Spread(constant->second, dims));
      continue;
    }
    auto value = ValueOf(v, dims);
    if (!value) return std::nullopt;
    operands.push_back(*std::move(value));
  }
  Instruction there = i;
  there.shapes[0].dims = dims;
  if (IsGatherOfElements(i)) there.attributes[Attr::kIndexVectorDim] = static_cast<int64_t>(dims.size());
  const Result<Literal> result = EvaluateOperation(c_.module, there, operands);
  return result.ok() ? std::optional(*result) : std::nullopt;
}

std::optional<double> Expression::ConstantAt(Value v) const {
  const auto found = constants_.find(v);
  if (found == constants_.end() || (channel_ < 0 && !found->second.IsSplat())) return std::nullopt;
  return found->second.RealAt(found->second.size() == 1 || channel_ < 0 ? 0 : channel_);
}

std::optional<double> Expression::SlopeIn(int64_t channel) {
  channel_ = channel;
  const auto slopes = Slopes();
  channel_ = -1;
  return slopes ? std::optional((*slopes)[0]) : std::nullopt;
}

bool Expression::IsPositive(Value constant) const {
  const auto found = constants_.find(constant);
  for (int64_t i = 0; found != constants_.end() && i < found->second.size(); ++i) {
    const double value = found->second.RealAt(i);
    if (!(value > 0) || std::isinf(value)) return false;
  }
  return found != constants_.end();
}

bool Expression::IsSmall(Value constant) const {
  const auto found = constants_.find(constant);
  for (int64_t i = 0; found != constants_.end() && i < found->second.size(); ++i) {
    if (std::abs(found->second.RealAt(i)) > kMostSum) return false;
  }
  return found != constants_.end();
}

bool Expression::Rises() const { return leaves.size() == 1 && Rises(last_); }

bool Expression::Rises(Value v) const { return v == leaves[0] || (constants_.count(v) == 0 && Rises(c_.e.at(v))); }

bool Expression::Rises(const Instruction& i) const {
  const auto constant = [&](size_t k) { return constants_.count(i.operands[k]) != 0; };
  const auto& o = i.operands;
  const ElementType type = i.shape().element_type;
  switch (i.op) {
    case Op::kConvert: {  // not to fewer bits of integers, which wrap
      const ElementType from = c_.e.shape(o[0]).element_type;
      const auto real = [](ElementType t) { return IsFloat(t) || IsSigned(t); };
      const bool wraps = !IsFloat(type) && !IsFloat(from) && BitWidth(type) < BitWidth(from);
      return real(type) && real(from) && !wraps && Rises(o[0]);
    }
    case Op::kRoundNearestAfz:
    case Op::kRoundNearestEven:
    case Op::kFloor: return Rises(o[0]);
    case Op::kMaximum:
    case Op::kMinimum: return constant(0) ? Rises(o[1]) : constant(1) && Rises(o[0]);
    case Op::kClamp: return constant(0) && constant(2) && Rises(o[1]);
    case Op::kMultiply: return IsFloat(type) && (constant(0) ? IsPositive(o[0]) && Rises(o[1]) : IsPositive(o[1]) && Rises(o[0]));
    case Op::kDivide: return IsFloat(type) && IsPositive(o[1]) && Rises(o[0]);
    // 64 bits are more than any sum needs; 32 are enough for the leaf itself
    case Op::kAdd:
    case Op::kSubtract: {
      const size_t first = i.op == Op::kAdd && constant(0) ? 1 : 0;
      const bool wraps = !IsFloat(type) && type != ElementType::kS64 && !(o[first] == leaves[0] && IsSmall(o[1 - first]));
      return constant(1 - first) && !wraps && Rises(o[first]);
    }
    case Op::kSelect: {  // a number, which what rises by finite steps always is
      if (constants_.count(o[0]) != 0 || !constant(2) || !Rises(o[1])) return false;
      const Instruction& equal = c_.e.at(o[0]);
      return equal.op == Op::kCompare && equal.operands[0] == o[1] && equal.operands[1] == o[1] &&
             equal.Text(Attr::kComparisonDirection) == "EQ";
    }
    default: return false;
  }
}

std::optional<std::vector<double>> Expression::SlopesAt(Value v) const {
  std::vector<double> slopes(leaves.size(), 0);
  if (ConstantAt(v)) return slopes;
  if (inner_ == v) {
    slopes[0] = 1;
    return slopes;
  }
  const auto leaf = std::find(leaves.begin(), leaves.end(), v);
  if (leaf == leaves.end()) return constants_.count(v) == 0 ? SlopesOf(c_.e.at(v)) : std::nullopt;
  slopes[static_cast<size_t>(leaf - leaves.begin())] = 1;
  return slopes;
}

std::optional<double> Expression::SlopeFrom(Value inner) {
  inner_ = inner;
  const auto slopes = Slopes();
  inner_.reset();
  return slopes ? std::optional((*slopes)[0]) : std::nullopt;
}

std::optional<Value> Expression::Product() const {
  std::optional<Value> product;
  for (const Value& v : seen_) {
    if (constants_.count(v) != 0 || c_.e.at(v).op != Op::kMultiply) continue;
    const auto& operands = c_.e.at(v).operands;
    if (constants_.count(operands[0]) != 0 || constants_.count(operands[1]) != 0) continue;
    if (product) return std::nullopt;
    product = v;
  }
  return product;
}

std::optional<std::vector<double>> Expression::SlopesOf(const Instruction& i) const {
  double a = 1, b = 0;  // factors of the first two operands
  size_t first = 0;
  switch (i.op) {
    case Op::kConvert:
    case Op::kRoundNearestAfz:
    case Op::kRoundNearestEven:
    case Op::kFloor:
    case Op::kMaximum:
    case Op::kMinimum: break;
    case Op::kClamp:
    case Op::kSelect: first = 1; break;  // of a select: one side
    case Op::kNegate: a = -1; break;
    case Op::kRequantize: a = ScaleOf(RequantizationOf(i), 0); break;
    case Op::kAdd: b = 1; break;
    case Op::kSubtract: b = -1; break;
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kShiftLeft:
    case Op::kShiftRightArithmetic: {
      if (ConstantAt(i.operands[0]) && i.op == Op::kMultiply) first = 1;
      const auto by = ConstantAt(i.operands[1 - first]);
      if (!by) return std::nullopt;
      a = i.op == Op::kMultiply ? *by : i.op == Op::kDivide ? 1 / *by : std::exp2(i.op == Op::kShiftLeft ? *by : -*by);
      break;
    }
    default: return std::nullopt;
  }
  if ((i.op == Op::kMaximum || i.op == Op::kMinimum) && ConstantAt(i.operands[0])) first = 1;
  auto slopes = SlopesAt(i.operands[first]);
  const auto other = b == 0 ? std::vector<double>(leaves.size(), 0) : SlopesAt(i.operands[1]);
  if (!slopes || !other) return std::nullopt;
  for (size_t k = 0; k < slopes->size(); ++k) (*slopes)[k] = a * (*slopes)[k] + b * (*other)[k];
  return slopes;
}

}  // namespace mote
