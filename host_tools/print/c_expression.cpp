// Operations as C: infix where C has the operator, a function of the preamble otherwise.
#include "print/c_expression.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace mote {
namespace {

// Infix operators on the register type as it is (unsigned for integers).
const char* Infix(Scalar op) {
  switch (op) {
    case Scalar::kAddI: case Scalar::kAddL: case Scalar::kAddF: case Scalar::kAddD: return "+";
    case Scalar::kSubI: case Scalar::kSubL: case Scalar::kSubF: case Scalar::kSubD: return "-";
    case Scalar::kMulI: case Scalar::kMulL: case Scalar::kMulF: case Scalar::kMulD: return "*";
    case Scalar::kDivF: case Scalar::kDivD: return "/";
    case Scalar::kAndI: case Scalar::kAndL: return "&";
    case Scalar::kOrI: case Scalar::kOrL: return "|";
    case Scalar::kXorI: case Scalar::kXorL: return "^";
    default: return nullptr;
  }
}

struct Comparison {
  const char* sign;
  const char* cast;
};
bool ComparisonOf(Scalar op, Comparison* out) {
  switch (op) {
    case Scalar::kEqI: case Scalar::kEqL: case Scalar::kEqF: case Scalar::kEqD: *out = {"==", ""}; return true;
    case Scalar::kNeI: case Scalar::kNeL: case Scalar::kNeF: case Scalar::kNeD: *out = {"!=", ""}; return true;
    case Scalar::kLtUI: case Scalar::kLtUL: case Scalar::kLtF: case Scalar::kLtD: *out = {"<", ""}; return true;
    case Scalar::kLeUI: case Scalar::kLeUL: case Scalar::kLeF: case Scalar::kLeD: *out = {"<=", ""}; return true;
    case Scalar::kLtSI: *out = {"<", "(int32_t)"}; return true;
    case Scalar::kLeSI: *out = {"<=", "(int32_t)"}; return true;
    case Scalar::kLtSL: *out = {"<", "(int64_t)"}; return true;
    case Scalar::kLeSL: *out = {"<=", "(int64_t)"}; return true;
    default: return false;
  }
}

const char* CastText(Scalar op) {
  switch (op) {
    case Scalar::kSextIL: return "(uint64_t)(int64_t)(int32_t)";
    case Scalar::kZextIL: return "(uint64_t)";
    case Scalar::kTruncLI: return "(uint32_t)";
    case Scalar::kSignedIF: return "(float)(int32_t)";
    case Scalar::kUnsignedIF: return "(float)";
    case Scalar::kSignedLF: return "(float)(int64_t)";
    case Scalar::kUnsignedLF: return "(float)";
    case Scalar::kSignedID: return "(double)(int32_t)";
    case Scalar::kUnsignedID: return "(double)";
    case Scalar::kSignedLD: return "(double)(int64_t)";
    case Scalar::kUnsignedLD: return "(double)";
    case Scalar::kWidenFD: return "(double)";
    case Scalar::kNarrowDF: return "(float)";
    default: return nullptr;
  }
}

// max and min with a literal that is no NaN are one compare that lets a NaN value through; processors have it as one instruction. Only
// where an equal value may be a zero of the other sign the literal must win.
std::string ExtremeWithLiteral(Scalar op, const COperand& value, const COperand& literal, bool is_double) {
  const double c = is_double ? std::bit_cast<double>(literal.bits) : std::bit_cast<float>(static_cast<uint32_t>(literal.bits));
  if (std::isnan(c)) return "";
  const bool max = op == Scalar::kMaxF || op == Scalar::kMaxD;
  if (c == 0 && std::signbit(c) != max) {
    return value.text + (max ? " <= " : " >= ") + literal.text + " ? " + literal.text + " : " + value.text;
  }
  return literal.text + (max ? " > " : " < ") + value.text + " ? " + literal.text + " : " + value.text;
}

std::string SmallFloat(uint64_t code) {
  switch (static_cast<ElementType>(code)) {
    case ElementType::kF8E5M2: return "5, 2, 15, 0";
    case ElementType::kF8E4M3: return "4, 3, 7, 0";
    case ElementType::kF8E3M4: return "3, 4, 3, 0";
    case ElementType::kF8E4M3FN: return "4, 3, 7, 1";
    case ElementType::kF8E4M3B11FNUZ: return "4, 3, 11, 2";
    case ElementType::kF8E5M2FNUZ: return "5, 2, 16, 2";
    case ElementType::kF8E4M3FNUZ: return "4, 3, 8, 2";
    case ElementType::kF6E2M3FN: return "2, 3, 1, 3";
    case ElementType::kF6E3M2FN: return "3, 2, 3, 3";
    case ElementType::kF4E2M1FN: return "2, 1, 1, 3";
    default: return "";
  }
}

// "mote_divs_i" from the table's "divs.i".
std::string FunctionName(Scalar op) {
  std::string name = std::string("mote_") + Info(op).name;
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  return name;
}

}  // namespace

