// Reductions of elements that lie side by side, each to a result of its own: rows of an array, images of its channels. What the machine
// makes ready for each group, and the strips that follow a stage, take as long as some hundred elements.
#include "core/program.h"
#include "cpu/chunks/chunk_translator.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint64_t kLeastElements = 2048;  // for what is made ready here

struct RowFold {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
  uint32_t op, init;   // operation; number of the uniform that each result begins with
  uint32_t after, by;  // kOpDivF or kOpMulF with uniform `by`, which ends it (a mean); 0: nothing does
  uint32_t elements;   // of a row
  Axis axes[kMoteMaxAxes];  // of the rows, outermost first
  uint32_t count;
};

class RowMachine : public Machine {
 public:
  RowMachine(const RowFold& fold, const Part& part)
      : Machine(*fold.context, *fold.code, 0, part.scratch, part.scratch_bytes), fold_(fold) {}

  void RunRows(uint32_t begin, uint32_t end) const {
    const ChunkFold& forms = FoldFormsOf(*fold_.loop, fold_.op);
    const uint8_t* const from = notes_[0].data + size_t{notes_[0].base} * 4;
    uint8_t* const to = notes_[1].data + size_t{notes_[1].base} * 4;
    float by;
    __builtin_memcpy(&by, &uniforms_[fold_.by], sizeof by);
    alignas(kRoomUnit) float partials[kFoldLanes];
    for (uint32_t row = begin; row < end; ++row) {
      ptrdiff_t source = 0, target = 0;
      PlaceOfPoint(fold_.axes, fold_.count, row, &source, &target);
      uint32_t bits = uniforms_[fold_.init];
      forms.memory(partials, from + source * 4, fold_.elements);
      forms.halve(partials, &bits);
      float value;
      __builtin_memcpy(&value, &bits, sizeof value);
      if (fold_.after == kOpDivF) value /= by;
      if (fold_.after == kOpMulF) value *= by;
      if (fold_.after != 0) __builtin_memcpy(&bits, &value, sizeof bits);
      __builtin_memcpy(to + target * 4, &bits, sizeof bits);
    }
  }

 private:
  const RowFold& fold_;
};

void RunPart(const void* job, const Part& part) {
  const RowFold& fold = *static_cast<const RowFold*>(job);
  RowMachine(fold, part).RunRows(part.begin, part.end);
}

// Whether `number` is a uniform that no group changes.
bool Lasts(const KernelCode& code, uint32_t number) { return (number & kMoteUniform) != 0 && (number & 0x7fff) >= code.first_constant(); }

// Into 32 partials an operation of each and the value that was loaded.
bool IsReduction(const KernelCode& code, const StageCode& stage, const uint32_t* at, RowFold* fold) {
  if (stage.kind != kMoteStageReduce || stage.lanes != kFoldLanes || stage.results != 1 || stage.result_words[1] >> 16 != 0) return false;
  if (stage.accesses != 1 || stage.body_words != 1 || stage.combiner_words != 1) return false;
  const uint32_t value = stage.result_words[0] & 0xffff;
  const Instruction load = ReadInstruction(at), combine = ReadInstruction(at);
  if (load.op != kMoteOpLoad || load.d != value || !MovesWords(load, 0) || FoldOf(combine.op) == 0) return false;
  if (combine.d != code.slots || combine.a != code.slots || combine.b != value) return false;
  fold->op = combine.op;
  fold->init = (stage.result_words[0] >> 16) & 0x7fff;
  return Lasts(code, stage.result_words[0] >> 16);
}

// Stores the result, perhaps over a uniform or times it.
bool IsStore(const KernelCode& code, const StageCode& stage, const uint32_t* at, uint32_t result, RowFold* fold) {
  if (stage.kind != kMoteStageScalar || stage.accesses != 1 || stage.body_words < 1 || stage.body_words > 2) return false;
  fold->after = fold->by = 0;
  if (stage.body_words == 2) {
    const Instruction after = ReadInstruction(at);
    const bool scales = after.op == kOpDivF || after.op == kOpMulF;
    if (!scales || after.a != result || !Lasts(code, after.b) || after.b == result) return false;
    fold->after = after.op, fold->by = after.b & 0x7fff;
    result = after.d;
  }
  const Instruction store = ReadInstruction(at);
  return store.op == kMoteOpStore && store.d == result && MovesWords(store, 0);
}

}  // namespace

bool RunRowFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result) {
  if (code.groups == 0 || code.stages != 2 || code.loops != 0 || code.epilogue) return false;
  const StageCode reduction(code.first_stage);
  if (reduction.accesses != 1) return false;
  const AccessCode load{reduction.access_words};
  const uint32_t* const body = load.next();
  const StageCode last(body + reduction.body_words + reduction.combiner_words);
  if (last.accesses != 1) return false;
  const AccessCode store{last.access_words};
  RowFold fold;
  if (!IsReduction(code, reduction, body, &fold)) return false;
  if (!IsStore(code, last, store.next(), kMoteUniform | (reduction.result_words[1] & 0x7fff), &fold)) return false;
  const ViewInfo source = context.view(load.operand()), target = context.view(store.operand());
  if (ElementOf(source.type).bytes != 4 || ElementOf(target.type).bytes != 4) return false;
  const uint32_t* const params = context.step.params;
  uint64_t elements = 1;  // side by side, from the innermost axis on
  for (uint32_t i = reduction.lane_count; i-- > 0;) {
    const uint32_t lane = reduction.lane_axes[i], extent = code.extent(params, lane);
    if (extent != 1 && static_cast<uint64_t>(StrideOf(load, params, lane)) != elements) return false;
    elements *= extent;
  }
  fold.context = &context, fold.code = &code, fold.loop = &loop;
  fold.elements = static_cast<uint32_t>(elements);
  fold.count = 0;
  uint32_t rows = 1;
  for (uint32_t i = 0; i < code.groups; ++i) {
    const Axis next = {code.extent(params, i), StrideOf(load, params, i), StrideOf(store, params, i)};
    rows *= next.extent;
    fold.count = AddAxis(fold.axes, fold.count, next);
  }
  if (elements < kFoldLanes || elements > UINT32_MAX || rows * elements < kLeastElements) return false;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, rows, 1, least, RunPart, &fold);
  return true;
}

}  // namespace mote::runtime
