// erf, erfc and the inverse of erf. How the coefficients were made: expand_exp.cpp.
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// erf(x)/x - 1 in x^2 on [0, 1]; error 2^-27.5 and 2^-54.6.
const Coefficients kErf{
    {0.128379166, -0.37612626, 0.112835944, -0.0268542115, 0.00518908724, -0.00080168643, 7.87587487e-05},
    {0.12837916709551256, -0.37612638903183543, 0.11283791670945006, -0.02686617064323777, 0.0052239776071164225,
     -0.00085483259753896918, 0.00012055294904839707, -1.4924736907419654e-05, 1.6447424703317288e-06, -1.6208483801871181e-07,
     1.3720064546775592e-08, -7.7958988269985039e-10}};
// (1 + 2a)·e^(a^2)·erfc(a) in t = (a - 3)/(a + 3) without its constant term, a from 0 to where erfc(a) is below
// every subnormal (10.5 and 28); error 2^-28.0 and 2^-56.6 before the coefficients are rounded.
const Coefficients kScaled{
    {-0.135621145, -0.0475623198, 0.129646719, -0.119271919, 0.0682930276, -0.0237946641, 0.00257685641,
     0.00200177124, -0.000788120728, -0.000273596001},
    {-0.13562110612458109, -0.047562294353453063, 0.12964515870275026, -0.11927366341516857,
     0.068308027344406039, -0.023770514921937647, 0.002529391807900063, 0.0018886903981696801, -0.000779832185525928,
     -0.00010516006241299548, 0.0001250987929274765, 4.9505523496346669e-06, -2.0098253837625926e-05, -7.3416316546683903e-07,
     3.4661596712796173e-06, 3.6066863475424126e-07, -6.0565863893376591e-07, -1.4410354379681688e-07, 8.9774806116085037e-08,
     4.1134756392158016e-08, -5.7565039961475078e-09, -6.4678444557829872e-09, -1.0672595214976916e-09}};
// Its constant term in two parts.
Pair ScaledAtThree(Val like) {
  return like.wide() ? Pair{like.Number(0x1.40c522d7e4987p+0), like.Number(0x1.d38e74b98a57cp-55)}
                     : Pair{like.Number(0x1.40c5220000000p+0), like.Number(0x1.aea5660000000p-25)};
}

// erfc of a >= 0: e^(-a^2) · P(t) / (1 + 2a). The square, the product with 1 + (e^r - 1) and the quotient are carried as pairs, so that
// only the last step rounds.
Val Complement(Val a) {
  const double far = a.wide() ? 28 : 10.5;
  a = Select(a.Number(far) < a, far, a);
  Pair square = TwoProduct(a, a);
  ReducedPair d = ReduceExponent(Pair{Neg(square.hi), Neg(square.lo)});
  Pair m = Expm1Reduced(d.r);
  Val t = (a - 3) / (a + 3);
  Pair centre = ScaledAtThree(a);
  Pair p = FastTwoSum(centre.hi, t * Polynomial(t, kScaled));
  Pair above = FastTwoSum(p.hi, p.hi * m.hi + (p.hi * m.lo + (p.lo + centre.lo)));
  Val twice = a + a;
  Pair below = TwoSum(twice, a.Number(1));
  Val head = UpperHalf(above.hi / below.hi);  // its products with the halves of the divisor are exact
  Pair halves = Split(below.hi);
  Val rest = (above.hi - head * halves.hi) - head * halves.lo;
  Val result = head + (rest + (above.lo - head * below.lo)) / below.hi;
  return ScaleByPower(result, d.steps);
}

// The inverse of erf in w = -log(1 - x²), in which it is smooth up to x = 1; f32 alone. Minimax polynomials (Remez exchange on 400 points
// with 34 digits, the function by Newton steps on erfc), rounded to f32.
// erfinv(x) / x - 1 in w on [0, kFarFrom]; error 2^-27.6.
const Coefficients kInverseNear{{-0.113773078, 0.232013896, 0.0115473606, -0.00232859515, -0.000138355579, 5.52472993e-05, -1.74519391e-06,
                                 -3.33692441e-07},
                                {}};
// erfinv(x) - sqrt(w) in t = 16 / (w + 8) - kFarCentre on w from kFarFrom to 16.65, that of the largest x below 1; error 2^-29.0.
const Coefficients kInverseFar{{-0.166786805, 0.0140590165, 0.0793302134, 0.0351968855, 0.0204931963, -0.0124897026, 0.00172458717,
                                0.0173191708, 0.0197921637},
                               {}};
constexpr double kFarFrom = 2.5, kFarCentre = 1.09375;

Val Small(Val x) { return x + x * Polynomial(x * x, kErf); }

}  // namespace

Val Erf(Val x) {
  Val large = XorSign(1 - Complement(Abs(x)), SignBit(x));
  return Select(Abs(x) < 1, Small(x), large);
}

Val Erfc(Val x) {
  Val far = Complement(Abs(x));
  return Select(Abs(x) < 0.25, 1 - Small(x), Select(IsNegative(x), 2 - far, far));
}

// sqrt(w) + P(t). The root is its upper half, whose square is exact, and a quotient; w has what its logarithm rounded away: so that only
// the last step rounds.
Val InverseFar(Val w, Val w_low) {
  Val t = 16 / (w + 8) - kFarCentre;
  Val root = Sqrt(w), head = UpperHalf(root);
  Val rest = ((w - head * head) + w_low) / (root + head);
  return head + (rest + Polynomial(t, kInverseFar));
}

// Of f32. 1 - x² is (1 - a)(1 + a), which loses nothing near 1, where the first factor is exact.
Val ErfInverse(Val x) {
  Val a = Abs(x), below = 1 - a;
  Pair log = LogNormal((below + below) - below * below);
  Val w = Neg(log.hi);
  Val near = a + a * Polynomial(w, kInverseNear);  // keeps zeros and subnormals
  Val inside = Select(w < kFarFrom, near, InverseFar(w, Neg(log.lo)));
  Val size = Select(a < 1, inside, Infinity(x));
  return Select(a <= 1, XorSign(size, SignBit(x)), QuietNan(x));
}

std::span<const MathFunction> ErfFunctions() {
  static constexpr MathFunction rows[] = {{Op::kErf, Erf}, {Op::kErfc, Erfc}, {Op::kErfInv, ErfInverse, false}};
  return rows;
}

}  // namespace mote::expand
