// Shapes and constants within what a step may have, often at its limits.
#include "firmware/fixed_case_maker.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "evaluate/evaluate.h"
#include "hlo/byte_softmax.h"
#include "hlo/fixed_point.h"

namespace mote::test {
namespace {

// An array of a stream: `width` bytes each, zeros up to a whole word.
void Put(std::vector<uint8_t>& stream, const Numbers& values, int width) {
  for (const int64_t value : values) {
    for (int byte = 0; byte < width; ++byte) stream.push_back(static_cast<uint8_t>(value >> (8 * byte)));
  }
  while (stream.size() % 4 != 0) stream.push_back(0);
}

void PutFinish(FixedCase& c, const Numbers& start) {
  Put(c.stream, start, 4), Put(c.stream, c.multiplier, 4), Put(c.stream, c.addend, 4), Put(c.stream, c.shift, 1);
}

int64_t Finished(const FixedCase& c, int64_t sum, size_t channel) {
  const int64_t s = c.shift[channel];
  int64_t value = (((sum << s) * c.multiplier[channel]) >> 32) + c.addend[channel];
  if (c.fields[kMoteFixedSigned] != 0 && sum < 0) value -= (INT64_C(1) << s) >> 1;
  return std::clamp(value >> c.fields[kMoteFixedShift], c.fields[kMoteFixedLow], c.fields[kMoteFixedHigh]);
}

// Rows whose last shift is no choice.
bool HasWideShift(FixedRoutine routine) {
  return routine == FixedRoutine::kConvolutionWide || routine == FixedRoutine::kConvolutionWideSigned ||
         routine == FixedRoutine::kConvolutionWinograd || routine == FixedRoutine::kConvolutionWinogradSigned;
}

// visit(tap, at): where the first channel of each position of a window lies in the input; -1: outside.
template <typename Visit>
void Window(const FixedCase& c, int64_t n, int64_t y, int64_t x, const Visit& visit) {
  const auto& f = c.fields;
  for (int64_t ky = 0; ky < f[kMoteFixedKernelH]; ++ky) {
    for (int64_t kx = 0; kx < f[kMoteFixedKernelW]; ++kx) {
      const int64_t in_y = y * f[kMoteFixedStrideY] - f[kMoteFixedPadY] + ky * f[kMoteFixedDilationY];
      const int64_t in_x = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX] + kx * f[kMoteFixedDilationX];
      const bool inside = in_y >= 0 && in_y < f[kMoteFixedInH] && in_x >= 0 && in_x < f[kMoteFixedInW];
      const int64_t at = ((n * f[kMoteFixedInH] + in_y) * f[kMoteFixedInW] + in_x) * f[kMoteFixedInC];
      visit(ky * f[kMoteFixedKernelW] + kx, inside ? at : -1);
    }
  }
}

template <typename Output>
void Outputs(FixedCase& c, const Output& output) {
  const auto& f = c.fields;
  for (int64_t n = 0; n < f[kMoteFixedBatch]; ++n) {
    for (int64_t y = 0; y < f[kMoteFixedOutH]; ++y) {
      for (int64_t x = 0; x < f[kMoteFixedOutW]; ++x) {
        for (int64_t o = 0; o < f[kMoteFixedOutC]; ++o) c.expected.push_back(output(n, y, x, o));
      }
    }
  }
}

}  // namespace

FixedCase FixedCaseMaker::Make() {
  using R = FixedRoutine;
  const R elements[] = {R::kTable, R::kMultiply, R::kLines, R::kSigmoidal, R::kAdd, R::kAdd};
  switch (In(0, 10)) {
    case 0: return Of(elements[In(0, 5)]);
    case 10: return Of(R::kSoftmax);
    case 1: return Of(In(0, 1) != 0 ? R::kMaxPool : In(0, 2) != 0 ? R::kAveragePool : R::kAveragePoolRows);
    case 2: case 3: case 4: return Of(R::kDepthwise);
    default: return Of(R::kConvolution);
  }
}

