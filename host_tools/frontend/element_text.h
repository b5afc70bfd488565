// Elements of constants as both text formats spell them: decimal numbers, bit patterns, hex strings. Knows no grammar around them.
#pragma once

#include <optional>
#include <string_view>

#include "hlo/literal.h"

namespace mote {

// A decimal or 0x integer with optional sign, as 64 bits in two's complement; empty when malformed or beyond 64 bits.
struct IntegerText {
  uint64_t magnitude = 0;
  bool negative = false;
  int64_t value() const { return static_cast<int64_t>(negative ? ~magnitude + 1 : magnitude); }
};
std::optional<IntegerText> ParseInteger(std::string_view text);
// The value when it fits int64_t.
std::optional<int64_t> ParseInt64(std::string_view text);
// A decimal real, inf, nan (any case, with sign).
std::optional<double> ParseReal(std::string_view text);
// 0x and hex digits, the bits of a float of type `real`; empty when there are more bits than the type has, or a sign.
std::optional<uint64_t> ParseBitPattern(std::string_view text, ElementType real);

// Whether an integer may be an element of the type: both signed and unsigned spellings of signed types, -1 and 1 of pred.
bool FitsElement(ElementType type, const IntegerText& integer);
// Writes the low bits of a float's pattern into a real element, or part `part` (0 or 1) of a complex one.
void SetBits(Literal& literal, int64_t index, int part, uint64_t bits);

// The bytes that hex digits spell; empty optional for an odd count or another character.
std::optional<std::vector<uint8_t>> DecodeHex(std::string_view digits);
// Raw little-endian bytes as a literal of the shape: whole elements or one to be repeated; i1 and 4-bit types packed or one byte each
// (decided by the length). Empty when the length fits neither.
std::optional<Literal> LiteralFromBytes(const Shape& shape, std::vector<uint8_t> bytes);

}  // namespace mote
