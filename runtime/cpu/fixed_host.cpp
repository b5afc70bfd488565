// Fixed-point rows for Linux: where the windows of pixels lie; the sums are the instance's. Windows inside the input are read in place, run
// by run; runs that reach over its edges are put together in scratch.
#include "cpu/fixed_finish.h"
#include "cpu/fixed_instance.h"
#include "cpu/fixed_pool.h"
#include "cpu/fixed_window.h"

namespace mote::runtime {
namespace {

// From pixel to pixel. Where a row has only one it may be beyond 32 bits, and is not used.
ptrdiff_t StepOf(const int32_t* f) {
  return static_cast<ptrdiff_t>(static_cast<size_t>(f[kMoteFixedStrideX]) * static_cast<size_t>(f[kMoteFixedInC]));
}

// A part's share of a small image copied with its padding, so that no window reaches over an edge.
void WithPadding(const FixedCall& call, void (*run)(const FixedCall&)) {
  const int32_t* f = call.fields;
  const auto bytes = static_cast<ptrdiff_t>(MoteHostPaddedBytes(f));
  if (bytes == 0) return run(call);
  int32_t fields[kMoteFixedFields];
  __builtin_memcpy(fields, f, sizeof fields);
  for (int axis = 0; axis < 2; ++axis) {
    fields[kMoteFixedInH + axis] = (f[kMoteFixedOutH + axis] - 1) * f[kMoteFixedStrideY + axis] +
                                   (f[kMoteFixedKernelH + axis] - 1) * f[kMoteFixedDilationY + axis] + 1;
    fields[kMoteFixedPadY + axis] = 0;
  }
  const int32_t width = fields[kMoteFixedInW], in_width = f[kMoteFixedInW], left = f[kMoteFixedPadX];
  const auto channels = static_cast<size_t>(f[kMoteFixedInC]);
  const int32_t first = Max(left, 0), last = Max(first, Min(width, in_width + left));  // columns of the input
  const auto begin = static_cast<int32_t>(call.begin) * f[kMoteFixedStrideY];
  const int32_t end = (static_cast<int32_t>(call.end) - 1) * f[kMoteFixedStrideY] + (f[kMoteFixedKernelH] - 1) * f[kMoteFixedDilationY] + 1;
  auto* const image = reinterpret_cast<int8_t*>(call.scratch);
  for (int32_t y = begin; y < end; ++y) {
    int8_t* to = image + static_cast<size_t>(y) * static_cast<size_t>(width) * channels;
    const int32_t row = y - f[kMoteFixedPadY];
    const bool inside = row >= 0 && row < f[kMoteFixedInH] && first < last;
    const size_t before = inside ? static_cast<size_t>(first) * channels : static_cast<size_t>(width) * channels;
    __builtin_memset(to, f[kMoteFixedPadValue], before);
    if (!inside) continue;
    const int8_t* from = call.input + (static_cast<ptrdiff_t>(row) * in_width + first - left) * static_cast<ptrdiff_t>(channels);
    const auto count = static_cast<size_t>(last - first) * channels;
    __builtin_memcpy(to + before, from, count);
    __builtin_memset(to + before + count, f[kMoteFixedPadValue], static_cast<size_t>(width - last) * channels);
  }
  FixedCall inner = call;
  inner.fields = fields, inner.input = image, inner.scratch = call.scratch + bytes;
  run(inner);
}
template <void (*Run)(const FixedCall&)>
void Padded(const FixedCall& call) {
  WithPadding(call, Run);
}

// ---- convolutions ----
class HostWindows {
 public:
  explicit HostWindows(const FixedCall& call)
      : f_(call.fields), shape_(MoteHostRunsOf(f_)), bytes_(static_cast<ptrdiff_t>(shape_.quads) * 4),
        from_(reinterpret_cast<const int8_t**>(call.scratch)) {
    auto* rest = reinterpret_cast<int8_t*>(call.scratch + 8 * kMoteHostPixels * shape_.runs);
    padding_ = rest;
    gathered_ = rest + bytes_;
    __builtin_memset(padding_, f_[kMoteFixedPadValue], static_cast<size_t>(bytes_));
    image_bytes_ = static_cast<ptrdiff_t>(f_[kMoteFixedInH]) * f_[kMoteFixedInW] * f_[kMoteFixedInC];
    end_ = call.input + f_[kMoteFixedBatch] * image_bytes_;
  }

