// Numbers and hex strings of constants.
#include "frontend/element_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace mote {
namespace {

constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> HexTable() {
  std::array<uint8_t, 256> table{};
  for (uint8_t& entry : table) entry = kNoDigit;
  for (int i = 0; i < 10; ++i) table['0' + i] = static_cast<uint8_t>(i);
  for (int i = 0; i < 6; ++i) table['a' + i] = table['A' + i] = static_cast<uint8_t>(10 + i);
  return table;
}
constexpr std::array<uint8_t, 256> kHex = HexTable();

// Sub-byte integers are kept sign- or zero-extended.
void ExtendElements(ElementType type, std::vector<uint8_t>& bytes) {
  const int bits = BitWidth(type);
  if (bits >= 8) return;
  const uint8_t mask = static_cast<uint8_t>((1u << bits) - 1);
  for (uint8_t& byte : bytes) {
    byte &= mask;
    if (IsSigned(type) && (byte >> (bits - 1)) != 0) byte |= static_cast<uint8_t>(~mask);
  }
}

std::vector<uint8_t> Unpack(const std::vector<uint8_t>& packed, int bits, size_t count) {
  std::vector<uint8_t> bytes(count);
  const size_t per_byte = 8 / static_cast<size_t>(bits);
  for (size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<uint8_t>((packed[i / per_byte] >> (i % per_byte * static_cast<size_t>(bits))) & ((1 << bits) - 1));
  }
  return bytes;
}

std::optional<Literal> SplatFromBytes(const Shape& shape, const std::vector<uint8_t>& bytes) {
  Literal scalar(Shape::Scalar(shape.element_type), bytes);
  return Literal::Splat(shape, scalar);
}

}  // namespace

std::optional<IntegerText> ParseInteger(std::string_view text) {
  IntegerText result;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    result.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
    base = 16;
    text.remove_prefix(2);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result.magnitude, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return result;
}

std::optional<int64_t> ParseInt64(std::string_view text) {
  const auto integer = ParseInteger(text);
  constexpr uint64_t kMost = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (!integer || integer->magnitude > kMost + (integer->negative ? 1 : 0)) return std::nullopt;
  return integer->value();
}

std::optional<double> ParseReal(std::string_view text) {
  const bool plus = !text.empty() && text[0] == '+';
  if (plus) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || (plus && text[0] == '-') || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc()) return value;
  if (error != std::errc::result_out_of_range) return std::nullopt;
  // Beyond the range of double: rounds to zero or infinity by the sign of the exponent.
  const bool negative = text[0] == '-';
  const size_t exponent = text.find_first_of("eE");
  const bool small = exponent != std::string_view::npos ? exponent + 1 < text.size() && text[exponent + 1] == '-'
                                                        : text.find_first_not_of("-0") == text.find('.');
  const double magnitude = small ? 0.0 : std::numeric_limits<double>::infinity();
  return negative ? -magnitude : magnitude;
}

std::optional<uint64_t> ParseBitPattern(std::string_view text, ElementType real) {
  const auto bits = text.starts_with("0x") ? ParseInteger(text) : std::nullopt;
  const int width = BitWidth(real);
  if (!bits || (width < 64 && bits->magnitude >> width != 0)) return std::nullopt;
  return bits->magnitude;
}

bool FitsElement(ElementType type, const IntegerText& integer) {
  const int bits = BitWidth(type);
  if (IsPred(type)) return integer.magnitude <= 1;
  const uint64_t most = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  if (!integer.negative) return integer.magnitude <= most;
  if (integer.magnitude == 0) return true;
  return IsSigned(type) && integer.magnitude <= uint64_t{1} << (bits - 1);
}

void SetBits(Literal& literal, int64_t index, int part, uint64_t bits) {
  const ElementType type = literal.type();
  const size_t size = StorageBytes(type);
  const size_t part_size = IsComplex(type) ? size / 2 : size;
  uint8_t* at = literal.mutable_bytes().data() + static_cast<size_t>(index) * size + static_cast<size_t>(part) * part_size;
  for (size_t i = 0; i < part_size; ++i) at[i] = static_cast<uint8_t>(bits >> (8 * i));
}

std::optional<std::vector<uint8_t>> DecodeHex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::vector<uint8_t> bytes(digits.size() / 2);
  uint8_t seen = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const uint8_t high = kHex[static_cast<uint8_t>(digits[2 * i])];
    const uint8_t low = kHex[static_cast<uint8_t>(digits[2 * i + 1])];
    seen |= high | low;
    bytes[i] = static_cast<uint8_t>(high << 4 | (low & 15));
  }
  if ((seen & 0xF0) != 0) return std::nullopt;
  return bytes;
}

std::optional<Literal> LiteralFromBytes(const Shape& shape, std::vector<uint8_t> bytes) {
  const size_t count = shape.ElementCount();
  const size_t element = StorageBytes(shape.element_type);
  const int bits = BitWidth(shape.element_type);
  if (bytes.size() == count * element) {
    // One byte for each: a pred of 0xFF is true.
    if (IsPred(shape.element_type)) {
      for (uint8_t& byte : bytes) byte = byte != 0;
    }
    ExtendElements(shape.element_type, bytes);
    return Literal(shape, std::move(bytes));
  }
  if (bytes.size() == element && count > 0) {
    if (IsPred(shape.element_type) && bytes[0] != 0 && bytes[0] != 0xFF && (count + 7) / 8 == 1) {
      return Literal(shape, Unpack(bytes, 1, count));
    }
    if (IsPred(shape.element_type)) bytes[0] = bytes[0] != 0;
    ExtendElements(shape.element_type, bytes);
    return SplatFromBytes(shape, bytes);
  }
  const bool packable = bits == 1 || bits == 2 || bits == 4;
  if (packable && bytes.size() == (count * static_cast<size_t>(bits) + 7) / 8) {
    std::vector<uint8_t> unpacked = Unpack(bytes, bits, count);
    ExtendElements(shape.element_type, unpacked);
    return Literal(shape, std::move(unpacked));
  }
  return std::nullopt;
}

}  // namespace mote
