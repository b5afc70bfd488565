// The table of operators, and what families share.
#include "frontend/tflite/families.h"

#include <limits>

#include "frontend/tflite/importer.h"

namespace mote::tfl {
namespace {

constexpr size_t kAny = SIZE_MAX;
constexpr OperatorRow kRows[] = {
#define MOTE_TFLITE(code, name, reader, least, most, results) {code, #name, reader, least, most, results},
#include "frontend/tflite/operators.def"
};

constexpr std::pair<int32_t, const char*> kRefused[] = {
#define MOTE_TFLITE_REFUSED(code, name) {code, #name},
#include "frontend/tflite/operators.def"
};

}  // namespace

std::string OperatorName(int32_t code) {
  if (const OperatorRow* row = FindRow(code)) return row->name;
  for (const auto& [refused, name] : kRefused) {
    if (refused == code) return name;
  }
  return "of code " + std::to_string(code);
}

const OperatorRow* FindRow(int32_t code) {
  for (const OperatorRow& row : kRows) {
    if (row.code == code) return &row;
  }
  return nullptr;
}

Result<Operand> Activated(Node& n, Operand value, file::Activation activation) {
  const ElementType type = n.b.error() ? ElementType::kF32 : n.b.shape(value).element_type;
  switch (activation) {
    case file::Activation::NONE: return value;
    case file::Activation::RELU: return n.b.Max(value, n.Real(type, 0));
    case file::Activation::RELU6: return n.b.Clamp(n.Real(type, 0), value, n.Real(type, 6));
    case file::Activation::RELU_N1_TO_1: return n.b.Clamp(n.Real(type, -1), value, n.Real(type, 1));
    case file::Activation::TANH: return n.b.Tanh(value);
    default: return n.Unsupported("fused activation " + std::to_string(static_cast<int>(activation)));
  }
}

Result<Window> WindowOf(Node& n, file::Padding padding, int64_t size, int64_t window, int64_t stride, int64_t dilation) {
  if (stride < 1 || dilation < 1 || window < 1 || window > INT32_MAX / dilation) {
    return n.Fail(Rule::kAttribute, "window " + std::to_string(window) + ", stride " + std::to_string(stride) + " and dilation " +
                                        std::to_string(dilation) + " must be at least 1");
  }
  const int64_t span = (window - 1) * dilation + 1;
  Window out;
  if (padding == file::Padding::SAME) {
    out.outputs = (size + stride - 1) / stride;
    const int64_t total = std::max<int64_t>((out.outputs - 1) * stride + span - size, 0);
    out.before = total / 2;
    out.behind = total - out.before;
  } else if (padding == file::Padding::VALID) {
    out.outputs = size < span ? 0 : (size - span) / stride + 1;
  } else {
    return n.Fail(Rule::kAttribute, "padding " + std::to_string(static_cast<int>(padding)) + " is neither SAME nor VALID");
  }
  if (out.outputs < 1) return n.Fail(Rule::kSize, "a window of " + std::to_string(span) + " does not fit into " + std::to_string(size));
  return out;
}

Operand Lookup(Node& n, Operand index, ElementType type, const std::vector<int64_t>& table) {
  if (n.b.error()) return {};
  const Operand values = n.Constant(type, {static_cast<int64_t>(table.size())}, table);
  GatherDimensions dimensions;
  dimensions.collapsed_slice_dims = {0};
  dimensions.start_index_map = {0};
  dimensions.index_vector_dim = n.b.shape(index).rank();
  return n.b.Gather(values, index, dimensions, {1});
}

Module Combiner(Op op, ElementType type) { return Builder::Scalar(op, type); }

Operand SumOver(Node& n, Operand x, const Ints& dimensions) {
  if (n.b.error()) return {};
  const ElementType type = n.b.shape(x).element_type;
  return n.b.Reduce(x, n.Scalar(type, 0), Combiner(Op::kAdd, type), dimensions);
}

Operand Extreme(Node& n, Operand x, bool largest, const Ints& dimensions) {
  if (n.b.error()) return {};
  const ElementType type = n.b.shape(x).element_type;
  const double infinity = std::numeric_limits<double>::infinity();
  const Range range = RangeOf(type);
  const Operand start = IsFloat(type) ? n.Real(type, largest ? -infinity : infinity)
                        : BitWidth(type) == 64 ? n.Scalar(type, largest ? INT64_MIN : INT64_MAX)
                                               : n.Scalar(type, largest ? range.low : range.high);
  return n.b.Reduce(x, start, Combiner(largest ? Op::kMaximum : Op::kMinimum, type), dimensions);
}

}  // namespace mote::tfl