FixedCase FixedCaseMaker::Of(FixedRoutine routine) {
  FixedCase c;
  c.fields.assign(kMoteFixedFields, 0);
  switch (routine) {
    case FixedRoutine::kTable: Table(c); break;
    case FixedRoutine::kAdd: Add(c); break;
    case FixedRoutine::kMultiply: Multiply(c); break;
    case FixedRoutine::kLines: Lines(c); break;
    case FixedRoutine::kSigmoidal: Sigmoidal(c); break;
    case FixedRoutine::kSoftmax: Softmax(c); break;
    case FixedRoutine::kAveragePool: case FixedRoutine::kAveragePoolRows: case FixedRoutine::kMaxPool: Pool(c, routine); break;
    case FixedRoutine::kDepthwise: Depthwise(c); break;
    default: Convolution(c); break;
  }
  return c;
}

FixedCase FixedCaseMaker::Shaped(const Numbers& shape) {
  shape_ = shape;
  return Of(static_cast<FixedRoutine>(shape[0]));
}

FixedCase FixedCaseMaker::Hostile(int64_t row) {
  FixedCase c;
  auto& f = c.fields;
  f.resize(kMoteFixedFields);
  for (int64_t& field : f) field = In(1, 5);
  f[kMoteFixedRoutine] = row;
  if (In(0, 2) == 0) f[kMoteFixedInC] = In(0, 1) == 0 ? In(1, 70) : 16 * In(1, 5);
  if (In(0, 2) == 0) f[kMoteFixedInW] = In(1, 30), f[kMoteFixedOutW] = In(1, 30);
  f[kMoteFixedOutC] = In(0, 2) == 0 ? In(1, 40) : f[kMoteFixedInC];
  if (In(0, 2) == 0) f[kMoteFixedBatch] = f[kMoteFixedOutH] = f[kMoteFixedOutW] = 1;
  if (In(0, 1) == 0) f[kMoteFixedKernelH] = f[kMoteFixedKernelW] = In(0, 1) == 0 ? 3 : 1;
  const int64_t far = INT64_C(1) << 29, pads[] = {0, 0, 1, far, -far, -3, 100, 2};
  for (const size_t axis : {0u, 1u}) {
    if (In(0, 5) == 0) f[kMoteFixedOutH + axis] = f[kMoteFixedInH + axis];
    if (In(0, 3) == 0) f[kMoteFixedStrideY + axis] = far / f[kMoteFixedOutH + axis];
    if (In(0, 3) == 0) f[kMoteFixedDilationY + axis] = far / f[kMoteFixedKernelH + axis];
    f[kMoteFixedPadY + axis] = pads[In(0, 7)];
    if (In(0, 7) == 0) f[kMoteFixedPadY + axis] = f[kMoteFixedDilationY + axis] - In(0, 3);
  }
  const auto routine = static_cast<FixedRoutine>(row);
  if (routine == FixedRoutine::kDepthwisePlanes) {
    f[kMoteFixedInC] = f[kMoteFixedOutC] = 4 * In(1, 10), f[kMoteFixedBatch] = 1;
    for (const size_t axis : {0u, 1u}) {
      f[kMoteFixedKernelH + axis] = 3, f[kMoteFixedStrideY + axis] = f[kMoteFixedDilationY + axis] = 1, f[kMoteFixedPadY + axis] = In(0, 1);
    }
  }
  if (routine == FixedRoutine::kConvolutionWinograd || routine == FixedRoutine::kConvolutionWinogradSigned) {  // few others would do
    f[kMoteFixedInC] = 16 * In(1, 4), f[kMoteFixedOutC] = 2 * In(1, 20);
    for (const size_t axis : {0u, 1u}) f[kMoteFixedKernelH + axis] = 3, f[kMoteFixedStrideY + axis] = f[kMoteFixedDilationY + axis] = 1;
  }
  f[kMoteFixedPadValue] = In(routine == FixedRoutine::kSoftmax ? -127 : -128, 127), f[kMoteFixedShift] = In(0, 31);
  f[kMoteFixedSigned] = In(0, row <= kMoteFixedLastProduct ? kMoteFixedNoStarts : 1);
  if (routine == FixedRoutine::kDepthwisePlanes) f[kMoteFixedShift] = kMotePlanesShift, f[kMoteFixedSigned] = 0;
  else if (HasWideShift(routine)) f[kMoteFixedShift] = kMoteFixedWideShift;
  f[kMoteFixedLow] = In(-128, 0), f[kMoteFixedHigh] = In(0, 127);
  const MoteFixedNeeds needs = FixedNeeds(f);
  const int64_t most = 100000, work = 2000000;
  if (needs.output == 0 || std::max({needs.input, needs.stream, needs.output, needs.scratch}) > most || needs.work > work) return {};
  c.input = Bytes(needs.input), c.expected.resize(static_cast<size_t>(needs.output));
  if (needs.inputs == 2) c.other = Bytes(needs.input);
  Put(c.stream, Bytes(needs.stream), 1);
  return c;
}