const char* CTypeOf(Reg reg) {
  constexpr const char* kTypes[] = {"uint32_t", "uint64_t", "float", "double"};
  return kTypes[static_cast<size_t>(reg)];
}

std::string CLiteral(Reg reg, uint64_t bits) {
  char text[64];
  if (reg == Reg::kI32) {
    std::snprintf(text, sizeof text, static_cast<uint32_t>(bits) < 0x10000 ? "%uu" : "0x%xu", static_cast<unsigned>(bits));
    return text;
  }
  if (reg == Reg::kI64) {
    std::snprintf(text, sizeof text, "UINT64_C(0x%llx)", static_cast<unsigned long long>(bits));
    return text;
  }
  const bool single = reg == Reg::kF32;
  const double value = single ? std::bit_cast<float>(static_cast<uint32_t>(bits)) : std::bit_cast<double>(bits);
  if (!std::isfinite(value)) {
    std::snprintf(text, sizeof text, single ? "mote_bits_if(0x%llxu)" : "mote_bits_ld(UINT64_C(0x%llx))",
                  static_cast<unsigned long long>(bits));
    return text;
  }
  // Hexadecimal: exact, and unlike printf the same in every locale.
  const auto end = std::to_chars(text, text + sizeof text, std::fabs(value), std::chars_format::hex);
  const std::string literal = "0x" + std::string(text, end.ptr) + (single ? "f" : "");
  return std::signbit(value) ? "(-" + literal + ")" : literal;
}

std::string CExpression(const Node& node, const std::array<COperand, 3>& in) {
  Comparison comparison;
  if (const char* infix = Infix(node.op)) return in[0].text + " " + infix + " " + in[1].text;
  if (ComparisonOf(node.op, &comparison)) {
    return "(uint32_t)(" + (comparison.cast + in[0].text) + " " + comparison.sign + " " + comparison.cast + in[1].text + ")";
  }
  if (const char* cast = CastText(node.op)) return cast + in[0].text;
  switch (node.op) {
    case Scalar::kSelectI:
    case Scalar::kSelectL:
    case Scalar::kSelectF:
    case Scalar::kSelectD: return in[0].text + " ? " + in[1].text + " : " + in[2].text;
    case Scalar::kMaxF: case Scalar::kMinF: case Scalar::kMaxD: case Scalar::kMinD:
      for (size_t i : {size_t{1}, size_t{0}}) {
        if (!in[i].literal) continue;
        const std::string text = ExtremeWithLiteral(node.op, in[1 - i], in[i], node.type == Reg::kF64);
        if (!text.empty()) return text;
      }
      break;
    case Scalar::kMove: return in[0].text;
    case Scalar::kRoundF16: return "mote_widen_f16(mote_narrow_f16(" + in[0].text + "))";
    case Scalar::kRoundBF16: return "mote_widen_bf16(mote_narrow_bf16(" + in[0].text + "))";
    case Scalar::kRoundSmall: {
      if (static_cast<ElementType>(node.bits) == ElementType::kF8E8M0FNU) return "mote_widen_e8m0(mote_narrow_e8m0(" + in[0].text + "))";
      const std::string format = SmallFloat(node.bits);
      return "mote_widen(mote_narrow(" + in[0].text + ", " + format + "), " + format + ")";
    }
    case Scalar::kSextI: case Scalar::kZextI: case Scalar::kSextL: case Scalar::kZextL:
      return FunctionName(node.op) + "(" + in[0].text + ", " + std::to_string(node.bits) + ")";
    default: break;
  }
  std::string call = FunctionName(node.op) + "(";
  for (int i = 0; i < Info(node.op).arity; ++i) call += (i > 0 ? ", " : "") + in[i].text;
  return call + ")";
}

