// Fixed-point routines of single elements. The output may lie where an input does.
#include "cpu/fixed_finish.h"

namespace mote::runtime {
namespace {

struct Elements {
  ptrdiff_t first, count;
};
Elements ElementsOf(const FixedCall& call) {
  const ptrdiff_t row = static_cast<ptrdiff_t>(call.fields[kMoteFixedOutW]) * call.fields[kMoteFixedOutC];
  return {static_cast<ptrdiff_t>(call.begin) * row, static_cast<ptrdiff_t>(call.end - call.begin) * row};
}

void Add(const FixedCall& call) {
  const auto [first, count] = ElementsOf(call);
  const FixedFinish finish(call.fields);
  uint32_t words[3];
  __builtin_memcpy(words, call.stream, sizeof words);
  const int8_t *a = call.input + first, *b = call.other + first;
  int8_t* out = call.output + first;
  for (ptrdiff_t i = 0; i < count; ++i) {
    const uint32_t sum = words[0] * static_cast<uint32_t>(a[i]) + words[1] * static_cast<uint32_t>(b[i]) + words[2];
    out[i] = finish.Clamped(static_cast<int32_t>(sum) >> finish.shift);
  }
}

void Table(const FixedCall& call) {
  const auto [first, count] = ElementsOf(call);
  const int8_t* table = reinterpret_cast<const int8_t*>(call.stream) + 128;
  for (ptrdiff_t i = first; i < first + count; ++i) call.output[i] = table[call.input[i]];
}

// All that the finish takes lies in registers: outputs may be anywhere.
void Multiply(const FixedCall& call) {
  const auto [first, count] = ElementsOf(call);
  const int32_t* f = call.fields;
  const FixedChannels channel(call.stream, 1, 0);
  const int32_t last_shift = f[kMoteFixedShift], low = f[kMoteFixedLow], high = f[kMoteFixedHigh], shift = channel.Shift(0);
  const int32_t multiplier = channel.multiplier[0];
  const auto start = static_cast<uint32_t>(channel.start[0]), addend = static_cast<uint32_t>(channel.addend[0]);
  const uint32_t half = f[kMoteFixedSigned] != 0 ? (uint32_t{1} << shift) >> 1 : 0;
  uint32_t moved[2];
  __builtin_memcpy(moved, channel.weights, sizeof moved);
  const uint32_t to_a = moved[0], to_b = moved[1];
  const int8_t *a = call.input + first, *b = call.other + first;
  int8_t* out = call.output + first;
  for (const int8_t* const end = a + count; a != end; ++a, ++b, ++out) {
    const uint32_t sum = (to_a + static_cast<uint32_t>(*a)) * (to_b + static_cast<uint32_t>(*b)) + start;
    uint32_t value = HighHalf(static_cast<int32_t>(sum << shift), multiplier) + addend;
    value -= half & static_cast<uint32_t>(static_cast<int32_t>(sum) >> 31);
    int32_t byte = static_cast<int32_t>(value) >> last_shift;
    if (byte < low) byte = low;
    if (byte > high) byte = high;
    *out = static_cast<int8_t>(byte);
  }
}

void Lines(const FixedCall& call) {
  const auto [first, count] = ElementsOf(call);
  const FixedFinish finish(call.fields);
  const int32_t knee = call.fields[kMoteFixedPadValue];
  const auto *const lines = reinterpret_cast<const uint32_t*>(call.stream), *const last = lines + 4 * call.fields[kMoteFixedOutC];
  const int8_t* in = call.input + first;
  int8_t* out = call.output + first;
  for (const int8_t* const end = in + count; in != end;) {
    for (const uint32_t* line = lines; line != last; line += 4) {
      const int32_t x = *in++;
      const uint32_t* of = x < knee ? line : line + 2;
      *out++ = finish.Clamped(static_cast<int32_t>(of[0] * static_cast<uint32_t>(x) + of[1]) >> finish.shift);
    }
  }
}

}  // namespace

const FixedRoutine kFixedAdd = MakeFixedAdd(Add);
const FixedRoutine kFixedMultiply = MakeFixedMultiply(Multiply);
const FixedRoutine kFixedLines = MakeFixedLines(Lines);
const FixedRoutine kFixedTable = MakeFixedTable(Table);

}  // namespace mote::runtime
