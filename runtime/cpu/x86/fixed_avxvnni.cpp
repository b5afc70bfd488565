// The fixed-point rows for Linux on x86-64 machines with AVX2 and AVX-VNNI. Compiled with those flags; runs only where DetectIsa found
// them.
#include <immintrin.h>

#include "cpu/fixed_finish.h"
#include "cpu/x86/fixed_shared.h"

namespace mote::runtime {
namespace {

#include "cpu/x86/fixed_x86.h"

using Wide = Channels<Bits256, VnniProducts>;
using Narrow = Wide;
using Blocks = Wide;
using Block = Channels<Bits128, VnniProducts>;
constexpr int kRows = 6, kColumns = 2, kSingleBlocks = 2, kSingleSums = 8, kMostAtOnce = 32;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/fixed_taps.h"

}  // namespace

extern const FixedInstance kAvxVnniFixed;
const FixedInstance kAvxVnniFixed = {"avxvnni", 12, ProductsBy<TileColumns>, Taps, Avx2Average, Avx2Most, Avx2Add};

}  // namespace mote::runtime
