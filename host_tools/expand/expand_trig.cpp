// Sine, cosine, tangent of any argument: exact reduction by pi/2 in integers, then polynomials. How the coefficients were made:
// expand_exp.cpp.
#include <vector>

#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// (sin r - r) / r^3 and (cos r - 1 + r^2/2) / r^4 in r^2 on |r| <= pi/4; errors 2^-26.4 and 2^-55.6, 2^-30.7 and 2^-59.9.
const Coefficients kSin{
    {-0.166666642, 0.00833274797, -0.00019587866},
    {-0.16666666666666666, 0.008333333333330948, -0.00019841269836756774, 2.7557316101617874e-06, -2.5051131650235178e-08,
     1.5918115263265747e-10}};
const Coefficients kCos{
    {0.0416666642, -0.00138883025, 2.45479168e-05},
    {0.041666666666666664, -0.0013888888888887398, 2.4801587298764561e-05, -2.7557317271145144e-07, 2.087614614655861e-09,
     -1.1382623647474462e-11}};

// The bits of 2/pi after 26 (f32) and 55 (f64) zero bits, so that the window for |x| in [1/2, 1) starts at bit 0.
const std::vector<uint32_t> kTwoOverPi32{
    0x00000028u, 0xbe60db93u, 0x91054a7fu, 0x09d5f47du, 0x4d377036u, 0xd8a5664fu, 0x10e4107fu};
const std::vector<uint32_t> kTwoOverPi64{
    0x00000000u, 0x00000145u, 0xf306dc9cu, 0x882a53f8u, 0x4eafa3eau, 0x69bb81b6u, 0xc52b3278u, 0x872083fcu, 0xa2c757bdu, 0x778ac36eu,
    0x48dc7484u, 0x9ba5c00cu, 0x925dd413u, 0xa32439fcu, 0x3bd63962u, 0x534e7dd1u, 0x046bea5du, 0x768909d3u, 0x38e04d68u, 0xbefc8273u,
    0x23ac7306u, 0xa673e939u, 0x08bf177bu, 0xf250763fu, 0xf12fffbcu, 0x0b301fdeu, 0x5e2316b4u, 0x14da3edau, 0x6cfd9e4fu, 0x96136e9eu,
    0x8c7ecd3cu, 0xbfd45aeau, 0x4f758fd7u, 0xcbe2f67au, 0x0e73ef14u, 0xa525d4d7u, 0xf6bf623fu, 0x1aba10acu};

// `count` consecutive words of the stream from bit `start` (i32, at least 0): a barrel shifter of selects over words, then a shift by at
// most 32 bits, so that the largest start needs no further word.
std::vector<Val> Window(const std::vector<uint32_t>& stream, int count, Val start) {
  std::vector<Val> words;
  for (uint32_t word : stream) words.push_back(start.Bits(word));
  const int last = static_cast<int>(stream.size()) - count - 1;  // largest word index, a power of two less one
  Val index = Apply(kMinS, Apply(kShrU, start, 5), last);
  for (int bit = (last + 1) / 2; bit >= 1; bit /= 2) {
    Val far = (index & bit) != 0;
    const size_t left = bit + count;
    std::vector<Val> next;
    for (size_t k = 0; k < left; ++k) next.push_back(Select(far, words[k + static_cast<size_t>(bit)], words[k]));
    words = std::move(next);
  }
  Val shift = start - (index << 5), rest = 32 - shift;
  std::vector<Val> window;
  for (int k = 0; k < count; ++k) window.push_back((words[k] << shift) | Apply(kShrU, words[k + 1], rest));
  return window;
}

// |x| = q·pi/2 + hi + lo with |hi| <= pi/4; q modulo 4 as an integer of the class's width.
struct Angle {
  Val q, hi, lo;
};

// From the fixed-point number high:low of |x|·2/pi modulo 4, of which all but two bits stand behind the point, to the reduced argument.
Angle FromFixedPoint(Val high, Val low, Val like) {
  const bool wide = like.wide();
  const int width = wide ? 64 : 32, cut = wide ? 9 : 6;  // without `cut` bits, `high` is exact in the float
  Val q = Apply(kShrU, high + high.Bits(uint64_t{1} << (width - 3)), width - 2);
  high = high - (q << (width - 2));
  Val sign = Apply(kShrS, high, width - 1);
  high = high ^ sign;
  low = low ^ sign;
  const Scalar to_float = wide ? Scalar::kSignedLD : Scalar::kSignedIF;
  Val mask = high.Bits((uint64_t{1} << cut) - 1);
  Val head = (high & (mask ^ -1)).Apply(to_float) * (wide ? 0x1p-62 : 0x1p-30);
  Val tail = (((high & mask) << (width - cut - 1)) | Apply(kShrU, low, cut + 1)).Apply(to_float) * (wide ? 0x1p-116 : 0x1p-55);
  Pair turns = FastTwoSum(head, tail);
  Val half_pi = like.Number(1.5707963267948966);
  Pair product = TwoProduct(turns.hi, half_pi);
  Pair r = FastTwoSum(product.hi, product.lo + (turns.lo * half_pi + turns.hi * (wide ? 0x1.1a62633145c07p-54 : -0x1.777a5cp-25)));
  Val flip = sign & sign.Bits(uint64_t{1} << (width - 1));
  return {q, XorSign(r.hi, flip), XorSign(r.lo, flip)};
}

