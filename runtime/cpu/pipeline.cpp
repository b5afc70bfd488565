// Pipeline steps (schema/pipeline_layout.h): what the verifier asks of one, its work, its turns. The verifier goes through all turns
// without running a routine, so that what is run is what was proven. A file of its own: binaries without pipelines have none of it.
#include "schema/pipeline_layout.h"

#include "core/fixed.h"
#include "core/linked.h"
#include "core/verifier.h"
#include "cpu/steps.h"
#ifdef MOTE_HELIUM
#include "cpu/helium/helium_functions.h"
#endif

namespace mote::runtime {
namespace {

static_assert(kMotePipelineFields == 5, "the pipeline fields of steps.def");
static_assert(int{kMotePipelineSums} == int{kFixedNumberAveragePoolRows}, "fixed_routines.def");

constexpr int32_t kFar = kMotePipelineMostRows;

// Rows of a member's output.
struct Held {
  int16_t made, come;   // so far; what it comes to in this turn, perhaps more than there are
  int16_t next;         // made after this turn
  int16_t first, keep;  // the first that anybody reads from this turn on, and from the next
  uint8_t consumer;     // the last one
};

struct Chain {
  explicit Chain(const StepView& s) : step(s), members(s.fields[kMotePipelineMembers]) {}

  const int32_t* member(uint32_t m) const { return reinterpret_cast<const int32_t*>(step.params) + m * kMotePipelineMemberWords; }
  int32_t field(uint32_t f) const { return static_cast<int32_t>(step.fields[f]); }
  // 1 where both inputs of a member are one.
  static uint32_t Sources(const int32_t* member) { return member[kMotePipelineInput] == member[kMotePipelineInput + 1] ? 1 : 2; }
  // Member or operand that input 0 or 1 of a member comes from.
  static uint32_t Source(const int32_t* member, uint32_t i) { return static_cast<uint32_t>(member[kMotePipelineInput + i]); }
  static uint32_t RowBytes(const int32_t* member) { return static_cast<uint32_t>(member[kMoteFixedOutW] * member[kMoteFixedOutC]); }
  // Where a member's rows lie in the workspace: the one that `at` holds.
  static int32_t Base(const Held& held) { return held.first < held.made ? held.first : held.made; }
  bool Last(uint32_t m) const { return m + 1 == members; }

  const StepView& step;
  const uint32_t members;
};

// What everybody comes to when `rows` of the inputs have come.
void BeginTurn(const Chain& chain, int32_t rows, Held* held) {
  for (uint32_t m = 0; m < chain.members; ++m) {
    const int32_t* member = chain.member(m);
    const MoteRowWindow w = MoteRowWindowOf(member);
    const uint32_t sources = Chain::Sources(member);
    int32_t come = kMotePipelineMostCome;
    for (uint32_t i = 0; i < sources; ++i) {
      const uint32_t source = Chain::Source(member, i);
      const int32_t by = MoteRowsCome(&w, source < m ? held[source].come : rows);
      if (by < come) come = by;
    }
    Held& h = held[m];
    h.made = h.next, h.first = h.keep;
    h.come = static_cast<int16_t>(come), h.next = static_cast<int16_t>(come < w.out ? come : w.out);
    h.keep = kFar;
    const int32_t top = h.next * w.stride - w.pad, keep = h.next == w.out || top > w.in ? w.in : top < 0 ? 0 : top;
    for (uint32_t i = 0; i < sources; ++i) {
      const uint32_t source = Chain::Source(member, i);
      if (source >= m) continue;
      if (keep < held[source].keep) held[source].keep = static_cast<int16_t>(keep);
      held[source].consumer = static_cast<uint8_t>(m);
    }
  }
}

class Runner {
 public:
  Runner(StepContext& context, const Chain& chain)
      : context_(context), chain_(chain), workspace_(context.place(context.step.operands - 2u)),
        output_(context.place(context.step.operands - 1u)) {}

