// Exact operations against the evaluator, on edge values and their pairs, for every element type: results must agree bit for bit (any NaN
// equals any NaN). And the fast way of the tests against the interpreter.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "evaluate/evaluate.h"
#include "expand/expand.h"
#include "expand_harness.h"

namespace mote {
namespace {

using T = ElementType;
const T kIntegers[] = {T::kS2, T::kS4, T::kS8, T::kS16, T::kS32, T::kS64, T::kU2, T::kU4, T::kU8, T::kU16, T::kU32, T::kU64};
const T kFloats[] = {T::kF16, T::kBF16, T::kF32, T::kF64};
const T kSmallFloats[] = {T::kF8E5M2, T::kF8E4M3, T::kF8E4M3FN, T::kF8E4M3B11FNUZ, T::kF8E5M2FNUZ, T::kF8E4M3FNUZ, T::kF8E3M4};

uint64_t Mask(T type) { return BitWidth(type) == 64 ? ~uint64_t{0} : (uint64_t{1} << BitWidth(type)) - 1; }
// Storage bits: sub-byte integers are extended to their byte.
uint64_t Stored(T type, uint64_t bits) {
  bits &= Mask(type);
  if (IsSigned(type) && BitWidth(type) < 8 && (bits >> (BitWidth(type) - 1))) bits = (bits | ~Mask(type)) & 0xff;
  return bits;
}

std::vector<uint64_t> Edges(T type) {
  std::vector<uint64_t> edges;
  if (IsPred(type)) return {0, 1};
  if (BitWidth(type) <= 4) {
    for (uint64_t i = 0; i <= Mask(type); ++i) edges.push_back(Stored(type, i));
    return edges;
  }
  std::mt19937_64 random(static_cast<uint64_t>(type));
  if (IsFloat(type)) {
    for (double v : {0.0,
                     1.0,
                     0.5,
                     1.5,
                     2.5,
                     3.0,
                     0.49999997,
                     1e-3,
                     127.0,
                     128.0,
                     255.5,
                     32767.5,
                     65504.0,
                     65520.0,
                     2147483647.0,
                     2147483648.0,
                     4294967296.0,
                     9.2233720368547758e18,
                     1.8446744073709552e19,
                     1e30,
                     3.4028235677973366e38,
                     5e-324,
                     1.4e-45,
                     6e-8,
                     1e-40,
                     HUGE_VAL,
                     std::nan("")}) {
      edges.push_back(EncodeFloat(type, v));
      edges.push_back(EncodeFloat(type, -v));
    }
  } else {
    for (int64_t v : {0, 1, 2, 3, 7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255}) {
      edges.push_back(Stored(type, static_cast<uint64_t>(v))), edges.push_back(Stored(type, static_cast<uint64_t>(-v)));
    }
    const uint64_t top = uint64_t{1} << (BitWidth(type) - 1);
    for (uint64_t v : {top, top - 1, top + 1, Mask(type) >> 2, uint64_t{1} << 24, (uint64_t{1} << 24) + 1, (uint64_t{1} << 53) + 1}) {
      edges.push_back(Stored(type, v));
    }
  }
  for (int i = 0; i < 24; ++i) {
    const uint64_t bits = Stored(type, random());
    // Loads may turn signalling NaN into quiet ones, so payloads are not compared.
    edges.push_back(IsFloat(type) && std::isnan(DecodeFloat(type, bits)) ? EncodeFloat(type, std::nan("")) : bits);
  }
  return edges;
}

Literal ToLiteral(T type, const std::vector<uint64_t>& values) {
  Literal literal(Shape::Array(type, {static_cast<int64_t>(values.size())}));
  const size_t width = static_cast<size_t>(StorageBytes(type));
  for (size_t i = 0; i < values.size(); ++i) std::memcpy(literal.mutable_bytes().data() + i * width, &values[i], width);
  return literal;
}

bool SameValue(T type, uint64_t a, uint64_t b) {
  if (a == b) return true;
  return IsFloat(type) && std::isnan(DecodeFloat(type, a)) && std::isnan(DecodeFloat(type, b));
}

void ExpectLikeEvaluator(Instruction instruction, const std::vector<T>& types, const std::vector<std::vector<uint64_t>>& inputs,
                         const ExpansionProgram& program) {
  std::vector<Literal> operands;
  for (size_t i = 0; i < inputs.size(); ++i) instruction.operands.push_back({static_cast<int32_t>(i), 0});
  for (size_t i = 0; i < inputs.size(); ++i) operands.push_back(ToLiteral(types[i], inputs[i]));
  const T output = instruction.shape().element_type;
  const auto expected = EvaluateOperation(Module(), instruction, operands);
  ASSERT_TRUE(expected.ok()) << OpName(instruction.op) << " " << HloName(types[0]) << ": " << expected.error().text;
  const std::vector<uint64_t> got = program.Run(inputs), interpreted = program.Interpret(inputs);
  const size_t width = static_cast<size_t>(StorageBytes(output));
  int shown = 0;
  for (size_t i = 0; i < got.size() && shown < 3; ++i) {
    uint64_t want = 0;
    std::memcpy(&want, expected->bytes().data() + i * width, width);
    const uint64_t mask = width == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * width)) - 1;
    const bool good = SameValue(output, got[i] & mask, want) && SameValue(output, got[i] & mask, interpreted[i] & mask);
    EXPECT_TRUE(good) << OpName(instruction.op) << " " << HloName(types[0]) << " -> " << HloName(output) << " on " << std::hex
                      << inputs[0][i] << " " << (inputs.size() > 1 ? inputs[1][i] : 0) << ": got " << (got[i] & mask) << ", interpreted "
                      << interpreted[i] << ", expected " << want;
    shown += !good;
  }
}

