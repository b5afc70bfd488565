#include "plan/regions.h"

#include <algorithm>
#include <numeric>

#include "target/fixed_table.h"
#include "target/routine_table.h"

namespace mote {

namespace {

constexpr double kKept = 8;    // products for which a routine's inner loop reads an element once
constexpr double kTurns = 16;  // of a loop, where only a run can tell

double ProductsOf(const Step& step) {
  if (step.kind == StepKind::kFixed) return static_cast<double>(FixedNeeds({step.fields.begin(), step.fields.end()}).work);
  if (step.kind != StepKind::kRoutine) return 0;
  double products = 1;
  const MoteRoutineGeometry& geometry = *RowOf(step.routine).geometry;
  for (const uint8_t* list : {geometry.domain, geometry.sum}) {
    for (; *list != kMoteNoField; ++list) products *= static_cast<double>(step.fields[*list]);
  }
  return products;
}

// How often a block runs, by the loops around it.
void CountRuns(const StepGraph& graph, int32_t block, double runs, std::vector<double>& of_block) {
  of_block[static_cast<size_t>(block)] += runs;
  for (const Step& step : graph.blocks[block].steps) {
    const double turns = step.kind != StepKind::kWhile ? 1 : step.turns >= 0 ? static_cast<double>(step.turns) : kTurns;
    for (const int32_t inner : step.blocks) CountRuns(graph, inner, runs * turns, of_block);
  }
}

// The pieces that `chosen` says, the others of no size.
std::vector<Piece> Only(const std::vector<Piece>& pieces, const std::vector<bool>& chosen) {
  std::vector<Piece> some = pieces;
  for (size_t i = 0; i < some.size(); ++i) some[i].bytes = chosen[i] ? some[i].bytes : 0;
  return some;
}

}  // namespace

std::vector<double> TrafficOf(const StepGraph& graph, const IdVector<int32_t>& group, size_t groups) {
  std::vector<double> runs(graph.blocks.size()), traffic(groups);
  for (const EntryPoint& entry : graph.entries) CountRuns(graph, entry.block, 1, runs);
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    for (const Step& step : graph.blocks[b].steps) {
      const double products = ProductsOf(step);
      for (size_t o = 0; o < step.operands.size(); ++o) {
        const double bytes = static_cast<double>(graph.buffers[step.operands[o]].bytes);
        traffic[static_cast<size_t>(group[step.operands[o]])] += runs[b] * (o == 0 ? std::max(bytes, products / kKept) : bytes);
      }
    }
  }
  return traffic;
}

std::optional<PlacedRegions> PlaceInRegions(const std::vector<Piece>& pieces, const std::vector<Overlap>& overlaps,
                                            const std::vector<double>& traffic, const std::vector<Region>& regions, int64_t reserved,
                                            int64_t alignment) {
  PlacedRegions result;
  result.placed.offsets.assign(pieces.size(), 0);
  result.region.assign(pieces.size(), 0);
  std::vector<size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), size_t{0});
  order.erase(std::remove_if(order.begin(), order.end(), [&](size_t i) { return pieces[i].bytes == 0; }), order.end());
  const auto density = [&](size_t i) { return traffic[i] / static_cast<double>(pieces[i].bytes); };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return density(a) > density(b); });
  int64_t begin = 0;
  for (size_t r = 0; r < regions.size() && (r == 0 || !order.empty()); ++r) {
    const int64_t first = r == 0 ? AlignUp(reserved, alignment) : 0, room = regions[r].bytes / alignment * alignment - first;
    if (room < 0) return std::nullopt;
    std::vector<bool> chosen(pieces.size());
    const auto place = [&] { return AllocatePieces(Only(pieces, chosen), alignment, room, overlaps); };
    for (const size_t i : order) chosen[i] = true;
    Allocation placed = place();
    if (placed.bytes > room) {
      chosen.assign(pieces.size(), false);
      placed = {};
      for (const size_t i : order) {
        chosen[i] = pieces[i].bytes <= room;
        if (!chosen[i]) continue;
        Allocation with = place();
        if (with.bytes <= room) placed = std::move(with);
        else chosen[i] = false;
      }
    }
    for (const size_t i : order) {
      if (!chosen[i]) continue;
      result.placed.offsets[i] = begin + first + placed.offsets[i];
      result.region[i] = static_cast<int32_t>(r);
    }
    order.erase(std::remove_if(order.begin(), order.end(), [&](size_t i) { return chosen[i]; }), order.end());
    result.used.push_back({regions[r].name, AlignUp(placed.bytes > 0 ? first + placed.bytes : r == 0 ? reserved : 0, alignment)});
    begin += result.used.back().bytes;
  }
  if (!order.empty()) return std::nullopt;
  result.placed.bytes = begin;
  return result;
}

}  // namespace mote
