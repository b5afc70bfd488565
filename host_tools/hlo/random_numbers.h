// How Rng draws (OPS.md 2.5 leaves it to us), as data: the evaluator and the expansion both follow it, each by code of its own.
//
// State: {seed, counter}, u64[2]. An operation takes the bits that RngBitGenerator THREE_FRY gives of it for the result's shape, and leaves
// its new state: words w of u64 for integers and f64, of u32 for the other floats, which are computed in f32.
//   UNIFORM, integers  a + w mod (b - a) modulo 2^n; a where b <= a. Two numbers' chances differ by a factor 1 + (b - a) / 2^64 at most
//   UNIFORM, floats    a + (b - a) u with u = (w >> 8) / 2^24, of f64 (w >> 11) / 2^53, in the result's type; b's neighbour where it is b
//   NORMAL             x = mu + sigma z, z the normal quantile of p = (w | 1) / 2^(bits + 1), minus it where the lowest bit of w is 0
// Every operation of these formulas is rounded once, in their order from the left, so that the numbers are the same bits everywhere.
// rng-get-and-update-state gives the state and adds its delta to the counter.
#pragma once

#include <cstdlib>

#include "hlo/module.h"

namespace mote {

// What the state is called as an input and output of compiled programs; the source has neither.
inline constexpr const char kRngStateName[] = "mote.rng_state";

// By how much rng-get-and-update-state moves the counter.
inline uint64_t RngDelta(const Instruction& i) {
  const auto delta = i.extra.find("delta");
  return delta == i.extra.end() ? 1 : std::strtoull(delta->second.c_str(), nullptr, 10);
}

namespace normal_quantile {

// The quantile for p in (0, 1/2) without its sign, by rational functions N / D (Wichura, algorithm AS 241), coefficients from the constant
// on. q = 1/2 - p <= 0.425: q N(r) / D(r) with r = 0.425^2 - q^2. Else with r = sqrt(-log p): of r - 1.6 to r = 5, of r - 5 beyond.
// Horner's rule from the highest power; relative error below 1e-14 in f64, 1e-6 in f32.
struct Ratio {
  double numerator[8], denominator[8];
};
inline constexpr double kCentral = 0.425, kCentralSquare = 0.180625, kNear = 1.6, kFar = 5;
inline constexpr Ratio kCentralRatio = {
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4, 4.5921953931549871457e4,
     6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
    {1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4,
     2.8729085735721942674e4, 5.2264952788528545610e3}};
inline constexpr Ratio kNearRatio = {
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}};
inline constexpr Ratio kFarRatio = {
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1, 2.65321895265761230930e-2,
     1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}};

// -log p of p = n / 2^(bits + 1): n = m 2^e with m in [1, 2], halved where it is above sqrt(2), which counts one for e.
// With s = (m - 1) / (m + 1) it is (bits + 1 - e) ln 2 - s L(s^2) with L(x) = 2/1 + 2/3 x + 2/5 x^2 + … to 2/21 x^10.
inline constexpr double kSqrt2 = 1.4142135623730951, kLn2 = 0.69314718055994531;
inline constexpr int kLastOdd = 21;

}  // namespace normal_quantile
}  // namespace mote
