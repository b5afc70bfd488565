// The fixed-point rows for Linux on AArch64.
#include <arm_neon.h>

#include "cpu/arm64/fixed_shared.h"
#include "cpu/fixed_finish.h"

namespace mote::runtime {
namespace {

#include "cpu/arm64/fixed_arm64.h"

using Wide = Channels<WideningProducts>;
using Narrow = Wide;
using Blocks = Wide;
using Block = Wide;
constexpr int kRows = 2, kColumns = 4, kSingleBlocks = 1, kSingleSums = 4, kMostAtOnce = 16;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/fixed_taps.h"

}  // namespace

void NeonAverage(const HostPool& pool) { Average(pool); }
void NeonMost(const HostPool& pool) { Most(pool); }
void NeonAdd(const FixedCall& call) { Add(call); }

extern const FixedInstance kNeonFixed;
const FixedInstance kNeonFixed = {"neon", 12, ProductsBy<TileColumns>, Taps, NeonAverage, NeonMost, NeonAdd};

}  // namespace mote::runtime
