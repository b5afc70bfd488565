// MakePlan: schedule, put exchanges beside other steps, coalesce, allocate, then scratch and barriers. Constants are placed for all targets
// of a file at once: PlaceConstants.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "plan/allocate.h"
#include "plan/barriers.h"
#include "plan/blobs.h"
#include "plan/coalesce.h"
#include "plan/hold_outputs.h"
#include "plan/overlap_exchanges.h"
#include "plan/plan.h"
#include "plan/regions.h"
#include "plan/report.h"
#include "plan/schedule.h"
#include "schema/step_layout.h"

namespace mote {

MOTE_DEFINE_COPIES(Plan);
namespace {

// What the arena holds: a piece a group, and one scratch region.
struct ArenaModel {
  std::vector<Piece> pieces;  // one per group; 0 bytes: lies elsewhere
  std::vector<Overlap> overlaps;
  int64_t scratch_bytes = 0;  // the most a step needs
  int64_t live_bound = 0;
};

// Where a step's output may lie over its input: nothing else holds both at any other time. Bytes that this saves at that point.
int64_t FindOverlap(const Coalesced& merged, const Flow& flow, size_t p, ArenaModel& model) {
  const Point& point = flow.points[p];
  if (point.block < 0) return 0;
  const Step& step = merged.graph.blocks[static_cast<size_t>(point.block)].steps[static_cast<size_t>(point.step)];
  if (!step.overlap) return 0;
  const auto group = [&](int32_t operand) {
    return static_cast<size_t>(merged.group[static_cast<size_t>(step.operands[static_cast<size_t>(operand)])]);
  };
  const Step::Overlap& o = *step.overlap;
  const size_t in = group(o.in), out = group(o.out);
  const Piece &from = model.pieces[in], &to = model.pieces[out];
  bool alone = in != out && from.bytes > 0 && to.bytes > 0;
  from.points.ForEach([&](size_t at) { alone = alone && (at == p || !to.points.Has(at)); });
  const int64_t together = std::min(std::max(o.below + from.bytes, to.bytes), std::max(o.above + to.bytes, from.bytes));
  if (!alone || together >= from.bytes + to.bytes) return 0;
  model.overlaps.push_back({in, out, o.below, o.above});
  return from.bytes + to.bytes - together;
}

ArenaModel ModelArena(const Coalesced& merged, const TargetFacts& target) {
  const Flow flow = AnalyseFlow(merged.graph);
  ArenaModel model;
  model.pieces.resize(merged.groups);
  std::vector<bool> elsewhere(model.pieces.size());
  for (size_t b = 0; b < merged.graph.buffers.size(); ++b) {
    const size_t group = merged.group[b];
    const int64_t bytes = ArenaBytes(merged.graph.buffers[b], target);
    elsewhere[group] = elsewhere[group] || bytes == 0;
    Piece& piece = model.pieces[group];
    if (piece.bytes == 0) piece.points = Bits(flow.points.size());
    piece.bytes = std::max(piece.bytes, bytes);
    piece.points.Unite(flow.occupied[b]);
  }
  std::vector<int64_t> live(flow.points.size());
  for (size_t g = 0; g < model.pieces.size(); ++g) {
    Piece& piece = model.pieces[g];
    if (elsewhere[g]) piece = Piece{0, Bits(flow.points.size())};
    piece.points.ForEach([&](size_t p) { live[p] += piece.bytes; });
  }
  for (size_t p = 0; p < flow.points.size(); ++p) live[p] -= FindOverlap(merged, flow, p, model);
  for (int64_t bytes : live) model.live_bound = std::max(model.live_bound, bytes);
  for (const Block& block : merged.graph.blocks) {
    for (const Step& step : block.steps) model.scratch_bytes = std::max(model.scratch_bytes, step.scratch_bytes);
  }
  return model;
}

// Bytes of the arena that some piece takes up at some time.
int64_t BytesTaken(const std::vector<Piece>& pieces, const IdVector<int64_t>& offsets) {
  std::vector<std::pair<int64_t, int64_t>> ranges;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].bytes > 0) ranges.push_back({offsets[i], offsets[i] + pieces[i].bytes});
  }
  std::sort(ranges.begin(), ranges.end());
  int64_t taken = 0, end = 0;
  for (const auto& [from, to] : ranges) {
    taken += std::max<int64_t>(0, to - std::max(from, end));
    end = std::max(end, to);
  }
  return taken;
}

