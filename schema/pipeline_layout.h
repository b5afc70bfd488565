// Words of a Pipeline step: a chain of fixed-point routines of which only a few rows of each value are held. For who writes them (plan),
// runs them (runtime cpu) and proves them (core, audit). SPEC.md section 3 says what a turn does.
//
//   operands   inputs (s8), streams (u8 constants), the workspace (u8, in the arena), the output (s8)
//   fields     MotePipelineField
//   params     kMotePipelineMemberWords a member: the routine's fields (fixed_layout.h), then MotePipelineMember
#ifndef MOTE_SCHEMA_PIPELINE_LAYOUT_H_
#define MOTE_SCHEMA_PIPELINE_LAYOUT_H_

#include "schema/fixed_layout.h"

enum MotePipelineField {
  kMotePipelineMembers,  // 1 to kMotePipelineMostMembers
  kMotePipelineInputs,   // of the operands
  kMotePipelineRows,     // of every input, that come in a turn
  kMotePipelineTurns,    // until the output is whole
  kMotePipelineScratch,  // bytes at the beginning of the workspace, of whichever member runs
  kMotePipelineFields
};

enum MotePipelineMember {
  kMotePipelineInput = kMoteFixedFields,  // two: a member before this one, or an operand + kMotePipelineOutside; the same where it has one
  kMotePipelineStream = kMotePipelineInput + 2,  // operand, where the routine has one
  kMotePipelineAt,        // of all but the last, in the workspace: where rows of its output lie during a turn
  kMotePipelineCapacity,  // how many
  kMotePipelineKept,      // and where those lie that later turns read. Of a sum of rows: where its sums lie
  kMotePipelineMemberWords
};

enum {
  kMotePipelineOutside = 256,
  kMotePipelineMostMembers = 24,
  kMotePipelineMostRows = 1 << 14,  // of a member's input and output, of a window and a turn
  kMotePipelineMostCome = 0x7fff,   // rows that a value comes to, those behind its end included
  kMotePipelineMostStride = 256,
  kMotePipelineSums = 8             // number of average_pool_rows, whose rows are those of its input
};

// Row r of an output is made of the rows [r · stride - pad, r · stride - pad + reach) of an input of height `in`, those that there are.
struct MoteRowWindow {
  int32_t stride, pad, reach, in, out;
};

static inline struct MoteRowWindow MoteRowWindowOf(const int32_t* f) {
  struct MoteRowWindow w;
  w.stride = f[kMoteFixedStrideY], w.pad = f[kMoteFixedPadY];
  w.reach = (f[kMoteFixedKernelH] - 1) * f[kMoteFixedDilationY] + 1;
  w.in = f[kMoteFixedInH], w.out = f[kMoteFixedOutH];
  if (f[kMoteFixedRoutine] == kMotePipelineSums) w.stride = w.reach = 1, w.pad = 0, w.out = w.in;
  return w;
}

// What an output comes to when its input has come to `rows`.
static inline int32_t MoteRowsCome(const struct MoteRowWindow* w, int32_t rows) {
  const int32_t most = kMotePipelineMostCome, room = rows + w->pad - w->reach;
  const int32_t come = room < 0 ? 0 : (int32_t)((uint32_t)room / (uint32_t)w->stride) + 1;
  return come < most ? come : most;
}

// Whether a step with such fields and needs can be a member: one image, every window has a row of the input, all numbers are small.
static inline int MoteCanRoll(const int32_t* f, const struct MoteFixedNeeds* needs) {
  if (needs->output == 0 || needs->rows == kMoteRowsNone || f[kMoteFixedBatch] != 1) return 0;
  const struct MoteRowWindow w = MoteRowWindowOf(f);
  if (needs->rows == kMoteRowsSame && (w.stride != 1 || w.pad != 0 || w.reach != 1)) return 0;
  return w.stride <= kMotePipelineMostStride && w.in <= kMotePipelineMostRows && w.out <= kMotePipelineMostRows &&
         w.reach <= kMotePipelineMostRows && w.pad >= 0 && w.pad < w.reach && (w.out - 1) * w.stride - w.pad < w.in;
}

#endif
