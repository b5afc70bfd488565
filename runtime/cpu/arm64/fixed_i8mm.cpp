// The fixed-point rows for Linux on AArch64 machines with products of matrices of bytes. Compiled with that flag; runs only where DetectIsa
// found them.
#include <arm_neon.h>

#include "cpu/arm64/fixed_shared.h"
#include "cpu/fixed_finish.h"

namespace mote::runtime {
namespace {

#include "cpu/arm64/fixed_arm64.h"

using Wide = Channels<DotProducts>;
using Narrow = Wide;
constexpr int kRows = 4, kColumns = 4, kSingleBlocks = 1, kSingleSums = 8, kMostAtOnce = 16;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/arm64/fixed_matrices.h"

}  // namespace

extern const FixedInstance kI8mmFixed;
const FixedInstance kI8mmFixed = {"i8mm", 12, ProductsBy<MatrixColumns>, DotprodTaps, NeonAverage, NeonMost, NeonAdd};

}  // namespace mote::runtime
