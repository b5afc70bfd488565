// Cutting test cases out of modules.
#include "tool/test_case.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "evaluate/evaluate.h"
#include "evaluate/program_names.h"
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
    const size_t result = test.expected.size();
    test.expected.push_back({check.criterion, check.expected.instruction >= 0 ? values[next++] : check.constant, check.location, result});
  }
  return test;
}

Result<Literal> EvaluatedOne(const Module& module, const Computation& computation, Value v) {
  MOTE_ASSIGN(const std::vector<Literal> values, Evaluated(Extract(module, computation, {}, {v})));
  return values[0];
}

// interpreter.run_parallel: its function as a program for the grid, its operands as the inputs of one member after the other.
Result<TestCase> GridCaseOf(const Module& module, const Computation& computation, const std::vector<Check>& checks, int32_t at) {
  const Instruction& run = computation.instructions[at];
  const auto refusal = [&](const std::string& why) { return Error(Rule::kUnsupported, "interpreter.run_parallel: " + why, run.location); };
  const std::vector<std::vector<std::string>> names = ProgramNames(run.Text(Attr::kPrograms));
  if (names.empty()) return refusal("programs are wanted");
  TestCase test;
  test.name = names[0][0];
  test.module = module;
  test.module.entry = module.Find(test.name);
  test.module.replicas = static_cast<int64_t>(names.size());
  test.module.partitions = static_cast<int64_t>(names[0].size());
  for (const std::vector<std::string>& row : names) {
    for (const std::string& name : row) {
      if (name != test.name) return refusal("one file is for all members, @" + name + " and @" + test.name + " are two functions");
    }
    if (row.size() != names[0].size()) return refusal("rows of `programs` differ in length");
  }
  if (test.module.entry < 0) return refusal("there is no @" + test.name);
  const size_t members = names.size() * names[0].size(), takes = test.module.main().parameters.size();
  if (run.operands.size() != members * takes) return refusal("operands are not those of its programs");
  for (size_t m = 0; m < members; ++m) {
    std::vector<Literal>& own = test.members.emplace_back();
    for (size_t p = 0; p < takes; ++p) {
      MOTE_ASSIGN(Literal value, EvaluatedOne(module, computation, run.operands[m * takes + p]));
      own.push_back(std::move(value));
    }
  }
  for (const std::vector<std::string>& queue : ProgramNames(run.Text(Attr::kInfeed))) {
    for (const std::string& name : queue) {
      const int32_t function = module.Find(name);
      if (function < 0) return refusal("there is no @" + name);
      MOTE_ASSIGN(const std::vector<RuntimeValue> values, Evaluate(module, {}, {}, function));
      std::vector<Literal>& item = test.infeed.emplace_back();
      for (const RuntimeValue& v : values) item.push_back(v.literal);
    }
  }
  for (const Check& check : checks) {
    if (check.got.instruction != at) return refusal("a check of something else than its results");
    Literal expected = check.constant;
    if (check.expected.instruction >= 0) {
      MOTE_ASSIGN(expected, EvaluatedOne(module, computation, check.expected));
    }
    test.expected.push_back({check.criterion, std::move(expected), check.location, static_cast<size_t>(check.got.result)});
  }
  return test;
}

// The first interpreter.run_parallel, -1: there is none.
int32_t RunParallelIn(const Computation& computation) {
  for (int32_t i = 0; i < computation.instructions.count(); ++i) {
    if (computation.instructions[i].op == Op::kRunParallel) return i;
  }
  return -1;
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

// One member's part of an array that holds those of all members, one after the other.
Literal PartOf(const Literal& all, const Shape& shape, size_t member) {
  const auto bytes = all.bytes().subspan(member * static_cast<size_t>(shape.ByteSize()), static_cast<size_t>(shape.ByteSize()));
  return Literal(shape, std::vector<uint8_t>(bytes.begin(), bytes.end()));
}

// Of a grid every file has a leading dimension more, which counts the members.
Status ReadMembers(const std::string& stem, const IdVector<Shape>& parameters, const IdVector<Shape>& results, std::string_view text,
                   TestCase* test) {
  const auto members = static_cast<size_t>(test->module.replicas * test->module.partitions);
  const auto read = [&](const char* kind, size_t i, const Shape& shape) {
    Shape stacked = shape;
    stacked.dims.insert(stacked.dims.begin(), static_cast<int64_t>(members));
    return ReadTensor(stem + "." + kind + std::to_string(i) + ".npy", stacked, kind + std::to_string(i));
  };
  test->members.resize(members);
  for (size_t i = 0; i < parameters.size(); ++i) {
    MOTE_ASSIGN(const Literal all, read("in", i, parameters[i]));
    for (size_t m = 0; m < members; ++m) test->members[m].push_back(PartOf(all, parameters[i], m));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    MOTE_ASSIGN(const Literal all, read("out", i, results[i]));
    for (size_t m = 0; m < members; ++m) {
      test->expected.push_back({HloCriterion(text, i), PartOf(all, results[i], m), {}, m * results.size() + i});
    }
  }
  return Ok();
}

Result<TestCase> HloCase(const Module& module, const std::string& path, std::string_view text) {
  TestCase test;
  test.name = module.main().name;
  test.module = module;
  const std::string stem = std::filesystem::path(path).replace_extension().string();
  IdVector<Shape> parameters, results;
  for (const Shape& shape : module.main().parameters) Flatten(shape, parameters);
  for (const Shape& shape : module.main().ResultShapes()) Flatten(shape, results);
  if (module.replicas * module.partitions > 1) {
    MOTE_CHECK_OK(ReadMembers(stem, parameters, results, text, &test));
    return test;
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    MOTE_ASSIGN(Literal value, ReadTensor(stem + ".in" + std::to_string(i) + ".npy", parameters[i], "parameter " + std::to_string(i)));
    test.inputs.push_back(std::move(value));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    MOTE_ASSIGN(Literal value, ReadTensor(stem + ".out" + std::to_string(i) + ".npy", results[i], "result " + std::to_string(i)));
    test.expected.push_back({HloCriterion(text, i), std::move(value), {}, i});
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
    const int32_t parallel = RunParallelIn(computation);
    if (parallel >= 0) {
      MOTE_ASSIGN(TestCase test, GridCaseOf(module, computation, checks, parallel));
      cases.push_back(std::move(test));
      continue;
    }
    MOTE_ASSIGN(TestCase test, CaseOf(module, computation, checks));
    cases.push_back(std::move(test));
  }
  return cases;
}

}  // namespace mote
