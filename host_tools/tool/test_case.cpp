// Cutting test cases out of modules.
#include "tool/test_case.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "evaluate/evaluate.h"
#include "tool/array_files.h"

namespace mote {

namespace {

// Instructions that `results` need, not looking behind `cut`.
std::set<int32_t> Needed(const Computation& computation, const IdVector<Value>& cut, const IdVector<Value>& results) {
  const std::set<Value> stop(cut.begin(), cut.end());
  std::set<int32_t> needed;
  IdVector<Value> work = results;
  while (!work.empty()) {
    const Value v = work.back();
    work.pop_back();
    if (stop.count(v) || !needed.insert(v.instruction).second) continue;
    const auto& operands = computation.instructions[v.instruction].operands;
    work.insert(work.end(), operands.begin(), operands.end());
  }
  return needed;
}

Result<std::vector<Literal>> Evaluated(const Module& module) {
  MOTE_ASSIGN(const std::vector<RuntimeValue> values, Evaluate(module, {}));
  std::vector<Literal> literals;
  for (const RuntimeValue& v : values) literals.push_back(v.literal);
  return literals;
}

// The values that become run-time inputs: the results of @inputs(), or every constant where a file has none.
IdVector<Value> InputsOf(const Module& module, const Computation& computation, const std::set<int32_t>& needed) {
  IdVector<Value> from_call, constants;
  for (int32_t i = 0; i < computation.instructions.count(); ++i) {
    const Instruction& instruction = computation.instructions[i];
    if (instruction.op == Op::kCall && module.computations[instruction.called[0]].name == "inputs") {
      for (int32_t r = 0; r < instruction.shapes.count(); ++r) from_call.push_back({i, r});
    } else if (instruction.op == Op::kConstant && needed.count(i)) {
      constants.push_back({i, 0});
    }
  }
  return from_call.empty() ? constants : from_call;
}

Result<TestCase> CaseOf(const Module& module, const Computation& computation, const std::vector<Check>& checks) {
  TestCase test;
  test.name = computation.name;
  IdVector<Value> got, expected;
  for (const Check& check : checks) {
    got.push_back(check.got);
    if (check.expected.instruction >= 0) expected.push_back(check.expected);
  }
  const IdVector<Value> inputs = InputsOf(module, computation, Needed(computation, {}, got));
  test.module = Extract(module, computation, inputs, got);
  MOTE_ASSIGN(test.inputs, Evaluated(Extract(module, computation, {}, inputs)));
  std::vector<Literal> values;
  if (!expected.empty()) {
    MOTE_ASSIGN(values, Evaluated(Extract(module, computation, {}, expected)));
  }
  size_t next = 0;
  for (const Check& check : checks) {
    test.expected.push_back({check.criterion, check.expected.instruction >= 0 ? values[next++] : check.constant, check.location});
  }
  return test;
}

// "// check out0: expect_close 3" → the criterion of output 0; equality when the comment is missing.
Criterion HloCriterion(std::string_view text, size_t output) {
  Criterion criterion;
  const std::string key = "// check out" + std::to_string(output) + ": ";
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return criterion;
  const std::string line(text.substr(at + key.size(), text.find('\n', at) - at - key.size()));
  const size_t space = line.find(' ');
  const std::string number = space == std::string::npos ? "" : line.substr(space + 1);
  if (line.rfind("expect_close", 0) == 0) {
    criterion.kind = Criterion::Kind::kClose;
    if (!number.empty()) criterion.max_ulp = std::strtoull(number.c_str(), nullptr, 10);
  } else if (line.rfind("expect_almost_eq", 0) == 0) {
    criterion.kind = Criterion::Kind::kAlmostEqual;
    if (!number.empty()) criterion.tolerance = std::strtod(number.c_str(), nullptr);
  }
  return criterion;
}

void Flatten(const Shape& shape, IdVector<Shape>& out) {
  if (shape.IsTuple()) {
    for (const Shape& element : shape.elements) Flatten(element, out);
  } else if (shape.IsArray()) {
    out.push_back(shape);
  }
}

Result<TestCase> HloCase(const Module& module, const std::string& path, std::string_view text) {
  TestCase test;
  test.name = module.main().name;
  test.module = module;
  const std::string stem = std::filesystem::path(path).replace_extension().string();
  IdVector<Shape> parameters, results;
  for (const Shape& shape : module.main().parameters) Flatten(shape, parameters);
  for (const Shape& shape : module.main().ResultShapes()) Flatten(shape, results);
  for (size_t i = 0; i < parameters.size(); ++i) {
    MOTE_ASSIGN(Literal value, ReadTensor(stem + ".in" + std::to_string(i) + ".npy", parameters[i], "parameter " + std::to_string(i)));
    test.inputs.push_back(std::move(value));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    MOTE_ASSIGN(Literal value, ReadTensor(stem + ".out" + std::to_string(i) + ".npy", results[i], "result " + std::to_string(i)));
    test.expected.push_back({HloCriterion(text, i), std::move(value), {}});
  }
  return test;
}

}  // namespace

Module Extract(const Module& module, const Computation& computation, const IdVector<Value>& cut, const IdVector<Value>& results) {
  const std::set<int32_t> needed = Needed(computation, cut, results);
  Module out = module;  // called computations keep their numbers
  Computation extracted;
  extracted.name = computation.name;
  extracted.is_public = true;
  extracted.location = computation.location;
  std::map<Value, Value> place;
  for (size_t i = 0; i < cut.size(); ++i) {
    Instruction parameter;
    parameter.op = Op::kParameter;
    parameter.shapes = {computation.shape(cut[i])};
    parameter.attributes[Attr::kIndex] = static_cast<int64_t>(i);
    extracted.parameters.push_back(parameter.shapes[0]);
    place[cut[i]] = {static_cast<int32_t>(i), 0};
    extracted.instructions.push_back(std::move(parameter));
  }
  for (const int32_t i : needed) {
    Instruction instruction = computation.instructions[i];
    for (Value& operand : instruction.operands) operand = place[operand];
    const auto at = extracted.instructions.count();
    for (int32_t r = 0; r < instruction.shapes.count(); ++r) place.try_emplace({i, r}, Value{at, r});
    extracted.instructions.push_back(std::move(instruction));
  }
  for (const Value& v : results) extracted.results.push_back(place[v]);
  out.entry = out.computations.count();
  out.computations.push_back(std::move(extracted));
  return out;
}

Result<std::vector<TestCase>> TestCasesOf(const Module& module, const std::string& path, std::string_view text) {
  std::vector<TestCase> cases;
  if (module.from_hlo_text) {
    MOTE_ASSIGN(TestCase test, HloCase(module, path, text));
    cases.push_back(std::move(test));
    return cases;
  }
  for (const Computation& computation : module.computations) {
    if (!computation.is_public || !computation.parameters.empty()) continue;
    MOTE_ASSIGN(const std::vector<Check> checks, ChecksOf(computation));
    if (checks.empty()) continue;
    MOTE_ASSIGN(TestCase test, CaseOf(module, computation, checks));
    cases.push_back(std::move(test));
  }
  return cases;
}

}  // namespace mote
