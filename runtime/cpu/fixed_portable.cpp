// The fixed-point rows for Linux on processors without an instance of their own.
#include "cpu/fixed_finish.h"
#include "cpu/fixed_instance.h"
#include "cpu/fixed_scalar.h"

namespace mote::runtime {
namespace {

using Wide = FourChannels;
using Narrow = FourChannels;
using Blocks = FourChannels;
using Block = FourChannels;
#define MOTE_TILE_LOOP  // no tile of bytes by themselves fits into registers
constexpr int kRows = 2, kColumns = 4, kSingleBlocks = 1, kSingleSums = 4, kMostAtOnce = 16;

#include "cpu/fixed_vector.h"
#include "cpu/fixed_products.h"
#include "cpu/fixed_taps.h"

}  // namespace

const FixedInstance kPortableFixed = {"portable", 4, ProductsBy<TileColumns>, Taps, Average, Most, Add};

}  // namespace mote::runtime
