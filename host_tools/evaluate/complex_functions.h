// Elementary functions of complex arguments, computed in long double. Branch cuts as in ISO C Annex G, which StableHLO follows.
#pragma once

#include "evaluate/lanes.h"

namespace mote::evaluation {

LongComplex ComplexExp(LongComplex z);
LongComplex ComplexExpMinusOne(LongComplex z);
LongComplex ComplexCos(LongComplex z);
LongComplex ComplexLog(LongComplex z);
LongComplex ComplexLogPlusOne(LongComplex z);
LongComplex ComplexLogistic(LongComplex z);
LongComplex ComplexSqrt(LongComplex z);
LongComplex ComplexRsqrt(LongComplex z);
LongComplex ComplexAtan2(LongComplex y, LongComplex x);
LongComplex ComplexAtan(LongComplex z);
LongComplex ComplexAtanh(LongComplex z);

}  // namespace mote::evaluation
