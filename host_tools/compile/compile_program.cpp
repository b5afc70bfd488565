// Targets one by one, what is left out, budgets.
#include "compile/compile_program.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "compile/fit_ram.h"
#include "compile/program_facts.h"
#include "fixed/drop_channels.h"
#include "fixed/form_fixed.h"
#include "hlo/parameter_number.h"
#include "passes/instruction_key.h"
#include "passes/pipeline.h"
#include "plan/report.h"
#include "plan/roll_rows.h"
#include "select/kept_operations.h"
#include "select/step.h"
#include "target/fixed_table.h"

namespace mote {

namespace {

using Expanded = std::map<std::set<Op>, Module>;  // by what is kept of the module's operations

// The module as it reaches select/, made once for targets that keep the same.
Result<const Module*> ExpandedFor(const TargetFacts& target, const Module& canonical, const CompileRequest& request, Expanded& made) {
  PassOptions passes;
  passes.fold = request.fold;
  const std::set<Op> present = Keepable(canonical), rows = request.routines ? KeptOperations(target, canonical) : std::set<Op>();
  std::set_intersection(present.begin(), present.end(), rows.begin(), rows.end(), std::inserter(passes.kept, passes.kept.end()));
  const auto found = made.find(passes.kept);
  if (found != made.end()) return &found->second;
  const bool fixed = passes.kept.count(Op::kFixed) != 0;
  MOTE_ASSIGN(Module expanded, ExpandFor(fixed ? DropChannels(FormFixed(canonical)) : canonical, passes));
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

// Who runs the program together, and what they must agree on.
struct GridOfEntries {
  int64_t replicas = 1, partitions = 1;
  uint64_t plan = 0;
};

// Emits every plan; a target whose kernels cannot be printed (f64 in GLSL, say) is left out like one that has no steps.
Status EmitWhatCanBe(const CompileRequest& request, const GridOfEntries& grid, CompiledProgram& program) {
  EmitOptions emit;
  emit.strip = request.strip;
  emit.source_name = request.source_name;
  emit.replicas = grid.replicas;
  emit.partitions = grid.partitions;
  emit.plan = grid.plan;
  if (request.keep_shaders) emit.shaders = &program.shaders;
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
    program.shaders.clear();
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

// An entry on its way to the targets.
struct Entry {
  const Module* module;
  Module canonical;
  std::vector<StateBinding> states;
  Expanded made;
};

// One grid for all entries. The plan is the number of what they compute and exchange, whatever the target.
Result<GridOfEntries> GridOf(const std::vector<Entry>& entries) {
  GridOfEntries grid = {entries[0].canonical.replicas, entries[0].canonical.partitions, 0};
  for (const Entry& entry : entries) {
    const Module& m = entry.canonical;
    if (m.replicas != grid.replicas || m.partitions != grid.partitions) {
      return Error(Rule::kCount, "entry '" + m.main().name + "' is for another number of replicas or partitions than the first one");
    }
    if (grid.replicas * grid.partitions != 1) grid.plan = ModuleHash(m, grid.plan);
  }
  return grid;
}

// The states of every entry; each must be some entry's.
Status BindStates(const CompileRequest& request, std::vector<Entry>& entries) {
  for (const StateBinding& state : request.states) {
    bool bound = false;
    for (Entry& entry : entries) {
      const Computation& main = entry.canonical.main();
      if ((!state.entry.empty() && state.entry != main.name) || ParameterNumber(main, state.input) < 0) continue;
      entry.states.push_back(state);
      bound = true;
    }
    if (!bound) return Error(Rule::kAttribute, "--state: no entry has an input '" + state.input + "'");
  }
  return Ok();
}

SelectOptions OptionsFor(const Entry& entry, const CompileRequest& request, double packed_ratio) {
  SelectOptions select;
  select.fuse = request.fuse;
  select.routines = request.routines;
  select.tiles = !request.reproducible && request.flash == 0 && request.ram == 0 && request.regions.empty();
  select.panels = request.targets.size() == 1;
  select.tiers = request.vulkan_tiers;
  select.states = entry.states;
  select.custom_calls = request.custom_calls;
  select.packed_ratio = packed_ratio;
  return select;
}

Result<StepGraph> GraphFor(std::vector<Entry>& entries, const TargetFacts& target, const CompileRequest& request, double packed_ratio,
                           bool planes = false) {
  std::vector<StepGraph> graphs;
  for (Entry& entry : entries) {
    MOTE_ASSIGN(const Module* expanded, ExpandedFor(target, entry.canonical, request, entry.made));
    SelectOptions options = OptionsFor(entry, request, packed_ratio);
    options.planes = planes;
    Result<StepGraph> graph = SelectSteps(*expanded, target, options);
    if (!graph) return InFile(graph.errors(), *entry.module);
    graphs.push_back(std::move(*graph));
  }
  return MergeGraphs(std::move(graphs));
}

// The plan in the budget of RAM, as near as it comes to it.
Result<Plan> PlanInRam(Plan plan, std::vector<Entry>& entries, const TargetFacts& target, const CompileRequest& request,
                       double packed_ratio) {
  if (plan.arena_bytes <= request.ram) return plan;
  MOTE_ASSIGN(plan, RollRows(std::move(plan), request.ram));
  if (plan.arena_bytes <= request.ram || target.path == TargetFacts::Path::kVulkan) return plan;
  std::vector<Module> modules;
  for (const Entry& entry : entries) modules.push_back(entry.canonical);
  return FitRam(std::move(plan), std::move(modules), request.ram, [&](const std::vector<Module>& tried) {
    std::vector<Entry> others;
    for (size_t e = 0; e < entries.size(); ++e) others.push_back({entries[e].module, tried[e], entries[e].states, {}});
    return GraphFor(others, target, request, packed_ratio);
  });
}

bool HasPlanes(const StepGraph& graph) {
  const auto has = [](const Step& s) {
    return s.kind == StepKind::kFixed && s.fields[kMoteFixedRoutine] == static_cast<int64_t>(FixedRoutine::kDepthwisePlanes);
  };
  return std::any_of(graph.blocks.begin(), graph.blocks.end(),
                     [&](const Block& b) { return std::any_of(b.steps.begin(), b.steps.end(), has); });
}

// Planes, which take code and scratch, only where flash is given and the arena is no larger for them but for a thirty-second.
Result<StepGraph> GraphInLeastMemory(std::vector<Entry>& entries, const TargetFacts& target, const CompileRequest& request,
                                     double packed_ratio) {
  const bool planes = packed_ratio > SelectOptions().packed_ratio;
  MOTE_ASSIGN(StepGraph graph, GraphFor(entries, target, request, packed_ratio, planes));
  if (!HasPlanes(graph)) return graph;
  MOTE_ASSIGN(StepGraph rows, GraphFor(entries, target, request, packed_ratio, false));
  MOTE_ASSIGN(const Plan with, MakePlan(graph, target));
  MOTE_ASSIGN(const Plan without, MakePlan(rows, target));
  const bool rolls = request.ram != 0 && with.arena_bytes > request.ram;  // rows of planes do not come one by one
  return with.arena_bytes > without.arena_bytes + without.arena_bytes / 32 || rolls ? rows : graph;
}

Result<Plan> PlanFor(std::vector<Entry>& entries, const TargetFacts& target, const CompileRequest& request, double packed_ratio) {
  MOTE_ASSIGN(StepGraph graph, GraphInLeastMemory(entries, target, request, packed_ratio));
  const std::vector<Region> regions = target.path == TargetFacts::Path::kVulkan ? std::vector<Region>() : request.regions;
  if (request.ram == 0) return MakePlan(std::move(graph), target, regions);
  MOTE_ASSIGN(Plan plan, MakePlan(std::move(graph), target));
  MOTE_ASSIGN(plan, PlanInRam(std::move(plan), entries, target, request, packed_ratio));
  if (regions.empty()) return plan;
  return MakePlan(std::move(plan.graph), target, regions);
}

// A target as the request sees it.
TargetFacts FactsFor(const std::string& name, const CompileRequest& request) {
  TargetFacts target = *FindTarget(name);
  target.overlaps = request.overlap && (request.ram == 0 || target.io_in_arena);  // whose arenas do not grow for it
  if (!request.c_kernels) return target;
  RoutineSet rows;
  for (const RoutineRow& row : AllRoutines()) {
    if (target.routines.Has(row.id) && row.sum == ElementType::kF32) rows.Add(row.id);
  }
  target.routines = rows;
  return target;
}

// What the weights of fixed-point steps may take, of what they take plain; more only where a budget for the whole file allows it.
std::vector<double> PackedRatios(const CompileRequest& request) {
  const double usual = SelectOptions().packed_ratio;
  const bool packs = std::any_of(request.targets.begin(), request.targets.end(), [](const std::string& name) {
    return FindTarget(name)->fixed_packing == FixedPacking::kDsp;
  });
  return request.flash == 0 || !packs ? std::vector<double>{usual} : std::vector<double>{4, 3.2, 2.7, 2.2, 2, 1.8, 1.6, usual, 1.2, 0};
}

Result<CompiledProgram> CompileAt(std::vector<Entry>& entries, const GridOfEntries& grid, const CompileRequest& request,
                                  double packed_ratio) {
  CompiledProgram program;
  for (const std::string& name : request.targets) {
    Result<Plan> plan = PlanFor(entries, FactsFor(name, request), request, packed_ratio);
    if (plan.ok()) {
      program.plans.push_back(std::move(plan).value());
    } else if (request.skip_unsupported && IsUnsupported(plan.error().rule)) {
      program.left_out.emplace_back(name, plan.errors());
    } else {
      return plan.errors();
    }
  }
  if (program.plans.empty() && !program.left_out.empty()) return program.left_out.front().second;
  MOTE_CHECK_OK(EmitWhatCanBe(request, grid, program));
  return program;
}

Result<CompiledProgram> Compile(std::vector<Entry>& entries, const CompileRequest& request) {
  MOTE_CHECK_OK(CheckTargets(request.targets));
  for (Entry& entry : entries) {
    MOTE_ASSIGN(entry.canonical, CanonicaliseFor(request.custom_calls, request.wiring.get(), *entry.module));
  }
  MOTE_ASSIGN(const GridOfEntries grid, GridOf(entries));
  MOTE_CHECK_OK(BindStates(request, entries));
  Result<CompiledProgram> fitting = Errors();
  for (const double ratio : PackedRatios(request)) {
    MOTE_ASSIGN(CompiledProgram program, CompileAt(entries, grid, request, ratio));
    const Status fits = CheckBudgets(request, program);
    if (fits.ok()) return program;
    fitting = fits.errors();
  }
  return fitting;
}

Result<CompiledProgram> CompileEntries(std::vector<Entry> entries, const CompileRequest& request) {
  const Module& module = *entries.front().module;
  Result<CompiledProgram> program = Compile(entries, request);
  if (program) {
    for (auto& [target, errors] : program->left_out) errors = InFile(std::move(errors), module);
    return program;
  }
  return InFile(program.errors(), module);
}

}  // namespace

Result<CompiledProgram> CompileProgram(const Module& module, const CompileRequest& request) {
  std::vector<Entry> entries(1);
  entries[0].module = &module;
  return CompileEntries(std::move(entries), request);
}

Result<CompiledProgram> CompileProgram(const std::vector<Module>& modules, const CompileRequest& request) {
  std::vector<Entry> entries(modules.size());
  for (size_t m = 0; m < modules.size(); ++m) {
    entries[m].module = &modules[m];
    for (size_t other = 0; other < m; ++other) {
      if (modules[other].main().name != modules[m].main().name) continue;
      return Error(Rule::kCount, "entry '" + modules[m].main().name + "' is named twice");
    }
  }
  return CompileEntries(std::move(entries), request);
}

std::optional<StateBinding> ParseState(const std::string& text) {
  StateBinding state;
  const size_t equals = text.find('='), colon = text.find(':');
  const bool entry = colon != std::string::npos && (equals == std::string::npos || colon < equals);
  if (entry) state.entry = text.substr(0, colon);
  const size_t from = entry ? colon + 1 : 0;
  state.input = text.substr(from, equals == std::string::npos ? std::string::npos : equals - from);
  if (equals != std::string::npos) state.output = text.substr(equals + 1);
  if (state.input.empty() || (entry && state.entry.empty()) || (equals != std::string::npos && state.output.empty())) return std::nullopt;
  return state;
}

std::vector<StateBinding> DonatedStates(const Module& module) {
  const Computation& main = module.main();
  std::vector<StateBinding> states;
  for (size_t p = 0; p < main.parameter_extra.size(); ++p) {
    const auto found = main.parameter_extra[p].find("tf.aliasing_output");
    if (found == main.parameter_extra[p].end()) continue;
    states.push_back({main.name, std::to_string(p), found->second.substr(0, found->second.find_first_not_of("0123456789"))});
  }
  return states;
}

}  // namespace mote
