// Proves the steps of a block: kinds, operands and parameters fit their kernels and views, every unchecked access stays inside its view for all
// coordinates, routines stay inside their operands, and blocks only call later blocks.
#include "core/kernel_code.h"
#include "core/verifier.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

constexpr int64_t kMostPoints = INT32_MAX;     // of a domain
constexpr int64_t kMostOffset = INT64_C(1) << 40;  // of one term of an access; 63 such terms do not overflow

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
  StepVerifier(const mote_program& program, uint32_t block, WorkAccount* work) : p_(program), block_(block), work_(work) {}

  Site Run() {
    const BlockRange range = BlockOf(p_, block_);
    if (range.first > p_.word_count || range.count > p_.word_count - range.first) return work_->At(Site::kBlockRange, block_);
    if (!work_->Spend(range.count)) return Site::kWork;
    const uint32_t end = range.first + range.count;
    for (at_ = range.first; at_ < end; at_ += step_.length) {
      work_->detail = at_;
      if (!ReadStep(p_.words + at_, end - at_, &step_)) return Site::kStepLength;
      const Site site = Step();
      if (site != Site::kNone) return site;
    }
    return Site::kNone;
  }

 private:
  ViewInfo View(uint32_t operand) const { return ViewOf(p_, step_.operand(operand)); }

  bool MayWrite(const ViewInfo& view) const { return view.space == kMoteArena || view.space == kMoteOutput || view.space == kMoteState; }

  // While a kernel runs, its scratch holds the runtime's own notes: no operand may lie in it.
  bool InScratch(const ViewInfo& view) const {
    if (view.space != kMoteArena || view.bytes == 0) return false;
    return view.offset + view.bytes > p_.scratch_offset && view.offset < p_.scratch_offset + scratch_;
  }

  Site Step() {
    for (uint32_t i = 0; i < step_.operands; ++i) {
      if (step_.operand(i) >= p_.view_count) return Site::kStepOperands;
    }
    const uint32_t kind = static_cast<uint32_t>(step_.kind);
    if (kind == 0 || kind >= kStepKinds) return Site::kStepKind;
    if (!HasStepKind(kind)) return work_->At(Site::kStepKindMissing, kind);
    const bool computes = step_.kind == StepKind::kLaunch || step_.kind == StepKind::kDot || step_.kind == StepKind::kConvolution;
    if (!computes && step_.kernel != kMoteNoKernel) return Site::kStepKernel;
    switch (step_.kind) {
      case StepKind::kLaunch: return p_.device ? DeviceLaunch() : Launch();
      case StepKind::kDot:
      case StepKind::kConvolution: return p_.device ? Site::kStepKind : Routine();
      case StepKind::kCopy: return Copy();
      case StepKind::kWhile: return While();
      case StepKind::kConditional: return Conditional();
    }
    return Site::kStepKind;
  }

  // ---- kernels ----
  Site Launch() {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    const KernelCode code(CodeOf(p_, step_.kernel).words());
    if (code.epilogue) return Site::kStepKernel;
    int64_t points = 0;
    return Kernel(code, 0, &points);
  }

  // Operands from `first` on and all parameters against the kernel. `points`: of its first stage's domain.
  Site Kernel(const KernelCode& code, uint32_t first, int64_t* points) {
    scratch_ = ScratchOf(p_, step_);
    const int64_t least = MoteMicrocodeScratch(code.words, kMoteMinStrip) + (first != 0 ? kMoteRoutineMinimum : 0);
    if (static_cast<int64_t>(scratch_) < least) return Site::kStepScratch;
    if (step_.operands != first + code.operands) return Site::kStepOperands;
    if (step_.param_count != code.param_words) return Site::kStepParams;
    for (uint32_t i = 0; i < code.operands; ++i) {
      const ViewInfo view = View(first + i);
      const uint32_t operand = code.operand_types[i];
      if (view.type != (operand & 0x3f) || ((operand & 0x80) && !MayWrite(view)) || InScratch(view)) return Site::kStepOperandView;
    }
    for (uint32_t i = 0; i < code.axis_count(); ++i) {
      if (Signed(code.extent(step_.params, i)) < 0) return Site::kStepExtents;
    }
    int64_t groups = 1;
    for (uint32_t i = 0; i < code.groups; ++i) {
      if ((groups *= code.extent(step_.params, i)) > kMostPoints) return Site::kStepExtents;
    }
    if (!work_->Spend(static_cast<uint32_t>(code.stages) + code.accesses + code.operands)) return Site::kWork;
    const uint32_t* at = code.first_stage;
    for (uint32_t i = 0; i < code.stages; ++i) {
      const StageCode stage(at);
      int64_t lanes = 1;
      for (uint32_t j = 0; j < stage.lane_count; ++j) {
        if ((lanes *= code.extent(step_.params, stage.lane_axes[j])) > kMostPoints) return Site::kStepExtents;
      }
      if (i == 0) *points = lanes;
      AccessCode access{stage.access_words};
      for (uint32_t j = 0; j < stage.accesses; ++j) {
        if (!work_->Spend(access.terms())) return Site::kWork;
        if (!access.checked() && !Inside(code, access, View(first + access.operand()))) return Site::kStepAccess;
        access = AccessCode{access.next()};
      }
      at = access.words + stage.body_words + stage.combiner_words;
    }
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

  Site DeviceLaunch() {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    return step_.param_count >= 1 ? Site::kNone : Site::kStepParams;
  }

  // ---- routines ----
  Site Routine() {
    if (step_.kernel >= p_.kernels.count) return Site::kStepKernel;
    const KernelCode code(CodeOf(p_, step_.kernel).words());
    if (!code.epilogue || step_.operands < 2) return Site::kStepKernel;
    for (uint32_t i = 0; i < 2; ++i) {
      if (ElementOf(View(i).type).klass != 'f' || ElementOf(View(i).type).bytes != 4) return Site::kStepOperandView;
    }
    int64_t points = 0, domain = 1;
    if (const Site site = Kernel(code, 2, &points); site != Site::kNone) return site;
    const bool fits = step_.kind == StepKind::kDot ? Dot(&domain) : Convolution(&domain);
    return fits && domain == points ? Site::kNone : Site::kStepFields;
  }

  int64_t F(uint32_t field) const { return Signed(step_.fields[field]); }
  uint32_t Elements(uint32_t operand) const { return View(operand).bytes / 4; }

  // Multiplies extents into `domain`; false when one is negative or the product too large.
  bool Extents(uint32_t first, uint32_t count, int64_t* domain) const {
    for (uint32_t i = first; i < first + count; ++i) {
      if (F(i) < 0 || (*domain *= F(i)) > kMostPoints) return false;
    }
    return true;
  }

  bool Dot(int64_t* domain) const {
    if (!Extents(kMoteDotBatch, 3, domain) || F(kMoteDotK) < 0) return false;
    if (*domain == 0 || F(kMoteDotK) == 0) return true;
    Reach lhs(0), rhs(0);
    lhs.Add(F(kMoteDotLhsB), F(kMoteDotBatch) - 1);
    lhs.Add(F(kMoteDotLhsM), F(kMoteDotM) - 1);
    lhs.Add(F(kMoteDotLhsK), F(kMoteDotK) - 1);
    rhs.Add(F(kMoteDotRhsB), F(kMoteDotBatch) - 1);
    rhs.Add(F(kMoteDotRhsK), F(kMoteDotK) - 1);
    rhs.Add(F(kMoteDotRhsN), F(kMoteDotN) - 1);
    return lhs.Inside(Elements(0)) && rhs.Inside(Elements(1));
  }

  bool Convolution(int64_t* domain) const {
    for (uint32_t i = kMoteConvBatch; i <= kMoteConvDilationX; ++i) {
      if (F(i) < (i >= kMoteConvStrideY ? 1 : 0)) return false;
    }
    // Positions along a dimension are computed in 32 bits.
    const auto small = [](int64_t value) { return value <= (1 << 29) && value >= -(1 << 29); };
    for (uint32_t i = 0; i < 2; ++i) {
      const bool fits = small(F(kMoteConvOutH + i) * F(kMoteConvStrideY + i)) && small(F(kMoteConvKernelH + i) * F(kMoteConvDilationY + i)) &&
                        small(F(kMoteConvPadY + i)) && small(F(kMoteConvInH + i));
      if (!fits) return false;
    }
    int64_t features = F(kMoteConvGroups) * F(kMoteConvOutPerGroup), channels = F(kMoteConvGroups) * F(kMoteConvInPerGroup), taps = 1;
    *domain = F(kMoteConvBatch) * F(kMoteConvOutH);
    if (features > kMostPoints || channels > kMostPoints || *domain > kMostPoints) return false;
    if ((*domain *= F(kMoteConvOutW)) > kMostPoints || (*domain *= features) > kMostPoints) return false;
    if ((taps *= F(kMoteConvKernelH)) > kMostPoints || (taps *= F(kMoteConvKernelW)) > kMostPoints || (taps *= F(kMoteConvInPerGroup)) > kMostPoints) return false;
    if (*domain == 0 || taps == 0 || F(kMoteConvInH) == 0 || F(kMoteConvInW) == 0) return true;
    Reach lhs(0), rhs(0);
    lhs.Add(F(kMoteConvLhsB), F(kMoteConvBatch) - 1);
    lhs.Add(F(kMoteConvLhsY), F(kMoteConvInH) - 1);
    lhs.Add(F(kMoteConvLhsX), F(kMoteConvInW) - 1);
    lhs.Add(F(kMoteConvLhsC), channels - 1);
    rhs.Add(F(kMoteConvRhsY), F(kMoteConvKernelH) - 1);
    rhs.Add(F(kMoteConvRhsX), F(kMoteConvKernelW) - 1);
    rhs.Add(F(kMoteConvRhsC), F(kMoteConvInPerGroup) - 1);
    rhs.Add(F(kMoteConvRhsO), features - 1);
    return lhs.Inside(Elements(0)) && rhs.Inside(Elements(1));
  }

  // ---- steps without kernels ----
  Site Copy() {
    if (step_.operands != 2 || step_.param_count != 0) return Site::kStepOperands;
    const ViewInfo source = View(0), destination = View(1);
    return source.bytes == destination.bytes && MayWrite(destination) ? Site::kNone : Site::kStepOperandView;
  }

  bool Later(uint32_t block) const { return block > block_ && block < p_.block_count; }

  Site While() {
    if (step_.operands != 1 || step_.param_count != 0) return Site::kStepOperands;
    if (View(0).bytes != 1) return Site::kStepOperandView;
    return Later(step_.fields[0]) && Later(step_.fields[1]) ? Site::kNone : Site::kStepBlocks;
  }

  Site Conditional() {
    if (step_.operands != 1 || step_.fields[0] == 0 || step_.param_count != step_.fields[0]) return Site::kStepOperands;
    const ViewInfo index = View(0);
    if (index.bytes != 1 && index.bytes != 4) return Site::kStepOperandView;
    for (uint32_t i = 0; i < step_.param_count; ++i) {
      if (!Later(step_.params[i])) return Site::kStepBlocks;
    }
    return Site::kNone;
  }

  const mote_program& p_;
  const uint32_t block_;
  WorkAccount* work_;
  uint32_t at_ = 0;
  uint64_t scratch_ = 0;  // of the step
  StepView step_ = {};
};

}  // namespace

Site VerifyBlock(const mote_program& program, uint32_t block, WorkAccount* work) { return StepVerifier(program, block, work).Run(); }

}  // namespace mote::runtime
