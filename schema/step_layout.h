// The words of a step, for who writes them (emit), who runs them (core) and who proves them (audit). No code, no includes beyond stdint.
//
//   variant.words:   [ step ][ step ] …            blocks are ranges of it: {first word, number of words (bits 0-23) | level (24-31)}
//   step:   word 0   kind, or a routine's code (bits 0-7) | flags (8-15) | length in words, this one included (16-31)
//           word 1   kernel index, or 0xffff (bits 0-15) | number of operands (16-31); params fill the rest of the step
//           operands two view indices a word, first in the low half; an odd count leaves the last high half 0
//           fields   as many as steps.def or the routine's geometry says (While, Conditional: see below)
//           params   the kernel's parameter words: one word each for i32 and f32, two (low first) for i64 and f64
//   Launch:       operands in the kernel's order. In Vulkan variants fields DispatchField
//   routines:     operands lhs, rhs, then the epilogue's; fields DotField or ConvolutionField
//   Copy:         operands source, destination
//   Sort:         operands the arrays, the sorted arrays, then the kernel's: pairs, what it reads, answers; fields SortField
//   While:        operand predicate (pred, 1 byte); fields WhileField
//   Call:         operands inputs, outputs; fields CallField
//   Exchange:     operands what is sent, the result (ids: the result alone); fields ExchangeField; params: see MoteExchangeKind
//   Conditional:  operand index (s32, or pred: true selects branch 0); fields number of branches; params: one block number a branch.
//                 An index outside [0, n) runs the last branch.
//   Pipeline:     operands inputs, streams, workspace, output; fields and params in pipeline_layout.h
//   view table:   kViewWords words a view, see ViewWord. Views are verified once, steps name them.
//   levels:       a step names blocks of a higher level than its own block's only, so that no path of blocks is longer than kMoteMaxLevel
//   + 1.
#ifndef MOTE_SCHEMA_STEP_LAYOUT_H_
#define MOTE_SCHEMA_STEP_LAYOUT_H_

#include <stdint.h>

enum {
  kMoteNoKernel = 0xffff,
  kMoteFirstRoutine = 16,    // codes of routines.def begin here, in the byte of the kind
  kMoteMaxLevel = 15,        // of a block
  kMoteBlockWords = 0xffffff,  // mask of a block's number of words; its level stands above
  kMoteLevelShift = 24,
  kMoteMaxTrips = 32768,     // of a launch: software devices end loops silently after 65 535 iterations, GPUs have watchdogs
  kMoteStepFlagBarrier = 1,  // device work of earlier steps must be complete and visible before this step starts (Vulkan variants)
};

// Spaces of a view. Input and output views carry the number of the tensor; their offset counts from the caller's pointer.
enum MoteSpace { kMoteConstant = 0, kMoteArena = 1, kMoteInput = 2, kMoteOutput = 3, kMoteState = 4 };

enum { kMoteMostRegions = 4 };  // of an arena

enum MoteViewWord {
  kMoteViewPlace = 0,   // space (bits 0-7) | element type code (8-15) | number of the input, output or region of the arena (16-31)
  kMoteViewOffset = 1,  // in units of 2^unit_shift bytes
  kMoteViewBytes = 2,   // exact length in bytes
  kMoteViewWords = 3
};

enum MoteDispatchField {  // of a launch in a Vulkan variant
  // at least as many iterations as the loops of one invocation make, all of them together, in any shader of the kernel; at most
  // kMoteMaxTrips
  kMoteDispatchTrips,
  kMoteDispatchFields
};

enum MoteWhileField {
  kMoteWhileCondition, kMoteWhileBody,  // blocks
  kMoteWhileMost,                       // turns of the body, 0: not known. A run that would take one more fails
  kMoteWhileFields
};

enum MoteCallField {
  kMoteCallNumber,  // in Variant.calls
  kMoteCallInputs,  // of the operands, the others are outputs
  kMoteCallFields
};

enum MoteExchangeField {
  kMoteExchangeKind,    // MoteExchangeKind
  kMoteExchangeBlocks,  // of a gathered or swapped array: the members of the largest group; else 0
  kMoteExchangePart,    // MoteExchangePart
  kMoteExchangeFields
};

