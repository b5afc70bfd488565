// Op and Attr: the enumerations of the IR, and the op table's rows as data. Rows stand in ops.def and attributes.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mote {

enum class Op : uint16_t {
#define MOTE_OP(id, ...) k##id,
#include "hlo/ops.def"
#undef MOTE_OP
};

enum class Attr : uint16_t {
#define MOTE_ATTR(id, ...) k##id,
#include "hlo/attributes.def"
#undef MOTE_ATTR
};

enum class AttrKind : uint8_t { kInt, kReal, kBool, kEnum, kText, kInts, kMatrix, kEnums, kType, kLiteral };

// What an operation does with elements. Who must know asks here, and lists only what is special to the question.
enum class Family : uint8_t {
  kOther,        // structure, and what passes express by others
  kCall,         // one computation in its place
  kControl,      // branches and loops
  kMove,         // each element of the result is one of the operand; which one, shapes and attributes say
  kIndexed,      // each element of the result is one of an operand, or a part of one; which one, its place or data says
  kRunTimeMove,  // the two with sizes that only the run knows
  kBits,         // element by element: looked at or picked as they are, alike for every type
  kReducer,      // element by element, exact or rounded once; two operands in any order, associative but for rounding
  kExact,        // element by element, exact or rounded once: the same bits on every target
  kFunction,     // element by element, with an error of its own
  kProduct,      // sums of products over contracted dimensions
  kReduction,    // a region over all of a dimension, or a window
  kEffect,       // must stay where it is, and be run as often as it is written
  kCheck,        // of self-checking files
};

// Spellings of StableHLO text beside the generic one (CONFORMANCE.md section 3).
enum class Pretty : uint8_t {
  kNone,
  kGeneric,
  kUnary,
  kBinary,
  kFunction,
  kOperands,
  kConstant,
  kTupleElement,
  kCall,
  kWhile,
  kComposite,
  kCustomCall,
  kReducePrecision,
  kCompare,
  kSelect,
  kIota,
  kDims,
  kDimsOfOneType,  // the operand's type is the result's
  kDim,
  kSlice,
  kDynamicSlice,
  kPad,
  kReduce,
  kDotGeneral,
  kConvolution,
  kFft,
  kTopK,
  kScan,
  kRngBitGenerator,
  kRng,
  kEinsum,
  kDot,
  kCholesky,
};

struct OpAttribute {
  Attr attr;
  bool required;
};

struct OpInfo {
  Op op;
  Family family;
  std::string_view id;         // "Tanh"
  std::string_view stablehlo;  // "stablehlo.tanh"; empty when the operation has no StableHLO or CHLO form
  std::string_view hlo;        // "tanh"
  std::string_view builder;    // "Tanh"
  Pretty pretty;
  int min_operands, max_operands;  // -1: any number
  int called;                      // regions; -1: any number
  std::span<const OpAttribute> attributes;
};

const OpInfo& Info(Op op);
std::span<const OpInfo> OpTable();
template <typename... Families>
bool InFamily(Op op, Families... families) {
  const Family family = Info(op).family;
  return ((family == families) || ...);
}
// Whether every element of the result is computed from the operands' elements at the same place.
inline bool IsElementwise(Op op) { return InFamily(op, Family::kBits, Family::kReducer, Family::kExact, Family::kFunction); }
std::optional<Op> OpFromStablehlo(std::string_view mnemonic);  // "stablehlo.add", "chlo.erf", "func.call" (also "call")
std::optional<Op> OpFromHlo(std::string_view opcode);
const char* OpName(Op op);  // the StableHLO mnemonic, else the HLO opcode: for messages

struct AttrInfo {
  Attr attr;
  std::string_view id, stablehlo, hlo;
  AttrKind kind;
};
const AttrInfo& Info(Attr attr);
// The nearest name in the table (spelling.h); empty when there is none.
std::string_view NearestStablehloName(std::string_view mnemonic);
std::string_view NearestHloName(std::string_view opcode);

}  // namespace mote
