// The public and our own suites on the evaluator, in process: conformance/testdata/static and quantized, interpret, math, golden with its
// HLO cases. What does not pass must stand in tests/conformance/expected_failures.txt, and what passes must not.
#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <set>

#include "evaluate/check.h"
#include "frontend/frontend.h"
#include "hlo/npy.h"
#include "shared_folder.h"

namespace mote {
namespace {

std::set<std::string> KnownFailures(const std::string& suite) {
  std::ifstream in(std::filesystem::path(MOTE_SOURCE_DIR) / "tests/conformance/expected_failures.txt");
  std::set<std::string> known;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string which, backend, file;
    words >> which >> backend >> file;
    if (which == suite && backend == "evaluate") known.insert(file);
  }
  return known;
}

// Empty when the file passes, else why not.
std::string RunMlir(const std::filesystem::path& path) {
  std::string text = test::ReadFile(path);
  int64_t checks = 0;
  for (const SplitChunk& chunk : SplitModules(text)) {
    Result<Module> module = ReadStablehlo(chunk.text, path.string());
    if (!module.ok()) return "read: " + FormatDiagnostic(module.error());
    Result<CheckOutcome> outcome = RunSelfChecking(*module);
    if (!outcome.ok()) return "evaluate: " + outcome.error().text;
    if (!outcome->ok) return outcome->message;
    checks += outcome->checks;
  }
  return checks > 0 ? "" : "nothing was checked";
}

// "// check out0: expect_almost_eq 5e-06" of an HLO case, by output.
std::map<size_t, Criterion> CriteriaOf(const std::string& text) {
  std::map<size_t, Criterion> criteria;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    std::istringstream words(line);
    std::string slashes, check, output, kind, number;
    words >> slashes >> check >> output >> kind >> number;
    if (check != "check") continue;
    size_t index = 0;
    std::from_chars(output.data() + 3, output.data() + output.size(), index);
    Criterion c;
    if (kind == "expect_close") c.kind = Criterion::Kind::kClose;
    if (kind == "expect_almost_eq") c.kind = Criterion::Kind::kAlmostEqual;
    if (c.kind == Criterion::Kind::kClose && !number.empty()) c.max_ulp = std::stoull(number);
    if (c.kind == Criterion::Kind::kAlmostEqual && !number.empty()) {
      std::from_chars(number.data(), number.data() + number.size(), c.tolerance);
    }
    criteria[index] = c;
  }
  return criteria;
}

void AppendLeaves(const RuntimeValue& value, std::vector<Literal>* leaves) {
  for (const RuntimeValue& element : value.elements) AppendLeaves(element, leaves);
  if (!value.is_tuple && !value.is_token) leaves->push_back(ActualArray(value));
}

// Fills a parameter, tuples leaf by leaf, from name.in<i>.npy.
std::string ReadParameter(const std::string& stem, const Shape& shape, size_t* next, RuntimeValue* value) {
  if (shape.IsTuple()) {
    value->is_tuple = true;
    for (const Shape& element : shape.elements) {
      value->elements.emplace_back();
      if (std::string why = ReadParameter(stem, element, next, &value->elements.back()); !why.empty()) return why;
    }
    return "";
  }
  Result<Literal> literal = ReadNpy(test::ReadFile(stem + ".in" + std::to_string((*next)++) + ".npy"), shape.element_type);
  if (!literal.ok()) return literal.error().text;
  value->literal = *literal;
  return "";
}

std::string RunHlo(const std::filesystem::path& path) {
  std::string text = test::ReadFile(path), stem = path.string().substr(0, path.string().size() - 4);
  Result<Module> module = ReadHloText(text, path.string());
  if (!module.ok()) return "read: " + FormatDiagnostic(module.error());
  std::vector<RuntimeValue> inputs;
  size_t next = 0;
  for (const Shape& shape : module->main().parameters) {
    inputs.emplace_back();
    if (std::string why = ReadParameter(stem, shape, &next, &inputs.back()); !why.empty()) return why;
  }
  Result<std::vector<RuntimeValue>> results = Evaluate(*module, inputs);
  if (!results.ok()) return "evaluate: " + results.error().text;
  std::vector<Literal> outputs;
  for (const RuntimeValue& value : *results) AppendLeaves(value, &outputs);
  std::map<size_t, Criterion> criteria = CriteriaOf(text);
  if (criteria.empty()) return "nothing is checked";
  for (const auto& [index, criterion] : criteria) {
    if (index >= outputs.size()) return "output " + std::to_string(index) + " is missing";
    Result<Literal> expected = ReadNpy(test::ReadFile(stem + ".out" + std::to_string(index) + ".npy"), outputs[index].type());
    if (!expected.ok()) return expected.error().text;
    Comparison comparison = Compare(criterion, outputs[index], *expected);
    if (!comparison.ok) return "out" + std::to_string(index) + ": " + comparison.message;
  }
  return "";
}

// SUITE names of run_check.sh and the folders they stand for.
struct Suite {
  const char* name;
  std::vector<const char*> folders;
};

std::ostream& operator<<(std::ostream& out, const Suite& suite) { return out << suite.name; }

class Suites : public testing::TestWithParam<Suite> {};

TEST_P(Suites, EveryFilePassesOrIsListed) {
  if (!test::HasShared(GetParam().folders[0])) GTEST_SKIP();
  std::set<std::string> known = KnownFailures(GetParam().name);
  size_t files = 0, passed = 0;
  for (const char* folder : GetParam().folders) {
    std::vector<std::filesystem::path> paths = test::FilesBelow(test::SharedFolder() / folder, ".mlir");
    for (std::filesystem::path& hlo : test::FilesBelow(test::SharedFolder() / folder, ".hlo")) paths.push_back(std::move(hlo));
    for (const std::filesystem::path& path : paths) {
      std::string name = std::filesystem::relative(path, test::SharedFolder()).string();
      std::string why = path.extension() == ".hlo" ? RunHlo(path) : RunMlir(path);
      ++files;
      if (why.empty()) ++passed;
      if (why.empty() && known.count(name) != 0) ADD_FAILURE() << name << " passes, so it must leave expected_failures.txt";
      if (!why.empty() && known.count(name) == 0) ADD_FAILURE() << name << ": " << why;
    }
  }
  std::cout << GetParam().name << ": " << passed << " of " << files << " files pass\n";
}

INSTANTIATE_TEST_SUITE_P(Shared, Suites,
                         testing::Values(Suite{"static", {"conformance/testdata/static"}},
                                         Suite{"quantized", {"conformance/testdata/quantized"}},
                                         Suite{"interpret", {"conformance/interpret", "conformance/math"}}, Suite{"golden", {"golden"}}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace mote
