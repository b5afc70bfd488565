// Proves the steps of a block: kinds and operands, what the parts that are linked for a kind ask (verify_kernel.cpp and others), and that
// blocks only call later blocks.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/step_work.h"
#include "core/verifier.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kStepUnits = 16;                // of verifier's work, for what every step costs

class StepVerifier {
 public:
  StepVerifier(mote_program* program, uint32_t block, const EntryInfo& entry, uint64_t limit, WorkAccount* work)
      : p_(*program), block_(BlockOf(*program, block)), entry_(entry), limit_(limit), work_(work) {}

  // False when the block's range is not in the words.
  bool InWords() const {
    return block_.first <= p_.word_count && block_.count <= p_.word_count - block_.first && block_.level <= kMoteMaxLevel;
  }

  Site Run() {
    const uint32_t end = block_.first + block_.count;
    for (at_ = block_.first; at_ < end; at_ += step_.length) {
      work_->detail = at_;
      if (!ReadStep(p_, at_, end, &step_)) return Site::kStepLength;
      if (!work_->Spend(kStepUnits + step_.length)) return Site::kWork;
      step_work_ = 0;
      if (const Site site = Step(); site != Site::kNone) return site;
      const uint64_t work = step_work_ == 0 ? WorkOf(p_, step_) : step_work_;
      if (limit_ != 0 && work > limit_) return Site::kStepWork;
      p_.work = AddWork(p_.work, work);
      if (work > p_.largest_work) p_.largest_work = work;
    }
    return Site::kNone;
  }

 private:
  ViewInfo View(uint32_t operand) const { return ViewOf(p_, step_.operand(operand)); }
  const uint32_t* Words(uint32_t operand) const { return p_.views + kMoteViewWords * step_.operand(operand); }

  Site Step() {
    for (uint32_t i = 0; i < step_.operands; ++i) {
      if (step_.operand(i) >= p_.view_count) return Site::kStepOperands;
    }
    for (uint32_t i = 0; !p_.io_in_arena && i < step_.operands; ++i) {
      if (const Site site = mote_linked.callers->view(p_, entry_, step_.operand(i), work_); site != Site::kNone) return site;
    }
    const uint32_t kind = static_cast<uint32_t>(step_.kind);
    if (step_.routine != nullptr) return p_.device ? Site::kStepKind : Routine();
    if (kind - kMoteFirstRoutine < kRoutines) return work_->At(Site::kRoutineMissing, kind);
    if (kind == 0 || kind >= kStepKinds) return Site::kStepKind;
    if (mote_linked.steps[kind] == nullptr) return work_->At(Site::kStepKindMissing, kind);
    if (step_.kind != StepKind::kLaunch && step_.kind != StepKind::kSort && step_.kernel != kMoteNoKernel) return Site::kStepKernel;
    switch (step_.kind) {
      case StepKind::kLaunch: return Launch();
      case StepKind::kCopy: return Copy();
      case StepKind::kSort: return p_.device ? Site::kStepKind : Sort();
      case StepKind::kWhile: return While();
      case StepKind::kConditional: return Conditional();
      case StepKind::kCall: return mote_linked.calls->verify(p_, step_);
      case StepKind::kExchange: return mote_linked.exchanges->verify(p_, step_, block_.first + block_.count, &exchange_done_);
      case StepKind::kFixed: return p_.device ? Site::kStepKind : mote_linked.fixed->verify(p_, step_, &step_work_);
      case StepKind::kPipeline: return p_.device ? Site::kStepKind : mote_linked.pipelines->verify(p_, step_, work_, &step_work_);
    }
    return Site::kStepKind;
  }

  // ---- kernels ----
  // Apart, like all that holds a kernel: steps without one take less stack.
  [[gnu::noinline]] Site Launch() {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    const KernelCode code = KernelCodeOf(p_, step_.kernel);
    if (code.epilogue) return Site::kStepKernel;
    int64_t points = 0;
    if (const Site site = Kernel(code, 0, &points); site != Site::kNone) return site;
    return p_.device && !mote_linked.device->dispatch(p_, step_, work_) ? Site::kStepFields : Site::kNone;
  }

