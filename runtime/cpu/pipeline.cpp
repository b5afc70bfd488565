// Pipeline steps (schema/pipeline_layout.h): what the verifier asks of one, its work, its turns. The verifier goes through all turns
// without running a routine (Come), so that what is run is what was proven. A file of its own: binaries without pipelines have none of it.
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

// Rows of a member's output, from turn to turn.
struct Held {
  int16_t come;  // what it comes to in a turn, perhaps more than there are
  int16_t next;  // made after it
  int16_t keep;  // the first that anybody reads from the next turn on
  int16_t : 16;  // 8 bytes: it is looked up by number all the time
};
// Those that lie in the workspace in a turn.
struct Span {
  int16_t made, first;  // before it; the first that is read from it on
  uint8_t consumer;     // the last one
};

// What a run notes, in the instance: it would be the largest part of a stack. A Held and a Span of each member follow.
struct Room {
  FixedCall call;  // of the member that runs
  int32_t fields[kMoteFixedFields];
  Held* held() { return reinterpret_cast<Held*>(this + 1); }
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
  static int32_t Base(const Span& span) { return span.first < span.made ? span.first : span.made; }
  bool Last(uint32_t m) const { return m + 1 == members; }

  const StepView& step;
  const uint32_t members;
};

// What member m comes to when `rows` of the inputs have come, and what its inputs keep for it. Flat:
// a start asks it of every member in every turn.
[[gnu::flatten]] void Come(const Chain& chain, uint32_t m, int32_t rows, Held* held) {
  const int32_t* member = chain.member(m);
  const MoteRowWindow w = MoteRowWindowOf(member);
  const uint32_t one = Chain::Source(member, 0), two = Chain::Source(member, 1);
  int32_t come = one < m ? held[one].come : rows;
  if (two != one) {
    const int32_t other = two < m ? held[two].come : rows;
    if (other < come) come = other;
  }
  come = MoteRowsCome(&w, come);  // of what has come of both: more rows of an input make no fewer
  const int32_t next = come < w.out ? come : w.out;
  held[m] = {static_cast<int16_t>(come), static_cast<int16_t>(next), kFar};
  const int32_t top = next * w.stride - w.pad, keep = next == w.out || top > w.in ? w.in : top < 0 ? 0 : top;
  if (one < m && keep < held[one].keep) held[one].keep = static_cast<int16_t>(keep);
  if (two < m && keep < held[two].keep) held[two].keep = static_cast<int16_t>(keep);
}

// The turns without what they compute: whether rows fit where they are to lie, and all of the output is made.
[[gnu::noinline]] Site Fits(const Chain& chain, WorkAccount* work) {
  Held held[kMotePipelineMostMembers];
  for (uint32_t m = 0; m < chain.members; ++m) held[m] = {};
  const int32_t rows = chain.field(kMotePipelineRows), all = rows * chain.field(kMotePipelineTurns);
  const uint32_t last = chain.members - 1;
  for (int32_t come = rows; come <= all; come += rows) {
    if (!work->Spend(chain.members * 2)) return Site::kWork;
    const int32_t* capacity = chain.member(0) + kMotePipelineCapacity;
    for (uint32_t m = 0; m < last; ++m, capacity += kMotePipelineMemberWords) {
      const int32_t base = held[m].keep < held[m].next ? held[m].keep : held[m].next;  // Chain::Base of what is made and read first
      Come(chain, m, come, held);
      if (held[m].next - base > *capacity) return Site::kStepFields;
    }
    Come(chain, last, come, held);
  }
  return held[last].next == MoteRowWindowOf(chain.member(last)).out ? Site::kNone : Site::kStepFields;
}

