// Targets one by one, what is left out, budgets.
#include "compile/compile_program.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "compile/program_facts.h"
#include "passes/pipeline.h"
#include "plan/report.h"
#include "select/kept_operations.h"
#include "select/step.h"

namespace mote {

namespace {

Result<Plan> PlanFor(const Module& optimised, const TargetFacts& target, const CompileRequest& request) {
  SelectOptions select;
  select.fuse = request.fuse;
  select.routines = request.routines;
  MOTE_ASSIGN(StepGraph graph, SelectSteps(optimised, target, select));
  return MakePlan(std::move(graph), target);
}

using Expanded = std::map<std::set<Op>, Module>;  // by what is kept of the module's operations

// The module as it reaches select/, made once for targets that keep the same.
Result<const Module*> ExpandedFor(const TargetFacts& target, const Module& canonical, const CompileRequest& request, Expanded& made) {
  PassOptions passes;
  passes.fold = request.fold;
  const std::set<Op> present = Keepable(canonical), rows = request.routines ? KeptOperations(target) : std::set<Op>();
  std::set_intersection(present.begin(), present.end(), rows.begin(), rows.end(), std::inserter(passes.kept, passes.kept.end()));
  const auto found = made.find(passes.kept);
  if (found != made.end()) return &found->second;
  MOTE_ASSIGN(Module expanded, ExpandFor(canonical, passes));
  return &made.emplace(passes.kept, std::move(expanded)).first->second;
}

// A budget holds for every target that the program is for: nothing is left out for it. Where the targets are the default ones, those that
// fit are named.
Status CheckBudgets(const CompileRequest& request, const CompiledProgram& program) {
  std::string fitting;
  std::optional<Diagnostic> refused;
  for (const Plan& plan : program.plans) {
    const Status fits = request.ram > 0 ? CheckRam(plan, request.ram) : Ok();
    if (fits.ok()) fitting += (fitting.empty() ? "" : ",") + plan.target.name;
    else if (!refused) refused = fits.error();
  }
  if (refused) {
    if (request.skip_unsupported && !fitting.empty()) refused->hint = "--target " + fitting + " compiles for what fits alone";
    return *refused;
  }
  const auto bytes = static_cast<int64_t>(program.bytes.size());
  if (request.flash == 0 || bytes <= request.flash) return Ok();
  const int64_t constants = ConstantsBytes(program.bytes);
  Diagnostic d = Error(Rule::kLimit, "the program file takes " + std::to_string(bytes) + " bytes (" + std::to_string(constants) +
                                         " of constants, " + std::to_string(bytes - constants) +
                                         " of steps, kernels and names), more than the " + std::to_string(request.flash) +
                                         " of --flash; the largest constants: " + DescribeConstants(program.plans.front()));
  d.hint = std::string(request.strip ? "" : "--strip leaves out names and places of the source; ") +
           "--target names the targets that are wanted";
  return d;
}

// Emits every plan; a target whose kernels cannot be printed (f64 in GLSL, say) is left out like one that has no steps.
Status EmitWhatCanBe(const CompileRequest& request, CompiledProgram& program) {
  EmitOptions emit;
  emit.strip = request.strip;
  emit.source_name = request.source_name;
  ProgramPlan placed = PlaceConstants(std::move(program.plans));
  Result<std::vector<uint8_t>> bytes = EmitProgram(placed, emit);
  if (!bytes.ok() && request.skip_unsupported && IsUnsupported(bytes.error().rule)) {
    std::vector<Plan> kept;
    for (Plan& plan : placed.plans) {
      const Result<std::vector<uint8_t>> alone = EmitProgram(PlaceConstants({plan}), emit);
      if (alone.ok()) kept.push_back(std::move(plan));
      else program.left_out.emplace_back(plan.target.name, alone.errors());
    }
    if (kept.empty()) return bytes.errors();
    placed = PlaceConstants(std::move(kept));
    bytes = EmitProgram(placed, emit);
  }
  if (!bytes.ok()) return bytes.errors();
  program.plans = std::move(placed.plans);
  program.bytes = std::move(*bytes);
  return Ok();
}

std::string TargetNames() {
  std::string names;
  for (const TargetFacts& t : AllTargets()) names += (names.empty() ? "" : ", ") + t.name;
  return names;
}

}  // namespace

Status CheckTargets(const std::vector<std::string>& targets) {
  for (const std::string& name : targets) {
    if (FindTarget(name) == nullptr) return Error(Rule::kAttribute, "there is no target '" + name + "'; there are " + TargetNames());
  }
  return Ok();
}

namespace {

Result<CompiledProgram> Compile(const Module& module, const CompileRequest& request) {
  MOTE_CHECK_OK(CheckTargets(request.targets));
  CompiledProgram program;
  MOTE_ASSIGN(const Module canonical, Canonicalise(module));
  Expanded made;
  for (const std::string& name : request.targets) {
    const TargetFacts& target = *FindTarget(name);
    MOTE_ASSIGN(const Module* expanded, ExpandedFor(target, canonical, request, made));
    Result<Plan> plan = PlanFor(*expanded, target, request);
    if (plan.ok()) {
      program.plans.push_back(std::move(plan).value());
    } else if (request.skip_unsupported && IsUnsupported(plan.error().rule)) {
      program.left_out.emplace_back(name, plan.errors());
    } else {
      return plan.errors();
    }
  }
  if (program.plans.empty() && !program.left_out.empty()) return program.left_out.front().second;
  MOTE_CHECK_OK(EmitWhatCanBe(request, program));
  MOTE_CHECK_OK(CheckBudgets(request, program));
  return program;
}

}  // namespace

Result<CompiledProgram> CompileProgram(const Module& module, const CompileRequest& request) {
  Result<CompiledProgram> program = Compile(module, request);
  if (program) {
    for (auto& [target, errors] : program->left_out) errors = InFile(std::move(errors), module);
    return program;
  }
  return InFile(program.errors(), module);
}

}  // namespace mote