Numbers FixedCaseMaker::Bytes(int64_t count) {
  Numbers bytes(static_cast<size_t>(count));
  const int64_t kind = In(0, 9);
  for (int64_t& b : bytes) b = kind == 0 ? -128 : kind == 1 ? 127 : kind == 2 ? In(0, 1) * 255 - 128 : In(-128, 127);
  return bytes;
}

void FixedCaseMaker::Geometry(FixedCase& c, FixedRoutine routine, int64_t in_channels, int64_t out_channels, bool windows) {
  auto& f = c.fields;
  f[kMoteFixedRoutine] = static_cast<int64_t>(routine);
  f[kMoteFixedBatch] = In(0, 5) == 0 ? 2 : 1;
  const int64_t most = In(0, 3) == 0 ? 9 : 5;  // mostly small: what differs is found in few pixels
  for (const int axis : {0, 1}) {
    const auto at = [&](int field) -> int64_t& { return f[static_cast<size_t>(field + axis)]; };
    at(kMoteFixedInH) = In(1, most), at(kMoteFixedOutH) = windows ? In(1, most - most / 5) : at(kMoteFixedInH);
    at(kMoteFixedKernelH) = !windows ? 1 : In(0, 2) == 0 ? 3 : In(1, 4);
    at(kMoteFixedStrideY) = windows ? In(1, 3) == 3 ? 2 : In(1, 3) : 1, at(kMoteFixedDilationY) = windows && In(0, 4) == 0 ? 2 : 1;
    at(kMoteFixedPadY) = windows ? In(0, 1) * In(-1, 3) : 0;
  }
  if (large_ && In(0, 4) == 0) {
    f[kMoteFixedInH] = In(1, 4), f[kMoteFixedInW] = In(8, 40), f[kMoteFixedOutH] = windows ? In(1, 3) : f[kMoteFixedInH];
    f[kMoteFixedOutW] = windows ? In(6, 40) : f[kMoteFixedInW];
    if (windows && In(0, 1) == 0) f[kMoteFixedKernelH] = f[kMoteFixedKernelW] = 3, f[kMoteFixedPadY] = f[kMoteFixedPadX] = 1;
  }
  f[kMoteFixedInC] = in_channels, f[kMoteFixedOutC] = out_channels;
  if (!shape_.empty()) {
    const int order[] = {kMoteFixedInH,    kMoteFixedInW,     kMoteFixedInC,     kMoteFixedOutH, kMoteFixedOutW, kMoteFixedOutC,
                         kMoteFixedKernelH, kMoteFixedKernelW, kMoteFixedStrideY, kMoteFixedPadY, kMoteFixedPadX};
    for (size_t i = 0; i < std::size(order); ++i) f[static_cast<size_t>(order[i])] = shape_[i + 1];
    f[kMoteFixedBatch] = f[kMoteFixedDilationY] = f[kMoteFixedDilationX] = 1, f[kMoteFixedStrideX] = f[kMoteFixedStrideY];
    f[kMoteFixedPadValue] = f[kMoteFixedLow] = -128, f[kMoteFixedHigh] = 127;
    c.input = Bytes(f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC]);
    return;
  }
  f[kMoteFixedPadValue] = In(-128, 127);
  f[kMoteFixedLow] = In(0, 2) == 0 ? In(-128, 20) : -128, f[kMoteFixedHigh] = In(0, 2) == 0 ? In(f[kMoteFixedLow], 127) : 127;
  c.input = Bytes(f[kMoteFixedBatch] * f[kMoteFixedInH] * f[kMoteFixedInW] * in_channels);
}

