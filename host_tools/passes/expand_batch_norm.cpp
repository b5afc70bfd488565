// The three batch normalisations (OPS.md 2.4) as element-wise operations and sums over all dimensions but the feature. Epsilon is an f32
// attribute. Moments and sums of 16-bit floats and below are taken in f32, and every result is rounded once.
#include "passes/expansions.h"

namespace mote {
namespace {

class BatchNorm {
 public:
  BatchNorm(ModuleEmitter& e, const Instruction& i) : e_(e), i_(i), given_(e.shape(i.operands[0])), feature_(i.Int(Attr::kFeatureIndex)) {
    type_ = given_.element_type == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
    shape_ = Shape::Array(type_, given_.dims);
    for (int64_t d = 0; d < given_.rank(); ++d) {
      if (d != feature_) others_.push_back(d);
    }
    for (int64_t d : others_) count_ *= static_cast<double>(given_.dims[d]);
  }

  Value Operand(size_t index) { return e_.Convert(i_.operands[index], type_); }
  // One value a feature, spread over the array.
  Value Spread(Value v) { return e_.Broadcast(v, shape_, {feature_}); }
  Value Sum(Value v) { return e_.Reduce(Op::kAdd, v, 0, others_); }
  Value Mean(Value v) {
    const Value sum = Sum(v);
    return e_.Binary(Op::kDivide, sum, e_.Splat(e_.shape(sum), count_));
  }
  Value AddEpsilon(Value variance) {
    return e_.Binary(Op::kAdd, variance, e_.Splat(e_.shape(variance), static_cast<float>(i_.Real(Attr::kEpsilon))));
  }
  Value Centered(Value x, Value mean) { return e_.Binary(Op::kSubtract, x, Spread(mean)); }
  Value Result(Value v) { return e_.Convert(v, given_.element_type); }

  // scale · centered / sqrt(variance + epsilon) + offset
  Value Normalized(Value centered, Value variance, Value scale, Value offset) {
    const Value deviation = e_.Unary(Op::kSqrt, AddEpsilon(variance));
    const Value scaled = e_.Binary(Op::kMultiply, e_.Binary(Op::kDivide, centered, Spread(deviation)), Spread(scale));
    return e_.Binary(Op::kAdd, scaled, Spread(offset));
  }

 private:
  ModuleEmitter& e_;
  const Instruction& i_;
  Shape given_, shape_;
  ElementType type_;
  int64_t feature_;
  std::vector<int64_t> others_;
  double count_ = 1;
};

}  // namespace

Results ExpandBatchNormInference(ModuleEmitter& e, const Instruction& i) {
  BatchNorm b(e, i);
  return {{b.Result(b.Normalized(b.Centered(b.Operand(0), b.Operand(3)), b.Operand(4), b.Operand(1), b.Operand(2)))}};
}

// The variance is that of the centered values: it cannot cancel.
Results ExpandBatchNormTraining(ModuleEmitter& e, const Instruction& i) {
  BatchNorm b(e, i);
  const Value x = b.Operand(0), mean = b.Mean(x), centered = b.Centered(x, mean);
  const Value variance = b.Mean(e.Binary(Op::kMultiply, centered, centered));
  return {{b.Result(b.Normalized(centered, variance, b.Operand(1), b.Operand(2))), b.Result(mean), b.Result(variance)}};
}

// c = mean(dy(x-μ)/(σ²+ε)), d = mean(dy), dx = γ/sqrt(σ²+ε)·(dy - d - c(x-μ)), dγ = Σ dy(x-μ)/sqrt(σ²+ε), dβ = Σ dy
Results ExpandBatchNormGrad(ModuleEmitter& e, const Instruction& i) {
  BatchNorm b(e, i);
  const Value centered = b.Centered(b.Operand(0), b.Operand(2)), scale = b.Operand(1), dy = b.Operand(4);
  const Value spread = b.AddEpsilon(b.Operand(3)), deviation = e.Unary(Op::kSqrt, spread);
  const Value product = e.Binary(Op::kMultiply, dy, centered);
  const Value c = e.Binary(Op::kDivide, b.Mean(product), spread), d = b.Mean(dy);
  const Value rest = e.Binary(Op::kSubtract, e.Binary(Op::kSubtract, dy, b.Spread(d)), e.Binary(Op::kMultiply, b.Spread(c), centered));
  const Value dx = e.Binary(Op::kMultiply, b.Spread(e.Binary(Op::kDivide, scale, deviation)), rest);
  return {{b.Result(dx), b.Result(e.Binary(Op::kDivide, b.Sum(product), deviation)), b.Result(b.Sum(dy))}};
}

}  // namespace mote
