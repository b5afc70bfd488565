// Small dots as generic kernels: a loop that multiplies and adds, then whatever follows it. The sums of many points at once where one
// operand lies side by side along the innermost lanes and the other is one value there; what follows goes by strips.
#include "core/program.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kMostTerms = 128;
constexpr uint32_t kLeastColumns = 8;
constexpr uint32_t kPointGrain = 4096;
constexpr uint64_t kLeastProducts = 8192;  // for what is made ready here

struct Axis {
  uint32_t extent;
  int32_t row, factor;  // strides, elements
};

struct LoopDot {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
  uint32_t row, factor;       // accesses
  uint32_t sum, init;         // slot; number of a uniform
  uint32_t terms;
  int32_t row_term, factor_term;  // strides of the loop
  const uint32_t* rest;       // what follows the loop
  Axis axes[kMoteMaxAxes];    // outermost first, without the two below
  uint32_t count;
  Axis rows;                  // along which factors hold as well
  uint32_t columns;
};

class DotMachine : public Machine {
 public:
  DotMachine(const LoopDot& dot, const Part& part) : Machine(*dot.context, *dot.code, 0, part.scratch, part.scratch_bytes), dot_(dot) {
    BeginPoints();
  }

  // Rows of columns.
  void RunRows(uint32_t begin, uint32_t end) {
    for (uint32_t at = begin; at < end;) {
      const uint32_t row = at % dot_.rows.extent, left = dot_.rows.extent - row;
      uint32_t outer = at / dot_.rows.extent, most = strip_ / dot_.columns;
      if (most == 0) most = 1;
      uint32_t rows = left < end - at ? left : end - at;
      if (rows > most) rows = most;
      ptrdiff_t from = static_cast<ptrdiff_t>(row) * dot_.rows.row, factor = 0;
      for (uint32_t i = dot_.count; i-- > 0;) {
        const ptrdiff_t place = outer % dot_.axes[i].extent;
        outer /= dot_.axes[i].extent;
        from += place * dot_.axes[i].row;
        factor += place * dot_.axes[i].factor;
      }
      TakeFactors(factor);
      for (uint32_t column = 0; column < dot_.columns; column += strip_) {
        const uint32_t width = dot_.columns - column < strip_ ? dot_.columns - column : strip_;
        Sums(from + column, rows, width);
        position_ = at * dot_.columns + column;
        Run(dot_.rest, combiner_, rows * width);
      }
      at += rows;
    }
  }

 private:
  void TakeFactors(ptrdiff_t from) {
    if (from == factors_from_) return;
    factors_from_ = from;
    const AccessNote& note = notes_[dot_.factor];
    const uint8_t* at = note.data + (static_cast<ptrdiff_t>(note.base) + from) * 4;
    for (uint32_t t = 0; t < dot_.terms; ++t, at += static_cast<ptrdiff_t>(dot_.factor_term) * 4) __builtin_memcpy(factors_ + t, at, 4);
  }

  void Sums(ptrdiff_t from, uint32_t rows, uint32_t columns) {
    const AccessNote& note = notes_[dot_.row];
    float init;
    __builtin_memcpy(&init, uniforms_ + dot_.init, 4);
    const ChunkDot job = {factors_, dot_.terms, dot_.row_term, rows, dot_.rows.row, columns, init};
    dot_.loop->dot(static_cast<float*>(At(dot_.sum, false)), reinterpret_cast<const float*>(note.data) + note.base + from, job);
  }

  const LoopDot& dot_;
  ptrdiff_t factors_from_ = PTRDIFF_MIN;
  uint32_t factors_[kMostTerms];  // bits
};

void RunDotPart(const void* job, const Part& part) {
  const LoopDot& dot = *static_cast<const LoopDot*>(job);
  DotMachine(dot, part).RunRows(part.begin, part.end);
}

