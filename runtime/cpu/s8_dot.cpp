// Dot of s8 to sums of s32: outputs in their order, as many at once as the scratch holds.
#include "core/routine.h"
#include "cpu/s8_products.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

int32_t Min(int32_t a, int32_t b) { return a < b ? a : b; }

void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  const int32_t* f = call.fields;
  constexpr const MoteRoutineGeometry& kGeometry = kMoteCenteredDotGeometry;
  const ZeroPoints zeros = {static_cast<uint32_t>(f[kGeometry.zeros[0]]), static_cast<uint32_t>(f[kGeometry.zeros[1]])};
  const auto most = static_cast<int32_t>((scratch_bytes < kMoteRoutineSumBytes ? scratch_bytes : size_t{kMoteRoutineSumBytes}) / 4);
  const auto m = static_cast<uint32_t>(f[kMoteDotM]);
  auto* sums = static_cast<uint32_t*>(scratch);
  uint32_t first = begin * static_cast<uint32_t>(f[kMoteDotN]);
  int32_t filled = 0;
  Products r = {nullptr, nullptr, f[kMoteDotLhsK], f[kMoteDotRhsK], f[kMoteDotRhsN], f[kMoteDotK], 0};
  for (uint32_t row = begin; row < end; ++row) {
    const auto batch = static_cast<ptrdiff_t>(row / m), line = static_cast<ptrdiff_t>(row % m);
    for (int32_t n = 0; n < f[kMoteDotN]; n += r.columns) {
      r.columns = Min(f[kMoteDotN] - n, most - filled);
      r.a = static_cast<const int8_t*>(call.lhs) + batch * f[kMoteDotLhsB] + line * f[kMoteDotLhsM];
      r.b = static_cast<const int8_t*>(call.rhs) + batch * f[kMoteDotRhsB] + static_cast<ptrdiff_t>(n) * f[kMoteDotRhsN];
      __builtin_memset(sums + filled, 0, static_cast<size_t>(r.columns) * 4);
      AddProducts(r, zeros, sums + filled);
      filled += r.columns;
      if (filled < most && (row + 1 < end || n + r.columns < f[kMoteDotN])) continue;
      finish.run(finish.context, first, static_cast<uint32_t>(filled), sums);
      first += static_cast<uint32_t>(filled);
      filled = 0;
    }
  }
}

}  // namespace

const Routine kDotS8 = MakeDotS8(Sums);

}  // namespace mote::runtime
