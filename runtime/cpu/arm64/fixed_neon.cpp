// The fixed-point rows for Linux on AArch64.
#include <arm_neon.h>

#include "cpu/fixed_finish.h"
#include "cpu/fixed_instance.h"

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

extern const FixedInstance kNeonFixed;
const FixedInstance kNeonFixed = {"neon", 12, ProductsBy<TileColumns>, Taps, Average, Most, Add};

}  // namespace mote::runtime
