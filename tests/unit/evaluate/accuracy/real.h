// A high-precision number of the accuracy programs: MPFR's value with operators, rounded to nearest. Not used outside these tests.
#pragma once

#include <mpfr.h>

namespace mote {

class Real {
 public:
  // Bits of every number made: enough for the type that is measured.
  static constexpr mpfr_prec_t kPrecision = 160;

  explicit Real(mpfr_prec_t precision = kPrecision) { mpfr_init2(value_, precision); }
  explicit Real(double v, mpfr_prec_t precision = kPrecision) : Real(precision) { mpfr_set_d(value_, v, MPFR_RNDN); }
  Real(const Real& other) : Real(mpfr_get_prec(other.value_)) { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

}  // namespace mote
