// The sum of two arrays in Arm's DSP instructions, four elements at once.
#include "core/fixed.h"
#include "cpu/arm_dsp/dsp_functions.h"

namespace mote::runtime {
namespace {

void Run(const FixedCall& call) {
  const int32_t* f = call.fields;
  const auto row = static_cast<uint32_t>(f[kMoteFixedOutW] * f[kMoteFixedOutC]);
  const uint32_t first = call.begin * row, count = (call.end - call.begin) * row, rest = count % 4;
  const auto* factors = reinterpret_cast<const int32_t*>(call.stream);
  const int8_t *a = call.input + first, *b = call.other + first;
  int8_t* out = call.output + first;
  if (count >= 4) mote_dsp_add(a, b, out, count / 4, factors, f[kMoteFixedShift]);
  if (rest != 0) {  // the last elements, in words of their own
    const uint32_t at = count - rest;
    int8_t words[3][4] = {};
    for (uint32_t i = 0; i < rest; ++i) words[0][i] = a[at + i], words[1][i] = b[at + i];
    mote_dsp_add(words[0], words[1], words[2], 1, factors, f[kMoteFixedShift]);
    for (uint32_t i = 0; i < rest; ++i) out[at + i] = words[2][i];
  }
  const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  if (low != -128 || high != 127) mote_dsp_clamp(out, count, low, high);
}

}  // namespace

const FixedRoutine kFixedAddDsp = MakeFixedAddDsp(Run);

}  // namespace mote::runtime