  // Rows that earlier turns left are put in front of those that come.
  void Restore(const int32_t* member, const Held& h) const {
    const uint32_t bytes = static_cast<uint32_t>(h.made - Chain::Base(h)) * Chain::RowBytes(member);
    if (member[kMotePipelineAt] != member[kMotePipelineKept]) Move(member[kMotePipelineAt], member[kMotePipelineKept], bytes);
  }
  void Save(const int32_t* member, const Held& h) const {
    if (h.keep >= h.next) return;
    const uint32_t row = Chain::RowBytes(member), from = static_cast<uint32_t>(h.keep - Chain::Base(h)) * row;
    Move(member[kMotePipelineKept], member[kMotePipelineAt] + static_cast<int32_t>(from), static_cast<uint32_t>(h.next - h.keep) * row);
  }

  // Rows [from, to) of member m: the fields of a step over the rows that its windows reach.
  void Run(uint32_t m, const Held* held, int32_t from, int32_t to) const {
    const int32_t* member = chain_.member(m);
    const MoteRowWindow w = MoteRowWindowOf(member);
    const int32_t top = from * w.stride - w.pad, first = top < 0 ? 0 : top, end = (to - 1) * w.stride - w.pad + w.reach;
    const bool sums = member[kMoteFixedRoutine] == kMotePipelineSums;
    int32_t f[kMoteFixedFields];
    for (uint32_t i = 0; i < kMoteFixedFields; ++i) f[i] = member[i];
    f[kMoteFixedInH] = (end < w.in ? end : w.in) - first;
    if (!sums) f[kMoteFixedPadY] = first - top, f[kMoteFixedOutH] = to - from;
    const int8_t* inputs[2];
    for (uint32_t i = 0; i < 2; ++i) {
      const uint32_t source = Chain::Source(member, i), row = static_cast<uint32_t>(f[kMoteFixedInW] * f[kMoteFixedInC]);
      const bool inside = source < m;
      const uint8_t* rows = inside ? workspace_ + chain_.member(source)[kMotePipelineAt] : context_.place(source - kMotePipelineOutside);
      inputs[i] = reinterpret_cast<const int8_t*>(rows) + static_cast<uint32_t>(first - (inside ? Chain::Base(held[source]) : 0)) * row;
    }
    // Where each pixel is made of one, rows are as one: routines begin less often.
    const bool pixels = w.reach == 1 && w.stride == 1 && !sums && f[kMoteFixedKernelW] == 1 && f[kMoteFixedStrideX] == 1 &&
                        f[kMoteFixedPadX] == 0 && f[kMoteFixedInW] == f[kMoteFixedOutW];
    if (pixels) f[kMoteFixedInW] = f[kMoteFixedOutW] *= to - from, f[kMoteFixedInH] = f[kMoteFixedOutH] = 1;
    const bool last = chain_.Last(m);
    uint8_t* out = last ? output_ : workspace_ + member[kMotePipelineAt];
    if (!sums) out += static_cast<uint32_t>(from - (last ? 0 : Chain::Base(held[m]))) * Chain::RowBytes(member);
    const auto stream = static_cast<uint32_t>(member[kMotePipelineStream]);
    FixedCall call = {f, inputs[0], inputs[1], stream < context_.step.operands ? context_.place(stream) : nullptr,
                      reinterpret_cast<int8_t*>(out), 0, static_cast<uint32_t>(f[kMoteFixedOutH]), workspace_,
                      context_.instance->program->isa};
    if (sums) call.scratch += member[kMotePipelineKept], call.later = from != 0, call.more = to != w.out;
    mote_linked.fixed_routines[member[kMoteFixedRoutine]]->run(call);
  }

 private:
  void Move(int32_t to, int32_t from, uint32_t bytes) const {
#ifdef MOTE_HELIUM
    const bool upwards = to < from || to - from >= static_cast<int32_t>(bytes);
    const auto* rows = reinterpret_cast<const int8_t*>(workspace_ + from);
    if (upwards && bytes != 0) return mote_helium_copy_rows(reinterpret_cast<int8_t*>(workspace_ + to), rows, 1, bytes, 0, 0);
#endif
    __builtin_memmove(workspace_ + to, workspace_ + from, bytes);
  }