// sum = init; for the loop: sum = a · b + sum, both loaded there.
bool Matches(const StageCode& stage, const uint32_t* at, LoopDot* dot, uint32_t* axis) {
  const uint32_t* const end = at + stage.body_words;
  if (stage.kind != kMoteStageMap || stage.body_words < 8) return false;
  const Instruction first = ReadInstruction(at);
  if (first.op != kMoteOpMove || (first.d & kMoteUniform) != 0 || (first.a & kMoteUniform) == 0) return false;
  const Instruction loop = ReadInstruction(at);
  if (loop.op != kMoteOpLoop) return false;
  ++at;  // its length
  const Instruction a = ReadInstruction(at), b = ReadInstruction(at);
  if (a.op != kMoteOpLoad || b.op != kMoteOpLoad || end - at < 4) return false;
  const Instruction sum = ReadInstruction(at);
  if (sum.op != kOpFmaF) return false;
  const uint32_t third = *at++;
  if (ReadInstruction(at).op != kMoteOpEnd || at > end) return false;
  if (third != first.d || sum.d != first.d || a.d == b.d || a.d == first.d || b.d == first.d) return false;
  if (!((sum.a == a.d && sum.b == b.d) || (sum.a == b.d && sum.b == a.d))) return false;
  constexpr uint32_t kF32 = 2;
  if (a.immediate16() >> 14 != kF32 || b.immediate16() >> 14 != kF32) return false;
  dot->row = a.immediate16() & 0x3fff;
  dot->factor = b.immediate16() & 0x3fff;
  dot->sum = first.d;
  dot->init = first.a & 0x7fff;
  dot->rest = at;
  *axis = (loop.raw >> 16) & 0xff;
  return true;
}

// Lanes of which neighbours are one where both operands allow it. False: their innermost is no row.
bool FindRows(const KernelCode& code, const StageCode& stage, const uint32_t* params, const AccessCode& row, const AccessCode& factor,
              LoopDot* dot) {
  dot->count = 0;
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const uint32_t lane = stage.lane_axes[i];
    const Axis next = {code.extent(params, lane), StrideOf(row, params, lane), StrideOf(factor, params, lane)};
    if (next.extent == 1) continue;
    if (dot->count > 0) {
      Axis& outer = dot->axes[dot->count - 1];
      if (outer.row == static_cast<int64_t>(next.row) * next.extent && outer.factor == static_cast<int64_t>(next.factor) * next.extent) {
        outer = {outer.extent * next.extent, next.row, next.factor};
        continue;
      }
    }
    dot->axes[dot->count++] = next;
  }
  if (dot->count == 0) return false;
  const Axis inner = dot->axes[--dot->count];
  if (inner.row != 1 || inner.factor != 0 || inner.extent < kLeastColumns) return false;
  dot->columns = inner.extent;
  dot->rows = {1, 0, 0};
  if (dot->count > 0 && dot->axes[dot->count - 1].factor == 0) dot->rows = dot->axes[--dot->count];
  return true;
}

}  // namespace

bool RunLoopDot(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result) {
  if (loop.dot == nullptr || code.groups != 0 || code.stages != 1 || code.loops != 1 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.accesses > kMoteMaxAxes) return false;
  AccessCode accesses[kMoteMaxAxes], access{stage.access_words};
  for (uint32_t i = 0; i < stage.accesses; ++i, access = AccessCode{access.next()}) accesses[i] = access;
  LoopDot dot;
  uint32_t axis = 0;
  if (!Matches(stage, access.words, &dot, &axis) || dot.row >= stage.accesses || dot.factor >= stage.accesses) return false;
  const auto floats = [&](uint32_t number) {
    const ViewInfo view = context.view(accesses[number].operand());
    return view.type == kElementF32 && view.bytes != 0;
  };
  if (!floats(dot.row) || !floats(dot.factor)) return false;
  const uint32_t* params = context.step.params;
  dot.terms = code.extent(params, axis);
  if (dot.terms == 0 || dot.terms > kMostTerms) return false;
  if (!FindRows(code, stage, params, accesses[dot.row], accesses[dot.factor], &dot)) {
    const uint32_t row = dot.factor;
    dot.factor = dot.row, dot.row = row;
    if (!FindRows(code, stage, params, accesses[dot.row], accesses[dot.factor], &dot)) return false;
  }
  dot.context = &context;
  dot.code = &code;
  dot.loop = &loop;
  dot.row_term = StrideOf(accesses[dot.row], params, axis);
  dot.factor_term = StrideOf(accesses[dot.factor], params, axis);
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) points *= code.extent(params, stage.lane_axes[i]);
  if (points == 0 || uint64_t{points} * dot.terms < kLeastProducts) return false;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, points / dot.columns, kPointGrain / dot.columns + 1, least, RunDotPart, &dot);
  return true;
}

}  // namespace mote::runtime
