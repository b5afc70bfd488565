// Reductions over windows of points whose channels lie side by side (pooling): a row of windows at a time, their sums in vector registers.
// Each window takes its elements in ascending order, as everywhere, and leaves out those beyond the array, which would not change it.
#include "core/program.h"
#include "cpu/chunks/chunk_translator.h"
#include "cpu/chunks/moves.h"
#include "cpu/chunks/window_pattern.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kLeastColumns = 8;

struct WindowRows {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
  WindowPattern pattern;
  uint32_t row_extent;      // of the lane that counts a window's row, innermost of the rows' axes
  ChunkWindows windows;     // of a row; where it lies is its own
  Axis axes[kMoteMaxAxes];  // of the rows, outermost first
  uint32_t count;
};

class WindowMachine : public Machine {
 public:
  WindowMachine(const WindowRows& rows, const Part& part)
      : Machine(*rows.context, *rows.code, 0, part.scratch, part.scratch_bytes), rows_(rows) {}

  void RunUnits(uint32_t begin, uint32_t end) {
    ChunkWindows windows = rows_.windows;
    const uint32_t points = windows.columns * windows.windows;
    if (rows_.pattern.padded() && !Fits()) return RunPoints(begin * points, end * points);
    windows.init = uniforms_[rows_.pattern.init];
    for (uint32_t unit = begin; unit < end; ++unit) {
      ptrdiff_t source = static_cast<int32_t>(notes_[0].base), target = notes_[1].base;
      PlaceOfPoint(rows_.axes, rows_.count, unit, &source, &target);
      windows.from = notes_[0].data + source * 4;
      windows.to = notes_[1].data + target * 4;
      if (rows_.pattern.padded()) RunPadded(windows, unit % rows_.row_extent);
      else FoldFormsOf(*rows_.loop, rows_.pattern.op).windows(windows);
    }
  }

 private:
  struct Range {
    uint32_t begin, end;
    bool operator==(const Range& other) const { return begin == other.begin && end == other.end; }
  };
  int64_t UniformOr(uint32_t number, int64_t none) const {
    return number == kNoUniform ? none : int64_t{static_cast<int32_t>(uniforms_[number])};
  }
  // Of `count` elements of a window along an edge those that count.
  Range Inside(const WindowEdge& edge, uint32_t coordinate, uint32_t count) const {
    if (!edge.present) return {0, count};
    const int64_t start = UniformOr(edge.stride, 1) * coordinate + UniformOr(edge.low, 0), behind = UniformOr(edge.extent, 0) - start;
    const int64_t begin = start < 0 ? -start : 0, end = behind < count ? behind : count;
    return end <= begin ? Range{0, 0} : Range{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }

  // A row of windows, in pieces that leave out the same.
  void RunPadded(ChunkWindows windows, uint32_t row) const {
    const Range down = Inside(rows_.pattern.edges[0], row, windows.rows);
    const uint32_t count = windows.windows, taps = windows.taps;
    const uint8_t* const from = windows.from + static_cast<ptrdiff_t>(down.begin) * windows.row_bytes;
    uint8_t* const to = windows.to;
    windows.rows = down.end - down.begin;
    for (uint32_t i = 0, next; i < count; i = next) {
      const Range across = Inside(rows_.pattern.edges[1], i, taps);
      for (next = i + 1; next < count && Inside(rows_.pattern.edges[1], next, taps) == across;) ++next;
      windows.from = from + static_cast<ptrdiff_t>(i) * windows.from_step + static_cast<ptrdiff_t>(across.begin) * windows.tap_bytes;
      windows.to = to + static_cast<ptrdiff_t>(i) * windows.to_step;
      windows.windows = next - i;
      windows.taps = across.end - across.begin;
      FoldFormsOf(*rows_.loop, rows_.pattern.op).windows(windows);
    }
  }

  // Whether what edges let through lies within the operand, and leaving out the rest changes no bit.
  bool Fits() const {
    const WindowPattern& pattern = rows_.pattern;
    if (pattern.op == kOpAddF && uniforms_[pattern.init] != 0) return false;
    const StageCode stage(code_.first_stage);
    const AccessCode load{notes_[0].code};
    int64_t first = static_cast<int32_t>(notes_[0].base), last = first;
    for (uint32_t i = 0; i < 2; ++i) {
      const WindowEdge& edge = pattern.edges[i];
      const int64_t step = StrideOf(load, params_, pattern.loops[i]), count = code_.extent(params_, pattern.loops[i]);
      const int64_t low = UniformOr(edge.low, 0), extent = UniformOr(edge.extent, 0), stride = UniformOr(edge.stride, 1);
      if (step < 0 || (edge.present && (extent <= 0 || stride <= 0 || StrideOf(load, params_, edge.lane) != stride * step))) return false;
      first -= edge.present ? low * step : 0;
      last += edge.present ? (extent - 1 - low) * step : (count - 1) * step;
    }
    for (uint32_t i = 0; i < stage.lane_count; ++i) {
      const uint32_t lane = stage.lane_axes[i];
      const bool counted = (pattern.edges[0].present && pattern.edges[0].lane == lane) ||
                           (pattern.edges[1].present && pattern.edges[1].lane == lane);
      const int64_t stride = StrideOf(load, params_, lane);
      if (stride < 0) return false;
      last += counted ? 0 : stride * (int64_t{code_.extent(params_, lane)} - 1);
    }
    return first >= 0 && last < int64_t{notes_[0].elements};
  }

  const WindowRows& rows_;
};

void RunUnits(const void* job, const Part& part) {
  const WindowRows& rows = *static_cast<const WindowRows*>(job);
  WindowMachine(rows, part).RunUnits(part.begin, part.end);
}

// Whether edges go by the coordinates of a row and of a window in it: the lanes are rows, windows, channels.
bool CountsAlong(const StageCode& stage, const WindowPattern& pattern) {
  const uint32_t lanes = stage.lane_count;
  if (lanes < 2 || (pattern.edges[0].present && lanes < 3)) return false;
  return (!pattern.edges[0].present || pattern.edges[0].lane == stage.lane_axes[lanes - 3]) &&
         (!pattern.edges[1].present || pattern.edges[1].lane == stage.lane_axes[lanes - 2]);
}

}  // namespace

