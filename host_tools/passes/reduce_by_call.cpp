// ReduceByCalls: reductions over members become calls of the functions that an MPI library stands behind (hlo/member_reduction.h), where
// the application has them and the library has an operation that is the region's. Sums of floats are then in the library's order.
#include "hlo/member_reduction.h"
#include "passes/emitter.h"
#include "passes/member_groups.h"
#include "passes/passes.h"
#include "passes/region.h"

namespace mote {
namespace {

// Of integers everything is the same in any order. Of floats sums and products are the same but for their rounding; what the library makes
// of NaNs and of zeros in a maximum is its own, so that is not asked.
bool HasOperation(ElementType type, Op op) {
  if (type == ElementType::kF32 || type == ElementType::kF64) return op == Op::kAdd || op == Op::kMultiply;
  if (type == ElementType::kPred) return op == Op::kAnd || op == Op::kOr;
  const bool whole = IsInteger(type) && BitWidth(type) >= 8;
  return whole && (op == Op::kAdd || op == Op::kMultiply || op == Op::kMinimum || op == Op::kMaximum || op == Op::kAnd || op == Op::kOr ||
                   op == Op::kXor);
}

std::optional<Op> OperationOf(const Module& module, const Instruction& i) {
  if (i.called.empty()) return i.shape().element_type == ElementType::kPred ? Op::kOr : Op::kAdd;  // cross_replica_sum
  const std::optional<Op> op = OperationOfRegion(module, i);
  return op && HasOperation(module.computations[i.called[0]].parameters[0].element_type, *op) ? op : std::nullopt;
}

std::string TextOf(Op op, const MemberGroups& groups) {
  std::string text(Info(op).hlo);
  char before = ' ';
  for (const std::vector<int64_t>& group : groups.groups) {
    for (const int64_t member : group) {
      text += before + std::to_string(member);
      before = ',';
    }
    before = ';';
  }
  return text;
}

class Calls {
 public:
  Calls(const Module& module, bool whole, bool scattered) : module_(module), whole_(whole), scattered_(scattered) {}

  std::optional<IdVector<Value>> Visit(ModuleEmitter& e, const Instruction& i) const {
    const bool scatters = i.op == Op::kReduceScatter;
    if (scatters ? !scattered_ : !whole_ || (i.op != Op::kAllReduce && i.op != Op::kCrossReplicaSum)) return std::nullopt;
    const std::optional<Op> op = OperationOf(module_, i);
    const Result<MemberGroups> groups = ReducingGroups(module_, i);
    if (!op || !groups.ok() || groups->largest == 1) return std::nullopt;  // what is wrong, LowerCollectives says
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      const Value given = i.operands[o];
      const ElementType type = AccumulatorOf(i, e.shape(given).element_type);
      if (!HasOperation(type, *op) || e.shape(given).ElementCount() == 0) return std::nullopt;
      const auto dim = static_cast<size_t>(i.Int(Attr::kScatterDimension));
      if (scatters && (!groups->equal || e.shape(given).dims[dim] != i.shapes[o].dims[dim] * groups->largest)) return std::nullopt;
      const Value x = e.Convert(given, type);
      const Value sum = scatters ? Call(e, kReduceScatterCall, BlocksInFront(e, x, dim, groups->largest), i.shapes[o].dims, *op, *groups)
                                 : Call(e, kAllReduceCall, x, e.shape(x).dims, *op, *groups);
      results.push_back(e.Convert(sum, i.shapes[o].element_type));
    }
    return results;
  }

 private:
  ElementType AccumulatorOf(const Instruction& i, ElementType given) const {
    return i.called.empty() ? given : module_.computations[i.called[0]].parameters[0].element_type;
  }

  static Value Call(ModuleEmitter& e, const char* name, Value x, const Dims& dims, Op op, const MemberGroups& groups) {
    return e.Make(Op::kCustomCall, Shape::Array(e.shape(x).element_type, dims), {x},
                  {{Attr::kCallTarget, std::string(name)}, {Attr::kBackendConfig, TextOf(op, groups)}});
  }

  // Dimension `dim` as `count` blocks in a leading dimension.
  static Value BlocksInFront(ModuleEmitter& e, Value x, size_t dim, int64_t count) {
    const Shape& shape = e.shape(x);
    Dims split = shape.dims, blocks = shape.dims;
    split[dim] = blocks[dim] = shape.dims[dim] / count;
    split.insert(split.begin() + static_cast<std::ptrdiff_t>(dim), count);
    blocks.insert(blocks.begin(), count);
    const Value parts = e.Reshape(x, split);
    if (dim == 0) return parts;
    std::vector<int64_t> permutation = {static_cast<int64_t>(dim)};
    for (size_t d = 0; d < split.size(); ++d) {
      if (d != dim) permutation.push_back(static_cast<int64_t>(d));
    }
    return e.Make(Op::kTranspose, Shape::Array(shape.element_type, blocks), {parts}, {{Attr::kPermutation, permutation}});
  }

  const Module& module_;
  bool whole_, scattered_;  // what the application has functions for
};

}  // namespace

Result<Module> ReduceByCalls(const Module& module, const std::set<std::string>& custom_calls) {
  const bool whole = custom_calls.count(kAllReduceCall) != 0, scattered = custom_calls.count(kReduceScatterCall) != 0;
  if (!whole && !scattered) return module;
  const Calls calls(module, whole, scattered);
  return RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) { return calls.Visit(e, i); });
}

}  // namespace mote
