// NarrowIndices: 64-bit integers whose values are proven to fit in 32 bits get a 32-bit twin, computed alongside from the twins of their
// operands; indices, comparisons and conversions then read the twin, and ShareAndDrop removes what only the 64-bit form needed.
// What has no proof stays: a 64-bit index read by a kernel saturates to 32 bits, which clamps alike.
#include <algorithm>
#include <map>

#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

struct Interval {
  int64_t low, high;
  bool Fits(int64_t lowest, int64_t highest) const { return low >= lowest && high <= highest; }
};
using Range = std::optional<Interval>;

bool IsWide(ElementType type) { return type == ElementType::kS64 || type == ElementType::kU64; }

Interval Hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

// Every interval that is kept lies within 32 bits on both sides of zero, so products fit in 64.
Range Kept(Interval i) {
  if (!i.Fits(INT32_MIN, INT32_MAX)) return std::nullopt;
  return i;
}
Range TypeRange(ElementType type) {
  if (!IsInteger(type) || BitWidth(type) > 32 || type == ElementType::kU32) return std::nullopt;
  const int bits = BitWidth(type);
  if (IsSigned(type)) return Interval{-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  return Interval{0, (int64_t{1} << bits) - 1};
}

Range ConstantRange(const Literal& value) {
  constexpr int64_t kScanned = 1 << 20;
  if (value.size() == 0 || value.size() > kScanned) return std::nullopt;
  Interval range{INT64_MAX, INT64_MIN};
  for (int64_t i = 0; i < value.size(); ++i) {
    const int64_t v = value.IntegerAt(i);
    if (value.type() == ElementType::kU64 && v < 0) return std::nullopt;
    range = Hull(range, {v, v});
  }
  return Kept(range);
}

class Narrower {
 public:
  std::optional<IdVector<Value>> Visit(ModuleEmitter& e, const Instruction& i) {
    if (i.shapes.size() != 1 || !i.shape().IsArray() || !i.called.empty()) return std::nullopt;
    if (ReadsTwins(e, i)) return Rewired(e, i);
    const ElementType type = i.shape().element_type;
    if (!IsInteger(type) || !i.shape().IsStatic() || i.shape().quantization) return std::nullopt;
    const Range range = RangeOf(e, i);
    if (!range) return std::nullopt;
    const Value kept = e.Add(i);
    ranges_[kept.instruction] = *range;
    if (!IsWide(type)) return {{kept}};
    const auto twin = TwinOf(e, i);
    twins_[kept.instruction] = twin ? *twin : e.Convert(kept, ElementType::kS32);
    return {{kept}};
  }

 private:
  Range Of(const ModuleEmitter& e, Value v) const {
    const auto found = ranges_.find(v.instruction);
    if (found != ranges_.end()) return found->second;
    return TypeRange(e.shape(v).element_type);
  }

  Range RangeOf(const ModuleEmitter& e, const Instruction& i) const {
    if (i.op == Op::kConstant) return ConstantRange(i.LiteralValue());
    if (i.op == Op::kIota) return Kept({0, std::max<int64_t>(i.shape().dims[i.Int(Attr::kIotaDimension)] - 1, 0)});
    std::vector<Interval> in;
    for (size_t k = i.op == Op::kSelect ? 1 : 0; k < i.operands.size(); ++k) {
      const Range range = Of(e, i.operands[k]);
      if (!range) {
        if (i.op == Op::kClamp && k == 1) {  // the bounds alone decide
          in.push_back({INT32_MIN, INT32_MAX});
          continue;
        }
        return std::nullopt;
      }
      in.push_back(*range);
      if (IsDataDependent(i.op)) break;
    }
    const Range range = Combine(i.op, in);
    // A narrow type that might wrap has the range of its type.
    const Range own = TypeRange(i.shape().element_type);
    if (range && own && !range->Fits(own->low, own->high)) return own;
    if (range && IsUnsigned(i.shape().element_type) && range->low < 0) return std::nullopt;
    return range;
  }

  // Operations whose further operands are indices, not data.
  static bool IsDataDependent(Op op) { return op == Op::kDynamicSlice || op == Op::kGather; }

  static Range Combine(Op op, const std::vector<Interval>& in) {
    if (InFamily(op, Family::kMove)) return in[0];
    switch (op) {
      case Op::kConvert: case Op::kDynamicSlice: return in[0];
      case Op::kConcatenate: case Op::kPad: case Op::kSelect: {
        Interval all = in[0];
        for (const Interval& i : in) all = Hull(all, i);
        return all;
      }
      case Op::kAdd: return Kept({in[0].low + in[1].low, in[0].high + in[1].high});
      case Op::kSubtract: return Kept({in[0].low - in[1].high, in[0].high - in[1].low});
      case Op::kMultiply: {
        const int64_t p[] = {in[0].low * in[1].low, in[0].low * in[1].high, in[0].high * in[1].low, in[0].high * in[1].high};
        return Kept({*std::min_element(p, p + 4), *std::max_element(p, p + 4)});
      }
      case Op::kMaximum: return Interval{std::max(in[0].low, in[1].low), std::max(in[0].high, in[1].high)};
      case Op::kMinimum: return Interval{std::min(in[0].low, in[1].low), std::min(in[0].high, in[1].high)};
      case Op::kClamp:
        return Interval{std::min(std::max(in[0].low, in[1].low), in[2].low), std::min(std::max(in[0].high, in[1].high), in[2].high)};
      case Op::kDivide: return in[0].low >= 0 && in[1].low >= 1 ? Range(Interval{0, in[0].high}) : std::nullopt;
      case Op::kRemainder:
        if (in[1].low < 1) return std::nullopt;
        return Interval{in[0].low < 0 ? -(in[1].high - 1) : 0, in[1].high - 1};
      default: return std::nullopt;
    }
  }

  std::optional<Value> Twin(Value v) const {
    const auto found = twins_.find(v.instruction);
    return found == twins_.end() ? std::nullopt : std::optional<Value>(found->second);
  }

  // The same operation in s32, when every 64-bit operand has a twin.
  std::optional<Value> TwinOf(ModuleEmitter& e, const Instruction& i) {
    if (i.op == Op::kConstant) {
      Literal narrow(Shape::Array(ElementType::kS32, i.shape().dims));
      for (int64_t k = 0; k < narrow.size(); ++k) narrow.SetInteger(k, i.LiteralValue().IntegerAt(k));
      return e.Constant(narrow);
    }
    if (i.op == Op::kConvert) {
      if (const auto twin = Twin(i.operands[0])) return twin;
      return e.Convert(i.operands[0], ElementType::kS32);
    }
    Instruction narrow = i;
    narrow.shapes = {Shape::Array(ElementType::kS32, i.shape().dims)};
    for (size_t k = 0; k < narrow.operands.size(); ++k) {
      if (i.op == Op::kDynamicSlice && k > 0) continue;
      Value& operand = narrow.operands[k];
      if (!IsWide(e.shape(operand).element_type)) continue;
      const auto twin = Twin(operand);
      if (!twin) return std::nullopt;
      operand = *twin;
    }
    return e.Add(std::move(narrow));
  }

  // First operand of each kind that may be read as its twin without changing the result's type.
  static size_t FirstIndex(Op op) {
    switch (op) {
      case Op::kGather: case Op::kDynamicSlice: return 1;
      case Op::kDynamicUpdateSlice: return 2;
      default: return 0;
    }
  }
  bool ReadsTwins(const ModuleEmitter& e, const Instruction& i) const {
    const bool reader = i.op == Op::kGather || i.op == Op::kDynamicSlice || i.op == Op::kDynamicUpdateSlice || i.op == Op::kCompare ||
                        (i.op == Op::kConvert && !IsWide(i.shape().element_type));
    if (!reader || i.operands.size() <= FirstIndex(i.op)) return false;
    for (size_t k = FirstIndex(i.op); k < i.operands.size(); ++k) {
      if (!IsWide(e.shape(i.operands[k]).element_type) || !Twin(i.operands[k])) return false;
    }
    return true;
  }
  IdVector<Value> Rewired(ModuleEmitter& e, const Instruction& i) {
    Instruction narrow = i;
    for (size_t k = FirstIndex(i.op); k < i.operands.size(); ++k) narrow.operands[k] = *Twin(i.operands[k]);
    if (i.op == Op::kCompare) narrow.attributes.erase(Attr::kCompareType);  // by element type: s32 orders these values alike
    if (i.op == Op::kConvert && i.shape().element_type == ElementType::kS32) return {narrow.operands[0]};
    return {e.Add(std::move(narrow))};
  }

  std::map<int32_t, Interval> ranges_;
  std::map<int32_t, Value> twins_;
};

}  // namespace

Result<Module> NarrowIndices(const Module& module) {
  Module fresh = module;
  for (Computation& computation : fresh.computations) {
    Narrower narrower;
    computation = Rewrite(computation, [&](ModuleEmitter& e, const Instruction& i) { return narrower.Visit(e, i); });
  }
  return fresh;
}

}  // namespace mote
