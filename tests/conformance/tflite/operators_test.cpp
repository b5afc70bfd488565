// Every operator of TFLite that is read, file by file, against LiteRT's reference kernels: on the evaluator, on the CPU path and on Vulkan.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cases.h"
#include "frontend/frontend.h"
#include "mote/vulkan.h"
#include "run_case.h"

namespace mote {
namespace {

const std::vector<TfliteCase>& Cases() {
  static const std::vector<TfliteCase> cases = ReadCases(MOTE_SOURCE_DIR "/tests/conformance/tflite/operators.cases");
  return cases;
}

Literal Of(const Shape& shape, const std::string& bytes) {
  EXPECT_EQ(static_cast<size_t>(shape.ByteSize()), bytes.size());
  return Literal(shape, std::vector<uint8_t>(bytes.begin(), bytes.end()));
}

// Sums are held against the largest value of their tensor.
Criterion CriterionOf(const TfliteCase& one, const Literal& expected) {
  Criterion criterion;
  if (!IsFloat(expected.type()) || one.comparison == 0) return criterion;
  if (one.comparison == 1) {
    criterion.kind = Criterion::Kind::kClose;
    criterion.max_ulp = static_cast<uint64_t>(one.tolerance);
    return criterion;
  }
  double largest = 0;
  for (int64_t i = 0; i < expected.size(); ++i) largest = std::max(largest, std::fabs(expected.RealAt(i)));
  criterion.kind = Criterion::Kind::kAlmostEqual;
  criterion.relative = one.tolerance;
  criterion.tolerance = one.tolerance * largest;
  return criterion;
}

// All runs of a case: states begin as zeros and are handed on. Empty, or what went wrong.
std::string Wrong(const TfliteCase& one, const std::string& target, mote_vulkan_device* device) {
  Result<Module> module = ReadTflite(one.file, one.name);
  if (!module.ok()) return FormatDiagnostic(module.error());
  const std::vector<Shape> parameters = module->main().parameters, results = module->main().ResultShapes();
  std::vector<Literal> states;
  for (size_t r = 0; r < one.runs.size(); ++r) {
    const TfliteCase::Run& run = one.runs[r];
    if (run.inputs.size() > parameters.size() || run.outputs.size() > results.size()) return "other inputs or outputs";
    RandomCase program{one.name, *module, {}};
    for (size_t i = 0; i < run.inputs.size(); ++i) program.inputs.push_back(Of(parameters[i], run.inputs[i]));
    for (size_t i = run.inputs.size(); i < parameters.size(); ++i) {
      program.inputs.push_back(r == 0 ? Literal(parameters[i]) : states[i - run.inputs.size()]);
    }
    const Result<std::vector<Literal>> evaluated = Expected(program);
    if (!evaluated.ok()) return FormatDiagnostic(evaluated.error());
    std::vector<Literal> expected;
    std::vector<Criterion> criteria;
    for (size_t i = 0; i < run.outputs.size(); ++i) {
      expected.push_back(Of(results[i], run.outputs[i]));
      criteria.push_back(CriterionOf(one, expected.back()));
      if (!target.empty()) continue;
      const Comparison comparison = Compare(criteria.back(), (*evaluated)[i], expected.back());
      if (!comparison.ok) return "run " + std::to_string(r) + ", output " + std::to_string(i) + ": " + comparison.message;
    }
    states.assign(evaluated->begin() + static_cast<std::ptrdiff_t>(run.outputs.size()), evaluated->end());
    if (target.empty()) continue;
    for (const Literal& state : states) {  // of the evaluator, which the first test holds
      expected.push_back(state);
      criteria.push_back(CriterionOf(one, state));
    }
    const CaseOutcome outcome = RunCase(program, expected, target, device, criteria);
    if (!outcome.ok || outcome.unsupported || !outcome.ran) return outcome.text.empty() ? "did not run" : outcome.text;
  }
  return "";
}

void CheckAll(const std::string& target, mote_vulkan_device* device, size_t step = 1) {
  ASSERT_GE(Cases().size(), 300u);
  size_t right = 0, tried = 0;
  for (size_t i = 0; i < Cases().size(); i += step) {
    const std::string wrong = Wrong(Cases()[i], target, device);
    ++tried;
    if (wrong.empty()) ++right;
    else ADD_FAILURE() << Cases()[i].name << ": " << wrong;
  }
  std::printf("%zu of %zu cases on %s, of %zu\n", right, tried, target.empty() ? "the evaluator" : target.c_str(), Cases().size());
}

TEST(TfliteOperators, OnTheEvaluator) { CheckAll("", nullptr); }
TEST(TfliteOperators, OnTheCpu) { CheckAll("linux", nullptr); }

TEST(TfliteOperators, OnVulkan) {
  mote_vulkan_device* device = nullptr;
  mote_vulkan_options options = {};
  options.software = 1;
  if (mote_vulkan_open(&options, &device).code != MOTE_OK) GTEST_SKIP() << "no Vulkan device";
  // A software device takes a second a case: every 23rd, or all.
  CheckAll("vulkan", device, std::getenv("MOTE_TEST_ALL") != nullptr ? 1 : 23);
  mote_vulkan_close(device);
}

}  // namespace
}  // namespace mote
