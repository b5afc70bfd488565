// MaskBounded: a value whose size run time sets (set_dimension_size) becomes the whole array and its sizes. Element-wise operations compute
// the padding too, reductions put their initial value in its place. Sizes outside of 0 … bound are brought there: kernels have no errors.
#include <algorithm>
#include <map>

#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

Shape Whole(Shape shape) {
  shape.bounded.clear();
  return shape;
}
bool HasBounds(const Shape& shape) {
  return shape.IsArray() && std::find(shape.bounded.begin(), shape.bounded.end(), true) != shape.bounded.end();
}

// A value without bounds, and the sizes of the dimensions that had them: scalars of s32.
struct Masked {
  Value value;
  std::map<int64_t, Value> sizes;
};

class Masking {
 public:
  explicit Masking(const Computation& old) : old_(old), fresh_(EmptyLike(old)), e_(fresh_), map_(old.instructions.size()) {}

  Result<Computation> Run() {
    fresh_.parameters.clear();
    for (size_t n = 0; n < old_.instructions.size(); ++n) {
      const Instruction& i = old_.instructions[n];
      e_.location = i.location;
      e_.name = i.name;
      if (i.op == Op::kParameter) {
        map_[n] = {{e_.Parameter(i.shape()), {}}};
        continue;
      }
      MOTE_ASSIGN(map_[n], Visit(i));
    }
    for (const Value& result : old_.results) {
      const Masked& masked = At(result);
      if (!masked.sizes.empty()) return Refusal(old_.at(result), "a result of the program whose size only run time knows");
      fresh_.results.push_back(masked.value);
    }
    return std::move(fresh_);
  }

 private:
  static Diagnostic Refusal(const Instruction& i, const std::string& why) {
    return Error(Rule::kUnsupported, OpName(i.op) + std::string(": ") + why, i.location);
  }
  const Masked& At(Value v) const { return map_[v.instruction][v.result]; }

  Result<std::vector<Masked>> Visit(const Instruction& i) {
    const bool bounded = std::any_of(i.operands.begin(), i.operands.end(), [&](Value v) { return !At(v).sizes.empty(); });
    if (i.op == Op::kSetDimensionSize) return SetSize(i);
    if (!bounded) {
      if (std::any_of(i.shapes.begin(), i.shapes.end(), HasBounds)) return Refusal(i, "its result has a size that only run time knows");
      return Plain(i);
    }
    if (i.op == Op::kGetDimensionSize) return GetSize(i);
    if (i.op == Op::kReduce) return Reduced(i);
    if (IsElementwise(i.op) && i.called.empty()) return Elementwise(i);
    return Refusal(i, "an operand has a size that only run time knows");
  }

  std::vector<Masked> Plain(Instruction i) {
    for (Value& operand : i.operands) operand = At(operand).value;
    const size_t count = i.shapes.size();
    const Value first = e_.Add(std::move(i));
    std::vector<Masked> results;
    for (size_t r = 0; r < count; ++r) results.push_back({{first.instruction, static_cast<int32_t>(r)}, {}});
    return results;
  }

  std::vector<Masked> SetSize(const Instruction& i) {
    Masked masked = At(i.operands[0]);
    const int64_t dim = i.Int(Attr::kDimension);
    masked.sizes.erase(dim);
    if (!i.shape().IsBounded(static_cast<size_t>(dim))) return {masked};
    const Value lowest = Number(0), highest = Number(i.shape().dims[static_cast<size_t>(dim)]);
    masked.sizes[dim] = e_.Make(Op::kClamp, Shape::Scalar(ElementType::kS32), {lowest, At(i.operands[1]).value, highest});
    return {masked};
  }

  std::vector<Masked> GetSize(const Instruction& i) {
    const Masked& masked = At(i.operands[0]);
    const int64_t dim = i.Int(Attr::kDimension);
    const auto found = masked.sizes.find(dim);
    return {{found != masked.sizes.end() ? found->second : Number(e_.shape(masked.value).dims[static_cast<size_t>(dim)]), {}}};
  }

  // Of operands of one size; a scalar bound or predicate has none.
  std::vector<Masked> Elementwise(const Instruction& i) {
    std::map<int64_t, Value> sizes;
    for (const Value operand : i.operands) sizes.insert(At(operand).sizes.begin(), At(operand).sizes.end());
    Instruction whole = i;
    whole.shapes = {Whole(i.shape())};
    std::vector<Masked> results = Plain(std::move(whole));
    results[0].sizes = std::move(sizes);
    return results;
  }

  // Only where padding would be reduced it is masked; other sizes stay those of the result.
  std::vector<Masked> Reduced(const Instruction& i) {
    const std::vector<int64_t>& dims = i.Ints(Attr::kDimensions);
    const size_t inputs = static_cast<size_t>(i.declared_operands()) / 2;
    Instruction masked = i;
    std::map<int64_t, Value> sizes;
    for (size_t o = 0; o < i.operands.size(); ++o) {
      const Masked& operand = At(i.operands[o]);
      masked.operands[o] = operand.value;
      if (o >= inputs) continue;
      for (const auto& [dim, size] : operand.sizes) {
        const bool reduced = std::find(dims.begin(), dims.end(), dim) != dims.end();
        const auto before = std::count_if(dims.begin(), dims.end(), [d = dim](int64_t other) { return other < d; });
        if (reduced) masked.operands[o] = WithoutPadding(masked.operands[o], dim, size, At(i.operands[inputs + o]).value);
        else sizes[dim - before] = size;
      }
    }
    for (Shape& shape : masked.shapes) shape = Whole(shape);
    const size_t count = masked.shapes.size();
    const Value first = e_.Add(std::move(masked));
    std::vector<Masked> results;
    for (size_t r = 0; r < count; ++r) results.push_back({{first.instruction, static_cast<int32_t>(r)}, sizes});
    return results;
  }

  Value WithoutPadding(Value x, int64_t dim, Value size, Value init) {
    const Shape shape = e_.shape(x), index = Shape::Array(ElementType::kS32, shape.dims);
    const Value at = e_.Make(Op::kIota, index, {}, {{Attr::kIotaDimension, dim}}), end = e_.Broadcast(size, index, {});
    const Value inside = e_.Compare("LT", at, end), padding = e_.Broadcast(init, shape, {});
    return e_.Make(Op::kSelect, shape, {inside, x, padding});
  }

  Value Number(int64_t value) {
    Literal number(Shape::Scalar(ElementType::kS32));
    number.SetInteger(0, value);
    return e_.Constant(number);
  }

  const Computation& old_;
  Computation fresh_;
  ModuleEmitter e_;
  IdVector<std::vector<Masked>> map_;
};

}  // namespace

Result<Module> MaskBounded(const Module& module) {
  if (module.entry < 0) return module;
  const auto& instructions = module.main().instructions;
  const auto& parameters = module.main().parameters;
  const auto sets_size = [](const Instruction& i) { return i.op == Op::kSetDimensionSize; };
  const bool sets = std::any_of(instructions.begin(), instructions.end(), sets_size);
  if (!sets || std::any_of(parameters.begin(), parameters.end(), HasBounds)) return module;
  Module fresh = module;
  MOTE_ASSIGN(fresh.computations[module.entry], Masking(module.main()).Run());
  return fresh;
}

}  // namespace mote