  const int8_t* const* from() const { return from_; }
  // No addresses stay behind: other steps may show what scratch holds.
  void Forget() { __builtin_memset(from_, 0, static_cast<size_t>(8 * kMoteHostPixels * shape_.runs)); }

  // Pixels p to p + count - 1 of those that are computed together, side by side from x on; no column of their windows lies outside the
  // input.
  void SetInside(int32_t p, int32_t count, const int8_t* image, int32_t y, int32_t x) {
    const int32_t top = y * f_[kMoteFixedStrideY] - f_[kMoteFixedPadY], left = x * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX];
    const ptrdiff_t line = static_cast<ptrdiff_t>(f_[kMoteFixedInW]) * f_[kMoteFixedInC];
    const ptrdiff_t step = StepOf(f_);
    const int8_t** to = from_ + p;
    for (int32_t ky = 0; ky < f_[kMoteFixedKernelH]; ++ky, to += kMoteHostPixels) {
      const int32_t row = top + ky * f_[kMoteFixedDilationY];
      const bool inside = row >= 0 && row < f_[kMoteFixedInH];
      const int8_t* at = inside ? image + row * line + static_cast<ptrdiff_t>(left) * f_[kMoteFixedInC] : padding_;
      const ptrdiff_t far = inside ? step : 0;
      for (int32_t i = 0; i < count; ++i) to[i] = at + i * far;
      if (!inside) continue;
      for (int32_t i = count - 1; i >= 0 && to[i] + bytes_ > end_; --i) to[i] = Whole(to[i], p + i, ky);
    }
  }
  // The pixels of a row for SetInside: [first, last).
  Range Inner() const {
    if (shape_.joined != 0 || f_[kMoteFixedDilationX] != 1) return {0, 0};
    const int32_t stride = f_[kMoteFixedStrideX], pad = f_[kMoteFixedPadX], width = f_[kMoteFixedOutW];
    const int32_t room = f_[kMoteFixedInW] - f_[kMoteFixedKernelW];
    const int32_t first = Min(pad <= 0 ? 0 : (pad - 1) / stride + 1, width);
    const int64_t last = room + INT64_C(0) + pad < 0 ? 0 : (room + INT64_C(0) + pad) / stride + 1;
    return {first, last < first ? first : last < width ? static_cast<int32_t>(last) : width};
  }

  // Pixel number p of those that are computed together.
  void Set(int32_t p, const int8_t* image, int32_t y, int32_t x) {
    const int32_t top = y * f_[kMoteFixedStrideY] - f_[kMoteFixedPadY], left = x * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX];
    const int8_t** to = from_ + p;
    if (shape_.joined != 0) {
      int8_t* at = Slot(p, 0);
      GatherWindow(f_, image, y, x, at);
      *to = at;
      return;
    }
    const int32_t in_h = f_[kMoteFixedInH], width = f_[kMoteFixedInW], channels = f_[kMoteFixedInC];
    if (f_[kMoteFixedDilationX] != 1) return Dilated(p, image, top, left);
    const bool inside = left >= 0 && left <= width - f_[kMoteFixedKernelW];
    for (int32_t ky = 0; ky < f_[kMoteFixedKernelH]; ++ky, to += kMoteHostPixels) {
      const int32_t row = top + ky * f_[kMoteFixedDilationY];
      if (row < 0 || row >= in_h) {
        *to = padding_;
        continue;
      }
      const int8_t* line = image + static_cast<ptrdiff_t>(row) * width * channels;
      if (inside) *to = Whole(line + static_cast<ptrdiff_t>(left) * channels, p, ky);
      else *to = Edge(line, left, p, ky);
    }
  }

 private:
  // What fills a run up is set: a stranger's weights may be other than 0 there, and scratch has held addresses.
  int8_t* Slot(int32_t p, int32_t run) const {
    int8_t* at = gathered_ + (p * static_cast<ptrdiff_t>(shape_.runs) + run) * bytes_;
    __builtin_memset(at + bytes_ - 4, 0, 4);
    return at;
  }

