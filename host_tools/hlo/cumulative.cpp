// CumulativeOf.
#include "hlo/cumulative.h"

#include <algorithm>

namespace mote {
namespace {

// Whether op(init, init) is init.
bool Keeps(Op op, const Literal& init) {
  switch (op) {
    case Op::kMaximum: case Op::kMinimum: case Op::kAnd: case Op::kOr: return true;
    case Op::kAdd: case Op::kXor: return init.RealAt(0) == 0;
    case Op::kMultiply: return init.RealAt(0) == 1;
    default: return false;
  }
}

bool IsPlain(const Module& module, const Computation& computation, const Instruction& i) {
  const Computation& region = module.computations[i.called[0]];
  const size_t count = i.shapes.size();
  if (i.captures != 0 || region.results.size() != count) return false;
  for (size_t k = 0; k < count; ++k) {
    const Instruction& result = region.at(region.results[k]);
    const Instruction& init = computation.at(i.operands[count + k]);
    const ElementType type = i.shapes[k].element_type;
    if (init.op != Op::kConstant || IsComplex(type) || !Keeps(result.op, init.LiteralValue())) return false;
    IdVector<Value> own{{static_cast<int32_t>(k), 0}, {static_cast<int32_t>(count + k), 0}}, operands = result.operands;
    std::sort(operands.begin(), operands.end());
    if (operands != own || region.at(own[0]).op != Op::kParameter || region.at(own[1]).op != Op::kParameter) return false;
    for (const ElementType other : {computation.shape(i.operands[k]).element_type, region.parameters[k].element_type,
                                    region.parameters[count + k].element_type, result.shape().element_type}) {
      if (other != type) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Cumulative> CumulativeOf(const Module& module, const Computation& computation, const Instruction& i) {
  if (i.op != Op::kReduceWindow || i.shapes.empty()) return {};
  const Shape& shape = computation.shape(i.operands[0]);
  if (!shape.IsArray() || !shape.IsStatic() || shape.quantization || shape.dims != i.shapes[0].dims) return {};
  const size_t rank = shape.dims.size();
  const auto ones = [&](Attr attribute) {
    const std::vector<int64_t> all = i.IntsOr(attribute, rank, 1);
    return std::all_of(all.begin(), all.end(), [](int64_t value) { return value == 1; });
  };
  const IntMatrix& padding = i.Matrix(Attr::kPadding);
  if (padding.size() != rank || !ones(Attr::kWindowStrides) || !ones(Attr::kBaseDilations) || !ones(Attr::kWindowDilations)) return {};
  const std::vector<int64_t>& window = i.Ints(Attr::kWindowDimensions);
  std::optional<Cumulative> found;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t before = padding[d][0], after = padding[d][1], length = shape.dims[d];
    if (window[d] == 1 && before == 0 && after == 0) continue;
    if (found || length <= kShortLine || window[d] != length || std::min(before, after) != 0 || std::max(before, after) != length - 1) {
      return {};
    }
    found = Cumulative{d, before == 0};
  }
  return found && IsPlain(module, computation, i) ? found : std::nullopt;
}

}  // namespace mote
