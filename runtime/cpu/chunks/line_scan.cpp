// Loops that go along lines of memory and store at every turn (cumulative reductions), where points lie lines apart: a strip would touch a
// line of memory for each point and come back for the next element when it is gone. So few points go along together; sums and products of
// what is loaded, without a strip.
#include "core/program.h"
#include "cpu/chunks/moves.h"
#include "cpu/machine.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kTogether = 16;  // points of a strip
constexpr uint32_t kLines = 8;      // whose chains of operations a core overlaps
constexpr uint32_t kRun = 16;       // elements of each at a time, some lines of cache
constexpr uint32_t kLeastElements = 4096;  // of a part

struct LineScan {
  const StepContext* context;
  const KernelCode* code;
  uint32_t op, init;        // of plain scans; number of the uniform that each line begins with
  uint32_t length;
  ptrdiff_t from_step, to_step;  // elements along a line
  Axis axes[kMoteMaxAxes];  // of the points, outermost first
  uint32_t count;
};

template <typename T, typename Op>
void Scan(const T* const* from, T* const* to, uint32_t lines, const LineScan& scan, T init, Op op) {
  T sums[kLines];
  for (uint32_t l = 0; l < lines; ++l) sums[l] = init;
  for (uint32_t begin = 0; begin < scan.length; begin += kRun) {
    const uint32_t end = scan.length - begin < kRun ? scan.length : begin + kRun;
    for (uint32_t l = 0; l < lines; ++l) {
      const T* x = from[l] + static_cast<ptrdiff_t>(begin) * scan.from_step;
      T* y = to[l] + static_cast<ptrdiff_t>(begin) * scan.to_step;
      T sum = sums[l];
      for (uint32_t i = begin; i < end; ++i, x += scan.from_step, y += scan.to_step) *y = sum = op(sum, *x);
      sums[l] = sum;
    }
  }
}

class LineMachine : public Machine {
 public:
  LineMachine(const LineScan& scan, const Part& part)
      : Machine(*scan.context, *scan.code, 0, part.scratch, part.scratch_bytes), scan_(scan) {}

  template <typename T, typename Op>
  void RunLines(uint32_t begin, uint32_t end, Op op) {
    T init;
    __builtin_memcpy(&init, &uniforms_[scan_.init], sizeof init);
    while (begin < end) {
      const uint32_t lines = end - begin < kLines ? end - begin : kLines;
      const T* from[kLines];
      T* to[kLines];
      for (uint32_t l = 0; l < lines; ++l) {
        ptrdiff_t source = notes_[0].base, target = notes_[1].base;
        PlaceOfPoint(scan_.axes, scan_.count, begin + l, &source, &target);
        from[l] = reinterpret_cast<const T*>(notes_[0].data) + source;
        to[l] = reinterpret_cast<T*>(notes_[1].data) + target;
      }
      Scan(from, to, lines, scan_, init, op);
      begin += lines;
    }
  }

  void RunStrips(uint32_t begin, uint32_t end) {
    for (; begin < end; begin += kTogether) RunPoints(begin, end - begin < kTogether ? end : begin + kTogether);
  }

 private:
  const LineScan& scan_;
};

void RunScanPart(const void* job, const Part& part) {
  const LineScan& scan = *static_cast<const LineScan*>(job);
  LineMachine machine(scan, part);
  const auto add = [](auto a, auto b) { return a + b; };
  switch (scan.op) {
    case kOpAddF: return machine.RunLines<float>(part.begin, part.end, add);
    case kOpMulF: return machine.RunLines<float>(part.begin, part.end, [](float a, float b) { return a * b; });
    case kOpAddI: return machine.RunLines<uint32_t>(part.begin, part.end, add);
    default: return machine.RunStrips(part.begin, part.end);
  }
}

// The operation of: s = init; for the loop: s = op(s, element), store s. 0: anything else.
uint32_t PlainScan(const StageCode& stage, const uint32_t* at, uint32_t* init) {
  if (stage.body_words != 7) return 0;
  const Instruction first = ReadInstruction(at), loop = ReadInstruction(at);
  ++at;  // its length
  const Instruction load = ReadInstruction(at), op = ReadInstruction(at), store = ReadInstruction(at), end = ReadInstruction(at);
  if (first.op != kMoteOpMove || loop.op != kMoteOpLoop || end.op != kMoteOpEnd || op.op < kMoteFirstScalarOp) return 0;
  if (!MovesWords(load, 0) || !MovesWords(store, 1) || load.op != kMoteOpLoad || store.op != kMoteOpStore) return 0;
  if (((first.d | load.d) & kMoteUniform) != 0 || (first.a & kMoteUniform) == 0 || first.d == load.d) return 0;
  if (op.d != first.d || op.a != first.d || op.b != load.d || store.d != first.d) return 0;
  *init = first.a & 0x7fff;
  return op.op;
}

// Whether the loop, the only one, stores.
bool Stores(const StageCode& stage, const uint32_t* at) {
  const uint32_t* const end = at + stage.body_words;
  bool inside = false;
  while (at < end) {
    const Instruction in = ReadInstruction(at);
    at += ExtraWords(in.op);
    inside = in.op == kMoteOpLoop || (inside && in.op != kMoteOpEnd);
    if (inside && in.op == kMoteOpStore) return true;
  }
  return false;
}

}  // namespace

bool RunLineScan(StepContext& context, const KernelCode& code, mote_code* result) {
  if (code.checked || code.groups != 0 || code.stages != 1 || code.loops != 1 || code.epilogue) return false;
  const StageCode stage(code.first_stage);
  if (stage.kind != kMoteStageMap || stage.accesses < 2) return false;
  const uint32_t* const params = context.step.params;
  const uint32_t loop = 0;  // axes: the loop, then the lanes
  bool along = true;
  AccessCode access{stage.access_words};
  for (uint32_t i = 0; i < stage.accesses; ++i, access = AccessCode{access.next()}) {
    const int32_t stride = StrideOf(access, params, loop);
    const bool apart = stage.lane_count == 0 || StrideOf(access, params, stage.lane_axes[stage.lane_count - 1]) != 1;
    along = along && (stride == 0 || ((stride == 1 || stride == -1) && apart));
  }
  if (!along || !Stores(stage, access.words)) return false;
  LineScan scan = {};
  scan.context = &context;
  scan.code = &code;
  scan.length = code.extent(params, loop);
  const AccessCode load{stage.access_words}, store{load.next()};
  const ViewInfo source = context.view(load.operand()), target = context.view(store.operand());
  if (stage.accesses == 2 && source.bytes != 0 && ElementOf(source.type).bytes == 4 && ElementOf(target.type).bytes == 4) {
    scan.op = PlainScan(stage, access.words, &scan.init);
  }
  scan.from_step = StrideOf(load, params, loop), scan.to_step = StrideOf(store, params, loop);
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const uint32_t lane = stage.lane_axes[i];
    const Axis next = {code.extent(params, lane), StrideOf(load, params, lane), StrideOf(store, params, lane)};
    points *= next.extent;
    scan.count = AddAxis(scan.axes, scan.count, next);
  }
  if (points == 0 || scan.length == 0) return false;
  const uint32_t grain = kLeastElements / scan.length < kTogether ? kTogether : kLeastElements / scan.length;
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, points, grain, least, RunScanPart, &scan);
  return true;
}

}  // namespace mote::runtime