bool RunWindowFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result) {
  if (code.groups != 0 || code.stages != 1 || code.loops != 2 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.accesses != 2) return false;
  const AccessCode load{stage.access_words}, store{load.next()};
  WindowRows rows;
  if (!ReadWindowPattern(stage, store.next(), &rows.pattern) || FoldFormsOf(loop, rows.pattern.op).windows == nullptr) return false;
  const ViewInfo source = context.view(load.operand()), target = context.view(store.operand());
  if (ElementOf(source.type).bytes != 4 || ElementOf(target.type).bytes != 4 || source.bytes == 0) return false;
  const uint32_t* params = context.step.params;
  rows.context = &context;
  rows.code = &code;
  rows.loop = &loop;
  rows.count = 0;
  uint32_t points = 1;
  const auto axis = [&](uint32_t lane) -> Axis {
    return {code.extent(params, lane), StrideOf(load, params, lane), StrideOf(store, params, lane)};
  };
  const bool padded = rows.pattern.padded();
  if (padded && !CountsAlong(stage, rows.pattern)) return false;
  // Rows and windows of a padded reduction are told apart by their coordinates.
  const uint32_t merged = stage.lane_count - (padded ? 2u : 0u);
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const Axis next = axis(stage.lane_axes[i]);
    points *= next.extent;
    if (i < merged) rows.count = AddAxis(rows.axes, rows.count, next);
  }
  if (!padded && rows.count < 2) return false;
  const Axis channels = padded ? axis(stage.lane_axes[stage.lane_count - 1]) : rows.axes[--rows.count];
  const Axis across = padded ? axis(stage.lane_axes[stage.lane_count - 2]) : rows.axes[--rows.count];
  rows.row_extent = stage.lane_count > 2 ? code.extent(params, stage.lane_axes[stage.lane_count - 3]) : 1;
  if (channels.from != 1 || channels.to != 1 || channels.extent < kLeastColumns) return false;
  ChunkWindows& w = rows.windows;
  w.columns = channels.extent;
  w.windows = across.extent;
  w.from_step = ptrdiff_t{across.from} * 4, w.to_step = ptrdiff_t{across.to} * 4;
  const Axis down = axis(rows.pattern.loops[0]), along = axis(rows.pattern.loops[1]);
  w.rows = down.extent, w.taps = along.extent;
  w.row_bytes = ptrdiff_t{down.from} * 4, w.tap_bytes = ptrdiff_t{along.from} * 4;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, points / (w.columns * w.windows), 1, least, RunUnits, &rows);
  return true;
}

}  // namespace mote::runtime
