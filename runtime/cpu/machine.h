// The strip machine: runs a kernel's microcode over strips of its flattened domain, registers in scratch. One Machine serves one thread of
// one step; it holds no memory of its own. Only for verified programs.
#ifndef MOTE_CPU_MACHINE_H_
#define MOTE_CPU_MACHINE_H_

#include "core/instance.h"
#include "core/kernel_code.h"
#include "core/linked.h"

namespace mote::runtime {

// One access of a stage, made ready for a step: where its operand lies and how far it runs along the flattened lanes.
struct AccessNote {
  uint8_t* data;
  const uint32_t* code;
  uint32_t elements;  // of the operand
  uint32_t base;      // element offset for the present group, modulo 2^32
  uint32_t run;       // flattened points in a row that lie `stride` apart
  int32_t stride;     // elements
  uint8_t type;
  uint8_t shape;      // AccessShape
  uint8_t first_loop, first_lane;  // terms
};
static_assert(sizeof(AccessNote) <= kMoteAccessBytes, "scratch is planned for notes of this size");

enum AccessShape : uint8_t {
  kShapeLinear,    // one run over the whole domain
  kShapePeriodic,  // the same run again and again
  kShapeGeneral,
};

class Machine {
 public:
  // `scratch` of `scratch_bytes`, aligned to 8, is this machine's alone and as large as the verifier asks (MoteMicrocodeScratch for strips
  // of 32). The kernel's operands are the step's from `first_operand` on. `code` is kept, not copied.
  Machine(const StepContext& context, const KernelCode& code, uint32_t first_operand, uint8_t* scratch, uint32_t scratch_bytes);
  // Clears the notes: a later kernel may read registers that it never wrote, and must find no addresses there.
  ~Machine() { __builtin_memset(notes_, 0, code_.accesses * sizeof(AccessNote)); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  uint32_t groups() const { return groups_; }
  uint32_t points() const { return points_; }  // of the first stage's domain
  uint32_t strip() const { return strip_; }
  // Kernels by groups and kernels of several stages: groups [begin, end).
  void RunGroups(uint32_t begin, uint32_t end);
  // Kernels of one map stage without groups: points [begin, end).
  void RunPoints(uint32_t begin, uint32_t end);
  // Epilogues: points [begin, begin + count), whose sums lie at `sums`. Call BeginPoints once before.
  void BeginPoints();
  void RunSums(uint32_t begin, uint32_t count, const uint32_t* sums);
  bool flat() const { return code_.groups == 0 && code_.stages == 1 && (code_.first_stage[0] & 3) == kMoteStageMap; }

 protected:  // for the chunk machine
  struct Dimension {
    uint32_t extent;
    int32_t stride;
  };

  void MakeNotes(const StepContext& context, uint32_t first_operand);
  // Gives how many there are, and those from `first` on, `most` of them at most.
  uint32_t MergeLanes(const StageCode& stage, const AccessNote& note, Dimension* out, uint32_t most = kMoteMaxAxes,
                      uint32_t first = 0) const;
  // What the dimensions behind those that a walk keeps add to an element's offset, at their flattened point.
  uint32_t Far(const AccessNote& note, uint32_t point) const;
  void EnterGroup(uint32_t group);
  void EnterStage(const uint32_t* at);
  uint32_t StagePoints() const;
  void RunStage();
  void RunReduce();
  void Combine(uint32_t n);
  void FoldPartials(uint32_t extent);

  void Run(const uint32_t* at, const uint32_t* end, uint32_t n);
  void Memory(const Instruction& in, const uint32_t*& at, uint32_t n);
  void Checked(const Instruction& in, const AccessNote& note, uint32_t index, uint32_t word, uint32_t n) const;
  friend void RunChecked(const Machine&, const Instruction&, const AccessNote&, uint32_t, uint32_t, uint32_t);
  void Coordinates(uint32_t axis, uint32_t* out, uint32_t n) const;
  // Loads n elements and says true when they come in runs that are worth it (machine_runs.cpp).
  using LoadFunction = decltype(ElementAccess::load);
  bool LoadShortRuns(const AccessNote& note, uint32_t index, uint8_t* strip, uint32_t shift, LoadFunction load, uint32_t n) const;
  void LoadPeriodic(const AccessNote& note, uint32_t index, uint8_t* strip, uint32_t shift, LoadFunction load, uint32_t n) const;
  void LoadWordRuns(const AccessNote& note, uint32_t index, uint8_t* strip, uint32_t n) const;
  template <class Segment>
  void Walk(const AccessNote& note, uint32_t index, uint32_t n, Segment segment) const;

  void* At(uint32_t number, bool wide) const;

  const OperationFunction* operations_;
  const ElementAccess* const* elements_;
  const KernelCode& code_;
  const uint32_t* params_;
  uint32_t* uniforms_;
  uint8_t* partials_;
  AccessNote* notes_;
  uint8_t* slots_;
  uint32_t* offsets_;  // a strip of element offsets, for checked accesses
  const uint32_t slot_count_;  // the kernel's, which every operand of an instruction asks for
  uint32_t strip_ = 0, pitch_ = 0;
  uint32_t groups_ = 1, points_ = 0;
  // The stage being run.
  StageCode stage_;
  const AccessNote* stage_notes_ = nullptr;
  const uint32_t* body_ = nullptr;
  const uint32_t* combiner_ = nullptr;
  const uint32_t* next_stage_ = nullptr;
  uint32_t position_ = 0;  // flattened point of the strip's first element
  uint32_t shift_ = 0;     // of all slots, in elements, while a combiner runs over a part of a strip
};

// For the table of linked parts: a kernel without checked accesses does without it.
void RunChecked(const Machine& machine, const Instruction& in, const AccessNote& note, uint32_t index, uint32_t word, uint32_t n);

inline constexpr uint32_t kKeptDimensions = 6;  // of a walk, on its stack; what further ones add is found anew each time they move

// Calls segment(first element, stride, elements already done, count) for every run of the strip at position_.
template <class Segment>
void Machine::Walk(const AccessNote& note, uint32_t index, uint32_t n, Segment segment) const {
  if (note.shape == kShapeLinear) return segment(index + position_ * static_cast<uint32_t>(note.stride), note.stride, 0u, n);
  const uint32_t run = note.run;
  uint32_t rest = position_ % run;
  Dimension lanes[kKeptDimensions];
  uint32_t at[kKeptDimensions];
  uint32_t kept = 0, far = 0, beyond = 0;  // dimensions; where all are, of those behind them: their offset, their flattened point
  if (note.shape == kShapeGeneral) {
    kept = MergeLanes(stage_, note, lanes, kKeptDimensions);
    if (kept > kKeptDimensions) kept = kKeptDimensions;
    beyond = position_ / run;
    for (uint32_t i = 1; i < kept; ++i) {
      at[i] = beyond % lanes[i].extent;
      beyond /= lanes[i].extent;
      index += at[i] * static_cast<uint32_t>(lanes[i].stride);
    }
    if (kept == kKeptDimensions) index += far = Far(note, beyond);
  }
  for (uint32_t done = 0; done < n; rest = 0) {
    const uint32_t count = run - rest < n - done ? run - rest : n - done;
    segment(index + rest * static_cast<uint32_t>(note.stride), note.stride, done, count);
    done += count;
    uint32_t i = 1;
    for (; i < kept; ++i) {
      index += static_cast<uint32_t>(lanes[i].stride);
      if (++at[i] < lanes[i].extent) break;
      index -= lanes[i].extent * static_cast<uint32_t>(lanes[i].stride);
      at[i] = 0;
    }
    if (i == kKeptDimensions) index -= far, index += far = Far(note, ++beyond);
  }
}

}  // namespace mote::runtime

#endif
