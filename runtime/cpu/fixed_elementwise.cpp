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

}  // namespace

const FixedRoutine kFixedAdd = MakeFixedAdd(Add);
const FixedRoutine kFixedTable = MakeFixedTable(Table);

}  // namespace mote::runtime
