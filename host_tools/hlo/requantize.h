// Requantize: s32 sums as integers of another scale, round(x · multiplier / 2^shift) + zero point, clamped; by its five roundings. In
// StableHLO text the composite "mote.requantize", whose decomposition says the same in s64 StableHLO. A channel is an index of the last
// dimension.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

inline constexpr const char* kRequantizeName = "mote.requantize";

enum class Rounding : uint8_t {
  kSingle,  // "single": once, halves up (TFLite built for single rounding)
  kAway,    // "away": once, halves away from zero (TFLite's real-valued form, std::round)
  kEven,    // "even": once, halves to even (StableHLO's quantization)
  // "double": TFLite's MultiplyByQuantizedMultiplier. x · 2^max(31 - shift, 0) modulo 2^32; the high half of twice its product with the
  // multiplier, halves up; that by 2^max(shift - 31, 0), halves away from zero
  kDouble,
  // "real": once, halves away from zero, of the product of two numbers of f64, itself rounded to f64: std::round(double(x) · scale), with
  // scale = multiplier / 2^shift (LiteRT's FULLY_CONNECTED)
  kReal,
};
// The largest multiplier and shift of a rounding: what 31 bits hold, or every scale that is a normal f64 below 2^53.
int64_t MostMultiplier(Rounding rounding);
int64_t MostShift(Rounding rounding);
std::optional<Rounding> RoundingFromName(const std::string& name);
const char* NameOf(Rounding rounding);

// Of a Requantize instruction, defaults filled in.
struct Requantization {
  std::vector<int64_t> multipliers;  // 0 … MostMultiplier, one or one a channel
  std::vector<int64_t> shifts;       // 0 … MostShift, likewise
  int64_t zero_point = 0, min = 0, max = 0;
  Rounding rounding{};

  int64_t multiplier(int64_t channel) const { return multipliers[multipliers.size() == 1 ? 0 : static_cast<size_t>(channel)]; }
  int64_t shift(int64_t channel) const { return shifts[shifts.size() == 1 ? 0 : static_cast<size_t>(channel)]; }
};
// Of a channel, exact but for "real" below 2^-1022.
double ScaleOf(const Requantization& requantization, int64_t channel);
Requantization RequantizationOf(const Instruction& requantize);

// What of these numbers is out of range or of another count than the operand's channels.
std::optional<Diagnostic> BrokenRule(const Shape& operand, ElementType result, const Requantization& requantization);

enum class ProductWidth { k64, k32 };
// A program of one parameter that computes what the instruction does. `operand`: of static shape. BrokenRule finds nothing. `width`: the
// double rounding by s64 products, or by their halves in s32, for targets whose s64 is two words; other roundings have one form.
Result<Module> Decomposition(const Shape& operand, ElementType result, const Requantization& requantization,
                             ProductWidth width = ProductWidth::k64);

// The composite that text spells it as, with the instruction's own decomposition.
Instruction AsComposite(const Instruction& requantize);

}  // namespace mote