Instruction Make(Op op, T type, size_t elements) {
  Instruction instruction;
  instruction.op = op;
  instruction.shapes = {Shape::Array(type, {static_cast<int64_t>(elements)})};
  return instruction;
}

void CheckUnary(Op op, T type, T output) {
  const auto edges = Edges(type);
  ExpectLikeEvaluator(Make(op, output, edges.size()), {type}, {edges}, ExpansionProgram::Of(op, type, 1, output));
}

std::vector<std::vector<uint64_t>> Pairs(T type) {
  const auto edges = Edges(type);
  std::vector<std::vector<uint64_t>> pairs(2);
  for (uint64_t a : edges) {
    for (uint64_t b : edges) pairs[0].push_back(a), pairs[1].push_back(b);
  }
  return pairs;
}
void CheckBinary(Op op, T type) {
  const auto pairs = Pairs(type);
  ExpectLikeEvaluator(Make(op, type, pairs[0].size()), {type, type}, pairs, ExpansionProgram::Of(op, type, 2, type));
}

TEST(ExpandElementwise, Integers) {
  for (T type : kIntegers) {
    for (Op op : {Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide, Op::kRemainder, Op::kMaximum, Op::kMinimum, Op::kPower, Op::kAnd,
                  Op::kOr, Op::kXor, Op::kShiftLeft, Op::kShiftRightArithmetic, Op::kShiftRightLogical}) {
      CheckBinary(op, type);
    }
    for (Op op : {Op::kNegate, Op::kNot, Op::kPopcnt, Op::kCountLeadingZeros}) CheckUnary(op, type, type);
    if (IsSigned(type)) {
      CheckUnary(Op::kAbs, type, type);
      CheckUnary(Op::kSign, type, type);
    }
  }
}

TEST(ExpandElementwise, Predicates) {
  for (Op op : {Op::kAdd, Op::kMultiply, Op::kMaximum, Op::kMinimum, Op::kAnd, Op::kOr, Op::kXor}) CheckBinary(op, T::kPred);
  CheckUnary(Op::kNot, T::kPred, T::kPred);
}

TEST(ExpandElementwise, Floats) {
  for (T type : kFloats) {
    for (Op op : {Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide, Op::kRemainder, Op::kMaximum, Op::kMinimum, Op::kNextAfter}) {
      CheckBinary(op, type);
    }
    for (Op op : {Op::kAbs, Op::kNegate, Op::kSign, Op::kCeil, Op::kFloor, Op::kRoundNearestAfz, Op::kRoundNearestEven, Op::kSqrt}) {
      CheckUnary(op, type, type);
    }
    CheckUnary(Op::kIsFinite, type, T::kPred);
    for (Op op : {Op::kIsInf, Op::kIsPosInf, Op::kIsNegInf}) CheckUnary(op, type, T::kPred);
  }
  for (T type : kSmallFloats) {
    for (Op op : {Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide, Op::kMaximum, Op::kMinimum}) CheckBinary(op, type);
  }
}

