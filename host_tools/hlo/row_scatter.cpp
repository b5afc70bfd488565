// IsRowScatter.
#include "hlo/row_scatter.h"

#include <algorithm>

namespace mote {

bool IsRowScatter(const Computation& computation, const Instruction& i) {
  if (i.op != Op::kScatter || i.shapes.size() != 1 || i.declared_operands() != 3) return false;
  for (const Value& operand : i.operands) {
    const Shape& shape = computation.shape(operand);
    if (!shape.IsArray() || !shape.IsStatic() || shape.quantization || IsComplex(shape.element_type)) return false;
  }
  for (size_t k = 3; k < i.operands.size(); ++k) {
    if (!computation.shape(i.operands[k]).IsScalar()) return false;
  }
  const Shape &indices = computation.shape(i.operands[1]), &updates = computation.shape(i.operands[2]);
  if (indices.element_type != ElementType::kS32 || indices.dims.size() != 2 || i.Int(Attr::kIndexVectorDim) != 1) return false;
  if (!i.Ints(Attr::kInputBatchingDims).empty() || !i.Ints(Attr::kScatterIndicesBatchingDims).empty()) return false;
  std::vector<int64_t> named = i.Ints(Attr::kScatterDimsToOperandDims);
  if (named.empty() || indices.dims[1] != static_cast<int64_t>(named.size())) return false;
  std::sort(named.begin(), named.end());
  if (named != i.Ints(Attr::kInsertedWindowDims) || updates.dims.empty() || updates.dims[0] != indices.dims[0]) return false;
  const std::vector<int64_t>& window = i.Ints(Attr::kUpdateWindowDims);
  for (size_t k = 0; k < window.size(); ++k) {
    if (window[k] != static_cast<int64_t>(k) + 1) return false;
  }
  return window.size() + 1 == updates.dims.size();
}

}  // namespace mote
