// The special functions of CHLO (OPS.md section 3) as arithmetic in f64, whatever float type they are asked in. Every one is a series that
// converges where the argument was brought by recurrence, reflection or scaling; expansions_test.cpp measures them.
#include <cmath>
#include <iterator>
#include <numbers>

#include "passes/expansions.h"
#include "passes/real_expression.h"

namespace mote {

Real Polynomial(Real x, std::initializer_list<double> coefficients) {
  auto c = std::rbegin(coefficients);
  Real sum = x.Constant(*c);
  for (++c; c != std::rend(coefficients); ++c) sum = sum * x + *c;
  return sum;
}

Real Chebyshev(Real x, std::initializer_list<double> coefficients) {
  const Real twice = x + x;
  Real next = x.Constant(0), after = next;
  for (auto c = std::rbegin(coefficients); c != std::prev(std::rend(coefficients)); ++c) {
    const Real sum = twice * next - after + *c;
    after = next;
    next = sum;
  }
  return x * next - after + *coefficients.begin();
}

namespace {

constexpr double kPi = std::numbers::pi, kInfinity = HUGE_VAL;
constexpr int kShift = 8;  // recurrences lead to arguments of at least 8, where the asymptotic series end below 1e-15

Value Or(ModuleEmitter& e, Value a, Value b) { return e.Binary(Op::kOr, a, b); }
Value And(ModuleEmitter& e, Value a, Value b) { return e.Binary(Op::kAnd, a, b); }

// Stirling's series at z + 8 less the logarithm of what the recurrence multiplied, for z >= 1/2; below, the reflection by the sine.
Real LogGamma(Real x) {
  const Value reflected = x.Is("LT", 0.5), near = Select(reflected, 1 - x, x).Is("LT", kShift);
  const Real z = Select(reflected, 1 - x, x);
  Real product = z;
  for (int k = 1; k < kShift; ++k) product = product * (z + k);
  const Real w = Select(near, z + kShift, z), inverse = 1 / w;
  const Real tail = inverse * Polynomial(inverse * inverse, {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360,
                                                             1.0 / 156, -3617.0 / 122400});
  const Real at_w = (w - 0.5) * (Log(w) - 1) + (0.5 * std::log(2 * kPi) - 0.5) + tail;
  const Real value = at_w - Select(near, Log(product), 0);
  const Real fraction = Abs(x - Round(x));  // the sine of pi times it has the size of that of pi · x
  const Real mirrored = Log(kPi / Sin(kPi * fraction)) - value;
  return Select(Abs(x).Is("EQ", kInfinity), kInfinity, Select(reflected, mirrored, value));
}

Real Digamma(Real x) {
  const Value reflected = x.Is("LT", 0.5);
  const Real z = Select(reflected, 1 - x, x);
  const Value near = z.Is("LT", kShift);
  Real sum = 1 / z;
  for (int k = 1; k < kShift; ++k) sum = sum + 1 / (z + k);
  const Real w = Select(near, z + kShift, z), inverse = 1 / w, square = inverse * inverse;
  const Real tail =
      square * Polynomial(square, {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12, -3617.0 / 8160});
  const Real value = Log(w) - 0.5 * inverse - tail - Select(near, sum, 0);
  const Real mirrored = value - kPi / Tan(kPi * (x - Round(x)));
  const Value pole = And(*x.emitter, x.Is("LT", 0.0), x.Is("EQ", Floor(x)));
  return Select(pole, std::nan(""), Select(reflected, mirrored, value));
}

// Hurwitz zeta: twelve terms, and the Euler–Maclaurin formula for the rest of the sum.
Real Zeta(Real s, Real q) {
  constexpr int kTerms = 12;
  Real sum = Pow(q, -s);
  for (int k = 1; k < kTerms; ++k) sum = sum + Pow(q + k, -s);
  const Real w = q + kTerms, power = Pow(w, -s);
  sum = sum + w * power / (s - 1) + 0.5 * power;
  // B(2j) / (2j)! · s (s + 1) … (s + 2j - 2) / w^(s + 2j - 1)
  constexpr double kBernoulli[] = {1.0 / 12,
                                   -1.0 / 720,
                                   1.0 / 30240,
                                   -1.0 / 1209600,
                                   1.0 / 47900160,
                                   -5.2841901386874932e-10,
                                   1.3382536530684679e-11,
                                   -3.3896802963225829e-13,
                                   8.5860620562778446e-15,
                                   -2.1748686985580619e-16};
  Real factor = s * power / w;
  int order = 1;
  for (double b : kBernoulli) {
    sum = sum + b * factor;
    factor = factor * ((s + order) / w) * ((s + (order + 1)) / w);
    order += 2;
  }
  ModuleEmitter& e = *s.emitter;
  const Value whole_q = q.Is("EQ", Floor(q)), low = q.Is("LE", 0.0);
  sum = Select(And(e, low, whole_q), kInfinity, Select(And(e, low, s.Is("NE", Floor(s))), std::nan(""), sum));
  sum = Select(s.Is("GT", 1.0), sum, Select(s.Is("EQ", 1.0), kInfinity, s.Constant(std::nan(""))));
  sum = Select(q.Is("EQ", kInfinity), 0.0, sum);
  const Value unordered = Or(e, s.Is("NE", s), q.Is("NE", q));
  return Select(unordered, std::nan(""), sum);
}

// Exact up to 20!, then by the logarithm.
Real Factorial(Real n) {
  constexpr int kExact = 20;
  Real product = n.Constant(1);
  for (int k = 2; k <= kExact; ++k) product = product * Select(n.Is("GE", k), k, n.Constant(1));
  return Select(n.Is("GT", kExact), Exp(LogGamma(n + 1)), product);
}

// (-1)^(n+1) n! zeta(n + 1, x), and digamma for n = 0.
Real Polygamma(Real n, Real x) {
  const Value odd = (n - 2 * Floor(0.5 * n)).Is("EQ", 1.0);
  const Real size = Factorial(n) * Zeta(n + 1, x);
  ModuleEmitter& e = *n.emitter;
  const Value outside = Or(e, n.Is("LT", 0.0), n.Is("NE", Floor(n)));
  return Select(outside, std::nan(""), Select(n.Is("EQ", 0.0), Digamma(x), Select(odd, size, -size)));
}

// Winitzki's elementary approximation, then Halley steps on erf, or on erfc where that is the small one.
Real ErfInverse(Real x) {
  const Real a = Abs(x), log = Log1p(-(a * a)), middle = 2 / (kPi * 0.147) + 0.5 * log;
  const Value small = a.Is("LT", 0.5);
  Real y = Sqrt(Sqrt(middle * middle - log / 0.147) - middle);
  for (int step = 0; step < 3; ++step) {
    const Real error = Select(small, y.Apply(Op::kErf) - a, (1 - a) - y.Apply(Op::kErfc));
    const Real move = error / (2 / std::sqrt(kPi) * Exp(-(y * y)));
    y = y - move / (1 + y * move);
  }
  y = Select(a.Is("EQ", 1.0), kInfinity, y);
  y = Select(a.Is("GT", 1.0), std::nan(""), y);
  return Select(x.Is("EQ", 0.0), x, Select(x.Is("LT", 0.0), -y, y));
}

// exp(-|x|) I1(x): Chebyshev series of the function over x up to 8, and of the function times √x in 1/x from there on.
Real BesselI1e(Real x) {
  const Real a = Abs(x), at_most = Min(a, a.Constant(8));
  const Value near = a.Is("LE", 8.0);
  const Real low = Chebyshev(
      at_most / 4 - 1,
      {0.12629359322181682,     -0.17641651835783406,    0.10264365868984709,     -0.052945981208094989,   0.024726449030626516,
       -0.010564084894626197,   0.0041564229443128882,   -0.0015135724506312532,  0.00051228595616857576,  -0.00016176081582589674,
       4.7815651075500542e-05,  -1.3273163656039436e-05, 3.4702513081376785e-06,  -8.5687202646954547e-07, 2.0032947535521353e-07,
       -4.4450591287963281e-08, 9.3815373864957726e-09,  -1.8872497517228294e-09, 3.6255902815521172e-10,  -6.6634897235020271e-11,
       1.1736186298890901e-11,  -1.9839743977649436e-12, 3.2237933659455748e-13,  -5.0421855047279118e-14, 7.6006842947354077e-15,
       -1.1055969477353862e-15, 1.5536319577362005e-16,  -2.111421214358166e-17,  2.7779141127610464e-18});
  const Real high = Chebyshev(
      16 / Select(near, 8.0, a) - 1,
      {0.38928811750914005,     -0.0097610974913614687,  -0.00011058893876262371, -3.8825648088776906e-06, -2.5122362378702088e-07,
       -2.6314688468895196e-08, -3.835380385964237e-09,  -5.5897434621965838e-10, -1.8974958123505413e-11, 3.2526035830154884e-11,
       1.4125807436613782e-11,  2.0356285441470896e-12,  -7.1985517762459084e-13, -4.0835511110921974e-13, -2.1015418427726643e-14,
       4.272440016711951e-14,   1.0420276984128802e-14,  -3.8144030724370075e-15, -1.8803547755107825e-15, 3.3082023109209285e-16,
       2.9626289976459501e-16,  -3.2095259219934238e-17, -4.6503053684893586e-17, 4.4143483230717077e-18,  7.5172963108421052e-18});
  return Select(x.Is("EQ", 0.0), x, Sign(x) * Select(near, low * a, high / Sqrt(a)));
}

}  // namespace

Results ExpandSpecialFunction(ModuleEmitter& e, const Instruction& i) {
  const auto real = [&](size_t operand) { return Real{&e, e.Convert(i.operands[operand], ElementType::kF64)}; };
  const auto result = [&](Real value) -> Results { return {{e.Convert(value.value, i.shape().element_type)}}; };
  switch (i.op) {
    case Op::kLgamma: return result(LogGamma(real(0)));
    case Op::kDigamma: return result(Digamma(real(0)));
    case Op::kZeta: return result(Zeta(real(0), real(1)));
    case Op::kPolygamma: return result(Polygamma(real(0), real(1)));
    case Op::kErfInv: return result(ErfInverse(real(0)));
    case Op::kBesselI1e: return result(BesselI1e(real(0)));
    default: return std::nullopt;
  }
}

}  // namespace mote