TEST(ExpandElementwise, Compare) {
  const auto check = [](T type, const std::string& direction, const std::string& kind) {
    const auto pairs = Pairs(type);
    Instruction instruction = Make(Op::kCompare, T::kPred, pairs[0].size());
    instruction.attributes[Attr::kComparisonDirection] = direction;
    if (!kind.empty()) instruction.attributes[Attr::kCompareType] = kind;
    const ExpansionProgram program({type, type}, T::kPred, [&](KernelBuilder& b, const std::vector<NodeId>& in) {
      return ExpandCompare(b, type, direction, kind, in[0], in[1]);
    });
    ExpectLikeEvaluator(instruction, {type, type}, pairs, program);
  };
  for (const char* direction : {"EQ", "NE", "LT", "LE", "GT", "GE"}) {
    check(T::kPred, direction, "");
    for (T type : kIntegers) check(type, direction, "");
    for (T type : kFloats) check(type, direction, ""), check(type, direction, "TOTALORDER");
  }
}

TEST(ExpandElementwise, Convert) {
  std::vector<T> types{T::kPred};
  types.insert(types.end(), std::begin(kIntegers), std::end(kIntegers));
  types.insert(types.end(), std::begin(kFloats), std::end(kFloats));
  types.insert(types.end(), std::begin(kSmallFloats), std::end(kSmallFloats));
  for (T from : types) {
    for (T to : types) {
      const auto edges = Edges(from);
      const ExpansionProgram program({from}, to,
                                     [&](KernelBuilder& b, const std::vector<NodeId>& in) { return ExpandConvert(b, from, to, in[0]); });
      ExpectLikeEvaluator(Make(Op::kConvert, to, edges.size()), {from}, {edges}, program);
    }
  }
}

TEST(ExpandElementwise, Bitcast) {
  const std::pair<T, T> pairs[] = {{T::kF16, T::kU16},   {T::kF16, T::kS16},     {T::kBF16, T::kU16},      {T::kBF16, T::kF16},
                                   {T::kF32, T::kS32},   {T::kF32, T::kU32},     {T::kF64, T::kS64},       {T::kS8, T::kU8},
                                   {T::kF8E5M2, T::kU8}, {T::kF8E4M3FN, T::kS8}, {T::kF8E4M3FNUZ, T::kU8}, {T::kF8E3M4, T::kU8}};
  for (auto [a, b] : pairs) {
    for (auto [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
      std::vector<uint64_t> values = Edges(from);
      if (BitWidth(from) <= 16) {
        values.clear();
        for (uint64_t i = 0; i <= Mask(from); ++i) values.push_back(i);
      }
      if (IsFloat(from)) std::erase_if(values, [&, f = from](uint64_t v) { return std::isnan(DecodeFloat(f, v)); });  // payloads may change
      const ExpansionProgram program(
          {from}, to, [&, f = from, t = to](KernelBuilder& k, const std::vector<NodeId>& in) { return ExpandBitcast(k, f, t, in[0]); });
      ExpectLikeEvaluator(Make(Op::kBitcastConvert, to, values.size()), {from}, {values}, program);
    }
  }
}

TEST(ExpandElementwise, ReducePrecision) {
  for (T type : kFloats) {
    for (auto [exponent, mantissa] :
         {std::pair{5, 10}, {8, 7}, {4, 3}, {5, 2}, {2, 0}, {8, 0}, {11, 0}, {8, 23}, {11, 52}, {3, 30}, {1, 1}}) {
      const auto edges = Edges(type);
      Instruction instruction = Make(Op::kReducePrecision, type, edges.size());
      instruction.attributes[Attr::kExponentBits] = int64_t{exponent};
      instruction.attributes[Attr::kMantissaBits] = int64_t{mantissa};
      const ExpansionProgram program({type}, type, [&, e = exponent, m = mantissa](KernelBuilder& b, const std::vector<NodeId>& in) {
        return ExpandReducePrecision(b, type, e, m, in[0]);
      });
      ExpectLikeEvaluator(instruction, {type}, {edges}, program);
    }
  }
}

TEST(ExpandElementwise, SelectAndClamp) {
  const ExpansionProgram clamp = ExpansionProgram::Of(Op::kClamp, T::kS8, 3, T::kS8);
  // min(max(min, x), max): a minimum above the maximum gives the maximum.
  EXPECT_EQ(clamp.Interpret({{0xfb, 0xfb, 0xfb, 5}, {0xf0, 0, 9, 0}, {5, 5, 5, 0xfb}}), (std::vector<uint64_t>{0xfb, 0, 5, 0xfb}));
}

TEST(ExpandElementwise, FastWayIsTheInterpreter) {
  for (const T type : {T::kF32, T::kF64}) {
    const auto edges = Edges(type);
    for (Op op : MathFunctions(type)) {
      const ExpansionProgram program = ExpansionProgram::Of(op, type, 1, type);
      EXPECT_EQ(program.Run({edges}), program.Interpret({edges})) << OpName(op) << " " << HloName(type);
    }
  }
}

}  // namespace
}  // namespace mote
