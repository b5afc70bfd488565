// Steps of single elements on Helium: four sums, or sixteen bytes of a table, at once. The output may lie where an input does.
#include "core/fixed.h"
#include "cpu/helium/helium_functions.h"

namespace mote::runtime {
namespace {

void Add(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t row = f[kMoteFixedOutW] * f[kMoteFixedOutC];
  const ptrdiff_t first = static_cast<ptrdiff_t>(call.begin) * row;
  mote_helium_add(call.input + first, call.other + first, call.output + first, (call.end - call.begin) * static_cast<uint32_t>(row),
                  reinterpret_cast<const int32_t*>(call.stream), f[kMoteFixedShift], f[kMoteFixedLow], f[kMoteFixedHigh]);
}

void Table(const FixedCall& call) {
  const int32_t row = call.fields[kMoteFixedOutW] * call.fields[kMoteFixedOutC];
  const ptrdiff_t first = static_cast<ptrdiff_t>(call.begin) * row;
  mote_helium_table(call.input + first, call.output + first, (call.end - call.begin) * static_cast<uint32_t>(row), call.stream);
}

}  // namespace

const FixedRoutine kFixedAddHelium = MakeFixedAddHelium(Add);
const FixedRoutine kFixedTableHelium = MakeFixedTableHelium(Table);

}  // namespace mote::runtime
