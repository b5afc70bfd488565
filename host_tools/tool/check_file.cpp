// One self-checking file on one backend.
#include "tool/check_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "evaluate/check.h"
#include "tool/file_bytes.h"
#include "tool/test_case.h"
#include "tool/tolerance.h"

namespace mote {

namespace {

FileOutcome Failed(const Errors& errors) {
  FileOutcome outcome;
  const Diagnostic& first = errors.list.front();
  outcome.outcome = IsUnsupported(first.rule) ? "refused" : "fail";
  outcome.reason = fmt::format("{}{}", first.location.known() ? fmt::format("line {}: ", first.location.line) : "", first.text);
  return outcome;
}

void Merge(FileOutcome& total, const FileOutcome& part) {
  total.steps_cpu += part.steps_cpu;
  total.steps_vulkan += part.steps_vulkan;
  total.checks += part.checks;
  total.validation_messages += part.validation_messages;
  total.digest = total.digest * 31 + part.digest;
  if (total.outcome == "pass" && part.outcome != "pass") {
    total.outcome = part.outcome;
    total.reason = part.reason;
  }
}

FileOutcome CheckOnEvaluator(const Module& module) {
  Result<CheckOutcome> result = RunSelfChecking(module);
  if (!result) return Failed(result.errors());
  FileOutcome outcome;
  outcome.checks = result->checks;
  if (!result->ok) {
    outcome.outcome = "fail";
    outcome.reason = result->message;
  } else if (result->checks == 0) {
    outcome.outcome = "refused";
    outcome.reason = "the file holds no checks";
  }
  return outcome;
}

// NaNs count as the same: which payload an operation makes is not part of any result.
bool SameBits(const Literal& a, const Literal& b) {
  if (a.BitEqual(b)) return true;
  if (!IsFloat(a.type()) && !IsComplex(a.type())) return false;
  const size_t width = StorageBytes(a.type());
  for (int64_t i = 0; i < a.size(); ++i) {
    const size_t at = static_cast<size_t>(i) * width;
    if (std::memcmp(&a.bytes()[at], &b.bytes()[at], width) == 0) continue;
    const auto is_nan = [&](const Literal& l) { return std::isnan(l.ComplexAt(i).real()) || std::isnan(l.ComplexAt(i).imag()); };
    if (!is_nan(a) || !is_nan(b)) return false;
  }
  return true;
}

// FNV-1a, 64 bits.
uint64_t DigestOf(const std::vector<Literal>& outputs) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (const Literal& output : outputs) {
    for (const uint8_t byte : output.bytes()) hash = (hash ^ byte) * UINT64_C(0x100000001b3);
  }
  return hash;
}

// Of a grid the outputs of one member after the other.
Result<std::vector<Literal>> OutputsOf(Runner& runner, const TestCase& test) {
  if (test.members.empty()) return runner.Run(test.inputs);
  MOTE_ASSIGN(std::vector<std::vector<Literal>> members, runner.RunGrid(test.members));
  std::vector<Literal> outputs;
  for (std::vector<Literal>& member : members) {
    for (Literal& output : member) outputs.push_back(std::move(output));
  }
  return outputs;
}

// Of a program whose products may be in f16, on a device.
bool IsNearInFloat16(const Runner& runner, const Literal& got, const Literal& expected) {
  return runner.multiplies_in_f16() && IsFloat(expected.type()) && Compare(Float16Tolerance(expected), got, expected).ok;
}

FileOutcome RunCase(const TestCase& test, const CheckFileOptions& options) {
  FileOutcome outcome;
  Source source;
  source.module = test.module;
  if (options.float16) source.vulkan_tiers |= kMoteFloat16;
  CheckFileOptions own = options;
  own.runner.device.feed.infeed = test.infeed;
  Result<std::unique_ptr<Runner>> runner = Runner::Open(source, own.runner);
  if (!runner) return Failed(runner.errors());
  Result<std::vector<Literal>> outputs = OutputsOf(**runner, test);
  if (!outputs) return Failed(outputs.errors());
  if (options.runner.native_kernels) {
    CheckFileOptions microcode = own;
    microcode.runner.native_kernels = false;
    Result<std::unique_ptr<Runner>> other = Runner::Open(source, microcode.runner);
    if (!other) return Failed(other.errors());
    Result<std::vector<Literal>> reference = OutputsOf(**other, test);
    if (!reference) return Failed(reference.errors());
    for (size_t i = 0; i < outputs->size(); ++i) {
      if (SameBits((*outputs)[i], (*reference)[i])) continue;
      outcome.outcome = "fail";
      outcome.reason = fmt::format("{}: output {} has other bits with C kernels than with microcode", test.name, i);
      return outcome;
    }
  }
  const BackendFacts facts = (*runner)->facts();
  outcome.steps_cpu = facts.steps_cpu;
  outcome.steps_vulkan = facts.steps_vulkan;
  outcome.validation_messages = facts.validation_messages;
  outcome.digest = DigestOf(*outputs);
  for (size_t i = 0; i < test.expected.size(); ++i) {
    const TestCase::Expectation& expected = test.expected[i];
    ++outcome.checks;
    const Comparison comparison = Compare(expected.criterion, (*outputs)[expected.result], expected.value);
    if (comparison.ok || outcome.outcome == "fail" || IsNearInFloat16(**runner, (*outputs)[expected.result], expected.value)) continue;
    outcome.outcome = "fail";
    outcome.reason = fmt::format("{}: check {} (line {}): {}", test.name, i, expected.location.line, comparison.message);
  }
  if (outcome.outcome == "pass" && (*runner)->backend() != nullptr) {
    if (facts.steps_cpu + facts.steps_vulkan == 0) {
      outcome.outcome = "folded";
      outcome.reason = test.name + ": nothing is left to run";
    } else if (options.runner.backend == BackendKind::kVulkan && facts.steps_cpu > 0) {
      outcome.outcome = options.no_fallback ? "refused" : "fallback";
      outcome.reason = fmt::format("{} steps on the CPU", facts.steps_cpu);
    }
  }
  if (outcome.outcome == "pass" && outcome.validation_messages > 0) {
    outcome.outcome = "fail";
    outcome.reason = fmt::format("{} validation messages", outcome.validation_messages);
  }
  return outcome;
}

}  // namespace

FileOutcome CheckFile(const std::string& path, const CheckFileOptions& options) {
  FileOutcome total;
  Result<std::string> bytes = ReadFile(path);
  if (!bytes) return Failed(bytes.errors());
  const bool hlo = Recognise(*bytes) == SourceFormat::kHloText;
  for (const SplitChunk& chunk : hlo ? std::vector<SplitChunk>{{*bytes, 1}} : SplitModules(*bytes)) {
    FrontendOptions reading;
    reading.first_line = chunk.first_line;
    Result<Module> module = ReadProgram(chunk.text, path, reading);
    if (!module) {
      Merge(total, Failed(module.errors()));
      continue;
    }
    if (options.runner.backend == BackendKind::kEvaluate && !hlo) {
      Merge(total, CheckOnEvaluator(*module));
      continue;
    }
    Result<std::vector<TestCase>> cases = TestCasesOf(*module, path, chunk.text);
    if (!cases) {
      Merge(total, Failed(cases.errors()));
      continue;
    }
    for (const TestCase& test : *cases) Merge(total, RunCase(test, options));
  }
  if (total.outcome == "pass" && total.checks == 0) {
    total.outcome = "refused";
    total.reason = "the file holds no check that this backend can run";
  }
  return total;
}

}  // namespace mote