Angle Reduce32(Val a) {
  Val bits = ToBits(a);
  std::vector<Val> u = Window(kTwoOverPi32, 3, Apply(kShrU, bits, 23) - 126);
  Val m = (bits & 0x7fffff) | 0x800000;
  Val middle = m * u[1];
  Val low = m.Apply(Scalar::kMulHiUI, u[2]) + middle;
  Val high = m.Apply(Scalar::kMulHiUI, u[1]) + m * u[0] + Apply(kLtU, low, middle);
  return FromFixedPoint(high, low, a);
}

Angle Reduce64(Val a) {
  Val bits = ToBits(a);
  Val start = Apply(kShrU, bits, 52).Apply(Scalar::kTruncLI) - 1022;
  std::vector<Val> u;
  for (Val word : Window(kTwoOverPi64, 6, start)) u.insert(u.begin(), word.Apply(Scalar::kZextIL));  // lowest first
  const auto low_half = [](Val v) { return v & v.Bits(0xffffffffu); };
  const auto high_half = [](Val v) { return Apply(kShrU, v, 32); };
  Val m0 = low_half(bits), m1 = (high_half(bits) & 0xfffff) | 0x100000;
  // Words 2 to 5 of the product modulo 2^192, with the carries of word 1.
  Val a_sum = m0 * u[1] + high_half(m0 * u[0]), b_sum = m1 * u[0];
  Val sum = low_half(a_sum) + low_half(b_sum);
  std::vector<Val> words;
  for (size_t k = 2; k < 6; ++k) {
    a_sum = m0 * u[k] + high_half(a_sum);
    b_sum = m1 * u[k - 1] + high_half(b_sum);
    sum = low_half(a_sum) + low_half(b_sum) + high_half(sum);
    words.push_back(low_half(sum));
  }
  return FromFixedPoint((words[3] << 32) | words[2], (words[1] << 32) | words[0], a);
}

Angle Reduce(Val x) {
  Val a = Abs(x);
  Angle r = a.wide() ? Reduce64(a) : Reduce32(a);
  Val small = a < 0.78539816;
  return {Select(small, 0, r.q), Select(small, a, r.hi), Select(small, 0, r.lo)};
}

Pair SinePair(const Angle& r) {
  Val z = r.hi * r.hi;
  return FastTwoSum(r.hi, r.hi * z * Polynomial(z, kSin) + r.lo);
}
Pair CosinePair(const Angle& r) {
  Val z = r.hi * r.hi, half = z * 0.5, head = 1 - half;
  return FastTwoSum(head, ((1 - head) - half) + (z * z * Polynomial(z, kCos) - r.hi * r.lo));
}
// The bit `position` of q as a sign bit.
Val SignFrom(Val q, int position) {
  const int width = q.wide() ? 64 : 32;
  return Apply(kShrU, q, position) << (width - 1);
}

}  // namespace

Val Sine(Val x) {
  Angle r = Reduce(x);
  Val value = Select((r.q & 1) != 0, CosinePair(r).hi, SinePair(r).hi);
  return Select(Abs(x) < Infinity(x), XorSign(value, SignFrom(r.q, 1) ^ SignBit(x)), QuietNan(x));
}

Val Cosine(Val x) {
  Angle r = Reduce(x);
  Val value = Select((r.q & 1) != 0, SinePair(r).hi, CosinePair(r).hi);
  return Select(Abs(x) < Infinity(x), XorSign(value, SignFrom(r.q + 1, 1)), QuietNan(x));
}

// The quotient of sine and cosine, corrected by their low parts.
Val Tangent(Val x) {
  Angle r = Reduce(x);
  Pair s = SinePair(r), c = CosinePair(r);
  Val odd = (r.q & 1) != 0;
  Pair above{Select(odd, c.hi, s.hi), Select(odd, c.lo, s.lo)}, below{Select(odd, s.hi, c.hi), Select(odd, s.lo, c.lo)};
  Val quotient = above.hi / below.hi;
  Val value = quotient + (above.lo - quotient * below.lo) / below.hi;
  return Select(Abs(x) < Infinity(x), XorSign(value, SignFrom(r.q, 0) ^ SignBit(x)), QuietNan(x));
}

std::span<const MathFunction> TrigFunctions() {
  static constexpr MathFunction rows[] = {{Op::kSine, Sine}, {Op::kCosine, Cosine}, {Op::kTan, Tangent}, {Op::kChloTan, Tangent}};
  return rows;
}

}  // namespace mote::expand