int64_t FixedCaseMaker::Channels() {
  if (large_ && In(0, 5) == 0) return In(0, 1) == 0 ? In(1, 150) : 16 * In(1, 9);
  return !shape_.empty() ? shape_[3] : In(0, 3) == 0 ? In(1, 40) : 4 * In(1, 8);
}

void FixedCaseMaker::Finish(FixedCase& c, const Numbers& bounds) {
  // few shifts fit weights that were transformed
  const bool tiles = c.fields[kMoteFixedKernelH] == 3 && c.fields[kMoteFixedStrideY] == 1 && c.fields[kMoteFixedInC] % 16 == 0;
  const bool planes = c.fields[kMoteFixedRoutine] == static_cast<int64_t>(FixedRoutine::kDepthwise) && c.fields[kMoteFixedOutW] > 3 &&
                      c.fields[kMoteFixedStrideY] == 1 && In(0, 1) == 0;
  const int64_t any = tiles || In(0, 1) == 0 ? int64_t{kMoteFixedWideShift} : In(0, 24), e = planes ? int64_t{kMotePlanesShift} : any;
  const int64_t is_signed = shape_.empty() && In(0, tiles ? 1 : 2) == 0;
  const int64_t small = shape_.empty() && In(0, 3) < (tiles || planes ? 3 : 1) ? (tiles ? 6 : 8) : 0;
  const bool extreme = shape_.empty() && In(0, 2) == 0;
  c.fields[kMoteFixedShift] = e, c.fields[kMoteFixedSigned] = is_signed;
  for (const int64_t bound : bounds) {
    int64_t room = 0;
    while (room < 31 && (bound << (room + 1)) < INT64_C(0x7fffffff)) ++room;
    const int64_t least = is_signed ? std::min<int64_t>(1, room) : 0;
    const bool any = room < 8 || (shape_.empty() && In(0, 300) == 0);
    const int64_t s = small != 0 ? In(least, std::min(room, small)) : any ? In(least, room) : In(8, room);
    const int64_t kind = extreme ? In(0, 7) : 7, top = INT64_C(0x7fffffff);
    // a multiplier whose results take 9 to 12 bits, unless it is an extreme
    const double largest = static_cast<double>(std::max<int64_t>(1, bound << s));
    const double wish = static_cast<double>(INT64_C(1) << (e + In(40, 43))) / largest;
    const int64_t near = std::clamp<int64_t>(static_cast<int64_t>(std::min(wish, 2e9)), 1, top);
    const int64_t m = kind == 0 ? 1 : kind == 1 ? top : kind == 2 ? INT64_C(1) << 30 : In(near / 2 + 1, std::min(top, near * 2));
    const int64_t span = std::min<int64_t>(INT64_C(200) << e, INT64_C(1) << 29);
    c.shift.push_back(s), c.multiplier.push_back(m);
    c.addend.push_back(extreme && In(0, 3) == 0 ? (In(0, 1) * 2 - 1) * (INT64_C(1) << 29) : In(-span, span));
  }
}

void FixedCaseMaker::StartsAndBounds(FixedCase& c, int64_t channels, const Numbers& absolute) {
  Numbers bounds;
  for (int64_t o = 0; o < channels; ++o) {
    c.start.push_back(In(0, 9) == 0 ? In(-3000000, 3000000) : In(-20000, 20000));
    bounds.push_back(absolute[static_cast<size_t>(o)] * 128 + std::abs(c.start.back()) + 1);
  }
  Finish(c, bounds);
  PutFinish(c, c.start);
}

