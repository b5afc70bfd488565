// The entry again, instruction by instruction: steps as integers, everything else as it was, conversions where the two meet.
#include "quantize/write.h"

#include <algorithm>
#include <cmath>

#include "hlo/byte_softmax.h"
#include "passes/passes.h"
#include "quantize/integer_emitter.h"
#include "quantize/table.h"
#include "quantize/tail.h"
#include "quantize/write_product.h"
#include "quantize/write_words.h"

namespace mote {
namespace {

class Writer {
 public:
  Writer(const Module& prepared, const IntegerSteps& steps, const FormatGroups& groups, const std::vector<IntegerFormat>& formats,
         const WriteOptions& options)
      : m_(prepared), c_(prepared.main()), steps_(steps), groups_(groups), formats_(formats), options_(options),
        fresh_(EmptyLike(c_)), regions_{prepared.computations.size(), {}}, out_(fresh_, regions_) {}

  Result<Module> Write() {
    for (int32_t i = 0; i < c_.instructions.count(); ++i) {
      const Instruction& instruction = c_.instructions[i];
      out_.e.location = instruction.location, out_.e.name = instruction.name;
      if (instruction.op == Op::kParameter) {
        Parameter(i);
      } else if (const int32_t s = steps_.by_result[i]; s >= 0) {
        const IntegerStep& step = steps_.list[static_cast<size_t>(s)];
        MOTE_ASSIGN(const Value stored, StepResult(step));
        integers_[{i, 0}] = stored;
      } else if (steps_.floats[i]) {
        Float({i, 0});
      }
    }
    for (const Value v : c_.results) fresh_.results.push_back(ResultOf(v));
    if (options_.tapped) {
      fresh_.result_names.clear(), fresh_.result_extra.clear();
      for (const IntegerStep& step : steps_.list) fresh_.results.push_back(integers_.at({step.last, 0}));
    }
    Module module = m_;
    module.computations[module.entry] = std::move(fresh_);
    for (Computation& region : regions_.computations) module.computations.push_back(std::move(region));
    return ShareAndDrop(module);
  }

 private:
  const IntegerFormat& FormatOf(Value v) const { return formats_[groups_.At(v)]; }

  void Parameter(int32_t i) {
    Instruction parameter = c_.instructions[i];
    const bool stored = options_.integer_io && groups_.Has({i, 0});
    if (stored) {
      parameter.shapes[0].element_type = FormatOf({i, 0}).type;
      fresh_.parameters[parameter.Int(Attr::kIndex)] = parameter.shapes[0];
    }
    (stored ? integers_ : floats_)[{i, 0}] = out_.e.Add(std::move(parameter));
  }

  Value ResultOf(Value v) {
    const bool real = c_.shape(v).IsArray() && IsFloat(c_.shape(v).element_type);
    return options_.integer_io && real && groups_.Has(v) ? Integer(v, FormatOf(v)) : Float(v);
  }

  // The value as it was: copied, or from its stored form.
  Value Float(Value v) {
    if (const auto found = floats_.find(v); found != floats_.end()) return found->second;
    if (const auto found = integers_.find(v); found != integers_.end())
      return floats_[v] = out_.Dequantized(found->second, FormatOf(v), c_.shape(v).element_type);
    return Copied(v);
  }

  Value Copied(Value v) {
    Instruction copy = c_.at(v);
    for (Value& operand : copy.operands) operand = Float(operand);
    const auto results = static_cast<int32_t>(copy.shapes.size());
    const Value first = out_.e.Add(std::move(copy));
    for (int32_t r = 0; r < results; ++r) floats_[{v.instruction, r}] = {first.instruction, r};
    return floats_.at(v);
  }

  Value Integer(Value v, const IntegerFormat& format) {
    if (const auto found = integers_.find(v); found != integers_.end()) return found->second;
    if (const auto known = ConstantAt(m_, v)) {
      Literal stored(Shape::Array(format.type, known->shape().dims));
      for (int64_t i = 0; i < stored.size(); ++i) stored.SetInteger(i, format.Stored(known->RealAt(i)));
      return out_.e.Constant(stored);
    }
    return integers_[v] = out_.Quantized(Float(v), format);
  }
  Value Integer(Value v) { return Integer(v, FormatOf(v)); }

  Result<Value> StepResult(const IntegerStep& step) {
    const IntegerFormat& out = FormatOf({step.last, 0});
    switch (step.form) {
      case IntegerForm::kProduct: return Product(step, out);
      case IntegerForm::kScale: return WriteScale(out_, step, Integer(step.inputs[0]), FormatOf(step.inputs[0]), out);
      case IntegerForm::kSum: return Sum(step, out);
      case IntegerForm::kMultiply: return Multiply(step, out);
      case IntegerForm::kMean: return Mean(step, out);
      case IntegerForm::kMove: return Move(step, out);
      case IntegerForm::kExtreme: return Extreme(step, out);
      case IntegerForm::kTable: return Table(step, out);
      case IntegerForm::kSoftmax: return Softmax(step, out);
    }
    return Value{};
  }

