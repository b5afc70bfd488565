// Kernel microcode taken apart: plain readers of the layout in schema/microcode_layout.h, without checks. verify_code.cpp proves the words
// with them step by step; the machine then uses them freely.
#ifndef MOTE_CORE_KERNEL_CODE_H_
#define MOTE_CORE_KERNEL_CODE_H_

#include <stdint.h>

#include "schema/microcode_layout.h"

struct mote_program;

namespace mote::runtime {

struct KernelCode {
  const uint32_t* words;
  uint16_t operands, stages;
  uint8_t groups, loops, lanes;
  uint16_t slots, uniforms, constants, accesses, param_words, prologue_words;
  uint8_t partials;
  bool epilogue, checked;
  const uint8_t* operand_types;
  const uint16_t* axes;  // parameter words of the extents
  const uint32_t* constant_words;
  const uint32_t* prologue;
  const uint32_t* first_stage;

  explicit KernelCode(const uint32_t* code)
      : words(code),
        operands(static_cast<uint16_t>(code[kMoteCodeCounts] & 0x1ff)),
        stages(static_cast<uint16_t>((code[kMoteCodeCounts] >> 10) & 63)),
        groups(static_cast<uint8_t>((code[kMoteCodeCounts] >> 16) & 31)),
        loops(static_cast<uint8_t>((code[kMoteCodeCounts] >> 21) & 31)),
        lanes(static_cast<uint8_t>((code[kMoteCodeCounts] >> 26) & 63)),
        slots(static_cast<uint16_t>(code[kMoteCodeRegisters])),
        uniforms(static_cast<uint16_t>(code[kMoteCodeRegisters] >> 16)),
        constants(static_cast<uint16_t>(code[kMoteCodeExtras])),
        accesses(static_cast<uint16_t>(code[kMoteCodeExtras] >> 16)),
        param_words(static_cast<uint16_t>(code[kMoteCodeSizes])),
        prologue_words(static_cast<uint16_t>(code[kMoteCodeSizes] >> 16)),
        partials(static_cast<uint8_t>(code[kMoteCodeFlags])),
        epilogue((code[kMoteCodeFlags] & (kMoteCodeEpilogue << 8)) != 0),
        checked((code[kMoteCodeFlags] & (kMoteCodeChecked << 8)) != 0) {
    const uint32_t* at = code + kMoteCodeHeaderWords;
    operand_types = reinterpret_cast<const uint8_t*>(at);
    at += (operands + 3) / 4;
    axes = reinterpret_cast<const uint16_t*>(at);
    at += (axis_count() + 1) / 2;
    constant_words = at;
    prologue = at + constants;
    first_stage = prologue + prologue_words;
  }
  uint32_t axis_count() const { return static_cast<uint32_t>(groups) + loops + lanes; }
  uint32_t first_constant() const { return (static_cast<uint32_t>(groups) + loops + 1) & ~1u; }  // its uniform
  uint32_t head_words() const { return static_cast<uint32_t>(first_stage - words); }
  uint32_t extent(const uint32_t* params, uint32_t axis) const { return params[axes[axis]]; }
};

// program.cpp; of a kernel whose words have been proven, and with them the way there: it is not looked at again.
KernelCode KernelCodeOf(const mote_program& program, uint32_t kernel);

struct StageCode {
  uint8_t kind, lane_count, results;
  uint16_t accesses;
  uint16_t body_words, combiner_words;
  uint8_t lanes;  // of a reduce stage
  const uint8_t* lane_axes;
  const uint32_t* result_words;
  const uint32_t* access_words;  // body and combiner follow the accesses

