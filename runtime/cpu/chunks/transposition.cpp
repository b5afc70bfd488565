// A load and a store of 32-bit elements whose innermost axes differ: squares in registers, in areas that the second cache holds.
#include "core/program.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kArea = 128;    // rows and columns of an area, a multiple of every square's side

struct Transposition {
  Axis axes[kMoteMaxAxes];  // the others, outermost first
  uint32_t count;
  Axis rows, columns;  // of what is written: columns lie side by side there, rows where it is read
  const uint32_t* from;
  uint32_t* to;
  const ChunkLoop* loop;
  bool streams;
};

// One unit: so many columns, all rows, so that what is read is read from its beginning to its end.
void StreamPart(const void* job, const Part& part) {
  const Transposition& move = *static_cast<const Transposition*>(job);
  const uint32_t areas = (move.columns.extent - 1) / kArea + 1;
  for (uint32_t unit = part.begin; unit < part.end; ++unit) {
    const uint32_t column = unit % areas * kArea, left = move.columns.extent - column;
    ptrdiff_t from = static_cast<ptrdiff_t>(column) * move.columns.from, to = column;
    PlaceOfPoint(move.axes, move.count, unit / areas, &from, &to);
    move.loop->transpose(move.to + to, move.rows.to, move.from + from, move.columns.from, move.rows.extent, left < kArea ? left : kArea,
                         true);
  }
}

// One unit: an area's rows, all columns.
void MovePart(const void* job, const Part& part) {
  const Transposition& move = *static_cast<const Transposition*>(job);
  const uint32_t areas = (move.rows.extent - 1) / kArea + 1;
  for (uint32_t unit = part.begin; unit < part.end; ++unit) {
    const uint32_t row = unit % areas * kArea, left = move.rows.extent - row, rows = left < kArea ? left : kArea;
    ptrdiff_t from = row, to = static_cast<ptrdiff_t>(row) * move.rows.to;
    PlaceOfPoint(move.axes, move.count, unit / areas, &from, &to);
    for (uint32_t column = 0; column < move.columns.extent; column += kArea) {
      const uint32_t rest = move.columns.extent - column;
      move.loop->transpose(move.to + to + column, move.rows.to, move.from + from + static_cast<ptrdiff_t>(column) * move.columns.from,
                           move.columns.from, rows, rest < kArea ? rest : kArea, false);
    }
  }
}

// Whether so much is written that it had better go past the caches, and rows begin with their lines.
bool Streams([[maybe_unused]] const Transposition& move, [[maybe_unused]] uint32_t points) {
#if defined(__x86_64__)
  constexpr int32_t kLine = 16;
  if (points < kStreamBytes / 4) return false;
  if (reinterpret_cast<uintptr_t>(move.to) % (kLine * 4) != 0 || move.rows.to % kLine != 0) return false;
  for (uint32_t i = 0; i < move.count; ++i) {
    if (move.axes[i].to % kLine != 0) return false;
  }
  return true;
#else
  return false;  // there is no such store
#endif
}

// The body is a load and a store of the same register, both plain.
bool IsCopy(const StageCode& stage, const uint32_t* body) {
  if (stage.kind != kMoteStageMap || stage.accesses != 2 || stage.body_words != 2) return false;
  const uint32_t* at = body;
  const Instruction load = ReadInstruction(at), store = ReadInstruction(at);
  return at == body + 2 && load.op == kMoteOpLoad && store.op == kMoteOpStore && (load.d & kMoteUniform) == 0 && load.d == store.d &&
         load.immediate16() >> 14 == store.immediate16() >> 14 && (load.immediate16() & 0x3fff) == 0 && (store.immediate16() & 0x3fff) == 1;
}

}  // namespace

bool RunTransposition(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result) {
  if (code.groups != 0 || code.stages != 1) return false;
  const StageCode stage(code.first_stage);
  if (stage.accesses != 2 || stage.lane_count < 2) return false;
  const AccessCode load{stage.access_words}, store{load.next()};
  if (!IsCopy(stage, store.next())) return false;
  const ViewInfo source = context.view(load.operand()), target = context.view(store.operand());
  if (source.type != target.type || ElementOf(source.type).bytes != 4) return false;
  const uint32_t* params = context.step.params;
  Transposition move;
  move.count = 0;
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const uint32_t axis = stage.lane_axes[i];
    const Axis next = {code.extent(params, axis), StrideOf(load, params, axis), StrideOf(store, params, axis)};
    points *= next.extent;
    move.count = AddAxis(move.axes, move.count, next);
  }
  if (move.count < 2) return false;
  move.columns = move.axes[--move.count];
  if (move.columns.to != 1 || move.columns.from <= 1) return false;
  uint32_t rows = move.count;
  for (uint32_t i = 0; i < move.count; ++i) {
    if (move.axes[i].from == 1 && move.axes[i].to > 1) rows = i;
  }
  if (rows == move.count || move.columns.extent < 4 || move.axes[rows].extent < 4) return false;
  move.rows = move.axes[rows];
  --move.count;
  for (uint32_t i = rows; i < move.count; ++i) move.axes[i] = move.axes[i + 1];
  const auto place = [&](const AccessCode& access) {
    const uint32_t offset = access.offset() == 0 ? 0 : params[access.offset() - 1];
    return reinterpret_cast<uint32_t*>(context.place(access.operand())) + static_cast<int32_t>(offset);
  };
  move.from = place(load);
  move.to = place(store);
  move.loop = &loop;
  move.streams = Streams(move, points);
  const uint32_t along = move.streams ? move.columns.extent : move.rows.extent;
  const uint32_t units = points / move.columns.extent / move.rows.extent * ((along - 1) / kArea + 1);
  *result = RunParts(context, units, 1, 0, move.streams ? StreamPart : MovePart, &move);
  return true;
}

}  // namespace mote::runtime
