// Proves what a step asks of its kernel: operands and parameters fit it and the views, every unchecked access stays inside its view for all
// coordinates, and routines stay inside their operands. A binary without kernels has none of it.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/step_work.h"
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

class KernelVerifier {
 public:
  explicit KernelVerifier(const StepProof& proof) : p_(proof.program), step_(proof.step), work_(proof.work) {}

  // Operands from `first` on and all parameters against the kernel. `points`: of its first stage's domain.
  Site Operands(const KernelCode& code, uint32_t first, int64_t* points) {
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
    return Site::kNone;
  }

  // ---- routines ----
  Site Routine(int64_t points) {
    const auto& routine = *step_.routine;
    if (View(0).type != routine.lhs_type || View(1).type != routine.rhs_type) return Site::kStepOperandView;
    return Fields(*routine.geometry, points) ? Site::kNone : Site::kStepFields;
  }

 private:
  ViewInfo View(uint32_t operand) const { return ViewOf(p_, step_.operand(operand)); }
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
      const ViewInfo view = View(operand);
      inside = inside && reach.Inside(view.bytes / ElementOf(view.type).bytes);
    }
    return inside || !reads;
  }

  const mote_program& p_;
  const StepView& step_;
  WorkAccount* work_;
};

Site VerifyOperands(const StepProof& proof, const KernelCode& code, uint32_t first, int64_t* points) {
  return KernelVerifier(proof).Operands(code, first, points);
}
Site VerifyRoutine(const StepProof& proof, int64_t points) { return KernelVerifier(proof).Routine(points); }

}  // namespace

const KernelChecks kKernelChecks = {VerifyCode, VerifyOperands, VerifyRoutine, KernelWork};

}  // namespace mote::runtime