  // Operands from `first` on and all parameters against the kernel. `points`: of its first stage's domain.
  Site Kernel(const KernelCode& code, uint32_t first, int64_t* points) {
    return mote_linked.kernels->operands({p_, step_, work_}, code, first, points, &step_work_);
  }

  // ---- routines ----
  [[gnu::noinline]] Site Routine() {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    const KernelCode code = KernelCodeOf(p_, step_.kernel);
    if (!code.epilogue || step_.operands < 2) return Site::kStepKernel;
    int64_t points = 0;
    if (const Site site = Kernel(code, 2, &points); site != Site::kNone) return site;
    return mote_linked.kernels->routine({p_, step_, work_}, points);
  }

  int64_t F(uint32_t field) const { return static_cast<int32_t>(step_.fields[field]); }

  // Its kernel is one like a launch's, behind the arrays and the sorted arrays.
  [[gnu::noinline]] Site Sort() {
    const int64_t arrays = F(kMoteSortArrays);
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    if (arrays < 1 || arrays > step_.operands / 2) return Site::kStepOperands;
    const KernelCode code = KernelCodeOf(p_, step_.kernel);
    int64_t points = 0;
    if (const Site site = Kernel(code, static_cast<uint32_t>(2 * arrays), &points); site != Site::kNone) return site;
    return mote_linked.sorts->verify(p_, step_, code, points);
  }

  // ---- steps without kernels ----
  Site Copy() {
    if (step_.operands != 2 || step_.param_count != 0) return Site::kStepOperands;
    const uint32_t *source = Words(0), *destination = Words(1);
    if (source[kMoteViewBytes] != destination[kMoteViewBytes]) return Site::kStepOperandView;
    if (!MayWrite(destination[kMoteViewPlace] & 0xff)) return Site::kStepOperandView;
    // The same place or apart: an order of bytes is nobody's promise. Bytes of an offset fit: that has been proven of all views.
    const bool same_space = ((source[kMoteViewPlace] ^ destination[kMoteViewPlace]) & 0xffff00ff) == 0;
    const uint32_t from = source[kMoteViewOffset], to = destination[kMoteViewOffset];
    const uint32_t apart = from < to ? to - from : from - to;
    const bool overlap = apart != 0 && static_cast<size_t>(apart) << p_.unit_shift < source[kMoteViewBytes];
    step_work_ = uint64_t{1} + source[kMoteViewBytes];
    return same_space && overlap ? Site::kStepOperandView : Site::kNone;
  }

  bool Deeper(uint32_t block) const {
    return block >= entry_.block && block < entry_.end && BlockOf(p_, block).level > block_.level;
  }

  Site While() {
    if (step_.operands != 1 || step_.param_count != 0) return Site::kStepOperands;
    if (View(0).bytes != 1) return Site::kStepOperandView;
    p_.loops = true;
    return Deeper(step_.fields[kMoteWhileCondition]) && Deeper(step_.fields[kMoteWhileBody]) ? Site::kNone : Site::kStepBlocks;
  }

  Site Conditional() {
    if (step_.operands != 1 || step_.fields[0] == 0 || step_.param_count != step_.fields[0]) return Site::kStepOperands;
    const ViewInfo index = View(0);
    if ((index.bytes != 1 && index.bytes != 4) || ElementOf(index.type).bytes != index.bytes) return Site::kStepOperandView;
    for (uint32_t i = 0; i < step_.param_count; ++i) {
      if (!Deeper(step_.params[i])) return Site::kStepBlocks;
    }
    return Site::kNone;
  }

  mote_program& p_;
  const BlockRange block_;
  const EntryInfo& entry_;
  const uint64_t limit_;
  WorkAccount* work_;
  uint32_t at_ = 0;
  uint32_t exchange_done_ = 0;  // ExchangeChecks
  uint64_t step_work_ = 0;  // as its proof has found it; 0: WorkOf says it
  StepView step_;           // as ReadStep gives it
};

}  // namespace

Site VerifyBlock(mote_program* program, uint32_t block, const EntryInfo& entry, uint64_t limit, WorkAccount* work) {
  StepVerifier verifier(program, block, entry, limit, work);
  return verifier.InWords() ? verifier.Run() : work->At(Site::kBlockRange, block);
}

}  // namespace mote::runtime
