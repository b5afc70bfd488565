#include "run_case.h"

#include <cstring>

#include "audit/audit.h"
#include "emit/emit.h"
#include "mote/mote.h"
#include "mote/vulkan.h"
#include "passes/pipeline.h"
#include "select/kept_operations.h"

namespace mote {
namespace {

std::string Say(const std::string& where, const mote_status& status) {
  return where + ": status " + std::to_string(status.code) + ", site " + std::to_string(status.site) + ", detail " +
         std::to_string(status.detail);
}

std::vector<uint64_t> Words(size_t bytes) { return std::vector<uint64_t>(bytes / 8 + 1); }

// Memory aligned to 64.
struct Block {
  explicit Block(uint64_t bytes) : words(bytes / 8 + 16) {}
  void* at() { return reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(words.data()) + 63) / 64 * 64); }
  std::vector<uint64_t> words;
};

CaseOutcome Failed(const std::string& text) { return {false, false, false, text}; }

CaseOutcome Compared(const std::vector<Literal>& got, const std::vector<Literal>& expected, const std::vector<Criterion>& criteria) {
  for (size_t i = 0; i < expected.size(); ++i) {
    const Comparison comparison = Compare(criteria.empty() ? Criterion{Criterion::Kind::kEqual} : criteria[i], got[i], expected[i]);
    if (!comparison.ok) return Failed("result " + std::to_string(i) + ": " + comparison.message);
  }
  return {true, true, false, ""};
}

CaseOutcome RunOnCpu(const mote_program* program, const RandomCase& one, const std::vector<Literal>& expected,
                     const std::vector<Criterion>& criteria) {
  mote_sizes sizes;
  mote_status status = mote_query_sizes(program, &sizes);
  if (status.code != MOTE_OK) return Failed(Say("mote_query_sizes", status));
  Block arena(sizes.arena), made(sizes.instance);
  mote_instance* instance = nullptr;
  const mote_memory memory = {.instance = made.at(), .instance_size = sizes.instance, .arena = arena.at(), .arena_size = sizes.arena,
                              .state = nullptr, .state_size = 0};
  status = mote_instance_init(&memory, program, 0, &instance);
  if (status.code != MOTE_OK) return Failed(Say("mote_instance_init", status));
  std::vector<Literal> results;
  for (const Literal& value : expected) results.emplace_back(value.shape());
  mote_tensor tensor;
  const bool in_arena = mote_input_data(instance, 0) != nullptr || (mote_output_data(instance, 0) != nullptr);
  if (!one.inputs.empty() && (mote_input(program, 0, 0, &tensor).code != MOTE_OK || mote_input_count(program, 0) != one.inputs.size())) {
    return Failed("the program has other inputs");
  }
  if (mote_output_count(program, 0) != expected.size()) return Failed("the program has another number of outputs");
  for (uint32_t i = 0; i < one.inputs.size(); ++i) {
    const auto bytes = one.inputs[i].bytes();
    if (in_arena) {
      if (!bytes.empty()) std::memcpy(mote_input_data(instance, i), bytes.data(), bytes.size());
    } else if (status = mote_bind_input(instance, i, bytes.data(), bytes.size()); status.code != MOTE_OK) {
      return Failed(Say("mote_bind_input", status));
    }
  }
  for (uint32_t i = 0; i < results.size() && !in_arena; ++i) {
    const auto bytes = results[i].mutable_bytes();
    if (status = mote_bind_output(instance, i, bytes.data(), bytes.size()); status.code != MOTE_OK) {
      return Failed(Say("mote_bind_output", status));
    }
  }
  status = mote_run(instance, 0);
  if (status.code != MOTE_OK) return Failed(Say("mote_run", status));
  for (uint32_t i = 0; i < results.size() && in_arena; ++i) {
    const auto bytes = results[i].mutable_bytes();
    if (!bytes.empty()) std::memcpy(bytes.data(), mote_output_data(instance, i), bytes.size());
  }
  return Compared(results, expected, criteria);
}

