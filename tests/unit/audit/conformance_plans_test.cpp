// Every static conformance file that has steps: the audit accepts its plan on every target, fused and not. Says nothing about values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "audit/audit.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "plan/plan.h"

namespace mote {
namespace {

std::vector<std::filesystem::path> Files() {
  const char* given = std::getenv("MOTE_SHARED");
  const std::filesystem::path folder =
      std::filesystem::path(given != nullptr ? given : MOTE_SOURCE_DIR "/../shared") / "conformance/testdata/static";
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".mlir") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Tally {
  int proven = 0, refused = 0;
  std::map<std::string, int> reasons;
};

// The computation of a self-checking file without its data and checks: `main` with what it gets from @inputs as parameters.
Module WithoutChecks(const Module& module) {
  const Computation& main = module.main();
  Computation bare;
  bare.name = "main";
  std::map<Value, Value> moved;
  const auto add = [&](Instruction i) {
    bare.instructions.push_back(std::move(i));
    return static_cast<int32_t>(bare.instructions.size()) - 1;
  };
  const auto callee = [&](const Instruction& i) {
    return i.op == Op::kCall ? module.computations[static_cast<size_t>(i.called[0])].name : std::string();
  };
  for (size_t at = 0; at < main.instructions.size(); ++at) {
    if (callee(main.instructions[at]) != "inputs") continue;
    for (size_t r = 0; r < main.instructions[at].shapes.size(); ++r) {
      Instruction parameter;
      parameter.op = Op::kParameter;
      parameter.shapes = {main.instructions[at].shapes[r]};
      parameter.attributes[Attr::kIndex] = static_cast<int64_t>(bare.parameters.size());
      bare.parameters.push_back(parameter.shapes[0]);
      moved[{static_cast<int32_t>(at), static_cast<int32_t>(r)}] = {add(std::move(parameter)), 0};
    }
  }
  for (size_t at = 0; at < main.instructions.size(); ++at) {
    const Instruction& i = main.instructions[at];
    if (i.op == Op::kCustomCall || callee(i) == "inputs" || callee(i) == "expected") continue;
    Instruction copy = i;
    for (Value& v : copy.operands) v = moved.at(v);
    const int32_t place = add(std::move(copy));
    for (size_t r = 0; r < i.shapes.size(); ++r) {
      moved[{static_cast<int32_t>(at), static_cast<int32_t>(r)}] = {place, static_cast<int32_t>(r)};
    }
  }
  for (const Value& v : main.results) bare.results.push_back(moved.at(v));
  Module result = module;
  result.computations[static_cast<size_t>(module.entry)] = std::move(bare);
  return result;
}

void AuditFile(const std::filesystem::path& path, const TargetFacts& target, const SelectOptions& options, Tally& tally) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  const auto read = ReadProgram(text.str(), path.filename());
  if (!read.ok()) return;
  const auto refuse = [&](const Diagnostic& d) {
    EXPECT_TRUE(IsUnsupported(d.rule)) << path.filename() << ": " << FormatDiagnostic(d);
    ++tally.refused;
    ++tally.reasons[d.text.substr(0, d.text.find(' '))];
  };
  const auto optimised = OptimiseForKernels(WithoutChecks(*read));
  if (!optimised.ok()) return refuse(optimised.error());
  auto graph = SelectSteps(*optimised, target, options);
  if (!graph.ok()) return refuse(graph.error());
  const auto plan = MakePlan(std::move(*graph), target);
  ASSERT_TRUE(plan.ok()) << path << plan.error().text;
  const auto bytes = EmitProgram(PlaceConstants({*plan}));
  if (!bytes.ok()) return refuse(bytes.error());
  const AuditReport report = AuditProgram(*bytes);
  for (const std::string& problem : report.problems) ADD_FAILURE() << path.filename() << ": " << problem;
  ASSERT_EQ(report.variants.size(), 1u);
  EXPECT_EQ(report.variants[0].peak_bytes, plan->peak_bytes) << path.filename();
  EXPECT_EQ(report.variants[0].live_bound_bytes, plan->live_bound_bytes) << path.filename();
  ++tally.proven;
}

void AuditAll(const char* target, const SelectOptions& options, size_t every) {
  const std::vector<std::filesystem::path> files = Files();
  if (files.empty()) GTEST_SKIP() << "no folder shared/conformance beside the sources";
  Tally tally;
  for (size_t i = 0; i < files.size(); i += every) AuditFile(files[i], *FindTarget(target), options, tally);
  std::cout << target << ": " << tally.proven << " proven, " << tally.refused << " refused\n";
  for (const auto& [reason, count] : tally.reasons) std::cout << "  " << count << "  " << reason << "\n";
  EXPECT_GT(tally.proven, 0);
}

TEST(ConformancePlans, Linux) { AuditAll("linux", {}, 1); }
TEST(ConformancePlans, LinuxGenericKernelsUnfused) {
  SelectOptions options;
  options.routines = options.fuse = false;
  AuditAll("linux", options, 1);
}
TEST(ConformancePlans, Firmware) { AuditAll("cortex-m4", {}, 1); }
TEST(ConformancePlans, Vulkan) { AuditAll("vulkan", {}, 7); }

}  // namespace
}  // namespace mote