class Runner {
 public:
  Runner(StepContext& context, const Chain& chain)
      : context_(context), chain_(chain),
        room_(*reinterpret_cast<Room*>(RoomOf(*context.instance) + context.instance->program->fixed_bytes)), held_(room_.held()),
        spans_(reinterpret_cast<Span*>(held_ + chain.members)), workspace_(context.place(context.step.operands - 2u)),
        output_(context.place(context.step.operands - 1u)) {
    for (uint32_t m = 0; m < chain.members; ++m) {
      held_[m] = {};
      for (uint32_t i = 0; i < 2; ++i) {
        const uint32_t source = Chain::Source(chain.member(m), i);
        if (source < m) spans_[source].consumer = static_cast<uint8_t>(m);
      }
    }
  }

  // When `rows` of the inputs have come. Rows fit: that has been proven.
  void Turn(int32_t rows) const {
    for (uint32_t m = 0; m < chain_.members; ++m) {
      spans_[m].made = held_[m].next, spans_[m].first = held_[m].keep;
      Come(chain_, m, rows, held_);
    }
    for (uint32_t m = 0; m < chain_.members; ++m) {
      const int32_t* member = chain_.member(m);
      if (!chain_.Last(m)) Restore(m);
      if (held_[m].next > spans_[m].made) {
        Prepare(m);
        mote_linked.fixed_routines[member[kMoteFixedRoutine]]->run(room_.call);
      }
      for (uint32_t i = 0; i < Chain::Sources(member); ++i) {
        const uint32_t source = Chain::Source(member, i);
        if (source < m && spans_[source].consumer == m) Save(source);
      }
    }
  }

 private:
  // Rows that earlier turns left are put in front of those that come.
  void Restore(uint32_t m) const {
    const int32_t* member = chain_.member(m);
    const uint32_t bytes = static_cast<uint32_t>(spans_[m].made - Chain::Base(spans_[m])) * Chain::RowBytes(member);
    if (member[kMotePipelineAt] != member[kMotePipelineKept]) Move(member[kMotePipelineAt], member[kMotePipelineKept], bytes);
  }
  void Save(uint32_t m) const {
    const Held h = held_[m];
    if (h.keep >= h.next) return;
    const int32_t* member = chain_.member(m);
    const uint32_t row = Chain::RowBytes(member), from = static_cast<uint32_t>(h.keep - Chain::Base(spans_[m])) * row;
    Move(member[kMotePipelineKept], member[kMotePipelineAt] + static_cast<int32_t>(from), static_cast<uint32_t>(h.next - h.keep) * row);
  }

  // For the rows of member m that it has not made: the fields of a step over the rows that its windows reach. Apart: none of it lies on the
  // stack below routines.
  [[gnu::noinline]] void Prepare(uint32_t m) const {
    const int32_t* member = chain_.member(m);
    const int32_t from = spans_[m].made, to = held_[m].next;
    const MoteRowWindow w = MoteRowWindowOf(member);
    const int32_t top = from * w.stride - w.pad, first = top < 0 ? 0 : top, end = (to - 1) * w.stride - w.pad + w.reach;
    const bool sums = member[kMoteFixedRoutine] == kMotePipelineSums;
    int32_t* const f = room_.fields;
    for (uint32_t i = 0; i < kMoteFixedFields; ++i) f[i] = member[i];
    f[kMoteFixedInH] = (end < w.in ? end : w.in) - first;
    if (!sums) f[kMoteFixedPadY] = first - top, f[kMoteFixedOutH] = to - from;
    FixedCall& call = room_.call;
    call.fields = f;
    const uint32_t row = static_cast<uint32_t>(f[kMoteFixedInW] * f[kMoteFixedInC]);
    call.input = Rows(m, Chain::Source(member, 0), first, row);
    call.other = Rows(m, Chain::Source(member, 1), first, row);
    // Where each pixel is made of one, rows are as one: routines begin less often.
    const bool pixels = w.reach == 1 && w.stride == 1 && !sums && f[kMoteFixedKernelW] == 1 && f[kMoteFixedStrideX] == 1 &&
                        f[kMoteFixedPadX] == 0 && f[kMoteFixedInW] == f[kMoteFixedOutW];
    if (pixels) f[kMoteFixedInW] = f[kMoteFixedOutW] *= to - from, f[kMoteFixedInH] = f[kMoteFixedOutH] = 1;
    const bool last = chain_.Last(m);
    uint8_t* out = last ? output_ : workspace_ + member[kMotePipelineAt];
    if (!sums) out += static_cast<uint32_t>(from - (last ? 0 : Chain::Base(spans_[m]))) * Chain::RowBytes(member);
    call.output = reinterpret_cast<int8_t*>(out);
    const auto stream = static_cast<uint32_t>(member[kMotePipelineStream]);
    call.stream = stream < context_.step.operands ? context_.place(stream) : nullptr;
    call.begin = 0, call.end = static_cast<uint32_t>(f[kMoteFixedOutH]);
    call.scratch = workspace_;
    call.isa = context_.instance->program->isa;
    call.again = call.down = call.later = call.more = false;
    if (sums) call.scratch += member[kMotePipelineKept], call.later = from != 0, call.more = to != w.out;
  }

