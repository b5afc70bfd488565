// The fixed-point rows for Linux on x86-64 machines with AVX-512 (F, VL, DQ, BW) and its VNNI. Compiled with those flags; runs only where
// DetectIsa found them.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuninitialized"  // GCC 12: its own header gives instructions without a mask a vector that it never sets
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include "cpu/fixed_finish.h"
#include "cpu/x86/fixed_shared.h"

namespace mote::runtime {
namespace {

#include "cpu/x86/fixed_x86.h"

using Wide = Channels<Bits512, VnniProducts>;
using Narrow = Channels<Bits256, VnniProducts>;
using Blocks = Wide;
using Block = Channels<Bits128, VnniProducts>;
constexpr int kRows = 12, kColumns = 2, kSingleBlocks = 8, kSingleSums = 8, kMostAtOnce = 64;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/fixed_taps.h"

}  // namespace

extern const FixedInstance kAvx512VnniFixed;
const FixedInstance kAvx512VnniFixed = {"avx512vnni", 12, ProductsBy<TileColumns>, Taps, Avx2Average, Avx2Most, Add};

}  // namespace mote::runtime