  const int8_t* Whole(const int8_t* from, int32_t p, int32_t run) const {
    if (from + bytes_ <= end_) return from;
    int8_t* at = Slot(p, run);
    __builtin_memcpy(at, from, static_cast<size_t>(shape_.bytes));
    return at;
  }
  const int8_t* Edge(const int8_t* line, int32_t left, int32_t p, int32_t run) const {
    const int32_t channels = f_[kMoteFixedInC];
    const Range columns = Inside(left, f_[kMoteFixedKernelW], 1, f_[kMoteFixedInW]);
    if (columns.first >= columns.last) return padding_;
    int8_t* at = Slot(p, run);
    __builtin_memset(at, f_[kMoteFixedPadValue], static_cast<size_t>(bytes_));
    __builtin_memcpy(at + static_cast<ptrdiff_t>(columns.first) * channels, line + static_cast<ptrdiff_t>(left + columns.first) * channels,
                     static_cast<size_t>(columns.last - columns.first) * static_cast<size_t>(channels));
    return at;
  }
  // A run is one tap.
  void Dilated(int32_t p, const int8_t* image, int32_t top, int32_t left) const {
    const int32_t width = f_[kMoteFixedInW], taps = f_[kMoteFixedKernelW];
    const int8_t** to = from_ + p;
    for (int32_t ky = 0; ky < f_[kMoteFixedKernelH]; ++ky) {
      const int32_t row = top + ky * f_[kMoteFixedDilationY];
      for (int32_t kx = 0; kx < taps; ++kx, to += kMoteHostPixels) {
        const int32_t column = left + kx * f_[kMoteFixedDilationX];
        const bool inside = row >= 0 && row < f_[kMoteFixedInH] && column >= 0 && column < width;
        *to = inside ? Whole(image + (static_cast<ptrdiff_t>(row) * width + column) * f_[kMoteFixedInC], p, ky * taps + kx) : padding_;
      }
    }
  }

  const int32_t* f_;
  const MoteHostRuns shape_;
  const ptrdiff_t bytes_;  // of a run as it is multiplied
  const int8_t** from_;
  int8_t *padding_, *gathered_;
  ptrdiff_t image_bytes_;
  const int8_t* end_;  // of the input
};

// Pixels of rows that lie behind each other are one row.
void Direct(const FixedCall& call, const FixedInstance& instance) {
  const int32_t* f = call.fields;
  const int32_t height = f[kMoteFixedOutH], width = f[kMoteFixedOutW], channels = f[kMoteFixedInC];
  const ptrdiff_t pixel = StepOf(f);
  const ptrdiff_t line = static_cast<ptrdiff_t>(f[kMoteFixedInW]) * channels, image = line * f[kMoteFixedInH];
  const int8_t* from[kMoteHostPixels];
  HostProducts t = {f, from, 0, 1, channels / 4, call.stream, call.output + static_cast<ptrdiff_t>(call.begin) * width * f[kMoteFixedOutC]};
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto n = static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height));
    const auto y = static_cast<ptrdiff_t>(row % static_cast<uint32_t>(height));
    const int8_t* x = call.input + n * image + y * f[kMoteFixedStrideY] * line;
    for (int32_t left = width; left > 0; --left, x += pixel) {
      from[t.count++] = x;
      if (t.count < instance.pixels && (left > 1 || row + 1 < call.end)) continue;
      instance.products(t);
      t.out += static_cast<ptrdiff_t>(t.count) * f[kMoteFixedOutC];
      t.count = 0;
    }
  }
}

void Convolution(const FixedCall& call) {
  const FixedInstance& instance = *kFixedInstances[call.isa];
  const int32_t* f = call.fields;
  if (MoteHostDirect(f)) return Direct(call, instance);
  const int32_t height = f[kMoteFixedOutH], width = f[kMoteFixedOutW], features = f[kMoteFixedOutC];
  HostWindows windows(call);
  const Range inner = windows.Inner();
  const MoteHostRuns shape = MoteHostRunsOf(f);
  const ptrdiff_t image = static_cast<ptrdiff_t>(f[kMoteFixedInH]) * f[kMoteFixedInW] * f[kMoteFixedInC];
  HostProducts t = {f, windows.from(), 0, static_cast<int32_t>(shape.runs), static_cast<int32_t>(shape.quads), call.stream,
                    call.output + static_cast<ptrdiff_t>(call.begin) * width * features};
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto y = static_cast<int32_t>(row % static_cast<uint32_t>(height));
    const int8_t* from = call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height)) * image;
    for (int32_t x = 0; x < width;) {
      if (x >= inner.first && x < inner.last) {
        const int32_t count = Min(instance.pixels - t.count, inner.last - x);
        windows.SetInside(t.count, count, from, y, x);
        t.count += count, x += count;
      } else {
        windows.Set(t.count++, from, y, x++);
      }
      if (t.count < instance.pixels && (x < width || row + 1 < call.end)) continue;
      instance.products(t);
      t.out += static_cast<ptrdiff_t>(t.count) * features;
      t.count = 0;
    }
  }
  windows.Forget();
}