  StepContext& context_;
  const Chain& chain_;
  uint8_t *workspace_, *output_;
};

// A turn of all members. False: rows do not fit where they are to lie. Null: only looks.
bool Turn(const Chain& chain, Held* held, const Runner* runner) {
  for (uint32_t m = 0; m < chain.members; ++m) {
    const int32_t* member = chain.member(m);
    const Held& h = held[m];
    if (!chain.Last(m) && h.next - Chain::Base(h) > member[kMotePipelineCapacity]) return false;
    if (runner == nullptr) continue;
    if (!chain.Last(m)) runner->Restore(member, h);
    if (h.next > h.made) runner->Run(m, held, h.made, h.next);
    for (uint32_t i = 0; i < Chain::Sources(member); ++i) {
      const uint32_t source = Chain::Source(member, i);
      if (source < m && held[source].consumer == m) runner->Save(chain.member(source), held[source]);
    }
  }
  return true;
}

// All turns; `work`: of the verifier, or null.
Site Turns(const Chain& chain, const Runner* runner, WorkAccount* work) {
  Held held[kMotePipelineMostMembers];
  for (uint32_t m = 0; m < chain.members; ++m) held[m] = {};
  const int32_t rows = chain.field(kMotePipelineRows), all = rows * chain.field(kMotePipelineTurns);
  for (int32_t come = rows; come <= all; come += rows) {
    if (work != nullptr && !work->Spend(chain.members * 2)) return Site::kWork;
    BeginTurn(chain, come, held);
    if (!Turn(chain, held, runner)) return Site::kStepFields;
  }
  const uint32_t last = chain.members - 1;
  return held[last].next == MoteRowWindowOf(chain.member(last)).out ? Site::kNone : Site::kStepFields;
}

bool Inside(uint32_t number, uint32_t most) { return number - 1 < most; }

class Proof {
 public:
  Proof(mote_program& program, const StepView& step) : p_(program), step_(step), chain_(step) {}

  Site Run(WorkAccount* work) {
    const uint32_t members = step_.fields[kMotePipelineMembers], inputs = step_.fields[kMotePipelineInputs];
    if (!Inside(members, kMotePipelineMostMembers) || step_.param_count != members * kMotePipelineMemberWords) return Site::kStepParams;
    if (step_.operands < 2 || inputs > step_.operands - 2u) return Site::kStepOperands;
    const uint32_t rows = step_.fields[kMotePipelineRows], turns = step_.fields[kMotePipelineTurns];
    if (!Inside(rows, kFar) || turns > kMotePipelineMostCome || rows * turns > kMotePipelineMostCome) return Site::kStepFields;
    const ViewInfo space = View(step_.operands - 2u), out = View(step_.operands - 1u);
    bytes_ = space.bytes;
    // A routine may keep addresses in scratch.
    const bool apart = out.space != kMoteArena || out.offset >= space.offset + space.bytes || space.offset >= out.offset + out.bytes;
    const bool places = space.type == kElementU8 && space.space == kMoteArena && space.offset % 8 == 0 && MayWrite(out);
    if (!places || !apart || out.type != kElementS8 || bytes_ < step_.fields[kMotePipelineScratch]) return Site::kStepOperandView;
    for (uint32_t m = 0; m < members; ++m) {
      if (const Site site = Member(m, inputs, out.bytes); site != Site::kNone) return site;
    }
    return Turns(chain_, nullptr, work);
  }

 private:
  ViewInfo View(uint32_t operand) const { return ViewOf(p_, step_.operand(operand)); }

  // Behind scratch, in the workspace.
  bool Lies(int32_t at, uint64_t bytes) const {
    const auto from = static_cast<uint32_t>(at);
    return from >= step_.fields[kMotePipelineScratch] && from <= bytes_ && bytes <= bytes_ - from;
  }

