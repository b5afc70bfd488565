// Inverse trigonometric functions. How the coefficients were made: expand_exp.cpp.
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// (atan z - z) / z^3 in z^2 for |z| <= tan(pi/8); error 2^-28.5 and 2^-56.9.
const Coefficients kAtan{
    {-0.333333313, 0.199995399, -0.142639503, 0.107436687, -0.0645171851},
    {-0.33333333333333331, 0.19999999999995516, -0.14285714284665682, 0.11111111015187018, -0.090909045753064882,
     0.076921831253768849, -0.066645105255088433, 0.058581409048656254, -0.050854078345862384, 0.039230447784709195,
     -0.019175404711011961}};
// (asin w - w) / w^3 in w^2 on [0, 1/4]; error 2^-28.4 and 2^-57.4.
const Coefficients kAsin{
    {0.166666657, 0.0750009418, 0.0445994027, 0.0311006624, 0.0171492379, 0.0336908475},
    {0.16666666666666669, 0.074999999999984329, 0.044642857146355429, 0.030381944138531247, 0.022372172942149889,
     0.017352392720869945, 0.013971212973553311, 0.011479177415181617, 0.0103228143502052, 0.0054575067185637822,
     0.017400879442887152, -0.014851887071528912, 0.028757851367602328}};

// pi/4 in two parts; three times the first is exact.
double QuarterHigh(Val like) { return like.wide() ? 0x1.921fb54442d18p-1 : 0x1.921fb00000000p-1; }
double QuarterLow(Val like) { return like.wide() ? 0x1.1a62633145c07p-55 : 0x1.5110b40000000p-23; }

// asin w = w + w^3·P(w^2) for |x| <= 1/2; beyond, with w = sqrt((1-|x|)/2) = head + rest, asin|x| = pi/2 - 2·asin w.
struct ArcSine {
  Val small, w, cubic, head, rest;
};
ArcSine Reduce(Val x) {
  Val a = Abs(x), small = a <= 0.5;
  Val z = Select(small, a * a, (1 - a) * 0.5);
  Val root = Sqrt(z);
  Val w = Select(small, a, root);
  Val head = UpperHalf(root), sum = root + head;
  Val rest = (z - head * head) / Select(sum == 0, 1, sum);
  return {small, w, w * z * Polynomial(z, kAsin), head, rest};
}

}  // namespace

// The smaller over the larger of |x| and |y|, or (smaller - larger) / (smaller + larger) near 1; then the angle is a·pi/4 ± atan z.
Val Atan2(Val y, Val x) {
  Val ax = Abs(x), ay = Abs(y);
  Val swapped = ax < ay;
  Val larger = Select(swapped, ay, ax), smaller = Select(swapped, ax, ay);
  Val both = (smaller == Infinity(x));
  Val scale = Select(x.Number(x.wide() ? 0x1p1021 : 0x1p125) < larger, 0.25, x.Number(1));  // so that the sum is finite
  larger = Select(both, 1, larger * scale);
  smaller = Select(both, 1, smaller * scale);
  Val near = larger * 0.41421356 < smaller;
  Val divisor = Select(near, smaller + larger, larger);
  Val z = Select(near, smaller - larger, smaller) / Select(divisor == 0, 1, divisor);
  Val square = z * z, cubic = z * square * Polynomial(square, kAtan);
  Val quarters = Select(near, 1, x.Number(0));
  quarters = Select(swapped, 2 - quarters, quarters);
  quarters = Select(IsNegative(x), 4 - quarters, quarters);
  Val sign = Select(swapped, SignBit(x).Bits(FormatOf(x).sign), 0) ^ SignBit(x);
  Val angle = quarters * QuarterHigh(x) + (XorSign(z, sign) + (XorSign(cubic, sign) + quarters * QuarterLow(x)));
  return Select(IsNan(x) | IsNan(y), QuietNan(x), XorSign(angle, SignBit(y)));
}

Val Atan(Val x) { return Atan2(x, x.Number(1)); }

Val Asin(Val x) {
  ArcSine r = Reduce(x);
  Val tail = (r.cubic + r.rest) * 2 - 2 * QuarterLow(x);
  Val large = 2 * QuarterHigh(x) - (r.head * 2 + tail);
  return XorSign(Select(r.small, r.w + r.cubic, large), SignBit(x));
}

Val Acos(Val x) {
  ArcSine r = Reduce(x);
  const double high = 2 * QuarterHigh(x), low = 2 * QuarterLow(x);
  Val sign = SignBit(x);
  Val small = high - (x - (low - XorSign(r.cubic, sign)));
  Val tail = r.cubic + r.rest;
  Val large = Select(IsNegative(x), high - (r.head + (tail - low)), r.head + tail) * 2;
  return Select(r.small, small, large);
}

std::span<const MathFunction> ArcFunctions() {
  static constexpr MathFunction rows[] = {{Op::kAtan, Atan}, {Op::kAsin, Asin}, {Op::kAcos, Acos}};
  return rows;
}

}  // namespace mote::expand
