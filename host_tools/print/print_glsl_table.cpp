// See print_glsl_table.h.
#include "print/print_glsl_table.h"

#include <bit>
#include <charconv>
#include <cmath>

namespace mote {
namespace {

constexpr GlslOpText kOpTexts[] = {
    {Scalar::kAddI, 'i', "ii", "$0 + $1", "$0 + $1"},
    {Scalar::kSubI, 'i', "ii", "$0 - $1", "$0 - $1"},
    {Scalar::kMulI, 'i', "ii", "$0 * $1", "$0 * $1"},
    {Scalar::kDivSI, 'i', "ii", "div_s($0, $1)"},
    {Scalar::kDivUI, 'i', "ii", "div_u($0, $1)"},
    {Scalar::kRemSI, 'i', "ii", "rem_s($0, $1)"},
    {Scalar::kRemUI, 'i', "ii", "rem_u($0, $1)"},
    {Scalar::kAndI, 'i', "ii", "$0 & $1", "$0 & $1"},
    {Scalar::kOrI, 'i', "ii", "$0 | $1", "$0 | $1"},
    {Scalar::kXorI, 'i', "ii", "$0 ^ $1", "$0 ^ $1"},
    {Scalar::kShlI, 'i', "ii", "shl($0, $1)"},
    {Scalar::kShrSI, 'i', "ii", "shr_s($0, $1)"},
    {Scalar::kShrUI, 'i', "ii", "shr_u($0, $1)"},
    {Scalar::kMinSI, 'i', "ii", "min($0, $1)", "min($0, $1)"},
    {Scalar::kMaxSI, 'i', "ii", "max($0, $1)", "max($0, $1)"},
    {Scalar::kMinUI, 'i', "ii", "int(min(uint($0), uint($1)))", "ivec4(min(uvec4($0), uvec4($1)))"},
    {Scalar::kMaxUI, 'i', "ii", "int(max(uint($0), uint($1)))", "ivec4(max(uvec4($0), uvec4($1)))"},
    {Scalar::kEqI, 'b', "ii", "$0 == $1", "equal($0, $1)"},
    {Scalar::kNeI, 'b', "ii", "$0 != $1", "notEqual($0, $1)"},
    {Scalar::kLtSI, 'b', "ii", "$0 < $1", "lessThan($0, $1)"},
    {Scalar::kLeSI, 'b', "ii", "$0 <= $1", "lessThanEqual($0, $1)"},
    {Scalar::kLtUI, 'b', "ii", "uint($0) < uint($1)", "lessThan(uvec4($0), uvec4($1))"},
    {Scalar::kLeUI, 'b', "ii", "uint($0) <= uint($1)", "lessThanEqual(uvec4($0), uvec4($1))"},
    {Scalar::kMulHiUI, 'i', "ii", "mul_high_u($0, $1)"},
    {Scalar::kPopcntI, 'i', "i", "bitCount($0)", "bitCount($0)"},
    {Scalar::kClzI, 'i', "i", "clz($0)"},
    {Scalar::kSextI, 'i', "i", "bitfieldExtract($0, 0, $#)", "bitfieldExtract($0, 0, $#)"},
    {Scalar::kZextI, 'i', "i", "int(bitfieldExtract(uint($0), 0, $#))", "ivec4(bitfieldExtract(uvec4($0), 0, $#))"},
    {Scalar::kSelectI, 'i', "bii", "$0 ? $1 : $2", "mix($2, $1, $0)"},
    {Scalar::kAddL, 'p', "pp", "add_l($0, $1)"},
    {Scalar::kSubL, 'p', "pp", "sub_l($0, $1)"},
    {Scalar::kMulL, 'p', "pp", "mul_l($0, $1)"},
    {Scalar::kDivSL, 'p', "pp", "div_s_l($0, $1)"},
    {Scalar::kDivUL, 'p', "pp", "div_u_l($0, $1)"},
    {Scalar::kRemSL, 'p', "pp", "rem_s_l($0, $1)"},
    {Scalar::kRemUL, 'p', "pp", "rem_u_l($0, $1)"},
    {Scalar::kAndL, 'p', "pp", "$0 & $1"},
    {Scalar::kOrL, 'p', "pp", "$0 | $1"},
    {Scalar::kXorL, 'p', "pp", "$0 ^ $1"},
    {Scalar::kShlL, 'p', "pp", "shl_l($0, $1)"},
    {Scalar::kShrSL, 'p', "pp", "shr_s_l($0, $1)"},
    {Scalar::kShrUL, 'p', "pp", "shr_u_l($0, $1)"},
    {Scalar::kMinSL, 'p', "pp", "min_s_l($0, $1)"},
    {Scalar::kMaxSL, 'p', "pp", "max_s_l($0, $1)"},
    {Scalar::kMinUL, 'p', "pp", "min_u_l($0, $1)"},
    {Scalar::kMaxUL, 'p', "pp", "max_u_l($0, $1)"},
    {Scalar::kEqL, 'b', "pp", "$0 == $1"},
    {Scalar::kNeL, 'b', "pp", "$0 != $1"},
    {Scalar::kLtSL, 'b', "pp", "lt_s_l($0, $1)"},
    {Scalar::kLeSL, 'b', "pp", "le_s_l($0, $1)"},
    {Scalar::kLtUL, 'b', "pp", "lt_u_l($0, $1)"},
    {Scalar::kLeUL, 'b', "pp", "le_u_l($0, $1)"},
    {Scalar::kPopcntL, 'p', "p", "popcount_l($0)"},
    {Scalar::kClzL, 'p', "p", "clz_l($0)"},
    {Scalar::kSextL, 'p', "p", "sext_l($0, $#u)"},
    {Scalar::kZextL, 'p', "p", "zext_l($0, $#u)"},
    {Scalar::kSelectL, 'p', "bpp", "$0 ? $1 : $2"},
    {Scalar::kAddF, 'f', "ff", "$0 + $1", "$0 + $1"},
    {Scalar::kSubF, 'f', "ff", "$0 - $1", "$0 - $1"},
    {Scalar::kMulF, 'f', "ff", "$0 * $1", "$0 * $1"},
    {Scalar::kDivF, 'f', "ff", "quotient($0, $1)", "quotients($0, $1)"},
    {Scalar::kFmaF, 'f', "fff", "fma($0, $1, $2)", "fma($0, $1, $2)"},
    {Scalar::kSqrtF, 'f', "f", "root($0)", "roots($0)"},
    {Scalar::kMinF, 'u', "uu", "min_f($0, $1)"},
    {Scalar::kMaxF, 'u', "uu", "max_f($0, $1)"},
    {Scalar::kEqF, 'b', "uu", "eq_f($0, $1)"},
    {Scalar::kNeF, 'b', "uu", "!eq_f($0, $1)"},
    {Scalar::kLtF, 'b', "uu", "lt_f($0, $1)"},
    {Scalar::kLeF, 'b', "uu", "le_f($0, $1)"},
    {Scalar::kNegF, 'u', "u", "$0 ^ 0x80000000u", "$0 ^ 0x80000000u"},
    {Scalar::kAbsF, 'u', "u", "$0 & 0x7fffffffu", "$0 & 0x7fffffffu"},
    {Scalar::kFloorF, 'u', "u", "floor_f($0)"},
    {Scalar::kCeilF, 'u', "u", "ceil_f($0)"},
    {Scalar::kTruncF, 'u', "u", "trunc_f($0)"},
    {Scalar::kRintF, 'u', "u", "rint_f($0)"},
    {Scalar::kRoundF16, 'u', "u", "round_f16($0)"},
    {Scalar::kRoundBF16, 'u', "u", "round_bf16($0)"},
    {Scalar::kSelectF, 'u', "buu", "$0 ? $1 : $2", "mix($2, $1, $0)"},
    {Scalar::kAddD, 'd', "dd", "$0 + $1"},
    {Scalar::kSubD, 'd', "dd", "$0 - $1"},
    {Scalar::kMulD, 'd', "dd", "$0 * $1"},
    {Scalar::kDivD, 'd', "dd", "$0 / $1"},
    {Scalar::kFmaD, 'd', "ddd", "fma($0, $1, $2)"},
    {Scalar::kSqrtD, 'd', "d", "sqrt($0)"},
    {Scalar::kMinD, 'p', "pp", "min_d($0, $1)"},
    {Scalar::kMaxD, 'p', "pp", "max_d($0, $1)"},
    {Scalar::kEqD, 'b', "pp", "eq_d($0, $1)"},
    {Scalar::kNeD, 'b', "pp", "!eq_d($0, $1)"},
    {Scalar::kLtD, 'b', "pp", "lt_d($0, $1)"},
    {Scalar::kLeD, 'b', "pp", "le_d($0, $1)"},
    {Scalar::kNegD, 'p', "p", "$0 ^ uvec2(0u, 0x80000000u)"},
    {Scalar::kAbsD, 'p', "p", "$0 & uvec2(0xffffffffu, 0x7fffffffu)"},
    {Scalar::kFloorD, 'p', "p", "floor_d($0)"},
    {Scalar::kCeilD, 'p', "p", "ceil_d($0)"},
    {Scalar::kTruncD, 'p', "p", "trunc_d($0)"},
    {Scalar::kRintD, 'p', "p", "rint_d($0)"},
    {Scalar::kSelectD, 'p', "bpp", "$0 ? $1 : $2"},
    {Scalar::kSextIL, 'p', "i", "sext_il($0)"},
    {Scalar::kZextIL, 'p', "i", "uvec2(uint($0), 0u)"},
    {Scalar::kTruncLI, 'i', "p", "int($0.x)"},
    {Scalar::kSignedIF, 'f', "i", "float($0)", "vec4($0)"},
    {Scalar::kUnsignedIF, 'f', "i", "float(uint($0))", "vec4(uvec4($0))"},
    {Scalar::kSignedLF, 'u', "p", "signed_lf($0)"},
    {Scalar::kUnsignedLF, 'u', "p", "unsigned_lf($0)"},
    {Scalar::kSignedID, 'd', "i", "double($0)"},
    {Scalar::kUnsignedID, 'd', "i", "double(uint($0))"},
    {Scalar::kSignedLD, 'p', "p", "signed_ld($0)"},
    {Scalar::kUnsignedLD, 'p', "p", "unsigned_ld($0)"},
    {Scalar::kSignedSatFI, 'i', "u", "signed_sat_fi($0)"},
    {Scalar::kUnsignedSatFI, 'i', "u", "unsigned_sat_fi($0)"},
    {Scalar::kSignedSatFL, 'p', "u", "signed_sat_fl($0)"},
    {Scalar::kUnsignedSatFL, 'p', "u", "unsigned_sat_fl($0)"},
    {Scalar::kSignedSatDI, 'i', "p", "signed_sat_di($0)"},
    {Scalar::kUnsignedSatDI, 'i', "p", "unsigned_sat_di($0)"},
    {Scalar::kSignedSatDL, 'p', "p", "signed_sat_dl($0)"},
    {Scalar::kUnsignedSatDL, 'p', "p", "unsigned_sat_dl($0)"},
    {Scalar::kWidenFD, 'd', "f", "double($0)"},
    {Scalar::kNarrowDF, 'u', "p", "narrow_bits_d($0, false)"},
    {Scalar::kNarrowOddDF, 'u', "p", "narrow_bits_d($0, true)"},
    {Scalar::kBitsFI, 'i', "u", "int($0)", "ivec4($0)"},
    {Scalar::kBitsIF, 'u', "i", "uint($0)", "uvec4($0)"},
    {Scalar::kBitsDL, 'p', "p", "$0"},
    {Scalar::kBitsLD, 'p', "p", "$0"},
};

std::string Hex(uint32_t word) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, word, 16).ptr;
  return "0x" + std::string(digits, end) + "u";
}

