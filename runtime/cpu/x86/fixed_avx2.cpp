// The fixed-point rows for Linux on x86-64 machines with AVX2. Compiled with those flags; runs only where DetectIsa found them.
#include <immintrin.h>

#include "cpu/fixed_finish.h"
#include "cpu/x86/fixed_shared.h"

namespace mote::runtime {
namespace {

#include "cpu/x86/fixed_x86.h"

using Wide = Channels<Bits256, WideningProducts>;
using Narrow = Wide;
using Blocks = Wide;
using Block = Channels<Bits128, WideningProducts>;
constexpr int kRows = 4, kColumns = 2, kSingleBlocks = 1, kSingleSums = 4, kMostAtOnce = 32;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/fixed_taps.h"

}  // namespace

void Avx2Average(const HostPool& pool) { Average(pool); }
void Avx2Most(const HostPool& pool) { Most(pool); }
void Avx2Add(const FixedCall& call) { Add(call); }

extern const FixedInstance kAvx2Fixed;
const FixedInstance kAvx2Fixed = {"avx2", 12, ProductsBy<TileColumns>, Taps, Avx2Average, Avx2Most, Avx2Add};

}  // namespace mote::runtime
