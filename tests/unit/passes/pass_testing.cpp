#include "pass_testing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/frontend.h"
#include "hlo/verify.h"

namespace mote {

Module Parse(const std::string& text) {
  auto module = ReadProgram(text, "test");
  if (!module.ok()) {
    ADD_FAILURE() << FormatDiagnostic(module.error());
    return {};
  }
  return *module;
}

Module Applied(const Pass& pass, const Module& module) {
  auto result = pass(module);
  if (!result.ok()) {
    ADD_FAILURE() << FormatDiagnostic(result.error());
    return module;
  }
  for (const Diagnostic& diagnostic : Verify(*result, 3)) ADD_FAILURE() << FormatDiagnostic(diagnostic);
  return *result;
}

int64_t CountIn(const Computation& computation, Op op) {
  return std::count_if(computation.instructions.begin(), computation.instructions.end(), [&](const Instruction& i) { return i.op == op; });
}
int64_t Count(const Module& module, Op op) {
  int64_t count = 0;
  for (const Computation& computation : module.computations) count += CountIn(computation, op);
  return count;
}

RuntimeValue Array(ElementType type, Dims dims, const std::vector<double>& values) {
  RuntimeValue value;
  value.literal = Literal(Shape::Array(type, std::move(dims)));
  for (int64_t i = 0; i < value.literal.size(); ++i) {
    const double number = values[static_cast<size_t>(i) % values.size()];
    if (IsFloat(type)) value.literal.SetReal(i, number);
    else value.literal.SetInteger(i, static_cast<int64_t>(number));
  }
  return value;
}

void ExpectSame(const Module& before, const Module& after, const std::vector<RuntimeValue>& inputs) {
  const auto a = Evaluate(before, inputs), b = Evaluate(after, inputs);
  ASSERT_TRUE(a.ok()) << FormatDiagnostic(a.error());
  ASSERT_TRUE(b.ok()) << FormatDiagnostic(b.error());
  ASSERT_EQ(a->size(), b->size());
  for (size_t i = 0; i < a->size(); ++i) EXPECT_TRUE((*a)[i].literal.BitEqual((*b)[i].literal)) << "result " << i;
}

std::vector<std::string> SharedFiles(const std::string& folder, const std::string& ending) {
  const char* set = std::getenv("MOTE_SHARED");
  const std::filesystem::path root = set ? std::filesystem::path(set) : std::filesystem::path(MOTE_SOURCE_DIR) / ".." / "shared";
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(root / folder, error)) {
    if (entry.path().string().ends_with(ending)) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace mote
