// Reductions along a loop of points that lie side by side: columns of an array, or the partials of a long reduction's blocks. Their sums
// wait in vector registers, and what is read is read along rows. Each point takes its elements in ascending order, as everywhere.
#include "core/program.h"
#include "cpu/chunks/chunk_translator.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kArea = 1024;  // columns at once
constexpr uint32_t kLeastColumns = 8;
constexpr uint64_t kLeastElements = 2048;  // for what is made ready here

struct ColumnFold {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
  uint32_t op, init;   // operation; number of the uniform that each sum begins with
  uint32_t after, by;  // kOpDivF or kOpMulF with uniform `by`, which ends a sum (a mean); 0: nothing does
  uint32_t rows;       // elements of a sum
  int32_t row;         // from one to the next
  Axis axes[kMoteMaxAxes];  // of the points, outermost first, without the last one, whose points lie side by side
  uint32_t count;
  uint32_t columns;
};

class ColumnMachine : public Machine {
 public:
  ColumnMachine(const ColumnFold& fold, const Part& part)
      : Machine(*fold.context, *fold.code, 0, part.scratch, part.scratch_bytes), fold_(fold) {}

  // One unit: an area's columns.
  void RunUnits(uint32_t begin, uint32_t end) {
    const uint32_t areas = (fold_.columns - 1) / kArea + 1;
    const uint8_t* const from = notes_[0].data + size_t{notes_[0].base} * 4;
    uint8_t* const to = notes_[1].data + size_t{notes_[1].base} * 4;
    for (uint32_t unit = begin; unit < end; ++unit) {
      const uint32_t column = unit % areas * kArea, left = fold_.columns - column;
      ptrdiff_t source = column, target = column;
      PlaceOfPoint(fold_.axes, fold_.count, unit / areas, &source, &target);
      RunArea(from + source * 4, to + target * 4, left < kArea ? left : kArea);
    }
  }

 private:
  void RunArea(const uint8_t* from, uint8_t* to, uint32_t columns) const {
    alignas(kRoomUnit) float sums[kArea];
    for (uint32_t at = 0; at < columns; at += fold_.loop->elements) {
      fold_.loop->spread(reinterpret_cast<uint8_t*>(sums + at), uniforms_[fold_.init]);
    }
    FoldFormsOf(*fold_.loop, fold_.op).columns(sums, from, static_cast<ptrdiff_t>(fold_.row) * 4, fold_.rows, columns);
    float by;
    __builtin_memcpy(&by, &uniforms_[fold_.by], sizeof by);
    for (uint32_t i = 0; fold_.after == kOpDivF && i < columns; ++i) sums[i] /= by;
    for (uint32_t i = 0; fold_.after == kOpMulF && i < columns; ++i) sums[i] *= by;
    __builtin_memcpy(to, sums, columns * size_t{4});
  }

  const ColumnFold& fold_;
};

void RunColumns(const void* job, const Part& part) {
  const ColumnFold& fold = *static_cast<const ColumnFold*>(job);
  ColumnMachine(fold, part).RunUnits(part.begin, part.end);
}

// s = init; for the loop: s = op(s, element); perhaps s = s / u or s · u; store s.
bool Matches(const StageCode& stage, const uint32_t* at, ColumnFold* fold, uint32_t* axis) {
  const uint32_t* const end = at + stage.body_words;
  if (stage.kind != kMoteStageMap || (stage.body_words != 7 && stage.body_words != 8)) return false;
  const Instruction first = ReadInstruction(at), loop = ReadInstruction(at);
  ++at;  // the loop's length
  const Instruction load = ReadInstruction(at), combine = ReadInstruction(at), last = ReadInstruction(at);
  const bool ends = stage.body_words == 8;
  const Instruction after = ReadInstruction(at), store = ends ? ReadInstruction(at) : after;
  if (at != end || first.op != kMoteOpMove || loop.op != kMoteOpLoop || load.op != kMoteOpLoad || last.op != kMoteOpEnd ||
      store.op != kMoteOpStore || combine.op < kMoteFirstScalarOp || FoldOf(combine.op) == 0) {
    return false;
  }
  const uint32_t sum = first.d, value = load.d;
  if ((sum & kMoteUniform) != 0 || (value & kMoteUniform) != 0 || (first.a & kMoteUniform) == 0 || sum == value) return false;
  if (combine.d != sum || combine.a != sum || combine.b != value || store.d != sum) return false;
  if (!MovesWords(load, 0) || !MovesWords(store, 1)) return false;
  const bool scales = after.op == kOpDivF || after.op == kOpMulF;
  if (ends && (!scales || after.d != sum || after.a != sum || (after.b & kMoteUniform) == 0)) return false;
  fold->after = ends ? after.op : 0;
  fold->by = ends ? after.b & 0x7fff : 0;
  fold->op = combine.op;
  fold->init = first.a & 0x7fff;
  *axis = (loop.raw >> 16) & 0xff;
  return true;
}

}  // namespace

bool RunColumnFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result) {
  if (code.groups != 0 || code.stages != 1 || code.loops != 1 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.accesses != 2) return false;
  const AccessCode load{stage.access_words}, store{load.next()};
  ColumnFold fold;
  uint32_t axis = 0;
  if (!Matches(stage, store.next(), &fold, &axis)) return false;
  const ViewInfo source = context.view(load.operand()), target = context.view(store.operand());
  if (ElementOf(source.type).bytes != 4 || ElementOf(target.type).bytes != 4) return false;
  const uint32_t* params = context.step.params;
  fold.context = &context;
  fold.code = &code;
  fold.loop = &loop;
  fold.rows = code.extent(params, axis);
  fold.row = StrideOf(load, params, axis);
  fold.count = 0;
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const uint32_t lane = stage.lane_axes[i];
    const Axis next = {code.extent(params, lane), StrideOf(load, params, lane), StrideOf(store, params, lane)};
    points *= next.extent;
    fold.count = AddAxis(fold.axes, fold.count, next);
  }
  if (fold.count == 0 || source.bytes == 0) return false;
  const Axis inner = fold.axes[--fold.count];
  if (inner.from != 1 || inner.to != 1 || inner.extent < kLeastColumns) return false;
  if (uint64_t{points} * fold.rows < kLeastElements) return false;
  fold.columns = inner.extent;
  const uint32_t units = points / fold.columns * ((fold.columns - 1) / kArea + 1);
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, units, 1, least, RunColumns, &fold);
  return true;
}

}  // namespace mote::runtime