CaseOutcome RunOnVulkan(const mote_program* program, const RandomCase& one, const std::vector<Literal>& expected,
                        mote_vulkan_device* device, const std::vector<Criterion>& criteria) {
  if (device == nullptr) return {true, false, false, ""};
  mote_vulkan_instance* instance = nullptr;
  mote_status status = mote_vulkan_instance_create(device, program, 0, nullptr, &instance);
  if (status.code == MOTE_MISSING_FEATURE) return {true, false, false, ""};
  if (status.code != MOTE_OK) return Failed(Say("mote_vulkan_instance_create", status));
  std::vector<Literal> results;
  for (uint32_t i = 0; i < one.inputs.size() && status.code == MOTE_OK; ++i) {
    status = mote_vulkan_write_input(instance, i, one.inputs[i].bytes().data(), one.inputs[i].bytes().size());
  }
  if (status.code == MOTE_OK) status = mote_vulkan_run(instance, 0);
  for (uint32_t i = 0; i < expected.size() && status.code == MOTE_OK; ++i) {
    const auto bytes = results.emplace_back(expected[i].shape()).mutable_bytes();
    status = mote_vulkan_read_output(instance, i, bytes.data(), bytes.size());
  }
  mote_vulkan_instance_destroy(instance);
  if (status.code != MOTE_OK) return Failed(Say("running on Vulkan", status));
  return Compared(results, expected, criteria);
}

}  // namespace

Result<std::vector<Literal>> Expected(const RandomCase& one) {
  std::vector<RuntimeValue> inputs;
  for (const Literal& literal : one.inputs) inputs.emplace_back().literal = literal;
  MOTE_ASSIGN(const std::vector<RuntimeValue> values, Evaluate(one.module, inputs));
  std::vector<Literal> literals;
  for (const RuntimeValue& value : values) {
    if (!value.is_tuple) literals.push_back(value.literal);
    for (const RuntimeValue& element : value.elements) literals.push_back(element.literal);
  }
  return literals;
}

CaseOutcome RunCase(const RandomCase& one, const std::vector<Literal>& expected, const std::string& target, mote_vulkan_device* device,
                    const std::vector<Criterion>& criteria) {
  const auto refused = [](const Diagnostic& error) {
    CaseOutcome outcome = Failed("compiling: " + FormatDiagnostic(error));
    outcome.unsupported = outcome.ok = IsUnsupported(error.rule);
    return outcome;
  };
  const TargetFacts& facts = *FindTarget(target);
  PassOptions passes;
  passes.kept = KeptOperations(facts);
  const Result<Module> optimised = OptimiseForKernels(one.module, passes);
  if (!optimised.ok()) return refused(optimised.error());
  Result<StepGraph> graph = SelectSteps(*optimised, facts);
  if (!graph.ok()) return refused(graph.error());
  const Result<Plan> plan = MakePlan(std::move(graph).value(), facts);
  if (!plan.ok()) return refused(plan.error());
  const Result<std::vector<uint8_t>> emitted = EmitProgram(PlaceConstants({*plan}));
  if (!emitted.ok()) return refused(emitted.error());
  std::vector<uint64_t> bytes = Words(emitted->size());
  std::memcpy(bytes.data(), emitted->data(), emitted->size());
  const AuditReport audit = AuditProgram(*emitted);
  if (!audit.problems.empty()) return Failed("audit: " + audit.problems[0]);
  std::vector<uint64_t> memory = Words(mote_program_size());
  const mote_program* program = nullptr;
  mote_open_options options = {};
  options.target = target.c_str();
  options.trusted = 1;
  const mote_status opened = mote_open(memory.data(), memory.size() * 8, bytes.data(), emitted->size(), &options, &program);
  if (opened.code != MOTE_OK) return Failed(Say("mote_open", opened));
  return facts.path == TargetFacts::Path::kVulkan ? RunOnVulkan(program, one, expected, device, criteria)
                                                      : RunOnCpu(program, one, expected, criteria);
}

}  // namespace mote
