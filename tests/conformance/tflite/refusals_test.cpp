// Files made by hand that must be refused: by rule, with operator, tensor and place; all operators that are missing at once.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "frontend/tflite/tflite_generated.h"

namespace mote {
namespace {

namespace file = tfl::file;
using flatbuffers::FlatBufferBuilder;

struct TensorSpec {
  std::vector<int32_t> shape;
  file::TensorType type = file::TensorType::FLOAT32;
  uint32_t buffer = 0;
  std::vector<float> scales = {};
  std::vector<int64_t> zeros = {};
};
struct OperatorSpec {
  int32_t code;
  std::vector<int32_t> inputs, outputs;
};
// One graph whose tensors are called t0, t1 …; buffers: of this many zero bytes, from number 1.
struct Spec {
  std::vector<TensorSpec> tensors = {{{2}}, {{2}}, {{2}}};
  std::vector<OperatorSpec> operators = {{18, {0, 0}, {1}}, {18, {1, 1}, {2}}};  // MUL
  std::vector<int32_t> inputs = {0}, outputs = {2};
  std::vector<size_t> buffers = {};
  uint64_t offset = 0, size = 0;  // of the last buffer, outside the tables
  uint32_t version = 3;
};

std::string Made(const Spec& spec) {
  FlatBufferBuilder b;
  std::vector<flatbuffers::Offset<file::Tensor>> tensors;
  for (size_t i = 0; i < spec.tensors.size(); ++i) {
    const TensorSpec& t = spec.tensors[i];
    const auto quantization = file::CreateQuantizationDirect(b, nullptr, nullptr, &t.scales, &t.zeros);
    tensors.push_back(file::CreateTensorDirect(b, &t.shape, t.type, t.buffer, ("t" + std::to_string(i)).c_str(), quantization));
  }
  std::vector<flatbuffers::Offset<file::Operator>> operators;
  std::vector<flatbuffers::Offset<file::OperatorCode>> codes;
  for (const OperatorSpec& o : spec.operators) {
    operators.push_back(file::CreateOperatorDirect(b, static_cast<uint32_t>(codes.size()), &o.inputs, &o.outputs));
    codes.push_back(file::CreateOperatorCode(b, static_cast<int8_t>(std::min(o.code, 127)), 0, 1, o.code));
  }
  std::vector<flatbuffers::Offset<file::Buffer>> buffers = {file::CreateBuffer(b)};
  for (size_t i = 0; i < spec.buffers.size(); ++i) {
    const std::vector<uint8_t> data(spec.buffers[i]);
    const bool last = i + 1 == spec.buffers.size();
    buffers.push_back(file::CreateBufferDirect(b, &data, last ? spec.offset : 0, last ? spec.size : 0));
  }
  const auto graph = file::CreateSubGraphDirect(b, &tensors, &spec.inputs, &spec.outputs, &operators, "main");
  const std::vector<flatbuffers::Offset<file::SubGraph>> graphs = {graph};
  b.Finish(file::CreateModelDirect(b, spec.version, &codes, &graphs, "", &buffers), "TFL3");
  return {reinterpret_cast<const char*>(b.GetBufferPointer()), b.GetSize()};
}

void Refused(const Spec& spec, Rule rule, const std::string& text) {
  const Result<Module> module = ReadTflite(Made(spec), "file");
  ASSERT_FALSE(module.ok()) << text;
  EXPECT_EQ(module.error().rule, rule) << module.error().text;
  EXPECT_NE(module.error().text.find(text), std::string::npos) << module.error().text;
  EXPECT_EQ(module.error().file, "file");
}

TEST(TfliteRefusals, WhatIsRightIsRead) {
  const Result<Module> module = ReadTflite(Made({}), "file");
  ASSERT_TRUE(module.ok()) << module.error().text;
  EXPECT_EQ(module->main().parameter_names, std::vector<std::string>{"t0"});
  EXPECT_EQ(module->main().result_names, std::vector<std::string>{"t2"});
  EXPECT_EQ(Recognise(Made({})), SourceFormat::kTflite);
}

TEST(TfliteRefusals, AllMissingOperatorsAtOnce) {
  Spec spec;
  spec.operators = {{30, {0}, {1}}, {18, {1, 1}, {2}}, {7, {0, 0}, {1}}, {5000, {0}, {1}}};
  const Result<Module> module = ReadTflite(Made(spec), "file");
  ASSERT_FALSE(module.ok());
  ASSERT_EQ(module.errors().list.size(), 3u);
  for (const Diagnostic& d : module.errors().list) EXPECT_EQ(d.rule, Rule::kUnsupported);
  EXPECT_EQ(module.errors().list[0].text, "operator 0 SKIP_GRAM of 't1': is not supported");
  EXPECT_EQ(module.errors().list[1].text, "operator 2 EMBEDDING_LOOKUP of 't1': is not supported");
  EXPECT_EQ(module.errors().list[2].text, "operator 3 of code 5000 of 't1': is not supported");
}

TEST(TfliteRefusals, FormsThatAreMissingAtOnceToo) {
  Spec spec;  // RSQRT and SQUARE of integers with a scale
  for (TensorSpec& t : spec.tensors) t = {{2}, file::TensorType::INT8, 0, {0.5f}, {0}};
  spec.operators = {{76, {0}, {1}}, {92, {1}, {2}}};
  const Result<Module> module = ReadTflite(Made(spec), "file");
  ASSERT_FALSE(module.ok());
  ASSERT_EQ(module.errors().list.size(), 2u);
  EXPECT_EQ(module.errors().list[0].text, "operator 0 RSQRT of 't1': integers with a scale: ('t0' s8[2]) to ('t1' s8[2])");
}

TEST(TfliteRefusals, Places) {
  Spec s;
  s.tensors[1].shape = {3};
  Refused(s, Rule::kShape,
          "operator 0 MUL of 't1': the inputs cannot be stretched to the output: ('t0' f32[2], 't0' f32[2]) to ('t1' f32[3])");
  s = {};
  std::swap(s.operators[0], s.operators[1]);
  Refused(s, Rule::kOrder, "operator 0 MUL of 't2': input 0 is not computed by an earlier operator");
  s = {};
  s.operators[1].outputs = {1};
  Refused(s, Rule::kDuplicate, "operator 1 MUL of 't1': an output has a value already");
  s = {};
  s.operators[0].inputs = {0, 7};
  Refused(s, Rule::kSyntax, "operator 0 names tensor 7 of 3");
  s = {};
  s.operators[0].inputs = {0};
  Refused(s, Rule::kCount, "operator 0 MUL of 't1': it has 1 inputs and 1 outputs");
  s = {};
  s.operators[0] = {18, {-1, 0}, {1}};
  Refused(s, Rule::kCount, "operator 0 MUL of 't1': input 0 is left out");
  s = {};
  s.operators[0] = {18, {-1, 0}, {-1}};
  Refused(s, Rule::kCount, "operator 0 MUL: an output is left out");
  s = {};
  s.outputs = {2, 9};
  Refused(s, Rule::kSyntax, "the outputs of graph 0 names tensor 9 of 3");
  s = {};
  s.operators.pop_back();
  Refused(s, Rule::kOrder, "output 't2' f32[2] of graph 'main' is not computed");
  s = {};
  s.version = 2;
  Refused(s, Rule::kUnsupported, "version 2 of TFLite's format");
}

TEST(TfliteRefusals, TensorsAndBuffers) {
  Spec s;
  s.tensors[0].shape = {-1};
  Refused(s, Rule::kSize, "tensor 0 't0': dimension 0 is -1");
  s = {};
  s.tensors[0].shape = {INT32_MAX, INT32_MAX, INT32_MAX};
  Refused(s, Rule::kLimit, "tensor 0 't0' has more than");
  s = {};
  s.tensors[0].shape = std::vector<int32_t>(33, 1);
  Refused(s, Rule::kLimit, "has 33 dimensions");
  s = {};
  s.tensors[0].type = file::TensorType::STRING;
  Refused(s, Rule::kUnsupported, "has elements of TFLite's type 5");
  s = {};
  s.tensors[1].buffer = 4;
  Refused(s, Rule::kSyntax, "tensor 1 't1' names buffer 4 of 1");
  s = {};
  s.tensors[1].buffer = 1;
  s.buffers = {7};
  Refused(s, Rule::kSize, "tensor 1 't1' is f32[2] of 8 bytes, its buffer has 7");
  s.buffers = {0};
  s.offset = uint64_t{1} << 60;
  s.size = 8;
  Refused(s, Rule::kSyntax, "lie outside the file");
}

TEST(TfliteRefusals, Scales) {
  const auto refused = [](std::vector<float> scales, std::vector<int64_t> zeros, Rule rule, const std::string& text) {
    Spec s;
    for (TensorSpec& t : s.tensors) t = {{2}, file::TensorType::INT8, 0, {0.5f}, {0}};
    s.tensors[0].scales = scales;
    s.tensors[0].zeros = zeros;
    Refused(s, rule, text);
  };
  refused({0}, {0}, Rule::kAttribute, "'t0' s8[2] has scale 0.000000, where a positive number is wanted");
  refused({-1}, {0}, Rule::kAttribute, "where a positive number is wanted");
  refused({std::numeric_limits<float>::quiet_NaN()}, {0}, Rule::kAttribute, "where a positive number is wanted");
  refused({std::numeric_limits<float>::infinity()}, {0}, Rule::kAttribute, "where a positive number is wanted");
  refused({1}, {200}, Rule::kAttribute, "'t0' s8[2] has zero point 200, outside its type");
  refused({1, 2}, {0, 0}, Rule::kCount, "'t0' s8[2] has 2 scales where one is wanted");
  refused({}, {}, Rule::kAttribute, "'t0' s8[2] has no scale");
  refused({1e38f}, {0}, Rule::kAttribute, "operator 0 MUL of 't1'");
}

}  // namespace
}  // namespace mote