// Decimal where that is the same float when read as a double first, as compilers do.
std::string FloatText(uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  if (std::isnormal(value) || bits == 0) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    std::string text(digits, end);
    double read = 0;
    std::from_chars(digits, end, read);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    if (static_cast<float>(read) == value) return value < 0 ? "(" + text + ")" : text;
  }
  return "uintBitsToFloat(" + Hex(bits) + ")";
}

struct SmallFormat {
  ElementType type;
  const char* arguments;  // of f32_from_small and small_from_f32
};
constexpr SmallFormat kSmallFormats[] = {
    {ElementType::kF8E5M2, "5, 2, 15, 0"},     {ElementType::kF8E4M3, "4, 3, 7, 0"},      {ElementType::kF8E3M4, "3, 4, 3, 0"},
    {ElementType::kF8E4M3FN, "4, 3, 7, 1"},    {ElementType::kF8E4M3B11FNUZ, "4, 3, 11, 2"}, {ElementType::kF8E5M2FNUZ, "5, 2, 16, 2"},
    {ElementType::kF8E4M3FNUZ, "4, 3, 8, 2"},  {ElementType::kF6E2M3FN, "2, 3, 1, 3"},    {ElementType::kF6E3M2FN, "3, 2, 3, 3"},
    {ElementType::kF4E2M1FN, "2, 1, 1, 3"},
};

}  // namespace