  Result<Value> Product(const IntegerStep& step, const IntegerFormat& out) {
    const Instruction& product = c_.instructions[step.first];
    if (step.inputs.size() == 2) return WriteProductOfTwo(out_, product, step, Integer(step.inputs[0]), Integer(step.inputs[1]),
                                                          FormatOf(step.inputs[0]), FormatOf(step.inputs[1]), out);
    const IntegerFormat& in = FormatOf(step.inputs[0]);
    MOTE_ASSIGN(const IntegerWeights weights, WeightsFor(m_, step, in, out));
    return WriteProduct(out_, product, step, WeightsOperand(m_, step), Integer(step.inputs[0]), in, weights, out);
  }

  // Σ round(factor · k) (x - zero) / k, rounded once.
  Result<Value> Sum(const IntegerStep& step, const IntegerFormat& out) {
    const IntegerFormat formats[] = {FormatOf(step.inputs[0]), FormatOf(step.inputs[1])};
    const double sign = c_.instructions[step.first].op == Op::kSubtract ? -1 : 1, factor = step.tail.factors[0];
    const double factors[] = {factor * formats[0].scale / out.scale, sign * factor * formats[1].scale / out.scale};
    const double spans[] = {static_cast<double>(formats[0].most - formats[0].least),
                            static_cast<double>(formats[1].most - formats[1].least)};
    const double offset = step.tail.offsets[0] / out.scale, k = CommonFactor(factors, spans, std::fabs(offset));
    Value sum;
    for (size_t i = 0; i < 2; ++i) {
      const Value x = out_.Centered(Integer(step.inputs[i]), formats[i]);
      const Value scaled = out_.e.Binary(Op::kMultiply, x, out_.Splat(out_.e.shape(x).dims, std::llround(factors[i] * k)));
      sum = i == 0 ? scaled : out_.e.Binary(Op::kAdd, sum, scaled);
    }
    return out_.Requantized(out_.Plus(sum, std::llround(offset * k)), {1 / k}, out, step.tail.low, step.tail.high);
  }

  // The k that leaves both factors nearest to whole numbers, among those that keep sums in 32 bits; 2^22 where that is among them.
  static double CommonFactor(const double (&factors)[2], const double (&spans)[2], double offset) {
    const double reach = std::fabs(factors[0]) * spans[0] + std::fabs(factors[1]) * spans[1] + offset + 1;
    const double most = std::floor((2147483647.0 - spans[0] - spans[1]) / reach);
    if (most >= 0x1p22) return 0x1p22;
    double best = 1, least = INFINITY;
    for (double k = std::max(std::floor(most / 2), 1.0); k <= std::max(most, 1.0); ++k) {
      double error = 0;
      for (size_t i = 0; i < 2; ++i) error += std::fabs(std::round(factors[i] * k) / k - factors[i]) * spans[i];
      if (error < least) least = error, best = k;
    }
    return best;
  }

  // The factor is that of the sums; a negative one turns the sums round.
  Result<Value> Scaled(Value sums, double factor, const IntegerStep& step, const IntegerFormat& out) {
    if (factor < 0) sums = out_.e.Unary(Op::kNegate, sums), factor = -factor;
    if (factor == 0) factor = 0x1p-40;
    sums = out_.Plus(sums, std::llround(std::clamp(step.tail.offsets[0] / (factor * out.scale), -0x1p30, 0x1p30)));
    return out_.Requantized(sums, {factor}, out, step.tail.low, step.tail.high);
  }

  Result<Value> Multiply(const IntegerStep& step, const IntegerFormat& out) {
    const IntegerFormat &a = FormatOf(step.inputs[0]), &b = FormatOf(step.inputs[1]);
    const Value product =
        out_.e.Binary(Op::kMultiply, out_.Centered(Integer(step.inputs[0]), a), out_.Centered(Integer(step.inputs[1]), b));
    return Scaled(product, a.scale * b.scale * step.tail.factors[0] / out.scale, step, out);
  }

  // Zeros of a frame around the input are its zero point, laid there before.
  Result<Value> Mean(const IntegerStep& step, const IntegerFormat& out) {
    Instruction reduction = c_.instructions[step.first];
    const IntegerFormat& in = FormatOf(step.inputs[0]);
    Value x = Integer(step.inputs[0]);
    const Dims dims = out_.e.shape(x).dims;
    int64_t terms = 1;
    if (reduction.op == Op::kReduce) {
      for (const int64_t d : reduction.Ints(Attr::kDimensions)) terms *= dims[d];
    } else {
      for (const int64_t size : reduction.Ints(Attr::kWindowDimensions)) terms *= size;
      x = Framed(x, reduction, in);
    }
    if (static_cast<double>(terms) * static_cast<double>(in.most - in.least) > 2147483647.0)
      return Error(Rule::kLimit, Label(c_, step.first) + ": a sum of " + std::to_string(terms) + " values leaves 32 bits");
    const Value sums = out_.Plus(out_.Reduced(reduction, out_.Wide(x), Op::kAdd, 0), -in.zero * terms);
    return Scaled(sums, in.scale * step.tail.factors[0] / out.scale, step, out);
  }

