// Proves the steps of a block: kinds, operands and parameters fit their kernels and views, every unchecked access stays inside its view for
// all coordinates, routines stay inside their operands, and blocks only call later blocks.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/step_work.h"
#include "core/verifier.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

constexpr int64_t kMostPoints = INT32_MAX;     // of a domain
constexpr int64_t kMostOffset = INT64_C(1) << 40;  // of one term of an access; 63 such terms do not overflow
constexpr uint32_t kStepUnits = 16;                // of verifier's work, for what every step costs

// The smallest and largest element offset a sum of terms reaches. Widens term by term; `ok` is false when a term is out of proportion.
struct Reach {
  int64_t low, high;
  bool ok = true;
  explicit Reach(int64_t start) : low(start), high(start) {}
  void Add(int64_t stride, int64_t last) {  // coordinate 0 … last, both below 2^32 in size
    const int64_t span = stride * last;
    if (span > kMostOffset || span < -kMostOffset) ok = false;
    if (span < 0) low += span;
    else high += span;
  }
  bool Inside(uint32_t elements) const { return ok && low >= 0 && high < static_cast<int64_t>(elements); }
};

int32_t Signed(uint32_t word) { return static_cast<int32_t>(word); }

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
      if (const Site site = Step(); site != Site::kNone) return site;
      const uint64_t work = step_.kernel == kMoteNoKernel ? WorkOf(p_, step_) : kernel_work_;
      if (limit_ != 0 && work > limit_) return Site::kStepWork;
      p_.work = AddWork(p_.work, work);
      if (work > p_.largest_work) p_.largest_work = work;
    }
    return Site::kNone;
  }

 private:
  ViewInfo View(uint32_t operand) const { return ViewOf(p_, step_.operand(operand)); }

  bool MayWrite(const ViewInfo& view) const { return view.space == kMoteArena || view.space == kMoteOutput || view.space == kMoteState; }

  Site Step() {
    for (uint32_t i = 0; i < step_.operands; ++i) {
      if (step_.operand(i) >= p_.view_count) return Site::kStepOperands;
      if (p_.io_in_arena) continue;
      const Site site = mote_linked.callers->view(p_, entry_, step_.operand(i), work_);
      if (site != Site::kNone) return site;
    }
    const uint32_t kind = static_cast<uint32_t>(step_.kind);
    if (step_.routine != nullptr) return p_.device ? Site::kStepKind : Routine(*step_.routine);
    if (kind - kMoteFirstRoutine < kRoutines) return work_->At(Site::kRoutineMissing, kind);
    if (kind == 0 || kind >= kStepKinds) return Site::kStepKind;
    if (!HasStepKind(kind)) return work_->At(Site::kStepKindMissing, kind);
    if (step_.kind != StepKind::kLaunch && step_.kind != StepKind::kSort && step_.kernel != kMoteNoKernel) return Site::kStepKernel;
    switch (step_.kind) {
      case StepKind::kLaunch: return Launch();
      case StepKind::kCopy: return Copy();
      case StepKind::kSort: return p_.device ? Site::kStepKind : Sort();
      case StepKind::kWhile: return While();
      case StepKind::kConditional: return Conditional();
      case StepKind::kCall: return mote_linked.calls->verify(p_, step_);
      case StepKind::kFixed: return p_.device ? Site::kStepKind : mote_linked.fixed->verify(p_, step_);
    }
    return Site::kStepKind;
  }

  // ---- kernels ----
  Site Launch() {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    const KernelCode code = KernelCodeOf(p_, step_.kernel);
    if (code.epilogue) return Site::kStepKernel;
    int64_t points = 0;
    if (const Site site = Kernel(code, 0, &points); site != Site::kNone) return site;
    return p_.device && !mote_linked.device->dispatch(p_, step_, work_) ? Site::kStepFields : Site::kNone;
  }

  // Operands from `first` on and all parameters against the kernel. `points`: of its first stage's domain.
  Site Kernel(const KernelCode& code, uint32_t first, int64_t* points) {
    const int64_t least = MoteMicrocodeScratch(code.words, kMoteMinStrip) + (code.epilogue ? kMoteRoutineMinimum : 0);
    if (!p_.device && p_.scratch_bytes < least) return Site::kStepScratch;
    if (step_.operands != first + code.operands) return Site::kStepOperands;
    if (step_.param_count != code.param_words) return Site::kStepParams;
    for (uint32_t i = 0; i < code.operands; ++i) {
      const ViewInfo view = View(first + i);
      const uint32_t operand = code.operand_types[i];
      if (view.type != (operand & 0x3f) || ((operand & 0x80) && !MayWrite(view))) return Site::kStepOperandView;
    }
    if (!work_->Spend(code.axis_count() + 4u * code.stages + 3u * code.accesses + 2u * code.operands)) return Site::kWork;
    for (uint32_t i = 0; i < code.axis_count(); ++i) {
      if (Signed(code.extent(step_.params, i)) < 0) return Site::kStepExtents;
    }
    int64_t groups = 1;
    for (uint32_t i = 0; i < code.groups; ++i) {
      if ((groups *= code.extent(step_.params, i)) > kMostPoints) return Site::kStepExtents;
    }
    const uint32_t* at = code.first_stage;
    for (uint32_t i = 0; i < code.stages; ++i) {
      const StageCode stage(at);
      int64_t lanes = 1;
      if (!work_->Spend(stage.lane_count + (code.loops == 0 ? 0u : static_cast<uint32_t>(stage.body_words) + stage.combiner_words))) {
        return Site::kWork;
      }
      for (uint32_t j = 0; j < stage.lane_count; ++j) {
        if ((lanes *= code.extent(step_.params, stage.lane_axes[j])) > kMostPoints) return Site::kStepExtents;
      }
      if (i == 0) *points = lanes;
      AccessCode access{stage.access_words};
      for (uint32_t j = 0; j < stage.accesses; ++j) {
        if (!access.checked() && !Inside(code, access, View(first + access.operand()))) return Site::kStepAccess;
        access = AccessCode{access.next()};
      }
      // An access is a word and one a term.
      if (!work_->Spend(static_cast<uint32_t>(access.words - stage.access_words))) return Site::kWork;
      at = access.words + stage.body_words + stage.combiner_words;
    }
    kernel_work_ = WorkOf(step_, code);
    return Site::kNone;
  }

  bool Inside(const KernelCode& code, const AccessCode& access, const ViewInfo& view) const {
    const uint32_t elements = view.bytes / ElementOf(view.type).bytes;
    Reach reach(access.offset() == 0 ? 0 : Signed(step_.params[access.offset() - 1]));
    bool carried_out = elements != 0;
    for (uint32_t t = 0; t < access.terms(); ++t) {
      const int64_t last = static_cast<int64_t>(code.extent(step_.params, access.axis(t))) - 1;
      if (last < 0) carried_out = false;
      else reach.Add(Signed(step_.params[access.stride(t)]), last);
    }
    return !carried_out || reach.Inside(elements);
  }

  // ---- routines ----
  Site Routine(const Routine& routine) {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    const KernelCode code = KernelCodeOf(p_, step_.kernel);
    if (!code.epilogue || step_.operands < 2) return Site::kStepKernel;
    if (View(0).type != routine.lhs_type || View(1).type != routine.rhs_type) return Site::kStepOperandView;
    int64_t points = 0;
    if (const Site site = Kernel(code, 2, &points); site != Site::kNone) return site;
    return Fields(*routine.geometry, points) ? Site::kNone : Site::kStepFields;
  }

  int64_t F(uint32_t field) const { return Signed(step_.fields[field]); }

  // The product of listed extents; -1 when one is negative or it is too large.
  int64_t Product(const uint8_t* fields) const {
    int64_t product = 1;
    for (; *fields != kMoteNoField; ++fields) {
      if (F(*fields) < 0 || (product *= F(*fields)) > kMostPoints) return -1;
    }
    return product;
  }

  // Positions are computed in 32 bits, whether or not something lies there to be read: `step` and `count` steps are near.
  bool Near(uint32_t step, uint32_t count) const {
    return F(step) >= 1 && F(step) <= kMoteMostPosition && F(count) >= 0 && F(count) * F(step) <= kMoteMostPosition;
  }
  bool Windows(const MoteRoutineWindow* w) const {
    for (; w->in != kMoteNoField; ++w) {
      if (!Near(w->stride, w->out) || !Near(w->dilation, w->kernel)) return false;
      if (F(w->in) < 0 || F(w->in) > kMoteMostPosition || F(w->pad) > kMoteMostPosition || F(w->pad) < -kMoteMostPosition) return false;
    }
    return true;
  }

  // `points` are the epilogue's. Every element that is read lies in its operand; without points, terms to sum or coordinates none is.
  bool Fields(const MoteRoutineGeometry& geometry, int64_t points) const {
    const int64_t sum = Product(geometry.sum);
    if (Product(geometry.domain) != points || sum < 0 || !Windows(geometry.windows)) return false;
    bool reads = points != 0 && sum != 0, inside = true;
    for (uint32_t operand = 0; operand < 2; ++operand) {
      Reach reach(F(geometry.offsets[operand]));
      for (const MoteRoutineTerm* term = geometry.operands[operand]; term->extent != kMoteNoField; ++term) {
        const int64_t count = F(term->extent) * (term->times == kMoteNoField ? 1 : F(term->times));
        if (count > kMostPoints) return false;
        if (count == 0) reads = false;
        reach.Add(F(term->stride), count - 1);
      }
      inside = inside && reach.Inside(View(operand).bytes / ElementOf(View(operand).type).bytes);
    }
    return inside || !reads;
  }

  // Its kernel is one like a launch's, behind the arrays and the sorted arrays.
  Site Sort() {
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
    const ViewInfo source = View(0), destination = View(1);
    if (source.bytes != destination.bytes || !MayWrite(destination)) return Site::kStepOperandView;
    // The same place or apart: an order of bytes is nobody's promise.
    const bool same_space = source.space == destination.space && source.number == destination.number;
    const size_t apart = source.offset < destination.offset ? destination.offset - source.offset : source.offset - destination.offset;
    return same_space && apart != 0 && apart < source.bytes ? Site::kStepOperandView : Site::kNone;
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
  uint64_t kernel_work_ = 0;  // of the step, when it has a kernel
  StepView step_ = {};
};

}  // namespace

Site VerifyBlock(mote_program* program, uint32_t block, const EntryInfo& entry, uint64_t limit, WorkAccount* work) {
  StepVerifier verifier(program, block, entry, limit, work);
  return verifier.InWords() ? verifier.Run() : work->At(Site::kBlockRange, block);
}

}  // namespace mote::runtime