// Places of the arena's pieces: offsets from its start, and the regions they lie in.
struct ArenaPlaces {
  IdVector<int64_t> offsets;
  IdVector<int32_t> regions;
  int64_t bytes = 0;
  std::vector<Region> used;
};

// No buffer lies in the scratch region, though a step needs only a part of it: what that would save is less than a twentieth on small
// machines.
Result<ArenaPlaces> PlaceArena(const Coalesced& merged, const ArenaModel& model, const TargetFacts& target,
                               const std::vector<Region>& regions) {
  if (regions.empty()) {
    Allocation placed = AllocatePieces(model.pieces, target.buffer_alignment, model.live_bound, model.overlaps);
    const int64_t first = AlignUp(model.scratch_bytes, target.buffer_alignment);
    for (int64_t& offset : placed.offsets) offset += first;
    const int64_t end = placed.bytes > 0 ? first + placed.bytes : model.scratch_bytes;
    IdVector<int32_t> all_first;
    all_first.assign(placed.offsets.size(), 0);
    return ArenaPlaces{std::move(placed.offsets), std::move(all_first), AlignUp(end, int64_t{1} << target.unit_shift), {}};
  }
  // Regions begin where any view may: instances take memory aligned to 8 or 64.
  const int64_t alignment = std::max<int64_t>(target.buffer_alignment, target.unit_shift < 4 ? 8 : 64);
  const std::vector<double> traffic = TrafficOf(merged.graph, merged.group, merged.groups);
  std::optional<PlacedRegions> placed = PlaceInRegions(model.pieces, model.overlaps, traffic, regions, model.scratch_bytes, alignment);
  if (placed) {
    Allocation& all = placed->placed;
    return ArenaPlaces{std::move(all.offsets), std::move(placed->region), all.bytes, std::move(placed->used)};
  }
  std::string names;
  int64_t room = 0;
  for (const Region& region : regions) {
    names += (names.empty() ? "" : ", ") + region.name + " of " + std::to_string(region.bytes);
    room += region.bytes;
  }
  Diagnostic d = Error(Rule::kLimit, "the buffers of target " + target.name + ", " + std::to_string(model.live_bound) +
                                         " bytes at the peak and " + std::to_string(model.scratch_bytes) +
                                         " of scratch, do not fit the regions " + names + " bytes (" + std::to_string(room) + " in all)");
  d.hint = "the first region has all the scratch, and no buffer lies in two; `mote plan` draws the peak";
  return d;
}

std::vector<View> MakeViews(const Coalesced& merged, const ArenaPlaces& placed, const TargetFacts& target, int64_t* state_bytes) {
  std::vector<View> views(merged.graph.buffers.size());
  std::map<int32_t, View> fixed;  // of groups whose place is the caller's
  for (size_t b = 0; b < views.size(); ++b) {
    const Buffer& buffer = merged.graph.buffers[b];
    View view;
    if (buffer.kind == Buffer::Kind::kState) {
      view.space = Space::kState;
      view.offset = AlignUp(*state_bytes, target.buffer_alignment);
      *state_bytes = view.offset + buffer.bytes;
      fixed[merged.group[b]] = view;
      continue;
    }
    if (buffer.kind == Buffer::Kind::kTemporary || buffer.kind == Buffer::Kind::kConstant || target.io_in_arena) continue;
    view.space = buffer.kind == Buffer::Kind::kInput ? Space::kInput : Space::kOutput;
    view.number = buffer.number;
    fixed[merged.group[b]] = view;
  }
  for (size_t b = 0; b < views.size(); ++b) {
    const Buffer& buffer = merged.graph.buffers[b];
    if (buffer.kind == Buffer::Kind::kConstant) {
      views[b].space = Space::kConstant;
    } else if (const auto found = fixed.find(merged.group[b]); found != fixed.end()) {
      views[b] = found->second;
    } else {
      views[b].space = Space::kArena;
      views[b].offset = buffer.bytes == 0 ? 0 : placed.offsets[merged.group[b]];
      views[b].number = buffer.bytes == 0 ? 0 : placed.regions[merged.group[b]];
    }
    views[b].type = buffer.type;
    views[b].bytes = buffer.bytes;
  }
  return views;
}