void FixedCaseMaker::Convolution(FixedCase& c) {
  const int64_t random = large_ && In(0, 5) == 0 ? In(1, 150) : In(0, 3) == 0 ? In(1, 19) : 2 * In(1, 9);
  const int64_t features = shape_.empty() ? random : shape_[6];
  const bool tiles = shape_.empty() && In(0, 3) == 0;  // 3 by 3, of stride 1, channels in sixteens and pairs
  const int64_t thin = shape_.empty() && !tiles && In(0, 9) == 0 ? In(1, 2) : 0;  // rows of windows are words
  const int64_t inputs = tiles ? 16 * In(1, 2) : thin != 0 ? thin : Channels();
  Geometry(c, FixedRoutine::kConvolution, inputs, tiles ? (features + 1) & ~1 : features, In(0, 2) != 0);
  auto& f = c.fields;
  for (const size_t axis : {0u, 1u}) {
    if (tiles) f[kMoteFixedKernelH + axis] = 3, f[kMoteFixedStrideY + axis] = f[kMoteFixedDilationY + axis] = 1;
  }
  if (thin != 0) f[kMoteFixedKernelW] = 4 / thin;
  if (shape_.empty() && In(0, 3) == 0) {
    f[kMoteFixedBatch] = f[kMoteFixedOutH] = f[kMoteFixedOutW] = 1;
    if (In(0, 7) != 0 && f[kMoteFixedInH] * f[kMoteFixedInW] <= 36) {  // the window is the input
      f[kMoteFixedKernelH] = f[kMoteFixedInH], f[kMoteFixedKernelW] = f[kMoteFixedInW];
      f[kMoteFixedPadY] = f[kMoteFixedPadX] = 0, f[kMoteFixedDilationY] = f[kMoteFixedDilationX] = 1;
    }
    c.input.resize(static_cast<size_t>(f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC]));
  }
  const int64_t window = f[kMoteFixedKernelH] * f[kMoteFixedKernelW] * f[kMoteFixedInC];
  c.weights = Bytes(window * f[kMoteFixedOutC]);
  if (!shape_.empty() || In(0, 9) != 0) std::replace(c.weights.begin(), c.weights.end(), int64_t{-128}, int64_t{-127});
  Numbers absolute(static_cast<size_t>(f[kMoteFixedOutC]), 0);
  for (size_t i = 0; i < c.weights.size(); ++i) absolute[i / static_cast<size_t>(window)] += std::abs(c.weights[i]);
  StartsAndBounds(c, f[kMoteFixedOutC], absolute);
  Put(c.stream, c.weights, 1);
  Outputs(c, [&](int64_t n, int64_t y, int64_t x, int64_t o) {
    int64_t sum = c.start[static_cast<size_t>(o)];
    Window(c, n, y, x, [&](int64_t k, int64_t at) {
      const int64_t* const weights = c.weights.data() + o * window + k * f[kMoteFixedInC];
      for (int64_t i = 0; i < f[kMoteFixedInC]; ++i) {
        sum += weights[i] * (at < 0 ? f[kMoteFixedPadValue] : c.input[static_cast<size_t>(at + i)]);
      }
    });
    return Finished(c, sum, static_cast<size_t>(o));
  });
}

void FixedCaseMaker::Depthwise(FixedCase& c) {
  const bool planes = shape_.empty() && In(0, 4) == 0;  // 3 by 3, of stride 1, and channels in fours
  const int64_t any = Channels(), channels = planes ? (any + 3) & ~3 : any;
  Geometry(c, FixedRoutine::kDepthwise, channels, channels, true);
  auto& f = c.fields;
  for (const size_t axis : {0u, 1u}) {
    if (!planes) continue;
    f[kMoteFixedKernelH + axis] = 3, f[kMoteFixedStrideY + axis] = f[kMoteFixedDilationY + axis] = 1;
    f[kMoteFixedPadY + axis] = In(0, 1), f[kMoteFixedInH + axis] = In(5, 10);
    f[kMoteFixedOutH + axis] = In(0, 1) == 0 ? f[kMoteFixedInH + axis] : In(4, f[kMoteFixedInH + axis] + f[kMoteFixedPadY + axis]);
  }
  if (planes) f[kMoteFixedBatch] = 1, c.input = Bytes(f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC]);
  const int64_t taps = f[kMoteFixedKernelH] * f[kMoteFixedKernelW];
  c.weights = Bytes(taps * channels);
  Numbers absolute(static_cast<size_t>(channels), 0);
  for (size_t i = 0; i < c.weights.size(); ++i) absolute[i % static_cast<size_t>(channels)] += std::abs(c.weights[i]);
  StartsAndBounds(c, channels, absolute);
  Put(c.stream, c.weights, 1);
  Outputs(c, [&](int64_t n, int64_t y, int64_t x, int64_t o) {
    int64_t sum = c.start[static_cast<size_t>(o)];
    Window(c, n, y, x, [&](int64_t k, int64_t at) {
      sum += c.weights[static_cast<size_t>(k * channels + o)] * (at < 0 ? f[kMoteFixedPadValue] : c.input[static_cast<size_t>(at + o)]);
    });
    return Finished(c, sum, static_cast<size_t>(o));
  });
}