const GlslOpText* GlslTextOf(Scalar op) {
  for (const GlslOpText& row : kOpTexts) {
    if (row.op == op) return &row;
  }
  return nullptr;
}

GlslForm GlslBitsForm(Reg reg) { return reg == Reg::kI32 ? 'i' : reg == Reg::kF32 ? 'u' : 'p'; }

std::string GlslConstant(const Node& node, GlslForm form) {
  const uint32_t low = static_cast<uint32_t>(node.bits), high = static_cast<uint32_t>(node.bits >> 32);
  switch (form) {
    case 'b': return low != 0 ? "true" : "false";
    case 'i': {
      const int32_t value = static_cast<int32_t>(low);
      if (value == INT32_MIN) return "int(0x80000000u)";
      return value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
    }
    case 'u': return Hex(low);
    case 'f': return FloatText(low);
    case 'd': return "packDouble2x32(uvec2(" + Hex(low) + ", " + Hex(high) + "))";
    default: return "uvec2(" + Hex(low) + ", " + Hex(high) + ")";
  }
}

std::string GlslConverted(const std::string& text, GlslForm from, GlslForm to) {
  if (from == to) return text;
  switch (to) {
    case 'b': return "(" + text + " != 0)";
    case 'i': return "int(" + text + ")";
    case 'u': return "floatBitsToUint(" + text + ")";
    case 'f': return (from == 'h' ? "float(" : "uintBitsToFloat(") + text + ")";
    case 'h': return "float16_t(" + GlslConverted(text, from, 'f') + ")";
    case 'd': return "packDouble2x32(" + text + ")";
    default: return "unpackDouble2x32(" + text + ")";
  }
}

