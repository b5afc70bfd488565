// Strip loads that come in many short runs: a few values again and again (a bias), or rows that lie apart (the windows of a pooling). A
// file of its own: machines without vector units take every run alone (Machine::Walk), which is shorter code.
#include "cpu/machine.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kLongRun = 256;    // elements; from here on a call a run costs nothing
constexpr uint32_t kBlockBytes = 512;  // copies of this size are fast; larger ones only wait longer for what they copy

// `count` runs of `length` words, `apart` words from each other, side by side. kLength 0: any length.
template <uint32_t kLength>
void CopyRuns(uint8_t* to, const uint8_t* from, ptrdiff_t apart, uint32_t count, uint32_t length) {
  const size_t bytes = (kLength != 0 ? kLength : length) * size_t{4};
  for (; count > 0; --count, to += bytes, from += apart * 4) __builtin_memcpy(to, from, bytes);
}

void CopyRunsOf(uint8_t* to, const uint8_t* from, ptrdiff_t apart, uint32_t count, uint32_t length) {
  switch (length) {
    case 4: return CopyRuns<4>(to, from, apart, count, length);
    case 8: return CopyRuns<8>(to, from, apart, count, length);
    case 16: return CopyRuns<16>(to, from, apart, count, length);
    case 32: return CopyRuns<32>(to, from, apart, count, length);
    default: return CopyRuns<0>(to, from, apart, count, length);
  }
}

}  // namespace

// One period, then copies of what is there: the strip repeats itself from its start, wherever in the period that is.
void Machine::LoadPeriodic(const AccessNote& note, uint32_t index, uint8_t* strip, uint32_t shift, LoadFunction load, uint32_t n) const {
  const uint32_t bytes = elements_[note.type]->bytes;
  Walk(note, index, note.run < n ? note.run : n, [&](uint32_t first, int32_t stride, uint32_t done, uint32_t count) {
    load(strip + (done << shift), note.data + static_cast<size_t>(first) * bytes, stride, count);
  });
  const size_t end = static_cast<size_t>(n) << shift;
  size_t block = static_cast<size_t>(note.run) << shift;
  for (size_t done = block; done < end;) {
    const size_t count = block < end - done ? block : end - done;
    __builtin_memcpy(strip + done, strip, count);
    done += count;
    if (block < kBlockBytes) block = done;
  }
}

// Runs of words that stay as they are.
void Machine::LoadWordRuns(const AccessNote& note, uint32_t index, uint8_t* strip, uint32_t n) const {
  Dimension lanes[kMoteMaxAxes];
  uint32_t at[kMoteMaxAxes];
  const uint32_t dimensions = MergeLanes(stage_, note, lanes);  // 2 at least: the access is kShapeGeneral
  uint32_t rest = position_ % note.run, outer = position_ / note.run;
  for (uint32_t i = 1; i < dimensions; ++i) {
    at[i] = outer % lanes[i].extent;
    outer /= lanes[i].extent;
    index += at[i] * static_cast<uint32_t>(lanes[i].stride);
  }
  const uint32_t apart = static_cast<uint32_t>(lanes[1].stride);
  for (uint32_t done = 0; done < n;) {
    const uint32_t left = n - done;
    uint32_t runs = 1, length = note.run - rest;
    if (length > left) length = left;
    if (length == note.run) {
      runs = left / length;
      if (runs > lanes[1].extent - at[1]) runs = lanes[1].extent - at[1];
    }
    CopyRunsOf(strip + static_cast<size_t>(done) * 4, note.data + static_cast<size_t>(index + rest) * 4, static_cast<int32_t>(apart), runs,
               length);
    rest = 0;
    done += runs * length;
    at[1] += runs;
    index += runs * apart;
    for (uint32_t i = 1; i < dimensions && at[i] == lanes[i].extent; ++i) {
      index -= lanes[i].extent * static_cast<uint32_t>(lanes[i].stride);
      at[i] = 0;
      if (i + 1 == dimensions) break;
      ++at[i + 1];
      index += static_cast<uint32_t>(lanes[i + 1].stride);
    }
  }
}

bool Machine::LoadShortRuns(const AccessNote& note, uint32_t index, uint8_t* strip, uint32_t shift, LoadFunction load, uint32_t n) const {
  if (note.shape == kShapeLinear || note.run >= kLongRun) return false;
  if (note.shape == kShapePeriodic) {
    LoadPeriodic(note, index, strip, shift, load, n);
    return true;
  }
  if (note.stride != 1 || shift != 2 || elements_[note.type]->bytes != 4) return false;
  LoadWordRuns(note, index, strip, n);
  return true;
}

}  // namespace mote::runtime
