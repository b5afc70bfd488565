// Logic, bits, comparison and selection of OPS.md 2.2 and section 3. Total order compares sign-magnitude bits mapped to two's complement.
#include <bit>
#include <cmath>

#include "evaluate/lanes.h"

namespace mote::evaluation {
namespace {

uint64_t WidthMask(ElementType type) { return BitWidth(type) == 64 ? ~uint64_t{0} : (uint64_t{1} << BitWidth(type)) - 1; }

template <typename F>
void Bits(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<uint64_t>()[i] = F()(l.input<uint64_t>(0)[i], l.input<uint64_t>(1)[i]);
}

struct AndBits {
  uint64_t operator()(uint64_t a, uint64_t b) const { return a & b; }
};
struct OrBits {
  uint64_t operator()(uint64_t a, uint64_t b) const { return a | b; }
};
struct XorBits {
  uint64_t operator()(uint64_t a, uint64_t b) const { return a ^ b; }
};

void NotPred(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = l.input<int64_t>(0)[i] == 0;
}
void NotBits(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = ~l.input<int64_t>(0)[i];
}

// Shift amounts are unsigned in the operand's width: what is negative or not below the width shifts everything out.
void ShiftLeft(const Lanes& l) {
  uint64_t mask = WidthMask(l.operand), width = static_cast<uint64_t>(BitWidth(l.operand));
  for (int64_t i = 0; i < l.n; ++i) {
    uint64_t amount = l.input<uint64_t>(1)[i] & mask;
    l.output<uint64_t>()[i] = amount < width ? l.input<uint64_t>(0)[i] << amount : 0;
  }
}
void ShiftRightLogical(const Lanes& l) {
  uint64_t mask = WidthMask(l.operand), width = static_cast<uint64_t>(BitWidth(l.operand));
  for (int64_t i = 0; i < l.n; ++i) {
    uint64_t amount = l.input<uint64_t>(1)[i] & mask;
    l.output<uint64_t>()[i] = amount < width ? (l.input<uint64_t>(0)[i] & mask) >> amount : 0;
  }
}
void ShiftRightArithmetic(const Lanes& l) {
  uint64_t mask = WidthMask(l.operand), width = static_cast<uint64_t>(BitWidth(l.operand));
  int unused = 64 - static_cast<int>(width);
  for (int64_t i = 0; i < l.n; ++i) {
    uint64_t amount = l.input<uint64_t>(1)[i] & mask;
    int64_t value = static_cast<int64_t>(l.input<uint64_t>(0)[i] << unused) >> unused;
    l.output<int64_t>()[i] = value >> (amount < width ? amount : width - 1);
  }
}

void PopulationCount(const Lanes& l) {
  uint64_t mask = WidthMask(l.operand);
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = std::popcount(l.input<uint64_t>(0)[i] & mask);
}
void LeadingZeros(const Lanes& l) {
  uint64_t mask = WidthMask(l.operand);
  int unused = 64 - BitWidth(l.operand);
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = std::countl_zero(l.input<uint64_t>(0)[i] & mask) - unused;
}

enum class Direction { kEq, kNe, kGe, kGt, kLe, kLt };
Direction DirectionOf(const Instruction& instruction) {
  const std::string& text = instruction.Text(Attr::kComparisonDirection);
  if (text == "EQ") return Direction::kEq;
  if (text == "NE") return Direction::kNe;
  if (text == "GE") return Direction::kGe;
  if (text == "GT") return Direction::kGt;
  return text == "LE" ? Direction::kLe : Direction::kLt;
}

template <typename T>
bool Holds(Direction direction, T a, T b) {
  switch (direction) {
    case Direction::kEq: return a == b;
    case Direction::kNe: return a != b;
    case Direction::kGe: return a >= b;
    case Direction::kGt: return a > b;
    case Direction::kLe: return a <= b;
    case Direction::kLt: break;
  }
  return a < b;
}

template <typename T>
void Compare(const Lanes& l) {
  Direction direction = DirectionOf(*l.instruction);
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = Holds(direction, l.input<T>(0)[i], l.input<T>(1)[i]);
}

int64_t TotalOrderKey(double value) {
  int64_t bits = std::bit_cast<int64_t>(value);
  return bits < 0 ? bits ^ INT64_MAX : bits;
}

void CompareReal(const Lanes& l) {
  if (l.instruction->Text(Attr::kCompareType) != "TOTALORDER") return Compare<double>(l);
  Direction direction = DirectionOf(*l.instruction);
  for (int64_t i = 0; i < l.n; ++i) {
    l.output<int64_t>()[i] = Holds(direction, TotalOrderKey(l.input<double>(0)[i]), TotalOrderKey(l.input<double>(1)[i]));
  }
}

// Order of complex numbers is lexicographic (StableHLO; HLO rejects it).
void CompareComplex(const Lanes& l) {
  Direction direction = DirectionOf(*l.instruction);
  for (int64_t i = 0; i < l.n; ++i) {
    Complex a = l.input<Complex>(0)[i], b = l.input<Complex>(1)[i];
    bool holds = direction == Direction::kEq   ? a == b
                 : direction == Direction::kNe ? a != b
                 : a.real() != b.real()        ? Holds(direction, a.real(), b.real())
                                               : Holds(direction, a.imag(), b.imag());
    l.output<int64_t>()[i] = holds;
  }
}

template <typename T>
void Select(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<T>()[i] = l.input<int64_t>(0)[i] != 0 ? l.input<T>(1)[i] : l.input<T>(2)[i];
}

void IsFinite(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = std::isfinite(l.input<double>(0)[i]);
}
void IsInfinite(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = std::isinf(l.input<double>(0)[i]);
}
void IsPositiveInfinity(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = l.input<double>(0)[i] == HUGE_VAL;
}
void IsNegativeInfinity(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = l.input<double>(0)[i] == -HUGE_VAL;
}

LaneRow OnIntegers(Op op, LaneFunction function, LaneFunction pred = nullptr) {
  return {.op = op, .pred = pred, .signed_integer = function, .unsigned_integer = function};
}

}  // namespace

std::span<const LaneRow> LogicLanes() {
  static const LaneRow rows[] = {
      OnIntegers(Op::kAnd, Bits<AndBits>, Bits<AndBits>),
      OnIntegers(Op::kOr, Bits<OrBits>, Bits<OrBits>),
      OnIntegers(Op::kXor, Bits<XorBits>, Bits<XorBits>),
      OnIntegers(Op::kNot, NotBits, NotPred),
      OnIntegers(Op::kShiftLeft, ShiftLeft),
      OnIntegers(Op::kShiftRightLogical, ShiftRightLogical),
      OnIntegers(Op::kShiftRightArithmetic, ShiftRightArithmetic),
      OnIntegers(Op::kPopcnt, PopulationCount),
      OnIntegers(Op::kCountLeadingZeros, LeadingZeros),
      {.op = Op::kCompare, .pred = Compare<uint64_t>, .signed_integer = Compare<int64_t>, .unsigned_integer = Compare<uint64_t>,
       .real = CompareReal, .complex = CompareComplex},
      {.op = Op::kSelect, .pred = Select<int64_t>, .signed_integer = Select<int64_t>, .unsigned_integer = Select<int64_t>,
       .real = Select<double>, .complex = Select<Complex>},
      {.op = Op::kIsFinite, .real = IsFinite},
      {.op = Op::kIsInf, .real = IsInfinite},
      {.op = Op::kIsPosInf, .real = IsPositiveInfinity},
      {.op = Op::kIsNegInf, .real = IsNegativeInfinity},
  };
  return rows;
}

}  // namespace mote::evaluation