const char* CElementType(ElementType type) {
  if (IsFloat(type) && BitWidth(type) >= 32) return type == ElementType::kF64 ? "mote_f64" : "mote_f32";
  const bool is_signed = IsSigned(type) && BitWidth(type) >= 8;
  switch (StorageBytes(type)) {
    case 1: return is_signed ? "mote_s8" : "mote_u8";
    case 2: return is_signed ? "mote_s16" : "mote_u16";
    case 4: return "mote_u32";
    default: return "mote_u64";
  }
}

std::string CWiden(ElementType type, Reg reg, const std::string& element) {
  switch (type) {
    case ElementType::kPred: return "(uint32_t)(" + element + " != 0)";
    case ElementType::kS2: case ElementType::kS4: return "mote_sext_i(" + element + ", " + std::to_string(BitWidth(type)) + ")";
    case ElementType::kU2: case ElementType::kU4: return "mote_zext_i(" + element + ", " + std::to_string(BitWidth(type)) + ")";
    case ElementType::kS8: case ElementType::kS16: return "(uint32_t)(int32_t)" + element;
    case ElementType::kS64: return reg == Reg::kI32 ? "mote_narrow_s64(" + element + ")" : element;
    case ElementType::kU64: return reg == Reg::kI32 ? "mote_narrow_u64(" + element + ")" : element;
    case ElementType::kF16: return "mote_widen_f16(" + element + ")";
    case ElementType::kBF16: return "mote_widen_bf16(" + element + ")";
    case ElementType::kF8E8M0FNU: return "mote_widen_e8m0(" + element + ")";
    case ElementType::kF32:
    case ElementType::kF64:
    case ElementType::kU8:
    case ElementType::kU16:
    case ElementType::kU32:
    case ElementType::kS32: return element;
    default: return "mote_widen(" + element + ", " + SmallFloat(static_cast<uint64_t>(type)) + ")";
  }
}

std::string CNarrow(ElementType type, const std::string& value) {
  const std::string cast = std::string("(") + CElementType(type) + ")";
  switch (type) {
    case ElementType::kPred: return cast + "(" + value + " & 1u)";
    case ElementType::kS2: case ElementType::kS4: return cast + "mote_sext_i(" + value + ", " + std::to_string(BitWidth(type)) + ")";
    case ElementType::kU2: case ElementType::kU4: return cast + "mote_zext_i(" + value + ", " + std::to_string(BitWidth(type)) + ")";
    case ElementType::kF16: return cast + "mote_narrow_f16(" + value + ")";
    case ElementType::kBF16: return cast + "mote_narrow_bf16(" + value + ")";
    case ElementType::kF8E8M0FNU: return cast + "mote_narrow_e8m0(" + value + ")";
    case ElementType::kF32:
    case ElementType::kF64:
    case ElementType::kU32:
    case ElementType::kS32:
    case ElementType::kU64:
    case ElementType::kS64: return value;
    case ElementType::kS8: case ElementType::kS16: case ElementType::kU8: case ElementType::kU16: return cast + value;
    default: return cast + "mote_narrow(" + value + ", " + SmallFloat(static_cast<uint64_t>(type)) + ")";
  }
}

}  // namespace mote