  Site Member(uint32_t m, uint32_t inputs, uint32_t output) {
    const int32_t* member = chain_.member(m);
    const auto number = static_cast<uint32_t>(member[kMoteFixedRoutine]);
    const FixedRoutine* routine = number < kFixedRoutines ? mote_linked.fixed_routines[number] : nullptr;
    if (routine == nullptr) return Site::kRoutineMissing;
    if (routine->run == nullptr) p_.foreign = static_cast<uint16_t>(number + 1);
    MoteFixedNeeds needs;
    routine->needs(member, &needs);
    const bool sums = needs.rows == kMoteRowsSums;
    if (!MoteCanRoll(member, &needs) || (sums && !chain_.Last(m))) return Site::kStepFields;
    if (!sums && needs.scratch > static_cast<int64_t>(step_.fields[kMotePipelineScratch])) return Site::kStepScratch;
    if (sums && (!Lies(member[kMotePipelineKept], static_cast<uint64_t>(needs.scratch)) || member[kMotePipelineKept] % 4 != 0)) {
      return Site::kStepScratch;
    }
    for (uint32_t i = 0; i < 2; ++i) {
      if (const Site site = Input(m, Chain::Source(member, i), inputs, needs.input); site != Site::kNone) return site;
    }
    if (needs.stream != 0) {
      const auto operand = static_cast<uint32_t>(member[kMotePipelineStream]);
      if (operand < inputs || operand >= step_.operands - 2u) return Site::kStepOperands;
      const ViewInfo view = View(operand);
      const bool constant = view.type == kElementU8 && view.space == kMoteConstant && view.offset % 4 == 0;
      if (!constant || view.bytes < needs.stream) return Site::kStepOperandView;
    }
    if (chain_.Last(m)) return output < needs.output ? Site::kStepOperandView : Site::kNone;
    const auto rows = static_cast<uint32_t>(member[kMotePipelineCapacity]);
    const uint64_t bytes = uint64_t{rows} * Chain::RowBytes(member);
    const bool fits = Lies(member[kMotePipelineAt], bytes) && Lies(member[kMotePipelineKept], bytes);
    return Inside(rows, kFar) && fits ? Site::kNone : Site::kStepOperandView;
  }

  // The output of an earlier member has the rows that this one's input has.
  Site Input(uint32_t m, uint32_t source, uint32_t inputs, int64_t bytes) const {
    if (source < m) {
      const int32_t *from = chain_.member(source), *to = chain_.member(m);
      const bool same = from[kMoteFixedOutH] == to[kMoteFixedInH] &&
                        Chain::RowBytes(from) == static_cast<uint32_t>(to[kMoteFixedInW] * to[kMoteFixedInC]);
      return same ? Site::kNone : Site::kStepFields;
    }
    if (source - kMotePipelineOutside >= inputs) return Site::kStepOperands;
    const ViewInfo view = View(source - kMotePipelineOutside);
    return view.type == kElementS8 && view.bytes >= bytes ? Site::kNone : Site::kStepOperandView;
  }

  mote_program& p_;
  const StepView& step_;
  const Chain chain_;
  uint32_t bytes_ = 0;  // of the workspace
};

Site Verify(mote_program& program, const StepView& step, WorkAccount* work) { return Proof(program, step).Run(work); }

uint64_t Work(const StepView& step) {
  const Chain chain(step);
  uint64_t work = 0;
  for (uint32_t m = 0; m < chain.members; ++m) {
    MoteFixedNeeds needs;
    mote_linked.fixed_routines[chain.member(m)[kMoteFixedRoutine]]->needs(chain.member(m), &needs);
    work += static_cast<uint64_t>(needs.work);
  }
  return work;
}

}  // namespace

const PipelineChecks kPipelineChecks = {Verify, Work};

mote_code RunPipeline(StepContext& context) {
  const Chain chain(context.step);
  const Runner runner(context, chain);
  Turns(chain, &runner, nullptr);  // rows fit: that has been proven
  return MOTE_OK;
}

}  // namespace mote::runtime
