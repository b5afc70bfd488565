// Convolutions whose weights are packed for Helium: windows of four pixels are multiplied with two output channels at a time, the window of
// a single pixel with eight.
#include "cpu/helium/helium_clamp.h"
#include "cpu/helium/helium_windows.h"

namespace mote::runtime {
namespace {

// The assembly for either kind of finish.
struct Assembly {
  decltype(mote_helium_products)* products;
  void (*next_run)(void);
  void (*last_run)(void);
};
constexpr Assembly kUnsigned = {mote_helium_products, mote_helium_next_run, mote_helium_last_run};
constexpr Assembly kSigned = {mote_helium_products_signed, mote_helium_next_run_signed, mote_helium_last_run_signed};

// Offsets of a pair's outputs; those of pixels that are not there, over the first pixel's.
void SetOffsets(HeliumProducts& products, int32_t features, int32_t count) {
  for (int32_t p = 0; p < kMoteHeliumPixels; ++p) {
    const int32_t at = p < count ? p * features : 0;
    products.offsets[2 * p] = static_cast<uint16_t>(at), products.offsets[2 * p + 1] = static_cast<uint16_t>(at + 1);
  }
}

void RunConvolution(const FixedCall& call, const Assembly& assembly) {
  const int32_t* f = call.fields;
  const int32_t features = f[kMoteFixedOutC];
  HeliumWindows windows(call, assembly.next_run, assembly.last_run);
  const int64_t chunks = MoteHeliumChunks(MoteFixedWindow(f));
  const auto pair = static_cast<int32_t>(chunks * 2 * kMoteHeliumChunk + 8 * MoteHeliumFinishWords(f[kMoteFixedSigned]));
  HeliumProducts& products = windows.products();
  products.shift = kMoteHeliumShift - f[kMoteFixedShift];
  products.two = 2, products.out_step = kMoteHeliumPixels * features;
  SetOffsets(products, features, kMoteHeliumPixels);
  int8_t* const first = call.output + static_cast<ptrdiff_t>(call.begin) * f[kMoteFixedOutW] * features;
  int8_t* out = first;
  const bool odd = features % 2 != 0;  // the last pair is computed by itself
  while (windows.pixels() != 0) {
    const HeliumBlocks blocks = windows.Next(odd ? 1 : kMoteFixedMost);
    const bool gathers = blocks.from != nullptr;
    if (blocks.pixels < kMoteHeliumPixels) SetOffsets(products, features, blocks.pixels);
    products.table = blocks.table, products.table_end = blocks.table_end, products.step = windows.step();
    products.blocks = static_cast<uint32_t>(gathers ? 1 : blocks.count);
    const int8_t* from = blocks.from;
    for (int32_t done = 0; done < blocks.pixels; from += windows.step()) {
      if (gathers) windows.Gather(from);
      products.stream = call.stream, products.stream_end = call.stream + features / 2 * pair, products.out = out;
      assembly.products(&products);
      if (odd) {
        products.stream = products.stream_end, products.stream_end += pair, products.out = out + features - 2;
        assembly.products(&products);
      }
      const int32_t pixels = gathers ? int32_t{kMoteHeliumPixels} : blocks.pixels;
      done += pixels, out += pixels * features;
    }
  }
  ClampOutputs(f, first, out);
}

void RunProduct(const FixedCall& call, decltype(mote_helium_vector)* vector) {
  const int32_t* f = call.fields;
  const int32_t features = f[kMoteFixedOutC];
  const int8_t* window = call.input;
  if (!MoteFixedDirect(f) || !MoteHeliumInPlace(f)) {
    auto* gathered = reinterpret_cast<int8_t*>(call.scratch);
    HeliumWindow(f, call.input, -f[kMoteFixedPadY], -f[kMoteFixedPadX], gathered);
    window = gathered;
  }
  const auto chunks = static_cast<uint32_t>(MoteHeliumChunks(MoteFixedWindow(f)));
  vector(window, chunks, call.stream, call.output, call.output + features - kMoteHeliumBlock, kMoteHeliumShift - f[kMoteFixedShift]);
  ClampOutputs(f, call.output, call.output + features);
}

}  // namespace

const FixedRoutine kFixedConvolutionHelium =
    MakeFixedConvolutionHelium([](const FixedCall& call) { RunConvolution(call, kUnsigned); }, FixedOrder::kBlocks);
const FixedRoutine kFixedConvolutionHeliumSigned =
    MakeFixedConvolutionHeliumSigned([](const FixedCall& call) { RunConvolution(call, kSigned); }, FixedOrder::kBlocks);
const FixedRoutine kFixedProductHelium = MakeFixedProductHelium([](const FixedCall& call) { RunProduct(call, mote_helium_vector); });
const FixedRoutine kFixedProductHeliumSigned =
    MakeFixedProductHeliumSigned([](const FixedCall& call) { RunProduct(call, mote_helium_vector_signed); });

}  // namespace mote::runtime
