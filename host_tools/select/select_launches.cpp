// The steps of groups: a routine where the target has one that fits, the generic kernel otherwise.
#include <algorithm>

#include "fixed/form_fixed.h"
#include "kernel/trips.h"
#include "lower/merge_axes.h"
#include "print/printers.h"
#include "schema/microcode_layout.h"
#include "schema/routine_scratch.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"
#include "select/choose_forms.h"
#include "select/panel_weights.h"
#include "select/selector.h"
#include "select/winograd_weights.h"

namespace mote {

int64_t ScratchBytes(const Step& step, const Kernel& kernel, int strip) {
  const int64_t registers = MicrocodeScratchBytes(kernel, MotePlannedStrip(strip, PointsOf(kernel, step.params)));
  if (step.kind == StepKind::kSort) {
    return registers + MoteSortScratch(step.fields[kMoteSortN], step.fields[kMoteSortLanes], step.fields[kMoteSortOrder]);
  }
  return registers + (step.kind == StepKind::kRoutine ? RowOf(step.routine).scratch(strip, step.fields.data()) : 0);
}

void ChooseShaders(const Kernel& kernel, const IdVector<Buffer>& buffers, Step* step, uint32_t tiers) {
  const int64_t trips = TripsOf(kernel, step->params);
  if (trips > kMoteMaxTrips) return;
  std::vector<int64_t> counts;
  for (size_t i = 0; i < kernel.operands.size(); ++i) {
    counts.push_back(buffers[step->operands[i]].bytes / StorageBytes(kernel.operands[i].type));
  }
  step->forms = ChooseForms(kernel, step->params, counts, tiers);
  const bool rows = !step->forms.empty() && step->forms[0].pattern == ShaderForm::Template::kRows;
  step->trips = rows ? std::max(trips, TripsOf(kernel, step->params, kMoteLoneRowPoints)) : trips;
}

namespace {

constexpr int64_t kTilesOfWorker = 64 << 10;  // bytes

// Workers that scratch is planned for. They share the region, and strips or tiles of a part of the length cost more than memory where there
// is much to do: the target's workers get the planned length then, others as much as the machine takes.
int64_t WorkersAtOnce(const Step& step, const Kernel& kernel, const TargetFacts& target) {
  const int64_t points = PointsOf(kernel, step.params);
  int64_t shared = points / target.strip, trips = 1 + TripsOf(kernel, step.params);  // what workers share out, and what a point takes
  if (step.kind == StepKind::kRoutine) {
    const MoteRoutineGeometry& geometry = *RowOf(step.routine).geometry;
    shared = 1;
    for (int i = 0; i < kMoteRoutineRows; ++i) shared = MoteRoutineProduct(shared, step.fields[geometry.domain[i]]);
    for (const uint8_t* sum = geometry.sum; *sum != kMoteNoField; ++sum) trips = MoteRoutineProduct(trips, step.fields[*sum]);
  } else if (step.kind != StepKind::kLaunch || !IsFlat(kernel)) {
    return 1;
  }
  return shared >= target.workers && trips > 0 && points >= kMuchWork / trips ? target.workers : 1;
}

// Scratch of a step. Convolutions by tiles work with less than what is best for them, so their workers get no more than 64 KiB each beside
// what one alone asks for.
int64_t PlannedScratch(const Step& step, const Kernel& kernel, const TargetFacts& target) {
  const int64_t one = ScratchBytes(step, kernel, target.strip), workers = WorkersAtOnce(step, kernel, target);
  if (step.kind != StepKind::kRoutine || RowOf(step.routine).geometry != &kMoteWinogradGeometry) return one * workers;
  return std::max(one, std::min(one, kTilesOfWorker) * workers);
}

// How often a value is an operand or a result.
int64_t Uses(const Computation& computation, Value value) {
  int64_t uses = std::count(computation.results.begin(), computation.results.end(), value);
  for (const Instruction& i : computation.instructions) uses += std::count(i.operands.begin(), i.operands.end(), value);
  return uses;
}

// Whether none of its products asks for more than the usual precision.
bool HasUsualPrecision(const Computation& computation, const Group& group) {
  return std::all_of(group.instructions.begin(), group.instructions.end(), [&](const int32_t at) {
    const Instruction& i = computation.instructions[at];
    const auto found = i.attributes.find(Attr::kPrecisionConfig);
    const auto* words = found == i.attributes.end() ? nullptr : std::get_if<std::vector<std::string>>(&found->second);
    const bool usual = words == nullptr || std::all_of(words->begin(), words->end(), [](const auto& w) { return w == "DEFAULT"; });
    return usual && !i.Has(Attr::kDotAlgorithm);
  });
}

// Of a product that fixed/ has looked at.
std::string WhyNotFixed(const Computation& computation, const Group& group) {
  for (const int32_t at : group.instructions) {
    const auto& extra = computation.instructions[at].extra;
    if (const auto why = extra.find(kWhyNotFixed); why != extra.end()) return "; no fixed-point step: " + why->second;
  }
  return "";
}

}  // namespace

uint32_t Selector::TiersOf(const Scope& scope, const Group& group) const {
  return HasUsualPrecision(*scope.computation, group) ? options_.tiers : options_.tiers & ~uint32_t{kMoteFloat16};
}

// A kernel that loops longer than a launch may, as launches that hand on what its loops carry.
Status Selector::AddPieces(Scope& scope, const Group& group, const BoundKernel& bound, CutKernel cut, int64_t trips,
                           const std::string& why) {
  const Location location = scope.computation->instructions[group.instructions.back()].location;
  Step whole;
  MOTE_CHECK_OK(BindOperands(scope, bound, &whole));
  IdVector<BufferId> buffers = whole.operands;
  const size_t own = buffers.size();
  buffers.resize(own + cut.carried.size(), kNoBuffer);
  for (size_t p = 0; p < cut.pieces.size(); ++p) {
    KernelPiece& piece = cut.pieces[p];
    Step step;
    step.kind = StepKind::kLaunch;
    for (const int32_t operand : piece.operands) {
      BufferId& b = buffers[operand];
      if (b == kNoBuffer) {
        b = NewBuffer(Shape::Array(cut.carried[static_cast<size_t>(operand) - own], {cut.points}), bound.kernel.name + ", so far");
      }
      step.operands.push_back(b);
    }
    step.in_place = InPlacePairs(piece.kernel, piece.values);
    step.params = std::move(piece.values);
    step.name = bound.kernel.name;
    step.why = "part " + std::to_string(p + 1) + " of " + std::to_string(cut.pieces.size()) + ": " + std::to_string(trips) +
               " iterations are too many for a launch; " + why;
    step.location = location;
    ChooseShaders(piece.kernel, graph_.buffers, &step, TiersOf(scope, group));
    step.kernel = KernelIndex(std::move(piece.kernel));
    Steps(scope.block).push_back(std::move(step));
  }
  return Ok();
}

Status Selector::BindKernel(Scope& scope, const Group& group, BoundKernel bound, Step step) {
  MOTE_CHECK_OK(BindOperands(scope, bound, &step));
  const int32_t first = static_cast<int32_t>(step.operands.size() - bound.operands.size());
  for (const auto& [in, out] : bound.in_place) step.in_place.push_back({first + in, first + out});
  step.params = std::move(bound.values);
  step.name = bound.kernel.name;
  step.location = scope.computation->instructions[group.instructions.back()].location;
  if (target_.path == TargetFacts::Path::kCpu) {
    step.scratch_bytes = PlannedScratch(step, bound.kernel, target_);
  }
  if (target_.path == TargetFacts::Path::kVulkan) ChooseShaders(bound.kernel, graph_.buffers, &step, TiersOf(scope, group));
  step.kernel = KernelIndex(std::move(bound.kernel));
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

// A step of a kernel that was made for it.
void Selector::AddMadeKernel(Scope& scope, MadeKernel made, IdVector<BufferId> operands, const Step& like) {
  Step step = like;
  step.kind = StepKind::kLaunch;
  step.operands = std::move(operands);
  step.params = std::move(made.values);
  step.name = made.kernel.name;
  ChooseShaders(made.kernel, graph_.buffers, &step, options_.tiers & ~uint32_t{kMoteFloat16});
  step.kernel = KernelIndex(std::move(made.kernel));
  Steps(scope.block).push_back(std::move(step));
}

// A convolution that is faster so by tiles, with the weights that it then reads.
std::optional<Literal> Selector::ByTiles(const Scope& scope, BoundRoutine* form) const {
  const bool can = lower_.routines.Has(Routine::kWinogradF32) || target_.path == TargetFacts::Path::kVulkan;
  if (!options_.tiles || !can) return std::nullopt;
  const Value weights = Resolve(scope, form->rhs);
  if (scope.buffers.count(weights) != 0) return std::nullopt;  // a parameter
  const Instruction& constant = scope.computation->at(weights);
  if (constant.op != Op::kConstant || !PaysByTiles(*form, constant.LiteralValue())) return std::nullopt;
  return TakeByTiles(form, constant.LiteralValue());
}

// True when a routine took the group; otherwise `why` tells what stood against it.
// Weights that are this product's alone: others want them as they are, and a file has them once.
std::optional<Literal> Selector::InPanels(const Scope& scope, BoundRoutine* form) const {
  if (!options_.panels || !lower_.routines.Has(Routine::kDotPanelsF32)) return std::nullopt;
  const Value weights = Resolve(scope, form->rhs);
  if (scope.buffers.count(weights) != 0) return std::nullopt;  // a parameter, or read before
  const Instruction& constant = scope.computation->at(weights);
  const Computation& c = *scope.computation;
  if (constant.op != Op::kConstant || Uses(c, weights) != 1 || Uses(c, form->rhs) != 1) return std::nullopt;
  return TakeInPanels(form, constant.LiteralValue());
}

Result<bool> Selector::AddRoutine(Scope& scope, const Group& group, std::string* why) {
  std::optional<BoundRoutine> form = AsRoutine(module_, *scope.computation, group, lower_.routines, why);
  if (!form) return false;
  std::optional<Literal> transformed = ByTiles(scope, &*form);
  if (!transformed) transformed = InPanels(scope, &*form);
  for (const int64_t field : form->fields) {
    if (field < INT32_MIN || field > INT32_MAX) {
      *why = "an extent or stride does not fit 32 bits";
      return false;
    }
  }
  Step step;
  step.kind = StepKind::kRoutine;
  step.routine = form->row->id;
  step.fields = std::move(form->fields);
  MOTE_ASSIGN(const BufferId lhs, BufferOf(scope, form->lhs));
  step.operands.push_back(lhs);
  if (transformed) {
    step.operands.push_back(ConstantBuffer(*transformed, scope.computation->at(Resolve(scope, form->rhs)).name));
  } else {
    MOTE_ASSIGN(const BufferId rhs, BufferOf(scope, form->rhs));
    step.operands.push_back(rhs);
  }
  step.why = "routine" + WhyNotFixed(*scope.computation, group) + "; " + group.why;
  MOTE_CHECK_OK(BindKernel(scope, group, std::move(form->epilogue), std::move(step)));
  return true;
}

Status Selector::AddGroup(Scope& scope, const Group& group) {
  // Results without elements need no step, unless the caller asked for them: then the operation is run over nothing, like any other.
  const bool empty = std::all_of(group.outputs.begin(), group.outputs.end(), [&](const Value& v) {
    return scope.computation->shape(v).ElementCount() == 0 && !scope.wanted.count(v);
  });
  if (empty) {
    for (const Value& v : group.outputs) MakeResult(scope, v);
    return Ok();
  }
  std::string why = group.why;
  if (group.kind == Group::Kind::kDot || group.kind == Group::Kind::kConvolution) {
    std::string against = options_.routines ? "target " + target_.name + " has no routines" : "routines are switched off";
    if (!lower_.routines.empty()) {
      MOTE_ASSIGN(const bool taken, AddRoutine(scope, group, &against));
      if (taken) return Ok();
    }
    if (target_.path == TargetFacts::Path::kVulkan && group.kind == Group::Kind::kConvolution) {
      MOTE_ASSIGN(const bool taken, AddTiled(scope, group, why, &against));
      if (taken) return Ok();
    }
    why = "generic kernel, " + against + WhyNotFixed(*scope.computation, group) + (why.empty() ? "" : "; " + why);
  }
  const Location location = scope.computation->instructions[group.instructions.back()].location;
  if (group.kind == Group::Kind::kUpdate) {
    MOTE_ASSIGN(const BufferId source, BufferOf(scope, group.inputs[0]));
    AddCopy(scope.block, source, MakeResult(scope, group.outputs[0]), "the update starts from its operand", location);
    const Instruction& update = scope.computation->instructions[group.instructions.back()];
    if (scope.computation->shape(UpdateOf(update)).ElementCount() == 0) return Ok();
  }
  MOTE_ASSIGN(BoundKernel bound, LowerGroup(module_, *scope.computation, group, lower_));
  if (target_.path == TargetFacts::Path::kVulkan) {
    const int64_t trips = TripsOf(bound.kernel, bound.values);
    if (trips > kMoteMaxTrips) {
      std::optional<CutKernel> cut = CutLoops(bound.kernel, bound.values, kMoteMaxTrips);
      if (cut) return AddPieces(scope, group, bound, std::move(*cut), trips, why);
      why = "on the CPU: " + std::to_string(trips) + " iterations are too many for a launch, and its loops cannot be cut; " + why;
    }
  }
  Step step;
  step.kind = StepKind::kLaunch;
  step.why = std::move(why);
  if (target_.path != TargetFacts::Path::kVulkan || group.kind != Group::Kind::kConvolution) {
    return BindKernel(scope, group, std::move(bound), std::move(step));
  }
  MOTE_ASSIGN(const std::optional<Padded> padded, PadChannels(scope, group, &bound));
  if (padded) scope.buffers[padded->value] = padded->copy;
  const Status status = BindKernel(scope, group, std::move(bound), std::move(step));
  if (padded) scope.buffers[padded->value] = padded->whole;
  return status;
}

}  // namespace mote