std::string GlslWideConverted(const std::string& text, GlslForm from, GlslForm to) {
  if (from == to) return text;
  if (to == 'b') return "notEqual(" + text + ", ivec4(0))";
  if (to == 'h') return "f16vec4(" + GlslWideConverted(text, from, 'f') + ")";
  return to == 'i' ? "ivec4(" + text + ")" : GlslConverted(text, from, to);
}

const char* GlslTypeName(GlslForm form) {
  switch (form) {
    case 'b': return "bool";
    case 'i': return "int";
    case 'u': return "uint";
    case 'f': return "float";
    case 'h': return "float16_t";
    case 'd': return "double";
    default: return "uvec2";
  }
}

const char* GlslWideName(GlslForm form) {
  switch (form) {
    case 'b': return "bvec4";
    case 'i': return "ivec4";
    case 'u': return "uvec4";
    case 'h': return "f16vec4";
    default: return "vec4";
  }
}

std::string GlslSmallFloatCall(ElementType type, const std::string& what, const std::string& value) {
  if (type == ElementType::kF8E8M0FNU) {
    const bool from = what == "small_from_f32";
    return (from ? "e8m0_from_f32(" : what == "round_small" ? "round_e8m0(" : "f32_from_e8m0(") + value + ")";
  }
  for (const SmallFormat& format : kSmallFormats) {
    if (format.type == type) return what + "(" + value + ", " + format.arguments + ")";
  }
  return {};
}

}  // namespace mote