void FixedCaseMaker::Pool(FixedCase& c, FixedRoutine routine) {
  const int64_t channels = Channels();
  const bool average = routine != FixedRoutine::kMaxPool;
  Geometry(c, routine, channels, channels, true);
  auto& f = c.fields;
  for (const size_t axis : {0u, 1u}) {
    if (routine != FixedRoutine::kAveragePoolRows) continue;
    f[kMoteFixedKernelH + axis] = f[kMoteFixedInH + axis], f[kMoteFixedOutH + axis] = f[kMoteFixedDilationY + axis] = 1;
    f[kMoteFixedPadY + axis] = 0;
  }
  if (average) {
    Finish(c, {f[kMoteFixedKernelH] * f[kMoteFixedKernelW] * 128});
    PutFinish(c, {0});
  }
  Outputs(c, [&](int64_t n, int64_t y, int64_t x, int64_t o) {
    int64_t sum = 0, most = -128;
    Window(c, n, y, x, [&](int64_t, int64_t at) {
      if (at >= 0) sum += c.input[static_cast<size_t>(at + o)], most = std::max(most, c.input[static_cast<size_t>(at + o)]);
    });
    return average ? Finished(c, sum, 0) : std::clamp(most, f[kMoteFixedLow], f[kMoteFixedHigh]);
  });
}

void FixedCaseMaker::Table(FixedCase& c) {
  const int64_t channels = Channels();
  Geometry(c, FixedRoutine::kTable, channels, channels, false);
  const Numbers table = Bytes(256);
  const size_t most = std::min<size_t>(c.input.size(), 256);  // every byte, where there is room
  for (size_t i = 0; i < most; ++i) c.input[i] = static_cast<int64_t>(i) - 128;
  Put(c.stream, table, 1);
  for (const int64_t x : c.input) c.expected.push_back(table[static_cast<size_t>(x + 128)]);
}

void FixedCaseMaker::Add(FixedCase& c) {
  const int64_t channels = Channels();
  Geometry(c, FixedRoutine::kAdd, channels, channels, false);
  c.other = Bytes(static_cast<int64_t>(c.input.size()));
  const int64_t e = c.fields[kMoteFixedShift] = In(0, 22), most = INT64_C(1) << std::min<int64_t>(e, 21);
  const int64_t a = In(-most, most), b = In(-most, most), add = In(-(most << 6), most << 6);
  Put(c.stream, {a, b, add}, 4);
  for (size_t i = 0; i < c.input.size(); ++i) {
    c.expected.push_back(std::clamp((a * c.input[i] + b * c.other[i] + add) >> e, c.fields[kMoteFixedLow], c.fields[kMoteFixedHigh]));
  }
}

void FixedCaseMaker::Multiply(FixedCase& c) {
  const int64_t channels = Channels();
  Geometry(c, FixedRoutine::kMultiply, channels, channels, false);
  c.other = Bytes(static_cast<int64_t>(c.input.size()));
  const Numbers moved = {In(-127, 128), In(-127, 128)};
  c.start = {In(0, 3) == 0 ? In(-20000, 20000) : 0};
  Finish(c, {256 * 256 + std::abs(c.start[0])});
  PutFinish(c, c.start);
  Put(c.stream, moved, 4);
  for (size_t i = 0; i < c.input.size(); ++i) {
    c.expected.push_back(Finished(c, (c.input[i] + moved[0]) * (c.other[i] + moved[1]) + c.start[0], 0));
  }
}

