// What the builder's vector tests share: literals from numbers, and running a program in every form it has.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "evaluate/evaluate.h"
#include "frontend/frontend.h"
#include "hlo/builder.h"
#include "hlo/print.h"

namespace mote {

constexpr ElementType kF = ElementType::kF32, kI = ElementType::kS32;

inline Literal Lit(ElementType type, const Dims& dims, const std::vector<double>& values) {
  Literal literal(Shape::Array(type, dims));
  for (size_t i = 0; i < values.size(); ++i) literal.SetReal(static_cast<int64_t>(i), values[i]);
  return literal;
}

// first, first + 1, … in the given shape.
inline Literal Counted(ElementType type, const Dims& dims, double first = 0) {
  Literal literal(Shape::Array(type, dims));
  for (int64_t i = 0; i < literal.size(); ++i) literal.SetReal(i, first + static_cast<double>(i));
  return literal;
}

inline void ExpectValues(const Literal& got, const Dims& dims, const std::vector<double>& want) {
  ASSERT_EQ(got.shape().dims, dims) << ToString(got.shape());
  ASSERT_EQ(got.size(), static_cast<int64_t>(want.size()));
  for (size_t i = 0; i < want.size(); ++i) EXPECT_EQ(got.RealAt(static_cast<int64_t>(i)), want[i]) << "element " << i;
}

inline std::vector<Literal> Flat(const RuntimeValue& value) {
  if (!value.is_tuple) return value.is_token ? std::vector<Literal>() : std::vector<Literal>{value.literal};
  std::vector<Literal> out;
  for (const RuntimeValue& element : value.elements) {
    for (const Literal& literal : Flat(element)) out.push_back(literal);
  }
  return out;
}

inline std::vector<Literal> RunOne(const Module& module, const EvaluateOptions& options = {}) {
  const auto results = Evaluate(module, {}, options);
  EXPECT_TRUE(results.ok()) << (results.ok() ? "" : FormatDiagnostic(results.error()));
  std::vector<Literal> out;
  for (size_t i = 0; results.ok() && i < results->size(); ++i) {
    for (const Literal& literal : Flat((*results)[i])) out.push_back(literal);
  }
  return out;
}

// Builds, evaluates, and evaluates what StableHLO text and (where it exists) HLO text say of the same program: all bit-equal.
inline std::vector<Literal> Evaluated(Builder& builder, const Operands& roots, const EvaluateOptions& options = {}) {
  const Result<Module> module = builder.Build(roots);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : FormatDiagnostic(module.error()));
  if (!module.ok()) return {};
  const std::vector<Literal> want = RunOne(*module, options);
  std::vector<Result<Module>> others;
  others.push_back(ReadStablehlo(PrintStablehlo(*module), "text"));
  const Result<std::string> hlo = PrintHlo(*module);
  if (hlo.ok()) others.push_back(ReadHloText(*hlo, "hlo"));
  for (const Result<Module>& other : others) {
    EXPECT_TRUE(other.ok()) << (other.ok() ? "" : FormatDiagnostic(other.error()));
    if (!other.ok()) continue;
    const std::vector<Literal> got = RunOne(*other, options);
    EXPECT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size() && i < want.size(); ++i) {
      EXPECT_TRUE(got[i].BitEqual(want[i])) << "result " << i << " of the printed program";
    }
  }
  return want;
}

inline Literal Evaluated(Builder& builder, Operand root, const EvaluateOptions& options = {}) {
  const std::vector<Literal> results = Evaluated(builder, Operands{root}, options);
  EXPECT_EQ(results.size(), 1u);
  return results.empty() ? Literal(Shape::Scalar(kF)) : results[0];
}

inline void ExpectError(const Builder& builder, Rule rule) {
  ASSERT_TRUE(builder.error().has_value());
  EXPECT_STREQ(RuleCode(builder.error()->rule), RuleCode(rule)) << builder.error()->text;
}

}  // namespace mote