// ---- depthwise ----
class HostRow {
 public:
  HostRow(const FixedCall& call, const FixedInstance& instance)
      : call_(call), f_(call.fields), instance_(instance), quads_(static_cast<int32_t>(MoteHostDepthwiseQuads(f_))),
        from_(reinterpret_cast<const int8_t**>(call.scratch)), step_(reinterpret_cast<ptrdiff_t*>(call.scratch + quads_ * 32)),
        padding_(reinterpret_cast<int8_t*>(call.scratch + quads_ * 64)), filled_((f_[kMoteFixedOutC] + ptrdiff_t{15}) & ~ptrdiff_t{15}),
        copies_(padding_ + filled_ + 48),
        end_(call.input + static_cast<ptrdiff_t>(f_[kMoteFixedBatch]) * f_[kMoteFixedInH] * f_[kMoteFixedInW] * f_[kMoteFixedInC]) {
    __builtin_memset(padding_, f_[kMoteFixedPadValue], static_cast<size_t>(filled_) + 48);
    for (int32_t t = 0; t < 4 * quads_; ++t) from_[t] = padding_, step_[t] = 0;
  }

  void Forget() { __builtin_memset(from_, 0, static_cast<size_t>(quads_) * 32); }

  // The row of outputs of the window whose first position is at (top, ·) of an image.
  void Run(const int8_t* image, int32_t top, int8_t* out) {
    const int32_t stride = f_[kMoteFixedStrideX], width = f_[kMoteFixedOutW];
    // pixels whose windows lie inside: [first, last)
    const int64_t reach = (f_[kMoteFixedKernelW] - INT64_C(1)) * f_[kMoteFixedDilationX] - f_[kMoteFixedPadX];
    const int64_t room = f_[kMoteFixedInW] - INT64_C(1) - reach, least = (f_[kMoteFixedPadX] + INT64_C(0) + stride - 1) / stride;
    const auto first = static_cast<int32_t>(f_[kMoteFixedPadX] <= 0 ? 0 : least < width ? least : width);
    const int64_t most = room < 0 ? 0 : room / stride + 1;
    const auto last = static_cast<int32_t>(most < first ? first : most < width ? most : width);
    for (int32_t x = 0; x < first; ++x) Pixels(image, top, x, 1, out);
    if (last > first) Pixels(image, top, first, last - first, out);
    for (int32_t x = last; x < width; ++x) Pixels(image, top, x, 1, out);
  }

