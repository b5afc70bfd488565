// The programs of shared/models on the evaluator: every sample within strict_scale × its tolerance (factor 1 where info.json has none).
#include <gtest/gtest.h>

#include <charconv>
#include <chrono>
#include <optional>

#include "evaluate/check.h"
#include "frontend/frontend.h"
#include "hlo/npy.h"
#include "shared_folder.h"

namespace mote {
namespace {

using test::SharedFolder;

// A number of info.json by its key; nested objects of models/ do not repeat these keys before the outer ones.
std::optional<double> NumberIn(const std::string& json, const std::string& key) {
  size_t at = json.find("\"" + key + "\":");
  if (at == std::string::npos) return std::nullopt;
  at = json.find_first_not_of(" ", at + key.size() + 3);
  double value = 0;
  auto [end, error] = std::from_chars(json.data() + at, json.data() + json.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

RuntimeValue ReadArray(const std::filesystem::path& path, ElementType type) {
  RuntimeValue value;
  Result<Literal> literal = ReadNpy(test::ReadFile(path), type);
  EXPECT_TRUE(literal.ok()) << path << ": " << literal.error().text;
  if (literal.ok()) value.literal = *literal;
  return value;
}

std::vector<RuntimeValue> Inputs(const Module& module, const std::filesystem::path& folder) {
  std::vector<RuntimeValue> inputs;
  for (size_t i = 0; i < module.main().parameters.size(); ++i) {
    inputs.push_back(ReadArray(folder / ("in" + std::to_string(i) + ".npy"), module.main().parameters[i].element_type));
  }
  return inputs;
}

std::vector<RuntimeValue> Leaves(const std::vector<RuntimeValue>& values) {
  std::vector<RuntimeValue> leaves;
  for (const RuntimeValue& value : values) {
    if (!value.is_tuple) {
      leaves.push_back(value);
    } else {
      for (const RuntimeValue& leaf : Leaves(value.elements)) leaves.push_back(leaf);
    }
  }
  return leaves;
}

void ExpectOutputs(const std::vector<RuntimeValue>& results, const std::filesystem::path& folder, const Criterion& tolerance) {
  std::vector<RuntimeValue> outputs = Leaves(results);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Literal& got = outputs[i].literal;
    RuntimeValue expected = ReadArray(folder / ("out" + std::to_string(i) + ".npy"), got.type());
    Comparison comparison = Compare(IsFloat(got.type()) ? tolerance : Criterion{}, got, expected.literal);
    EXPECT_TRUE(comparison.ok) << folder << " out" << i << ": " << comparison.message;
  }
}

Criterion ToleranceOf(const std::string& info) {
  Criterion c;
  double scale = NumberIn(info, "strict_scale").value_or(1);
  c.kind = Criterion::Kind::kAlmostEqual;
  c.tolerance = NumberIn(info, "atol").value_or(0) * scale;
  c.relative = NumberIn(info, "rtol").value_or(0) * scale;
  return c;
}

void RunModel(const std::filesystem::path& folder, const std::string& file) {
  Criterion tolerance = ToleranceOf(test::ReadFile(folder / "info.json"));
  Result<Module> module = ReadProgram(test::ReadFile(folder / file), file);
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  // HLO text does not say how many replicas there are; the folder does.
  std::vector<std::vector<RuntimeValue>> inputs;
  for (int r = 0; std::filesystem::exists(folder / ("replica" + std::to_string(r))); ++r) {
    inputs.push_back(Inputs(*module, folder / ("replica" + std::to_string(r))));
  }
  if (!inputs.empty()) {
    auto results = EvaluateGrid(*module, inputs, static_cast<int64_t>(inputs.size()), 1);
    ASSERT_TRUE(results.ok()) << results.error().text;
    for (size_t r = 0; r < results->size(); ++r) {
      ExpectOutputs((*results)[r], folder / ("replica" + std::to_string(r)), tolerance);
      std::vector<RuntimeValue> here = Leaves((*results)[r]), first = Leaves((*results)[0]);
      for (size_t i = 0; i < here.size(); ++i) EXPECT_TRUE(here[i].literal.BitEqual(first[i].literal));
    }
    return;
  }
  std::vector<std::filesystem::path> samples = {folder};
  for (int k = 1; std::filesystem::exists(folder / ("sample" + std::to_string(k))); ++k) {
    samples.push_back(folder / ("sample" + std::to_string(k)));
  }
  for (const std::filesystem::path& sample : samples) {
    std::vector<RuntimeValue> inputs = Inputs(*module, sample);
    auto begin = std::chrono::steady_clock::now();
    auto results = Evaluate(*module, inputs);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (seconds > 1) std::cout << sample << ": " << seconds << " s\n";
    ASSERT_TRUE(results.ok()) << results.error().text;
    ExpectOutputs(*results, sample, tolerance);
  }
}

class Models : public testing::TestWithParam<std::string> {};

TEST_P(Models, AllSamplesWithinTolerance) {
  if (!test::HasShared("models")) GTEST_SKIP();
  std::filesystem::path folder = SharedFolder() / "models" / GetParam();
  RunModel(folder, "model.mlir");
  if (std::filesystem::exists(folder / "model.hlo")) RunModel(folder, "model.hlo");
}

INSTANTIATE_TEST_SUITE_P(Shared, Models,
                         testing::Values("ad_f32", "digits_cnn", "digits_train_step", "digits_train_step_dp4", "gpt_decode",
                                         "gpt_prefill", "gru_sensor", "ic_f32", "image_pipeline", "kalman", "kws_f32", "mel_frontend",
                                         "mobilenet_v2_f32", "threefry_sampler", "vww_f32"));

}  // namespace
}  // namespace mote
