// What the tests of quantize/ share: programs run by the evaluator, random arrays.
#pragma once

#include <gtest/gtest.h>

#include <random>

#include "evaluate/evaluate.h"
#include "hlo/builder.h"
#include "hlo/verify.h"
#include "quantize/prepare.h"
#include "quantize/quantize.h"

namespace mote {

inline Result<std::vector<Literal>> Ran(const Module& module, const std::vector<Literal>& inputs) {
  std::vector<RuntimeValue> values(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) values[i].literal = inputs[i];
  MOTE_ASSIGN(const std::vector<RuntimeValue> results, Evaluate(module, values));
  std::vector<Literal> literals;
  for (const RuntimeValue& result : results) literals.push_back(result.literal);
  return literals;
}

inline Result<ProgramRun> OpenedByTheEvaluator(const Module& program) {
  return ProgramRun([program](const Inputs& inputs) { return Ran(program, inputs); });
}

inline Shape F32(const Dims& dims) { return Shape::Array(ElementType::kF32, dims); }

class Reals {
 public:
  explicit Reals(uint64_t seed) : bits_(seed) {}
  double Between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(bits_); }
  int64_t Integer(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(bits_); }
  Literal Array(const Shape& shape, double low, double high) {
    Literal literal(shape);
    for (int64_t i = 0; i < literal.size(); ++i) literal.SetReal(i, Between(low, high));
    return literal;
  }
  // Multiples of 1/64 whose largest along each index of `channel` is 127/64: bytes hold them exactly, whatever else is rounded.
  Literal Weights(const Dims& dims, int64_t channel) {
    Literal literal(F32(dims));
    const int64_t stride = RowMajorStrides(dims)[channel], count = dims[channel];
    std::vector<bool> largest(static_cast<size_t>(count), false);
    for (int64_t i = 0; i < literal.size(); ++i) {
      const auto c = static_cast<size_t>(i / stride % count);
      literal.SetReal(i, static_cast<double>(largest[c] ? Integer(-127, 127) : 127) / 64);
      largest[c] = true;
    }
    return literal;
  }

 private:
  std::mt19937_64 bits_;
};

inline std::vector<Inputs> SamplesOf(const Module& module, size_t count, uint64_t seed, double low, double high) {
  Reals reals(seed);
  std::vector<Inputs> samples(count);
  for (Inputs& sample : samples) {
    for (const Shape& shape : module.main().parameters) sample.push_back(reals.Array(shape, low, high));
  }
  return samples;
}

}  // namespace mote
