// Sort steps: what the verifier asks of them beyond their kernel, and their work. A file of its own: binaries that do not sort have none
// of it.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/step_work.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

int64_t Signed(uint32_t word) { return static_cast<int32_t>(word); }

bool MayWrite(const ViewInfo& view) { return view.space == kMoteArena || view.space == kMoteOutput || view.space == kMoteState; }

// The elements that each array has; -1 when fields make no sense.
int64_t Elements(const uint32_t* f) {
  constexpr int64_t kMost = INT32_MAX;
  const int64_t rows = Signed(f[kMoteSortRows]), n = Signed(f[kMoteSortN]), inner = Signed(f[kMoteSortInner]);
  if (rows < 0 || inner < 0 || n < 0 || n > kMoteMostSorted || rows * inner > kMost || rows * inner * n > kMost) return -1;
  return rows * inner * n;
}

// The kernel answers questions about pairs, which stand in its first operand; it may answer anything. Elements' numbers and places are the
// step's own and lie in scratch, where no view reaches.
Site Verify(const mote_program& program, const StepView& step, const KernelCode& code, int64_t points) {
  const uint32_t *const f = step.fields, arrays = f[kMoteSortArrays];
  const auto view = [&](uint32_t operand) { return ViewOf(program, step.operand(operand)); };
  const auto size = [&](uint32_t operand) { return ElementOf(view(operand).type).bytes; };
  if (code.epilogue || code.groups != 0 || code.stages != 1 || StageCode(code.first_stage).kind != kMoteStageMap) return Site::kStepKernel;
  if (code.operands < 2 || points < 1 || points != Signed(f[kMoteSortLanes])) return Site::kStepExtents;
  const int64_t elements = Elements(f);
  if (elements < 0 || f[kMoteSortKey] >= arrays || f[kMoteSortOrder] > kMoteSortOrders) return Site::kStepFields;
  if (f[kMoteSortOrder] != 0 && size(f[kMoteSortKey]) > 4) return Site::kStepFields;
  const ViewInfo pairs = view(2 * arrays), answers = view(step.operands - 1u);
  if (ElementOf(pairs.type).bytes != 4 || !MayWrite(pairs) || pairs.bytes / 8 < points) return Site::kStepOperandView;
  if (ElementOf(answers.type).bytes != 1 || answers.bytes < points) return Site::kStepOperandView;
  for (uint32_t k = 0; k < arrays; ++k) {
    const uint32_t bytes = size(k);
    if (bytes > 8 || bytes != size(arrays + k) || !MayWrite(view(arrays + k))) return Site::kStepOperandView;
    if (view(k).bytes / bytes < elements || view(arrays + k).bytes / bytes < elements) return Site::kStepOperandView;
  }
  const int64_t scratch = MoteSortScratch(f[kMoteSortN], points, f[kMoteSortOrder]) + MoteMicrocodeScratch(code.words, kMoteMinStrip);
  return program.scratch_bytes < scratch ? Site::kStepScratch : Site::kNone;
}

// `kernel`: of all lanes once. Proven: fields are not negative, lanes are at least one.
uint64_t Work(const StepView& step, uint64_t kernel) {
  const uint32_t *const f = step.fields, n = f[kMoteSortN], lines = f[kMoteSortRows] * f[kMoteSortInner];
  uint32_t levels = 0;
  while (n > uint64_t{1} << levels) ++levels;
  const uint32_t times = (n / f[kMoteSortLanes] + 1) * 2;
  return MultiplyAdd(MultiplyAdd(MultiplyAdd(kernel, times, 0), levels, MultiplyAdd(n, f[kMoteSortArrays] + 1, 0)), lines, 1);
}

}  // namespace

const SortChecks kSortChecks = {Verify, Work};

}  // namespace mote::runtime