// An exchange that data moves in is one step, or two with others between that run while it is under way. Both have the same words but for
// this one. Between them stand only steps that compute or copy and ids: none that names blocks, calls the application or exchanges data;
// and both stand in one block. Not in Vulkan variants.
enum MoteExchangePart {
  kMoteExchangeWhole,
  kMoteExchangeStart,  // until its done nobody else writes what is sent, or touches the result
  kMoteExchangeDone,
  kMoteExchangeParts
};

// Members are numbered replica * partitions + partition, n of them. Params of kinds with groups: none (one group of all, by number), or n
// words, the members of one group behind the other with kMoteExchangeFirst at the first of each, then n words, at each member's number the
// place where it stands among the first n. Of pairs: n words, at each member's number the one that it receives from, or
// kMoteExchangeNobody.
enum MoteExchangeKind {
  kMoteExchangeGather,       // block i of the result is what member i of the group sends
  kMoteExchangeSwap,         // block i of what is sent goes to member i of the group, where it is the block of its sender
  kMoteExchangePairs,        // zeros for those who receive nothing
  kMoteExchangeReplicaId,    // the result is this member's replica (u32), and so its partition
  kMoteExchangePartitionId,
  kMoteExchangeKinds
};
#define kMoteExchangeFirst UINT32_C(0x80000000)
#define kMoteExchangeNobody UINT32_C(0xffffffff)
enum { kMoteMostMembers = 0x7fff };  // a step's words are counted in 16 bits

// Extents and strides in elements, signed; offsets: of the first element that is read.
enum MoteDotField {
  kMoteDotBatch, kMoteDotM, kMoteDotN, kMoteDotK,
  kMoteDotLhsB, kMoteDotLhsM, kMoteDotLhsK, kMoteDotRhsB, kMoteDotRhsK, kMoteDotRhsN, kMoteDotLhsOffset, kMoteDotRhsOffset,
  kMoteDotFields
};

// A dot whose right-hand side lies in panels of columns, kMotePanelDotRhsPanel from one to the next; the last may have more than are left.
enum MotePanelDotField {
  kMotePanelDotBatch, kMotePanelDotM, kMotePanelDotN, kMotePanelDotK, kMotePanelDotPanels, kMotePanelDotColumns,
  kMotePanelDotLhsB, kMotePanelDotLhsM, kMotePanelDotLhsK, kMotePanelDotRhsB, kMotePanelDotRhsPanel, kMotePanelDotRhsK, kMotePanelDotRhsN,
  kMotePanelDotLhsOffset, kMotePanelDotRhsOffset,
  kMotePanelDotFields
};

// Element i of line l, of `rows` · `inner` lines, is number (l / inner) · n · inner + i · inner + l % inner of each array.
enum MoteSortField {
  kMoteSortRows, kMoteSortN, kMoteSortInner,
  kMoteSortArrays,  // sorted together
  kMoteSortLanes,   // questions that the kernel answers at once
  kMoteSortOrder,   // bits of MoteSortOrder: how the comparator orders without being asked, 0 when only asking tells
  kMoteSortKey,     // the array that it then looks at
  kMoteSortFields
};

enum MoteSortOrder {
  kMoteSortByKey = 1,       // ascending numbers; floats by total order
  kMoteSortDescending = 2,
  kMoteSortZerosEqual = 4,  // floats: -0 = +0
  kMoteSortNansEqual = 8,   // floats: every NaN is the same one, greater than infinity
  kMoteSortNansAsk = 16,    // floats: a line with a NaN is sorted by asking
  kMoteSortOrders = 31
};

enum { kMoteMostSorted = 1 << 30 };  // elements of a line

enum MoteConvolutionField {
  kMoteConvBatch, kMoteConvInH, kMoteConvInW, kMoteConvOutH, kMoteConvOutW, kMoteConvKernelH, kMoteConvKernelW, kMoteConvGroups,
  kMoteConvInPerGroup, kMoteConvOutPerGroup, kMoteConvStrideY, kMoteConvStrideX, kMoteConvDilationY, kMoteConvDilationX,
  kMoteConvPadY, kMoteConvPadX,
  kMoteConvLhsB, kMoteConvLhsY, kMoteConvLhsX, kMoteConvLhsC, kMoteConvRhsY, kMoteConvRhsX, kMoteConvRhsC, kMoteConvRhsO,
  kMoteConvLhsOffset, kMoteConvRhsOffset,
  kMoteConvFields
};

#endif