  explicit StageCode(const uint32_t* at)
      : kind(static_cast<uint8_t>(at[0] & 3)),
        lane_count(static_cast<uint8_t>((at[0] >> 2) & 63)),
        results(static_cast<uint8_t>(at[0] >> 8)),
        accesses(static_cast<uint16_t>(at[0] >> 16)),
        body_words(static_cast<uint16_t>(at[1])),
        combiner_words(static_cast<uint16_t>(at[1] >> 16)),
        lanes(1) {
    at += 2;
    if (kind == kMoteStageReduce) lanes = static_cast<uint8_t>(*at++);
    lane_axes = reinterpret_cast<const uint8_t*>(at);
    result_words = at + (lane_count + 3) / 4;
    access_words = result_words + 2 * results;
  }
};

struct AccessCode {
  const uint32_t* words;
  uint32_t operand() const { return words[0] & 0x1ff; }
  bool checked() const { return (words[0] & 0x200) != 0; }
  uint32_t terms() const { return (words[0] >> 10) & 63; }
  uint32_t offset() const { return words[0] >> 16; }  // parameter word + 1, or 0
  uint32_t axis(uint32_t term) const { return words[1 + term] & 0xff; }
  uint32_t stride(uint32_t term) const { return words[1 + term] >> 16; }
  const uint32_t* next() const { return words + 1 + terms(); }
};

// One instruction, its wide prefix taken in.
struct Instruction {
  uint32_t op, d, a, b;  // operand numbers of 16 bits
  uint32_t raw;          // the word itself, for immediates
  uint32_t immediate16() const { return raw >> 16; }
  uint32_t immediate8() const { return raw >> 24; }
};

// Reads one instruction and moves `at` behind its first words; extra words stand at `at`.
inline Instruction ReadInstruction(const uint32_t*& at) {
  uint32_t word = *at++, high = 0;
  if ((word & 0xff) == kMoteOpWide) {
    high = word;
    word = *at++;
  }
  Instruction in;
  in.raw = word;
  in.op = word & 0xff;
  in.d = ((word >> 8) & 0x7f) | (word & 0x8000);
  in.a = ((word >> 16) & 0x7f) | ((word >> 8) & 0x8000);
  in.b = ((word >> 24) & 0x7f) | ((word >> 16) & 0x8000);
  if (high != 0) {
    in.d |= (high >> 1) & 0x7f80;
    in.a |= (high >> 9) & 0x7f80;
    in.b |= (high >> 17) & 0x7f80;
  }
  return in;
}

// Codes of scalar_ops.def by name.
enum : uint32_t {
#define MOTE_SCALAR(id, code, ...) kOp##id = code,
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
};
constexpr uint32_t EndOfOperations() {
  uint32_t end = 0;
#define MOTE_SCALAR(id, code, ...) end = code >= end ? code + 1 : end;
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
  return end;
}
constexpr uint32_t EndOfElementTypes() {
  uint32_t end = 0;
#define MOTE_ELEMENT_TYPE(id, code, ...) end = code >= end ? code + 1 : end;
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
  return end;
}
// Operations of tables that begin at kMoteFirstScalarOp; the last entry is for the structural ones, which have none.
inline constexpr uint32_t kOperationCodes = EndOfOperations() - kMoteFirstScalarOp + 1;
inline constexpr uint32_t kElementCodes = EndOfElementTypes();
inline constexpr uint32_t kMoteFirstSmallFloat = 20;  // element type codes from here on are the 8-, 6- and 4-bit floats

// Of an operation of scalar_ops.def: whether its result and its operands take 64 bits, a bit each from the lowest on (an operand that is
// not there is as the last one); how many operands; whether it takes an immediate. 0: no such operation.
enum : uint32_t { kShapeArity = 4, kShapeImmediate = 1u << 6 };
struct OperationShapes {
  uint8_t of[kOperationCodes];
};
// The largest immediate an operation takes; 0: none.
constexpr uint32_t ImmediateLimit(uint32_t op) {
  if (op == kOpSextI || op == kOpZextI) return 31;
  if (op == kOpSextL || op == kOpZextL) return 63;
  return op == kOpRoundSmall ? kElementCodes - 1 : 0;
}
constexpr bool IsWideClass(char letter) { return letter == 'l' || letter == 'd'; }
constexpr OperationShapes MakeShapes() {
  OperationShapes shapes{};
#define MOTE_SCALAR(id, code, name, result, operands, arity) \
  if ((code) >= kMoteFirstScalarOp) { \
    uint32_t shape = (arity) << kShapeArity | (IsWideClass(result) ? 1u : 0u); \
    for (int i = 0; i < 3; ++i) shape |= (IsWideClass(operands[i < (arity) ? i : (arity) > 1 ? (arity) - 1 : 0]) ? 2u : 0u) << i; \
    shapes.of[(code) < kMoteFirstScalarOp ? 0 : (code) - kMoteFirstScalarOp] = static_cast<uint8_t>(shape); \
  }
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
  for (uint32_t i = 0; i < kOperationCodes; ++i) {
    if (ImmediateLimit(i + kMoteFirstScalarOp) != 0) shapes.of[i] = static_cast<uint8_t>(shapes.of[i] | kShapeImmediate);
  }
  return shapes;
}
inline constexpr OperationShapes kOperationShapes = MakeShapes();
inline uint32_t ShapeOf(uint32_t op) {
  return op - kMoteFirstScalarOp < kOperationCodes ? kOperationShapes.of[op - kMoteFirstScalarOp] : 0;
}
constexpr uint32_t ArityOf(uint32_t shape) { return (shape >> kShapeArity) & 3; }
// Words that stand behind an instruction's first ones.
inline uint32_t ExtraWords(uint32_t op) {
  if (op >= kMoteFirstScalarOp) return ArityOf(ShapeOf(op)) == 3 ? 1 : 0;
  return op == kMoteOpLoop || op == kMoteOpLoadChecked || op == kMoteOpStoreChecked ? 1 : 0;
}
constexpr bool IsWideResult(uint32_t shape) { return (shape & 1) != 0; }
constexpr bool IsWideOperand(uint32_t shape, uint32_t operand) { return ((shape >> (1 + operand)) & 1) != 0; }

}  // namespace mote::runtime

#endif
