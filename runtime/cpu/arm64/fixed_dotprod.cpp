// The fixed-point rows for Linux on AArch64 machines with dot products. Compiled with that flag; runs only where DetectIsa found them.
#include <arm_neon.h>

#include "cpu/arm64/fixed_shared.h"
#include "cpu/fixed_finish.h"

namespace mote::runtime {
namespace {

#include "cpu/arm64/fixed_arm64.h"

using Wide = Channels<DotProducts>;
using Narrow = Wide;
using Blocks = Wide;
using Block = Wide;
constexpr int kRows = 4, kColumns = 4, kSingleBlocks = 1, kSingleSums = 8, kMostAtOnce = 16;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/fixed_taps.h"

}  // namespace

void DotprodTaps(const HostTaps& taps) { Taps(taps); }

extern const FixedInstance kDotprodFixed;
const FixedInstance kDotprodFixed = {"dotprod", 12, ProductsBy<TileColumns>, DotprodTaps, NeonAverage, NeonMost, NeonAdd};

}  // namespace mote::runtime
