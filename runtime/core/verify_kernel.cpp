// Proves what a step asks of its kernel: operands and parameters fit it and the views, every unchecked access stays inside its view for all
// coordinates, and routines stay inside their operands. A binary without kernels has none of it.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/step_work.h"
#include "core/verifier.h"

namespace mote::runtime {
namespace {

constexpr int64_t kMostPoints = INT32_MAX;     // of a domain

// False when the product is not one of a domain.
bool Times(uint32_t* points, uint32_t extent) {
  const uint64_t product = uint64_t{*points} * extent;
  *points = static_cast<uint32_t>(product);
  return product <= kMostPoints;
}

int32_t Signed(uint32_t word) { return static_cast<int32_t>(word); }

// Elements below and above those that a sum of terms has reached so far: a term takes of either.
struct Reach {
  uint32_t below, above;
  bool inside;
  Reach(uint32_t start, uint32_t elements) : below(start), above(elements - 1 - start), inside(start < elements && start <= INT32_MAX) {}
  void Add(int32_t stride, uint32_t last) {  // coordinate 0 … last
    const bool down = stride < 0;
    const uint64_t span = uint64_t{down ? 0 - static_cast<uint32_t>(stride) : static_cast<uint32_t>(stride)} * last;
    const uint32_t left = down ? below : above;
    if (span > left) inside = false;
    (down ? below : above) = left - static_cast<uint32_t>(span);
  }
};

// Of a view.
uint8_t TypeOf(const uint32_t* view) { return static_cast<uint8_t>(view[kMoteViewPlace] >> 8); }
uint32_t ElementsOf(const uint32_t* view) { return view[kMoteViewBytes] / ElementOf(TypeOf(view)).bytes; }

class KernelVerifier {
 public:
  explicit KernelVerifier(const StepProof& proof) : p_(proof.program), step_(proof.step), work_(proof.work) {}

  // Operands from `first` on and all parameters against the kernel. `points`: of its first stage's domain; `work`: of the step.
  Site Operands(const KernelCode& code, uint32_t first, int64_t* points, uint64_t* work) {
    if (step_.operands != first + code.operands) return Site::kStepOperands;
    if (step_.param_count != code.param_words) return Site::kStepParams;
    for (uint32_t i = 0; i < code.operands; ++i) {
      const uint32_t place = View(first + i)[kMoteViewPlace], operand = code.operand_types[i];
      if (((place >> 8) & 0xff) != (operand & 0x3f)) return Site::kStepOperandView;
      if ((operand & 0x80) && !MayWrite(place & 0xff)) return Site::kStepOperandView;
    }
    if (!work_->Spend(code.axis_count() + 4u * code.stages + 3u * code.accesses + 2u * code.operands)) return Site::kWork;
    for (uint32_t i = 0; i < code.axis_count(); ++i) {
      if (Signed(code.extent(step_.params, i)) < 0) return Site::kStepExtents;
    }
    uint32_t groups = 1;
    for (uint32_t i = 0; i < code.groups; ++i) {
      if (!Times(&groups, code.extent(step_.params, i))) return Site::kStepExtents;
    }
    return Stages(code, first, points, work);
  }