void FixedCaseMaker::Lines(FixedCase& c) {
  const int64_t channels = Channels();
  Geometry(c, FixedRoutine::kLines, channels, channels, false);
  const int64_t e = c.fields[kMoteFixedShift] = In(0, 22), most = INT64_C(1) << std::min<int64_t>(e + 1, 22);
  Numbers lines;
  for (int64_t n = 0; n < 2 * channels; ++n) lines.push_back(In(-most, most)), lines.push_back(In(-(most << 6), most << 6));
  Put(c.stream, lines, 4);
  for (size_t i = 0; i < c.input.size(); ++i) {
    const size_t at = i % static_cast<size_t>(channels) * 4 + (c.input[i] < c.fields[kMoteFixedPadValue] ? 0 : 2);
    const int64_t value = (lines[at] * c.input[i] + lines[at + 1]) >> e;
    c.expected.push_back(std::clamp(value, c.fields[kMoteFixedLow], c.fields[kMoteFixedHigh]));
  }
}

void FixedCaseMaker::Sigmoidal(FixedCase& c) {
  const int64_t channels = Channels();
  Geometry(c, FixedRoutine::kSigmoidal, channels, channels, false);
  const auto bits = static_cast<int>(c.fields[kMoteFixedShift] = In(0, 6));
  const bool tanh = (c.fields[kMoteFixedSigned] = In(0, 1)) != 0;
  const auto count = c.input.size();
  c.input.clear();
  const auto put = [](Numbers& bytes, int64_t halfword) {
    for (const int64_t byte : {halfword, halfword >> 8}) bytes.push_back(static_cast<int8_t>(byte));
  };
  for (size_t i = 0; i < count; ++i) {
    const int64_t kind = In(0, 9), x = kind == 0 ? In(0, 1) * 65535 - 32768 : kind == 1 ? In(-2, 2) : In(-32768, 32767);
    const HostNumbers n{16};
    put(c.input, x), put(c.expected, tanh ? mote::Tanh(n, x, bits) : mote::Logistic(n, x, bits));
  }
}

// Exponentials, or any numbers: sums wrap.
void FixedCaseMaker::Softmax(FixedCase& c) {
  const int64_t channels = Channels();
  Geometry(c, FixedRoutine::kSoftmax, channels, channels, false);
  c.fields[kMoteFixedLow] = -128, c.fields[kMoteFixedHigh] = 127;
  const double scale = std::ldexp(1.0, static_cast<int>(In(-6, 0)));
  const bool any = In(0, 3) == 0;
  c.fields[kMoteFixedPadValue] = In(0, 1) == 0 ? -127 : In(-127, 127);
  Numbers powers;
  for (int64_t d = -255; d <= 0; ++d) {
    const auto power = static_cast<int64_t>(std::min(std::exp(static_cast<double>(d) * scale) * 2147483648.0, 2147483647.0));
    powers.push_back(any ? In(INT32_MIN, INT32_MAX) : power);
  }
  const auto first = powers.end() - (129 - c.fields[kMoteFixedPadValue]);
  std::fill(powers.begin(), first, *first);  // what the stream leaves out
  Put(c.stream, Numbers(first, powers.end()), 4);
  RuntimeValue x;
  x.literal = Literal(Shape::Array(ElementType::kS8, {static_cast<int64_t>(c.input.size()) / channels, channels}));
  for (size_t i = 0; i < c.input.size(); ++i) x.literal.SetInteger(static_cast<int64_t>(i), c.input[i]);
  Builder b("softmax");
  const Operand in = b.Parameter(0, x.literal.shape());
  const Result<Module> module = b.Build(ByteSoftmax(b, in, ElementType::kS8, -128, 127, powers));
  if (!module.ok()) return;
  const auto values = Evaluate(*module, {x});
  if (!values.ok()) return;
  for (int64_t i = 0; i < x.literal.size(); ++i) c.expected.push_back((*values)[0].literal.IntegerAt(i));
}

}  // namespace mote::test