  // Row `first` of an input of member m.
  const int8_t* Rows(uint32_t m, uint32_t source, int32_t first, uint32_t row) const {
    const bool inside = source < m;
    const uint8_t* rows = inside ? workspace_ + chain_.member(source)[kMotePipelineAt] : context_.place(source - kMotePipelineOutside);
    return reinterpret_cast<const int8_t*>(rows) + static_cast<uint32_t>(first - (inside ? Chain::Base(spans_[source]) : 0)) * row;
  }
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
  Room& room_;
  Held* const held_;
  Span* const spans_;
  uint8_t *workspace_, *output_;
};

bool Inside(uint32_t number, uint32_t most) { return number - 1 < most; }

class Proof {
 public:
  Proof(mote_program& program, const StepView& step) : p_(program), step_(step), chain_(step) {}

  // Apart: it is done when the turns are gone through.
  [[gnu::noinline]] Site Run(uint64_t* work) {
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
    const auto room = static_cast<uint32_t>(sizeof(Room) + members * (sizeof(Held) + sizeof(Span)));
    if (room + p_.fixed_bytes > p_.room_bytes) p_.room_bytes = room + p_.fixed_bytes;
    *work = work_;
    return Site::kNone;
  }

 private:
  ViewInfo View(uint32_t operand) const { return ViewOf(p_, step_.operand(operand)); }

  // Behind scratch, in the workspace.
  bool Lies(int32_t at, uint64_t bytes) const {
    const auto from = static_cast<uint32_t>(at);
    return from >= step_.fields[kMotePipelineScratch] && from <= bytes_ && bytes <= bytes_ - from;
  }

  // Apart: what needs are told in takes stack.
  [[gnu::noinline]] Site Member(uint32_t m, uint32_t inputs, uint32_t output) {
    const int32_t* member = chain_.member(m);
    const auto number = static_cast<uint32_t>(member[kMoteFixedRoutine]);
    const FixedRoutine* routine = number < kFixedRoutines ? mote_linked.fixed_routines[number] : nullptr;
    if (routine == nullptr) return Site::kRoutineMissing;
    if (routine->run == nullptr) p_.foreign = static_cast<uint16_t>(number + 1);
    MoteFixedNeeds needs;
    routine->needs(member, &needs);
    work_ += static_cast<uint64_t>(needs.work);
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
  uint64_t work_ = 0;   // of the members so far
};

Site Verify(mote_program& program, const StepView& step, WorkAccount* account, uint64_t* work) {
  const Site site = Proof(program, step).Run(work);
  return site == Site::kNone ? Fits(Chain(step), account) : site;
}

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
  const int32_t rows = chain.field(kMotePipelineRows);
  for (int32_t turn = 1; turn <= chain.field(kMotePipelineTurns); ++turn) runner.Turn(turn * rows);
  return MOTE_OK;
}

}  // namespace mote::runtime
