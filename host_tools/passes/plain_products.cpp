// PlainProducts: products as the routines of hosts take them. Factors of half precision become f32, in which they are summed anyway, and
// rounded once; where several contracted or free dimensions lie apart, the factor is laid anew. The order of every sum stays what it was.
#include <algorithm>

#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr double kLeastWork = 1 << 16;  // multiply-adds that are worth a pass over the factors

bool IsHalf(ElementType type) { return type == ElementType::kF16 || type == ElementType::kBF16; }

// What a dot takes of one factor: dimensions in the order in which they count.
struct Factor {
  std::vector<int64_t> batch, free, contracted;
};

Factor FactorOf(const Instruction& dot, const Dims& dims, bool lhs) {
  Factor f{dot.Ints(lhs ? Attr::kLhsBatchingDimensions : Attr::kRhsBatchingDimensions), {},
           dot.Ints(lhs ? Attr::kLhsContractingDimensions : Attr::kRhsContractingDimensions)};
  for (int64_t d = 0; d < static_cast<int64_t>(dims.size()); ++d) {
    const auto in = [d](const std::vector<int64_t>& list) { return std::find(list.begin(), list.end(), d) != list.end(); };
    if (!in(f.batch) && !in(f.contracted)) f.free.push_back(d);
  }
  return f;
}

// Whether one stride leads through all of them.
bool LieTogether(const std::vector<int64_t>& list, const Dims& dims) {
  std::vector<int64_t> stride(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) stride[d - 1] = stride[d] * dims[d];
  int64_t outer = -1;
  for (const int64_t d : list) {
    if (dims[d] == 1) continue;
    const int64_t own = stride[static_cast<size_t>(d)];
    if (outer >= 0 && outer != own * dims[d]) return false;
    outer = own;
  }
  return true;
}

bool LiesPlainly(const Instruction& dot, const Dims& dims, bool lhs) {
  const Factor f = FactorOf(dot, dims, lhs);
  return LieTogether(f.free, dims) && LieTogether(f.contracted, dims);
}

double Work(const Computation& computation, const Instruction& i) {
  const Shape& rhs = computation.shape(i.operands[1]);
  double terms = 1;
  if (i.op == Op::kConvolution) {
    const int64_t outputs = std::max<int64_t>(1, rhs.dims[i.Int(Attr::kKernelOutputFeatureDimension)]);
    terms = static_cast<double>(rhs.ElementCount()) / static_cast<double>(outputs);
  } else {
    for (const int64_t d : i.Ints(Attr::kRhsContractingDimensions)) terms *= static_cast<double>(rhs.dims[d]);
  }
  return terms * static_cast<double>(i.shape().ElementCount());
}

bool OfHalves(const Computation& computation, const Instruction& i) {
  const ElementType lhs = computation.shape(i.operands[0]).element_type, rhs = computation.shape(i.operands[1]).element_type;
  const ElementType result = i.shape().element_type;
  return IsHalf(lhs) && (IsHalf(rhs) || rhs == ElementType::kF32) && (IsHalf(result) || result == ElementType::kF32);
}

bool LiesApart(const Computation& computation, const Instruction& i) {
  if (i.op != Op::kDotGeneral || computation.shape(i.operands[1]).element_type != ElementType::kF32) return false;
  if (computation.shape(i.operands[0]).element_type != ElementType::kF32 || i.shape().element_type != ElementType::kF32) return false;
  return !LiesPlainly(i, computation.shape(i.operands[0]).dims, true) || !LiesPlainly(i, computation.shape(i.operands[1]).dims, false);
}

bool IsToBePlain(const Computation& computation, const Instruction& i) {
  if ((i.op != Op::kDotGeneral && i.op != Op::kConvolution) || i.shape().ElementCount() == 0 || i.Has(Attr::kDotAlgorithm)) return false;
  return Work(computation, i) >= kLeastWork && (OfHalves(computation, i) || LiesApart(computation, i));
}

Value InF32(ModuleEmitter& e, Instruction i) {
  const ElementType result = i.shape().element_type;
  for (size_t k = 0; k < 2; ++k) i.operands[k] = e.Convert(i.operands[k], ElementType::kF32);
  i.shapes[0].element_type = ElementType::kF32;
  return e.Convert(e.Add(std::move(i)), result);
}

// Batch, free and contracted dimensions in this order.
void Lay(ModuleEmitter& e, Instruction* dot, bool lhs) {
  Value& v = dot->operands[lhs ? 0 : 1];
  const Dims dims = e.shape(v).dims;
  if (LiesPlainly(*dot, dims, lhs)) return;
  const Factor f = FactorOf(*dot, dims, lhs);
  std::vector<int64_t> order = f.batch;
  order.insert(order.end(), f.free.begin(), f.free.end());
  order.insert(order.end(), f.contracted.begin(), f.contracted.end());
  v = e.InMemory(e.Transpose(v, order));  // else it is read as it lay
  std::vector<int64_t> batch, contracted;
  for (size_t d = 0; d < f.batch.size(); ++d) batch.push_back(static_cast<int64_t>(d));
  for (size_t d = order.size() - f.contracted.size(); d < order.size(); ++d) contracted.push_back(static_cast<int64_t>(d));
  dot->attributes[lhs ? Attr::kLhsBatchingDimensions : Attr::kRhsBatchingDimensions] = batch;
  dot->attributes[lhs ? Attr::kLhsContractingDimensions : Attr::kRhsContractingDimensions] = contracted;
}

}  // namespace

bool HasOtherProducts(const Module& module) {
  return std::any_of(module.computations.begin(), module.computations.end(), [](const Computation& computation) {
    return std::any_of(computation.instructions.begin(), computation.instructions.end(),
                       [&](const Instruction& i) { return IsToBePlain(computation, i); });
  });
}

Result<Module> PlainProducts(const Module& module) {
  const Module wide = RewriteModule(module, [](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (!IsToBePlain(e.computation(), i) || !OfHalves(e.computation(), i)) return std::nullopt;
    return {{InF32(e, i)}};
  });
  return RewriteModule(wide, [](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    if (!IsToBePlain(e.computation(), i)) return std::nullopt;
    Instruction dot = i;
    Lay(e, &dot, true);
    Lay(e, &dot, false);
    return {{e.Add(std::move(dot))}};
  });
}

}  // namespace mote