  // What the stages ask, while the step is being proven, and what they cost: one pass over their accesses for both.
  Site Stages(const KernelCode& code, uint32_t first, int64_t* points, uint64_t* work) {
    const uint64_t sum = code.epilogue ? SumWork(step_) : 0;
    uint64_t total = 1;  // of a group
    const uint32_t* at = code.first_stage;
    for (uint32_t i = 0; i < code.stages; ++i) {
      const StageCode stage(at);
      uint32_t lanes = 1;
      for (uint32_t j = 0; j < stage.lane_count; ++j) {
        if (!Times(&lanes, code.extent(step_.params, stage.lane_axes[j]))) return Site::kStepExtents;
      }
      if (i == 0) *points = lanes;
      AccessCode access{stage.access_words};
      for (uint32_t j = stage.accesses; j != 0; --j) {
        // The first element of a view, always, asks nothing.
        if ((access.words[0] >> 9) != 0 && work_ != nullptr && !access.checked() && !Inside(code, access, View(first + access.operand()))) {
          return Site::kStepAccess;
        }
        access = AccessCode{access.next()};
      }
      const uint32_t words = static_cast<uint32_t>(stage.body_words) + stage.combiner_words;
      // An access is a word and one a term.
      const uint32_t looked_at = stage.lane_count + static_cast<uint32_t>(access.words - stage.access_words);
      if (work_ != nullptr && !work_->Spend(looked_at + (code.loops == 0 ? 0 : words))) return Site::kWork;
      if (stage.combiner_words != 0) lanes += stage.lanes;  // the partials are combined too
      const uint64_t point = code.loops == 0 ? words + 1u : CodeWork(code, step_.params, access.words, words);
      total = MultiplyAdd(AddWork(point, sum), lanes, AddWork(total, stage.accesses * (1u + stage.lane_count)));  // accesses begin anew
      at = access.words + words;
    }
    for (uint32_t i = 0; i < code.groups; ++i) total = MultiplyAdd(total, code.extent(step_.params, i), 0);
    *work = step_.kind == StepKind::kSort ? mote_linked.sorts->work(step_, total) : total;
    return Site::kNone;
  }

  // ---- routines ----
  Site Routine(int64_t points) {
    const auto& routine = *step_.routine;
    if (TypeOf(View(0)) != routine.lhs_type || TypeOf(View(1)) != routine.rhs_type) return Site::kStepOperandView;
#if !defined(MOTE_FIRMWARE)
    if (routine.geometry == &kMoteWinogradGeometry && !MoteIsByTiles(step_.fields)) return Site::kStepFields;
    if (routine.geometry == &kMotePanelDotGeometry && !MoteIsInPanels(step_.fields)) return Site::kStepFields;
#endif
    return Fields(*routine.geometry, points) ? Site::kNone : Site::kStepFields;
  }

 private:
  [[gnu::always_inline]] const uint32_t* View(uint32_t operand) const { return p_.views + kMoteViewWords * step_.operand(operand); }
  // Accesses with a term of extent 0 are never carried out, nor are those of a view without elements.
  bool Inside(const KernelCode& code, const AccessCode& access, const uint32_t* view) const {
    const uint32_t elements = ElementsOf(view);
    if (elements == 0) return true;
    Reach reach(access.offset() == 0 ? 0 : step_.params[access.offset() - 1], elements);
    for (uint32_t t = 0; t < access.terms(); ++t) {
      const uint32_t extent = code.extent(step_.params, access.axis(t));
      if (extent == 0) return true;
      reach.Add(Signed(step_.params[access.stride(t)]), extent - 1);
    }
    return reach.inside;
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
      Reach reach(step_.fields[geometry.offsets[operand]], ElementsOf(View(operand)));
      for (const MoteRoutineTerm* term = geometry.operands[operand]; term->extent != kMoteNoField; ++term) {
        const int64_t count = F(term->extent) * (term->times == kMoteNoField ? 1 : F(term->times));
        if (count > kMostPoints) return false;
        if (count == 0) reads = false;
        else reach.Add(Signed(step_.fields[term->stride]), static_cast<uint32_t>(count - 1));
      }
      inside = inside && reach.inside;
    }
    return inside || !reads;
  }

  const mote_program& p_;
  const StepView& step_;
  WorkAccount* work_;
};

Site VerifyOperands(const StepProof& proof, const KernelCode& code, uint32_t first, int64_t* points, uint64_t* work) {
  return KernelVerifier(proof).Operands(code, first, points, work);
}
uint64_t KernelWork(const mote_program& program, const StepView& step, const KernelCode& code) {
  int64_t points = 0;
  uint64_t work = 0;
  static_cast<void>(KernelVerifier({program, step, nullptr}).Stages(code, 0, &points, &work));
  return work;
}
Site VerifyRoutine(const StepProof& proof, int64_t points) { return KernelVerifier(proof).Routine(points); }

}  // namespace

const KernelChecks kKernelChecks = {VerifyCode, VerifyOperands, VerifyRoutine, KernelWork};

}  // namespace mote::runtime
