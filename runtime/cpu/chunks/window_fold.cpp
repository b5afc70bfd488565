// Reductions over windows of points whose channels lie side by side (pooling), where no window reaches beyond the array: a row of windows
// at a time, their sums in vector registers. Each window takes its elements in ascending order, as everywhere.
#include "core/program.h"
#include "cpu/chunks/chunk_translator.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kLeastColumns = 8;

struct WindowRows {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
  uint32_t op, init;        // operation; number of the uniform that each sum begins with
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
    windows.init = uniforms_[rows_.init];
    for (uint32_t unit = begin; unit < end; ++unit) {
      ptrdiff_t source = notes_[0].base, target = notes_[1].base;
      PlaceOfPoint(rows_.axes, rows_.count, unit, &source, &target);
      windows.from = notes_[0].data + source * 4;
      windows.to = notes_[1].data + target * 4;
      FoldFormsOf(*rows_.loop, rows_.op).windows(windows);
    }
  }

 private:
  const WindowRows& rows_;
};

void RunUnits(const void* job, const Part& part) {
  const WindowRows& rows = *static_cast<const WindowRows*>(job);
  WindowMachine(rows, part).RunUnits(part.begin, part.end);
}

// s = init; for the outer loop: t = s; for the inner one: t = op(t, element); s = t; store s.
bool Matches(const StageCode& stage, const uint32_t* at, WindowRows* rows, uint32_t (&axes)[2]) {
  if (stage.kind != kMoteStageMap || stage.body_words != 12) return false;
  const Instruction first = ReadInstruction(at), outer = ReadInstruction(at);
  ++at;  // the loop's length
  const Instruction in = ReadInstruction(at), inner = ReadInstruction(at);
  ++at;
  const Instruction load = ReadInstruction(at), combine = ReadInstruction(at), end = ReadInstruction(at), out = ReadInstruction(at),
                    last = ReadInstruction(at), store = ReadInstruction(at);
  const bool shape = first.op == kMoteOpMove && outer.op == kMoteOpLoop && in.op == kMoteOpMove && inner.op == kMoteOpLoop &&
                     load.op == kMoteOpLoad && end.op == kMoteOpEnd && out.op == kMoteOpMove && last.op == kMoteOpEnd &&
                     store.op == kMoteOpStore && combine.op >= kMoteFirstScalarOp && FoldOf(combine.op) != 0;
  if (!shape || !MovesWords(load, 0) || !MovesWords(store, 1)) return false;
  const uint32_t sum = first.d, running = in.d, value = load.d;
  if (((sum | running | value) & kMoteUniform) != 0 || (first.a & kMoteUniform) == 0) return false;
  if (sum == running || sum == value || running == value || in.a != sum || out.d != sum || out.a != running || store.d != sum) return false;
  if (combine.d != running || combine.a != running || combine.b != value) return false;
  rows->op = combine.op;
  rows->init = first.a & 0x7fff;
  axes[0] = (outer.raw >> 16) & 0xff;
  axes[1] = (inner.raw >> 16) & 0xff;
  return true;
}

}  // namespace

bool RunWindowFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result) {
  if (code.groups != 0 || code.stages != 1 || code.loops != 2 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.accesses != 2) return false;
  const AccessCode load{stage.access_words}, store{load.next()};
  WindowRows rows;
  uint32_t loops[2];
  if (!Matches(stage, store.next(), &rows, loops) || FoldFormsOf(loop, rows.op).windows == nullptr) return false;
  const ViewInfo source = context.view(load.operand()), target = context.view(store.operand());
  if (ElementOf(source.type).bytes != 4 || ElementOf(target.type).bytes != 4 || source.bytes == 0) return false;
  const uint32_t* params = context.step.params;
  rows.context = &context;
  rows.code = &code;
  rows.loop = &loop;
  rows.count = 0;
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const uint32_t lane = stage.lane_axes[i];
    const Axis next = {code.extent(params, lane), StrideOf(load, params, lane), StrideOf(store, params, lane)};
    points *= next.extent;
    rows.count = AddAxis(rows.axes, rows.count, next);
  }
  if (rows.count < 2) return false;
  const Axis channels = rows.axes[--rows.count], across = rows.axes[--rows.count];
  if (channels.from != 1 || channels.to != 1 || channels.extent < kLeastColumns) return false;
  ChunkWindows& w = rows.windows;
  w.columns = channels.extent;
  w.windows = across.extent;
  w.from_step = ptrdiff_t{across.from} * 4, w.to_step = ptrdiff_t{across.to} * 4;
  w.rows = code.extent(params, loops[0]), w.taps = code.extent(params, loops[1]);
  w.row_bytes = ptrdiff_t{StrideOf(load, params, loops[0])} * 4, w.tap_bytes = ptrdiff_t{StrideOf(load, params, loops[1])} * 4;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, points / (w.columns * w.windows), 1, least, RunUnits, &rows);
  return true;
}

}  // namespace mote::runtime
