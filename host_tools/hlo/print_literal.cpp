// Constants as MLIR text: splat, nested lists, hex strings for long ones, bit patterns for NaN and infinities.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "hlo/print_text.h"

namespace mote {
namespace {

constexpr int64_t kHexAbove = 100;  // elements; MLIR writes longer lists as one hex string

uint64_t BitsAt(const Literal& literal, int64_t index, int part) {
  const int bytes = StorageBytes(RealPart(literal.type()));
  const int64_t parts = IsComplex(literal.type()) ? 2 : 1;
  uint64_t bits = 0;
  std::memcpy(&bits, literal.bytes().data() + (index * parts + part) * bytes, bytes);
  return bits;
}

std::string HexBits(uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(bits));
  return text;
}

// Significant decimal digits that tell any two values of the type apart, as LLVM counts them.
int NaturalDigits(ElementType type) {
  switch (type) {
    case ElementType::kF64: return 17;
    case ElementType::kF32: return 9;
    case ElementType::kF16: return 5;
    case ElementType::kBF16: return 4;
    default: return 3;
  }
}

bool ReadsBackAs(ElementType type, const std::string& text, uint64_t bits) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return EncodeFloat(type, value) == bits;
}

// d.ddde+07 with `digits` digits behind the point, whatever the locale.
std::string Scientific(double value, int digits) {
  char text[48];
  return std::string(text, std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits).ptr);
}

// LLVM's default form: the digits without trailing zeros, fixed when at most three zeros pad them, else d.dddE-7.
std::string DefaultForm(ElementType type, double value) {
  const int precision = NaturalDigits(type);
  const std::string text = Scientific(std::fabs(value), precision - 1);
  const size_t e = text.find('e');
  std::string digits = text.substr(0, 1) + text.substr(2, e - 2);
  int leading = 0;  // power of ten of the first digit
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), leading);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  const int count = static_cast<int>(digits.size());
  const int exponent = leading - (count - 1);  // value = digits × 10^exponent
  const bool scientific = exponent >= 0 ? exponent > 3 || count + exponent > precision : leading < 0 && -leading > 3;
  std::string out = std::signbit(value) ? "-" : "";
  if (scientific) {
    out += digits.substr(0, 1) + "." + (count == 1 ? "0" : digits.substr(1)) + "E" + (leading >= 0 ? "+" : "-") +
           std::to_string(std::abs(leading));
  } else if (exponent >= 0) {
    out += digits + std::string(exponent, '0');
  } else if (leading >= 0) {
    out += digits.substr(0, static_cast<size_t>(leading) + 1) + "." + digits.substr(static_cast<size_t>(leading) + 1);
  } else {
    out += "0." + std::string(-leading - 1, '0') + digits;
  }
  return out;
}

std::string ElementText(const Literal& literal, int64_t index) {
  const ElementType type = literal.type();
  if (IsPred(type)) return literal.IntegerAt(index) != 0 ? "true" : "false";
  if (IsUnsigned(type)) return std::to_string(static_cast<uint64_t>(literal.IntegerAt(index)));
  if (IsSigned(type)) return std::to_string(literal.IntegerAt(index));
  if (IsFloat(type)) return FloatText(type, literal.RealAt(index), BitsAt(literal, index, 0));
  const ElementType part = RealPart(type);
  const std::complex<double> value = literal.ComplexAt(index);
  return "(" + FloatText(part, value.real(), BitsAt(literal, index, 0)) + "," + FloatText(part, value.imag(), BitsAt(literal, index, 1)) +
         ")";
}

void AppendNested(const Literal& literal, size_t dim, int64_t* index, std::string* out) {
  const Dims& dims = literal.shape().dims;
  if (dim == dims.size()) {
    *out += ElementText(literal, (*index)++);
    return;
  }
  *out += "[";
  for (int64_t i = 0; i < dims[dim]; ++i) {
    if (i > 0) *out += ", ";
    AppendNested(literal, dim + 1, index, out);
  }
  *out += "]";
}

std::string HexString(const Literal& literal) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  const std::span<const uint8_t> bytes = literal.bytes();
  // Sub-byte integers are sign-extended in a literal, but only their own bits count in text.
  const int width = BitWidth(literal.type());
  const uint8_t mask = IsInteger(literal.type()) && width < 8 ? static_cast<uint8_t>((1 << width) - 1) : 0xFF;
  std::string out = "\"0x";
  out.reserve(bytes.size() * 2 + 4);
  for (uint8_t byte : bytes) {
    out += kDigits[(byte & mask) >> 4];
    out += kDigits[(byte & mask) & 15];
  }
  return out + "\"";
}

}  // namespace

std::string FloatText(ElementType type, double value, uint64_t bits) {
  if (!std::isfinite(value)) return HexBits(bits);
  std::string six = Scientific(value, 5);  // six significant digits, shown with six decimals
  six.insert(six.find('e'), "0");
  if (ReadsBackAs(type, six, bits)) return six;
  const std::string plain = DefaultForm(type, value);
  if (plain.find('.') != std::string::npos && ReadsBackAs(type, plain, bits)) return plain;
  return HexBits(bits);
}

std::string DenseText(const Literal& literal, int64_t max_elements) {
  const int64_t count = literal.size();
  if (count == 0) return "dense<>";
  if (literal.IsSplat()) return "dense<" + ElementText(literal, 0) + ">";
  if (max_elements >= 0 && count > max_elements) return "dense_resource<__elided__>";
  if (count > kHexAbove) return "dense<" + HexString(literal) + ">";
  std::string out = "dense<";
  int64_t index = 0;
  AppendNested(literal, 0, &index, &out);
  return out + ">";
}

}  // namespace mote
