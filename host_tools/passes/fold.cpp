// Fold: what is computed from constants alone becomes a constant, where every target would give the same bits (DESIGN section 4) and the
// program does not grow by it: a mask made from an iota stays an iota and a comparison.
#include <cmath>
#include <map>

#include "evaluate/evaluate.h"
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr int64_t kAlwaysSmall = 64;  // bytes: a constant of this size is no growth

// Alike for every type.
bool MovesData(Op op) {
  return op == Op::kIota || InFamily(op, Family::kMove, Family::kIndexed, Family::kBits);
}

bool IsPlainArray(const Shape& shape) { return shape.IsArray() && shape.IsStatic() && !shape.quantization; }

class Folder {
 public:
  Folder(const Module& module, const PassOptions& options, PassReport* report) : module_(module), options_(options), report_(report) {}

  // Nothing when the instruction stays.
  std::optional<IdVector<Value>> Visit(ModuleEmitter& e, const Instruction& i) {
    if (!IsConstant(e, i) || i.op == Op::kConstant) return std::nullopt;
    const int64_t bytes = i.shape().ByteSize();
    if (bytes > kAlwaysSmall && bytes > SourceBytes(e, i)) return std::nullopt;
    const auto value = Evaluated(e, i);
    if (!value) return std::nullopt;
    const bool splat = value->size() > 1 && value->IsSplat();
    if (i.op == Op::kBroadcastInDim && splat) return std::nullopt;
    if (report_ != nullptr) ++report_->folded;
    if (!splat) return {{e.Constant(*value)}};
    const auto element = value->bytes().first(StorageBytes(value->type()));
    return {{e.Broadcast(e.Constant(Literal(Shape::Scalar(value->type()), {element.begin(), element.end()})), i.shape(), {})}};
  }

 private:
  bool IsExact(const ModuleEmitter& e, const Instruction& i) const {
    if (i.shapes.size() != 1 || !i.called.empty() || !IsPlainArray(i.shape()) || i.shape().ElementCount() > options_.max_fold_elements) {
      return false;
    }
    for (const Value& operand : i.operands) {
      if (!IsPlainArray(e.shape(operand))) return false;
    }
    if (i.op == Op::kConstant || MovesData(i.op)) return true;
    const ElementType type = i.operands.empty() ? i.shape().element_type : e.shape(i.operands.back()).element_type;
    if (IsComplex(type) || IsComplex(i.shape().element_type)) return false;
    return InFamily(i.op, Family::kReducer, Family::kExact) || (i.op == Op::kPower && !IsFloat(type));
  }

  // Whether the value follows exactly from constants; remembered per instruction of the computation under construction.
  bool IsConstant(const ModuleEmitter& e, const Instruction& i) {
    if (!IsExact(e, i)) return false;
    for (const Value& operand : i.operands) {
      auto [entry, fresh] = constant_.try_emplace(operand.instruction, false);
      if (fresh) entry->second = IsConstant(e, e.at(operand));
      if (!constant_[operand.instruction]) return false;
    }
    return true;
  }

  int64_t SourceBytes(const ModuleEmitter& e, const Instruction& i) {
    int64_t bytes = 0;
    for (const Value& operand : i.operands) {
      auto [entry, fresh] = source_bytes_.try_emplace(operand.instruction, 0);
      if (fresh) {
        const Instruction& source = e.at(operand);
        const int64_t own = source.op == Op::kConstant ? source.shape().ByteSize() : SourceBytes(e, source);
        source_bytes_[operand.instruction] = std::min(own, source.shape().ByteSize());
      }
      bytes += source_bytes_[operand.instruction];
    }
    return bytes;
  }

  std::optional<Literal> ValueOf(const ModuleEmitter& e, Value v) {
    if (e.at(v).op == Op::kConstant) return e.at(v).LiteralValue();
    const auto found = values_.find(v.instruction);
    if (found != values_.end()) return found->second;
    auto value = Evaluated(e, e.at(v));
    values_[v.instruction] = value;
    return value;
  }

  // The result, unless the evaluator refuses or an arithmetic result is NaN, whose bits are the target's.
  std::optional<Literal> Evaluated(const ModuleEmitter& e, const Instruction& i) {
    std::vector<Literal> operands;
    for (const Value& operand : i.operands) {
      const auto value = ValueOf(e, operand);
      if (!value) return std::nullopt;
      operands.push_back(*value);
    }
    auto result = EvaluateOperation(module_, i, operands);
    if (!result.ok()) return std::nullopt;
    if (IsFloat(result->type()) && !MovesData(i.op)) {
      for (int64_t k = 0; k < result->size(); ++k) {
        if (std::isnan(result->RealAt(k))) return std::nullopt;
      }
    }
    return *result;
  }

  const Module& module_;
  const PassOptions& options_;
  PassReport* report_;
  std::map<int32_t, bool> constant_;
  std::map<int32_t, int64_t> source_bytes_;
  std::map<int32_t, std::optional<Literal>> values_;
};

}  // namespace

Result<Module> Fold(const Module& module, const PassOptions& options, PassReport* report) {
  Module fresh = module;
  if (!options.fold) return fresh;
  for (Computation& computation : fresh.computations) {
    Folder folder(module, options, report);
    computation = Rewrite(computation, [&](ModuleEmitter& e, const Instruction& i) { return folder.Visit(e, i); });
  }
  return fresh;
}

}  // namespace mote