 private:
  int32_t Place(int32_t ky, int32_t kx) const {
    return f_[kMoteFixedKernelH] == 3 ? 4 * kx + ky : ky * f_[kMoteFixedKernelW] + kx;
  }
  // Positions of the pixel at x, and how far they are from pixel to pixel; where the input lies that is read of it ends (null: none is).
  const int8_t* Set(const int8_t* image, int32_t top, int32_t x) {
    const int32_t channels = f_[kMoteFixedOutC], left = x * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX], in_w = f_[kMoteFixedInW];
    const int8_t* last = nullptr;
    for (int32_t ky = 0; ky < f_[kMoteFixedKernelH]; ++ky) {
      const int32_t row = top + ky * f_[kMoteFixedDilationY];
      const bool rows = row >= 0 && row < f_[kMoteFixedInH];
      for (int32_t kx = 0; kx < f_[kMoteFixedKernelW]; ++kx) {
        const int32_t t = Place(ky, kx), column = left + kx * f_[kMoteFixedDilationX];
        const bool inside = rows && column >= 0 && column < in_w;
        from_[t] = inside ? image + (static_cast<ptrdiff_t>(row) * in_w + column) * channels : padding_;
        step_[t] = inside ? StepOf(f_) : 0;
        if (inside) last = from_[t] + filled_;
      }
    }
    return last;
  }

  // `count` pixels whose positions are all inside the input or all outside, but for rows outside.
  void Pixels(const int8_t* image, int32_t top, int32_t x, int32_t count, int8_t* out) {
    const int32_t channels = f_[kMoteFixedOutC];
    const int8_t* last = Set(image, top, x);
    int32_t whole = count;  // pixels of which 16 channels at a time can be read
    const ptrdiff_t step = StepOf(f_);
    while (last != nullptr && whole > 0 && last + (whole - 1) * step > end_) --whole;
    if (whole > 0) Sums(whole, out + static_cast<ptrdiff_t>(x) * channels);
    for (int32_t p = x + whole; p < x + count; ++p) {
      Set(image, top, p);
      for (int32_t t = 0; t < 4 * quads_; ++t) {
        int8_t* copy = copies_ + static_cast<ptrdiff_t>(t) * filled_;
        __builtin_memset(copy + filled_ - 16, 0, 16);
        __builtin_memcpy(copy, from_[t], static_cast<size_t>(channels));
        from_[t] = copy;
      }
      instance_.taps({f_, channels, f_[kMoteFixedKernelH] == 3, false, from_, step_, 1, quads_, call_.stream,
                      out + static_cast<ptrdiff_t>(p) * channels});
      for (int32_t t = 0; t < 4 * quads_; ++t) from_[t] = padding_;
    }
  }

  void Sums(int32_t count, int8_t* out) {
    const int32_t channels = f_[kMoteFixedOutC];
    const bool window = f_[kMoteFixedKernelH] == 3 && f_[kMoteFixedKernelW] == 3 && count > 1;
    HostTaps t = {f_, channels, f_[kMoteFixedKernelH] == 3, window, from_, step_, count, quads_, call_.stream, out};
    const int32_t together = kMoteHostBlock / channels;
    if (together > 1 && kMoteHostBlock % channels == 0 && f_[kMoteFixedStrideX] == 1 && count >= together) {  // pixels as channels
      t.count = count / together, t.channels = kMoteHostBlock;
      const auto far = [&](ptrdiff_t times, ptrdiff_t over) {
        for (int32_t k = 0; k < 4 * quads_; ++k) step_[k] = step_[k] * times / over;
      };
      far(together, 1);
      instance_.taps(t);
      const int32_t done = t.count * together;
      for (int32_t k = 0; k < 4 * quads_; ++k) from_[k] += t.count * step_[k];
      far(1, together);
      if (done == count) return;
      t.count = count - done, t.channels = channels, t.out += static_cast<ptrdiff_t>(done) * channels;
      t.window = t.window && t.count > 1;
    }
    instance_.taps(t);
  }

  const FixedCall& call_;
  const int32_t* f_;
  const FixedInstance& instance_;
  const int32_t quads_;
  const int8_t** from_;
  ptrdiff_t* step_;
  int8_t* padding_;
  const ptrdiff_t filled_;  // channels up to a multiple of 16
  int8_t* copies_;
  const int8_t* end_;  // of the input
};

void Depthwise(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t height = f[kMoteFixedOutH];
  const ptrdiff_t image = static_cast<ptrdiff_t>(f[kMoteFixedInH]) * f[kMoteFixedInW] * f[kMoteFixedInC];
  const ptrdiff_t out_row = static_cast<ptrdiff_t>(f[kMoteFixedOutW]) * f[kMoteFixedOutC];
  HostRow line(call, *kFixedInstances[call.isa]);
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto y = static_cast<int32_t>(row % static_cast<uint32_t>(height));
    line.Run(call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height)) * image,
             y * f[kMoteFixedStrideY] - f[kMoteFixedPadY], call.output + static_cast<ptrdiff_t>(row) * out_row);
  }
  line.Forget();
}

// ---- others ----
HostPool PoolOf(const FixedCall& call, const PoolWindow& w, int8_t* out) {
  return {call.fields, w.from, w.row_step, w.column_step, w.rows, w.columns, call.stream, out};
}
void Average(const FixedCall& call) {
  PoolWindows(call, [&](const PoolWindow& w, int8_t* out) { kFixedInstances[call.isa]->average(PoolOf(call, w, out)); });
}
void Most(const FixedCall& call) {
  PoolWindows(call, [&](const PoolWindow& w, int8_t* out) { kFixedInstances[call.isa]->most(PoolOf(call, w, out)); });
}
void Add(const FixedCall& call) { kFixedInstances[call.isa]->add(call); }

}  // namespace

const FixedRoutine kFixedConvolutionHost = MakeFixedConvolutionHost(Padded<Convolution>);
const FixedRoutine kFixedDepthwiseHost = MakeFixedDepthwiseHost(Padded<Depthwise>);
const FixedRoutine kFixedAveragePoolHost = MakeFixedAveragePoolHost(Average);
const FixedRoutine kFixedMaxPoolHost = MakeFixedMaxPoolHost(Most);
const FixedRoutine kFixedAddHost = MakeFixedAddHost(Add);

}  // namespace mote::runtime
