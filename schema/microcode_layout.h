// The words of Kernel.code, for who prints them (host_tools/kernel), who proves them (runtime core) and who runs them (runtime cpu).
// SPEC.md section 4 explains them. No code beyond field access and sizes, no includes beyond stdint.
//
//   code:     [header: 5 words][operands][axes][constants][prologue code][stage]…[stage]
//   operands  a byte each, four a word: element type code (bits 0-5) | read (6) | written (7)
//   axes      a half-word each: the step parameter word that holds the extent. Group axes first (outermost first), then loop axes, then
//   lane axes stage     [2 words, 3 for reduce][lane axes: a byte each][results: 2 words each, reduce only][accesses][body code][combiner
//   code] access    [operand (0-8) | checked (9) | terms (10-15) | offset parameter word + 1, 0: none (16-31)], then a word a term, axes
//   ascending:
//             [axis (0-7) | stride parameter word (16-31)]. Checked loads and stores take checked accesses, plain ones take the others
//
// Registers. A *slot* is a strip of 4-byte elements; 64-bit values take two slots in a row. A *uniform* is a word that is the same for the
// whole strip; 64-bit values take two, the first even. Uniforms 0 … group+loop axes - 1 are the present coordinates of those axes; from the
// next even number on stand the kernel's constants, then whatever the code computes. An operand number of 16 bits is kMoteUniform |
// uniform, or a slot; slot numbers from `slots` on are the `partials`: the accumulators of a combiner (kMotePartialBytes each) or, in an
// epilogue, the routine's sum.
//
// Code. An instruction is a word [op (0-7) | d (8-15) | a (16-23) | b (24-31)] and the words its op asks for. Bit 7 of d, a, b: uniform;
// the low seven bits are the number. A kMoteOpWide word before it gives bits 7-14 of the three numbers in its own d, a, b.
#ifndef MOTE_SCHEMA_MICROCODE_LAYOUT_H_
#define MOTE_SCHEMA_MICROCODE_LAYOUT_H_

#include <stdint.h>

enum MoteMicrocodeHeader {
  kMoteCodeCounts = 0,     // operands (0-8) | stages (10-15) | group axes (16-20) | loop axes (21-25) | lane axes (26-31)
  kMoteCodeRegisters = 1,  // slots (0-15) | uniforms, in words (16-31)
  kMoteCodeExtras = 2,     // constants, in words (0-15) | accesses (16-31)
  kMoteCodeSizes = 3,      // parameter words of the step (0-15) | prologue words (16-31)
  kMoteCodeFlags = 4,      // partials (0-7) | flags (8-15) | 0 (16-31)
  kMoteCodeHeaderWords = 5
};

enum MoteMicrocodeFlag {
  kMoteCodeEpilogue = 1,  // reads a routine's sum: only for steps of routines
  kMoteCodeChecked = 2    // has checked accesses: one more strip of scratch, for their offsets
};

enum MoteStageKind { kMoteStageMap = 0, kMoteStageReduce = 1, kMoteStageScalar = 2 };

// Stage word 0: kind (0-1) | lane axes (2-7) | results (8-15) | accesses (16-31)
// Stage word 1: body words (0-15) | combiner words (16-31)
// Stage word 2, reduce only: lanes
// Result word 0: value, a slot of its own (0-15) | init, uniform (16-31);  word 1: result, uniform (0-15) | 64-bit: 1 (16)

// Structural operations; all others stand in scalar_ops.def with codes from 16 on (three operands: the third, 16 bits, in a word of its
// own; immediates in b).
enum MoteMicrocodeOp {
  kMoteOpWide = 0,
  kMoteOpParam64 = 1,       // d: uniform; a, b: parameter word, low byte first; two words are copied
  kMoteOpParam = 2,         // as above, one word
  kMoteOpAxis = 3,          // d: slot; a: lane axis
  kMoteOpLoad = 4,          // d; a, b: access of the stage (0-13) and register class (14-15: i32 i64 f32 f64)
  kMoteOpStore = 5,         // d: the value; a, b as for load
  kMoteOpLoop = 6,          // a: loop axis; then a word: words from here to the instruction behind the loop's end
  kMoteOpEnd = 8,           // of the innermost open loop
  kMoteOpMove = 12,         // d, a; 32 bits
  kMoteOpLoadChecked = 13,  // as load, then a word: computed offset (0-15) | predicate (16-31), operand numbers or kMoteAbsent
  kMoteOpStoreChecked = 14,
  kMoteOpMove64 = 15,
  kMoteFirstScalarOp = 16
};

enum MoteMicrocodeLimit {
  kMoteUniform = 0x8000,
  kMoteAbsent = 0x7fff,
  kMotePartialBytes = 256,  // of one partial: up to 32 lanes of 8 bytes
  kMoteMaxLanes = 32,
  kMoteMaxLoopDepth = 16,
  kMoteMaxAxes = 31,        // of each kind
  kMoteMaxStages = 63,
  kMoteMaxOperands = 511,
  kMoteMinStrip = 32,
  kMoteMaxStrip = 4096,     // a variant's strip is a multiple of 32 up to here
  kMoteAccessBytes = 40     // of the runtime's own note of an access
};

// Bytes of scratch that stand for every strip length: uniforms, partials and notes of accesses. Bytes of a strip element: all slots.
static inline int64_t MoteMicrocodeFixedBytes(const uint32_t* header) {
  const int64_t uniforms = (header[kMoteCodeRegisters] >> 16) * INT64_C(4);
  const int64_t partials = (header[kMoteCodeFlags] & 0xff) * (int64_t)kMotePartialBytes;
  const int64_t epilogue = header[kMoteCodeFlags] & (kMoteCodeEpilogue << 8);
  return ((uniforms + 7) & ~INT64_C(7)) + (epilogue ? 0 : partials) + (header[kMoteCodeExtras] >> 16) * (int64_t)kMoteAccessBytes;
}
static inline int64_t MoteMicrocodeElementBytes(const uint32_t* header) {
  const int64_t checked = (header[kMoteCodeFlags] >> 8) & kMoteCodeChecked ? 1 : 0;
  return ((header[kMoteCodeRegisters] & 0xffff) + checked) * INT64_C(4);
}
static inline int64_t MoteMicrocodeScratch(const uint32_t* header, int64_t strip) {
  return MoteMicrocodeFixedBytes(header) + MoteMicrocodeElementBytes(header) * strip;
}

// The strip that scratch is planned for: no longer than the points that a launch computes, a multiple of the shortest one.
static inline int64_t MotePlannedStrip(int64_t strip, int64_t points) {
  const int64_t shortest = kMoteMinStrip, needed = points < 1 ? shortest : (points + shortest - 1) / shortest * shortest;
  return needed < strip ? needed : strip;
}

#endif