  Value Framed(Value x, Instruction& window, const IntegerFormat& in) {
    const IntMatrix& padding = window.Matrix(Attr::kPadding);
    const size_t rank = static_cast<size_t>(out_.e.shape(x).rank());
    const std::vector<int64_t> holes = window.IntsOr(Attr::kBaseDilations, rank, 1);
    std::vector<int64_t> low(rank, 0), high(rank, 0), inside(rank, 0);
    Dims dims = out_.e.shape(x).dims;
    for (size_t d = 0; d < rank; ++d) {
      if (!padding.empty()) low[d] = padding[d][0], high[d] = padding[d][1];
      inside[d] = holes[d] - 1;
      dims[d] += low[d] + high[d] + std::max<int64_t>(dims[d] - 1, 0) * inside[d];
    }
    window.attributes.erase(Attr::kPadding), window.attributes.erase(Attr::kBaseDilations);
    if (dims == out_.e.shape(x).dims) return x;
    Literal zero(Shape::Scalar(in.type));
    zero.SetInteger(0, in.zero);
    return out_.e.Make(Op::kPad, Shape::Array(in.type, dims), {x, out_.e.Constant(zero)},
                       {{Attr::kEdgePaddingLow, low}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, inside}});
  }

  Result<Value> Move(const IntegerStep& step, const IntegerFormat& out) {
    Instruction move = c_.instructions[step.first];
    move.shapes[0].element_type = out.type;
    for (size_t k = 0; k < move.operands.size(); ++k) {
      const bool real = IsFloat(c_.shape(move.operands[k]).element_type);
      move.operands[k] = real ? Integer(move.operands[k], out) : Float(move.operands[k]);
    }
    return out_.e.Add(std::move(move));
  }

  Result<Value> Extreme(const IntegerStep& step, const IntegerFormat& out) {
    const Instruction& i = c_.instructions[step.first];
    if (i.op == Op::kMaximum || i.op == Op::kMinimum) return out_.e.Binary(i.op, Integer(step.inputs[0]), Integer(step.inputs[1]));
    const Op operation = *CombinerOf(m_, i);
    const int64_t bits = BitWidth(out.type), top = int64_t{1} << (bits - 1);
    return out_.Reduced(i, Integer(step.inputs[0]), operation, operation == Op::kMaximum ? -top : top - 1);
  }

  Result<Value> Table(const IntegerStep& step, const IntegerFormat& out) {
    const IntegerFormat& in = FormatOf(step.inputs[0]);
    const Value x = Integer(step.inputs[0]);
    if (in.type == ElementType::kS8) {
      MOTE_ASSIGN(const Literal table, TableOf(m_, step, in, out));
      return out_.Looked(x, table);
    }
    MOTE_ASSIGN(const std::optional<Module> lines, WordTable(m_, step, out_.e.shape(x), in, out));
    if (lines) return out_.Inlined(*lines, x);
    if (options_.through_floats != nullptr) options_.through_floats->insert(step.first);
    return out_.Quantized(Copied({step.last, 0}), out);
  }

  // In its own format, requantized where its values share another.
  Result<Value> Softmax(const IntegerStep& step, const IntegerFormat& out) {
    const IntegerFormat &in = FormatOf(step.inputs[0]), own = FormatOfSoftmax(out.type);
    const Value x = Integer(step.inputs[0]);
    MOTE_ASSIGN(const Module program,
                in.type == ElementType::kS8 ? Bytes(out_.e.shape(x), in, own) : WordSoftmax(out_.e.shape(x), in, own));
    const Value shares = out_.Inlined(program, x);
    return out == own ? Result<Value>(shares) : out_.Requantized(out_.Centered(shares, own), {own.scale / out.scale}, out, 0, 1);
  }

  static Result<Module> Bytes(const Shape& x, const IntegerFormat& in, const IntegerFormat& own) {
    std::vector<int64_t> powers;  // e^(scale · d), d from -255 to 0
    for (int64_t d = -255; d <= 0; ++d)
      powers.push_back(std::min<int64_t>(std::llround(std::ldexp(std::exp(in.scale * static_cast<double>(d)), 31)), INT32_MAX));
    Builder b("softmax");
    return b.Build(ByteSoftmax(b, b.Parameter(0, x), own.type, own.least, own.most, powers));
  }

  const Module& m_;
  const Computation& c_;
  const IntegerSteps& steps_;
  const FormatGroups& groups_;
  const std::vector<IntegerFormat>& formats_;
  const WriteOptions& options_;
  Computation fresh_;
  NewRegions regions_;
  IntegerEmitter out_;
  std::map<Value, Value> floats_, integers_;  // of the old computation → of the new one; what is no real is among the floats
};

}  // namespace

Result<Module> WriteIntegers(const Module& prepared, const IntegerSteps& steps, const FormatGroups& groups,
                             const std::vector<IntegerFormat>& formats, const WriteOptions& options) {
  return Writer(prepared, steps, groups, formats, options).Write();
}

}  // namespace mote