// Levels of the blocks that `block` reaches; an error where they are more than a run has frames for.
Status FindLevels(const StepGraph& graph, int32_t block, int32_t level, IdVector<int32_t>& levels) {
  levels[block] = level;
  for (const Step& step : graph.blocks[block].steps) {
    if (!step.blocks.empty() && level == kMoteMaxLevel) {
      return Error(Rule::kLimit, "loops and conditionals nest deeper than " + std::to_string(kMoteMaxLevel), step.location);
    }
    for (int32_t inner : step.blocks) MOTE_CHECK_OK(FindLevels(graph, inner, level + 1, levels));
  }
  return Ok();
}

Status CheckViews(const Plan& plan) {
  constexpr int64_t kMost = UINT32_MAX;  // the file has a word for it
  for (size_t b = 0; b < plan.views.size(); ++b) {
    if (plan.views[b].bytes > kMost) {
      return Error(Rule::kLimit, "buffer " + plan.graph.buffers[b].name + " of " + std::to_string(plan.views[b].bytes) +
                                     " bytes is larger than a view can be (" + std::to_string(kMost) + " bytes)");
    }
  }
  return Ok();
}

}  // namespace

// Of steps in their last order.
static Result<Plan> PlaceSteps(StepGraph graph, const TargetFacts& target, const std::vector<Region>& regions) {
  Coalesced merged = CoalesceBuffers(std::move(graph), target);
  const ArenaModel model = ModelArena(merged, target);
  MOTE_ASSIGN(ArenaPlaces placed, PlaceArena(merged, model, target, regions));
  Plan plan;
  plan.target = target;
  plan.scratch_bytes = model.scratch_bytes;
  plan.arena_bytes = placed.bytes;
  plan.peak_bytes = BytesTaken(model.pieces, placed.offsets);
  plan.views = MakeViews(merged, placed, target, &plan.state_bytes);
  if (placed.used.size() > 1) plan.regions = std::move(placed.used);
  plan.graph = std::move(merged.graph);
  plan.live_bound_bytes = model.live_bound;
  if (target.path == TargetFacts::Path::kVulkan) {
    plan.barrier_before = FindBarriers(plan.graph, plan.views);
  } else {
    for (const Block& block : plan.graph.blocks) plan.barrier_before.emplace_back(block.steps.size(), false);
  }
  MOTE_CHECK_OK(CheckViews(plan));
  return plan;
}

Result<Plan> MakePlan(StepGraph graph, const TargetFacts& target, const std::vector<Region>& regions) {
  IdVector<int32_t> levels(graph.blocks.size());
  for (const EntryPoint& entry : graph.entries) MOTE_CHECK_OK(FindLevels(graph, entry.block, 0, levels));
  JoinExchanges(graph);
  HoldOutputs(graph, target);
  ScheduleSteps(graph, target);
  std::optional<StepGraph> beside = OverlapExchanges(graph, target);
  MOTE_ASSIGN(Plan plan, PlaceSteps(std::move(graph), target, regions));
  if (beside) {
    Result<Plan> overlapping = PlaceSteps(std::move(*beside), target, regions);
    if (overlapping && overlapping->arena_bytes <= plan.arena_bytes + MayGrow(plan.arena_bytes, target)) plan = std::move(*overlapping);
  }
  plan.levels = std::move(levels);
  return plan;
}

ProgramPlan PlaceConstants(std::vector<Plan> plans) {
  int64_t alignment = 1;
  for (const Plan& plan : plans) alignment = std::max<int64_t>(alignment, plan.target.buffer_alignment);
  Blobs segment(alignment);
  for (Plan& plan : plans) {
    for (size_t b = 0; b < plan.views.size(); ++b) {
      if (plan.views[b].space == Space::kConstant) plan.views[b].offset = segment.Place(plan.graph.buffers[b].constant.bytes());
    }
  }
  for (Plan& plan : plans) plan.constants_bytes = static_cast<int64_t>(segment.bytes().size());
  return {std::move(plans), segment.Take()};
}

Status CheckRam(const Plan& plan, int64_t ram) {
  if (plan.arena_bytes <= ram) return Ok();
  Diagnostic d =
      Error(Rule::kLimit, "the arena of target " + plan.target.name + " needs " + std::to_string(plan.arena_bytes) + " bytes (" +
                              std::to_string(plan.arena_bytes - plan.scratch_bytes) + " of buffers, " + std::to_string(plan.scratch_bytes) +
                              " of scratch), more than the " + std::to_string(ram) + " of --ram; at the peak live: " + DescribePeak(plan));
  d.hint = "a smaller batch or narrower types lower the peak; `mote plan` draws it";
  return d;
}

}  // namespace mote
